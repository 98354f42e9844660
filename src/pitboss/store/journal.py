"""Recorders of a table, and the journal on disk: one writer, lines synced before anybody is told of them.

A kill can leave a torn last line and nothing worse. Opening the journal again drops it; what the rules give after the
lines that remain is computed again and appended, so nothing that was acknowledged is lost and nothing is doubled.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from pitboss.cards import cards, spelled
from pitboss.core.facts import Fact
from pitboss.core.options import Refusal
from pitboss.core.requests import Answer
from pitboss.core.table_state import TableState
from pitboss.shoe.virtual import Seal
from pitboss.store.answers import write_answer
from pitboss.store.chain import START, link, sealed
from pitboss.store.encoding import FIRST, FORMAT, as_line, encode
from pitboss.store.entries import PLACED, FromShoe, Header, Opened, Refused, Said, written_entry
from pitboss.store.lines import Line, NotAJournal, Record, RecordEnd, ending_at, line_after, lines_of, lines_until
from pitboss.store.snapshots import KEEP, Snapshot, Snapshots, snapshots_path
from pitboss.tables.commands import Command


class CannotRecord(Exception):
    """The disk does not take what happened, so nothing may go on. The message says why."""


class InUse(Exception):
    """Another process writes this journal."""


BATCH = 1 << 20


def batches(path: Path, offset: int = 0) -> Iterator[bytes]:
    """A file in parts from some place on, however long it is; raises `OSError`."""
    with path.open("rb") as file:
        if offset:
            file.seek(offset)
        while batch := file.read(BATCH):
            yield batch


def stands_in(path: Path) -> Callable[[Snapshot], bool]:
    """Return a test of whether a snapshot is of this journal as it is; the test raises `OSError`."""

    def stands(snapshot: Snapshot) -> bool:
        ending = ending_at(snapshot)
        with path.open("rb") as file:
            file.seek(max(0, snapshot.offset - len(ending)))
            return file.read(len(ending)) == ending

    return stands


class Rows:
    """What a table says, as rows that wait to be chained and stored. How they are stored is the recorder's own."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting: list[bytes] = []
        self._reopening = b""  # a row that is dropped if nothing follows it
        self._head = START
        self._safe = 0
        self.format = FORMAT
        self.first = ""  # the hash of the header, by which others know the table

    @property
    def lines(self) -> int:
        """The number of the last line, whether it is safe already or waits."""
        return self._safe + len(self._waiting)

    @property
    def names_authors(self) -> bool:
        """Whether the record says who speaks; one of the first format does not."""
        return self.format > FIRST

    def begin(self, header: Header) -> None:
        """Writes the first line of a new journal."""
        self.format = header.format
        self._waiting.append(written_entry(header))
        self.sync()

    def read_from(self, parts: Callable[[int], Iterable[bytes]], first: bytes, snapshot: Snapshot | None) -> Record:
        """Return the record that is stored, of which `first` is the first line; raise `NotAJournal`.

        `parts` gives its bytes from an offset on. When all lines of the result have been read, the recorder continues
        the record; reading them raises `NotAJournal` if the chain is broken.
        """
        line = line_after(RecordEnd(), first)
        if not isinstance(line.entry, Header):
            raise NotAJournal("it is not a journal of pitboss")
        self.first, self.format = line.head.decode("ascii"), line.entry.format
        record = Record(line.entry, snapshot, iter(()))
        record.lines = self._lines(parts, record)
        if snapshot is not None:
            until = snapshot.offset
            record.summed_up = lambda: lines_until(parts(0), until)
        return record

    def _lines(self, parts: Callable[[int], Iterable[bytes]], record: Record) -> Iterator[Line]:
        """All lines after the snapshot, each of which follows from the one before; then what is torn is cut off."""
        end = RecordEnd.at(record.snapshot)
        for text, whole in lines_of(parts(end.offset)):
            if not whole:
                record.dropped = len(text)
                self._cut_off(end.offset)
                break
            line = line_after(end, text, self.format)
            end = RecordEnd(line.number, line.end, line.head)
            yield line
        self.continue_from(end)

    def continue_from(self, end: RecordEnd) -> None:
        """Append what is recorded from now on to a stored record that ends there."""
        self._safe, self._head = end.lines, end.head

    def _cut_off(self, length: int) -> None:
        raise NotImplementedError

    def reopened(self, dropped: int) -> None:
        """The table is opened again, after `dropped` bytes of a torn line were cut off.

        This is recorded if bytes were cut off, or if anything else is recorded before the next `sync`: a kill had kept
        that from the record. Opening a table whose record is complete writes nothing.
        """
        row = written_entry(Opened(dropped, self._clock()))
        self._waiting.append(row)
        self._reopening = b"" if dropped else row

    def command(self, command: Command) -> None:
        author = (command.author, command.seen, command.id, command.through) if self.names_authors else ()
        assert command.through is None or self.format >= PLACED, "a record of this format does not name who typed"
        self._waiting.append(written_entry(Said(write_answer(command.says), self._clock(), *author)))

    def from_shoe(self, answer: Answer) -> None:
        self._waiting.append(written_entry(FromShoe(write_answer(answer))))

    def fact(self, fact: Fact) -> None:
        self._waiting.append(encode(fact, self.format))

    def refusal(self, refusal: Refusal) -> None:
        self._waiting.append(written_entry(Refused(refusal)))

    def rested(self, state: TableState, last_fact: int) -> None:
        """A round has ended and the table rests so; whoever can keeps a note of it, and nobody needs it."""

    def sync(self) -> None:
        """Chain and store the waiting rows. When this returns they are safe; if it raises, none of them counts."""
        if self._waiting == [self._reopening]:
            self._waiting = []
        self._reopening = b""
        if not self._waiting:
            return
        head, lines = self._head, []
        for row in self._waiting:
            line, head = sealed(head, row)
            lines.append(line)
        self._store(b"".join(lines))
        self.first = self.first or link(START, self._waiting[0][:-1]).decode("ascii")
        self._safe, self._waiting, self._head = self.lines, [], head

    def _store(self, data: bytes) -> None:
        raise NotImplementedError

    @property
    def head(self) -> str:
        """The hash of the last line that is safe."""
        return "" if self._head == START else self._head.decode("ascii")


