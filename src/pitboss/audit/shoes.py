"""Shoes checked against their commitments, from the facts alone: no rules are needed to see whether a shoe was honest.

Of each shuffle the record has the commitment, the cut and the cards as they came out, face-down ones without a name.
When the order is revealed it must hash to the commitment, hold the right cards, and give just those cards in turn;
what the card reader said of a hidden card must be true of the card that was there; and the wheel must have stopped
where the revealed nonce says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cards import TEN_VALUED, Card, Rank
from pitboss.core.facts import (
    BlackjackMissed,
    BurnCardShown,
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardSetAside,
    CardsShuffled,
    CardTurned,
    Fact,
    HoleCardRead,
    RoundCorrected,
    RoundOpened,
    SealBroken,
    ShoeClosed,
    ShoeLost,
    ShoeMiscounted,
    ShoeRevealed,
    WheelSpun,
)
from pitboss.core.kinds import Found
from pitboss.ids import DEALER, HOUSE_DEALER, HandId, Holder, Pile
from pitboss.shoe.commitment import commitment, wheel
from pitboss.shoe.randomness import PracticeRandomness
from pitboss.shoe.stack import shuffled, stopped_at


class HiddenPlace(NamedTuple):
    """The place of a face-down card: its shuffle, and the number of cards that came before it."""

    shuffle: Shuffle
    at: int


class Read(NamedTuple):
    """The reader said whether this card and the up card are a blackjack."""

    at: int
    up: Card
    blackjack: bool

    def lies(self, hole: Card) -> bool:
        one_ace = (hole.rank is Rank.ACE) != (self.up.rank is Rank.ACE)
        one_ten = (hole.rank in TEN_VALUED) != (self.up.rank in TEN_VALUED)
        return self.blackjack != (one_ace and one_ten)


@dataclass(slots=True, eq=False)
class Shuffle:
    """One shuffle as everybody at the table saw it. `came` is its order after the cut, once it is revealed.

    `out` are the known cards that lay on the layout then, `hidden` the places of the face-down ones. `left` counts the
    cards that may still be in it: a card that is known to have come out is one less.
    """

    number: int
    commitment: str
    cards: int
    out: list[Card]
    hidden: list[HiddenPlace]
    cut: int = 0
    drawn: list[Card | None] = field(default_factory=list)
    unseen: dict[Holder, list[int]] = field(default_factory=dict)
    reads: list[Read] = field(default_factory=list)
    spins: list[WheelSpun] = field(default_factory=list)
    came: tuple[Card, ...] | None = None
    left: Counter[Card] = field(default_factory=Counter)

    def draw(self, to: Holder, card: Card | None) -> Iterator[str]:
        if card is None:
            self.unseen.setdefault(to, []).append(len(self.drawn))
        self.drawn.append(card)
        yield from self._count(card)

    def turn(self, of: Holder, card: Card) -> Iterator[str]:
        self.drawn[self.unseen[of].pop(0)] = card
        yield from self._count(card)

    def _count(self, card: Card | None) -> Iterator[str]:
        """Whether a shoe can hold a card that is now known to have come out of it, revealed or not."""
        if card is not None:
            self.left[card] -= 1
            if self.left[card] < 0:
                yield f"{card} came out of the shoe more often than it can be in it"

    def hides(self) -> list[HiddenPlace]:
        """The places of the cards that lie face down on the layout."""
        return [
            HiddenPlace(self, at) for hand, places in self.unseen.items() if hand is not Pile.DISCARDS for at in places
        ]


class Shoes:
    """All shuffles of one journal."""

    def __init__(self, rulebook: str, cards: Sequence[Card], seed: str = "") -> None:
        self._rulebook = rulebook
        self._cards = tuple(cards)
        self._seed = seed
        self._up: Card | None = None
        self._bound: set[str] = set()
        self._misread = ""
        self._opening: list[Shuffle] = []
        self.open: list[Shuffle] = []
        self.shuffles = 0
        self.revealed = 0
        self.lost = 0

    def follow(self, fact: Fact, lying: list[Card]) -> Iterator[str]:
        """What is wrong with a shoe, seen at this fact. `lying` are the known cards on the layout."""
        if self._misread and not isinstance(fact, BlackjackMissed):  # where people look, they may say so themselves
            yield self._misread
        self._misread = ""
        match fact:
            case RoundOpened() if self.open and not self.open[-1].commitment:
                self._opening = deepcopy(self.open)
            case RoundCorrected():
                self.open, self._up = deepcopy(self._opening), None
            case ShoeClosed() | ShoeMiscounted():
                self.open = [each for each in self.open if each.commitment]  # people's cards are bound to nothing
            case CardsShuffled():
                yield from self._shuffled(fact, lying)
            case SealBroken(cards):
                yield from self._shuffled(CardsShuffled(cards, "", ()), lying)
            case ShoeLost():
                self.lost += len(self.open)
                self.open.clear()
                self._up = None
            case ShoeRevealed():
                yield from self._reveal(fact)
            case _ if self.open:
                yield from self._drawn(self.open[-1], fact)

    def _shuffled(self, fact: CardsShuffled, lying: list[Card]) -> Iterator[str]:
        if fact.commitment and fact.commitment in self._bound:
            yield "two shuffles are bound to one and the same order"
        self._bound.add(fact.commitment)
        self.shuffles += 1
        hidden = [place for shuffle in self.open for place in shuffle.hides()]
        left = Counter(self._cards)
        left.subtract(lying)
        self.open.append(Shuffle(self.shuffles, fact.commitment, fact.cards, lying, hidden, left=left))

    def _drawn(self, shuffle: Shuffle, fact: Fact) -> Iterator[str]:  # noqa: C901  one case a fact, none nested
        match fact:
            case CardsCut(by, at):
                shuffle.cut = (shuffle.cut + at) % shuffle.cards
                if shuffle.commitment and by == HOUSE_DEALER and at != shuffle.cards // 2:
                    yield "the dealer of a virtual shoe cuts in the middle, and this cut is elsewhere"
            case CardBurned():
                yield from shuffle.draw(Pile.DISCARDS, None)
            case CardDealt(hand, _, card):
                yield from shuffle.draw(hand, card)
                self._up = card if hand == DEALER and self._up is None else self._up
            case CardSetAside(card, found):
                if found is not Found.TEN:
                    yield from shuffle.draw(Pile.DISCARDS, card)
                if shuffle.commitment:
                    yield "a virtual shoe has no card to set aside"
            case BurnCardShown(card):
                yield from shuffle.turn(Pile.DISCARDS, card)
            case CardTurned(hand, card):
                yield from self._turned(hand, card)
            case HoleCardRead(hand, blackjack) if self._up is not None:
                holder = self._holder(hand)
                holder.reads.append(Read(holder.unseen[hand][0], self._up, blackjack))
            case WheelSpun():
                shuffle.spins.append(fact)
            case CardsCollected():
                self._up = None
                for each in self.open:
                    each.unseen = {hand: places for hand, places in each.unseen.items() if hand is Pile.DISCARDS}
        if len(shuffle.drawn) > shuffle.cards:
            yield f"more cards came out of the shoe than the {shuffle.cards} that were in it"

    def _holder(self, hand: HandId) -> Shuffle:
        """The shuffle that a face-down card of this hand came from; it may be one before the shoe ran out."""
        for each in self.open:
            if each.unseen.get(hand):
                return each
        raise KeyError(hand)

    def _turned(self, hand: HandId, card: Card) -> Iterator[str]:
        holder = self._holder(hand)
        at = holder.unseen[hand][0]
        yield from holder.turn(hand, card)
        self._up = card if hand == DEALER and self._up is None else self._up
        if any(read.at == at and read.lies(card) for read in holder.reads):
            says = f"the hole card was read otherwise than as {card}"
            if holder.commitment:
                yield says
            else:
                self._misread = says

    def _reveal(self, fact: ShoeRevealed) -> Iterator[str]:
        found = [each for each in self.open if each.commitment == fact.commitment]
        if not found:
            yield "an order is revealed that no shuffle had bound itself to"
            return
        shuffle = found[0]
        self.open.remove(shuffle)
        self.revealed += 1
        if commitment(self._rulebook, fact.order, fact.nonce) != fact.commitment:
            yield "the revealed order is not the one that the shoe had bound itself to"
            return
        shuffle.came = fact.order[shuffle.cut :] + fact.order[: shuffle.cut]
        yield from self._wrong_cards(shuffle)
        yield from _wrong_deal(shuffle, shuffle.came)
        yield from _wrong_spins(shuffle, fact.nonce)
        yield from self._not_from_seed(shuffle, fact)

    def _wrong_cards(self, shuffle: Shuffle) -> Iterator[str]:
        """The shoe held all cards but those that lay on the layout, face up or down."""
        hidden = [place.shuffle.came[place.at] for place in shuffle.hidden if place.shuffle.came is not None]
        rack = Counter(self._cards)
        rack.subtract(shuffle.out)
        rack.subtract(hidden)
        there = Counter(shuffle.came)
        all_known = len(hidden) == len(shuffle.hidden)
        if len(shuffle.came or ()) != shuffle.cards or (there != rack if all_known else there - rack):
            yield "the revealed order does not hold the cards that it should"

    def _not_from_seed(self, shuffle: Shuffle, fact: ShoeRevealed) -> Iterator[str]:
        if self._seed and shuffle.cards == len(self._cards):
            below, nonce = PracticeRandomness(int(self._seed)).shuffle(shuffle.number)
            if (tuple(shuffled(self._cards, below)), nonce) != (fact.order, fact.nonce):
                yield "the revealed order does not follow from the seed in the header"


def _wrong_deal(shuffle: Shuffle, came: tuple[Card, ...]) -> Iterator[str]:
    for place, (dealt, bound) in enumerate(zip(shuffle.drawn, came, strict=False), start=1):
        if dealt is not None and dealt != bound:
            yield f"card {place} of the shoe was dealt as {dealt}, and the revealed order has {bound} there"
            return
    for read in shuffle.reads:
        if read.at < len(came) and read.lies(came[read.at]):
            yield f"the hole card was read otherwise than as {came[read.at]}"


def _wrong_spins(shuffle: Shuffle, nonce: str) -> Iterator[str]:
    """In the first format spins were bound to nothing, and their weights are not on record."""
    for number, spun in enumerate(shuffle.spins, start=1):
        if spun.weights and spun.section != stopped_at(spun.weights, wheel(nonce, shuffle.cut, number)):
            yield f"spin {number} of the wheel stopped on section {spun.section}, and the revealed nonce gives another"
            return
