"""Two houses dealt the same cards: what a rule is worth, without the noise that both of them share.

Round by round both houses start from the same seed, so they differ only in the rounds in which the rule, or the play
that is best under it, makes a difference. The error of the mean difference is that of these rounds alone: a few
millionths of a wager after ten million rounds, where two independent runs would need a thousand times as many.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.ids import Wager
from pitboss.simulation import records
from pitboss.simulation.codes import FIRST_SIDE, Ints
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.generator import Number
from pitboss.simulation.programmes.blackjack import play_alone
from pitboss.simulation.records import Counts, Round, Tables

SUM, SQUARE, DIFFERENT, LARGEST = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Difference:
    """What one wager came to at the second house less what it came to at the first, in cents a round.

    `different` counts the rounds in which it was not the same, `largest` is the largest difference of one round.
    """

    rounds: int
    mean: float
    error: float
    different: int
    largest: int

    def distance(self, exact: float, rare: int = 1) -> float:
        """How many errors lie between this and an exact difference.

        Where an event is too rare to have happened its error cannot be measured; one round more or less of it, in
        cents, is then taken for the error.
        """
        one_round = max(self.largest, rare) / self.rounds
        gap = self.mean - exact
        return 0.0 if abs(gap) < 1e-9 else gap / max(self.error, one_round)


def paired(one: Compiled, other: Compiled, seed: int, rounds: int) -> dict[Wager, Difference]:
    """Both houses through the same rounds; the difference of every wager that is placed at either."""
    names = list(dict.fromkeys(wager for each in (one, other) for _, wager in each.wagers))
    sums = np.zeros((len(names), 4), dtype=np.int64)
    sides = [(records.new_round(), each.tables, records.new_counts(each.tables)) for each in (one, other)]
    first, second = sides
    numbers = np.array([_numbers(each, names) for each in (one, other)], dtype=np.int64)
    _play_both(*first, *second, numbers, rounds, np.uint64(seed), sums)
    return {wager: _difference(sums[at], rounds) for at, wager in enumerate(names)}


def _numbers(compiled: Compiled, names: list[Wager]) -> list[int]:
    """Where the kernel counts each of these wagers; -1 where this house does not have it."""
    numbers = {wager: number for number, wager in compiled.wagers}
    return [numbers.get(wager, -1) for wager in names]


def _difference(sums: Ints, rounds: int) -> Difference:
    total, squares, different, largest = (int(each) for each in sums)
    variance = squares / rounds - (total / rounds) ** 2
    return Difference(rounds, total / rounds, sqrt(max(0.0, variance) / rounds), different, largest)


@njit(cache=True)
def won(t: Round, tables: Tables, box: Number, wager: Number) -> Number:
    """What a box has won from a meter with this wager."""
    return t.meter.award[box] if tables.own.side and wager == FIRST_SIDE + tables.own.side - 1 else np.int64(0)


@njit(cache=True)
def _play_both(
    t: Round,
    tables: Tables,
    counts: Counts,
    t2: Round,
    tables2: Tables,
    counts2: Counts,
    numbers: Ints,
    rounds: Number,
    seed: Number,
    sums: Ints,
) -> None:
    """Every round at both houses; the differences of each wager, all boxes together, are added up in whole cents."""
    for number in range(rounds):
        play_alone(t, tables, counts, number, seed)
        play_alone(t2, tables2, counts2, number, seed)
        for wager in range(sums.shape[0]):
            one, two, net = numbers[0, wager], numbers[1, wager], 0
            for box in range(tables.boxes):
                if one >= 0:
                    net -= t.nets[box, one] * tables.units[one] + won(t, tables, box, one)
                if two >= 0:
                    net += t2.nets[box, two] * tables2.units[two] + won(t2, tables2, box, two)
            if net != 0:
                sums[wager, SUM] += net
                sums[wager, SQUARE] += net * net
                sums[wager, DIFFERENT] += 1
                sums[wager, LARGEST] = max(sums[wager, LARGEST], abs(net))
