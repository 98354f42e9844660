"""A progressive meter on disk: its own chained record, with one writer at a time, whichever tables share it.

Every event is a line with what the meter then shows. A table that asks holds the file's lock, reads what others have
appended since, appends its own, and is told only when that is on disk. A kill can leave a torn last line and nothing
worse: the next writer cuts it off, and who was not answered asks again.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.core.meter import Meter, MeterRefuses, Shares, Shown
from pitboss.core.purse import Event, Purse
from pitboss.core.transfers import LiabilityReceived, LiabilitySent
from pitboss.ids import HandId
from pitboss.money import Cents
from pitboss.store.chain import START, link, opened, sealed
from pitboss.store.encoding import as_line
from pitboss.store.journal import CannotRecord
from pitboss.store.meter_rows import read_event, write_event

FORMAT = 2  # of records that are written from now on; one of an older format goes on, with the events of this one
FORMATS = (1, 2)
PATIENCE = 20.0  # seconds to wait for other tables
SUFFIX = ".meter"


class NotAMeter(Exception):
    """The file is something else, or a meter of other terms or one that is damaged. The message says what."""


class Damaged(NotAMeter):
    """A meter whose record does not hold."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the first line of a meter's record says of it."""

    name: str
    rulebook: str
    seed: Cents
    shares: Shares

    @staticmethod
    def of(path: Path, rulebook: str, meter: Meter) -> Terms:
        """A meter is called after its file."""
        return Terms(path.name.removesuffix(SUFFIX), rulebook, meter.seed, meter.shares)

    def row(self, at: int) -> bytes:
        increment, reserve, first = self.shares
        terms = {"seed": self.seed, "increment": increment, "reserve": reserve, "first_dollar": int(first)}
        return as_line({"meter": FORMAT, "name": self.name, "rulebook": self.rulebook, **terms, "at": at})

    @staticmethod
    def read(row: Mapping[str, Any]) -> Terms:
        shares = Shares(int(row["increment"]), int(row["reserve"]), bool(row["first_dollar"]))
        return Terms(str(row["name"]), str(row["rulebook"]), Cents(int(row["seed"])), shares)


