"""Plans of play: what is done with every hand, as tables of decisions that the kernel reads.

Whatever a plan is, best play or a chart, the solver has it as a solution; it is read off here. So the plan that is
simulated is the very plan whose exact worth is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pitboss.analysis.drawing.outcomes import plays
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.tables import RANKS, Multiset, all_hands, best_total, numbers, starts, with_card
from pitboss.analysis.drawing.terms import Terms, two_cards
from pitboss.simulation.codes import BY_SUIT, Bytes
from pitboss.simulation.endings import SUIT_KINDS
from pitboss.simulation.parts.part import Decisions
from pitboss.simulation.parts.registry import decisions_of


class Plan(NamedTuple):
    """Decisions by number of doubles, up card and hand; see `Tables`.

    `unlike` is what is decided by up card on first cards whose tens are of different ranks, where they would have to be
    of one rank to be split.

    `suit_plan` is by up card, row of `suit_hands`, kind of suits, and whether the up card is of the same suit, which
    matters where it could itself have completed a premium hand. `split_hands` is how many hands a pair may become.
    `ways` has the decisions of other ways of playing, by the name of their record.
    """

    plan: Bytes
    unlike: Bytes
    suit_plan: Bytes
    split_plan: Bytes
    split_suits: Bytes
    split_hands: Bytes
    ways: Mapping[str, Decisions] = {}

    def with_way(self, name: str, decisions: Decisions) -> Plan:
        """Return this plan with the decisions of a way of playing."""
        return self._replace(ways={**self.ways, name: decisions})


def suit_hands(terms: Terms) -> list[Multiset]:
    """Two first cards whose suits may matter."""
    return [hand for hand in two_cards() if terms.completed(hand) is not None]


def pair_of_tens(terms: Terms) -> Multiset | None:
    """Return the first cards whose tens must be of one rank to be split; no more than one hand is that."""
    pairs = [hand for hand in starts(terms.first_cards) if terms.like_tens(hand) is not None]
    assert len(pairs) <= 1
    return pairs[0] if pairs else None


def empty_plan(terms: Terms) -> Plan:
    """Stands on everything."""
    hands = len(all_hands())
    plan = Plan(
        plan=np.zeros((3, RANKS, hands), dtype=np.uint8),
        unlike=np.zeros(RANKS, dtype=np.uint8),
        suit_plan=np.zeros((RANKS, max(1, len(suit_hands(terms))), len(SUIT_KINDS), 2), dtype=np.uint8),
        split_plan=np.zeros((RANKS, 3, RANKS, hands), dtype=np.uint8),
        split_suits=np.zeros((RANKS, RANKS, RANKS, len(SUIT_KINDS)), dtype=np.uint8),
        split_hands=np.ones((RANKS, RANKS), dtype=np.uint8),
    )
    for hand in suit_hands(terms):
        plan.plan[0, :, numbers()[hand]] = BY_SUIT
    return plan


def plan_of(solution: Solution) -> Plan:
    """The decisions of a solution, suit by suit where suits matter."""
    plan, terms = empty_plan(solution.terms), solution.terms
    for at in solution.up_cards:
        plan.plan[:, at.up, :] = at.plan.T
        for hand in starts(terms.first_cards):
            if at.deck(hand)[1] >= 0 and best_total(hand)[0] <= 21:
                _first_cards(plan, solution, at, hand)
        if terms.parts:
            _parted_hands(plan, at)
        for rank in range(RANKS):
            if terms.max_splits(rank) and at.deck(with_card(terms.empty, rank, 2))[1] >= 0:
                _split_hands(plan, at, rank)
    for name, decisions in decisions_of(solution):
        plan = plan.with_way(name, decisions)
    return plan


def _first_cards(plan: Plan, solution: Solution, at: UpCard, hand: Multiset) -> None:
    """What is decided on first cards, for each way in which the suits of two may matter."""
    number = numbers()[hand]
    made = solution.terms.completed(hand)
    if made is None:
        first, *unlike = plays(solution, at, hand)
        plan.plan[0, at.up, number] = first.decision
        for play in unlike:
            plan.unlike[at.up] = play.decision
        return
    plan.plan[0, at.up, number] = BY_SUIT
    row, whole = suit_hands(solution.terms).index(hand), solution.terms.shoe[made[0]] / 4 - hand[made[0]]
    for play in plays(solution, at, hand):
        kind = SUIT_KINDS.index(play.suit or "mixed")
        out = play.suit is not None and play.suit_left < whole
        plan.suit_plan[at.up, row, kind, 1 if out else slice(None)] = play.decision


def _parted_hands(plan: Plan, at: UpCard) -> None:
    """Hands of a three-way split, each played by its own cards; of some first cards nothing more is decided."""
    plan.split_hands[:, at.up] = at.terms.first_cards
    for rank in range(RANKS):
        plan.split_plan[rank, :, at.up, :] = at.parted.own_plan(rank).T


def _split_hands(plan: Plan, at: UpCard, rank: int) -> None:
    splits = at.splits[rank]
    plan.split_hands[rank, at.up] = splits.most
    plan.split_plan[rank, :, at.up, :] = splits.plan.T
    for second in range(RANKS):
        for kind in (1, 2):
            plan.split_suits[rank, at.up, second, kind] = splits.draws_suited(second, SUIT_KINDS[kind])
