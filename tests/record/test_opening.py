"""A table is opened from the lines of its record, wherever they are stored, and a complete record is left as it is."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.suite import any_game
from pitboss.audit.verify import audit
from pitboss.core.facts import CardDealt
from pitboss.core.requests import Decide, Window
from pitboss.core.table_state import TableState
from pitboss.record.file_tables import new_table, recall_journal, resume_table
from pitboss.record.header import new_header
from pitboss.record.opening import SealMissing, begin_table, recall
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store import snapshots
from pitboss.store.journal import Journal, JournalInMemory
from pitboss.store.lines import NotAJournal, RecordEnd
from pitboss.store.snapshots import Snapshot
from pitboss.tables.commands import Command
from pitboss.tables.live import LiveTable
from table.driving import Watched, answer, speaker

BOOK = "spanish21-ma"


class Stored(JournalInMemory):
    """A store in memory that counts its writes and notes every round that ended."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(lambda: 7, data)
        self.writes = 0
        self.snapshots: list[Snapshot] = []

    def rested(self, state: TableState, last_fact: int) -> None:
        self.snapshots.append(Snapshot(self.lines, len(self.data), self.head, last_fact, deepcopy(state)))

    def _store(self, data: bytes) -> None:
        self.writes += 1
        super()._store(data)


def begun(rounds: int = 3, *, in_round: bool = True) -> tuple[LiveTable, Stored, VaultInMemory]:
    """A table of two with an unseeded shoe: only the vault can give the same cards again."""
    game, store, vault = any_game(BOOK, {}), Stored(), VaultInMemory()
    table = begin_table(game, new_header(game, None, 0), vault, store)
    person = Watched(table)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(rounds)
    while in_round and not isinstance(table.pending, Decide):
        person.must(answer(table))
    return table, store, vault


def rebuilt(store: Stored, vault: VaultInMemory, snapshot: Snapshot | None = None) -> tuple[LiveTable, Stored]:
    """The table as another process builds it from what is stored."""
    other = Stored(store.data)
    return recall(other.read(snapshot), vault).go_on(other), other


def question(table: LiveTable) -> object:
    """Return what is asked, without the functions that check an answer."""
    match table.pending:
        case Decide(player, hand, options):
            return player, hand, [(option.verb, option.intents) for option in options]
        case Window() as window:
            return replace(window, closing=None)
    return table.pending


def goes_on(table: LiveTable, rounds: int = 2) -> list[object]:
    person = Watched(table)
    person.rounds(rounds)
    return [fact for fact in person.facts if isinstance(fact, CardDealt)]


@pytest.mark.parametrize("in_round", [True, False])
def test_a_complete_record_gives_the_same_table_and_is_left_as_it_is(*, in_round: bool) -> None:
    table, store, vault = begun(in_round=in_round)
    again, other = rebuilt(store, vault)
    assert again.runner.state == table.runner.state
    assert question(again) == question(table)
    assert (again.lines, other.head, other.first) == (table.lines, store.head, store.first)
    assert (other.writes, other.data) == (0, store.data)
    assert goes_on(again) == goes_on(table), "the cards to come are others"
    assert audit(other.data).problems == []
    assert audit(other.data).openings == 0


def test_it_may_be_built_at_any_time_and_by_two_at_once() -> None:
    """At each question of some rounds; a process that builds the table fences nobody who writes."""
    table, store, vault = begun(1, in_round=False)
    for _ in range(30):
        assert rebuilt(store, vault)[1].writes == 0
        said = answer(table)
        assert table.say(speaker(table, said), said) is None
    one, _ = rebuilt(store, vault)
    two, _ = rebuilt(store, vault)
    assert one.runner.state == two.runner.state == table.runner.state


def test_a_command_that_is_sent_again_after_a_rebuild_is_answered_and_does_nothing() -> None:
    table, store, vault = begun()
    said = answer(table)
    command = Command(speaker(table, said), table.lines, "again", said)
    assert table.submit(command) is None
    again, other = rebuilt(store, vault)
    assert again.submit(command) is None
    assert other.writes == 0
    assert again.runner.state == table.runner.state


@pytest.mark.parametrize("torn", [b"{", b'{"command":"ann@1.1 hi'])
def test_a_torn_line_is_dropped_and_one_line_says_so(torn: bytes) -> None:
    table, store, vault = begun()
    store.data += torn
    again, other = rebuilt(store, vault)
    added = other.data[len(store.data) - len(torn) :]
    assert added.startswith(b'{"opened":%d,"at":7' % len(torn))
    assert added.count(b"\n") == 1
    assert again.runner.state == table.runner.state
    assert rebuilt(other, vault)[1].writes == 0
    assert audit(other.data).problems == []
    assert audit(other.data).openings == 1


def test_whatever_a_kill_keeps_from_the_record_follows_an_opened_line() -> None:
    """Cut off after any of its last lines, a record was complete, or it is completed as it would have been."""
    _, store, vault = begun(1)
    lines = store.data.splitlines(keepends=True)
    completed = 0
    for count in range(len(lines) - 40, len(lines)):
        cut = Stored(b"".join(lines[:count]))
        again, other = rebuilt(cut, deepcopy(vault))
        added = other.data[len(cut.data) :].splitlines()
        assert not added or added[0].startswith(b'{"opened":0,')
        assert sum(line.startswith(b'{"opened"') for line in added) == bool(added)
        assert audit(other.data).problems == []
        completed += bool(added)
        assert rebuilt(other, deepcopy(vault))[1].writes == 0
        assert again.pending is not None
    assert 10 < completed < 40


