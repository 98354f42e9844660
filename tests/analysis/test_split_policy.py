"""What split hands lose by not looking at each other is bounded, and the bound is small."""

from __future__ import annotations

import pytest

from analysis.split_loss import gained
from conformance.suite import game
from pitboss.analysis.drawing.solver import solve

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-charity"])
def test_seeing_all_cards_of_the_other_hands_gains_little(rulebook: str) -> None:
    """Even a hand that sees the others draw until they are bust gains less than a thousandth of a per cent."""
    bound, error = gained(solve(game(rulebook, {})), 2)
    assert 0 <= bound < 1e-5
    assert error < 2e-6
