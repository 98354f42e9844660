"""3 Card 21: other rules for three first cards, those above 21 too, and single ones that are played otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np

from pitboss.analysis.drawing.tables import RANKS, Multiset, all_hands, best_total
from pitboss.analysis.three_cards import BySingles
from pitboss.simulation.codes import ACE, SPLIT, SURRENDER
from pitboss.simulation.parts import three_ways
from pitboss.simulation.plans import Plan, plan_of
from rivals.changes import NAMES, RANK_NAMES, Change, Changes, spelled, weight_of
from rivals.drawing import Rival
from rivals.plans import Case, Edit, Seen, edited


def ranks_of(hand: Multiset) -> list[int]:
    return [rank for rank, count in enumerate(hand) for _ in range(count)]


def orders(hand: Multiset, up_card: int, decision: int) -> list[Edit]:
    """Return what makes three first cards above 21 be played so, in whatever order they come."""
    return [Edit("three/above", (up_card, *order), decision) for order in set(permutations(ranks_of(hand)))]


def with_above(case: Case, decision: int) -> Plan:
    above = np.full((RANKS,) * 4, decision, dtype=np.uint8)
    return case.plan.with_way(three_ways.NAME, {**case.plan.ways[three_ways.NAME], "above": above})


def splitting(case: Case, hands: Iterable[int]) -> list[Edit]:
    return [edit for hand in hands for up in range(RANKS) for edit in case.edits(np.array([hand]), up, SPLIT)]


def three_rivals(case: Case) -> list[Rival]:
    first = [number for number, hand in enumerate(all_hands()) if sum(hand) == case.terms.first_cards]
    below = [number for number in first if best_total(all_hands()[number])[0] < 21]
    with_pair = [number for number in first if max(all_hands()[number]) > 1]
    declined = [number for number in first if best_total(all_hands()[number])[0] == 21 and _declinable(case, number)]
    never = [edit for number in below for up in range(RANKS) for edit in _unsplit(case, number, up)]

    def surrenders_stiff(seen: Seen) -> int | None:
        stiff = seen.cards == 3 and seen.hard and 15 <= seen.total <= 16 and seen.up_card in (ACE, 9)
        return SURRENDER if stiff else None

    best = plan_of(case.solution.best) if isinstance(case.solution, BySingles) else case.plan
    return [
        Rival("splits first cards by their exact worth", best),
        Rival("always splits above 21", with_above(case, SPLIT)),
        Rival("always surrenders above 21", with_above(case, SURRENDER)),
        Rival("never splits up to 21", edited(case.plan, never)),
        Rival("splits all that may be split below 21", edited(case.plan, splitting(case, below))),
        Rival("splits every pair and three of a kind", edited(case.plan, splitting(case, with_pair))),
        Rival("splits every 21 that may be declined", edited(case.plan, splitting(case, declined))),
        Rival("surrenders 15 and 16 against ten and ace", case.by(surrenders_stiff)),
    ]


def _declinable(case: Case, number: int) -> bool:
    rule = case.compiled.rules.drawing.first_21
    return rule is not None and rule.may_be_declined(case.terms.situation(all_hands()[number]))


def _unsplit(case: Case, number: int, up_card: int) -> list[Edit]:
    """Return what makes first cards that are split be kept together."""
    if case.plan.plan[0, up_card, number] != SPLIT:
        return []
    shown = case.solution.up_cards[up_card]
    worths = case.solution.decisions(shown, all_hands()[number])
    kept = {decision: worth for decision, worth in worths.items() if decision not in (SPLIT, SURRENDER)}
    return [Edit("plan", (0, up_card, number), max(kept, key=lambda decision: kept[decision]))]


def three_changes(case: Case) -> Changes:
    """Three first cards above 21."""
    plan = case.plan.ways[three_ways.NAME]["above"]
    for chance, hand, up_card in case.solution.starts():
        worths = case.solution.decisions(case.solution.up_cards[up_card], hand)
        if best_total(hand)[0] > 21 and len(worths) > 1:
            decided = int(plan[(up_card, *ranks_of(hand))])
            for decision in worths:
                if decision != decided:
                    says = f"{spelled(hand)} against {RANK_NAMES[up_card]}: {NAMES[decision]} and not {NAMES[decided]}"
                    weight = weight_of(chance, worths[decided] - worths[decision])
                    yield Change(says, up_card, weight, orders(hand, up_card, decision))
