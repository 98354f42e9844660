"""The lines of a record as they are read: numbered, and each chained to the one before it.

Nothing here knows where the bytes of a record are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.store.chain import START, link, opened
from pitboss.store.encoding import FORMAT
from pitboss.store.entries import Entry, Header, UnknownFormat, read_row
from pitboss.store.snapshots import Snapshot

MOST_LINE = 1 << 20  # bytes; the longest line that is ever written reveals a shoe, in a few thousand


class NotAJournal(Exception):
    """The data is of another kind, or a journal that cannot be continued. The message says why."""


class Line(NamedTuple):
    """A line of a record: its number, the offset of its end, its hash, and its entry."""

    number: int
    end: int
    head: bytes
    entry: Entry


class RecordEnd(NamedTuple):
    """Where a record ends, or a part of it: the number of its last line, its length in bytes, and that line's hash."""

    lines: int = 0
    offset: int = 0
    head: bytes = START

    @staticmethod
    def at(snapshot: Snapshot | None) -> RecordEnd:
        """Return the end of the part that a snapshot sums up; without a snapshot, the beginning of the record."""
        if snapshot is None:
            return RecordEnd()
        return RecordEnd(snapshot.lines, snapshot.offset, snapshot.head.encode("ascii"))


@dataclass(slots=True)
class Record:
    """A record as it is read: its header, the snapshot from which it is read if there is one, and the lines after that.

    `dropped` is the number of bytes of a torn last line. It is known when all lines have been read. `summed_up` gives
    the lines before those, without a look at their chain.
    """

    header: Header
    snapshot: Snapshot | None
    lines: Iterator[Line]
    dropped: int = 0
    summed_up: Callable[[], Iterator[bytes]] = lambda: iter(())


def ending_at(snapshot: Snapshot) -> bytes:
    """Return the bytes with which a record ends just before the offset of a snapshot of it."""
    return snapshot.head.encode("ascii") + b'"}\n'


def read_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the complete lines of a journal and, if its end is torn, what remains after them."""
    *lines, torn = data.split(b"\n")
    return lines, torn


def lines_of(data: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield each line and whether it is complete; raise `NotAJournal` if a line does not end for too long."""
    torn = b""
    for batch in data:
        lines, torn = read_lines(torn + batch)
        yield from ((line, True) for line in lines)
        if len(torn) > MOST_LINE:
            raise NotAJournal("it is not a journal of pitboss: a line in it does not end")
    if torn:
        yield torn, False


def lines_until(data: Iterable[bytes], offset: int) -> Iterator[bytes]:
    """Yield the lines that end at or before this offset."""
    end = 0
    for line, _ in lines_of(data):
        end += len(line) + 1
        if end > offset:
            return
        yield line


def header_of(text: bytes) -> Header:
    """Return the header in the first line of a journal, whose hash is not checked; raise `NotAJournal`."""
    parts = opened(text)
    try:
        header = None if parts is None else read_row(parts[0])
    except UnknownFormat as error:
        raise NotAJournal(str(error)) from None
    except ValueError:
        header = None
    if not isinstance(header, Header):
        raise NotAJournal("it is not a journal of pitboss")
    return header


def line_after(before: RecordEnd, text: bytes, form: int = FORMAT) -> Line:
    """Return the line that follows the end of a record in this format; raise `NotAJournal` if it does not follow."""
    number, parts = before.lines + 1, opened(text)
    if parts is None or link(before.head, parts[0]) != parts[1]:
        if number == 1:
            raise NotAJournal("it is not a journal of pitboss")
        raise NotAJournal(f"line {number} breaks its chain; pitboss audit says more")
    try:
        return Line(number, before.offset + len(text) + 1, parts[1], read_row(parts[0], form))
    except UnknownFormat as error:
        raise NotAJournal(str(error)) from None
    except ValueError:
        raise NotAJournal(f"line {number} was not written by this version of pitboss") from None
