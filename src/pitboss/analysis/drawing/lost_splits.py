"""Split boxes of which every hand is lost before the dealer acts: all ways, with the cards that they have taken.

Each hand is played by its own cards, so the number of orders in which hands draw certain cards together does not
depend on what is left in the shoe. It is counted hand by hand; all cards to come are exchangeable, so the chance of
the cards of a whole box follows from how many of each rank there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, SURRENDER
from pitboss.analysis.drawing.splits import Splits, patterns
from pitboss.analysis.drawing.tables import Floats, Ints, Multiset, best_total, with_card

BITS = 6  # of a key for each rank: a box takes fewer than 64 cards of one
TOLERANCE = 1e-15


class Lost(NamedTuple):
    """Ways to lose hands: the cards that they have taken, as keys, and in how many orders."""

    keys: Ints
    orders: Floats


@dataclass
class LostBox:
    """All ways to lose every hand of a pair that is split, by the policy of the solver.

    `chance` is that of such a box. Cards that are less likely than `tolerance` are left out, hand by hand; all that are
    left out are no likelier than `left_out`.
    """

    split: Splits
    chance: float
    tolerance: float = TOLERANCE
    left_out: float = 0.0

    def __post_init__(self) -> None:
        self.terms, self.at = self.split.terms, self.split.at
        self.split.value  # noqa: B018  the plan is made when the worth is asked for
        self.pair = with_card(self.terms.empty, self.split.rank, 2)

    def ways(self) -> Iterator[tuple[Ints, Floats]]:
        """Sets of cards that the box may have taken, the pair among them, and how likely it has when it was split."""
        free, settled = self._free, self._lost_hands(free=False)
        if not len(free.keys):
            return
        for (extra, closed, open_), orders in patterns(self.split.most).items():
            found = Lost(np.array([extra << BITS * self.split.rank]), np.array([float(orders)]))
            for hand in [settled] * closed + [free] * open_:
                found = self._joined(found, hand)
            yield self._counts(found.keys) + np.array(self.pair), self._chances(found)

    @property
    def most_taken(self) -> int:
        """A box of which every hand is lost has taken no more cards."""
        return self.split.most * (1 + int(self._counts(self._free.keys).sum(axis=1).max(initial=0)))

    @cached_property
    def _free(self) -> Lost:
        """Ways to lose one hand."""
        return self._lost_hands(free=True)

    def _lost_hands(self, *, free: bool) -> Lost:
        """Ways to lose one hand; unless it is `free`, its second card is not of the pair's rank."""
        found: Counter[int] = Counter()
        rank, alphabet = self.split.rank, self.terms.alphabet

        def draw(hand: Multiset, taken: int, doubles: int) -> None:
            for each in self.terms.ranks:
                if free or each != rank or sum(hand) > 1:
                    meet(with_card(hand, each), taken + (1 << BITS * each), doubles)

        def meet(hand: Multiset, taken: int, doubles: int) -> None:
            above = best_total(hand, alphabet)[0] > 21
            decision = SURRENDER if above else int(self.split.plan[self.at.number(hand), doubles])
            if decision == SURRENDER:
                found[taken] += 1
            elif decision in (HIT, DOUBLE):
                draw(hand, taken, doubles + (decision == DOUBLE))

        draw(self.split.one, 0, 0)
        return Lost(np.array(list(found), dtype=np.int64), np.array(list(found.values()), dtype=np.float64))

    def _joined(self, lost: Lost, hand: Lost) -> Lost:
        """Another hand is lost too; ways that take the same cards are one, and the least likely are left out."""
        chances = self.chance * self._chances(lost)
        possible = chances > 0.0
        keys, orders, chances = lost.keys[possible], lost.orders[possible], chances[possible]
        bounds = self._bounds(keys, hand)
        order = np.argsort(-bounds)
        more = (hand.keys[order], hand.orders[order], bounds[order])
        keys, orders, left_out = join(keys, orders, chances, *more, self.tolerance)
        self.left_out += left_out
        return Lost(keys, orders)

    def _bounds(self, keys: Ints, hand: Lost) -> Floats:
        """No hand is lost in one of these ways with a greater chance, after cards by any of these keys."""
        deck, left = self.at.deck(self.pair)
        before, counts = self._counts(keys), self._counts(hand.keys)
        taken = before.sum(axis=1)
        most, sizes = int(taken.max(initial=0)), counts.sum(axis=1)
        bounds = hand.orders * self._inverse[most + sizes] / self._inverse[most]
        for rank, there in enumerate(deck.tolist()):
            bounds *= self._falling[there, counts[:, rank]]
        if self.at.hole.looked:
            blackjack = ((deck - before) * self.at.hole.fills).sum(axis=1) / np.maximum(left - taken, 1)
            bounds /= 1.0 - float(blackjack.max(initial=0.0))
        return np.asarray(bounds)

    def _counts(self, keys: Ints) -> Ints:
        places = BITS * np.arange(len(self.terms.ranks))
        return keys[:, np.newaxis] >> places & ((1 << BITS) - 1)

    def _chances(self, lost: Lost) -> Floats:
        """How likely these cards come next, in any of the orders, when the dealer who looks has no blackjack."""
        deck, left = self.at.deck(self.pair)
        counts = self._counts(lost.keys)
        sizes = counts.sum(axis=1)
        chances = lost.orders * self._inverse[sizes]
        for rank, there in enumerate(deck.tolist()):
            chances *= self._falling[there, counts[:, rank]]
        if self.at.hole.looked:
            rest = ((deck - counts) * self.at.hole.fills).sum(axis=1) / np.maximum(left - sizes, 1)
            chances *= (1.0 - rest) / (1.0 - float((deck * self.at.hole.fills).sum()) / left)
        return np.asarray(chances)

    @cached_property
    def _falling(self) -> Floats:
        """`[n, k]`: in how many ways k of n cards come in order."""
        most = int(self.terms.shoe.max()) + 1
        table = np.ones((most, 1 << BITS))
        for times in range(1, 1 << BITS):
            table[:, times] = table[:, times - 1] * np.maximum(0, np.arange(most) - times + 1)
        return table

    @cached_property
    def _inverse(self) -> Floats:
        """One over the number of ways in which so many of the cards that are left come in order."""
        left = self.at.deck(self.pair)[1]
        steps = np.maximum(left - np.arange(len(self.terms.ranks) << BITS), 0).astype(np.float64)
        inverse = np.divide(1.0, steps, out=np.zeros_like(steps), where=steps > 0)
        return np.concatenate(([1.0], np.cumprod(inverse)))


