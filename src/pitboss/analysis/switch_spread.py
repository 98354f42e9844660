"""How far both spots of Blackjack Switch spread together: second moments of each spot and of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.analysis.drawing.kernel import SPLIT
from pitboss.analysis.drawing.solver import UpCard
from pitboss.analysis.drawing.splits import Splits
from pitboss.analysis.drawing.spread import Exclusion, Figure, choices, deck_of
from pitboss.analysis.drawing.spread_kernel import Sums, follow_each, likely_ends
from pitboss.analysis.drawing.tables import Floats
from pitboss.analysis.drawing.terms import Terms, two_cards

NOT_FOLLOWED = -1  # a split, which is followed hand by hand


class Spread(NamedTuple):
    """Standard deviations in units of the wager on one spot: of both spots together, and of one of them.

    That of both is wrong by no more than `error`.
    """

    both: float
    one: float
    error: float

    @property
    def covariance(self) -> float:
        """How the results of the two spots move together."""
        return (self.both**2 - 2 * self.one**2) / 2


class Seconds(NamedTuple):
    """By the cards of both spots: the worth of the square of the first, of that of both, and its error."""

    square: Floats
    both: Floats
    error: Floats


@dataclass
class SpotMoments:
    """The moments of all two cards against one up card, by the two cards that lie on the other spot."""

    terms: Terms
    up: int

    def __post_init__(self) -> None:
        pairs, finals = len(two_cards()), len(self.terms.finals)
        self.squares = np.zeros((pairs, pairs))
        self.errors = np.zeros((pairs, pairs))
        self.results = np.zeros((pairs, pairs, finals, len(choices(len(self.terms.ranks)))))
        self.switched: dict[int, tuple[Floats, Floats]] = {}

    def add(self, number: int, at: UpCard, decisions: Sequence[int], apart: Mapping[int, Splits]) -> None:
        """Adds all own cards, as they are played when the cards of this number lie on the other spot.

        `apart` has the same splits when nothing is known of the other spot.
        """
        followed = np.array([NOT_FOLLOWED if each == SPLIT else each for each in decisions], dtype=np.int64)
        firsts = np.array([at.number(hand) for hand in two_cards()], dtype=np.int64)
        cards = at.shoe.copy()
        cards[at.up] -= 1
        sums = Sums(self.squares[number], self.results[number])
        deck = deck_of(at, cards, at.remembered)
        follow_each(deck, at.hands, self.terms.plain_pays, at.plan, firsts, followed, sums)
        for own, (hand, decision) in enumerate(zip(two_cards(), decisions, strict=True)):
            if decision == SPLIT:
                rank = hand.index(2)
                spread = at.splits[rank].spread
                figure = spread.square_like(apart[rank].spread)
                self.squares[number, own], self.errors[number, own] = figure
                self.results[number, own] = spread.results

    def add_switched(self, number: int, own: int, at: UpCard, nets: Floats) -> None:
        """Adds a switched blackjack, which nothing is decided on."""
        squares, results = self.switched.setdefault(own, (self.squares[:, own].copy(), self.results[:, own].copy()))
        ends, cards = np.zeros(len(nets)), at.shoe - np.array(two_cards()[own])
        cards[at.up] -= 1
        results[number], squares[number] = 0.0, 0.0
        if likely_ends(deck_of(at, cards, at.remembered), np.zeros(len(cards), dtype=np.int64), ends):
            results[number, :, 0] = ends * nets
            squares[number] = float(ends @ nets**2)

    def seconds(self, *, switched: bool) -> Seconds:
        """The second moments when second cards are switched, or kept; given that the dealer has no blackjack."""
        squares, results = self.squares, self.results
        if switched and self.switched:
            squares, results = squares.copy(), results.copy()
            for own, (its_squares, its_results) in self.switched.items():
                squares[:, own], results[:, own] = its_squares, its_results
        both, error = squares + squares.T, self.errors + self.errors.T
        for one in range(len(squares)):
            for other in range(one + 1):
                product = self._product(one, other, results)
                both[one, other] += 2 * product.value
                error[one, other] += 2 * product.error
                both[other, one], error[other, one] = both[one, other], error[one, other]
        return Seconds(squares.T, both, error)

    def _product(self, one: int, other: int, results: Floats) -> Figure:
        out = np.array(two_cards()[one]) + np.array(two_cards()[other])
        beside = self._exclusion.beside(out)
        return Figure(0.0) if beside is None else beside.product(results[other, one], results[one, other])

    @cached_property
    def _exclusion(self) -> Exclusion:
        return Exclusion(UpCard(self.terms, self.up, known=True), np.zeros(len(self.terms.ranks), dtype=np.int64))
