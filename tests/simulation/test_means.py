"""Every wager of a game comes to what it is priced at, however often it is placed and whatever rows pay the same."""

from __future__ import annotations

import pytest

from conformance.suite import game
from pitboss.desk.simulations import exact_values, prepare
from pitboss.desk.stakes import stakes_of
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import summarize


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "boxes"),
    [
        ("21-plus-3", 1),
        ("golden-21", 3),
        ("buffalo-2", 2),
        ("buffalo-3", 1),
        ("buffalo-3", 3),
        ("3-card-21", 2),
        ("straight-jack", 1),
        ("straight-jack", 3),
        ("straight-jack-progressive", 2),
        ("21-hold-em", 1),
        ("21-hold-em", 3),
        ("ante-up-21", 1),
        ("ante-up-21", 3),
    ],
)
def test_means_lie_within_their_errors(rulebook: str, boxes: int) -> None:
    playing = game(rulebook, {})
    prepared = prepare(playing, stakes_of(playing, every=True), boxes=boxes)
    *_, part = run(Order(prepared.compiled, 2026, 1_000_000))
    wagers, exact = summarize(prepared.compiled, part).wagers, exact_values(prepared)
    assert len(exact) >= 3
    for wager, worth in exact.items():
        found = wagers[wager]
        assert abs(found.mean - worth) < 4.5 * found.standard_error, wager
        assert sum(row.count for row in found.rows) >= found.placed
