"""What staff orders and reports between rounds: a handler for each, with what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.burning import forget_burn, refuses_forgotten_burn
from pitboss.core.cut_card import refuses_cut_card
from pitboss.core.facts import (
    AdjustmentProposed,
    CardSetAside,
    ChipsAdjusted,
    CutCardAtBurn,
    EntryPermitted,
    ReaderBack,
    ShoeMiscounted,
    StaffOrdered,
)
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    BurnForgotten,
    CutCardOut,
    FaceUpInShoe,
    Incident,
    Miscounted,
    Ordered,
    ReaderRepaired,
    Relieved,
    SealLost,
    TenInShoe,
)
from pitboss.core.kinds import Found, StaffOrder
from pitboss.core.options import Refusal
from pitboss.core.relief import refuses_relief, take_over
from pitboss.core.requests import Decide, NextCard, Offer, Request, Reveal, Shuffle, Turn, Window
from pitboss.core.rules import Handler
from pitboss.core.shuffling import obey, refuses_order
from pitboss.core.table_state import Proposal
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Clauses, canonical, is_same_person
from pitboss.law.points import Point, carries
from pitboss.money import Cents, spoken
from pitboss.tables.conduct import MOST_CHIPS, Table, may_reshuffle
from pitboss.tables.intents import Counted
from pitboss.tables.procedure import ShoeEnded, ShoeGone, end_shoe_early, may_enter


async def _cut_card_out(t: Table, _: CutCardOut) -> None:
    """Between rounds cards are burned and none is dealt; the next round is the last (S25)."""
    shoe = t.state.shoe
    assert shoe is not None
    t.record(CutCardAtBurn(shoe.before_cut_card or 0, t.terms.cites.reached))


async def _shoe_gone(_t: Table, _: SealLost) -> None:
    raise ShoeGone


def _refuses_repair(t: Table, _: ReaderRepaired, _request: Request) -> Refusal | None:
    if t.state.reader_out:
        return None
    return Refusal("no-such-incident", "the reader has not failed", t.rules.unforeseen)


async def _reader_back(t: Table, repaired: ReaderRepaired) -> None:
    halt = t.rules.may_not_deal(t.state)
    t.record(ReaderBack(str(repaired.by), t.rules.unforeseen if halt is None else halt.clauses))


def _refuses_staff(t: Table, says: str, clauses: Clauses) -> Refusal:
    return Refusal("no-such-incident", says, clauses or t.rules.unforeseen)


def _refuses_order(t: Table, ordered: Ordered, request: Request) -> Refusal | None:
    if ordered.order is StaffOrder.RESHUFFLE and _shoe_is_made_ready(t, request):
        return None
    if ordered.order is StaffOrder.NEW_DECKS and _decks_are_handled(t, request):
        return None
    if not isinstance(request, Window) or ordered.order not in (StaffOrder.RESHUFFLE, StaffOrder.NEW_DECKS):
        return refuses_order(t, ordered, request)
    if ordered.order is StaffOrder.NEW_DECKS:
        says = "the shoe in use is to be ended first"
        return None if t.state.shoe is None else _refuses_staff(t, says, t.rules.supervision.new_decks)
    ruling = may_reshuffle(t, HOUSE_DEALER, DEALER)
    return ruling if isinstance(ruling, Refusal) else None


def _shoe_is_made_ready(t: Table, request: Request) -> bool:
    """Whether the cards of a new shoe, of which none is dealt yet, may have to be shuffled again."""
    counting = isinstance(request, Decide) and request.options[0].verb is Counted
    waits = isinstance(request, Offer | Decide | NextCard | Turn) and not counting
    return waits and t.live and t.practices.heard_always and t.state.shoe is not None


def _decks_are_handled(t: Table, request: Request) -> bool:
    """Whether decks wait to be shuffled, or to be opened, so that others may take their place."""
    waits = isinstance(request, Shuffle | Decide)
    return waits and t.live and t.practices.heard_always and t.state.shoe is None


@carries(Point.RESHUFFLE, Point.NEW_DECKS)
async def _obey(t: Table, ordered: Ordered) -> None:
    """A shoe that is ended early, or decks that are replaced; the rest is about the preparation of a shoe."""
    if ordered.order not in (StaffOrder.RESHUFFLE, StaffOrder.NEW_DECKS):
        await obey(t, ordered)
        return
    reshuffle, asked = ordered.order is StaffOrder.RESHUFFLE, t.asked
    cited = t.terms.cites.reshuffle if reshuffle else t.rules.supervision.new_decks
    t.record(StaffOrdered(str(ordered.by), ordered.order, ordered.reason, cited))
    if not isinstance(asked, Window):
        raise ShoeEnded
    if reshuffle:
        await end_shoe_early(t)


@carries(Point.RELIEF)
async def _relieve(t: Table, relieved: Relieved) -> None:
    """Between rounds the next card is burned; a shoe that is made ready has a burn of its own."""
    shoe = t.state.shoe
    await take_over(t, relieved, burns=isinstance(t.asked, Window) and shoe is not None and shoe.undealt > 1)


def _refuses_admission(t: Table, admitted: Admitted, _request: Request) -> Refusal | None:
    bar, kept_out = t.rules.supervision.entry, may_enter(t)
    if bar is None:
        return _refuses_staff(t, "this house keeps nobody out", ())
    if not bar.permitted:
        return _refuses_staff(t, "who is kept out waits for the next shuffle", bar.barred)
    if kept_out is None or admitted.player in kept_out:
        return _refuses_staff(t, f"{admitted.player} is not kept out", bar.permitted)
    return None


@carries(Point.ENTRY)
async def _admit(t: Table, admitted: Admitted) -> None:
    bar = t.rules.supervision.entry
    assert bar is not None
    t.record(EntryPermitted(str(admitted.by), admitted.player, admitted.reason, bar.permitted))


def _refuses_count(t: Table, miscounted: Miscounted, request: Request) -> Refusal | None:
    if not (isinstance(request, Decide) and request.options[0].verb is Counted):
        return _refuses_staff(t, "no cards are being counted", t.terms.cites.count)
    if miscounted.cards == t.terms.cards or not 0 <= miscounted.cards < 2 * t.terms.cards:
        says = f"{miscounted.cards} cards are no miscount of {t.terms.cards}"
        return _refuses_staff(t, says, t.terms.cites.count)
    return None


async def _miscount(t: Table, miscounted: Miscounted) -> None:
    by, counted = str(miscounted.by), miscounted.cards
    t.record(ShoeMiscounted(by, counted, t.terms.cards, miscounted.reason, t.terms.cites.count))


def _refuses_round(t: Table, adjusted: Adjusted) -> Refusal | None:
    """Chips are adjusted for one round, by somebody who had no part in it."""
    by, played = adjusted.by.name, t.state.rounds
    if not 1 <= adjusted.round <= played:
        there = f"this table has played {played}" if played else "this table has played none"
        says = f"an adjustment names the round that it is for, as in adjust 1 ann 5 and a reason; {there}"
        return Refusal("no-such-round", says, t.rules.unforeseen)
    if any(is_same_person(by, dealer) for dealer in t.state.dealt(adjusted.round)):
        says = f"{by} dealt in round {adjusted.round}, and somebody else adjusts it"
        return Refusal("own-approval", says, t.rules.unforeseen)
    return None


def _proposed(t: Table, adjusted: Adjusted) -> Proposal | None:
    """The same adjustment, if it waits for a second person: neither who wanted it, nor at the request of a player."""
    proposed = t.state.proposed
    if proposed is None or proposed[1:] != (adjusted.player, adjusted.amount, adjusted.round):
        return None
    wants = Author.parse(proposed.by).name
    return None if is_same_person(wants, adjusted.by.name) or t.who_plays_as(wants) is not None else proposed


def _refuses_adjustment(t: Table, adjusted: Adjusted, _request: Request) -> Refusal | None:
    if adjusted.player not in t.state.seats:
        return Refusal("not-seated", f"{adjusted.player} does not sit at this table", t.rules.unforeseen)
    if not 0 < abs(adjusted.amount) <= MOST_CHIPS:
        return Refusal("not-positive", f"{spoken(adjusted.amount)} adjusts nothing", t.rules.unforeseen)
    if adjusted.amount < 0 and t.state.chips(adjusted.player) < -adjusted.amount:
        says = f"{adjusted.player} has no {spoken(Cents(-adjusted.amount))} to give back"
        return Refusal("not-enough-chips", says, t.rules.unforeseen)
    return _refuses_round(t, adjusted) if t.practices.knows_people else None


async def _adjust(t: Table, adjusted: Adjusted) -> None:
    """One person adjusts a round up to the house's limit; what is more is done when a second one says so too."""
    by, proposed = str(adjusted.by), _proposed(t, adjusted)
    what = adjusted.player, adjusted.amount, adjusted.reason, adjusted.round
    if proposed is not None:
        t.record(ChipsAdjusted(proposed.by, *what, seconded_by=by))
    elif t.practices.knows_people and _exceeds_limit(t, adjusted):
        t.record(AdjustmentProposed(by, *what))
    else:
        t.record(ChipsAdjusted(by, *what))