class JournalInMemory(Rows):
    """The same bytes without a disk: the reference for the recorder, and for tables that need not last."""

    def __init__(self, clock: Callable[[], int] = lambda: 0, data: bytes = b"") -> None:
        super().__init__(clock)
        self._stored = bytearray(data)

    @property
    def data(self) -> bytes:
        """The whole record."""
        return bytes(self._stored)

    @data.setter
    def data(self, data: bytes) -> None:
        self._stored = bytearray(data)

    def read(self, snapshot: Snapshot | None = None) -> Record:
        """Return the record in `data`, read from a snapshot of it if there is one; raise `NotAJournal`."""
        data = self.data
        if snapshot is not None and not data[: snapshot.offset].endswith(ending_at(snapshot)):
            snapshot = None
        return self.read_from(lambda offset: [data[offset:]], data.partition(b"\n")[0], snapshot)

    def _cut_off(self, length: int) -> None:
        del self._stored[length:]

    def _store(self, data: bytes) -> None:
        self._stored += data


class Journal(Rows):
    """A journal on disk that is open for writing."""

    def __init__(self, path: Path, clock: Callable[[], int]) -> None:
        super().__init__(clock)
        self.path = path = path.resolve()  # the sealed file lies beside the real one, whatever it is called here
        self._durable = 0
        self.snapshots = Snapshots(snapshots_path(path))
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise CannotRecord(_reason(error)) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise InUse from None

    def begin(self, header: Header) -> None:
        super().begin(header)
        _sync_folder(self.path)

    def read(self) -> Record | None:
        """The record, from a snapshot on where there is one; nothing if the file is empty or torn in its first line.

        Raises `NotAJournal` where it is something else, and so does reading the lines: a broken chain is not continued.
        """
        first = next(lines_of(self._parts(0)), (b"", False))
        if not first[1]:
            self._begin_anew(first[0])
            return None
        snapshot, end = self.snapshots.latest(stands_in(self.path), back=KEEP)
        record = self.read_from(self._parts, first[0], snapshot)
        self.snapshots.cut(end)
        return record

    def _begin_anew(self, torn: bytes) -> None:
        if not b'{"journal":'.startswith(torn[:11]):
            raise NotAJournal("it is not a journal of pitboss")
        if torn and sealed_path(self.path).exists():
            raise NotAJournal("its first line is torn, though the sealed order of a shoe lies beside it")
        if torn:
            self._cut_off(0)

    def continue_from(self, end: RecordEnd) -> None:
        super().continue_from(end)
        self._durable = end.offset

    def _parts(self, offset: int) -> Iterator[bytes]:
        try:
            while batch := os.pread(self._file, BATCH, offset):
                offset += len(batch)
                yield batch
        except OSError as error:
            raise NotAJournal(f"it cannot be read: {_reason(error)}") from None

    def rested(self, state: TableState, last_fact: int) -> None:
        self.snapshots.add(Snapshot(self._safe, self._durable, self.head, last_fact, state))

    def _cut_off(self, length: int) -> None:
        try:
            os.ftruncate(self._file, length)
            os.fsync(self._file)
        except OSError as error:
            raise CannotRecord(_reason(error)) from None

    def _store(self, data: bytes) -> None:
        try:
            os.lseek(self._file, self._durable, os.SEEK_SET)
            self._write(data)
            os.fsync(self._file)
            there = os.path.samestat(os.fstat(self._file), os.stat(self.path))
        except FileNotFoundError:
            there = False
        except OSError as error:
            self._give_up()
            raise CannotRecord(_reason(error)) from None
        if not there:
            raise CannotRecord("it was deleted or replaced while the table was open")
        self._durable += len(data)

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file, rest) :]

    def _give_up(self) -> None:
        """After a failed write the file ends where it last was sound; if even that fails, a torn line remains."""
        try:
            os.ftruncate(self._file, self._durable)
        except OSError:
            return

    def close(self) -> None:
        os.close(self._file)


