"""Plans of play: what is done with every hand, as tables of decisions that the kernel reads.

Whatever a plan is, best play or a chart, the solver has it as a solution; it is read off here. So the plan that is
simulated is the very plan whose exact worth is known.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from pitboss.analysis.contest.joint import Contested
from pitboss.analysis.family.outcomes import plays
from pitboss.analysis.family.solver import Solution, UpCard
from pitboss.analysis.family.tables import RANKS, Multiset, all_hands, best_total, numbers, starts, with_card
from pitboss.analysis.family.terms import Terms, two_cards
from pitboss.analysis.hold_em import PokerHands
from pitboss.analysis.own_hand import Beside
from pitboss.simulation.layout import ALL_RANKS, BY_SUIT, MOST_OWN, NOT_PLAYED, SURRENDER, Bytes, Shorts
from pitboss.simulation.layout import KINDS as KINDS_OF_CARD
from pitboss.simulation.sides import number_of, own_states

KINDS = ("mixed", "suited", "spades")


class Plan(NamedTuple):
    """Decisions by number of doubles, up card and hand; see `Tables`.

    `suit_plan` is by up card, row of `suit_hands`, kind of suits, and whether the up card is of the same suit, which
    matters where it could itself have completed a premium hand. `split_hands` is how many hands a pair may become,
    `switch` whether the second cards of two spots are switched, and `above` what is done with three first cards that
    pass 21, by up card and ranks. `own` is what is decided for a wager on the cards of its own box too, by up card and
    state, `NOT_PLAYED` where that wager is no matter any more. `poker_first` and `poker_second` say whether a poker
    hand is bet on after its first and its second card; `folds`, `joint_start`, `joint_next` and `joint_plan` are those
    of a poker hand beside the blackjack hand.
    """

    plan: Bytes
    suit_plan: Bytes
    split_plan: Bytes
    split_suits: Bytes
    split_hands: Bytes
    switch: Bytes
    above: Bytes
    own: Bytes
    poker_first: Bytes
    poker_second: Bytes
    folds: Bytes
    joint_start: Shorts
    joint_next: Shorts
    joint_plan: Bytes


def suit_hands(terms: Terms) -> list[Multiset]:
    """Two first cards whose suits may matter."""
    return [hand for hand in two_cards() if terms.completed(hand) is not None]


def empty_plan(terms: Terms) -> Plan:
    """Stands on everything."""
    hands = len(all_hands())
    plan = Plan(
        plan=np.zeros((3, RANKS, hands), dtype=np.uint8),
        suit_plan=np.zeros((RANKS, max(1, len(suit_hands(terms))), len(KINDS), 2), dtype=np.uint8),
        split_plan=np.zeros((RANKS, 3, RANKS, hands), dtype=np.uint8),
        split_suits=np.zeros((RANKS, RANKS, RANKS, len(KINDS)), dtype=np.uint8),
        split_hands=np.ones((RANKS, RANKS), dtype=np.uint8),
        switch=np.zeros((RANKS,) * 5, dtype=np.uint8),
        above=np.full((RANKS,) * 4, SURRENDER, dtype=np.uint8),
        own=np.full((KINDS_OF_CARD, MOST_OWN), NOT_PLAYED, dtype=np.uint8),
        poker_first=np.zeros((2, *(ALL_RANKS,) * 3), dtype=np.uint8),
        poker_second=np.zeros((2, *(ALL_RANKS,) * 4), dtype=np.uint8),
        folds=np.zeros((ALL_RANKS,) * 3, dtype=np.uint8),
        joint_start=np.zeros((ALL_RANKS, ALL_RANKS), dtype=np.int16),
        joint_next=np.zeros((1, ALL_RANKS), dtype=np.int16),
        joint_plan=np.zeros((ALL_RANKS, 1), dtype=np.uint8),
    )
    for hand in suit_hands(terms):
        plan.plan[0, :, numbers()[hand]] = BY_SUIT
    return plan


def plan_of(solution: Solution) -> Plan:
    """The decisions of a solution, suit by suit where suits matter."""
    plan = empty_plan(solution.terms)
    for at in solution.up_cards:
        plan.plan[:, at.up, :] = at.plan.T
        for hand in starts(solution.terms.first_cards):
            if at.deck(hand)[1] >= 0:
                _first_cards(plan, solution, at, hand)
        if solution.terms.parts:
            _parted_hands(plan, at)
        for rank in range(RANKS):
            if solution.terms.max_splits(rank) and at.deck(with_card(solution.terms.empty, rank, 2))[1] >= 0:
                _split_hands(plan, at, rank)
    poker = solution.terms.rules.poker
    if poker is not None:
        best = PokerHands(poker, solution.terms.game.shoe).plan
        plan.poker_first[:], plan.poker_second[:] = best.first, best.second
    return plan


def contest_plan(plan: Plan, contested: Contested) -> Plan:
    """A plan with how boxes are played whose poker hand is bet on: only hands below 21 have something to decide.

    Where the first two cards alone are the poker hand, cards that are drawn are nothing to it.
    """
    joint = contested.plan
    if contested.contest.first_two:
        return plan._replace(folds=joint.fold.astype(np.uint8))
    draws = np.flatnonzero((joint.next >= 0).any(axis=1))
    number = np.zeros(len(joint.next), dtype=np.int16)
    number[draws] = 1 + np.arange(len(draws))
    nothing = np.zeros((1, ALL_RANKS), dtype=np.int16)
    return plan._replace(
        folds=joint.fold.astype(np.uint8),
        joint_start=number[joint.start],
        joint_next=np.concatenate((nothing, np.where(joint.next[draws] < 0, 0, number[joint.next[draws]]))),
        joint_plan=np.concatenate((nothing.T.astype(np.uint8), joint.decision[:, draws].astype(np.uint8)), axis=1),
    )


def own_plan(beside: Beside) -> Bytes:
    """What is decided on hands whose cards may still count for the side wager, by up card and state of that wager."""
    numbered = {state: number for number, state in enumerate(own_states(beside.own).states) if state is not None}
    found = np.full((KINDS_OF_CARD, MOST_OWN), NOT_PLAYED, dtype=np.uint8)
    for up, held, played in beside.all_played():
        if beside.is_open(held.state):
            for card in beside.cards_of(up):
                found[number_of(card), numbered[held.state]] = played.decision
    return found


def _first_cards(plan: Plan, solution: Solution, at: UpCard, hand: Multiset) -> None:
    """What is decided on first cards, for each way in which the suits of two may matter."""
    if best_total(hand)[0] > 21:
        (only,) = plays(solution, at, hand)
        for ranks in permutations([rank for rank, count in enumerate(hand) for _ in range(count)]):
            plan.above[(at.up, *ranks)] = only.decision
        return
    number = numbers()[hand]
    made = solution.terms.completed(hand)
    if made is None:
        (only,) = plays(solution, at, hand)
        plan.plan[0, at.up, number] = only.decision
        return
    plan.plan[0, at.up, number] = BY_SUIT
    row, whole = suit_hands(solution.terms).index(hand), solution.terms.shoe[made[0]] / 4 - hand[made[0]]
    for play in plays(solution, at, hand):
        kind = KINDS.index(play.suit or "mixed")
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
            plan.split_suits[rank, at.up, second, kind] = splits.draws_suited(second, KINDS[kind])
