"""The lines of a journal: a header, then commands, words of the shoe, facts and refusals, in the order they came.

Every value is an integer or a string. The house is the text of a house file, so that a person can read it. The header
says in which format the lines below it are. A member that is not known makes a line none of the first two formats; in
the third it stands after those that are known, and is kept and hashed with them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pitboss.core.facts import Fact
from pitboss.core.options import Refusal
from pitboss.core.practices import EARLIER, TODAY, Practices
from pitboss.ids import Author, clauses
from pitboss.store.encoding import FIRST, FORMAT, as_line, decode_row, encode, is_row, is_written_so, unknown_in
from pitboss.tables.commands import Mode

PLACED = 3  # since which a header has a place, a command who typed it, and a table the practices of today


class UnknownFormat(ValueError):
    """A newer pitboss has written this journal. The message says so."""


class Place(NamedTuple):
    """Where and when a table stands: its name, its pit, the gaming day, and the hash of the submission that it follows.

    What nobody has said is empty.
    """

    table: str = ""
    pit: str = ""
    day: str = ""
    submission: str = ""


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Header:
    """Under which rules and by which engine a journal was written. `seed` is empty unless it is for practice.

    In the first format a table has no mode on record; all of them were demonstrations. `more` are members that are not
    known here.
    """

    rulebook: str
    house: str
    seed: str
    version: str
    engine: str
    edition: str
    at: int
    mode: Mode = Mode.DEMO
    format: int = FORMAT
    place: Place = NOWHERE
    more: tuple[tuple[str, int | str], ...] = ()

    @property
    def practices(self) -> Practices:
        """Those that the table of this record follows."""
        return TODAY if self.format >= PLACED else EARLIER


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it is on record; in the first format nobody wrote down who had said it.

    `through` is who typed it, where that was not its author.
    """

    says: str
    at: int
    by: Author | None = None
    seen: int = 0
    id: str = ""
    through: Author | None = None


@dataclass(frozen=True, slots=True)
class FromShoe:
    says: str


@dataclass(frozen=True, slots=True)
class Happened:
    fact: Fact


@dataclass(frozen=True, slots=True)
class Refused:
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Opened:
    """The journal was opened again and completed; `dropped` bytes of a torn last line were cut off.

    Earlier versions wrote this at every opening.
    """

    dropped: int
    at: int


Entry = Header | Said | FromShoe | Happened | Refused | Opened


Row = dict[str, int | str]


def _header_row(header: Header) -> Row:
    row: Row = {
        "journal": header.format,
        "rulebook": header.rulebook,
        "house": header.house,
        "seed": header.seed,
        **({} if header.format == FIRST else {"mode": str(header.mode)}),
        "pitboss": header.version,
        "engine": header.engine,
        "edition": header.edition,
        "at": header.at,
    }
    placed = header.place._asdict() if header.format >= PLACED else {}
    return {**row, **placed, **dict(header.more)}


def _said_row(said: Said) -> Row:
    if said.by is None:
        return {"command": said.says, "at": said.at}
    through = {} if said.through is None else {"through": str(said.through)}
    return {"command": said.says, "by": str(said.by), **through, "seen": said.seen, "id": said.id, "at": said.at}


def read_row(body: bytes, form: int = FORMAT) -> Entry:
    """The entry of a line's body in a journal of this format.

    Raises `ValueError` for a line that no version wrote, down to its last byte, and `UnknownFormat` for a header that a
    newer one has written.
    """
    line = body + b"}"
    try:
        entry = _entry(json.loads(line.decode("ascii")), form)
        if not _is_written_so(entry, line, form):
            raise ValueError("it says the same in other bytes")
    except UnknownFormat:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError("this is no line of a journal") from error
    return entry


def _is_written_so(entry: Entry, line: bytes, form: int) -> bool:
    """Whether these bytes are those in which the entry is written, and no others that would be read alike."""
    if isinstance(entry, Happened):
        return is_written_so(entry.fact, line, form)
    return is_row(_row(entry), line, entry.format if isinstance(entry, Header) else form)


def has_unknown_members(entry: Entry, body: bytes, form: int) -> bool:
    """Whether the body of this entry's line has members that are not known here."""
    if isinstance(entry, Header):
        return bool(entry.more)
    return (encode(entry.fact, form) if isinstance(entry, Happened) else written_entry(entry)) != body + b"}"


def written_entry(entry: Header | Said | FromShoe | Refused | Opened) -> bytes:
    """Return the line of an entry that is no fact, without its end and its hash."""
    return as_line(_row(entry))


def _row(entry: Header | Said | FromShoe | Refused | Opened) -> Row:
    match entry:
        case Header():
            return _header_row(entry)
        case Said():
            return _said_row(entry)
        case FromShoe(says):
            return {"shoe": says}
        case Refused(refusal):
            return {"refusal": refusal.code, "says": refusal.says, "clauses": " ".join(refusal.clauses)}
        case Opened(dropped, at):
            return {"opened": dropped, "at": at}


def _entry(row: dict[str, Any], form: int) -> Entry:
    kind = next(iter(row))
    if kind == "fact":
        return Happened(decode_row(row, form))
    if kind == "shoe":
        return FromShoe(str(row["shoe"]))
    if kind == "command":
        if form == FIRST:
            return Said(str(row["command"]), int(row["at"]))
        through = Author.parse(row["through"]) if form >= PLACED and "through" in row else None
        said_by = Author.parse(row["by"]), int(row["seen"]), str(row["id"])
        return Said(str(row["command"]), int(row["at"]), *said_by, through)
    if kind == "refusal":
        return Refused(Refusal(row["refusal"], row["says"], clauses(*row["clauses"].split())))
    if kind == "opened":
        return Opened(int(row["opened"]), int(row["at"]))
    written = int(row["journal"])
    if written > FORMAT:
        raise UnknownFormat(f"it is of format {written}, and this version of pitboss reads {FIRST} to {FORMAT}")
    mode = Mode.DEMO if written == FIRST else Mode(row["mode"])
    by_whom = row["pitboss"], row["engine"], row["edition"]
    place = Place(*(str(row[name]) for name in Place._fields)) if written >= PLACED else NOWHERE
    header = Header(row["rulebook"], row["house"], row["seed"], *by_whom, int(row["at"]), mode, written, place)
    unknown = unknown_in(_header_row(header), row) if written >= PLACED else {}
    return replace(header, more=tuple(unknown.items()))


def pitboss_version() -> str:
    from importlib.metadata import version  # noqa: PLC0415  it takes longer than most of what is asked here

    return version("pitboss")