def _exceeds_limit(t: Table, adjusted: Adjusted) -> bool:
    alone = t.state.alone.get(canonical(adjusted.player), 0)
    return alone + abs(adjusted.amount) > t.rules.supervision.adjust_limit


def _refuses_found(t: Table, incident: FaceUpInShoe | TenInShoe, _request: Request) -> Refusal | None:
    if type(incident) in t.rules.incidents:
        return None
    return _refuses_staff(t, "the text has no rule for this; a supervisor decides", ())


@carries(Point.FACE_UP_CARD, Point.TEN_FOUND)
async def _set_aside(t: Table, incident: FaceUpInShoe | TenInShoe) -> None:
    """A card that may not be used, found where one is burned between rounds."""
    found = Found.FACE_UP if isinstance(incident, FaceUpInShoe) else Found.TEN
    t.record(CardSetAside(incident.card, found, t.rules.incidents[type(incident)].clauses))


STAFF_AT_TABLE: Mapping[type[Incident], Handler] = {
    SealLost: Handler(_shoe_gone, at=(Window, Offer, Decide, NextCard, Turn, Reveal)),
    FaceUpInShoe: Handler(_set_aside, at=(NextCard,), refuses=_refuses_found),
    TenInShoe: Handler(_set_aside, at=(NextCard,), refuses=_refuses_found),
    CutCardOut: Handler(_cut_card_out, at=(NextCard,), refuses=refuses_cut_card),
    BurnForgotten: Handler(forget_burn, at=(NextCard,), refuses=refuses_forgotten_burn),
    ReaderRepaired: Handler(_reader_back, at=(Window,), refuses=_refuses_repair),
    Ordered: Handler(_obey, at=(Window, Decide, Shuffle), refuses=_refuses_order, always=True),
    Relieved: Handler(_relieve, at=(Window,), refuses=refuses_relief, always=True),
    Admitted: Handler(_admit, at=(Window,), refuses=_refuses_admission),
    Miscounted: Handler(_miscount, at=(Decide,), refuses=_refuses_count),
    Adjusted: Handler(_adjust, at=(Window,), refuses=_refuses_adjustment),
}
