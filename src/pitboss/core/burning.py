"""Cards that are burned: from the top of the shoe to the discard rack, unseen."""

from __future__ import annotations

from pitboss.core.asking import Conduct
from pitboss.core.facts import CardBurned, ErrorForgiven
from pitboss.core.incidents import BurnForgotten
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import NextCard, Request
from pitboss.core.rules import R
from pitboss.ids import Clauses, Pile
from pitboss.law.points import Point, carries


async def burn_card(t: Conduct[R], clauses: Clauses) -> None:
    if await t.burn():
        t.record(CardBurned(clauses))


@carries(Point.BURN_AFTER_BETS)
async def burn_if_due(t: Round[R]) -> None:
    """Where the first card of a new shoe is burned once the bets are down (CH17)."""
    if t.table.burn_due:
        await burn_card(t, t.rules.shoe.cites.burn)


def is_burn(request: Request | None) -> bool:
    """Whether a card is to be burned now."""
    return isinstance(request, NextCard) and request.to is Pile.DISCARDS


def refuses_forgotten_burn(t: Conduct[R], _: BurnForgotten, request: Request) -> Refusal | None:
    """It is reported where the burn is asked for, under a text that forgives it."""
    terms = t.rules.shoe
    if not (t.practices.forgives_errors and terms.burn_forgiven):
        return t.refuses_unknown(BurnForgotten())
    if is_burn(request):
        return None
    return Refusal("no-such-incident", "no card is to be burned now", terms.burn_forgiven)


@carries(Point.BURN_FORGOTTEN)
async def forget_burn(t: Conduct[R], _: BurnForgotten) -> None:
    """Nothing is burned: the next card goes to its place."""
    t.burn_forgotten = True
    t.record(ErrorForgiven("the dealer forgot to burn a card", t.rules.shoe.burn_forgiven))
