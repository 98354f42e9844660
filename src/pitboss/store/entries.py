"""The lines of a journal: a header, then commands, words of the shoe, facts and refusals, in the order they came.

Every value is an integer or a string. The house is the text of a house file, so that a person can read it. The header
says in which format the lines below it are; a member that this format does not know makes a line none of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pitboss.core.facts import Fact
from pitboss.core.options import Refusal
from pitboss.ids import Author, clauses
from pitboss.store.encoding import FIRST, FORMAT, as_line, decode_row, is_written_so
from pitboss.tables.commands import Mode


class UnknownFormat(ValueError):
    """A newer pitboss has written this journal. The message says so."""


@dataclass(frozen=True, slots=True)
class Header:
    """Under which rules and by which engine a journal was written. `seed` is empty unless it is for practice.

    In the first format a table has no mode on record; all of them were demonstrations.
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


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it is on record; in the first format nobody wrote down who had said it."""

    says: str
    at: int
    by: Author | None = None
    seen: int = 0
    id: str = ""


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


def header_row(header: Header) -> bytes:
    mode: dict[str, int | str] = {} if header.format == FIRST else {"mode": str(header.mode)}
    return as_line(
        {
            "journal": header.format,
            "rulebook": header.rulebook,
            "house": header.house,
            "seed": header.seed,
            **mode,
            "pitboss": header.version,
            "engine": header.engine,
            "edition": header.edition,
            "at": header.at,
        }
    )


def said_row(said: Said) -> bytes:
    if said.by is None:
        return as_line({"command": said.says, "at": said.at})
    return as_line({"command": said.says, "by": str(said.by), "seen": said.seen, "id": said.id, "at": said.at})


def shoe_row(says: str) -> bytes:
    return as_line({"shoe": says})


def refusal_row(refusal: Refusal) -> bytes:
    return as_line({"refusal": refusal.code, "says": refusal.says, "clauses": " ".join(refusal.clauses)})


def opened_row(dropped: int, at: int) -> bytes:
    return as_line({"opened": dropped, "at": at})


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
    match entry:
        case Happened(fact):
            return is_written_so(fact, line, form)
        case Said():
            return said_row(entry) == line
        case FromShoe(says):
            return shoe_row(says) == line
        case Refused(refusal):
            return refusal_row(refusal) == line
        case Opened(dropped, at):
            return opened_row(dropped, at) == line
        case Header():
            return header_row(entry) == line


def _entry(row: dict[str, Any], form: int) -> Entry:
    if "fact" in row:
        return Happened(decode_row(row, form))
    if "shoe" in row:
        return FromShoe(str(row["shoe"]))
    if "command" in row:
        author = () if form == FIRST else (Author.parse(row["by"]), int(row["seen"]), str(row["id"]))
        return Said(str(row["command"]), int(row["at"]), *author)
    if "refusal" in row:
        return Refused(Refusal(row["refusal"], row["says"], clauses(*row["clauses"].split())))
    if "opened" in row:
        return Opened(int(row["opened"]), int(row["at"]))
    written = int(row["journal"])
    if written > FORMAT:
        raise UnknownFormat(f"it is of format {written}, and this version of pitboss reads {FIRST} to {FORMAT}")
    mode = Mode.DEMO if written == FIRST else Mode(row["mode"])
    by_whom = row["pitboss"], row["engine"], row["edition"]
    return Header(row["rulebook"], row["house"], row["seed"], *by_whom, int(row["at"]), mode, written)


def pitboss_version() -> str:
    from importlib.metadata import version  # noqa: PLC0415  it takes longer than most of what is asked here

    return version("pitboss")
