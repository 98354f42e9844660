"""A house is solved once: a second question finds the answer of the first, if it is whole and its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from cli import commands
from conformance.suite import game
from pitboss.analysis.drawing.solver import Solution
from pitboss.desk.advice import advise
from pitboss.desk.cache import MOST_FILES, Cache, cache_for
from pitboss.desk.engine import forget_engines
from pitboss.desk.prices import price
from pitboss.money import dollars

pytestmark = pytest.mark.slow
BOOK = "blackjack-co"
QUESTIONS = (
    ("edge", BOOK),
    ("edge", BOOK, "--wager", "insurance"),
    ("strategy", BOOK),
    ("strategy", BOOK, "--explain", "8c 8d", "A"),
    ("strategy", BOOK, "--explain", "Ah 6d 2c", "9"),
)


def run(*arguments: str) -> commands.Finished:
    """Run a command that finds nothing in memory, as one in a process of its own."""
    forget_engines()
    return commands.run(*arguments)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path / "solutions"


def test_the_second_answer_is_the_first_and_nothing_is_solved(folder: Path) -> None:
    first = [run(*question).out for question in QUESTIONS]
    assert {path.suffix for path in folder.iterdir()} == {".json", ".npz"}
    with mock.patch.object(Solution, "__init__", side_effect=AssertionError("solved again")):
        answers = [run(*question).out for question in QUESTIONS if "--explain" not in question]
    assert answers == [out for out, question in zip(first, QUESTIONS, strict=True) if "--explain" not in question]
    with mock.patch("pitboss.analysis.drawing.solver.solve_up_card", side_effect=AssertionError("solved again")):
        assert [run(*question).out for question in QUESTIONS] == first


def test_a_known_answer_needs_no_compiler_and_no_arrays() -> None:
    run("edge", BOOK)
    run("strategy", BOOK)
    script = """
import sys
from pitboss.cli.main import main
chart = ["strategy", "blackjack-co"]
for command in (["edge", "blackjack-co"], chart, [*chart, "--explain", "8c 8d", "A"]):
    sys.argv = ["pitboss", *command]
    try:
        main()
    except SystemExit as end:
        assert not end.code
    print("LOADED", command[0], len(command), [each for each in ("numba", "numpy") if each in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("LOADED")]
    assert loaded == ["LOADED edge 2 []", "LOADED strategy 2 []", "LOADED strategy 5 ['numpy']"]


@pytest.mark.parametrize("kind", [".json", ".npz"])
@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other"])
def test_what_is_damaged_or_foreign_is_written_anew(folder: Path, kind: str, damage: str) -> None:
    first = [run(*question).out for question in QUESTIONS[2:]]
    (path,) = [each for each in folder.iterdir() if each.suffix == kind]
    whole = path.read_bytes()
    if damage == "other":  # a whole entry of another house
        run("edge", BOOK, "--set", "decks=2")
        run("strategy", BOOK, "--set", "decks=2")
        (other,) = [each for each in folder.iterdir() if each.suffix == kind and each != path]
        path.write_bytes(other.read_bytes())
    else:
        middle = len(whole) // 2
        damaged = {"cut": whole[:middle], "flipped": bytes([*whole[:middle], whole[middle] ^ 1, *whole[middle + 1 :]])}
        path.write_bytes(damaged.get(damage, b""))
    assert [run(*question).out for question in QUESTIONS[2:]] == first
    assert path.read_bytes() == whole or kind == ".npz"


def test_fresh_ignores_all_that_is_kept() -> None:
    run("edge", BOOK)
    with (
        mock.patch.object(Solution, "__init__", side_effect=AssertionError("solved again")),
        pytest.raises(AssertionError, match="solved again"),
    ):
        price(game(BOOK, {}), ["main"], fresh=True)


def test_other_stakes_readings_and_rules_are_other_houses() -> None:
    playing = game("spanish21-ma", {})
    keys = {cache_for(playing, dollars(stake))._key for stake in (10, 25)}
    keys.add(cache_for(game("spanish21-ma", {"decks": 8}), dollars(10))._key)
    keys.add(cache_for(game("spanish21-ma", {}, {"S02": "literal"}), dollars(10))._key)
    assert len(keys) == 4


def test_rules_that_somebody_changed_are_not_looked_up(folder: Path) -> None:
    from dataclasses import replace

    playing = game(BOOK, {})
    usual = price(playing, ["main"]).wagers["main"].ev  # type: ignore[index]
    changed = replace(playing, rules=replace(playing.rules, splitting=None))
    before = set(folder.iterdir())
    assert price(changed, ["main"]).wagers["main"].ev < usual - 0.001  # type: ignore[index]
    assert set(folder.iterdir()) == before


def test_a_folder_that_cannot_be_written_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", "/proc/nowhere")
    assert advise(game(BOOK, {}), "8c 8d", "A").best.decision == "split"


def test_old_houses_are_forgotten(folder: Path) -> None:
    for number in range(MOST_FILES + 5):
        Cache(folder, f"{number:03}").keep("one", number)
    left = sorted(path.stem for path in folder.iterdir())
    assert len(left) == MOST_FILES
    assert left[-1] == f"{MOST_FILES + 4:03}"
