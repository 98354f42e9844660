"""Bonus Spin: an ace or a blackjack in the first two cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, Rank
from pitboss.core.hands import score


def aces(first_two: Sequence[Card]) -> int:
    return sum(card.rank is Rank.ACE for card in first_two[:2])


def spins(first_two: Sequence[Card]) -> bool:
    """Whether the first two cards are a natural blackjack, which earns the wheel."""
    return score(first_two[:2]).total == 21
