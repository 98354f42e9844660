"""Which rows of a side wager any cards make, as a table: for the pricer, which counts them, and for the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.wagers.side import Rows, SideWager

Shoe = tuple[tuple[Card, int], ...]
"""Each kind of card, and how many copies of it there are."""


def kinds_of(side: SideWager, cards: Iterable[Card]) -> tuple[Card, ...]:
    """One card of each kind that a wager tells apart."""
    if not side.by_rank:
        return tuple(cards)
    return tuple({card.rank: card for card in cards}.values())


def kind_of(side: SideWager, card: Card, kinds: Sequence[Card]) -> Card:
    """The card that stands for this one."""
    return next(each for each in kinds if each.rank is card.rank) if side.by_rank else card


class RowTable(NamedTuple):
    """`made[i, j, …]` is the number of what cards i, j, … make; `rows` are the rows by that number, from none on."""

    made: NDArray[np.uint8]
    rows: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=16)
def row_table(rows: Rows, kinds: tuple[Card, ...], count: int) -> RowTable:
    """What every way to deal this number of cards makes; rows have no order."""
    numbers: dict[tuple[str, ...], int] = {(): 0}
    made = [numbers.setdefault(tuple(sorted(rows(dealt))), len(numbers)) for dealt in product(kinds, repeat=count)]
    assert len(numbers) < 256, "a wager has fewer kinds of results than that"
    return RowTable(np.array(made, dtype=np.uint8).reshape((len(kinds),) * count), tuple(numbers))


def ways(shoe: Shoe, count: int) -> NDArray[np.int64]:
    """In how many ways the shoe gives each sequence of cards, without putting any back."""
    copies = np.array([each for _, each in shoe], dtype=np.int64)
    total = np.ones((len(shoe),) * count, dtype=np.int64)
    for place in range(count):
        left = copies.reshape([-1 if axis == place else 1 for axis in range(count)])
        for before in range(place):
            same = np.eye(len(shoe), dtype=np.int64)
            left = left - same.reshape([len(shoe) if axis in (before, place) else 1 for axis in range(count)])
        total = total * np.maximum(left, 0)
    return total
