"""What pieces and programmes keep to, so that their source can be compiled for other machines; and jobs."""

from __future__ import annotations

import ast
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from conformance.suite import game
from pitboss.analysis.drawing.tables import best_total
from pitboss.analysis.drawing.terms import Terms
from pitboss.ids import MAIN
from pitboss.money import Cents
from pitboss.simulation import codes, records
from pitboss.simulation.codes import HIT, STAND
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.jobs import Job, packed, play
from pitboss.simulation.pieces.counting import count_round
from pitboss.simulation.pieces.drawing import begin_shoe
from pitboss.simulation.programmes.blackjack import play_alone, play_round
from pitboss.simulation.retell import deal_again
from pitboss.simulation.run import Order
from simulation.rigged import at_the_table, compiled_with, in_suits, rigged
from simulation.rounds import KERNELS, random_compiled, random_plan

pytestmark = pytest.mark.slow

ROOM = Path(codes.__file__).parent
COMPILED = sorted([*(ROOM / "pieces").glob("*.py"), *(ROOM / "programmes").glob("*.py"), ROOM / "generator.py"])


def functions(file: Path) -> Iterator[ast.FunctionDef]:
    """Those that are compiled."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("njit" in ast.dump(each) for each in node.decorator_list):
            yield node


def called(function: ast.FunctionDef) -> set[str]:
    return {
        ast.unparse(node.func)
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
    }


SEED = np.uint64(5)
NUMBERS = {"np.int64", "np.uint64", "min", "max", "range"}


def test_pieces_neither_raise_nor_take_memory() -> None:
    """They call each other and make numbers; they build nothing."""
    names = {function.name for file in COMPILED for function in functions(file)}
    assert len(names) > 40
    for file in COMPILED:
        for function in functions(file):
            assert not [node for node in ast.walk(function) if isinstance(node, ast.Raise | ast.Assert | ast.Try)]
            assert called(function) <= names | NUMBERS, function.name
            built = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)
            body = ast.Module(function.body, type_ignores=[])
            assert not [node for node in ast.walk(body) if isinstance(node, built)], function.name


def test_nothing_calls_itself() -> None:
    calls = {function.name: called(function) for file in COMPILED for function in functions(file)}
    for name in calls:
        reached, waiting = set[str](), [name]
        while waiting:
            for each in calls.get(waiting.pop(), set()) - reached:
                reached.add(each)
                waiting.append(each)
        assert name not in reached, name


def test_the_state_of_a_round_is_under_a_kilobyte() -> None:
    fields = records.ROUND.fields
    assert fields is not None
    assert fields["shoe"][1] < 1024
    assert np.dtype(records.STATE_OF_ROUND, align=True).itemsize < 1024


@pytest.mark.parametrize("rulebook", KERNELS)
def test_a_shoe_of_its_own_plays_the_same_rounds(rulebook: str) -> None:
    """Random houses, plans and stakes, and two boxes: the shared shoe serves as well as one of the round's own."""
    found = random_compiled(rulebook, random.Random(3))
    played = found.game.rules.played
    compiled = Compiled(found.game, found.plan, {played: found.stakes[played]}, 2)
    tables, drawn = compiled.tables, 0
    shared, own = (records.new_counts(tables) for _ in range(2))
    for number in range(400):
        play_alone(records.new_round(), tables, shared, number, SEED)
        alone = records.new_round()
        begin_shoe(alone, tables, number, SEED, own=True)
        play_round(alone, tables)
        count_round(alone, tables, own)
        drawn += int(alone.at[codes.DRAWN])
    assert drawn == int(shared.more[codes.CARDS_DEALT])
    assert np.array_equal(shared.rows, own.rows)
    assert np.array_equal(shared.results, own.results)


def test_a_round_that_takes_more_cards_than_there_is_room_for() -> None:
    """Four boxes that draw small cards to a 21 take more than 32, and are the table's equal all the same."""
    house = rigged("spanish21-md", in_suits("A2", 30))
    compiled = compiled_with(house, lambda hand: STAND if best_total(hand)[0] == 21 else HIT, boxes=4)
    dealt = deal_again(compiled, 7, 1)
    assert dealt is not None
    assert len(dealt.cards) > codes.MOST_SWAPS
    at_the_table(compiled, dealt)


def test_a_round_that_takes_all_cards_there_are_is_void() -> None:
    """As at the table: nothing is left to draw, and all wagers go back."""
    compiled = compiled_with(rigged("blackjack-co", in_suits("A2", 1)), lambda _: HIT, boxes=1)
    counts = records.new_counts(compiled.tables)
    for number in range(20):
        play_alone(records.new_round(), compiled.tables, counts, number, SEED)
    assert int(counts.more[codes.ROUNDS]) == 20
    assert int(counts.rows.sum()) == 0
    assert int(counts.results[compiled.tables.bins[codes.MAIN]]) == 20


ELSEWHERE = """
import pickle, sys
from pitboss.simulation.jobs import play
sys.stdout.buffer.write(pickle.dumps([count.tobytes() for count in play(pickle.load(sys.stdin.buffer))]))
"""


def test_a_job_is_bytes_and_comes_to_the_same_in_another_process() -> None:
    playing = game("spanish21-ma", {})
    compiled = Compiled(playing, random_plan(Terms(playing), np.random.default_rng(1)), {MAIN: Cents(1000)}, 1)
    job = Job(packed(compiled.tables), 2026, 5_000, 3_000)
    there = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=pickle.dumps(job), capture_output=True, check=True
    ).stdout
    assert pickle.loads(there) == [count.tobytes() for count in play(job)]


def test_the_chunks_of_an_order_are_jobs() -> None:
    playing = game("spanish21-ma", {})
    compiled = Compiled(playing, random_plan(Terms(playing), np.random.default_rng(1)), {MAIN: Cents(1000)}, 1)
    order = Order(compiled, 9, 2_500, chunk=1_000)
    assert [(job.first, job.count) for job in map(order.job, range(3))] == [(0, 1_000), (1_000, 1_000), (2_000, 500)]
