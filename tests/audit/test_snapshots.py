"""Snapshots: the same table and the same rounds with and without them, whatever has happened to the file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from conformance.suite import game
from pitboss.audit import rounds as audited
from pitboss.audit.rounds import NoSuchRound, recorded_round, round_in
from pitboss.audit.verify import audit
from pitboss.core.requests import Decide
from pitboss.core.table_state import TableState
from pitboss.record.file_tables import Sitting, new_table
from pitboss.store import journal as stored
from pitboss.store.encoding import FORMAT
from pitboss.store.journal import Journal, sealed_path, stands_in
from pitboss.store.lines import Line, NotAJournal, RecordEnd, line_after
from pitboss.store.snapshots import BLOCK, Snapshots, snapshots_path
from table.driving import Watched, answer, reopened, say

pytestmark = pytest.mark.slow
ROUNDS = 130


def played(path: Path, rulebook: str = "spanish21-md", rounds: int = ROUNDS, seed: int | None = None) -> Sitting:
    journal = Journal(path, lambda: 7)
    journal.read()
    sitting = new_table(journal, game(rulebook, {}), seed)
    person = Watched(sitting.table)
    person.sit(("ann", 1), ("bob", 3))
    person.rounds(rounds)
    return sitting


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal in mid-round, with its sealed order and its snapshots."""
    path = tmp_path_factory.mktemp("snapshots") / "table.journal"
    sitting = played(path)
    while not isinstance(sitting.table.pending, Decide):
        say(sitting.table, answer(sitting.table))
    sitting.close()
    return path


def copied(table: Path, folder: Path, *, snapshots: bool = True) -> Path:
    for name in (lambda path: path, sealed_path, *([snapshots_path] if snapshots else [])):
        name(folder / "j").write_bytes(name(table).read_bytes())
    return folder / "j"


def opened(path: Path) -> tuple[TableState, list[object], object, list[object]]:
    """Everything that a table knows when it is opened again, its next cards included."""
    sitting = reopened(Journal(path, lambda: 7))
    live = sitting.table
    assert live.shoe is not None
    stack = live.shoe._stack
    assert stack is not None
    found = (live.runner.state, list(live.runner.records), type(live.pending), [list(stack.cards), stack.unseen()])
    sitting.close()
    return found  # type: ignore[return-value]


def test_a_table_is_the_same_with_and_without(table: Path, tmp_path: Path) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    one = copied(table, tmp_path / "with")
    other = copied(table, tmp_path / "without", snapshots=False)
    assert opened(one) == opened(other)
    assert one.read_bytes() == other.read_bytes()
    assert snapshots_path(one).read_bytes() == snapshots_path(other).read_bytes(), "it is made anew as it was"


def test_there_is_one_a_round_and_none_has_an_order_of_cards(table: Path) -> None:
    text = snapshots_path(table).read_text(encoding="ascii")
    assert len(text.splitlines()) == table.read_text(encoding="ascii").count('"RoundEnded"') >= ROUNDS
    (seal,) = stored.SealedFile(sealed_path(table)).kept()
    assert seal.nonce not in text
    assert not any(f'"{card}"' in text or f" {card} " in text for card in seal.order)


