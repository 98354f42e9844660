"""What cards can do, whatever the rules pay: every hand a player can hold, every way a dealer can draw.

Ranks are counted from 0 (ace) to 9 (ten-point cards). A hand is a multiset of ranks: its order never matters to what
it is worth, because any order of the same cards is equally likely to come from the shoe.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RANKS = 10
ACE, TEN = 0, 9
FINALS = ("17", "18", "19", "20", "21", "bust", "blackjack")
BUST_FINAL, BLACKJACK_FINAL = 5, 6

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Multiset = tuple[int, ...]


class Place(IntEnum):
    """Where a hand lies in its box: alone, first of those that a split made of it, or made by a split."""

    PLAIN = 0
    FIRST = 1
    BORN = 2


def points(rank: int) -> int:
    return rank + 1


def completes(up: int) -> int:
    """The rank of a second card that makes a blackjack of this up card; -1 where none does."""
    if up == ACE:
        return TEN
    return ACE if up == TEN else -1


@lru_cache(maxsize=8192)
def best_total(hand: Multiset) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts 11 in it."""
    hard = sum(count * points(rank) for rank, count in enumerate(hand))
    soft = hand[ACE] > 0 and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft


class Hands(NamedTuple):
    """Every multiset of cards that is not above 21, in an order in which a card more always comes before.

    `after[h, r]` is the hand with one more card of rank r, or -1 if that is a bust.
    """

    counts: Ints
    total: Ints
    soft: Ints
    size: Ints
    after: Ints


@lru_cache(maxsize=1)
def all_hands() -> tuple[Multiset, ...]:
    """The hands in the order of their numbers."""
    found: list[Multiset] = []

    def grow(hand: list[int], hard: int, least: int) -> None:
        found.append(tuple(hand))
        for rank in range(least, RANKS):
            if hard + points(rank) <= 21:
                hand[rank] += 1
                grow(hand, hard + points(rank), rank)
                hand[rank] -= 1

    grow([0] * RANKS, 0, 0)
    found.sort(key=lambda hand: -sum(count * points(rank) for rank, count in enumerate(hand)))
    return tuple(found)


@lru_cache(maxsize=1)
def numbers() -> dict[Multiset, int]:
    return {hand: number for number, hand in enumerate(all_hands())}


@lru_cache(maxsize=1)
def hands() -> Hands:
    found, index = all_hands(), numbers()
    totals = [best_total(hand) for hand in found]
    after = np.full((len(found), RANKS), -1, dtype=np.int64)
    for place, hand in enumerate(found):
        for rank in range(RANKS):
            more = (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])
            after[place, rank] = index.get(more, -1)
    return Hands(
        counts=np.array(found, dtype=np.int64),
        total=np.array([total for total, _ in totals], dtype=np.int64),
        soft=np.array([soft for _, soft in totals], dtype=np.int64),
        size=np.array([sum(hand) for hand in found], dtype=np.int64),
        after=after,
    )


MOST_DRAWN = 24


class Draws(NamedTuple):
    """Every way in which dealers can draw to their end, for all up cards one after the other.

    A way is a multiset of drawn ranks; `orders` says how many orders of it stop at its last card and no sooner. Of
    way w, `codes[w, i]` says which rank came how often, as rank times `MOST_DRAWN` plus times. Ways with the same end,
    the same number of cards and of ranks stand together in runs: run r has ways `start[r]` to `start[r + 1]`, ends in
    `final[r]` after `drawn[r]` cards of `kinds[r]` ranks. Runs of up card u are `first[u]` to `first[u + 1]`.
    """

    first: Ints
    start: Ints
    final: Ints
    drawn: Ints
    kinds: Ints
    orders: Floats
    codes: NDArray[np.uint8]


@lru_cache(maxsize=4)
def draws(stands: int, *, hits_soft: bool) -> Draws:
    first, start, runs = [0], [0], []
    orders: list[float] = []
    codes: list[list[int]] = []
    for up in range(RANKS):
        grouped: dict[tuple[int, int, int], list[tuple[list[int], int]]] = {}
        for (drawn, final), count in _ways(up, stands, hits_soft=hits_soft).items():
            code = [rank * MOST_DRAWN + times for rank, times in enumerate(drawn) if times]
            grouped.setdefault((final, sum(drawn), len(code)), []).append((code, count))
        for run, ways in sorted(grouped.items()):
            runs.append(run)
            orders += [float(count) for _, count in ways]
            codes += [code for code, _ in ways]
            start.append(len(orders))
        first.append(len(runs))
    width = max(map(len, codes))
    finals, cards, kinds = zip(*runs, strict=True)
    return Draws(
        first=np.array(first, dtype=np.int64),
        start=np.array(start, dtype=np.int64),
        final=np.array(finals, dtype=np.int64),
        drawn=np.array(cards, dtype=np.int64),
        kinds=np.array(kinds, dtype=np.int64),
        orders=np.array(orders),
        codes=np.array([code + [0] * (width - len(code)) for code in codes], dtype=np.uint8),
    )


def _ways(up: int, stands: int, *, hits_soft: bool) -> Counter[tuple[Multiset, int]]:
    """How many orders of each multiset of drawn cards end the dealer's hand, and how."""
    found: Counter[tuple[Multiset, int]] = Counter()
    held, drawn = [0] * RANKS, [0] * RANKS
    held[up] = 1

    def draw() -> None:
        total, soft = best_total(tuple(held))
        if sum(drawn) and (total > stands or (total == stands and not (soft and hits_soft))):
            found[tuple(drawn), _final(total, sum(drawn), stands)] += 1
            return
        for rank in range(RANKS):
            held[rank] += 1
            drawn[rank] += 1
            draw()
            held[rank] -= 1
            drawn[rank] -= 1

    draw()
    return found


def _final(total: int, drawn: int, stands: int) -> int:
    if total > 21:
        return BUST_FINAL
    if total == 21 and drawn == 1:
        return BLACKJACK_FINAL
    assert stands == 17, "finals are counted from 17"
    return total - stands
