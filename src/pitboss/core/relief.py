"""A dealer is relieved: another one takes over, whatever is asked, and burns a card where the text says so."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.asking import Conduct
from pitboss.core.burning import burn_card
from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.decks import TakeOut
from pitboss.core.facts import DealerRelieved
from pitboss.core.incidents import Incident, Relieved
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import Decide, NextCard, Offer, Request, Shuffle
from pitboss.core.rules import Handler, R
from pitboss.core.shuffling import Cut, Load
from pitboss.ids import HandId
from pitboss.law.points import Point, carries

STACK = (TakeOut, Cut, PlaceCutCard, Load)
"""What is decided while the cards are not in the shoe."""


def refuses_relief(t: Conduct[R], relieved: Relieved, _request: Request) -> Refusal | None:
    """Return why nobody of this name takes over here."""
    clauses, dealer = t.rules.supervision.relief or t.rules.unforeseen, relieved.dealer
    if not t.practices.is_name(dealer):
        return Refusal("no-name", f"{dealer[:40]!r} is no name for a dealer", clauses)
    if t.dealer_on_duty and t.practices.is_same_person(dealer, t.dealer_on_duty):
        return Refusal("no-such-incident", f"{dealer} deals already", clauses)
    return None


async def take_over(t: Conduct[R], relieved: Relieved, *, burns: bool) -> None:
    """A new dealer burns a card before they deal, where the text says so."""
    clauses = t.rules.supervision.relief
    t.record(DealerRelieved(str(relieved.by), relieved.dealer, clauses or ()))
    if clauses is not None and burns:
        await burn_card(t, clauses)


@carries(Point.RELIEF)
async def relieve(t: Round[R], relieved: Relieved) -> None:
    """In a round the next card is burned, unless a shoe is made ready, which has a burn of its own."""
    assert t.asked is not None
    burns = not _makes_ready(t.asked)
    t.dealer_on_duty = relieved.dealer
    await take_over(t, relieved, burns=burns)


def _makes_ready(request: Request) -> bool:
    if isinstance(request, Decide | Offer):
        return request.options[0].verb in STACK
    return isinstance(request, Shuffle) or (isinstance(request, NextCard) and not isinstance(request.to, HandId))


RELIEF: Mapping[type[Incident], Handler] = {Relieved: Handler(relieve, at=(), refuses=refuses_relief, always=True)}
