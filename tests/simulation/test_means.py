"""Every wager of a game comes to what it is priced at, however often it is placed and whatever rows pay the same."""

from __future__ import annotations

import pytest

from conformance.suite import game
from pitboss.analysis.drawing.chart import Cell, Chart, Grid, charted
from pitboss.analysis.drawing.kernel import DOUBLE, SPLIT, STAND
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import solve
from pitboss.analysis.drawing.terms import at_stake
from pitboss.desk.simulations import exact_values, prepare
from pitboss.desk.stakes import stakes_of
from pitboss.ids import MAIN
from pitboss.money import dollars
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.plans import plan_of
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
    check_means(rulebook, boxes, {})


@pytest.mark.slow
@pytest.mark.clause("CO-2102.1")
@pytest.mark.parametrize("rulebook", ["3-card-21", "straight-jack", "21-hold-em", "ante-up-21"])
def test_means_lie_within_their_errors_where_pairs_are_by_rank(rulebook: str) -> None:
    check_means(rulebook, 1, {"split_by": "rank"})


def check_means(rulebook: str, boxes: int, settings: dict[str, object]) -> None:
    playing = game(rulebook, settings)
    prepared = prepare(playing, stakes_of(playing, every=True), boxes=boxes)
    *_, part = run(Order(prepared.compiled, 2026, 1_000_000))
    wagers, exact = summarize(prepared.compiled, part).wagers, exact_values(prepared)
    assert len(exact) >= 3
    for wager, worth in exact.items():
        found = wagers[wager]
        assert abs(found.mean - worth) < 4.5 * found.standard_error, wager
        assert sum(row.count for row in found.rows) >= found.placed


@pytest.mark.slow
@pytest.mark.clause("CO-2102.1")
@pytest.mark.parametrize("on_20", [STAND, DOUBLE], ids=["stand", "double"])
@pytest.mark.parametrize("split_by", ["value", "rank"])
def test_tens_that_a_chart_splits_come_to_what_it_is_worth(split_by: str, on_20: int) -> None:
    """Where pairs are by rank, tens of different ranks are 20 to the chart, and a split ten is split again by rank."""
    solution = solve(at_stake(game("blackjack-co", {"split_by": split_by, "double_after_split": False}), dollars(10)))
    cells = {**Chart(solution).grid.cells, ("pair", 9): [Cell(SPLIT)] * 10, ("hard", 20): [Cell(on_20)] * 10}
    by_chart = charted(solution, Grid(cells))
    for at in by_chart.up_cards:
        vars(at.splits[9])["most"] = 4
        vars(at.splits[9])["value"] = at.splits[9].up_to(4)
    exact = main_wager(by_chart)
    assert sum(each.probability for each in exact.outcomes) == pytest.approx(1, abs=1e-12)
    assert sum(each.probability * each.pays for each in exact.outcomes) == pytest.approx(exact.ev, abs=1e-12)
    (split,) = [each.probability for each in exact.outcomes if each.name.startswith("split")]
    assert split > (0.09 if split_by == "value" else 0.03)
    compiled = Compiled(by_chart.terms.game, plan_of(by_chart), {MAIN: dollars(10)})
    *_, part = run(Order(compiled, 2026, 2_000_000))
    found = summarize(compiled, part).wagers[MAIN]
    assert abs(found.mean - exact.ev) < 4.5 * found.standard_error
    assert exact.sd is not None
    assert found.standard_error * 2_000_000**0.5 == pytest.approx(exact.sd, rel=0.01)
