"""The poker hand of a box while its cards come: what has been seen of it, and how much another card is worth to it.

Of all cards at a box only the best pair matters, and which higher ranks lie there once. That is a number, which the
simulation reads off its bits by height: bits of single ranks below `PAIRED`, and above it a pair with the single ranks
that are higher.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.tables import RANKS, STARTS, strength_of_two
from pitboss.analysis.drawing.tables import Floats, Ints

PAIRED = 1 << RANKS
SEEN = 2 * PAIRED
LOW, MOST_LOW = 8, 5  # high ranks are those from a ten on; how many low ones are counted
TENS = 15  # bits of ten-valued ranks among the high ones
CLASSES = 256  # room for them
FADING, MOST_STEPS = 0.85, 12  # how much less a state counts with each card more, when states are averaged


def height(rank: int) -> int:
    """The height of a rank, from a two on."""
    return (rank + RANKS - 1) % RANKS


def seen_number(singles: int, pair: int) -> int:
    """Return the number of what is seen: ranks that lie there once as bits by height, and the best pair's, or -1."""
    if pair < 0:
        return singles
    return PAIRED + (1 << (RANKS - 1 - pair)) + (singles >> (pair + 1))


class Seen(NamedTuple):
    """All that may be seen of a box: what a card of each rank makes of it, and the strength of its poker hand.

    `start` is by two first ranks. Numbers that nothing leads to are filled with zeros.
    """

    step: NDArray[np.int16]
    strength: NDArray[np.int16]
    start: NDArray[np.int16]


@lru_cache(maxsize=1)
def seen_cards() -> Seen:
    """Return the table of everything that may be seen of a box."""
    step = np.zeros((SEEN, RANKS), dtype=np.int16)
    strength = np.zeros(SEEN, dtype=np.int16)
    start = np.zeros((RANKS, RANKS), dtype=np.int16)
    pairs = strength_of_two()
    rank_at = np.roll(np.arange(RANKS), -1)  # by height
    for singles in range(PAIRED):
        bits = [place for place in range(RANKS) if singles >> place & 1]
        if len(bits) > 1:
            strength[singles] = pairs[rank_at[bits[-1]], rank_at[bits[-2]]]
        for rank in range(RANKS):
            bit = 1 << height(rank)
            step[singles, rank] = seen_number(singles, height(rank)) if singles & bit else singles | bit
    for pair in range(RANKS):
        for higher in range(1 << (RANKS - 1 - pair)):
            singles = higher << (pair + 1)
            number = seen_number(singles, pair)
            strength[number] = pairs[rank_at[pair], rank_at[pair]]
            for rank in range(RANKS):
                step[number, rank] = _after_pair(singles, pair, height(rank))
    for one, other in STARTS:
        number = seen_number(1 << height(one) | 1 << height(other), height(one) if one == other else -1)
        start[one, other] = start[other, one] = number
    return Seen(step, strength, start)


def _after_pair(singles: int, pair: int, card: int) -> int:
    """What a card makes of a box with a pair."""
    if card <= pair:
        return seen_number(singles, pair)
    if singles >> card & 1:
        return seen_number(singles, card)
    return seen_number(singles | 1 << card, pair)


@lru_cache(maxsize=1)
def classes() -> NDArray[np.uint8]:
    """Return the class of everything that may be seen of a box; what another card is worth is much the same in one.

    Without a pair it is told by the two highest ranks, and by how many high and low ranks lie there. With a pair of
    high cards it is all that is seen, otherwise the pair and how many high and low ranks above it lie there.
    """
    found = np.zeros(SEEN, dtype=np.int64)
    numbered: dict[tuple[int, ...], int] = {}
    for singles in range(PAIRED):
        if (singles >> LOW & TENS).bit_count() > 1:
            found[singles] = numbered.setdefault(_unpaired(singles), len(numbered))
    for pair in range(RANKS):
        for higher in range(1 << (RANKS - 1 - pair)):
            singles = higher << (pair + 1)
            key = _paired(singles, pair)
            found[seen_number(singles, pair)] = numbered.setdefault(key, len(numbered))
    assert len(numbered) < CLASSES
    return found.astype(np.uint8)


def _unpaired(singles: int) -> tuple[int, ...]:
    low = singles & ((1 << LOW) - 1)
    bits = [place for place in range(RANKS) if singles >> place & 1]
    return -1, *bits[-2:], (singles >> LOW).bit_count(), min(MOST_LOW, low.bit_count())


def _paired(singles: int, pair: int) -> tuple[int, ...]:
    if pair >= LOW:
        return pair, singles
    low = singles & ((1 << LOW) - 1)
    return pair, (singles >> LOW).bit_count(), min(2, low.bit_count())


class Leads(NamedTuple):
    """How a card leads from class to class, as a list of steps: `chance` of the step by card, and what it adds.

    Classes are those that come up, by `number` in all of them. Steps of class c by card r are `first[r, c]` up to
    `first[r, c + 1]`; `more` is what the card adds to the worth of the poker hand on average.
    """

    number: Ints
    first: Ints
    then: Ints
    chance: Floats
    more: Floats


def visits(value: int, values: Ints, likely: Floats) -> Floats:
    """Return how often what is seen comes up while cards are drawn to a pair of this value.

    `values` and `likely` are the value and the chance of each rank.
    """
    seen, now = seen_cards(), np.zeros(SEEN)
    ranks = np.flatnonzero(values == value)
    for one in ranks:
        for other in ranks:
            now[seen.start[one, other]] += 1.0
    total = now.copy()
    for count in range(1, MOST_STEPS + 1):
        after = np.zeros(SEEN)
        here = np.flatnonzero(now)
        for rank in range(RANKS):
            np.add.at(after, seen.step[here, rank], now[here] * likely[rank])
        now = after
        total += FADING**count * now
    return total


def leads(worth: Floats, visited: Floats, cards: Ints) -> Leads:
    """Return how cards lead on from what is visited. `worth` is by strength, `cards` says as what each rank counts."""
    seen, kinds = seen_cards(), classes()
    states = np.flatnonzero(visited)
    number = np.unique(kinds[states]).astype(np.int64)
    place = np.full(CLASSES, -1, dtype=np.int64)
    place[number] = np.arange(len(number))
    size, here, by_state = len(number), place[kinds[states]], worth[seen.strength]
    mass = np.bincount(here, visited[states], size)
    count = int(cards.max()) + 1
    share = 1.0 / np.bincount(cards, minlength=count)
    lead, more = np.zeros((count, size, size)), np.zeros((count, size))
    for rank, card in enumerate(cards.tolist()):
        after = seen.step[states, rank]
        much = visited[states] / mass[here] * share[card]
        np.add.at(lead[card], (here, place[kinds[after]]), much)
        np.add.at(more[card], here, much * (by_state[after] - by_state[states]))
    then = np.nonzero(lead)[2]
    counts = np.count_nonzero(lead, axis=2)
    first = np.zeros((count, size + 1), dtype=np.int64)
    first[:, 1:] = counts.cumsum(axis=1)
    first += np.concatenate(([0], counts.sum(axis=1).cumsum()[:-1]))[:, np.newaxis]
    return Leads(number, first, then, lead[np.nonzero(lead)], more)
