"""Rough edges that people ran into: pipes, names, locales, files that are torn, altered, deleted or endless."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import commands
from pitboss.cards import Card
from pitboss.core.requests import Act, Offer
from pitboss.desk.houses import game
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.tables import open_table
from pitboss.ids import Box, HandId, Player
from pitboss.money import Cents
from pitboss.notation.file import Malformed, parse_toml
from pitboss.record.file_tables import new_table
from pitboss.store.journal import CannotRecord, Journal, sealed_path
from pitboss.tables.intents import BuyChips, Sit
from pitboss.tables.live import TableDropped
from table.driving import answer, say

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/examples/three-sevens.round.toml"


def test_a_round_comes_from_a_pipe() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert "as expected" in commands.run("replay", "-", stdin=text).out
    read, write = os.pipe()
    os.write(write, text.encode())
    os.close(write)
    assert "as expected" in commands.run("replay", f"/dev/fd/{read}").out  # as process substitution gives it
    os.close(read)


def test_rows_of_json_name_their_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.round.toml"
    bad.write_text("nonsense", encoding="utf-8")
    rows = [json.loads(line) for line in commands.run("replay", "--json", str(EXAMPLE), str(bad)).out.splitlines()]
    assert [row["file"] for row in rows] == [str(EXAMPLE), str(bad)]


@pytest.mark.parametrize(("written", "meant"), [("10h", "Th"), ("8H", "8h"), ("qS", "Qs"), ("10D", "Td")])
def test_a_card_that_is_nearly_one_gets_a_hint(written: str, meant: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {meant}"):
        Card.parse(written)


def test_what_is_wrong_with_cards_and_actions_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "one.round.toml"
    text = 'rulebook = "blackjack-co"\ncards = """\nTc 9h\n8H 7d\n"""\nactions = [\n  "ann stand",\n  "ann jump",\n]\n'
    bets = '[[bets]]\nbox = 1\nplayer = "ann"\nmain = 10\n'
    path.write_text(text + bets, encoding="utf-8")
    assert "line 4: '8H' is not a card" in commands.run("replay", str(path)).err
    path.write_text((text + bets).replace("8H", "8h"), encoding="utf-8")
    assert "line 8: unknown verb 'jump'" in commands.run("replay", str(path)).err


def test_a_house_file_names_the_rulebook() -> None:
    house = str(ROOT / "docs/houses/3-card-21.toml")
    assert "3 Card 21" in commands.run("edge", "--house", house, "--wager", "three-card-bonus").out
    done = commands.run("edge")
    assert done.code == 2
    assert "name a rulebook" in done.err
    assert "not of blackjack-co" in commands.run("edge", "blackjack-co", "--house", house).err


def test_a_key_of_very_many_parts_is_refused_at_once() -> None:
    began = time.perf_counter()
    with pytest.raises(Malformed, match="very many parts"):
        parse_toml(".".join(["a"] * 20_000) + " = 1\n")
    assert time.perf_counter() - began < 5


@pytest.mark.slow
def test_an_endless_file_takes_little_room() -> None:
    """A limit of 600 MB on the whole process, which reads /dev/zero for ever if it is let."""
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (600 * 2**20,) * 2); "
    for command in (
        ["audit", "/dev/zero"],
        ["replay", "/dev/zero"],
        ["check", "/dev/zero"],
        ["export", "/dev/zero", "1"],
    ):
        code = f"{limited}import sys; sys.argv = ['pitboss', *{command!r}]; from pitboss.cli.main import main; main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["rules", "spanish21-ma"], ["games"], ["strategy", "--help"]])
def test_a_terminal_that_lacks_signs_is_no_reason_to_end(arguments: list[str]) -> None:
    code = f"import sys; sys.argv = ['pitboss', *{arguments!r}]; from pitboss.cli.main import main; main()"
    env = {**os.environ, "PYTHONIOENCODING": "latin-1", "LC_ALL": "C"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def sat_down(path: Path) -> None:
    sitting = open_table(game("blackjack-co"), path, seed=3)
    assert say(sitting.table, Act(Player("ann"), HandId(Box(1), 1), Sit(Cents(100_000)))) is None
    while sitting.table.runner.state.shoe is None or isinstance(sitting.table.pending, Offer):
        say(sitting.table, answer(sitting.table))
    sitting.close()


def test_a_torn_header_beside_a_sealed_shoe_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j"
    sat_down(path)
    torn = path.read_bytes()[:40]
    path.write_bytes(torn)
    with pytest.raises(BadQuestion, match="its first line is torn"):
        open_table(game("blackjack-co"), path)
    assert path.read_bytes() == torn


def test_an_altered_seal_is_not_called_missing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    sat_down(path)
    sealed_path(path).write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(Refused, match="was altered"):
        open_table(game("blackjack-co"), path)
    sealed_path(path).unlink()
    with pytest.raises(Refused, match="is missing"):
        open_table(game("blackjack-co"), path)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_journal_that_is_deleted_under_a_table_is_noticed(replaced: bool, tmp_path: Path) -> None:  # noqa: FBT001
    path = tmp_path / "j"
    journal = Journal(path, lambda: 0)
    sitting = new_table(journal, game("blackjack-co"), seed=3)
    path.unlink()
    if replaced:
        path.write_text("another file", encoding="utf-8")
    with pytest.raises(CannotRecord, match="deleted or replaced"):
        say(sitting.table, Act(Player("ann"), HandId(Box(1), 1), Sit(Cents(100_000))))
    journal.close()


def test_a_table_that_could_not_be_recorded_is_dropped_and_opened_from_its_record(tmp_path: Path) -> None:
    path = tmp_path / "j"
    sat_down(path)
    before = path.read_bytes()
    sitting = open_table(game("blackjack-co"), path)
    heard: list[object] = []
    sitting.table.listeners.append(lambda *told: heard.append(told))
    buy = Act(Player("ann"), HandId(Box(1), 1), BuyChips(Cents(700)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(CannotRecord):
            say(sitting.table, buy)
    assert heard == [], "nothing is shown that is not on record"
    with pytest.raises(TableDropped):
        say(sitting.table, buy)
    sitting.close()
    again = open_table(game("blackjack-co"), path)
    assert again.table.runner.state.chips(Player("ann")) == 100_000
    assert path.read_bytes().startswith(before)
    assert say(again.table, buy) is None
    assert again.table.runner.state.chips(Player("ann")) == 100_700
    again.close()
