"""Plans that differ from another one: by a policy for hands of a kind, or by a few decisions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.tables import ACE, RANKS, Ints, Multiset, Place, all_hands, best_total, numbers, with_card
from pitboss.analysis.drawing.terms import Terms
from pitboss.simulation.codes import BY_SUIT, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.plans import Plan, suit_hands

Array = NDArray[Any]


class Seen(NamedTuple):
    """What a policy goes by: the total, whether it is soft, how many cards, the rank of a pair, and the up card.

    Ranks are numbered as the kernel has them, an ace 0 and ten-valued cards 9. Hands of a split are `split`.
    """

    total: int
    soft: bool
    cards: int
    pair: int | None
    up_card: int
    split: bool = False

    @property
    def hard(self) -> bool:
        return not self.soft

    @property
    def first(self) -> bool:
        """Whether these are two first cards."""
        return self.cards == 2 and not self.split


Policy = Callable[[Seen], int | None]
"""What is done with a hand that has not been doubled; None where it is played as the other plan plays it."""


class Edit(NamedTuple):
    """One decision of a plan: the array that has it, as in `plan` or `switch/plan`, its place and what it becomes."""

    array: str
    place: tuple[int, ...]
    decision: int


def copied(plan: Plan) -> Plan:
    """Return a plan whose arrays may be changed."""
    ways = {name: {key: array.copy() for key, array in way.items()} for name, way in plan.ways.items()}
    arrays = {name: getattr(plan, name).copy() for name in Plan._fields if name != "ways"}
    return plan._replace(**arrays, ways=ways)


def array_of(plan: Plan, name: str) -> Array:
    """Return an array of a plan by its name."""
    way, _, key = name.rpartition("/")
    return np.asarray(plan.ways[way][key] if way else getattr(plan, key))


def edited(plan: Plan, edits: Iterable[Edit]) -> Plan:
    """Return a plan with these decisions changed."""
    changed = copied(plan)
    for edit in edits:
        array_of(changed, edit.array)[edit.place] = edit.decision
    return changed


@dataclass
class Case:
    """A game at its stakes, with the plan that is called best and what may lawfully be decided otherwise."""

    compiled: Compiled
    solution: Solution

    @property
    def plan(self) -> Plan:
        return self.compiled.plan

    @property
    def terms(self) -> Terms:
        return self.solution.terms

    @cached_property
    def kinds(self) -> Mapping[tuple[int, bool, int, int | None], Ints]:
        """The numbers of hands below 21 that a policy cannot tell apart."""
        kinds: defaultdict[tuple[int, bool, int, int | None], list[int]] = defaultdict(list)
        for number, hand in enumerate(all_hands()):
            total, soft = best_total(hand)
            if sum(hand) >= 2 and total < 21:
                kinds[total, soft, sum(hand), pair_of(hand)].append(number)
        return {kind: np.array(hands) for kind, hands in kinds.items()}

    @cached_property
    def may_surrender(self) -> NDArray[np.bool_]:
        """Which first cards may be given up, by the number of the hand."""
        first = self.terms.first_cards
        lawful = [sum(hand) == first and self.terms.may_surrender(hand) for hand in all_hands()]
        return np.array(lawful, dtype=np.bool_)

    @cached_property
    def may_split(self) -> NDArray[np.bool_]:
        """Which first cards may be split, by the number of the hand."""
        terms = self.terms
        if terms.parts:
            return np.array([sum(hand) == terms.first_cards and terms.may_part(hand) for hand in all_hands()])
        pairs = [pair_of(hand) if sum(hand) == terms.first_cards else None for hand in all_hands()]
        return np.array([pair is not None and terms.max_splits(pair) > 0 for pair in pairs])

    def lawful(self, hands: Ints, decision: int, *, split: bool = False) -> Ints:
        """Return those of these hands on which a decision is lawful."""
        return hands[self.masks[split][decision][hands]]

    @cached_property
    def masks(self) -> Mapping[bool, Mapping[int, NDArray[np.bool_]]]:
        """On which hands each decision is lawful, by whether they are hands of a split."""
        none = np.zeros(len(all_hands()), dtype=np.bool_)
        plain, split = self.terms.pays(Place.PLAIN), self.terms.pays(Place.BORN)
        first = {SURRENDER: self.may_surrender, SPLIT: self.may_split}
        drawn = {
            born: {STAND: ~none, HIT: pays.may_hit > 0, DOUBLE: pays.may_double > 0}
            for born, pays in ((False, plain), (True, split))
        }
        return {False: {**drawn[False], **first}, True: {**drawn[True], SURRENDER: none, SPLIT: none}}

    def edits(self, hands: Ints, up_card: int, decision: int) -> list[Edit]:
        """Return what makes hands that were not split be played so where it is lawful."""
        made = []
        for number in self.lawful(hands, decision).tolist():
            if self.plan.plan[0, up_card, number] != BY_SUIT:
                made.append(Edit("plan", (0, up_card, number), decision))
                continue
            row = self.suit_rows[number]
            places = np.ndindex(*self.plan.suit_plan.shape[2:])
            made += [Edit("suit_plan", (up_card, row, *place), decision) for place in places]
        return made

    def split_ranks(self, hand: Multiset) -> list[int]:
        """The ranks of which a split may have begun this hand, if anything is decided on it."""
        ranks = [rank for rank in range(RANKS) if hand[rank]]
        return [rank for rank in ranks if rank != ACE or self.terms.draws_on_split_aces]

    def most_hands(self, rank: int) -> int:
        """Into how many hands a pair may be split."""
        return 1 + self.terms.max_splits(rank)

    def by(self, policy: Policy, *, resplits: bool = True) -> Plan:
        """Return the plan of a policy; what it asks for and the rules forbid is hit instead, if it is a double."""
        plan = copied(self.plan)
        for (total, soft, cards, pair), hands in self.kinds.items():
            for up_card in range(RANKS):
                seen = Seen(total, soft, cards, pair if cards == self.terms.first_cards else None, up_card)
                for split in (False, True):
                    asked = policy(seen._replace(split=split, pair=None if split else seen.pair))
                    for decision in (HIT, DOUBLE) if asked == DOUBLE else () if asked is None else (asked,):
                        self._decide(plan, self.lawful(hands, decision, split=split), up_card, decision, split=split)
        if resplits and not self.terms.parts:
            plan.split_hands[:] = [[self.most_hands(rank)] * RANKS for rank in range(RANKS)]
        return plan

    def _decide(self, plan: Plan, numbers: Ints, up_card: int, decision: int, *, split: bool) -> None:
        """Make hands be played so in a plan; of a split, whatever pair they come from."""
        if split:
            for rank, may_decide in enumerate(self.after_split):
                plan.split_plan[rank, 0, up_card, numbers[may_decide[numbers]]] = decision
            return
        by_suit = plan.plan[0, up_card, numbers] == BY_SUIT
        plan.plan[0, up_card, numbers[~by_suit]] = decision
        for number in numbers[by_suit].tolist():
            plan.suit_plan[up_card, self.suit_rows[number]] = decision

    @cached_property
    def suit_rows(self) -> Mapping[int, int]:
        """The rows of first cards whose suits matter, by the number of the hand."""
        return {numbers()[hand]: row for row, hand in enumerate(suit_hands(self.terms))}

    @cached_property
    def after_split(self) -> list[NDArray[np.bool_]]:
        """By the rank of a pair: on which hands that may come of it anything is decided."""
        return [np.array([rank in self.split_ranks(hand) for hand in all_hands()]) for rank in range(RANKS)]


def pair_of(hand: Multiset) -> int | None:
    """Return the rank of a pair, None of other hands."""
    return hand.index(2) if sum(hand) == 2 and max(hand) == 2 else None


def number_of_two(one: int, other: int) -> int:
    """Return the number of the hand of two ranks."""
    return numbers()[with_card(with_card((0,) * RANKS, one), other)]
