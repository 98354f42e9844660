"""What cards can do, whatever the rules pay: every hand a player can hold, every way a dealer can draw.

Ranks are those that an alphabet tells apart. A hand is a multiset of ranks: its order never matters to what it is
worth, because any order of the same cards is equally likely to come from the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, Rank, Suit

MOST_OVER = 10  # a bust may be 22 to 31

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Multiset = tuple[int, ...]


class Place(IntEnum):
    """Where a hand lies in its box: alone, first of those that a split made of it, or made by a split."""

    PLAIN = 0
    FIRST = 1
    BORN = 2


@dataclass(frozen=True, slots=True, eq=False)
class Alphabet:
    """The ranks that are told apart: the cards of each, aces first, and what each counts, an ace 1."""

    ranks: tuple[tuple[Rank, ...], ...]
    points: tuple[int, ...]
    number: Mapping[Rank, int]

    @property
    def size(self) -> int:
        return len(self.ranks)

    def rank_of(self, card: Card) -> int:
        return self.number[card.rank]

    def completing(self, up: int) -> tuple[int, ...]:
        """The ranks of a second card that makes a blackjack of this up card."""
        need = {1: 10, 10: 1}.get(self.points[up])
        return tuple(rank for rank, points in enumerate(self.points) if points == need)


def coarsest(apart: Callable[[Rank], Hashable]) -> Alphabet:
    """Ranks that count the same, and that `apart` does not tell apart either, are one."""
    found: dict[Hashable, list[Rank]] = {}
    for rank in Rank:
        found.setdefault((_points(rank), apart(rank)), []).append(rank)
    ranks = tuple(map(tuple, found.values()))
    number = {rank: number for number, those in enumerate(ranks) for rank in those}
    return Alphabet(ranks, tuple(_points(those[0]) for those in ranks), number)


def _points(rank: Rank) -> int:
    return 1 if rank is Rank.ACE else Card(rank, Suit.SPADES).points


BY_POINTS = coarsest(lambda _: None)  # what counts the same is the same
BY_RANK = coarsest(lambda rank: rank)
RANKS = BY_POINTS.size
ACE = 0


@lru_cache(maxsize=16384)
def best_total(hand: Multiset, alphabet: Alphabet = BY_POINTS) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts 11 in it."""
    hard = hard_total(hand, alphabet)
    soft = hand[ACE] > 0 and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft


def hard_total(hand: Multiset, alphabet: Alphabet = BY_POINTS) -> int:
    """The total of a hand with every ace as 1."""
    return sum(count * points for count, points in zip(hand, alphabet.points, strict=True) if count)


class Hands(NamedTuple):
    """Every multiset of cards that is not above 21, in an order in which a card more always comes before.

    `after[h, r]` is the hand with one more card of rank r, or -1 if that is a bust; `hard` counts every ace as 1, as
    `points` does.
    """

    counts: Ints
    hard: Ints
    total: Ints
    soft: Ints
    size: Ints
    after: Ints
    points: Ints


@cache
def all_hands(alphabet: Alphabet = BY_POINTS) -> tuple[Multiset, ...]:
    """The hands in the order of their numbers."""
    found: list[Multiset] = []
    points = alphabet.points

    def grow(hand: list[int], hard: int, least: int) -> None:
        found.append(tuple(hand))
        for rank in range(least, alphabet.size):
            if hard + points[rank] <= 21:
                hand[rank] += 1
                grow(hand, hard + points[rank], rank)
                hand[rank] -= 1

    grow([0] * alphabet.size, 0, 0)
    found.sort(key=lambda hand: -hard_total(hand, alphabet))
    return tuple(found)


@cache
def numbers(alphabet: Alphabet = BY_POINTS) -> dict[Multiset, int]:
    return {hand: number for number, hand in enumerate(all_hands(alphabet))}


@cache
def hands(alphabet: Alphabet = BY_POINTS) -> Hands:
    found, index = all_hands(alphabet), numbers(alphabet)
    totals = [best_total(hand, alphabet) for hand in found]
    after = np.full((len(found), alphabet.size), -1, dtype=np.int64)
    for place, hand in enumerate(found):
        for rank in range(alphabet.size):
            after[place, rank] = index.get(with_card(hand, rank), -1)
    return Hands(
        counts=np.array(found, dtype=np.int64),
        hard=np.array([hard_total(hand, alphabet) for hand in found], dtype=np.int64),
        total=np.array([total for total, _ in totals], dtype=np.int64),
        soft=np.array([soft for _, soft in totals], dtype=np.int64),
        size=np.array([sum(hand) for hand in found], dtype=np.int64),
        after=after,
        points=np.array(alphabet.points, dtype=np.int64),
    )


def with_card(hand: Multiset, rank: int, times: int = 1) -> Multiset:
    return (*hand[:rank], hand[rank] + times, *hand[rank + 1 :])


@cache
def starts(cards: int, alphabet: Alphabet = BY_POINTS) -> tuple[Multiset, ...]:
    """Every hand of so many cards that a player may be dealt, those above 21 too."""
    empty = (0,) * alphabet.size
    ranks = combinations_with_replacement(range(alphabet.size), cards)
    return tuple(reduce(with_card, chosen, empty) for chosen in ranks)


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
    codes: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a dealer draws, and which of the totals that he may reach, from `stands` on, are one end.

    A blackjack is an end of its own, the last one.
    """

    stands: int
    hits_soft: bool
    ends: tuple[int, ...]

    @property
    def blackjack(self) -> int:
        return max(self.ends) + 1


@lru_cache(maxsize=8)
def draws(drawing: Drawing, alphabet: Alphabet = BY_POINTS) -> Draws:
    first, start, runs = [0], [0], []
    orders: list[float] = []
    codes: list[list[int]] = []
    for up in range(alphabet.size):
        grouped: dict[tuple[int, int, int], list[tuple[list[int], int]]] = {}
        for (drawn, final), count in _ways(up, drawing, alphabet).items():
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
        codes=np.array([code + [0] * (width - len(code)) for code in codes], dtype=np.uint16),
    )


def _ways(up: int, drawing: Drawing, alphabet: Alphabet) -> Counter[tuple[Multiset, int]]:
    """How many orders of each multiset of drawn cards end the dealer's hand, and how."""
    found: Counter[tuple[Multiset, int]] = Counter()
    held, drawn = [0] * alphabet.size, [0] * alphabet.size
    held[up] = 1
    stands = drawing.stands

    def draw() -> None:
        total, soft = best_total(tuple(held), alphabet)
        cards = sum(drawn)
        if cards and (total > stands or (total == stands and not (soft and drawing.hits_soft))):
            final = drawing.blackjack if total == 21 and cards == 1 else drawing.ends[total - stands]
            found[tuple(drawn), final] += 1
            return
        for rank in range(alphabet.size):
            held[rank] += 1
            drawn[rank] += 1
            draw()
            held[rank] -= 1
            drawn[rank] -= 1

    draw()
    return found
