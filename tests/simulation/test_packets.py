"""Pai Jack in its kernel: the same cents as at the table, the same digits however it is run, means in their place."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cli.commands import run as command
from conformance.suite import any_game
from pitboss.analysis.pai_jack import Packets, Plan
from pitboss.desk.simulations import exact_values, prepare
from pitboss.desk.stakes import stakes_of
from pitboss.desk.ways.packets import packets_of
from pitboss.ids import MAIN, Wager
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.simulation import records
from pitboss.simulation.packets import CompiledPackets
from pitboss.simulation.programmes import packets as kernel
from pitboss.simulation.retell_packets import deal_retell_packets, packet_nets, packets_through_the_core
from pitboss.simulation.run import Order, play_chunk, run
from pitboss.simulation.summary import summarize

pytestmark = pytest.mark.slow
BONUS = Wager("pai-jack-bonus")
READINGS: list[dict[str, object]] = [
    {},
    {"PJ01": "loses"},
    {"PJ01": "pushes"},
    {"PJ04": "high_first"},
    {"PJ11": "free"},
]


def packets(settings: dict[str, object], readings: dict[str, object]) -> Packets:
    found = packets_of(any_game("pai-jack", settings, readings))
    assert found is not None
    return found


def compiled(number: int, boxes: int, stakes: dict[Wager, Cents]) -> CompiledPackets:
    """A house with one of the tables and readings, and people who set by no reason at all."""
    chance = random.Random(number)
    settings: dict[str, object] = {"bonus_table": 1 + number % 4}
    there = packets(settings, READINGS[number % len(READINGS)])
    plan: Plan = {packet: chance.choice(ways) for packet, ways in there.ways.items()}
    game = any_game("pai-jack", settings, READINGS[number % len(READINGS)])
    return CompiledPackets(game, there, plan, stakes, boxes)


@pytest.mark.clause("CO-2112(9)", "CO-2112(11)")
@pytest.mark.parametrize("number", range(5))
def test_the_same_cents_as_the_table(number: int) -> None:
    boxes = (1, 2, 3, 9, 1)[number]
    stakes = {MAIN: Cents(1500)} if number == 4 else {MAIN: Cents(1000), BONUS: Cents(350)}
    playing = compiled(number, boxes, stakes)
    for which in range(150):
        dealt = deal_retell_packets(playing, 5, which)
        runner, stack = packets_through_the_core(playing, dealt)
        assert packet_nets(runner, playing) == dealt.nets, dealt.cards
        assert not stack.cards


def test_what_is_counted_is_what_rounds_come_to() -> None:
    playing, rounds = compiled(1, 3, {MAIN: Cents(1000), BONUS: Cents(500)}), 2000
    summary = summarize(playing, play_chunk(Order(playing, 3, rounds, chunk=rounds), 0))
    nets = [sum(sum(box.values()) for box in deal_retell_packets(playing, 3, each).nets) for each in range(rounds)]
    assert summary.results == {Cents(net): nets.count(net) for net in sorted(set(nets))}
    assert summary.mean == pytest.approx(sum(nets) / rounds)
    *_, part = run(Order(playing, 3, rounds, chunk=300), workers=2)
    assert summarize(playing, part) == summary


def test_compiled_and_plain_code_say_the_same() -> None:
    playing = compiled(2, 2, {MAIN: Cents(1000), BONUS: Cents(500)})
    fast, slow = kernel.new_packet_round(), kernel.new_packet_round()
    for number in range(40):
        kernel.play_packets(fast, playing.tables, number, np.uint64(9))
        with pytest.MonkeyPatch.context() as plain:
            for name in ("begin", "three_below", "deal", "packet_at"):
                plain.setattr(kernel, name, getattr(kernel, name).py_func)
            kernel.play_packets.py_func(slow, playing.tables, number, np.uint64(9))
        assert fast.drawn[:15].tolist() == slow.drawn[:15].tolist()
        assert (fast.decided.tolist(), fast.beside.tolist()) == (slow.decided.tolist(), slow.beside.tolist())
    counts = records.new_counts(playing.tables)
    kernel.count_packets.py_func(slow, playing.tables, counts)
    assert counts.rows.sum() == 4


OTHERWISE: list[tuple[dict[str, object], dict[str, object]]] = [({}, {})]
OTHERWISE += [({}, {code: each}) for code, q in load("pai-jack").interpretations.items() for each in list(q.values)[1:]]
OTHERWISE += [({"bonus_table": table}, {}) for table in (2, 3, 4)]


@pytest.mark.parametrize("plan", ["best", "house-way"])
@pytest.mark.parametrize(("settings", "readings"), OTHERWISE, ids=str)
def test_means_lie_within_their_errors(plan: str, settings: dict[str, object], readings: dict[str, object]) -> None:
    """Under every reading and pay table, with one box and with four."""
    playing = any_game("pai-jack", settings, readings)
    prepared = prepare(playing, stakes_of(playing, every=True), boxes=4 if plan == "best" else 1, plan=plan)
    *_, part = run(Order(prepared.compiled, 2026, 1_000_000))
    wagers, exact = summarize(prepared.compiled, part).wagers, exact_values(prepared)
    assert set(exact) == {MAIN, BONUS}
    for wager, worth in exact.items():
        assert abs(wagers[wager].mean - worth) < 4.5 * wagers[wager].standard_error, wager


def test_a_round_comes_back_from_the_notation() -> None:
    text = command("simulate", "pai-jack", "--round", "17", "--boxes", "3", "--bet", "pai-jack-bonus=5").out
    played = replay(parse_round(text))
    assert played.met


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--plan", "mimic-dealer"), "packets are set by the plan best or house-way"),
        (("--bet", "insurance=5"), "unknown wager"),
        (("--shoes",), "no cut card"),
        (("--meter", "5"), "has no progressive meter"),
        (("--boxes", "10"), "from 1 to 9"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    done = command("simulate", "pai-jack", "--rounds", "1000", *arguments)
    assert done.code == 2
    assert says in done.err


def test_the_screen_has_nothing_about_drawing() -> None:
    out = command("simulate", "pai-jack", "--rounds", "1e5", "--bet", "pai-jack-bonus=5").words
    assert "the best setting of every packet" in out
    assert "split" not in out
    assert "one ahead, one tied" in out
