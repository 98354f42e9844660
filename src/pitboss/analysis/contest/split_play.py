"""Split boxes played for the played wager and the poker hand together, at given stakes.

After a split every decision weighs both: it goes by the up card, the cards of the hand, how many hands the box has and
how many wait, and the class of what is seen of the box (see `seen`). The policy is what would be best if other hands
had drawn average cards. That very policy is then played out with the real cards of the shoe (see `split_boxes`), so its
worth has a standard error and no bias, and so is a player who foresees the cards, which bounds what any policy is worth
(see `split_bound`). A split that is plainly worse than another decision is played out with few points and not bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.analysis.contest.patterns import Patterns
from pitboss.analysis.contest.seen import CLASSES, classes, leads, seen_cards
from pitboss.analysis.contest.split_bound import bound_boxes
from pitboss.analysis.contest.split_boxes import (
    CORRECTED,
    EVERY,
    PLAYED,
    PRODUCT,
    RESULTS,
    SQUARED,
    TIED,
    TOTAL,
    Dealer,
    Felt,
    Watched,
    new_lattice,
    play_boxes,
)
from pitboss.analysis.contest.split_kernel import TURNS, Choices, Worths, solve_box
from pitboss.analysis.contest.splits import Policy, box_of, felt_beside, no_leads, unwatched
from pitboss.analysis.contest.tables import (
    BY_VALUE,
    KINDS,
    LOSES,
    NOT_QUALIFIED,
    PLACE,
    RANKS,
    STARTS,
    TIES,
    WINS,
    strengths,
)
from pitboss.analysis.drawing.kernel import NEVER
from pitboss.analysis.drawing.tables import BY_POINTS, Floats

if TYPE_CHECKING:
    from pitboss.analysis.contest.endings import Joint

VALUES = BY_POINTS.size
POINTS, MULTIPLIER, SHIFTS, SHIFTS_OF_UNLIKE = 1021, 76, 4, 8  # tens of two ranks come twice as often
FEW_POINTS, FEW_MULTIPLIER = 251, 55
BOUND_EVERY = 32
SMALL_SHOE = 52
PLAINLY = 0.1  # of all stakes; what a split must be worse than another decision not to be looked at closely


class SplitBox(NamedTuple):
    """A box that is split: what it is worth in the unit of the stakes, and how its poker hand ends.

    `square` is the worth of the square of everything, beside a dealer who draws as if the cards of the box were still
    there. `error` is the standard error of what everything is worth. `most` is what best play is worth at most, less
    than nothing if that is not known, `most_error` its standard error.
    """

    total: float
    played: float
    square: float
    kinds: Floats
    error: float
    most: float
    most_error: float


@dataclass
class SplitPlay:
    """All split boxes at these stakes. `instead` has the best other decision's worth, by up card and first cards."""

    joint: Joint
    played: int
    ante: int
    instead: Floats

    @cached_property
    def boxes(self) -> dict[tuple[int, int], SplitBox]:
        """By up card and number of the first cards, where these may be split."""
        found = {}
        for up in range(RANKS):
            for value in range(VALUES):
                places = [place for place in self.joint.may_be_split if BY_VALUE[STARTS[place][0]] == value]
                if places:
                    policy = self.policy(up, value)
                    self.patterns.add(up, value, policy.rows, policy.kinds, policy.choices)
                    found.update({(up, place): self.box(up, STARTS[place], policy) for place in places})
        return found

    @cached_property
    def patterns(self) -> Patterns:
        """The choices of all policies; they are complete when `boxes` is."""
        return Patterns()

    def dealer(self, up: int) -> Dealer:
        return Dealer(*self.joint.ways(up), self.ante * self.joint.units)

    def felt(self, up: int, out: tuple[int, ...]) -> Felt | None:
        return felt_beside(self.joint, up, out, self.dealer(up))

    def policy(self, up: int, value: int) -> Policy:
        """Best play, if other hands draw average cards."""
        pays, rows = self.joint.solution.terms.split_pays, self.joint.split_rows(int(BY_VALUE[up]), value)
        stood, once = (
            self.played * np.einsum("rme,re->rm", rows.met, paid[rows.number]) for paid in (pays.stood, pays.doubled)
        )
        bust = self.played * pays.bust[:2]
        ranks = np.flatnonzero(value == BY_VALUE)
        felt = self.felt(up, (int(ranks[0]), int(ranks[-1])))
        worth = np.zeros(len(strengths())) if felt is None else felt.worth
        first_two, visited = self.joint.contest.first_two, self.joint.visits[value]
        led = no_leads(VALUES) if first_two else leads(worth, visited, BY_VALUE)
        size, hands = len(led.number), len(rows.number)
        worths = Worths(*(np.zeros(shape) for shape in ((TURNS, hands, size, 2), *[(TURNS, size, 2)] * 2, (size, 2))))
        choices = Choices(np.zeros((TURNS, hands, size), dtype=np.uint8), np.zeros((TURNS, size), dtype=np.uint8))
        most = self.joint.most_hands(value)
        solve_box(value, most, rows, stood, once, bust, led, worths, choices)
        return Policy(most, rows, once, bust, led.number, worths, choices)

    def box(self, up: int, pair: tuple[int, int], policy: Policy) -> SplitBox:
        """What a box of this pair is worth by the policy, and what it is worth at most."""
        felt, box = self.felt(up, pair), box_of(self.joint, pair, policy, float(self.played))
        if felt is None:
            return SplitBox(0.0, 0.0, 0.0, np.zeros(KINDS), 0.0, 0.0, 0.0)
        scene = (box, self.watched(policy, box.start), felt, self.dealer(up))
        seed, few = (up * RANKS + pair[0]) * RANKS + pair[1], new_lattice(FEW_POINTS, FEW_MULTIPLIER)
        results, first = np.zeros((2, RESULTS)), felt.kinds[scene[1].strength[box.start]]
        play_boxes(*scene, few, seed, self._every(EVERY), results)
        roughly = results[:, (TOTAL, CORRECTED)].mean(axis=0).sum()
        if roughly < self.instead[up, PLACE[pair]] - PLAINLY * (self.played + self.ante):
            return self._box(first, results, NEVER, 0.0)
        results = np.zeros((SHIFTS if pair[0] == pair[1] else SHIFTS_OF_UNLIKE, RESULTS))
        play_boxes(*scene, new_lattice(POINTS, MULTIPLIER), seed, self._every(EVERY), results)
        bounds = np.zeros(SHIFTS)
        bound_boxes(*scene, few, seed, self._every(BOUND_EVERY), bounds)
        return self._box(first, results, *_mean(bounds))

    def _every(self, points: int) -> int:
        """Of how many points one is priced exactly: of a shoe of less than a deck all are."""
        return 1 if int(self.joint.shoe.sum()) < SMALL_SHOE else points

    def _box(self, first: Floats, results: Floats, most: float, most_error: float) -> SplitBox:
        """Reads what a box comes to off what boxes that were played out did; `first` is how its first cards end."""
        total, error = _mean(results[:, TOTAL] + results[:, CORRECTED])
        played, tied, squared, product = results[:, (PLAYED, TIED, SQUARED, PRODUCT)].mean(axis=0).tolist()
        kinds, units = first.copy(), self.joint.units
        if not self.joint.contest.first_two:
            open_, missed = 1.0 - first[NOT_QUALIFIED] - tied, first[NOT_QUALIFIED] * units[NOT_QUALIFIED]
            gained = (total - played) / self.ante - missed
            lost = (units[WINS] * open_ - gained) / (units[WINS] - units[LOSES])
            kinds[[WINS, LOSES, TIES]] = open_ - lost, lost, tied
        square = squared + 2 * product + self.ante**2 * float(kinds @ units**2)
        return SplitBox(total, played, square, kinds, error, most, most_error)

    def watched(self, policy: Policy, start: int) -> Watched:
        """What is seen of a box, with the places of classes among those of the policy."""
        if self.joint.contest.first_two:
            return unwatched(start)
        place = np.zeros(CLASSES, dtype=np.int64)
        place[policy.kinds] = np.arange(len(policy.kinds))
        return Watched(seen_cards().step, seen_cards().strength, place[classes()])


def _mean(by_shift: Floats) -> tuple[float, float]:
    """The mean over shifts, and its standard error."""
    return float(by_shift.mean()), float(by_shift.std(ddof=1)) / len(by_shift) ** 0.5