def test_a_record_with_an_opened_line_for_every_opening_is_read_as_before() -> None:
    """Earlier versions wrote one each time, also if nothing was missing."""
    table, store, vault = begun()
    for _ in range(3):
        store.reopened(0)
        said = answer(table)
        assert table.say(speaker(table, said), said) is None
    assert store.data.count(b'{"opened":0,') == 3
    again, other = rebuilt(store, vault)
    assert (again.runner.state, other.writes) == (table.runner.state, 0)
    assert (audit(store.data).problems, audit(store.data).openings) == ([], 3)


def test_every_snapshot_of_the_record_gives_the_same_table() -> None:
    table, store, vault = begun(5)
    assert len(store.snapshots) >= 5
    for snapshot in store.snapshots:
        again, other = rebuilt(store, vault, deepcopy(snapshot))
        assert (again.runner.state, question(again), other.writes) == (table.runner.state, question(table), 0)
        assert (again.lines, other.head) == (table.lines, store.head)


def test_a_snapshot_of_another_record_is_ignored() -> None:
    """Another table's, and one of lines that a store has lost since."""
    table, store, vault = begun(3)
    _, others, _ = begun(2)
    older = Stored(store.data[: store.snapshots[0].offset])
    for of, snapshot in ((store, others.snapshots[0]), (older, store.snapshots[-1])):
        assert of.read(snapshot).snapshot is None
    assert rebuilt(store, vault, others.snapshots[0])[0].runner.state == table.runner.state


def test_a_snapshot_of_another_engine_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    _, store, _ = begun(2)
    written = snapshots.written(store.snapshots[0])
    known = snapshots.read(written[:-1])
    assert known is not None
    assert snapshots.written(known) == written
    monkeypatch.setattr(snapshots, "engine_fingerprint", lambda: "0" * 16)
    assert snapshots.read(written[:-1]) is None


def test_a_seal_that_is_missing_stops_the_opening_or_ends_the_shoe() -> None:
    table, store, vault = begun()
    recalled = recall(Stored(store.data).read(), VaultInMemory())
    assert recalled.is_seal_missing
    assert recalled.state == table.runner.state
    other = Stored(store.data)
    with pytest.raises(SealMissing):
        recall(other.read(), VaultInMemory()).go_on(other, give_up_shoe=False)
    assert other.writes == 0
    recall(other.read(), VaultInMemory()).go_on(other)
    assert b'{"opened":0,' in other.data
    assert b'"ShoeLost"' in other.data
    assert rebuilt(other, VaultInMemory())[1].writes == 0
    assert (audit(other.data).problems, audit(other.data).lost) == ([], 1)
    assert not recall(Stored(store.data).read(), vault).is_seal_missing


def changed(data: bytes) -> bytes:
    return data.replace(b'"amount":1000', b'"amount":1001', 1)


@pytest.mark.parametrize(
    ("damaged", "says"),
    [
        (changed, r"line [0-9]+ breaks its chain"),
        (lambda data: data[1:], "not a journal"),
        (lambda data: data[:0], "not a journal"),
    ],
)
def test_a_broken_record_is_not_continued(damaged: Callable[[bytes], bytes], says: str) -> None:
    _, store, vault = begun()
    other = Stored(damaged(store.data))
    with pytest.raises(NotAJournal, match=says):
        recall(other.read(), vault)
    assert other.writes == 0


def test_a_closed_table_says_so() -> None:
    table, store, vault = begun(1, in_round=False)
    assert not recall(Stored(store.data).read(), vault).is_closed
    Watched(table).close()
    assert recall(Stored(store.data).read(), vault).is_closed


def test_a_recorder_continues_where_a_store_says_that_its_record_ends() -> None:
    """A store that knows its last line need not read the record to append to it."""
    table, store, vault = begun()
    recalled = recall(Stored(store.data).read(), vault)
    appending = Stored(store.data)
    appending.continue_from(RecordEnd(store.lines, len(store.data), store.head.encode("ascii")))
    again = recalled.go_on(appending)
    said = answer(again)
    assert again.say(speaker(again, said), said) is None
    assert audit(appending.data).problems == []
    assert appending.data.startswith(store.data)
    assert again.lines > table.lines


def test_a_journal_file_that_is_complete_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = Journal(path, lambda: 0)
    journal.read()
    sitting = new_table(journal, any_game(BOOK, {}), 1)
    Watched(sitting.table).sit(("ann", 1), ("bob", 2))
    Watched(sitting.table).rounds(2)
    sitting.close()
    data = path.read_bytes()
    for _ in range(3):
        journal = Journal(path, lambda: 7)
        record = journal.read()
        assert record is not None
        again = resume_table(journal, recall_journal(journal, record))
        assert again.table.runner.state == sitting.table.runner.state
        assert journal.head.encode("ascii") in data.splitlines()[-1]
        again.close()
        assert path.read_bytes() == data
