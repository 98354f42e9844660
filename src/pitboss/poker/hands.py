"""What two to five cards make at poker.

A hand may be several things at once: a suited pair is a pair and a flush. `made` says all that it is; a text that pays
one of them brings its own order, from the best on, and `first_made` goes by that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise

from pitboss.cards import Card, Rank


class Kind(StrEnum):
    """Something that cards can make. The word is the row under which a pay table has it."""

    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    SUITED_THREE_OF_A_KIND = "suited_three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


_PLACE = {rank: place for place, rank in enumerate(Rank, start=1)}
ACE_HIGH = len(Rank) + 1


def is_flush(cards: Sequence[Card]) -> bool:
    """All of one suit."""
    return len({card.suit for card in cards}) == 1


def is_straight(cards: Sequence[Card], *, ace_low: bool = True) -> bool:
    """In sequence, whatever the order; an ace is high, or low where that is allowed, and never in the middle (CO02)."""
    low = sorted(_PLACE[card.rank] for card in cards)
    high = sorted(ACE_HIGH if place == 1 else place for place in low)
    return _in_sequence(high) or (ace_low and _in_sequence(low))


def _in_sequence(places: Sequence[int]) -> bool:
    return all(later == earlier + 1 for earlier, later in pairwise(places))


def made(cards: Sequence[Card], *, ace_low: bool = True) -> frozenset[Kind]:
    """Everything that these cards make."""
    found = set(_of_a_kind(cards))
    flush, straight = is_flush(cards), is_straight(cards, ace_low=ace_low)
    if flush:
        found.add(Kind.FLUSH)
        if len(cards) == 3 and Kind.THREE_OF_A_KIND in found:
            found.add(Kind.SUITED_THREE_OF_A_KIND)
    if straight:
        found.add(Kind.STRAIGHT)
    if flush and straight:
        found.add(Kind.STRAIGHT_FLUSH)
        if len(cards) == 5 and {Rank.ACE, Rank.KING} <= {card.rank for card in cards}:
            found.add(Kind.ROYAL_FLUSH)
    return frozenset(found)


def _of_a_kind(cards: Sequence[Card]) -> Iterable[Kind]:
    """Four of a kind are three of a kind and a pair too, and so on down."""
    counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    most, next_most = counts[0], counts[1] if len(counts) > 1 else 0
    if most >= 2:
        yield Kind.PAIR
    if most >= 3:
        yield Kind.THREE_OF_A_KIND
    if most >= 4:
        yield Kind.FOUR_OF_A_KIND
    if next_most >= 2:
        yield Kind.TWO_PAIR
        if most >= 3:
            yield Kind.FULL_HOUSE


_SPOKEN = (
    (Kind.ROYAL_FLUSH, "a royal flush"),
    (Kind.STRAIGHT_FLUSH, "a straight flush"),
    (Kind.FOUR_OF_A_KIND, "four {0}"),
    (Kind.FULL_HOUSE, "a full house, {0} and {1}"),
    (Kind.FLUSH, "a flush"),
    (Kind.STRAIGHT, "a straight"),
    (Kind.THREE_OF_A_KIND, "three {0}"),
    (Kind.TWO_PAIR, "two pairs, {0} and {1}"),
    (Kind.PAIR, "a pair of {0}"),
)


def spoken_hand(cards: Sequence[Card]) -> str:
    """What five cards are, as a dealer says it: the best that they make, in the usual order, or their highest card."""
    counts = Counter(card.rank for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], _height(rank)), reverse=True)
    found = made(cards)
    for kind, words in _SPOKEN:
        if kind in found:
            return words.format(*(rank.plural for rank in ranks))
    return f"{ranks[0].spoken} high"


def _height(rank: Rank) -> int:
    return ACE_HIGH if rank is Rank.ACE else _PLACE[rank]


def first_made(cards: Sequence[Card], order: Iterable[str], *, ace_low: bool = True) -> str | None:
    """The first of an order, from the best on, that these cards make."""
    found = made(cards, ace_low=ace_low)
    return next((each for each in order if each in found), None)
