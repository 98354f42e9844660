"""Wagers that are only spoken, with cash beside them: the dealer hears them, and where the text says so another
person confirms them; then the cash is changed and they lie on the layout like any other.
"""

from __future__ import annotations

from pitboss.core.facts import CashChanged, WagerSpoken
from pitboss.core.incidents import Confirmed, Heard, Incident
from pitboss.core.kinds import Occasion
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import Request, Window
from pitboss.core.rules import Handler, R
from pitboss.core.supervision import SpokenWagers
from pitboss.core.wagering import PlaceWager, may_wager, place
from pitboss.ids import Author, HandId, Player, StakeId
from pitboss.law.points import Point, carries


def _terms(t: Round[R]) -> SpokenWagers:
    assert t.rules.supervision.spoken is not None
    return t.rules.supervision.spoken


def _refuses(t: Round[R], player: Player, hand: HandId, wager: PlaceWager) -> Refusal | None:
    ruling = may_wager(t, player, hand)
    return ruling if isinstance(ruling, Refusal) else ruling.refuses(wager)


def _refuses_heard(t: Round[R], heard: Heard, request: Request) -> Refusal | None:
    terms = _terms(t)
    if not terms.taken:
        return Refusal("not-offered", "this house takes no spoken wagers", terms.heard)
    if not isinstance(request, Window) or request.occasion is not Occasion.BETTING:
        return Refusal("too-late", "no wager is made once the first card is out", t.rules.betting.before_first_card)
    return _refuses(t, heard.player, heard.hand, PlaceWager(heard.wager, heard.amount))


@carries(Point.SPOKEN)
async def hear(t: Round[R], heard: Heard) -> None:
    """The dealer has heard it. Where he alone confirms it, it counts at once."""
    terms, key = _terms(t), StakeId(heard.player, heard.hand, heard.wager)
    t.record(WagerSpoken(str(heard.by), *key, heard.amount, terms.heard))
    if terms.confirmed is None:
        _take(t, key, heard.by, terms)


def _waiting(t: Round[R], confirmed: Confirmed) -> list[StakeId]:
    return [key for key in t.layout.spoken if (key.player, key.hand) == (confirmed.player, confirmed.hand)]


def _refuses_confirmed(t: Round[R], confirmed: Confirmed, _request: Request) -> Refusal | None:
    terms, waiting = _terms(t), _waiting(t, confirmed)
    clauses = terms.confirmed or terms.heard
    if not waiting:
        says = f"no spoken wager of {confirmed.player} waits on box {confirmed.hand.box}"
        return Refusal("no-such-incident", says, clauses)
    for key in waiting:
        heard_by, amount = t.layout.spoken[key]
        if t.practices.is_same_person(Author.parse(heard_by).name, confirmed.by.name):
            return Refusal("own-approval", f"{confirmed.by.name} heard it, and somebody else confirms it", clauses)
        refusal = _refuses(t, key.player, key.hand, PlaceWager(key.wager, amount))
        if refusal is not None:
            return refusal
    return None


@carries(Point.SPOKEN)
async def confirm(t: Round[R], confirmed: Confirmed) -> None:
    for key in _waiting(t, confirmed):
        _take(t, key, confirmed.by, _terms(t))


def _take(t: Round[R], key: StakeId, by: Author, terms: SpokenWagers) -> None:
    _, amount = t.layout.spoken[key]
    t.record(CashChanged(str(by), *key, amount, terms.changed))
    place(t, key.player, key.hand, PlaceWager(key.wager, amount))


SPOKEN: dict[type[Incident], Handler] = {
    Heard: Handler(hear, at=(Window,), refuses=_refuses_heard),
    Confirmed: Handler(confirm, at=(Window,), refuses=_refuses_confirmed),
}
