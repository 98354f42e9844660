"""The best play as a chart can say it: by kind of hand, total and number of cards, and what that loses.

A chart cannot see the very cards of a hand. For each of its cells the decision is the one that is worth most over all
hands of that cell, each weighed by its chance among hands of so many cards. Once made, or read from a file, a chart is
a grid of cells and nothing else; what it is worth is worked out from the grid.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.kernel import BEST, DOUBLE, HIT, NEVER, RESCUE, SPLIT, STAND, SURRENDER
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.tables import ACE, RANKS, Floats, Ints, Multiset, all_hands, best_total, numbers
from pitboss.analysis.drawing.terms import Terms, two_cards
from pitboss.analysis.side import price_of
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.rules.situation import Situation

LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R", SPLIT: "P"}
DECISIONS = {letter: decision for decision, letter in LETTERS.items()}
USUAL_THEN = {STAND: HIT, HIT: STAND, DOUBLE: HIT}
MARKS = {"": "", "any": "*", "suited": "†", "spades": "‡"}
UP_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
UP_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
RANK_NAMES = dict(zip(UP_ORDER, UP_NAMES, strict=True))
MOST_CARDS = 7
WRITTEN = re.compile(
    r"(?:R(?P<instead>[SH])|(?P<given_up>R)|(?P<action>[SHDP])(?:(?P<until>[3-7])(?P<then>[SH])?)?(?P<mark>[*†‡])?)"
)

What = tuple[str, int]
"""What a row is about: `hard` or `soft` and a total, or `pair` and a rank."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One square: what to do with two cards, and from how many cards on something else is better.

    `suits` says which two cards of 6, 7 and 8 are drawn on against the rule: `any`, `suited` or `spades`. Two cards
    that are surrendered are played as `instead` when there are more of them, or where nothing can be surrendered.
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
        count = "" if self.until is None else str(self.until)
        then = "" if self.then in (None, USUAL_THEN.get(self.action)) else LETTERS[self.then or 0]
        return f"{LETTERS[self.action]}{count}{then}{MARKS[self.suits]}"

    @staticmethod
    def parse(text: str) -> Cell:
        """A square as it is written; raises `ValueError`."""
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no square of a chart; write one as in S, H, D4, D3S, P, RH or S5*")
        if found["instead"]:
            return Cell(SURRENDER, instead=DECISIONS[found["instead"]])
        if found["given_up"]:
            return Cell(SURRENDER)
        action = DECISIONS[found["action"]]
        suits = next(name for name, mark in MARKS.items() if mark == (found["mark"] or ""))
        if found["until"] is None:
            return Cell(action, suits=suits)
        then = DECISIONS[found["then"]] if found["then"] else USUAL_THEN.get(action, HIT)
        return Cell(action, int(found["until"]), then, suits)

    def with_cards(self, count: int) -> int:
        """The decision on so many cards that are not the first two."""
        if self.action == SURRENDER:
            return HIT if self.instead is None else self.instead
        return self.then if self.until is not None and count >= self.until and self.then is not None else self.action


