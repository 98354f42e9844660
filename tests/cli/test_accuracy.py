"""What kind of figure a combined edge or the worth of a split is, how far it may be off, and in which unit."""

from __future__ import annotations

import json

import pytest

from cli.commands import run
from conformance.suite import game
from pitboss.desk.advice import advise
from pitboss.desk.answers import Combined
from pitboss.desk.prices import price
from pitboss.ids import Wager

PLACED = ("--bet", "main=10", "--bet", "pai-jack-bonus=5")


def test_an_exact_edge_of_wagers_together_is_a_fraction() -> None:
    found = json.loads(run("edge", "pai-jack", *PLACED, "--json").out)["combined"]
    assert found["kind"] == "exact"
    assert found["unit"] == "for each unit of all that is staked on main and pai-jack-bonus"
    numerator, denominator = map(int, found["ev_exact"].split("/"))
    assert found["ev"] == pytest.approx(numerator / denominator, abs=1e-15)
    assert not {"bound", "standard_error", "sd_error"} & set(found)
    text = " ".join(run("edge", "pai-jack", *PLACED).out.split())
    assert (
        f"$10.00 on main, $5.00 on pai-jack-bonus; for each unit of all of them; exact, {-numerator}/{denominator}"
        in text
    )


@pytest.mark.parametrize(
    ("joint", "says"),
    [
        (Combined((), -0.5, 1.0, exact="-1/2"), "exact, 1/2"),
        (Combined((), 0.5, 1.0, exact="1/2"), "exact, -1/2"),
        (Combined((), 0.0, 1.0), "exact for a stated policy"),
        (Combined((), 0.0, 1.0, bound=0.01), "bounded, best play could gain 1.0000 % at most"),
        (
            Combined((), 0.0, 1.0, bound=0.01, error=0.002),
            "simulated, standard error 0.2000 %, best play could gain 1.0000 % at most",
        ),
    ],
)
def test_every_kind_of_figure_says_how_far_it_may_be_off(joint: Combined, says: str) -> None:
    assert joint.accuracy == says


@pytest.mark.slow
def test_both_wagers_of_ante_up_have_the_error_of_the_ante() -> None:
    """The played wager alone is exact, so all of the error and of the bound is in what the ante adds."""
    playing = game("ante-up-21", {})
    prices = price(playing)
    ante, joint = prices.wagers[Wager("ante")], prices.joint
    assert joint is not None
    assert ante.bound is not None
    assert joint.bound is not None
    assert (joint.error * 15, joint.bound * 15) == pytest.approx((ante.error * 5, ante.bound * 5))
    assert joint.accuracy.startswith("simulated, standard error 0.0001 %, best play could gain 0.0033 %")
    found = json.loads(run("edge", "ante-up-21", "--json").out)["combined"]
    assert (found["standard_error"], found["bound"]) == (joint.error, joint.bound)
    advised = {each.decision: each for each in advise(playing, "8c 8d", "9").decisions}
    assert 0.0 < advised["split"].error < 1e-3
    assert advised["split"].bound is not None
    assert not any(each.error for name, each in advised.items() if name != "split")
    explained = json.loads(run("strategy", "ante-up-21", "--explain", "8c 8d", "9", "--json").out)
    rows = {each["decision"]: each for each in (*explained["decisions"], *explained["asked"])}
    assert rows["split"]["standard_error"] == advised["split"].error
    assert 0.0 < rows["bet"]["standard_error"] <= rows["split"]["standard_error"]
    assert "standard_error" not in rows["hit"]
    text = run("strategy", "ante-up-21", "--explain", "8c 8d", "9").out
    assert "The worth of split is simulated, with a standard error of 0.0000" in " ".join(text.split())
