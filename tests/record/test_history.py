"""History stands by itself: what is finished is read from its facts, whatever engine dealt it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.test_tamper import BODIES, chained
from cli import commands
from pitboss.audit.rounds import round_in
from pitboss.audit.verify import audit
from pitboss.core.fold import fold_table
from pitboss.core.table_state import TableState
from pitboss.games.registry import compile_game
from pitboss.ids import Player
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import game_of
from pitboss.record.history import History
from pitboss.store.entries import Happened, Header, read_row
from pitboss.store.journal import Journal
from pitboss.store.lines import NotAJournal, lines_of
from table.driving import reopened, watched

pytestmark = pytest.mark.slow


def session(rulebook: str = "spanish21-ma", rounds: int = 12) -> list[bytes]:
    """A table that is still open, between two rounds."""
    person = watched(rulebook, seed=4)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(rounds)
    assert person.journal is not None
    return [line[: -len(b',"hash":"') - 66] for line, _ in lines_of([person.journal.data])]


def members(body: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(body + b"}")
    return found


def rewritten(body: bytes, **changes: object) -> bytes:
    return json.dumps({**members(body), **changes}, separators=(",", ":")).encode("ascii")[:-1]


def cited_otherwise(bodies: list[bytes]) -> list[bytes]:
    """As if the engine of then had cited one clause more for every double and every payment."""
    found = []
    for each in bodies:
        row = members(each)
        more = row.get("fact") in ("WagerSettled", "HandClosed")
        found.append(rewritten(each, clauses=f"{row['clauses']} MA-1") if more else each)
    return found


def test_a_record_is_read_without_being_played() -> None:
    """The same table, the same rounds: read from the facts, and as the rules have dealt them."""
    person = watched("spanish21-ma", seed=4)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(12)
    assert person.journal is not None
    entries = [read_row(line[: -len(b',"hash":"') - 66]) for line, _ in lines_of([person.journal.data])]
    header = entries[0]
    assert isinstance(header, Header)
    history = History(game_of(header), header)
    for number, entry in enumerate(entries, start=1):
        history.follow(number, entry)
    played = person.table.runner
    assert history.state == played.table.state
    assert list(history.records) == list(played.records)


def test_a_journal_of_another_engine_opens_exports_and_audits_with_a_note(tmp_path: Path) -> None:
    old = cited_otherwise(session())
    old[0] = rewritten(old[0], engine="0123456789abcdef")
    data = chained(old)
    report = audit(data)
    assert report.problems == []
    assert any("dealt otherwise today" in note for note in report.notes)
    found = round_in([data], 3)
    text = write_round(found.game, found.record.answers, found.record.table, unseen=found.unseen)
    assert replay(parse_round(text)).met
    path = tmp_path / "old.journal"
    path.write_bytes(data)
    assert commands.run("export", str(path), "3").code == 0
    done = commands.run("audit", str(path))
    assert done.code == 0
    assert "of today give" in done.out


def test_the_same_difference_under_the_same_engine_is_a_defect() -> None:
    report = audit(chained(cited_otherwise(session())))
    assert len(report.problems) == 1
    assert "the record has" in report.problems[0].says


def test_a_finished_round_is_not_played_again_when_a_table_is_opened(tmp_path: Path) -> None:
    """A forged fact of long ago is for the audit to find; whoever opens the table goes on from its record."""
    bodies = session()
    early = next(at for at, each in enumerate(bodies) if members(each).get("fact") == "WagerSettled")
    path = tmp_path / "j"
    path.write_bytes(chained([*bodies[:early], rewritten(bodies[early], clauses="MA-1"), *bodies[early + 1 :]]))
    journal = Journal(path, lambda: 0)
    sitting = reopened(journal)
    assert sitting.table.runner.state.rounds == 12
    assert Player("ann") in sitting.table.runner.state.seats
    sitting.close()


def test_every_round_of_a_closed_journal_is_exported_as_it_was() -> None:
    state = TableState()
    for body in BODIES:
        entry = read_row(body)
        if isinstance(entry, Happened):
            fold_table(state, entry.fact)
    data = chained(BODIES)
    for number in range(1, state.rounds + 1, 7):
        found = round_in([data], number)
        assert found.record.number == number
        text = write_round(found.game, found.record.answers, found.record.table, unseen=found.unseen)
        assert replay(parse_round(text)).met
    assert compile_game(found.game.house).rules.played == found.game.rules.played


def test_a_house_that_was_lawful_when_it_was_written_is_still_read(tmp_path: Path) -> None:
    """The law's data may grow stricter: the record stands, with a note; going on under it is another matter."""
    bodies = session("spanish21-md", rounds=4)
    house = str(members(bodies[0])["house"]).replace("max_splits = 3", "max_splits = 0")
    old = chained([rewritten(bodies[0], house=house, edition="0" * 16), *bodies[1:]])
    report = audit(old)
    assert report.problems == []
    assert "not lawful today: max_splits is set to 0" in report.notes[0]
    assert round_in([old], 2).record.number == 2
    path = tmp_path / "old.journal"
    path.write_bytes(old)
    assert "open" in commands.run("tables", str(tmp_path)).out
    with pytest.raises(NotAJournal, match="max_splits is set to 0"):
        reopened(Journal(path, lambda: 0))
    today = audit(chained([rewritten(bodies[0], house=house), *bodies[1:]]))
    assert today.problems[0].line == 1
    assert "MD-11.A.1" in today.problems[0].clauses


@pytest.mark.parametrize("house", ["house = 5\n", "[house]\nmax_splits = 'x'\n", "= ="])
def test_a_header_without_a_house_is_no_journal_and_says_so(house: str) -> None:
    bodies = session("spanish21-md", rounds=1)
    with pytest.raises(NotAJournal, match=r"house|decks|max_splits"):
        audit(chained([rewritten(bodies[0], house=house, edition="0" * 16), *bodies[1:]]))
