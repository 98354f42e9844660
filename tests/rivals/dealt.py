"""Two plans of one game dealt the same rounds, and what all wagers come to together by the one less by the other."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.simulation import records
from pitboss.simulation.codes import UP, Bytes, Ints
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.generator import Number
from pitboss.simulation.paired import won
from pitboss.simulation.parts.part import Setting
from pitboss.simulation.parts.registry import parts_of
from pitboss.simulation.pieces.drawing import exact_rank
from pitboss.simulation.plans import Plan
from pitboss.simulation.programmes.blackjack import play_fresh
from pitboss.simulation.records import Round, Tables


@dataclass(frozen=True, slots=True)
class Gain:
    """What a plan wins more than the other, in units of the played wager for a round, with its standard error."""

    mean: float
    error: float
    different: int

    @property
    def errors(self) -> float:
        """How many errors the gain is above zero; of rounds that never differ it is none."""
        return self.mean / self.error if self.error else 0.0

    def __str__(self) -> str:
        return f"{100 * self.mean:+.4f} % ± {100 * self.error:.4f} % ({self.different} rounds differ)"


def gain_of(differences: Ints, rounds: int, unit: int) -> Gain:
    """Return the mean of these differences in cents over a number of rounds; the other rounds do not differ."""
    mean = float(differences.sum()) / rounds
    variance = max(0.0, float((differences * differences).sum()) / rounds - mean * mean)
    return Gain(mean / unit, sqrt(variance / rounds) / unit, int(np.count_nonzero(differences)))


@dataclass
class Rounds:
    """The rounds of one seed as a plan plays them, and then as any other plan does."""

    compiled: Compiled
    seed: int
    count: int

    @cached_property
    def played(self) -> tuple[Ints, Bytes]:
        """What each round comes to in cents, and the exact rank of its up card."""
        return self._play(self.compiled)

    def _play(self, compiled: Compiled) -> tuple[Ints, Bytes]:
        totals = np.zeros(self.count, dtype=np.int64)
        ups = np.zeros(self.count, dtype=np.uint8)
        wagers = np.array([number for number, _ in compiled.wagers], dtype=np.int64)
        _play_all(records.new_round(), compiled.tables, wagers, np.uint64(self.seed), totals, ups)
        return totals, ups

    @property
    def unit(self) -> int:
        return int(self.compiled.stakes[self.compiled.rules.played])

    def differences(self, plan: Plan) -> Ints:
        """What each round comes to more by another plan, in cents."""
        return self._play(self._with_plan(plan))[0] - self.played[0]

    def _with_plan(self, plan: Plan) -> Compiled:
        """Return the same game with another plan, without asking the rules again how hands end."""
        other = copy(self.compiled)
        other.plan = plan
        known = (other.terms, other.stakes, other.boxes, other.meter, plan.ways, other.endings)
        other.parts = parts_of(Setting(*known))
        with mock.patch.object(other.endings, "codes", return_value=self._codes):
            other.tables = other._tables()
        return other

    @cached_property
    def _codes(self) -> Bytes:
        return self.compiled.endings.codes()

    def gain(self, plan: Plan) -> Gain:
        """What another plan wins more, over all rounds."""
        return gain_of(self.differences(plan), self.count, self.unit)

    def gains(self, plan: Plan, apart: NDArray[np.uint8]) -> dict[int, Gain]:
        """As `gain`, from each group of up cards alone: the groups of exact ranks are numbered by `apart`.

        A plan that is changed in one place for every group of up cards is several changed plans together, because a
        change matters only to rounds with its own up cards.
        """
        differences, groups = self.differences(plan), apart[self.played[1]]
        return {int(group): gain_of(differences[groups == group], self.count, self.unit) for group in np.unique(apart)}


@njit(cache=True)
def _play_all(t: Round, tables: Tables, wagers: Ints, seed: Number, totals: Ints, ups: Bytes) -> None:
    for number in range(totals.shape[0]):
        play_fresh(t, tables, number, seed)
        net = 0
        for place in range(wagers.shape[0]):
            wager = wagers[place]
            for box in range(tables.boxes):
                net += t.nets[box, wager] * tables.units[wager] + won(t, tables, box, wager)
        totals[number] = net
        ups[number] = exact_rank(np.int64(t.at[UP]))
