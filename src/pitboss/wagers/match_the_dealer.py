"""Match the Dealer: each of the first two cards may match the dealer's card, in its suit or in another."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card

OTHER_SUIT = "other_suit"
SAME_SUIT = "same_suit"


def matches(card: Card, first_two: Sequence[Card]) -> list[str]:
    """A row for each card of the same rank (S15: a king matches a king, not a queen)."""
    return [SAME_SUIT if mine.suit is card.suit else OTHER_SUIT for mine in first_two[:2] if mine.rank is card.rank]
