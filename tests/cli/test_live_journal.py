"""Journals of live tables at the command line: audited, exported, listed, and not for the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pitboss
from pitboss.cli.main import app
from pitboss.desk.questions import BadQuestion
from pitboss.store.journal import Journal
from table.evening import Evening


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("live") / "live.journal"
    journal = Journal(path, lambda: 7)
    journal.read()
    night = Evening("spanish21-ma", 8, {"dealing_procedure": "no_hole"}, 0.1, journal)
    while night.table.runner.state.rounds < 12 or night.table.runner.state.in_round:
        night.step()
    assert night.seen["RoundCorrected"]
    journal.close()
    return path


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.output


def test_it_is_audited_and_listed(path: Path) -> None:
    code, text = run("audit", str(path))
    assert code == 0, text
    assert "12 round(s)" in text or "12 rounds" in text or "rounds  12" in text
    code, text = run("tables", str(path.parent), "--json")
    assert json.loads(text)[0]["mode"] == "live"
    assert code == 0


def test_its_rounds_are_exported_and_settle_alike(path: Path, tmp_path: Path) -> None:
    for number in range(1, 13):
        code, text = run("export", str(path), str(number))
        assert code == 0, text
        file = tmp_path / f"{number}.round.toml"
        file.write_text(text)
        assert run("replay", str(file))[0] == 0, text


def test_it_is_not_for_the_terminal(path: Path) -> None:
    code, text = run("play", "spanish21-ma", "--journal", str(path))
    assert code == 2
    assert "people deal at this table; choose another name for a new one" in text
    game = pitboss.game("spanish21-ma")
    with pytest.raises(BadQuestion, match="people deal at this table"):
        pitboss.open_table(game, path)
    with pytest.raises(BadQuestion, match="a seed is for a virtual shoe"):
        pitboss.open_table(game, path.parent / "other", seed=1, live=True)


def test_what_goes_wrong_is_printed(path: Path) -> None:
    del path
    code, text = run("irregularities", "spanish21-charity", "--json")
    assert code == 0
    cells = json.loads(text)["cells"]
    assert {"matter": "shoe-empty", "moment": "the shoe is empty", "taken": True, "clauses": ["CH-silent"]} in cells
    assert run("irregularities")[0] == 2
    assert run("irregularities", "spanish22")[0] == 2
    code, text = run("irregularities", "blackjack-switch")
    assert code == 0
    assert "MISDEAL: a wrong number of cards was dealt" in text
    assert "CO-2105(4).1:" in text