def rows() -> list[tuple[str, What]]:
    """The rows of a chart, as players know them: name, and what the row is about."""
    hard = [(str(total), ("hard", total)) for total in range(20, 4, -1)]
    soft = [(f"A{total - 11}", ("soft", total)) for total in range(20, 12, -1)]
    pairs = [("A A" if rank == ACE else f"{rank + 1} {rank + 1}", ("pair", rank)) for rank in (ACE, *range(9, 0, -1))]
    return hard + soft + pairs


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a chart by row and up card, counted from the ace."""

    cells: Mapping[What, Sequence[Cell]]

    def cell(self, hand: Multiset, up: int) -> Cell:
        """The square of a hand by its total. A pair of deuces or aces that is played on has the nearest row."""
        total, soft = best_total(hand)
        if total >= 21:
            return Cell(STAND)
        return self.cells[("soft", max(13, total)) if soft else ("hard", max(5, total))][up]

    def first(self, hand: Multiset, up: int, suit: str | None, terms: Terms, *, pair: bool) -> int:
        """What is done with two first cards, which may be a `pair` or premium cards of a suit."""
        cell = self.cells["pair", hand.index(2)][up] if pair else self.cell(hand, up)
        if cell.action == SURRENDER and terms.rules.surrender is None:
            return cell.with_cards(2)
        drawn = (
            cell.suits == "any" or (cell.suits == "suited" and suit) or (cell.suits == "spades" and suit == "spades")
        )
        return HIT if drawn and terms.completed(hand) is not None else cell.action

    def later(self, hand: Multiset, up: int) -> int:
        """What is done with a hand that is not two first cards; a split hand counts as one."""
        return self.cell(hand, up).with_cards(min(sum(hand), MOST_CARDS))

    def written(self) -> list[list[str]]:
        """The rows of text, with a head."""
        there = [(name, what) for name, what in rows() if what in self.cells]
        return [["", *UP_NAMES], *([name, *(self.cells[what][up].text for up in UP_ORDER)] for name, what in there)]

    @staticmethod
    def parse(lines: Sequence[Sequence[str]], terms: Terms) -> Grid:
        """A chart for a game from its rows of text; raises `BadChart` with all that is wrong.

        Rows may come in any order. Small letters are as good as capitals, and empty fields at the end do no harm.
        """
        known, wrong = dict(rows()), []
        written = [_trimmed(line) for line in lines if any(each.strip() for each in line)]
        if not any(line[0] in known for line in written):
            raise BadChart(["this is no chart: it has none of the rows that pitboss strategy --format csv writes"])
        if written[0] != ["", *UP_NAMES]:
            wrong.append(f"the first line must be an empty field and {','.join(UP_NAMES)}")
        body = written[not written[0][0] :]
        found = {name: squares for name, *squares in body}
        wrong += [f"there is no row {name!r} in a chart" for name in found if name not in known]
        often = Counter(name for name, *_ in body)
        wrong += [f"row {name!r} is there {count} times" for name, count in often.items() if count > 1]
        if missing := [repr(name) for name in known if name not in found]:
            wrong.append(f"{len(missing)} of {len(known)} rows are missing: {', '.join(missing)}")
        cells: dict[What, list[Cell]] = {what: [Cell(STAND)] * RANKS for what in known.values()}
        for name, what in known.items():
            if name in found:
                wrong += _read_row(name, what, found[name], cells[what], terms)
        if wrong:
            raise BadChart(wrong)
        return Grid(cells)


class BadChart(ValueError):
    """A chart that cannot be played by; `wrong` names every defect."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__("; ".join(wrong))
        self.wrong = wrong


def _trimmed(line: Sequence[str]) -> list[str]:
    """A row without the empty fields that a spreadsheet leaves behind it."""
    fields = [each.strip().upper() for each in line]
    while len(fields) > 1 + RANKS and not fields[-1]:
        fields.pop()
    return fields


def _read_row(name: str, what: What, squares: list[str], cells: list[Cell], terms: Terms) -> list[str]:
    """Fills the squares of a row; what is wrong with it, and against which up cards."""
    if len(squares) != RANKS:
        return [f"row {name!r} has {len(squares)} squares, not {RANKS}"]
    wrong: defaultdict[str, list[str]] = defaultdict(list)
    for up, at, text in zip(UP_ORDER, UP_NAMES, squares, strict=True):
        try:
            cells[up] = Cell.parse(text)
            says = _illegal(cells[up], what, terms)
        except ValueError as error:
            says = str(error)
        if says:
            wrong[says].append(at)
    return [f"row {name!r} against {', '.join(at)}: {says}" for says, at in wrong.items()]


def _illegal(cell: Cell, what: What, terms: Terms) -> str:
    """Why this square cannot be played in this row at this table, or nothing."""
    kind, value = what
    if cell.action == SPLIT and kind != "pair":
        return "only a pair can be split"
    if cell.action == SPLIT and not terms.max_splits(value):
        return "this house lets no such pair be split"
    if kind == "pair" and cell.until:
        return "a pair has two cards, so its square takes no number"
    if kind != "pair" and cell.action == SURRENDER and cell.instead is None:
        return "write RH or RS, for hands of more cards"
    ours = [tuple(2 * (rank == value) for rank in range(RANKS))] if kind == "pair" else _plain_hands(kind, value)
    drawn = any(terms.completed(hand) is not None for hand in ours)
    return "" if drawn or not cell.suits else "a mark is for two cards of 6, 7 and 8, and here there are none"


