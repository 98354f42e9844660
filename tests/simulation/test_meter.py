"""Awards from a progressive meter in the kernel: the same cents as at the table, in whatever order boxes win."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from conformance.suite import game
from pitboss.analysis.drawing.terms import Terms
from pitboss.cards import STANDARD_DECK, Rank
from pitboss.core.meter import Display, Micro, Shown
from pitboss.ids import MAIN, Wager
from pitboss.money import Cents
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.parts.meter import totals_by_pattern
from pitboss.simulation.retell import deal_again
from pitboss.simulation.run import Order, play_chunk, run
from pitboss.simulation.summary import summarize
from simulation.rounds import difference, random_own, random_plan

pytestmark = pytest.mark.slow
LOW = tuple(card for card in STANDARD_DECK if card.rank in list(Rank)[:6]) * 4
PROGRESSIVE = Wager("straight-jack-progressive")


def compiled(table: str, reading: str, boxes: int) -> Compiled:
    """With cards among which straights are frequent, and a meter of odd cents."""
    playing = replace(game("straight-jack-progressive", {"paytable": table, "decks": 2}, {"SP08": reading}), shoe=LOW)
    plan = random_plan(Terms(playing), np.random.default_rng(5))
    plan = random_own(plan, Terms(playing), np.random.default_rng(6), hits=40)
    return Compiled(playing, plan, {MAIN: Cents(1000), PROGRESSIVE: Cents(350)}, boxes, Cents(1_234_567))


@pytest.mark.parametrize("reading", ["at_settlement", "at_once"])
@pytest.mark.parametrize("table", ["SJP1", "SJP4"])
def test_awards_are_the_same_at_the_table(table: str, reading: str) -> None:
    playing, seen = compiled(table, reading, 7), Counter[int]()
    for number in range(3500):
        dealt = deal_again(playing, 11, number)
        assert dealt is not None
        won = sum(1 for nets in dealt.nets if nets[PROGRESSIVE] > 100_000)
        seen[won] += 1
        if won > 1 or (won and seen[won] < 60) or number < 100:
            assert difference(playing, dealt) == ""
    assert seen[1] > 5
    assert seen[2] or table != "SJP4"


@pytest.mark.parametrize("table", ["SJP1", "SJP4"])
def test_what_is_counted_is_what_rounds_come_to(table: str) -> None:
    playing, rounds = compiled(table, "at_settlement", 3), 3000
    order = Order(playing, 3, rounds, chunk=rounds)
    summary = summarize(playing, play_chunk(order, 0))
    dealt = [deal_again(playing, 3, number) for number in range(rounds)]
    nets = [sum(sum(box.values()) for box in each.nets) for each in dealt if each is not None]
    assert summary.results == dict(Counter(nets))
    wager = [sum(box[PROGRESSIVE] for box in each.nets) for each in dealt if each is not None]
    assert summary.wagers[PROGRESSIVE].mean == pytest.approx(sum(wager) / rounds / 3 / 350)
    *_, in_parts = run(Order(playing, 3, rounds, chunk=1000))
    assert summarize(playing, in_parts).results == summary.results


def test_every_sequence_of_awards_has_its_pattern() -> None:
    display = Display(Shown(Micro(123_456_000_000), Micro(0)), Cents(50_000))
    totals = totals_by_pattern((10, 100), 7, display)
    assert len(totals) == 255
    assert totals[10, 100, 10] == 12_345 + 111_111 + 5_000