class MeterFile:
    """A meter in a file, opened by a table or by who looks at it; `terms` make a new one where there is none.

    `torn` are the bytes of a last line that was cut off in the middle, and was never acknowledged. `identity` is the
    hash of the first line; `hashes` are those of the lines with which liability left or arrived.

    Raises `NotAMeter` and `CannotRecord`.
    """

    def __init__(self, path: Path, terms: Terms | None, clock: Callable[[], int]) -> None:
        self.path, self._clock, self.torn = path.resolve(), clock, 0
        self.terms: Terms | None
        self.identity = ""
        self.hashes: dict[LiabilitySent | LiabilityReceived, str] = {}
        self._forget()
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if terms else 0), 0o600)
        except OSError as error:
            raise CannotRecord((error.strerror or "unknown reason").lower()) from None
        try:
            with self.alone():
                if self.terms is None and terms is not None:
                    self._append([terms.row(clock())])
                self._need_terms(terms)
        except BaseException:
            self.close()
            raise

    def _need_terms(self, wanted: Terms | None) -> None:
        if self.terms is None:
            raise NotAMeter("it is not a meter of pitboss")
        if wanted is not None and wanted != self.terms:
            raise NotAMeter(
                "a meter of this name is there, of another game, seed or shares; two meters cannot have one name"
            )

    def join(self, table: str) -> None:
        self.do(lambda purse: purse.join(table))

    def lock(self, table: str, round_: int, wagers: Iterable[tuple[HandId, Cents]]) -> Shown:
        """What the meter shows with these wagers of a table's round."""
        self.do(lambda purse: purse.lock(table, round_, wagers))
        return self.purse.shown

    def key(self, table: str, round_: int, hand: HandId, percent: int) -> Shown:
        """What the meter showed when this award was keyed in."""
        self.do(lambda purse: purse.key(table, round_, hand, percent))
        return self.purse.answered(table, round_, hand)

    def over(self, table: str, round_: int, wagers: Mapping[HandId, Cents]) -> None:
        self.do(lambda purse: purse.over(table, round_, wagers))

    def discontinue(self, reference: str = "") -> None:
        self.do(lambda purse: purse.discontinue(reference))

    def refresh(self) -> Purse:
        """The meter as it is now."""
        self.do(lambda _: [])
        return self.purse

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def do(self, what: Callable[[Purse], Sequence[Event]]) -> None:
        """Work out on the meter as it is what is new, and put it on disk; raises `MeterRefuses`."""
        with self.alone():
            self.write(what(self.purse))

    def write(self, events: Sequence[Event]) -> None:
        """Put events on disk; the caller holds the meter by `alone`."""
        try:
            if events:
                self._append(list(self._rows(events)))
        except BaseException:
            self._forget()  # what could not be written did not happen
            raise

    def _forget(self) -> None:
        self._read, self._head, self.lines, self.terms = 0, START, 0, None
        self.hashes.clear()

    def reread(self) -> None:
        """Read the record from its first line, hashes included; the caller holds the meter by `alone`."""
        self._forget()
        self._follow()

    def _rows(self, events: Iterable[Event]) -> Iterator[bytes]:
        for event in events:
            before = self.purse.shown
            self.purse.apply(event)
            after = {"shown": self.purse.shown.amount, "in_reserve": self.purse.shown.reserve, "at": self._clock()}
            yield as_line({**write_event(event, before), **after})

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes meanwhile, and what others have written is known."""
        self._wait()
        try:
            self._follow()
            yield
        except OSError as error:
            raise CannotRecord((error.strerror or "unknown reason").lower()) from None
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise CannotRecord("another table holds the meter and does not let go") from None
                time.sleep(0.005)
            else:
                return

    def _follow(self) -> None:
        """Reads the lines that are new; a torn last one is cut off."""
        data = os.pread(self._file, os.fstat(self._file).st_size - self._read, self._read)
        *lines, torn = data.split(b"\n")
        for line in lines:
            self._take(line)
            self._read += len(line) + 1
        if torn:
            self.torn += len(torn)
            os.ftruncate(self._file, self._read)
            os.fsync(self._file)

    def _take(self, line: bytes) -> None:
        parts = opened(line)
        if parts is None or link(self._head, parts[0]) != parts[1]:
            if self.terms is None:
                raise NotAMeter("it is not a meter of pitboss")
            raise Damaged(f"line {self.lines + 1} breaks its chain")
        try:
            self._fold(json.loads(parts[0] + b"}"), parts[1].decode("ascii"))
        except (ValueError, KeyError, TypeError, AssertionError, MeterRefuses):
            raise Damaged(f"line {self.lines + 1} is not what a meter does") from None
        self._head, self.lines = parts[1], self.lines + 1

    def _fold(self, row: Mapping[str, Any], digest: str) -> None:
        if self.terms is None:
            if row.get("meter") not in FORMATS:
                raise NotAMeter("it is not a meter of pitboss, or of a newer one")
            self.terms, self.identity = Terms.read(row), digest
            self.purse = Purse(self.terms.seed, self.terms.shares)
            return
        event = read_event(row)
        self.purse.apply(event)
        if (row["shown"], row["in_reserve"]) != tuple(self.purse.shown):
            raise ValueError("the line shows something else")
        if isinstance(event, LiabilitySent | LiabilityReceived):
            self.hashes[event] = digest

    def _append(self, rows: list[bytes]) -> None:
        """Chains and stores rows; what they do to the purse is folded already, but for the first line."""
        data, head = b"", self._head
        for row in rows:
            line, head = sealed(head, row)
            data += line
        os.lseek(self._file, self._read, os.SEEK_SET)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        os.fsync(self._file)
        if self.terms is None:
            self._follow()
        else:
            self._read, self._head, self.lines = self._read + len(data), head, self.lines + len(rows)


@dataclass(frozen=True, slots=True)
class MeterOfTable:
    """A meter as one table speaks to it."""

    file: MeterFile
    table: str

    def shown(self) -> Shown:
        return self.file.refresh().shown

    def in_play(self) -> bool:
        return self.file.refresh().in_play

    def lock(self, round_: int, wagers: Iterable[tuple[HandId, Cents]]) -> Shown:
        return self.file.lock(self.table, round_, wagers)

    def key(self, round_: int, hand: HandId, percent: int) -> Shown:
        return self.file.key(self.table, round_, hand, percent)

    def over(self, round_: int, wagers: Mapping[HandId, Cents]) -> None:
        self.file.over(self.table, round_, wagers)


def meter_beside(journal: Path) -> Path:
    """The meter of a table that shares none."""
    return journal.with_name(journal.name + SUFFIX)