def _plain_hands(kind: str, total: int) -> list[Multiset]:
    """Two cards of a hard total that are no pair; nothing for a soft one."""
    return [hand for hand in two_cards() if max(hand) == 1 and best_total(hand) == (total, False) and kind == "hard"]


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

    @cached_property
    def grid(self) -> Grid:
        """Where cards are parted three ways, no row is about a pair."""
        parts = self.solution.terms.parts
        about = [what for _, what in rows() if what[0] != "pair" or not parts]
        return Grid({what: [self._cell(what, up) for up in range(RANKS)] for what in about})

    def _cell(self, what: What, up: int) -> Cell:
        kind, value = what
        if kind == "pair":
            return self._pair(value, up)
        if kind == "hard" and self._surrenders(value, up):
            return Cell(SURRENDER, instead=self.by_count[up].get((False, value, 3), HIT))
        return self._total(kind == "soft", value, up)

    def _total(self, soft: bool, total: int, up: int) -> Cell:  # noqa: FBT001
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
        for hand in _plain_hands("hard", total):
            if terms.completed(hand) is not None:
                return replace(cell, suits=self._suit_mark(at, hand))
        return cell

    def _suit_mark(self, at: UpCard, hand: Multiset) -> str:
        """From which suits on these two cards are drawn on: any, one suit, or spades only."""
        for mark, suit in (("any", None), ("suited", "suited"), ("spades", "spades")):
            if self._best(at, hand, suit) == HIT:
                return mark
        return ""

    def _best(self, at: UpCard, hand: Multiset, suit: str | None) -> int:
        """The best decision on two first cards of a suit, whatever the suit of the up card."""
        worth: defaultdict[int, float] = defaultdict(float)
        for chance, of, left in self.solution.suits(hand, at.up) if suit else [(1.0, None, 0.0)]:
            if of == suit:
                for decision, each in self.solution.decisions(at, hand, suit, left).items():
                    worth[decision] += chance * each
        return max(worth, key=lambda each: worth[each])

    def _pair(self, rank: int, up: int) -> Cell:
        hand, at = tuple(2 * (each == rank) for each in range(RANKS)), self.solution.up_cards[up]
        cell = Cell(self._best(at, hand, None))
        drawn_on = self.solution.terms.completed(hand) is not None and at.deck(hand)[1] >= 0
        return replace(cell, suits=self._suit_mark(at, hand)) if drawn_on and cell.action != HIT else cell

    def _surrenders(self, total: int, up: int) -> bool:
        """Whether two cards of a hard total are given up, over all of their compositions."""
        at = self.solution.up_cards[up]
        if self.solution.terms.rules.surrender is None or self.solution.terms.parts:
            return False
        gain = 0.0
        for hand in two_cards():
            if max(hand) == 1 and best_total(hand) == (total, False):
                decisions = at.decisions(hand)
                given_up = decisions.pop(SURRENDER)
                gain += self._weight(hand) * (given_up - max(decisions.values()))
        return gain > 0

    def doubled(self, doubles: int, wanted: int) -> dict[int, list[tuple[bool, int]]]:
        """The totals, soft or not, on which hands with so many doubles are rescued or doubled again, by up card.

        It is what best play does with most of the hands of a total, each weighed by its chance.
        """
        return {up: self._doubled(self.solution.up_cards[up], doubles, wanted) for up in UP_ORDER}

    def _doubled(self, at: UpCard, doubles: int, wanted: int) -> list[tuple[bool, int]]:
        for_it: defaultdict[tuple[bool, int], float] = defaultdict(float)
        for number, hand in enumerate(all_hands()):
            if sum(hand) > 2 and at.values[number, BEST] > NEVER:
                total, soft = best_total(hand)
                agrees = at.plan[number, doubles] == wanted
                for_it[soft, total] += self._weight(hand) * (1 if agrees else -1)
        return sorted(key for key, votes in for_it.items() if votes > 0)

    @cached_property
    def value(self) -> float:
        """What this chart is worth when it is kept to, on split hands too."""
        return charted(self.solution, self.grid).value

    def notes(self) -> list[str]:
        """What a chart of squares cannot say: when a doubled hand is rescued or doubled again, and insurance."""
        rules, found = self.solution.terms.rules, []
        doubling = rules.doubling
        again = doubling is not None and doubling.permits(Situation(12, False, 3, doubles=1))
        if again:
            assert doubling is not None
            worth = self._worth_beyond(replace(rules, doubling=replace(doubling, times=1)))
            found.append(f"Double again {self._against(1, DOUBLE)}. That right is worth {100 * worth:.4f} %.")
        if rules.rescue is not None:
            worth = self._worth_beyond(replace(rules, rescue=None))
            twice = f"; doubled twice {self._against(2, RESCUE)}" if again else ""
            found.append(f"Rescue a double {self._against(1, RESCUE)}{twice}. That right is worth {100 * worth:.4f} %.")
        if self.solution.terms.like_tens(tuple(2 * (rank == RANKS - 1) for rank in range(RANKS))) is not None:
            found.append("Tens of different ranks are no pair; play them as 20.")
        if rules.insurance is not None:
            ev = price_of(self.solution.terms.game, rules.insurance.wager).ev
            taken = f"not taken: it loses {-100 * float(ev):.4f} % of itself" if ev < 0 else "worth taking"
            found.append(f"Insurance is {taken}.")
        return found

    def _worth_beyond(self, rules: BlackjackRules) -> float:
        """What the game is worth beyond the same one under these rules."""
        game = replace(self.solution.terms.game, rules=rules)
        return self.solution.value - Solution(Terms(game), award=self.solution.award).value

    def _against(self, doubles: int, wanted: int) -> str:
        """The totals on which something is done with a doubled hand, up cards with the same totals together."""
        together: dict[str, list[str]] = {}
        for name, (_, totals) in zip(UP_NAMES, self.doubled(doubles, wanted).items(), strict=True):
            if totals:
                together.setdefault(_spoken(totals), []).append(name)
        said = [f"{totals} against {_listed(ups)}" for totals, ups in together.items()]
        return "; ".join(said) or "never"


