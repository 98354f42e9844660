"""Straight Jack played together with the main wager: a second derivation, the walker, and what its figures say."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from analysis.test_twins import no_insurance, small
from conformance.suite import game
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.own_hand import Beside, break_even, chase_rows, prizes_of
from pitboss.analysis.walker import Walker
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Box, Player, Wager
from pitboss.money import Cents

pytestmark = pytest.mark.slow
DERIVED: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "golden/straights.toml").read_text(encoding="utf-8")
)
HOUSES: list[dict[str, Any]] = DERIVED["house"]
STRAIGHT = Wager("straight-jack")


@cache
def solution(number: int) -> Solution:
    return solve(game("straight-jack", HOUSES[number]["settings"]))


def beside(found: Solution, main: float, side: float) -> Beside:
    straight = next(each for each in found.terms.rules.sides if each.own is not None)
    return Beside(found, straight, side / main, prizes_of(straight))


@pytest.mark.clause("CO-2109(10)")
@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_a_second_derivation_comes_to_the_same(number: int) -> None:
    derived, found = HOUSES[number], solution(number)
    assert found.value == pytest.approx(derived["main"], abs=1e-13)
    assert beside(found, 5, 0).ev == pytest.approx(derived["along"], abs=1e-12)
    for main, side, joint in derived["joint"]:
        both = beside(found, main, side)
        assert main * both.main + side * both.beside == pytest.approx(joint, abs=1e-11)
        assert both.ev == pytest.approx((joint - main * derived["main"]) / side, abs=1e-11)
        assert both.combined[0] * (main + side) == pytest.approx(joint, abs=1e-11)


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_how_long_straights_get_at_equal_stakes(number: int) -> None:
    derived, both = HOUSES[number], beside(solution(number), 5, 5)
    chances = [each.probability for each in reversed(both.outcomes())]
    assert chances == pytest.approx(derived["lengths"], abs=1e-12)
    assert both.sd**2 == pytest.approx(derived["variance"], abs=1e-9)
    open_hands = [(up, held, played) for up, held, played in both.all_played() if both.is_open(held.state)]
    up_ranks = {both.kinds.index(both.kinds[up]): both.kinds[up].points for up, _, _ in open_hands}
    changed = {
        (up_ranks[up], both.spelled(held))
        for up, held, played in open_hands
        if played.decision != both.alone_decision(up, held)
    }
    assert len(changed) == derived["changed"]


def walked(playing: Family, main: int, side: int) -> Fraction:
    bets = [(Player("ann"), Box(1), MAIN, Cents(main)), (Player("ann"), Box(1), STRAIGHT, Cents(side))]
    return Walker(playing.rules, 0, no_insurance).walk(bets, playing.shoe).value


@pytest.mark.clause("CO-2109(6)", "CO-2109(7)", "CO-2109(8).1")
@pytest.mark.parametrize(
    "shoe", ["4c*4 5c*4 Kc*5", "Qc*3 Kc*4 Ac*3 8c*3", "6c*4 7c*4 8c*4 5c*2", "Ac*2 8c*3 9c*4 2c*1 Kc*3"]
)
@pytest.mark.parametrize(("main", "side"), [(1000, 100), (500, 5000)])
def test_the_walker_agrees_on_both_wagers_together(shoe: str, main: int, side: int) -> None:
    """The walker plays the real procedures and finds the best play of all that lies on the box."""
    playing = small("straight-jack", shoe)
    both = beside(solve(playing), main, side)
    assert main * both.main + side * both.beside == pytest.approx(float(walked(playing, main, side)), abs=1e-9)


@pytest.mark.parametrize("reading", [{"SJ02": "ace_king_only"}, {"SJ03": "hits_only"}])
def test_the_walker_agrees_under_other_readings(reading: dict[str, object]) -> None:
    shoe, settings = "Qc*2 Kc*3 Ac*3 5c*1", {"double": "any_number", "max_splits": 0}
    playing = replace(game("straight-jack", settings, reading), shoe=small("straight-jack", shoe).shoe)
    both = beside(solve(playing), 1000, 3000)
    assert 1000 * both.main + 3000 * both.beside == pytest.approx(float(walked(playing, 1000, 3000)), abs=1e-9)


def test_a_larger_stake_is_played_for_more() -> None:
    """The side wager costs ever less of itself, and never less than nothing is gained by playing for it."""
    found = solution(0)
    worths = [beside(found, 10, side).ev for side in (0, 1, 2, 5, 10, 50, 1000)]
    assert worths == sorted(worths)
    assert beside(found, 10, 5).main < found.value
    assert beside(found, 10, 0).main == pytest.approx(found.value, abs=1e-12)


def test_the_table_of_a_chase_names_what_is_played_otherwise() -> None:
    head, *rows = chase_rows(beside(solution(0), 10, 5))
    assert head == ["", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    named = {name: "".join(squares) for name, *squares in rows}
    assert named["4 5"] == "HHHHHHHHHH"
    assert named["5 6"] == "HDDDDHHHHH"
    assert "2 3" not in named


@pytest.mark.clause("CO-2110(14)", "CO-2110(4)")
@pytest.mark.parametrize("table", ["SJP1", "SJP2", "SJP3", "SJP4"])
def test_the_progressive_wager_comes_to_the_same_in_a_second_derivation(table: str) -> None:
    """At two meters and none, beside a main wager of five dollars; then the meter at which it costs nothing."""
    found = solve(game("straight-jack-progressive", {"max_splits": 0, "paytable": table}))
    side = next(each for each in found.terms.rules.sides if each.own is not None)
    for name, main, meter, derived in DERIVED["progressive"]["worths"]:
        if name == table and main == 5 and meter in (0, 10_000, 1_000_000):
            both = Beside(found, side, 1 / main, prizes_of(side, 100, 100 * meter))
            assert both.ev == pytest.approx(derived, abs=1e-11)
    for name, main, derived in DERIVED["progressive"]["break_even"]:
        if name == table and main == 5:
            even = break_even(found, side, 1 / main, 100)
            assert even == pytest.approx(100 * derived, abs=0.01)


def test_the_walker_agrees_on_a_wager_that_wins_from_a_meter() -> None:
    """Five cards take all of it in this table, whatever becomes of the main wager."""
    settings = {"max_splits": 0, "paytable": "SJP4", "meter_seed": 300}
    playing = small("straight-jack-progressive", "2c*1 3c*1 4c*1 5c*1 6c*1 Kc*5", settings)
    side = next(each for each in playing.rules.sides if each.own is not None)
    both = Beside(solve(playing), side, 0.2, prizes_of(side, 200, 30_000))
    bets = [(Player("ann"), Box(1), MAIN, Cents(1000)), (Player("ann"), Box(1), side.id, Cents(200))]
    walk = Walker(playing.rules, 0, no_insurance).walk(bets, playing.shoe)
    assert 1000 * both.main + 200 * both.beside == pytest.approx(float(walk.value), abs=1e-9)
    assert walk.events["MeterKeyed"]
