"""A command called in this process says what it says in one of its own, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import run
from cli.solutions import remembered
from conformance.suite import game
from pitboss.analysis.drawing.solver import solve

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("check", "docs/houses/unlawful.toml"),
        ("replay", "docs/examples/second-double.round.toml"),
        ("edge", "no-such-game"),
    ],
)
def test_it_says_the_same(arguments: tuple[str, ...]) -> None:
    command, environment = [sys.executable, "-m", "pitboss", *arguments], {**os.environ, "COLUMNS": "70"}
    real = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    called = run(*arguments, cwd=ROOT, env={"COLUMNS": "70"})
    assert (called.code, called.out, called.err) == (real.returncode, real.stdout, real.stderr)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    def surroundings() -> tuple[object, ...]:
        return Path.cwd(), dict(os.environ), list(sys.argv), sys.stdin, sys.stdout, sys.stderr

    before = surroundings()
    run("check", "nothing.toml", cwd=tmp_path, env={"COLUMNS": "50", "PITBOSS": "here"})
    assert surroundings() == before


def test_only_what_the_solver_cannot_tell_apart_is_solved_once() -> None:
    with remembered():
        usual = solve(game("spanish21-ma", {})).up_cards
        assert solve(game("spanish21-ma", {"main_min": 25})).up_cards is usual
        for settings, readings in (
            ({"decks": 8}, {}),
            ({}, {"S02": "literal"}),
            ({}, {"S01": "literal"}),
            ({}, {"S03": "literal"}),
        ):
            assert solve(game("spanish21-ma", settings, readings)).up_cards is not usual
    assert solve(game("spanish21-ma", {})).up_cards is not usual
