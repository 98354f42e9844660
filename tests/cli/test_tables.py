"""`pitboss tables`: what it lists, in the same time for tables of any age, and what it makes of other files."""

from __future__ import annotations

import json
import os
from pathlib import Path

from cli import commands
from cli.test_play import piped
from pitboss.store.journal import Journal, sealed_path
from pitboss.store.snapshots import snapshots_path
from table.driving import Watched, on_disk


def played(path: Path, rounds: int, *, close: bool = False) -> None:
    table, _ = on_disk(path, "spanish21-ma", seed=5)
    person = Watched(table)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(rounds)
    if close:
        person.close()
    table.recorder.close()  # type: ignore[attr-defined]


def test_tables_are_listed_the_last_one_first(tmp_path: Path) -> None:
    played(tmp_path / "old.journal", 14)
    played(tmp_path / "done.journal", 1, close=True)
    os.utime(tmp_path / "old.journal", (1_000_000_000, 1_000_000_000))
    done = commands.run("tables", str(tmp_path))
    assert done.code == 0
    heading, first, second = done.out.splitlines()[:3]
    assert heading.split() == ["RULEBOOK", "ROUNDS", "STATE", "LAST", "PLAYED", "JOURNAL", "AND", "PLAYERS"]
    assert ("done.journal" in first, " closed " in first) == (True, True)
    assert ("old.journal: ann $" in second, " 14  open" in second) == (True, True)
    assert f"play spanish21-ma --journal {tmp_path / 'old.journal'}" in done.out
    rows = json.loads(commands.run("tables", str(tmp_path), "--json").out)
    assert [(row["state"], row["rounds"]) for row in rows] == [("closed", 1), ("open", 14)]
    assert (rows[1]["rulebook"], rows[1]["mode"], list(rows[1]["players"])) == (
        "spanish21-ma",
        "trainer",
        ["ann", "bob"],
    )


def test_what_it_says_does_not_depend_on_the_snapshots(tmp_path: Path) -> None:
    played(tmp_path / "a.journal", 14)
    with_them = commands.run("tables", str(tmp_path)).out
    snapshots_path(tmp_path / "a.journal").unlink()
    assert commands.run("tables", str(tmp_path)).out == with_them
    assert not snapshots_path(tmp_path / "a.journal").exists(), "who only looks writes nothing"


def test_a_table_that_is_being_played_is_said_to_be(tmp_path: Path) -> None:
    played(tmp_path / "a.journal", 1)
    journal = Journal(tmp_path / "a.journal", lambda: 0)
    assert json.loads(commands.run("tables", str(tmp_path), "--json").out)[0]["state"] == "being played"
    journal.close()


def test_other_files_are_not_tables(tmp_path: Path) -> None:
    (tmp_path / "x.journal").write_bytes(b"hello\n")
    (tmp_path / "y.journal").mkdir()
    (tmp_path / "notes.txt").write_text("hello")
    played(tmp_path / "\x1b[31mz.journal", 1)
    text = (tmp_path / "\x1b[31mz.journal").read_bytes()
    (tmp_path / "torn.journal").write_bytes(text[:-30])
    (tmp_path / "cut.journal").write_bytes(text.replace(b'"fact":"RoundOpened"', b'"fact":"RoundOpening"', 1))
    done = commands.run("tables", str(tmp_path), "--json")
    states = {Path(row["journal"]).name: row["state"] for row in json.loads(done.out)}
    assert states["x.journal"] == "damaged: it is not a journal of pitboss"
    assert states["torn.journal"] == "in a round"
    assert states["cut.journal"].startswith("damaged: ")
    assert len(states) == 4
    shown = commands.run("tables", str(tmp_path))
    assert "\x1b" not in shown.out
    assert shown.code == 0


def test_where_there_is_none(tmp_path: Path) -> None:
    done = commands.run("tables", env={"XDG_STATE_HOME": str(tmp_path)})
    assert (done.code, "pitboss play ID opens one" in done.out) == (0, True)
    done = commands.run("tables", str(tmp_path / "nowhere"))
    assert (done.code, "the folder cannot be read: no such file" in done.err) == (2, True)


def test_it_lists_where_play_keeps_them(tmp_path: Path) -> None:
    piped("\n\nq\n", "spanish21-ma", env={"XDG_STATE_HOME": str(tmp_path)})
    rows = json.loads(commands.run("tables", "--json", env={"XDG_STATE_HOME": str(tmp_path)}).out)
    assert [row["players"] for row in rows] == [{"guest": "1000.00"}]
    assert sealed_path(Path(rows[0]["journal"])).exists()
