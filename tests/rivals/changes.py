"""A search around a plan: decisions on single hands changed, mostly those that come often or are a close matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.kernel import NEVER
from pitboss.analysis.drawing.tables import RANKS, Floats, Multiset, Place, all_hands, best_total, hands, numbers
from pitboss.simulation.codes import ALL_RANKS, DOUBLE, HIT, RESCUE, SPLIT, STAND, SURRENDER, Bytes
from pitboss.simulation.plans import suit_hands
from rivals.dealt import Gain, Rounds
from rivals.plans import Case, Edit, edited, number_of_two

NAMES = {
    STAND: "stand",
    HIT: "hit",
    DOUBLE: "double",
    SURRENDER: "surrender",
    SPLIT: "split",
    RESCUE: "take back",
}
RANK_NAMES = ("A", *map(str, range(2, 11)))
CLOSE, UNKNOWN = 0.02, 0.1  # units of a wager: what counts as close, and how far apart decisions of unknown worth are
RARE = 3e-6  # of hands that come so seldom no change would be noticed
SUSPICIOUS, FAR = 2.5, 4.0  # errors: from where a change is tried again alone, and from where it is better
BY_POINTS: NDArray[np.uint8] = np.minimum(np.arange(ALL_RANKS), RANKS - 1).astype(np.uint8)
"""The up card as drawing sees it, of each exact rank."""


class Change(NamedTuple):
    """A plan changed in one place, which matters against one group of up cards; `weight` says how often to try it."""

    says: str
    group: int
    weight: float
    edits: list[Edit]


Changes = Iterator[Change]


def weight_of(chance: float, gap: float) -> float:
    """Return the weight of a change to a decision that comes so often and is worth less by a gap."""
    return chance / (max(gap, 0.0) + CLOSE) ** 2


def spelled(hand: Multiset) -> str:
    return "-".join(RANK_NAMES[rank] for rank, count in enumerate(hand) for _ in range(count))


@dataclass
class Drawn:
    """Every change to what is done with hands as they are drawn, with the chance that they come up."""

    case: Case

    @cached_property
    def chances(self) -> Floats:
        """The chance of first cards against each up card."""
        chances = np.zeros((RANKS, len(all_hands())))
        for chance, hand, up_card in self.case.solution.starts():
            if best_total(hand)[0] <= 21:
                chances[up_card, numbers()[hand]] += chance
        return chances

    @cached_property
    def drawn(self) -> Floats:
        """The chance of every hand that was not split."""
        return reached(self.chances, self.decided == HIT, self.shares)

    @property
    def shares(self) -> Floats:
        """The share of each rank of the shoe."""
        return np.asarray(self.case.terms.shoe / self.case.terms.shoe.sum())

    @cached_property
    def decided(self) -> Bytes:
        """What is done with each hand, of mixed suits where suits matter."""
        plan: Bytes = self.case.plan.plan[0].copy()
        for row, hand in enumerate(suit_hands(self.case.terms)):
            plan[:, numbers()[hand]] = self.case.plan.suit_plan[:, row, 0, 0]
        return plan

    def all(self) -> Changes:
        yield from self.first()
        yield from self.later()
        if self.case.terms.rules.rescue is not None:
            yield from self.doubled()
        yield from self.split()

    def first(self) -> Changes:
        """First cards."""
        for _, hand, up_card in self.case.solution.starts():
            if best_total(hand)[0] >= 21:
                continue
            number = numbers()[hand]
            worths = self.case.solution.decisions(self.case.solution.up_cards[up_card], hand)
            yield from self._others(number, up_card, worths, float(self.chances[up_card, number]))

    def later(self) -> Changes:
        """Hands of more cards."""
        drawn = self.drawn - self.chances
        for up_card, number in np.argwhere(drawn > RARE).tolist():
            if best_total(all_hands()[number])[0] < 21:
                row = self.case.solution.up_cards[up_card].values[number, : DOUBLE + 1]
                worths = {decision: float(worth) for decision, worth in enumerate(row) if worth > NEVER}
                yield from self._others(number, up_card, worths, float(drawn[up_card, number]))

    def _others(self, number: int, up_card: int, worths: dict[int, float], chance: float) -> Changes:
        decided = int(self.decided[up_card, number])
        for decision, worth in worths.items():
            if decision != decided and decided in worths:
                edits = self.case.edits(np.array([number]), up_card, decision)
                if decision == SPLIT and not self.case.terms.parts:
                    rank = all_hands()[number].index(2)
                    edits.append(Edit("split_hands", (rank, up_card), self.case.most_hands(rank)))
                says = f"{spelled(all_hands()[number])} against {RANK_NAMES[up_card]}: "
                says += f"{NAMES[decision]} and not {NAMES[decided]}"
                if edits:
                    yield Change(says, up_card, weight_of(chance, worths[decided] - worth), edits)

    def doubled(self) -> Changes:
        """Hands that were doubled, which may be taken back."""
        doubled = one_more(np.where(self.decided == DOUBLE, self.drawn, 0.0), self.shares)
        for up_card, number in np.argwhere(doubled > RARE).tolist():
            decided = self.case.plan.plan[1, up_card, number]
            decision = STAND if decided == RESCUE else RESCUE
            says = f"{spelled(all_hands()[number])} doubled against {RANK_NAMES[up_card]}: {NAMES[decision]}"
            chance = float(doubled[up_card, number])
            yield Change(says, up_card, weight_of(chance, UNKNOWN), [Edit("plan", (1, up_card, number), decision)])

    def split(self) -> Changes:
        """Hands of a split, and into how many hands a pair is split."""
        for rank in range(RANKS):
            one = self.split_chances(rank)
            plan = self.case.plan.split_plan[rank, 0]
            drawn = reached(one, plan == HIT, self.shares)
            for up_card, number in np.argwhere(drawn > RARE).tolist():
                if best_total(all_hands()[number])[0] < 21 and rank in self.case.split_ranks(all_hands()[number]):
                    yield from self._split_others(rank, number, up_card, float(drawn[up_card, number]))
            if not self.case.terms.parts:
                yield from self._resplits(rank, one.sum(axis=1))

    def split_chances(self, rank: int) -> Floats:
        """The chance of two cards of a split hand, by up card, with two hands of each split."""
        begun = np.zeros(RANKS)
        for number, hand in enumerate(all_hands()):
            if sum(hand) == self.case.terms.first_cards and hand[rank]:
                begun += hand[rank] * self.chances[:, number] * (self.decided[:, number] == SPLIT)
        chances = np.zeros_like(self.chances)
        for other in range(RANKS):
            chances[:, number_of_two(rank, other)] = begun * self.shares[other]
        return chances

    def _split_others(self, rank: int, number: int, up_card: int, chance: float) -> Changes:
        pays, decided = self.case.terms.pays(Place.BORN), self.case.plan.split_plan[rank, 0, up_card, number]
        values = self.case.solution.up_cards[up_card].values[number]
        lawful = {STAND: True, HIT: pays.may_hit[number] > 0, DOUBLE: pays.may_double[number] > 0}
        for decision in (STAND, HIT, DOUBLE):
            if lawful[decision] and decision != decided and decided in lawful:
                gap = values[decided] - values[decision]
                weight = weight_of(chance, gap if abs(gap) < 10 else UNKNOWN)
                says = f"{spelled(all_hands()[number])} of a split {RANK_NAMES[rank]} "
                says += f"against {RANK_NAMES[up_card]}: {NAMES[decision]}"
                yield Change(says, up_card, weight, [Edit("split_plan", (rank, 0, up_card, number), decision)])

    def _resplits(self, rank: int, chances: Floats) -> Changes:
        for up_card in np.flatnonzero(chances).tolist():
            for most in range(1, 1 + self.case.most_hands(rank)):
                if most != self.case.plan.split_hands[rank, up_card]:
                    says = f"{RANK_NAMES[rank]} against {RANK_NAMES[up_card]} split into {most} hands at most"
                    weight = weight_of(0.1 * float(chances[up_card]), CLOSE)
                    yield Change(says, up_card, weight, [Edit("split_hands", (rank, up_card), most)])


def one_more(chances: Floats, shares: Floats) -> Floats:
    """Return the chance of what one more card makes of hands, those above 21 left out."""
    after = np.zeros_like(chances)
    for rank in range(RANKS):
        there = np.flatnonzero(hands().after[:, rank] >= 0)
        np.add.at(after.T, hands().after[there, rank], chances[:, there].T * shares[rank])
    return after


def reached(chances: Floats, hit: NDArray[np.bool_], shares: Floats) -> Floats:
    """Return the chance that hands come up if some have these chances and are hit where the plan says so."""
    total, last = chances.copy(), chances
    while last.any():
        last = one_more(np.where(hit, last, 0.0), shares)
        total += last
    return total


class Tried(NamedTuple):
    """A change and what it gained; `again` is what it gained alone in other rounds, if the first gain was large."""

    change: Change
    gain: Gain
    again: Gain | None

    @property
    def better(self) -> bool:
        return self.again is not None and self.again.errors > FAR


def chosen(changes: Changes, times: int, seed: int) -> list[list[Change]]:
    """Return rounds of changes, one for each group of up cards, drawn by their weights without repetition."""
    chance, groups = Random(seed), defaultdict[int, list[Change]](list)
    for change in changes:
        groups[change.group].append(change)
    for group, those in groups.items():
        first = sorted((chance.expovariate(change.weight), number) for number, change in enumerate(those))
        groups[group] = [those[number] for _, number in first[:times]]
    return [[those[time] for those in groups.values() if time < len(those)] for time in range(times)]


def search(
    rounds: Rounds, changes: Changes, *, times: int, seed: int, apart: NDArray[np.uint8] = BY_POINTS
) -> Iterator[Tried]:
    """Try changes of the plan, as many at once as there are groups of up cards, and again alone what seems better."""
    plan = rounds.compiled.plan
    for together in chosen(changes, times, seed):
        gains = rounds.gains(edited(plan, [edit for change in together for edit in change.edits]), apart)
        for change in together:
            gain = gains[change.group]
            again = alone(rounds, change) if gain.errors > SUSPICIOUS else None
            yield Tried(change, gain, again)


def alone(rounds: Rounds, change: Change) -> Gain:
    """Return what one change gains in four times as many other rounds."""
    others = Rounds(rounds.compiled, rounds.seed + 1, 4 * rounds.count)
    return others.gain(edited(rounds.compiled.plan, change.edits))
