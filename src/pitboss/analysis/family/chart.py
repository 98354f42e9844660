"""The best play as a chart can say it: by kind of hand, total and number of cards, and what that loses.

A chart cannot see the very cards of a hand. For each of its cells the decision is the one that is worth most over all
hands of that cell, each weighed by its chance among hands of so many cards.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.family.kernel import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER
from pitboss.analysis.family.solver import BEST, Solution, UpCard
from pitboss.analysis.family.tables import ACE, RANKS, Floats, Ints, Multiset, all_hands, best_total, numbers
from pitboss.analysis.family.terms import two_cards

LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R", SPLIT: "P"}
UP_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
UP_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
MOST_CARDS = 7


@dataclass(frozen=True, slots=True)
class Cell:
    """One square: what to do with two cards, and from how many cards on something else is better.

    `suits` says which two cards of 6, 7 and 8 are drawn on against the rule: `any`, `suited` or `spades`.
    """

    action: int
    until: int | None = None
    then: int | None = None
    suits: str = ""
    instead: int | None = None

    @property
    def text(self) -> str:
        """As players write it: `D4` is double unless four or more cards, `S5*` has an exception by suit."""
        if self.action == SURRENDER and self.instead is not None:
            return f"R{LETTERS[self.instead]}"
        mark = {"": "", "any": "*", "suited": "†", "spades": "‡"}[self.suits]
        count = "" if self.until is None else str(self.until)
        return f"{LETTERS[self.action]}{count}{mark}"


@dataclass
class Chart:
    """The chart of a solved game."""

    solution: Solution

    @cached_property
    def by_count(self) -> list[dict[tuple[bool, int, int], int]]:
        """For each up card: what to do with a hand that is soft or not, of this total and so many cards."""
        return [self._by_count(at) for at in self.solution.up_cards]

    def _by_count(self, at: UpCard) -> dict[tuple[bool, int, int], int]:
        worth: defaultdict[tuple[bool, int, int], Floats] = defaultdict(lambda: np.zeros(3))
        allowed: dict[tuple[bool, int, int], NDArray[np.bool_]] = {}
        for hand in all_hands():
            total, soft = best_total(hand)
            if sum(hand) < 2 or at.values[numbers()[hand], BEST] <= NEVER:
                continue
            key = (soft, total, min(sum(hand), MOST_CARDS))
            row = at.values[numbers()[hand], :3]
            own_row = sum(hand) == 2 and (max(hand) == 2 or self.solution.terms.completed(hand) is not None)
            weight = self._weight(hand) * (1e-9 if own_row else 1.0)  # pairs and 6-7-8 have rows and marks of their own
            worth[key] += weight * np.where(row > NEVER, row, 0.0)
            allowed[key] = row > NEVER
        return {key: int(np.argmax(np.where(allowed[key], sums, NEVER))) for key, sums in worth.items()}

    def _weight(self, hand: Multiset) -> float:
        shoe = self.solution.terms.shoe
        return prod(comb(int(shoe[rank]), hand[rank]) for rank in range(RANKS)) / comb(int(shoe.sum()), sum(hand))

    def cell(self, *, soft: bool, total: int, up: int) -> Cell:
        """A hand that is not a pair."""
        plan = self.by_count[up]
        first = plan.get((soft, total, 2), plan.get((soft, total, 3), STAND))
        for count in range(3, MOST_CARDS + 1):
            later = plan.get((soft, total, count))
            if later is not None and later != first:
                return self._with_suits(Cell(first, count, later), soft, total, up)
        return self._with_suits(Cell(first), soft, total, up)

    def _with_suits(self, cell: Cell, soft: bool, total: int, up: int) -> Cell:  # noqa: FBT001
        """Marks two cards of 6, 7 and 8 that are drawn on although the cell says otherwise."""
        if soft or cell.action == HIT:
            return cell
        at, terms = self.solution.up_cards[up], self.solution.terms
        for hand in two_cards():
            if terms.completed(hand) is not None and max(hand) == 1 and best_total(hand) == (total, False):
                mark = self._suit_mark(at, hand)
                return Cell(cell.action, cell.until, cell.then, mark, HIT) if mark else cell
        return cell

    def _suit_mark(self, at: UpCard, hand: Multiset) -> str:
        """From which suits on these two cards are drawn on: any, one suit, or spades only."""
        copies = self.solution.terms.copies
        for mark, suit in (("any", None), ("suited", "suited"), ("spades", "spades")):
            decisions = at.decisions(hand, suit, copies)
            if max(decisions, key=lambda each: decisions[each]) == HIT:
                return mark
        return ""

    def pair(self, rank: int, up: int) -> Cell:
        hand = tuple(2 * (each == rank) for each in range(RANKS))
        decisions = self.solution.up_cards[up].decisions(hand)
        return Cell(max(decisions, key=lambda each: decisions[each]))

    def surrenders(self, *, total: int, up: int) -> bool:
        """Whether two cards of a hard total are given up, over all of their compositions."""
        at = self.solution.up_cards[up]
        if not self.solution.terms.rules.surrender:
            return False
        gain = 0.0
        for hand in all_hands():
            if sum(hand) == 2 and max(hand) == 1 and best_total(hand) == (total, False):
                others = {key: value for key, value in at.decisions(hand).items() if key != SURRENDER}
                gain += self._weight(hand) * (-0.5 - max(others.values()))
        return gain > 0

    def play(self, at: UpCard, hand: Multiset, suit: str | None) -> int:
        """What the chart says of two first cards."""
        if max(hand) == 2:
            return self.pair(hand.index(2), at.up).action
        total, soft = best_total(hand)
        if not soft and self.surrenders(total=total, up=at.up):
            return SURRENDER
        cell = self.cell(soft=soft, total=total, up=at.up)
        drawn = (
            cell.suits == "any" or (cell.suits == "suited" and suit) or (cell.suits == "spades" and suit == "spades")
        )
        return HIT if drawn and self.solution.terms.completed(hand) is not None else cell.action

    @cached_property
    def value(self) -> float:
        """What this chart is worth when it is kept to, on split hands too."""
        return Charted(replace(self.solution.terms, zero_memory=True), self).value


@dataclass
class Charted(Solution):
    """The game played by a chart instead of as is best."""

    chart: Chart

    @cached_property
    def up_cards(self) -> list[UpCard]:
        plans = [
            self._plan(at, plan) for at, plan in zip(self.chart.solution.up_cards, self.chart.by_count, strict=True)
        ]
        return [UpCard(self.terms, up, follow=True, plan=plan) for up, plan in enumerate(plans)]

    def _plan(self, at: UpCard, decisions: dict[tuple[bool, int, int], int]) -> Ints:
        plan = at.plan.copy()
        for hand in all_hands():
            total, soft = best_total(hand)
            choice = decisions.get((soft, total, min(sum(hand), MOST_CARDS)))
            if choice is not None:
                plan[numbers()[hand], 0] = choice if at.values[numbers()[hand], choice] > NEVER else STAND
        return plan

    def taken(self, at: UpCard, hand: Multiset, suit: str | None, decisions: dict[int, float]) -> float:
        return decisions.get(self.chart.play(at, hand, suit), decisions[STAND])


def rows() -> list[tuple[str, tuple[str, int]]]:
    """The rows of a chart, as players know them: name, and what the row is about."""
    hard = [(str(total), ("hard", total)) for total in range(20, 4, -1)]
    soft = [(f"A{total - 11}", ("soft", total)) for total in range(20, 12, -1)]
    pairs = [("A A" if rank == ACE else f"{rank + 1} {rank + 1}", ("pair", rank)) for rank in (ACE, *range(9, 0, -1))]
    return hard + soft + pairs


def cell_of(chart: Chart, what: tuple[str, int], up: int) -> Cell:
    kind, value = what
    if kind == "pair":
        return chart.pair(value, up)
    if kind == "hard" and chart.surrenders(total=value, up=up):
        return Cell(SURRENDER, instead=chart.by_count[up].get((False, value, 3), HIT))
    return chart.cell(soft=kind == "soft", total=value, up=up)
