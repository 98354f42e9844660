"""What split hands lose by not looking at each other: the worth of seeing one card of another hand."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.suite import game
from pitboss.analysis.family.kernel import NEVER, SPLIT, solve_up_card
from pitboss.analysis.family.solver import COLUMNS, EMPTY, Solution, UpCard, solve, with_card
from pitboss.analysis.family.tables import FINALS, RANKS, Floats, Ints, all_hands, hands, numbers

pytestmark = pytest.mark.slow


def hands_of(rank: int, at: UpCard, shoe: Ints, plan: Ints, *, follow: bool) -> float:
    """The worth of one split hand that begins with this rank, from this shoe, by this plan or by the best one."""
    values: Floats = np.full((len(all_hands()), COLUMNS), NEVER)
    contains = (hands().counts[:, rank] > 0).astype(np.int64)
    tables = (hands(), at.terms.draws, at.terms.split_pays, at.terms.falling)
    known = np.zeros((len(all_hands()), len(FINALS)))
    solve_up_card(at.up, shoe, at.hole, at.unseen, *tables, contains, 0, 0, known, plan, follow, values)
    first, total = with_card(EMPTY, rank), 0.0
    for second in range(RANKS):
        row = numbers()[with_card(first, second)]
        chance = at.chance_of(second, first, shoe)
        total += chance * float(values[row, plan[row, 0]]) if chance > 0 else 0.0
    return total


def gained(solution: Solution) -> float:
    """Over all pairs that are split, each by its chance: what one hand gains if one card of another is seen."""
    total = 0.0
    for chance, hand, up in solution.starts():
        at = solution.up_cards[up]
        decisions = at.decisions(hand)
        if max(decisions, key=lambda each: decisions[each]) != SPLIT:
            continue
        rank = hand.index(2)
        shoe = solution.terms.shoe - np.array(with_card(EMPTY, rank))
        for seen in range(RANKS):
            likely = at.chance_of(seen, with_card(EMPTY, rank), shoe)
            left = shoe - np.array(with_card(EMPTY, seen))
            if likely > 0:
                plan = at.splits[rank].plan
                best = hands_of(rank, at, left, np.zeros_like(plan), follow=False)
                total += chance * likely * (best - hands_of(rank, at, left, plan.copy(), follow=True))
    return total


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-charity"])
def test_looking_at_another_hand_gains_little(rulebook: str) -> None:
    """Two or three hands that each see five or six cards of the others: far below a thousandth of a per cent."""
    one_card = gained(solve(game(rulebook, {})))
    assert 0 <= one_card < 3e-7
    assert 3 * 6 * one_card < 1e-5
