"""Blackjack Switch: other rules for when to switch, and single deals that are switched otherwise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, product
from math import prod

import numpy as np

from pitboss.analysis.drawing.tables import RANKS
from pitboss.analysis.switch import ByOwnCards
from pitboss.simulation.codes import ACE, TEN, Bytes
from pitboss.simulation.parts import switch
from rivals.changes import RANK_NAMES, Change, Changes, weight_of
from rivals.drawing import Rival, points
from rivals.plans import Case, Edit

Two = tuple[int, int]
"""Two cards by rank, an ace 0."""
Judgement = Callable[[Two, Two, int], float]
"""How good two hands are against an up card."""


def total_of_two(hand: Two) -> int:
    total = sum(rank + 1 for rank in hand)
    return total + 10 if ACE in hand else total


def better_hand(one: Two, other: Two, up_card: int) -> float:
    """The total of the better hand; of equal ones, the other total counts."""
    del up_card
    totals = sorted((total_of_two(one), total_of_two(other)))
    return totals[1] + totals[0] / 100


def both_totals(one: Two, other: Two, up_card: int) -> float:
    del up_card
    return total_of_two(one) + total_of_two(other)


def winners(one: Two, other: Two, up_card: int) -> float:
    """As players count: hands that beat the up card and a ten win, and a good beginning is a part of that."""
    return sum(_wins(hand, points(up_card)) for hand in (one, other))


def _wins(hand: Two, up_card: int) -> float:
    total, dealer = total_of_two(hand), up_card + 10
    if total >= 18 and (total > dealer or (up_card <= 6 and total >= 18)):
        return 1.0
    if total in (10, 11) or hand == (ACE, ACE) or (hand == (7, 7) and up_card <= 9):
        return 0.75
    if up_card <= 6:
        return 0.4 if total in (8, 9) or ACE in hand or hand[0] == hand[1] != TEN else 0.2
    return 0.5 if total == dealer else 0.25 if total <= 9 or ACE in hand else 0.0


def by_judgement(judge: Judgement) -> Bytes:
    """Return when the second cards are switched if that is better by a judgement."""
    plan = np.zeros((RANKS,) * 5, dtype=np.uint8)
    worths = np.array(
        [
            [
                [
                    judge((min(one), max(one)), (min(other), max(other)), up_card)
                    for other in product(range(RANKS), repeat=2)
                ]
                for one in product(range(RANKS), repeat=2)
            ]
            for up_card in range(RANKS)
        ]
    ).reshape((RANKS,) * 5)
    switched = worths.transpose(0, 1, 4, 3, 2)  # the second cards change places
    plan[switched > worths + 1e-9] = 1
    return plan


def switch_rivals(case: Case) -> list[Rival]:
    def by(says: str, plan: Bytes) -> Rival:
        return Rival(says, case.plan.with_way(switch.NAME, {"plan": plan}))

    always = np.ones((RANKS,) * 5, dtype=np.uint8)
    return [
        by("never switches", np.zeros_like(always)),
        by("always switches", always),
        by("switches for a better hand", by_judgement(better_hand)),
        by("switches for more points on both hands", by_judgement(both_totals)),
        by("switches for more hands that win or begin well", by_judgement(winners)),
    ]


def switch_changes(case: Case) -> Changes:
    """Deals of two spots, each in every order of the same cards."""
    kept, switched = ByOwnCards(case.terms, case.solution).alone
    shares, plan = case.terms.shoe / case.terms.shoe.sum(), case.plan.ways[switch.NAME]["plan"]
    names = {tuple(hand): number for number, hand in enumerate(_hands())}

    def number(one: int, other: int) -> int:
        return names[min(one, other), max(one, other)]

    spots = [(one, other) for one in range(RANKS) for other in range(RANKS)]
    for up_card in range(RANKS):
        close = []
        for (a1, a2), (b1, b2) in combinations_with_replacement(spots, 2):
            keep = kept[up_card, number(a1, a2)] + kept[up_card, number(b1, b2)]
            other = switched[up_card, number(a1, b2)] + switched[up_card, number(b1, a2)]
            orders = {(a1, a2, b1, b2), (b1, b2, a1, a2), (a2, a1, b2, b1), (b2, b1, a2, a1)}
            decided = plan[up_card, a1, a2, b1, b2]
            edits = [Edit("switch/plan", (up_card, *order), 1 - int(decided)) for order in orders]
            chance = len(orders) * prod(float(shares[rank]) for rank in (up_card, a1, a2, b1, b2))
            says = f"{spelled(a1, a2)} and {spelled(b1, b2)} against {RANK_NAMES[up_card]}: "
            says += "keep" if decided else "switch"
            if keep != other:
                gap = other - keep if decided else keep - other
                yield Change(says, up_card, weight_of(chance, gap), edits)
            if 0 < abs(keep - other) < 0.02:
                close += edits
        yield Change(f"the closest deals against {RANK_NAMES[up_card]}: the other way", up_card, 1e9, close)


def spelled(one: int, other: int) -> str:
    return f"{RANK_NAMES[one]}-{RANK_NAMES[other]}"


def _hands() -> list[Two]:
    return [(one, other) for one in range(RANKS) for other in range(one, RANKS)]
