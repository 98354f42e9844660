"""How far results spread: split boxes against the walker, every pair of hands, and dealt rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from analysis.test_outcomes import Planned
from analysis.test_twins import AsPlanned, cards, with_splits
from conformance.suite import game
from pitboss.analysis import walker
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.core.layout import Layout
from pitboss.core.requests import Answer, Decide, Offer, Request
from pitboss.ids import MAIN, Box, Player
from pitboss.money import Cents

pytestmark = pytest.mark.slow


class WhollyPlanned:
    """Lets the walker play every hand by the solver's plan, split or not."""

    def __init__(self, solution: Solution) -> None:
        self.split, self.whole = AsPlanned(solution), Planned(solution)

    def __call__(self, layout: Layout, request: Request, answers: list[Answer]) -> list[Answer]:
        is_split = isinstance(request, Decide | Offer) and layout.hands[request.hand].split
        found = (self.split if is_split else self.whole)(layout, request, answers)
        return found[-1:] if isinstance(request, Decide | Offer) else found


def walked_moments(solution: Solution, monkeypatch: pytest.MonkeyPatch) -> tuple[float, float]:
    """The mean and the standard deviation of a box, by the real procedures."""

    def moment(power: int) -> float:
        def leaf(runner: Any, walk: walker.Walk) -> Fraction:
            walk.rounds += 1
            return Fraction(runner.round.layout.net(Player("ann")), 1000) ** power

        monkeypatch.setattr(walker, "_leaf", leaf)
        walk = walker.Walker(solution.terms.game.rules, 0, WhollyPlanned(solution))
        return float(walk.walk([(Player("ann"), Box(1), MAIN, Cents(1000))], solution.terms.game.shoe).value)

    mean = moment(1)
    return mean, (moment(2) - mean**2) ** 0.5


@pytest.mark.parametrize(
    ("rulebook", "shoe", "limit", "procedure"),
    [
        ("spanish21-ma", "8c*7 Kc*7", 1, "hole_reader"),
        ("spanish21-ma", "8c*8 Kc*8", 2, "hole_reader"),
        ("spanish21-ma", "9c*7 Kc*6 6c*2", 1, "hole_reader"),
        ("spanish21-ma", "8c*6 3c*2 Kc*4 Ac*2", 1, "hole_no_reader"),
        ("spanish21-ma", "8c*6 3c*2 Kc*3 Ac*2", 1, "no_hole"),
        ("spanish21-ma", "8c*8 Kc*6 Ac*1", 2, "no_hole"),
        ("spanish21-ma", "Ac*4 Kc*12", 1, "no_hole"),
        ("spanish21-md", "8c*8 Kc*8", 2, ""),
        ("blackjack-co", "8c*6 3c*2 Kc*4 Ac*2", 1, ""),
    ],
)
def test_the_walker_agrees_on_deviations(
    rulebook: str, shoe: str, limit: int, procedure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"dealing_procedure": procedure} if procedure else {}
    playing = replace(with_splits(game(rulebook, settings), limit), shoe=cards(shoe))
    solution = solve(playing)
    found = main_wager(solution)
    mean, sd = walked_moments(solution, monkeypatch)
    assert found.ev == pytest.approx(mean, abs=1e-13)
    assert found.sd == pytest.approx(sd, abs=found.sd_error + 1e-12)


@pytest.mark.clause("MA-10(d)")
@pytest.mark.parametrize(("shoe", "limit"), [("Ac*4 Kc*5 9c*4", 1), ("Ac*4 Kc*6 9c*2", 2), ("Ac*5 Kc*6 9c*4", 2)])
def test_the_walker_agrees_on_what_a_hand_that_beats_the_blackjack_adds_to_the_deviation(
    shoe: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that win pass the original wager on to the next one (S02); what is left out of squares is so in both."""
    changes = []
    for readings in ({"S02": "ordinary"}, {"S02": "literal"}):
        base = game("spanish21-ma", {"dealing_procedure": "no_hole"}, readings)
        solution = solve(replace(with_splits(base, limit), shoe=cards(shoe)))
        found = main_wager(solution)
        mean, sd = walked_moments(solution, monkeypatch)
        assert found.ev == pytest.approx(mean, abs=1e-13)
        assert found.sd == pytest.approx(sd, abs=found.sd_error + 1e-12)
        assert found.sd is not None
        changes.append((found.sd, sd))
    (found_before, before), (found_after, after) = changes
    assert abs(after - before) > 5e-3
    assert found_after - found_before == pytest.approx(after - before, abs=1e-4)
