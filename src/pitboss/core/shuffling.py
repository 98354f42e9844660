"""Preparing a shoe: shuffle, cut, cut card and burn, and what is done when a shoe fails in mid-round.

The same steps serve the table, between rounds, and a round whose shoe runs out. A virtual shoe binds itself to its
order when it answers the shuffle, so whoever cuts does so after the order is fixed and before anybody knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self

from pitboss.core.asking import Conduct
from pitboss.core.burning import burn_card, is_burn
from pitboss.core.cut_card import PlaceCutCard, cut_card_out, place_cut_card, refuses_cut_card
from pitboss.core.decks import take_out
from pitboss.core.facts import (
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutDeclined,
    ShoeExhausted,
    ShoeLost,
    StaffOrdered,
)
from pitboss.core.incidents import CutCardOut, Incident, Ordered, SealLost, ShoeEmpty
from pitboss.core.kinds import StaffOrder
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Decide, NextCard, Offer, Reader, Request, Shuffle, Shuffled, Spin, Turn, Window
from pitboss.core.rules import CutOffer, CutStack, Handler, R, RoundVoid
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
    """How this text and this house prepare a shoe of so many cards, and whether each round has one of its own.

    `least_behind` is the fewest cards that a dealer may leave behind the cut card. These are the clauses of what a text
    or a house may have or not: `burn_forgiven` of a burn that the dealer forgot, `preshuffled` of decks that come
    shuffled, `device_loads` of a device that puts its stack into the shoe. `by_hand` are the clauses of a stack that
    does not come from the device of the house, if they are others.
    """

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
    burn_forgiven: Clauses = ()
    least_behind: int = 0
    preshuffled: Clauses = ()
    approval: str = ""
    device_loads: Clauses = ()
    by_hand: ShoeCites | None = None

    def without_device(self) -> ShoeTerms:
        """The terms of a stack that no device has shuffled."""
        return self if self.by_hand is None else replace(self, cites=self.by_hand, device_loads=())

    def cut_limits(self, cards: int) -> tuple[int, int]:
        """From where to where a stack may be cut; a stack too small for the text's distance is cut in the middle."""
        least = min(self.cut_from_ends, cards // 2)
        return least, cards - least

    def cards_behind(self, cards: int) -> int:
        """The house's distance for a whole shoe; the same share, rounded up, of a smaller stack (S21)."""
        assert self.behind is not None
        return -(-self.behind * cards // self.cards)

    def least_cards_behind(self, cards: int) -> int:
        """The text's distance for a whole shoe; the same share of a smaller stack."""
        return min(cards - 1, self.least_behind * cards // self.cards)


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
    is_cut = terms.is_cut or t.shuffled_by_hand
    if t.live and t.practices.reports_cut_card:
        terms = terms.without_device() if t.shuffled_by_hand else terms
        await prepare_stack(t, terms, shuffle.cards, list(offers), is_cut=is_cut)
        return
    if is_cut:
        await _cut(t, terms, shuffle.cards, list(offers))
    if terms.behind is not None:  # an approved procedure may do without a cut card
        t.record(CutCardPlaced(terms.cards_behind(shuffle.cards), terms.cites.cut_card))


@carries(Point.CUT)
async def prepare_stack(t: Conduct[R], terms: ShoeTerms, cards: int, offers: list[CutOffer], *, is_cut: bool) -> None:
    """Where people deal: the stack is cut, the dealer puts in the cut card, and then it goes into the shoe.

    Until then a recut may be ordered, which begins with the cut.
    """
    if is_cut and terms.device_loads:
        await take_out(t, terms)
    while True:
        t.to_be_recut, t.is_cut = False, is_cut
        cutter = await _cut_once(t, terms, cards, offers) if is_cut else 0
        goes_in = is_cut or terms.behind is not None  # and is not dealt from the hand
        by_itself = terms.device_loads or not goes_in
        if await place_cut_card(t, terms, cards) and (by_itself or await _is_loaded(t, terms)):
            return
        offers = offers[cutter if t.rules.supervision.recut_by_last else cutter + 1 :]


@carries(Point.CUT)
async def _cut(t: Conduct[R], terms: ShoeTerms, cards: int, offers: list[CutOffer]) -> None:
    """Where people deal, somebody looks at the cut before the stack goes into the shoe, and may have it made again."""
    t.is_cut = True
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
            before = isinstance(request, Decide) and request.options[0].verb in (Load, PlaceCutCard) and t.is_cut
            if before or (staff.recut_until_dealt and t.practices.recuts_until_dealt and t.may_recut(request)):
                return None
            says = "a recut is ordered when the cards are cut and not yet in the shoe"
            if staff.recut_until_dealt and t.practices.recuts_until_dealt:
                says = "a recut is ordered when the cards are cut and none is dealt yet"
            return Refusal("no-such-incident", says, staff.recut)
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
    asked = t.asked
    t.record(StaffOrdered(str(ordered.by), ordered.order, ordered.reason, clauses or ()))
    if t.to_be_recut and not isinstance(asked, Decide):
        await _recut_now(t, to_burn=is_burn(asked))


async def _recut_now(t: Conduct[R], *, to_burn: bool) -> None:
    """A stack that is in the shoe comes out, is cut, goes in, and is burned from again, if it was burned from."""
    stack, terms = t.stack_to_recut(), replace(t.rules.shoe.without_device(), device_loads=())
    assert stack is not None
    if isinstance(t, Round) and not stack.offers:  # shuffled in the round
        stack = stack._replace(offers=tuple(_offers(t, terms)))
    burns = 0 if to_burn else stack.burns
    await prepare_stack(t, terms, stack.cards, entitled_again(t, stack), is_cut=True)
    for _ in range(burns):
        await burn_card(t, terms.cites.burn)


def entitled_again(t: Conduct[R], stack: CutStack) -> list[CutOffer]:
    """Who is offered a recut: who cut last, or whoever is next entitled, as the house has it."""
    names = [offer.player for offer in stack.offers]
    if stack.cut_by not in names:
        return []
    at = names.index(stack.cut_by)
    return list(stack.offers[at if t.rules.supervision.recut_by_last else at + 1 :])


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
    CutCardOut: Handler(cut_card_out, at=(NextCard,), refuses=refuses_cut_card),
    ShoeEmpty: Handler(shoe_exhausted, at=(NextCard,)),
    SealLost: Handler(shoe_lost, at=EVERY_REQUEST),
}
