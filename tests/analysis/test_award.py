"""The fixed award is part of one best play: every question about a stake is answered by the same decisions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conformance.suite import game
from pitboss.analysis.drawing.chart import POLICIES, Chart, by_rule, charted
from pitboss.analysis.drawing.kernel import HIT, SPLIT
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.edge import award_line
from pitboss.desk.advice import advise
from pitboss.desk.simulations import exact_values, prepare
from pitboss.ids import MAIN, Wager
from pitboss.money import Cents, dollars

pytestmark = pytest.mark.slow
AWARD = Wager("super-award")
SEVENS, SEVEN = 6, 6


@pytest.fixture(scope="module")
def massachusetts() -> dict[int, Solution]:
    playing = game("spanish21-ma", {})
    return {stake: solve(playing, dollars(stake)) for stake in (10, 25, 500)}


@pytest.mark.clause("MA-5(g)")
def test_what_was_computed_elsewhere() -> None:
    """Maryland with eight decks at $25: 0.03457 %, worked out by others with the suit of the up card in it."""
    line = award_line(solve(game("spanish21-md", {"decks": 8}), dollars(25)), dollars(25), 0)
    assert line is not None
    assert 100 * line.ev == pytest.approx(0.03457, abs=5e-6)


def test_the_chance_counted_card_by_card(massachusetts: dict[int, Solution]) -> None:
    """Four sevens out of 288 cards, in order: three of one suit in the box, any up."""
    ways = 0
    for up_suit in range(4):
        for suit in range(4):
            left = 6 - (suit == up_suit)
            ways += 6 * left * (left - 1) * (left - 2)
    assert massachusetts[25].award_chance == Fraction(ways, 288 * 287 * 286 * 285)
    assert massachusetts[500].award_chance == 0, "ten units are not worth giving up a split"


@pytest.mark.parametrize("stake", [10, 25, 500])
def test_the_parts_add_up(massachusetts: dict[int, Solution], stake: int) -> None:
    solution = massachusetts[stake]
    line = award_line(solution, dollars(stake), 0)
    assert line is not None
    base = solution.without_award().value
    assert base + line.ev == pytest.approx(solution.value, abs=1e-15)
    assert solution.main_value == pytest.approx(base - line.cost, abs=1e-15)
    assert solution.value >= base, "an award can only be good for the player"
    assert base == pytest.approx(solve(solution.terms.game).value, abs=1e-15)


@pytest.mark.parametrize(("stake", "best"), [(10, HIT), (25, HIT), (500, SPLIT)])
def test_every_question_has_the_same_answer(massachusetts: dict[int, Solution], stake: int, best: int) -> None:
    solution, playing, bets = massachusetts[stake], game("spanish21-ma", {}), {"main": dollars(stake)}
    assert set(solution.award_drawn.values()) == {best == HIT}
    assert advise(playing, "7s 7s", "7", bets=bets).best.decision == ("hit" if best == HIT else "split")
    assert advise(playing, "7s 7h", "7", bets=bets).best.decision == "split"
    square = Chart(solution).grid.cells["pair", SEVENS][SEVEN]
    assert square.text == ("P†" if best == HIT else "P")
    prepared = prepare(playing, {MAIN: dollars(stake)}, boxes=3)
    line = award_line(solution, dollars(stake), 2)
    assert line is not None
    assert exact_values(prepared)[AWARD] == pytest.approx(float(line.own + line.from_others))
    assert exact_values(prepared)[MAIN] == pytest.approx(solution.main_value)


def test_the_exact_value_is_that_of_the_plan_that_is_played(massachusetts: dict[int, Solution]) -> None:
    """Who draws to 17 wins the award with every three sevens of a suit, whatever the stake."""
    best = massachusetts[500]
    mimic = charted(best, by_rule(POLICIES["mimic-dealer"][1]))
    assert mimic.award_chance == massachusetts[25].award_chance
    assert charted(best, Chart(best).grid).award_chance == 0
    drawn = massachusetts[25]
    assert charted(drawn, Chart(drawn).grid).award_chance == drawn.award_chance


def test_the_suit_of_the_up_card_counts() -> None:
    playing, bets = game("spanish21-ma", {}), {"main": Cents(2500)}
    same, other, unknown = (advise(playing, "7s 7s", up, bets=bets).best.worth for up in ("7s", "7h", "7"))
    assert unknown == pytest.approx((4 * same + 18 * other) / 22)
    assert same < unknown < other