def test_only_the_last_rounds_are_read(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, read = copied(table, tmp_path), 0

    def counted(before: RecordEnd, text: bytes, form: int = FORMAT) -> Line:
        nonlocal read
        read += 1
        return line_after(before, text, form)

    monkeypatch.setattr(stored, "line_after", counted)
    opened(path)
    lines = len(path.read_bytes().splitlines())
    assert 50 < read < lines / 8


@pytest.mark.parametrize("number", [1, 2, 11, 64, 65, ROUNDS - 1, ROUNDS])
def test_a_round_is_found_without_reading_those_before(table: Path, number: int) -> None:
    found, plainly = _round(table, number), _plainly(table, number)
    assert found == plainly


def _round(path: Path, number: int) -> object:
    try:
        found = recorded_round(path, number)
    except NoSuchRound as error:
        return str(error)
    return found.record, found.unseen


def _plainly(path: Path, number: int) -> object:
    try:
        found = round_in([path.read_bytes()], number)
    except NoSuchRound as error:
        return str(error)
    return found.record, found.unseen


def test_every_round_of_a_table_is_found(table: Path) -> None:
    """Also the one that is not there, and the one that is not finished; and the way to each is short."""
    for number in (*range(1, ROUNDS + 1, 9), ROUNDS + 1, ROUNDS + 2, 10**9):
        assert _round(table, number) == _plainly(table, number)


def test_finding_a_round_reads_no_more_than_its_shoe(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    batches = stored.batches

    def counted(path: Path, offset: int = 0) -> object:
        nonlocal read
        for batch in batches(path, offset):
            read += len(batch)
            yield batch

    monkeypatch.setattr(stored, "BATCH", 4096)
    monkeypatch.setattr(audited, "batches", counted)
    recorded_round(table, 60)
    assert read < table.stat().st_size / 2


def damages(path: Path, chance: random.Random) -> None:
    """One of the things that can happen to a file that nobody protects."""
    file = snapshots_path(path)
    data = bytearray(file.read_bytes())
    match chance.randrange(6):
        case 0:
            file.unlink()
            return
        case 1:
            del data[chance.randrange(len(data)) :]
        case 2:
            for _ in range(chance.randrange(1, 40)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case 3:
            at = chance.randrange(len(data))
            data[at:] = bytes(len(data) - at)
        case 4:
            lines = bytes(data).splitlines(keepends=True)
            chance.shuffle(lines)
            data = bytearray(b"".join(lines))
        case _:
            data += bytes(chance.randbytes(chance.randrange(1, 2000)))
    file.write_bytes(bytes(data))


@pytest.mark.parametrize("seed", range(24))
def test_a_damaged_file_changes_nothing(table: Path, seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    (tmp_path / "plain").mkdir()
    (tmp_path / "damaged").mkdir()
    expected = opened(copied(table, tmp_path / "plain", snapshots=False))
    path = copied(table, tmp_path / "damaged")
    damages(path, chance)
    for number in (3, 77, ROUNDS):
        assert _round(path, number) == _plainly(path, number)
    assert opened(path) == expected
    assert audit(path.read_bytes()).problems == []


def test_a_journal_put_back_to_an_older_state_does_not_believe_newer_snapshots(table: Path, tmp_path: Path) -> None:
    path = copied(table, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [at for at, line in enumerate(lines, start=1) if b'"fact":"RoundEnded"' in line]
    path.write_bytes(b"".join(lines[: ends[69]]))
    sealed_path(path).unlink()
    sitting = reopened(Journal(path, lambda: 7))
    assert sitting.table.runner.state.rounds == 70
    sitting.close()
    last, _ = Snapshots(snapshots_path(path)).latest(stands_in(path))
    assert last is not None
    assert last.state.rounds <= 70


def test_a_snapshot_of_another_engine_is_not_used(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copied(table, tmp_path)
    monkeypatch.setattr("pitboss.store.snapshots.engine_fingerprint", lambda: "0" * 16)
    assert Snapshots(snapshots_path(path)).latest(stands_in(path)) == (None, 0)
    assert Snapshots(snapshots_path(path)).before(5, stands_in(path)) is None


def test_a_broken_chain_behind_a_snapshot_is_not_continued(table: Path, tmp_path: Path) -> None:
    path = copied(table, tmp_path)
    data = path.read_bytes()
    at = data.rindex(b'"amount":1000')
    path.write_bytes(data[:at] + b'"amount":1001' + data[at + 13 :])
    with pytest.raises(NotAJournal, match=r"line [0-9]+ breaks its chain"):
        reopened(Journal(path, lambda: 7))


def test_a_folder_that_takes_no_snapshots_stops_nobody(tmp_path: Path) -> None:
    snapshots_path(tmp_path / "j").mkdir()
    sitting = played(tmp_path / "j", rounds=12, seed=3)
    assert sitting.table.runner.state.rounds == 12
    sitting.close()
    again = reopened(Journal(tmp_path / "j", lambda: 7))
    assert again.table.runner.state.rounds == 12
    again.close()


def test_the_file_is_longer_than_one_part(table: Path) -> None:
    """So that what is looked for has to be looked for."""
    assert snapshots_path(table).stat().st_size > 2 * BLOCK
