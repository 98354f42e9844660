"""A hand on the layout, and what its cards are worth in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Hand:
    """What lies in front of one box, or of the dealer. Only the fold writes to it.

    `cards` are those whose faces are known at the table, in the order in which they came; `face_down` counts
    the others. `score` is what the known cards count. `caller` is who decides on the hand. `concealed` says
    that the faces are known to the caller alone.
    """

    caller: Player | None = None
    cards: list[Card] = field(default_factory=list)
    score: Score = NOTHING
    face_down: int = 0
    concealed: bool = False
    doubles: int = 0
    born_of_split: bool = False
    was_split: bool = False
    pair_before_split: tuple[Card, ...] = ()
    closed: Closing | None = None
    groups: tuple[tuple[Card, ...], ...] = ()

    def lay(self, card: Card) -> None:
        """A known card comes to the hand."""
        self.cards.append(card)
        self.score = score(self.cards)

    def take_last(self) -> Card:
        """The last card leaves the hand, as a split takes it."""
        card = self.cards.pop()
        self.score = score(self.cards)
        return card

    @property
    def first_two(self) -> tuple[Card, ...]:
        """The first two cards dealt to the box, also after a split has parted them."""
        return self.pair_before_split or tuple(self.cards[:2])

    @property
    def split(self) -> bool:
        """Whether this hand is one of those that a split made, the first of them included."""
        return self.born_of_split or self.was_split
