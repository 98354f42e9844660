"""Two-card poker: a pair beats a high card, an ace is the highest card, and straights and flushes are nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card, Rank

_HEIGHT = {rank: place for place, rank in enumerate(Rank, start=1)} | {Rank.ACE: len(Rank) + 1}
_OF_HEIGHT = {height: rank for rank, height in _HEIGHT.items()}


class TwoCards(NamedTuple):
    """The best two of some cards; the greater one beats the other. Heights are those of cards, an ace 14."""

    pair: bool
    high: int
    low: int

    @property
    def spoken(self) -> str:
        """As the dealer says it: a pair of sixes, or ace-ten high."""
        high, low = _OF_HEIGHT[self.high], _OF_HEIGHT[self.low]
        return f"a pair of {high.plural}" if self.pair else f"{high.spoken}-{low.spoken} high"


def height(rank: Rank) -> int:
    """How high a card is, from a two on."""
    return _HEIGHT[rank]


def best_two(cards: Sequence[Card]) -> TwoCards:
    """The best two-card hand that these cards hold, of which there are two or more."""
    heights = Counter(_HEIGHT[card.rank] for card in cards)
    pairs = [each for each, count in heights.items() if count > 1]
    if pairs:
        return TwoCards(True, max(pairs), max(pairs))
    high, low = sorted(heights, reverse=True)[:2]
    return TwoCards(False, high, low)
