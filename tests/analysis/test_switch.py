"""Blackjack Switch: both spots together, against the walker, published figures and dealt rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.test_twins import no_insurance, small, walked
from conformance.suite import game
from pitboss.analysis import walker
from pitboss.analysis.drawing.solver import solve
from pitboss.analysis.drawing.tables import ACE, with_card
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.process import Chance, Choice, worth
from pitboss.analysis.switch import KEEP, SWITCH, ByOwnCards, Switching, worth_table
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Box, Player
from pitboss.money import Cents
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.parts import switch
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import summarize

SEVEN, TEN = 6, 9


def test_a_process_is_solved_backwards() -> None:
    """The better of two, for each of three deals, behind a chance."""
    one, other = np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.5, -1.0])
    choice = Choice({KEEP: one, SWITCH: other})
    assert worth(choice).tolist() == [3.0, 2.5, 3.0]
    assert choice.best().tolist() == [SWITCH, SWITCH, KEEP]
    assert worth(Chance(((0.25, np.zeros(3)), (0.75, choice)))).tolist() == [2.25, 1.875, 2.25]


@pytest.mark.slow
@pytest.mark.clause("CO-2105(8)(b)", "CO-2105(8)(e)", "CO-2105(9)")
@pytest.mark.parametrize("reading", ["push", "only_switched"])
@pytest.mark.parametrize("shoe", ["9c*6 Kc*7", "2c*3 Kc*8", "Ac*2 Kc*9 6c*1"])
def test_the_walker_agrees_on_two_spots(shoe: str, reading: str) -> None:
    """The walker plays the real procedures; with these cards no draw of one spot tells the other what to do."""
    playing = read(shoe, reading)
    assert 2 * Switching(Terms(playing)).value == pytest.approx(walked(playing), abs=1e-12)


def read(shoe: str, reading: str) -> Family:
    house = small("blackjack-switch", shoe)
    played = game("blackjack-switch", {}, {"SW01": reading}).rules
    return replace(house, rules=replace(house.rules, settlement=played.settlement))


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["push", "only_switched"])
def test_seeing_what_the_first_spot_draws_is_worth_little(reading: str) -> None:
    """The walker lets the second spot look; of fourteen cards, three of them aces, that is the most it can tell."""
    playing = read("Kc*8 Ac*3 9c*3", reading)
    gained = walked(playing) - 2 * Switching(Terms(playing)).value
    assert 0 < gained < 2e-4


@cache
def rule() -> ByOwnCards:
    playing = game("blackjack-switch", {})
    return ByOwnCards(Terms(playing), solve(playing), spreads=True)


@pytest.mark.slow
def test_what_best_play_and_the_rule_are_worth() -> None:
    """With a dealer who hits soft 17; others have 0.58 % (truths.toml). Rounds dealt by the rule come to its worth."""
    ours = rule()
    best = Switching(ours.terms)
    assert -best.value == pytest.approx(0.005408, abs=1e-6)
    assert sum(best.chances(up).sum() for up in best.terms.ranks) == pytest.approx(1)
    assert 0 <= best.value - ours.value < 5e-5
    plan = plan_of(ours.solution).with_way(switch.NAME, switch.decisions(ours))
    compiled = Compiled(ours.solution.terms.game, plan, {MAIN: Cents(1000)})
    *_, part = run(Order(compiled, 2026, 3_000_000))
    main = summarize(compiled, part).wagers[MAIN]
    assert abs(main.mean - ours.value) < 4 * main.standard_error
    assert main.standard_error < 0.0006
    spread = ours.spread
    assert main.sd == pytest.approx(spread.both / 2, abs=4 * main.sd / 3_000_000**0.5)
    assert spread.both == pytest.approx(1.718966, abs=1e-5)
    assert spread.one == pytest.approx(1.064326, abs=1e-5)
    assert spread.covariance == pytest.approx(0.344631, abs=1e-5)
    assert 0 < spread.error < 1e-5


@pytest.mark.slow
@pytest.mark.parametrize("shoe", ["9c*6 Kc*7", "2c*3 Kc*8", "Ac*2 Kc*9 6c*1"])
def test_the_spread_of_few_cards(shoe: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walker follows best play of both spots, and its results are squared."""
    playing = read(shoe, "push")
    best = Switching(Terms(playing), spreads=True)
    mean, least, most = walked_spread(playing, monkeypatch)
    assert 2 * best.value == pytest.approx(mean, abs=1e-12)
    assert least - best.spread.error - 1e-8 <= best.spread.both <= most + best.spread.error + 1e-8


TINY = Fraction(1, 10**9)


def walked_spread(playing: Family, monkeypatch: pytest.MonkeyPatch) -> tuple[float, float, float]:
    """The mean of best play, and its least and greatest deviation: some decisions are worth the same.

    Best play for a result with a little of its square added, or taken off, is best play for the result.
    """

    def worth_with(share: Fraction) -> Fraction:
        def leaf(runner: Any, walk: walker.Walk) -> Fraction:
            walk.rounds += 1
            net = Fraction(runner.round.layout.net(Player("ann")), 1000)
            return net + share * net**2

        monkeypatch.setattr(walker, "_leaf", leaf)
        walk = walker.Walker(playing.rules, 0, no_insurance)
        return walk.walk([(Player("ann"), Box(1), MAIN, Cents(1000))], playing.shoe).value

    mean, more, less = (worth_with(share) for share in (Fraction(0), TINY, -TINY))
    least, most = (float(each - mean**2) ** 0.5 for each in ((mean - less) / TINY, (more - mean) / TINY))
    return float(mean), least, most


def test_a_switch_that_everybody_sees() -> None:
    """Ten and five, six and ten against a seven: switched they are two tens and an eleven."""
    switching = Switching(Terms(game("blackjack-switch", {})))
    empty = switching.terms.empty
    fifteen, sixteen = with_card(with_card(empty, TEN), 4), with_card(with_card(empty, 5), TEN)
    twenty, eleven = with_card(empty, TEN, 2), with_card(with_card(empty, 5), 4)
    assert switching.deal(SEVEN, fifteen, sixteen) < -0.8
    assert switching.deal(SEVEN, twenty, eleven, switched=True) > 1


def test_a_switched_blackjack_is_worth_less_than_one() -> None:
    kept, switched = rule().alone
    different = np.argwhere(kept != switched)
    assert {number for _, number in different.tolist()} == {TEN}, "an ace and a ten alone"
    assert (switched[:, TEN] < kept[:, TEN]).all()
    table = worth_table(rule())
    assert table[0][1:] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    assert len(table) == 57
    assert ["A 10", *["+100"] * 10] in table
    assert rule().switches.shape == (10,) * 5
    assert rule().switches[ACE, TEN, TEN, TEN, TEN] == KEEP
