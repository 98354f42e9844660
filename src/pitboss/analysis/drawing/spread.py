"""How far results spread: second moments of boxes with several hands, which cannot have the same cards.

Given the dealer's end, two hands would be independent if each card could be drawn twice. What that leaves out is
expanded by the cards that are drawn. The chance that two hands draw certain cards, over the product of both chances, is
a sum over the choices of cards from one hand and from the other. Choices of up to two cards from each are taken, so
the sum is exact for hands that draw two cards each. Each further card makes a term smaller by about the number of cards
drawn over the number of cards left. Therefore what the choices of two cards add bounds what is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.analysis.drawing.kernel import Memo, Pays, new_memo
from pitboss.analysis.drawing.spread_kernel import (
    Deck,
    Played,
    Sums,
    add_ending,
    ends_beside_sets,
    follow_plan,
    likely_ends,
    product_of,
    single_factors,
)
from pitboss.analysis.drawing.tables import BY_POINTS, Floats, Ints, Multiset

if TYPE_CHECKING:
    from pitboss.analysis.drawing.solver import UpCard

MEMORY = 1 << 14


class Figure(NamedTuple):
    """A second moment, and the most by which it may be wrong."""

    value: float
    error: float = 0.0

    def __add__(self, other: object) -> Figure:
        assert isinstance(other, Figure)
        return Figure(self.value + other.value, self.error + other.error)

    def times(self, factor: float) -> Figure:
        return Figure(factor * self.value, abs(factor) * self.error)


@cache
def choices(ranks: int) -> Ints:
    """No card, one card of each rank, and two cards of each two ranks, in the order of the moments."""
    single = np.eye(ranks, dtype=np.int64)
    pairs = [single[one] + single[other] for one in range(ranks) for other in range(one, ranks)]
    return np.array([np.zeros(ranks, dtype=np.int64), *single, *pairs])


@cache
def _unions(ranks: int) -> tuple[Ints, Ints]:
    """All sets of cards that two choices make together, and which of these sets each two choices make."""
    each = choices(ranks)
    both = (each[:, np.newaxis, :] + each[np.newaxis, :, :]).reshape(-1, ranks)
    sets, number = np.unique(both, axis=0, return_inverse=True)
    return sets, number.reshape(len(each), len(each))


@cache
def _without_lesser(ranks: int) -> Floats:
    """The inverse of the number of ways to make each choice from the cards of each other one."""
    each = choices(ranks)
    held, chosen = each[:, np.newaxis, :], each[np.newaxis, :, :]
    ways = np.where(chosen == 0, 1, np.where(chosen == 1, held, held * (held - 1) // 2)).prod(axis=2)
    return np.asarray(np.linalg.inv(ways.astype(np.float64)))


@dataclass
class Exclusion:
    """How the cards of two hands exclude each other against one up card.

    The factors of choices of two cards are worked out once, with `out` gone from the shoe; those of single cards for
    the very deck.
    """

    at: UpCard
    out: Ints

    @cached_property
    def factors(self) -> Floats:
        """`factors[f, i, j]` is what choice i of one hand's cards and choice j of the other's are worth."""
        ranks, finals = len(self.out), len(self.at.terms.finals)
        sets, number = _unions(ranks)
        ends = np.zeros((len(sets), finals))
        ends_beside_sets(self.deck(self.out), sets, ends)
        both = np.ascontiguousarray(ends.T)[:, number]
        alone = both[:, 0]
        product = alone[:, :, np.newaxis] * alone[:, np.newaxis, :]
        ratio = np.divide(both * both[:, :1, :1], product, out=np.ones_like(both), where=product > 0.0)
        less = _without_lesser(ranks)
        return np.asarray(less @ ratio @ less.T)

    @cached_property
    def _memo(self) -> Memo:
        places = MEMORY if len(self.out) <= BY_POINTS.size else 0
        return new_memo(self.at.terms.shoe, len(self.at.terms.finals), places)

    def deck(self, out: Ints) -> Deck:
        """The cards that are left when `out` and the up card are gone."""
        cards = self.at.terms.shoe - out
        cards[self.at.up] -= 1
        return deck_of(self.at, cards, self._memo)

    def beside(self, out: Ints) -> Beside | None:
        """What products need when `out` are gone from the shoe; None if they cannot be."""
        ranks, finals = len(out), len(self.at.terms.finals)
        likely, single = np.zeros(finals), np.zeros((finals, ranks, ranks))
        possible = single_factors(self.deck(out), likely, single)
        return Beside(likely, single, self.factors) if possible else None


@cache
def shift(ranks: int, rank: int, times: int) -> Floats:
    """What moments are multiplied by, from the right, when so many cards of a rank count as drawn besides."""
    each = choices(ranks)
    number = {tuple(choice): place for place, choice in enumerate(each.tolist())}
    found = np.eye(len(each))
    for choice, place in number.items():
        for fewer in range(1, choice[rank] + 1):
            less = number[(*choice[:rank], choice[rank] - fewer, *choice[rank + 1 :])]
            found[less, place] = comb(times, fewer)
    return found


class Beside(NamedTuple):
    """The chance of each end beside certain cards, the factors of single cards then, and those of all choices."""

    likely: Floats
    single: Floats
    factors: Floats

    def product(self, one: Floats, other: Floats) -> Figure:
        """The worth of the product of two results, by their moments."""
        whole, added = product_of(one, other, *self)
        return Figure(whole, abs(added))

    def with_ends(self, at: UpCard, out: Ints) -> Beside:
        """The same factors with the ends beside other cards."""
        cards, likely = at.terms.shoe - out, np.zeros_like(self.likely)
        cards[at.up] -= 1
        likely_ends(deck_of(at, cards, at.remembered), np.zeros_like(cards), likely)
        return self._replace(likely=likely)

    def independent(self, one: Floats, other: Floats) -> float:
        """The worth of the product if no card excluded another."""
        per_end = np.divide(1.0, self.likely, out=np.zeros_like(self.likely), where=self.likely > 0.0)
        return float((one[:, 0] * other[:, 0]) @ per_end)


def deck_of(at: UpCard, cards: Ints, memo: Memo) -> Deck:
    return Deck(cards, at.up, at.hole, at.terms.draws, at.terms.falling, memo)


@dataclass
class Following:
    """Hands that begin with certain cards and are played by a plan from one deck, in classes of them."""

    at: UpCard
    shoe: Ints
    pays: Pays
    first: Multiset
    kinds: int = 1

    def __post_init__(self) -> None:
        ranks, finals = len(self.first), len(self.at.terms.finals)
        self.sums = Sums(np.zeros(self.kinds), np.zeros((self.kinds, finals, len(choices(ranks)))))
        cards = self.shoe - np.array(self.first, dtype=np.int64)
        cards[self.at.up] -= 1
        self.deck = deck_of(self.at, cards, self.at.remembered)

    def follow(self, plan: Ints, begin: Floats, drawn_on: Floats) -> None:
        """Adds all hands; see `Played`."""
        first = self.at.number(self.first)
        played = Played(plan, self.pays, self.at.hands, first, begin, drawn_on)
        follow_plan(self.deck, played, self.sums)

    def add(self, drawn: Ints, weights: list[float], paid: Floats, instead: Floats) -> float:
        """Adds hands that have drawn these cards and are paid so much, and not what they would be paid instead.

        Returns what that is worth for a weight of one.
        """
        ends = np.zeros(len(paid))
        if not likely_ends(self.deck, drawn, ends):
            return 0.0
        worth = ends * (paid - instead)
        square = float(ends @ (paid**2 - instead**2))
        add_ending(drawn, np.array(weights), worth, square, self.sums)
        return float(worth.sum())

    def add_least(self, drawn: Ints, weights: list[float]) -> None:
        """Adds what results are counted from: that of a bust hand."""
        least = self.pays.over[0, 0]
        self.add(drawn, weights, least, np.zeros_like(least))
