"""What rules look at in a hand. A hand on the layout has one, and so has a hand that only a solver thinks of."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import Rank
from pitboss.core.hands import Hand
from pitboss.law.points import Point, carries


class Situation(NamedTuple):
    """A hand in play. `split` says that a split has made it, `ace` that its first card is an ace."""

    total: int
    soft: bool
    cards: int
    doubles: int = 0
    split: bool = False
    ace: bool = False

    @property
    def blackjack(self) -> bool:
        """21 in the first two cards, never after a split."""
        return self.cards == 2 and self.total == 21 and not self.split


@carries(Point.BLACKJACK)
def is_blackjack(hand: Hand) -> bool:
    """An ace and a ten-point card as the first two cards, never after a split."""
    return len(hand.cards) == 2 and hand.score.total == 21 and not hand.split


def situation_of(hand: Hand) -> Situation:
    total, soft = hand.score
    ace = bool(hand.cards) and hand.cards[0].rank is Rank.ACE
    return Situation(total, soft, len(hand.cards), hand.doubles, hand.split, ace)
