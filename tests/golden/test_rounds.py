"""Golden rounds: whole rounds in the notation, right to the cent, each named by the clause that it shows.

The first line of each file ends in the clauses it shows, in square brackets. In a file named `refused-…` the last
action (or a bet, where there are no actions, or what stands in brackets among the cards) must be refused under one of
those clauses.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.law.citations import covers
from pitboss.notation.file import Unlawful, read_round
from pitboss.notation.replay import replay

FOLDER = Path(__file__).parent / "rounds"
FILES = sorted(FOLDER.glob("*.round.toml"))


def cited(path: Path) -> list[str]:
    """The clauses in the brackets of the first line; codes of open questions follow a semicolon."""
    first = path.read_text(encoding="utf-8").splitlines()[0]
    found = re.search(r"\[([^\[\]]*)\]\.?\s*$", first)
    assert found, f"{path.name} names no clause"
    return [each.strip() for each in found[1].partition(";")[0].split(",")]


def cases(*, refused: bool) -> list[object]:
    chosen = [path for path in FILES if path.name.startswith("refused-") == refused]
    return [pytest.param(path, id=path.name.split(".")[0], marks=pytest.mark.clause(*cited(path))) for path in chosen]


@pytest.mark.parametrize("path", cases(refused=False))
def test_round_ends_as_the_text_says(path: Path) -> None:
    played = replay(read_round(path))
    assert played.refused is None, played.refused
    assert played.file.expect, "a golden round states what it expects of every player"
    assert played.nets == played.file.expect


@pytest.mark.parametrize("path", cases(refused=True))
def test_last_act_is_refused_under_its_clause(path: Path) -> None:
    try:
        played = replay(read_round(path))
    except Unlawful as unlawful:
        clauses, last = unlawful.clauses, None
    else:
        assert played.refused is not None, "nothing was refused"
        clauses, last = played.refused.refusal.clauses, played.refused.action
        if played.file.actions and not last.startswith("["):
            assert last == played.file.actions[-1].text, "an earlier act was refused"
    assert any(covers(each, clause) for each in cited(path) for clause in clauses), clauses


def test_there_are_enough_golden_rounds() -> None:
    assert len(FILES) >= 80
