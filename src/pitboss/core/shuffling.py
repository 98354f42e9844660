"""Preparing a shoe: shuffle, cut, cut card and burn, and what is done when a shoe fails in mid-round.

The same steps serve the table, between rounds, and a round whose shoe runs out. A virtual shoe binds itself to its
order when it answers the shuffle, so whoever cuts does so after the order is fixed and before anybody knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, Self

from pitboss.core.facts import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutDeclined,
    ShoeExhausted,
    ShoeLost,
    StaffOrdered,
)
from pitboss.core.incidents import Incident, Ordered, SealLost, ShoeEmpty
from pitboss.core.kinds import StaffOrder
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.procedure import Conduct, Round
from pitboss.core.requests import Act, Decide, NextCard, Offer, Reader, Request, Shuffle, Shuffled, Spin, Turn, Window
from pitboss.core.rules import Handler, R, RoundVoid
from pitboss.ids import DEALER, HOUSE_DEALER, Clauses, HandId, Player, once_each
from pitboss.law.points import Point, carries


@dataclass(frozen=True, slots=True)
class Cut(Intent):
    """Put the cut card so many cards below the top of the stack."""

    verb: ClassVar[str] = "cut"
    needs_hand: ClassVar[bool] = False
    at: int

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5):
            raise ValueError("takes a number of cards from the top, as in cut 120")
        return cls(int(words[0]))

    def written(self) -> str:
        return f"{self.verb} {self.at}"


@dataclass(frozen=True, slots=True)
class Load(Intent):
    """Put the stack into the shoe: nobody has anything against the cut."""

    verb: ClassVar[str] = "load"
    needs_hand: ClassVar[bool] = False


class CutOrder(StrEnum):
    """Whose turn it is to be offered the cut, once the game is under way."""

    FAR_RIGHT_ROTATING = "far right, moving on at each shuffle"
    WHERE_THE_CUT_CARD_CAME = "the seat at which the cut card came out"


@dataclass(frozen=True, slots=True)
class ShoeCites:
    """The clause for each step between two shoes."""

    shuffle: Clauses
    offer: Clauses
    offer_first: Clauses
    offer_at_cut_card: Clauses
    offer_far_right: Clauses
    offer_ordered: Clauses
    offer_next: Clauses
    offer_next_ordered: Clauses
    dealer_cuts: Clauses
    limits: Clauses
    cut: Clauses
    cut_card: Clauses
    burn: Clauses
    burn_seen: Clauses
    reached: Clauses
    reshuffle: Clauses
    count: Clauses
    exhausted: Clauses
    exhausted_burn: Clauses
    load: Clauses = ()
    left: Clauses = ()


class Reshuffles(StrEnum):
    """When the house may end a shoe before its cut card."""

    NEVER = "never"
    AFTER_A_ROUND = "after a round"
    ANY_TIME = "at any time between rounds"


@dataclass(frozen=True, slots=True)
class ShoeTerms:
    """How this text and this house prepare a shoe of so many cards, and whether each round has one of its own."""

    cards: int
    is_cut: bool
    cut_from_ends: int
    behind: int | None
    order: CutOrder
    reshuffles: Reshuffles
    burn_after_betting: bool
    burn_may_be_seen: bool
    cites: ShoeCites
    every_round: bool = False
    burns: int = 1

    def cut_limits(self, cards: int) -> tuple[int, int]:
        """From where to where a stack may be cut; a stack too small for the text's distance is cut in the middle."""
        least = min(self.cut_from_ends, cards // 2)
        return least, cards - least

    def cards_behind(self, cards: int) -> int:
        """The house's distance for a whole shoe; the same share, rounded up, of a smaller stack (S21)."""
        assert self.behind is not None
        return -(-self.behind * cards // self.cards)


class CutOffer(NamedTuple):
    """To whom the cut is offered, at which box, and why to him."""

    player: Player
    hand: HandId
    clauses: Clauses


def offers_from(
    seats: Sequence[tuple[Player, HandId]], first: Player | None, why: Clauses, then: Clauses
) -> list[CutOffer]:
    """The cut goes round these seats, listed counter-clockwise from the far right, beginning with `first`."""
    names = [player for player, _ in seats]
    start = names.index(first) if first in names else 0
    around = [*seats[start:], *seats[:start]]
    return [CutOffer(player, hand, why if place == 0 else then) for place, (player, hand) in enumerate(around)]


async def prepare_shoe(t: Conduct[R], shuffle: Shuffle, offers: Iterable[CutOffer], clauses: Clauses) -> None:
    """From the shuffle to the loaded shoe: order fixed, cut, cut card in its place."""
    terms = t.rules.shoe
    answer = await t.need(shuffle)
    assert isinstance(answer, Shuffled)
    t.record(CardsShuffled(shuffle.cards, answer.commitment, clauses))
    if terms.is_cut or t.shuffled_by_hand:
        await _cut(t, terms, shuffle.cards, list(offers))
    if terms.behind is not None:  # an approved procedure may do without a cut card
        t.record(CutCardPlaced(terms.cards_behind(shuffle.cards), terms.cites.cut_card))


@carries(Point.CUT)
async def _cut(t: Conduct[R], terms: ShoeTerms, cards: int, offers: list[CutOffer]) -> None:
    """Where people deal, somebody looks at the cut before the stack goes into the shoe, and may have it made again."""
    cutter = await _cut_once(t, terms, cards, offers)
    while t.live and not await _is_loaded(t, terms):
        offers = offers[cutter if t.rules.supervision.recut_by_last else cutter + 1 :]
        cutter = await _cut_once(t, terms, cards, offers)


async def _is_loaded(t: Conduct[R], terms: ShoeTerms) -> bool:
    t.to_be_recut = False
    load = Decide(HOUSE_DEALER, DEALER, (Option(Load, terms.cites.load, (Load(),)),))
    answer = await t.ask(load, lambda: None if t.to_be_recut else load)
    return answer is not None


async def _cut_once(t: Conduct[R], terms: ShoeTerms, cards: int, offers: list[CutOffer]) -> int:
    """Offered to one player after another; if nobody takes it, the dealer cuts. Gives the place of who did."""
    cites = terms.cites
    for place, (player, hand, why) in enumerate(offers):
        answer = await t.need(Offer(player, hand, (cut_option(terms, cards, cites.offer + why),)))
        if isinstance(answer, Act) and isinstance(answer.intent, Cut):
            t.record(CardsCut(player, answer.intent.at, once_each(cites.offer + why + cites.cut)))
            return place
        t.record(CutDeclined(player, once_each(cites.offer + why)))
    answer = await t.need(Decide(HOUSE_DEALER, DEALER, (cut_option(terms, cards, cites.dealer_cuts),)))
    assert isinstance(answer, Act)
    assert isinstance(answer.intent, Cut)
    t.record(CardsCut(HOUSE_DEALER, answer.intent.at, once_each(cites.dealer_cuts + cites.cut)))
    return len(offers)


def cut_option(terms: ShoeTerms, cards: int, clauses: Clauses) -> Option:
    least, most = terms.cut_limits(cards)

    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, Cut)
        if least <= intent.at <= most:
            return None
        says = f"the stack of {cards} is cut from {least} to {most} cards below the top, not at {intent.at}"
        return Refusal("cut-too-near-the-end", says, terms.cites.limits)

    def taking() -> tuple[Takes, ...]:
        return (Takes(Taken.CARDS, least, most),)

    return Option(Cut, clauses + terms.cites.limits, (Cut(least), Cut(cards // 2), Cut(most)), check, taking)


def dealers_way(options: Sequence[Option]) -> Intent:
    """What the dealer does with the stack: he cuts in the middle, because a house that picks its cut could know what it
    picks, and puts it into the shoe.
    """
    intents = options[0].intents
    return intents[len(intents) // 2]


def may_cut(t: Conduct[R], player: Player, _hand: HandId) -> Ruling:
    """Nobody may cut but when it is offered."""
    return Refusal("no-cut-now", f"the cut is not offered to {player} at this moment", t.rules.shoe.cites.offer)


def may_load(t: Conduct[R], _player: Player, _hand: HandId) -> Ruling:
    """The stack goes into the shoe after the cut and at no other time."""
    return Refusal("no-load-now", "there is no stack to put into the shoe", t.rules.shoe.cites.load or t.rules.turn)


# What the staff orders about the cards.


def refuses_order(t: Conduct[R], ordered: Ordered, request: Request) -> Refusal | None:
    """Why this cannot be ordered where the cards are prepared."""
    staff = t.rules.supervision
    shuffling = isinstance(request, Shuffle)
    match ordered.order:
        case StaffOrder.RECUT if staff.recut is not None:
            at_the_cut = isinstance(request, Decide) and request.options[0].verb is Load
            says = "a recut is ordered when the cards are cut and not yet in the shoe"
            return None if at_the_cut else Refusal("no-such-incident", says, staff.recut)
        case StaffOrder.SHUFFLER_FAILED if staff.shuffler is not None:
            works = shuffling and not t.shuffled_by_hand
            says = "no shuffler is at work"
            return None if works else Refusal("no-such-incident", says, staff.shuffler.failed)
        case StaffOrder.SHUFFLER_REMOVED if staff.shuffler is not None:
            says = "the shuffler is gone, or the cards do not wait for it"
            there = shuffling and not t.shuffled_by_hand
            return None if there else Refusal("no-such-incident", says, staff.shuffler.removed)
        case StaffOrder.RESHUFFLE if isinstance(t, Round) and t.live and t.practices.heard_always:
            return _refuses_reshuffle(t)
    if ordered.order in (StaffOrder.RESHUFFLE, StaffOrder.NEW_DECKS):
        says = f"{ordered.order} has to wait until the cards are at rest between two rounds"
        return Refusal("between-rounds", says, t.rules.unforeseen)
    says = f"there is nothing here that a {ordered.order} could be ordered for"
    return Refusal("no-such-incident", says, t.rules.unforeseen)


def _refuses_reshuffle(t: Round[R]) -> Refusal | None:
    """In a round the shoe is to end with it; what is wrong with the cards of this round voids it."""
    if t.rules.shoe.reshuffles is not Reshuffles.NEVER:
        return None
    says = "this text knows no reshuffle before the cut card"
    return Refusal("not-in-rulebook", says, t.rules.shoe.cites.reshuffle or t.rules.unforeseen)


@carries(Point.RECUT, Point.SHUFFLER)
async def obey(t: Conduct[R], ordered: Ordered) -> None:
    """What is ordered while the cards are prepared: they are cut again, or shuffled again, by hand if need be."""
    staff = t.rules.supervision
    t.to_be_recut = ordered.order is StaffOrder.RECUT
    clauses = staff.recut if t.to_be_recut else None
    if ordered.order is StaffOrder.RESHUFFLE:
        clauses = t.rules.shoe.cites.reshuffle
    elif staff.shuffler is not None and not t.to_be_recut:
        clauses = staff.shuffler.failed if ordered.order is StaffOrder.SHUFFLER_FAILED else staff.shuffler.removed
    t.record(StaffOrdered(str(ordered.by), ordered.order, ordered.reason, clauses or ()))


async def burn_card(t: Conduct[R], clauses: Clauses) -> None:
    await t.burn()
    t.record(CardBurned(clauses))


@carries(Point.BURN_AFTER_BETS)
async def burn_if_due(t: Round[R]) -> None:
    """Where the first card of a new shoe is burned once the bets are down (CH17)."""
    if t.table.burn_due:
        await burn_card(t, t.rules.shoe.cites.burn)


@carries(Point.SHOE_EXHAUSTED)
async def shoe_exhausted(t: Round[R], _: ShoeEmpty) -> None:
    """The discards alone are shuffled, cut and burned from; what lies on the layout stays there (S21)."""
    terms = t.rules.shoe
    t.record(ShoeExhausted(terms.cites.exhausted))
    known, unseen = t.layout.lying()
    rack = terms.cards - len(known) - unseen
    if rack < 2:  # one to burn and one to go on with
        raise RoundVoid("all cards lie on the layout", (), reshuffle=True)
    await prepare_shoe(t, Shuffle(rack, tuple(known), fresh=False), _offers(t, terms), terms.cites.exhausted)
    await burn_card(t, terms.cites.exhausted_burn)


def _offers(t: Round[R], terms: ShoeTerms) -> list[CutOffer]:
    """Everybody with a box in this round, once, in the order that the text has for any other shuffle."""
    boxes: dict[Player, HandId] = {}
    for hand in reversed(t.layout.order):
        boxes.setdefault(t.caller(hand), HandId(hand.box, 1))
    cites, seats = terms.cites, list(boxes.items())
    if terms.order is CutOrder.FAR_RIGHT_ROTATING:
        return offers_from(seats, t.table.first_cutter, cites.offer_far_right, cites.offer_next)
    at = t.layout.cut_card_reached
    if at is None or at == DEALER:
        return offers_from(seats, None, cites.offer_far_right, cites.offer_next)
    return offers_from(seats, t.caller(at), cites.offer_at_cut_card, cites.offer_next)


async def shoe_lost(t: Round[R], _: SealLost) -> None:
    """Nobody knows the next card, so the round cannot be played on; it is void and the shoe ends (S37)."""
    t.record(ShoeLost(()))
    raise RoundVoid("the sealed order of the shoe is lost", (), reshuffle=True)


EVERY_REQUEST: tuple[type[Request], ...] = (NextCard, Turn, Reader, Spin, Shuffle, Decide, Offer, Window)
SHOE_INCIDENTS: dict[type[Incident], Handler] = {
    Ordered: Handler(obey, at=(Decide, Shuffle), refuses=refuses_order, always=True),
    ShoeEmpty: Handler(shoe_exhausted, at=(NextCard,)),
    SealLost: Handler(shoe_lost, at=EVERY_REQUEST),
}
