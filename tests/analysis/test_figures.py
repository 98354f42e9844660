"""The solver against figures of others: every digit that they print."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conformance.suite import game
from pitboss.analysis.drawing.kernel import Pays
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.tables import Place
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.side import price_side_wagers
from pitboss.analysis.switch import Switching
from pitboss.cards import SPANISH_DECK
from pitboss.games.registry import Family
from pitboss.ids import Wager

pytestmark = pytest.mark.slow
# House edge in per cent. Split hands are played as hands that were not split, as in the analyzers behind the figures.
SPANISH = {"soft17": "hit", "surrender": "late", "resplit_aces": True, "double": "any_number"}
STONES: dict[str, tuple[float, dict[str, object]]] = {
    "six decks, S17": (0.402870, {}),
    "six decks, H17": (0.615389, {"soft17": "hit"}),
    "six decks, S17, late surrender": (0.330268, {"surrender": "late"}),
    "six decks, H17, late surrender": (0.527192, {"surrender": "late", "soft17": "hit"}),
    "six decks, H17, double any number": (0.385630, {"soft17": "hit", "double": "any_number"}),
    "one deck, one split, no double after": (-0.024274, {"decks": 1, "max_splits": 1, "double_after_split": False}),
    "six Spanish decks, ordinary payoffs": (2.455621, SPANISH),
}


def plain(name: str) -> Family:
    found = game("blackjack-co", STONES[name][1])
    return replace(found, shoe=SPANISH_DECK * 6) if "Spanish" in name else found


@pytest.mark.parametrize("name", STONES)
@pytest.mark.clause("CO-2102.1")
def test_ordinary_payoffs(name: str) -> None:
    value = Solution(Terms(plain(name), zero_memory=True)).value
    assert -100 * value == pytest.approx(STONES[name][0], abs=6e-7)


@pytest.mark.parametrize("name", ["six decks, H17, double any number", "six Spanish decks, ordinary payoffs"])
def test_the_better_play_of_split_hands_is_better_by_little(name: str) -> None:
    edge = STONES[name][0]
    assert edge - 1e-3 < -100 * solve(plain(name)).value < edge


TRUTHS = tomllib.loads((Path(__file__).parents[1] / "golden/truths.toml").read_text(encoding="utf-8"))


def spanish(decks: int, *, hits: bool) -> float:
    base = game("spanish21-ma", {"decks": decks})
    dealer = replace(base.rules.dealer, hits_soft=hits)
    return -100 * solve(replace(base, rules=replace(base.rules, dealer=dealer))).value


def ordinary(name: str) -> float:
    return -100 * Solution(Terms(plain(name), zero_memory=True)).value


def match(decks: int) -> float:
    priced = {each.wager: each for each in price_side_wagers(game("spanish21-charity", {}))}
    assert decks == 6
    return float(-100 * priced[Wager("match-the-dealer")].ev)


OURS: dict[str, Callable[[], float]] = {
    "match-6": lambda: match(6),
    "blackjack-s17": lambda: ordinary("six decks, S17"),
    "blackjack-h17": lambda: ordinary("six decks, H17"),
    "spanish-s17-6": lambda: spanish(6, hits=False),
    "spanish-h17-6": lambda: spanish(6, hits=True),
    "spanish-s17-8": lambda: spanish(8, hits=False),
    "spanish-h17-8": lambda: spanish(8, hits=True),
    "switch-h17": lambda: -100 * Switching(Terms(game("blackjack-switch", {}))).value,
}


@pytest.mark.parametrize("name", TRUTHS)
def test_truths(name: str) -> None:
    truth = TRUTHS[name]
    assert truth["source"]
    assert OURS[name]() == pytest.approx(truth["edge"], abs=truth["within"])


def test_the_standard_deviation() -> None:
    """One deck, S17, one split, no double after it: a published 1.143090."""
    terms = Terms(plain("one deck, one split, no double after"), zero_memory=True)
    assert main_wager(Solution(terms)).sd == pytest.approx(1.143090, abs=1e-6)


class HalfRescued(Terms):
    """In the published game a rescue after the second double gives up half of all that is at stake, not one unit."""

    def pays(self, place: Place) -> Pays:
        return super().pays(place)._replace(rescue=np.array([-1.0, -1.0, -2.0]))


@pytest.mark.parametrize(("decks", "edge"), [(6, 0.42), (8, 0.45)])
def test_spanish_21_with_redoubling_to_three_doubles(decks: int, edge: float) -> None:
    """The published game doubles up to three times; the solver knows two, so it must lie a little above."""
    base = game("spanish21-ma", {"decks": decks})
    assert base.rules.doubling is not None
    doubling = replace(base.rules.doubling, times=2, second_is_at_stake=True)
    rules = replace(base.rules, dealer=replace(base.rules.dealer, hits_soft=True), doubling=doubling)
    value = -100 * Solution(HalfRescued(replace(base, rules=rules))).value
    assert edge < value < edge + 0.05


@pytest.mark.parametrize("procedure", ["no_hole", "hole_no_reader"])
@pytest.mark.clause("MA-9(c)", "MA-10(d)")
def test_without_a_reader_a_rescued_split_hand_costs_more(procedure: str) -> None:
    """A dealer's blackjack takes one original wager (S04), but what was forfeited by a rescue stays forfeited."""
    with_reader = game("spanish21-ma", {})
    without = game("spanish21-ma", {"dealing_procedure": procedure})
    assert solve(with_reader).value - solve(without).value == pytest.approx(3.367e-6, abs=1e-9)
    no_rescue = [replace(each, rules=replace(each.rules, rescue=None)) for each in (with_reader, without)]
    assert solve(no_rescue[0]).value == pytest.approx(solve(no_rescue[1]).value, abs=1e-13)


def test_readings_that_meet_a_blackjack_nobody_looked_for() -> None:
    """A split 21 of two cards beats it (S02), and added wagers of bust hands are lost to it (S04)."""
    procedure = {"dealing_procedure": "hole_no_reader"}
    base = solve(game("spanish21-ma", procedure)).value
    assert solve(game("spanish21-ma", procedure, {"S02": "literal"})).value - base == pytest.approx(4.0688e-4, abs=1e-8)
    assert solve(game("spanish21-ma", procedure, {"S04": "busted_plus_one"})).value < base - 1e-4
    with_reader = solve(game("spanish21-ma", {}, {"S04": "busted_plus_one"})).value
    assert with_reader == solve(game("spanish21-ma", {})).value