@njit(cache=True)
def join(
    keys: Ints, orders: Floats, chances: Floats, more_keys: Ints, more_orders: Floats, more: Floats, least: float
) -> tuple[Ints, Floats, float]:
    """Sums of two keys, each once, with the products of their orders added up; and how likely what is left out is.

    `more` are bounds for the chances of the second keys after any of the first, the likeliest first. What is less
    likely than `least` by them is left out. A table of keys is searched from place to place, as that of `Memo`, and
    grows when it is half full; no sum is zero.
    """
    size, used, left_out = 1 << 10, 0, 0.0
    table, found = np.zeros(size, dtype=np.int64), np.zeros(size)
    beyond = np.zeros(more.shape[0] + 1)  # how likely all from here on are together
    for other in range(more.shape[0] - 1, -1, -1):
        beyond[other] = beyond[other + 1] + more[other]
    for one in range(keys.shape[0]):
        for other in range(more.shape[0]):
            if chances[one] * more[other] < least:
                left_out += chances[one] * beyond[other]
                break
            key = keys[one] + more_keys[other]
            place = place_of(key, table)
            if table[place] == 0:
                if 2 * used > size:
                    size *= 4
                    table, found = grown(table, found, size)
                    place = place_of(key, table)
                table[place] = key
                used += 1
            found[place] += orders[one] * more_orders[other]
    filled = np.flatnonzero(table)
    return table[filled], found[filled], left_out


@njit(cache=True)
def grown(table: Ints, found: Floats, size: int) -> tuple[Ints, Floats]:
    """The same keys in a larger table."""
    larger, values = np.zeros(size, dtype=np.int64), np.zeros(size)
    for at in range(table.shape[0]):
        if table[at]:
            place = place_of(table[at], larger)
            larger[place], values[place] = table[at], found[at]
    return larger, values


@njit(cache=True, inline="always")
def place_of(key: int, table: Ints) -> int:
    """Where a key is in the table, or where it would be."""
    folded = (key ^ key >> 15 ^ key >> 30 ^ key >> 45) & 0x3FFFFFFF
    place = (folded * 0x9E3779B1 >> 16) & (table.shape[0] - 1)
    while table[place] != 0 and table[place] != key:
        place = (place + 1) & (table.shape[0] - 1)
    return int(place)
