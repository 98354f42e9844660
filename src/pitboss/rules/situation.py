"""What rules look at in a hand. A hand on the layout has one, and so has a hand that only a solver thinks of."""

from __future__ import annotations

from pitboss.core.hands import Hand, Situation
from pitboss.law.points import Point, carries

__all__ = ["Situation", "is_blackjack"]


@carries(Point.BLACKJACK)
def is_blackjack(hand: Hand) -> bool:
    """An ace and a ten-point card as the first two cards, never after a split."""
    return not hand.face_down and hand.situation.blackjack
