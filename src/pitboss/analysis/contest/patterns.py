"""The choices after a split as tables of a program: many hands share one pattern of what is done in each class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.seen import CLASSES, classes
from pitboss.analysis.contest.split_kernel import TURNS, Choices, Rows
from pitboss.analysis.contest.tables import RANKS
from pitboss.analysis.drawing.tables import BY_POINTS, Ints, all_hands

VALUES = BY_POINTS.size


class SplitTables(NamedTuple):
    """What is done after a split, for a program that follows it.

    `kind` is the class of what is seen of a box, whose number `seen.seen_number` tells. `row` is by the value of the
    pair and the number of a hand as `family.tables` has it, 0 where nothing is decided. `pattern` is by up card, turn
    and row, `again` by up card, value and turn; both are rows of `choice`, which has a decision for every class, or
    whether a pair is split again.
    """

    kind: NDArray[np.uint8]
    row: NDArray[np.int16]
    pattern: NDArray[np.uint16]
    again: NDArray[np.uint16]
    choice: NDArray[np.uint8]


class Plan(NamedTuple):
    """How boxes are played when they bet, for a program that follows it.

    `start` is the hand of two first ranks, `next` the one that a further card makes of it, -1 if none follows;
    `decision` by up card and hand, `fold` by up card and the two first ranks. A split box is played on by `split`, and
    one that has folded, or whose poker hand is its first two cards, as the played wager alone is.
    """

    start: Ints
    next: Ints
    decision: NDArray[np.int8]
    fold: NDArray[np.bool_]
    split: SplitTables | None


@dataclass
class Patterns:
    """Collects choices; pattern 0 and row 0 are for everything on which nothing is decided."""

    number: dict[bytes, int] = field(default_factory=lambda: {bytes(CLASSES): 0})
    row: NDArray[np.int16] = field(default_factory=lambda: np.zeros((VALUES, len(all_hands())), dtype=np.int16))
    again: NDArray[np.uint16] = field(default_factory=lambda: np.zeros((RANKS, VALUES, TURNS), dtype=np.uint16))
    hands: dict[tuple[int, int], NDArray[np.uint16]] = field(default_factory=dict)
    rows: int = 1

    def add(self, up: int, value: int, rows: Rows, kinds: Ints, choices: Choices) -> None:
        """Take over the choices of a pair against an up card."""
        open_ = np.flatnonzero(rows.may_hit | rows.may_double)
        numbers = rows.number[open_]
        if len(open_) and not self.row[value, numbers[0]]:
            self.row[value, numbers] = self.rows + np.arange(len(open_))
            self.rows += len(open_)
        self.hands[up, value] = self._numbered(kinds, choices.hand[:, open_])
        self.again[up, value] = self._numbered(kinds, choices.split)

    def _numbered(self, kinds: Ints, choices: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """The pattern of each vector of choices by class."""
        size = choices.shape[-1]
        mine: dict[bytes, int] = {}
        places = [
            mine.setdefault(row, len(mine)) for row in np.ascontiguousarray(choices).view(f"V{size}").ravel().tolist()
        ]
        whole = np.zeros((len(mine), CLASSES), dtype=np.uint8)
        whole[:, kinds] = np.frombuffer(b"".join(mine), dtype=np.uint8).reshape(-1, size)
        numbered = [self.number.setdefault(row.tobytes(), len(self.number)) for row in whole]
        return np.array(numbered, dtype=np.uint16)[np.array(places, dtype=np.int64)].reshape(choices.shape[:-1])

    def tables(self) -> SplitTables:
        """Return everything that was taken over."""
        pattern = np.zeros((RANKS, TURNS, self.rows), dtype=np.uint16)
        for (up, value), hands in self.hands.items():
            order = np.sort(self.row[value][self.row[value] > 0])
            pattern[up][:, order] = hands
        choice = np.frombuffer(b"".join(self.number), dtype=np.uint8).reshape(-1, CLASSES)
        return SplitTables(classes(), self.row, pattern, self.again, choice)