def is_in_use(path: Path) -> bool:
    """Whether some process writes this journal now; raises `OSError`."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


class SealedFile:
    """The vault beside a journal: readable by its owner only, replaced as a whole, synced before it counts."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, seals: Sequence[Seal]) -> None:
        new = self.path.with_name(self.path.name + ".new")
        data = b"".join(
            as_line({"number": seal.number, "order": spelled(seal.order), "nonce": seal.nonce}) + b"\n"
            for seal in seals
        )
        try:
            file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            try:
                os.fchmod(file, 0o600)
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.fsync(file)
            finally:
                os.close(file)
            new.replace(self.path)
            _sync_folder(self.path)
        except OSError as error:
            raise CannotRecord(_reason(error)) from None

    def kept(self) -> list[Seal]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:  # it may be there all the same, so nothing is given up for it
            raise CannotRecord(f"its sealed file cannot be read, {_reason(error)}") from None
        try:
            rows = [json.loads(line) for line in data.splitlines()]
            return [Seal(int(row["number"]), cards(row["order"]), str(row["nonce"])) for row in rows]
        except (ValueError, KeyError, TypeError):
            return []

    @property
    def there(self) -> bool:
        """Whether there is such a file, whatever it holds."""
        return self.path.exists()

    def destroy(self) -> None:
        self.path.unlink(missing_ok=True)


def sealed_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".sealed")


def _sync_folder(path: Path) -> None:
    """A new name is on disk only when its folder is."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown reason").lower()
