"""A hand on the layout, and what its cards are worth in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.kinds import Closing
from pitboss.ids import Player
from pitboss.law.points import Point, carries


class Score(NamedTuple):
    """The point count of some cards. It is soft while an ace counts 11."""

    total: int
    soft: bool

    @property
    def spoken(self) -> str:
        return f"soft {self.total}" if self.soft else str(self.total)


NOTHING = Score(0, False)


@lru_cache(maxsize=1024)
def plus(before: Score, points: int) -> Score:
    """The count with one more card of these points; no more than one ace can count 11."""
    total, elevens = before.total + points, before.soft + (points == 11)
    while total > 21 and elevens:
        total -= 10
        elevens -= 1
    return Score(total, elevens > 0)


@carries(Point.CARD_VALUES)
def score(cards: Sequence[Card]) -> Score:
    """The best count: an ace is 11 unless that would carry the hand past 21, then 1."""
    total = elevens = 0
    for card in cards:
        points = card.points
        total += points
        if points == 11:
            elevens += 1
    while total > 21 and elevens:
        total -= 10
        elevens -= 1
    return Score(total, elevens > 0)


class Situation(NamedTuple):
    """A hand as rules look at it. `split` says that a split has made it, `ace` that its first card is an ace, and
    `switched` that its second card came from another hand. `pair` says that two of its cards count the same,
    `same_rank` that two are of one rank, and `highest` is what they count with every ace as 11.
    """

    total: int
    soft: bool
    cards: int
    doubles: int = 0
    split: bool = False
    ace: bool = False
    switched: bool = False
    pair: bool = False
    highest: int = 0
    same_rank: bool = False

    @property
    def blackjack(self) -> bool:
        """21 in the first two cards, never after a split or a switch."""
        return self.cards == 2 and self.total == 21 and not self.split and not self.switched

    @property
    def above_by_ace(self) -> bool:
        """Whether its cards are above 21 only if an ace counts 11."""
        return self.total <= 21 < self.highest

    def passes_21(self, *, aces_as_11: bool) -> bool:
        """Whether its cards are above 21 as they are best counted, or with every ace as 11."""
        return (self.highest if aces_as_11 else self.total) > 21


def situation_of(
    cards: Sequence[Card], counted: Score, doubles: int = 0, *, split: bool = False, switched: bool = False
) -> Situation:
    """These cards, which count so much, as rules look at them."""
    points = [card.points for card in cards]
    ace, pair = points[:1] == [11], len(set(points)) < len(points)
    same_rank = pair and len({card.rank for card in cards}) < len(cards)
    return Situation(*counted, len(points), doubles, split, ace, switched, pair, sum(points), same_rank)


def situation_of_points(points: Sequence[int], doubles: int = 0, *, split: bool = False) -> Situation:
    """Cards that count so much each, an ace 11, as rules look at them; which of them came first is not known.

    Those that count the same are taken to be of one rank.
    """
    counted = NOTHING
    for each in points:
        counted = plus(counted, each)
    pair = len(set(points)) < len(points)
    return Situation(*counted, len(points), doubles, split, pair=pair, highest=sum(points), same_rank=pair)


@dataclass(slots=True)
class Hand:
    """What lies in front of one box, or of the dealer. Only facts write to it.

    `cards` are those whose faces are known at the table, in the order in which they came; `face_down` counts
    the others. `score` is what the known cards count. `caller` is who decides on the hand. `concealed`
    counts those, from the first, whose faces the caller alone knows; `turned` those that lay face down in a player's
    hand and were turned. Where a box has several spots, `spot` says on
    which of them it lies, `chosen` that its player has decided whether to switch cards, and `switched` that he did.
    """

    caller: Player | None = None
    cards: list[Card] = field(default_factory=list)
    score: Score = NOTHING
    face_down: int = 0
    concealed: int = 0
    turned: int = 0
    doubles: int = 0
    born_of_split: bool = False
    was_split: bool = False
    before_split: tuple[Card, ...] = ()
    closed: Closing | None = None
    groups: tuple[tuple[Card, ...], ...] = ()
    spot: int = 1
    chosen: bool = False
    switched: bool = False
    _situation: Situation | None = field(default=None, compare=False, repr=False)

    def lay(self, card: Card) -> None:
        """A known card comes to the hand."""
        self.cards.append(card)
        self.score = plus(self.score, card.points)
        self._situation = None

    def turn(self, card: Card) -> None:
        """A card that lay face down is known. A player's were the first cards of the hand, and stay so."""
        self.face_down -= 1
        if self.caller is None:
            self.lay(card)
            return
        self.cards.insert(self.turned, card)
        self.turned += 1
        self.score = score(self.cards)
        self._situation = None

    def show(self, cards: Sequence[Card]) -> None:
        """The first cards are turned for everybody; whoever had not seen them sees that they are these."""
        self.concealed = 0
        if self.face_down:
            self.face_down -= len(cards)
            self.cards[:0] = cards
            self.score = score(self.cards)
            self._situation = None

    def double(self) -> None:
        self.doubles += 1
        self._situation = None

    def take_second(self, card: Card) -> None:
        """The second card is changed for another hand's."""
        self.cards[1] = card
        self.switched = True
        self.score = score(self.cards)
        self._situation = None

    def split_off(self) -> list[Card]:
        """All cards but the first leave the hand, which is one of those that a split made from now on."""
        self.was_split = True
        self.before_split = self.before_split or tuple(self.cards)
        others = self.cards[1:]
        del self.cards[1:]
        self.score = score(self.cards)
        self._situation = None
        return others

    @property
    def situation(self) -> Situation:
        """The hand as rules look at it; asked several times before anything changes, so it is kept."""
        if self._situation is None:
            split = self.born_of_split or self.was_split
            self._situation = situation_of(self.cards, self.score, self.doubles, split=split, switched=self.switched)
        return self._situation

    @property
    def hidden(self) -> bool:
        """Whether cards of it lie face down, known to its player or to nobody at the table."""
        return self.concealed > 0 or self.face_down > 0

    @property
    def passes_21(self) -> bool:
        """Whether it is above 21 whatever lies face down in it: every ace counts 1, and so does every hidden card."""
        return sum(1 if card.points == 11 else card.points for card in self.cards) + self.face_down > 21

    @property
    def first_cards(self) -> tuple[Card, ...]:
        """The cards dealt to the box from the first on, also after a split has parted those."""
        return self.before_split or tuple(self.cards)

    @property
    def split(self) -> bool:
        """Whether this hand is one of those that a split made, the first of them included."""
        return self.born_of_split or self.was_split