def _spoken(totals: list[tuple[bool, int]]) -> str:
    """Totals as runs: hard 6 to 16 and soft 13 to 16."""
    parts = []
    for soft, word in ((False, "hard"), (True, "soft")):
        ours = [total for is_soft, total in totals if is_soft == soft]
        runs = [total for total in ours if total - 1 not in ours]
        ends = [total for total in ours if total + 1 not in ours]
        for low, high in zip(runs, ends, strict=True):
            parts.append(f"{word} {low}" if low == high else f"{word} {low} to {high}")
    return _listed(parts)


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def charted(solution: Solution, grid: Grid) -> Charted:
    """A game played by a chart; split hands are played as the chart plays hands that were not split."""
    return Charted(replace(solution.terms, zero_memory=True), solution, grid, award=solution.award)


@dataclass
class Charted(Solution):
    """The game played by a chart instead of as is best. Doubles are given up as is best, which no chart says."""

    best: Solution
    grid: Grid

    @cached_property
    def up_cards(self) -> list[UpCard]:
        return [UpCard(self.terms, at.up, follow=True, plan=self._plan(at)) for at in self.best.up_cards]

    def _plan(self, at: UpCard) -> Ints:
        plan = at.plan.copy()
        for number, hand in enumerate(all_hands()):
            if sum(hand) >= 2 and at.values[number, BEST] > NEVER:
                asked = self.grid.later(hand, at.up)
                plan[number, 0] = next(each for each in (asked, HIT, STAND) if at.values[number, each] > NEVER)
        return plan

    def chosen(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> int:
        pair = max(hand) == 2 and (SPLIT in decisions or self.terms.like_tens(hand) is None)
        asked = self.grid.first(hand, at.up, suit, self.terms, pair=pair)
        return next(each for each in (asked, HIT, STAND) if each in decisions)


def by_rule(stands: Mapping[str, int]) -> Grid:
    """A chart that stands from a hard and a soft total on, hits everything below, and does nothing else."""

    def decision(what: What) -> Cell:
        kind, value = what
        hand = tuple(2 * (each == value) for each in range(RANKS)) if kind == "pair" else None
        total, soft = (value, kind == "soft") if hand is None else best_total(hand)
        return Cell(STAND if total >= stands["soft" if soft else "hard"] else HIT)

    return Grid({what: [decision(what)] * RANKS for _, what in rows()})


POLICIES: dict[str, tuple[str, Mapping[str, int]]] = {
    "mimic-dealer": ("draws to 17 as the dealer does", {"hard": 17, "soft": 17}),
    "never-bust": ("never draws to a hand that could pass 21", {"hard": 12, "soft": 18}),
}
"""Simple policies by name: what they do, and the totals from which they stand."""
