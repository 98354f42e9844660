"""The recorder's contract, its one writer, and what it does when the disk says no."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.suite import any_game, game
from pitboss.audit.verify import audit
from pitboss.cards import cards
from pitboss.core.facts import SeatTaken, TableClosed
from pitboss.core.incidents import FaceUpInShoe, SealLost, ShoeEmpty
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer, Close, Decline, FaceDown, Revealed, Shuffled
from pitboss.core.shuffling import Cut
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import DoubleDown, Hit, Insure, Rescue, Split, Stand, Surrender
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, HandId, Player, Role, Wager, clauses
from pitboss.law.house import House
from pitboss.law.housefile import read_house, written_house
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.money import Cents
from pitboss.record.file_tables import new_table
from pitboss.record.header import new_header
from pitboss.shoe.virtual import Seal, VaultInMemory
from pitboss.store.answers import read_answer, verbs_of, write_answer
from pitboss.store.journal import CannotRecord, InUse, Journal, JournalInMemory, SealedFile
from pitboss.store.lines import NotAJournal
from pitboss.tables.commands import Command
from pitboss.tables.intents import BuyChips, CloseTable, Leave, OrderReshuffle, SeeBurnCard, Sit
from table.driving import Watched, answer, on_disk, reopened, watched

ANN = Player("ann")
HAND = HandId(Box(3), 2)
ANSWERS: list[Answer] = [
    *cards("7h Ac"),
    FaceDown(),
    True,
    False,
    3,
    Close(),
    Decline(),
    ShoeEmpty(),
    SealLost(),
    Shuffled("ab" * 32),
    Revealed(cards("7h 9c"), "12" * 32),
    FaceUpInShoe(cards("5c")[0]),
    *(
        Act(ANN, HAND, verb())
        for verb in (Hit, Stand, Split, Surrender, Rescue, Leave, SeeBurnCard, OrderReshuffle, CloseTable)
    ),
    *(Act(ANN, HAND, verb(Cents(1250))) for verb in (DoubleDown, Insure, Sit, BuyChips)),
    Act(ANN, HAND, PlaceWager(Wager("match-the-dealer"), Cents(50))),
    Act(ANN, HAND, Cut(120)),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=write_answer)
def test_every_answer_comes_back_from_its_text(answer: Answer) -> None:
    assert read_answer(write_answer(answer), verbs_of(game("spanish21-ma", {}))) == answer


@pytest.mark.parametrize(
    "text", ["", "hit", "ann hit", "ann@1.1 fly", "ann@x hit", "spin", "spin x", "Zz", "face-up", "ann@1.1 double"]
)
def test_what_no_journal_holds_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_answer(text, verbs_of(game("spanish21-ma", {})))


@pytest.mark.parametrize("rulebook", [each for each in rulebook_ids() if load(each).ready])
def test_a_house_comes_back_from_its_text(rulebook: str) -> None:
    wheel = (
        {"bonus_spin": True, "wheel": [{"pays": 20, "weight": 3}, {"pays": 50, "weight": 1}]}
        if rulebook == "spanish21-ma"
        else {}
    )
    house = any_game(
        rulebook, {"main_min": 2, **wheel}, {"S02": "literal"} if "S02" in load(rulebook).interpretations else {}
    ).house
    again = read_house(house.rulebook, "\n".join(written_house(house, everything=True)))
    assert isinstance(again, House), again
    assert (again.values, again.readings) == (house.values, house.readings)


class RecorderContract:
    """What every recorder must do; `contents` is what it has stored."""

    def recorder(self, folder: Path) -> Any:
        raise NotImplementedError

    def contents(self, recorder: Any) -> bytes:
        raise NotImplementedError

    def begun(self, folder: Path) -> Any:
        recorder = self.recorder(folder)
        recorder.begin(new_header(game("spanish21-ma", {}), 5, 0))
        return recorder

    def test_nothing_is_stored_before_it_is_synced(self, tmp_path: Path) -> None:
        recorder = self.begun(tmp_path)
        before, head = self.contents(recorder), recorder.head
        recorder.command(Command(Author(Role.PLAYER, ANN), 1, "x", Act(ANN, HAND, Sit(Cents(100)))))
        recorder.fact(SeatTaken(ANN, Box(3), Cents(100)))
        assert self.contents(recorder) == before
        assert recorder.head == head
        recorder.sync()
        assert self.contents(recorder).startswith(before)
        assert self.contents(recorder).count(b"\n") == 3
        assert recorder.head != head

    def test_the_bytes_are_the_same_everywhere(self, tmp_path: Path) -> None:
        recorder, reference = self.begun(tmp_path), JournalInMemory(lambda: 7)
        reference.begin(new_header(game("spanish21-ma", {}), 5, 0))
        for each in (recorder, reference):
            each.command(Command(Author(Role.DEALER, "dan"), 1, "x", Close()))
            each.from_shoe(cards("7h")[0])
            each.refusal(Refusal("no-such-box", "there is no box 9", clauses("MA-7(d)(1)")))
            each.reopened(12)
            each.fact(TableClosed())
            each.sync()
        assert self.contents(recorder) == reference.data
        assert recorder.head == reference.head

    def test_syncing_nothing_changes_nothing(self, tmp_path: Path) -> None:
        recorder = self.begun(tmp_path)
        before = self.contents(recorder)
        recorder.sync()
        assert self.contents(recorder) == before


class TestJournalInMemory(RecorderContract):
    def recorder(self, folder: Path) -> JournalInMemory:
        del folder
        return JournalInMemory(lambda: 7)

    def contents(self, recorder: JournalInMemory) -> bytes:
        return recorder.data


class TestJournalOnDisk(RecorderContract):
    def recorder(self, folder: Path) -> Journal:
        journal = Journal(folder / "table.journal", lambda: 7)
        journal.read()
        return journal

    def contents(self, recorder: Journal) -> bytes:
        return recorder.path.read_bytes()


class VaultContract:
    def vault(self, folder: Path) -> Any:
        raise NotImplementedError

    def test_what_is_kept_comes_back_until_it_is_destroyed(self, tmp_path: Path) -> None:
        vault = self.vault(tmp_path)
        assert vault.kept() == []
        seals = [Seal(1, cards("7h 9c"), "ab"), Seal(2, cards("Kd"), "cd")]
        vault.keep(seals[:1])
        vault.keep(seals)
        assert vault.kept() == seals
        vault.destroy()
        assert vault.kept() == []
        vault.destroy()


class TestVaultInMemory(VaultContract):
    def vault(self, folder: Path) -> VaultInMemory:
        del folder
        return VaultInMemory()


class TestSealedFile(VaultContract):
    def vault(self, folder: Path) -> SealedFile:
        return SealedFile(folder / "table.journal.sealed")

    def test_only_its_owner_reads_it(self, tmp_path: Path) -> None:
        old = os.umask(0)
        try:
            self.vault(tmp_path).keep([Seal(1, cards("7h"), "ab")])
        finally:
            os.umask(old)
        for path in tmp_path.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    first = Journal(tmp_path / "table.journal", lambda: 0)
    with pytest.raises(InUse):
        Journal(tmp_path / "table.journal", lambda: 0)
    first.close()
    Journal(tmp_path / "table.journal", lambda: 0).close()


@pytest.mark.parametrize(
    "content", [b"hello\n", b"hello", b"{}\n", b'{"a":1,"hash":"' + b"0" * 64 + b'"}\n', b"\x00" * 10]
)
def test_another_file_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    journal = Journal(path, lambda: 0)
    with pytest.raises(NotAJournal):
        journal.read()
    assert path.read_bytes() == content


def played(path: Path) -> Watched:
    table, _ = on_disk(path, "spanish21-ma")
    person = Watched(table)
    person.sit(("ann", 1), ("bob", 2))
    person.rounds(2)
    return person


class Full(Journal):
    """A disk that takes so many more bytes and then none."""

    room = 10**9

    def _write(self, data: bytes) -> None:
        if len(data) <= Full.room:
            Full.room -= len(data)
            super()._write(data)
            return
        super()._write(data[: Full.room])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("room", [0, 1, 100, 1000, 3000, 5000])
def test_a_full_disk_stops_the_table_and_loses_nothing(room: int, tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    Full.room = 10**9
    table, _ = on_disk(path, "spanish21-ma", journal=Full)
    person = Watched(table)
    person.sit(("ann", 1), ("bob", 2))
    Full.room = room
    acknowledged = path.read_bytes()
    with pytest.raises(CannotRecord, match="no space left on device"):
        person.rounds(20)
    assert path.read_bytes().startswith(acknowledged)
    assert table.recorder.head in path.read_text()  # type: ignore[attr-defined]
    table.recorder.close()  # type: ignore[attr-defined]
    journal = Journal(path, lambda: 0)
    sitting = reopened(journal)
    Watched(sitting.table).rounds(2)
    assert audit(path.read_bytes()).problems == []


def test_a_file_size_limit_of_the_system_stops_the_table(tmp_path: Path) -> None:
    """The kernel itself refuses the write; the child that played exits by itself, with the reason."""
    path = tmp_path / "table.journal"
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY))
            try:
                played(path)
            except CannotRecord as error:
                code = 42 if "file too large" in str(error) else 3
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 42
    data = path.read_bytes()
    assert len(data) <= 9000
    assert data.endswith(b"\n"), "what did not fit was taken back"
    journal = Journal(path, lambda: 0)
    Watched(reopened(journal).table).rounds(1)
    assert audit(path.read_bytes()).problems == []


def test_a_closed_journal_opens_to_be_read_and_takes_nothing_more(tmp_path: Path) -> None:
    """Who closed the table and lost the answer may ask again."""
    person = played(tmp_path / "table.journal")
    close = Command(Author(Role.HOUSE, "ann"), person.table.lines, "shut", Act(HOUSE_DEALER, DEALER, CloseTable()))
    while person.table.runner.table.round is not None:
        person.must(answer(person.table))
    close = replace(close, seen=person.table.lines)
    assert person.table.submit(close) is None
    person.table.recorder.close()  # type: ignore[attr-defined]
    path = tmp_path / "table.journal"
    before = path.read_bytes()
    again = reopened(Journal(path, lambda: 0)).table
    assert again.pending is None
    assert again.submit(close) is None
    refusal = again.submit(replace(close, id="other"))
    assert refusal is not None
    assert refusal.code == "table-closed"
    assert path.read_bytes() == before


def test_a_broken_journal_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    played(path).table.recorder.close()  # type: ignore[attr-defined]
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"amount":1000', b'"amount":1001', 1))
    with pytest.raises(NotAJournal, match=r"line [0-9]+ breaks its chain"):
        reopened(Journal(path, lambda: 0))


def test_a_torn_last_line_is_dropped_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    played(path).table.recorder.close()  # type: ignore[attr-defined]
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"command":"ann@1.1 hi')
    journal = Journal(path, lambda: 0)
    assert reopened(journal).dropped == 22
    assert b'{"opened":22,' in path.read_bytes()
    assert audit(path.read_bytes()).problems == []


def test_a_journal_in_memory_is_audited_like_one_on_disk() -> None:
    person = watched("spanish21-ma")
    person.sit(("ann", 1))
    person.rounds(3)
    person.close()
    assert person.journal is not None
    report = audit(person.journal.data, person.journal.head)
    assert (report.problems, report.rounds, report.closed) == ([], 3, True)


def test_what_stands_in_a_journal_is_integers_and_strings(tmp_path: Path) -> None:
    import json

    played(tmp_path / "table.journal")
    for line in (tmp_path / "table.journal").read_text(encoding="ascii").splitlines():
        assert {type(value) for value in json.loads(line).values()} <= {int, str}


def test_new_table_refuses_nothing_it_needs(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: 0)
    journal.read()
    sitting = new_table(journal, game("spanish21-md", {"decks": 8}), None)
    assert "decks = 8" in sitting.header.house
    assert sitting.header.seed == ""
    assert MAIN in sitting.table.game.rules.betting.wagers
