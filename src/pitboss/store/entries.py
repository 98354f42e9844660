"""The lines of a journal: a header, then commands, words of the shoe, facts and refusals, in the order they came.

Every value is an integer or a string. The house is the text of a house file, so that a person can read it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.core.facts import Fact
from pitboss.core.options import Refusal
from pitboss.ids import clauses
from pitboss.store.encoding import as_line, decode_row, is_written_so


@dataclass(frozen=True, slots=True)
class Header:
    """Under which rules and by which engine a journal was written. `seed` is empty unless it is for practice."""

    rulebook: str
    house: str
    seed: str
    version: str
    engine: str
    edition: str
    at: int


@dataclass(frozen=True, slots=True)
class Command:
    says: str
    at: int


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
    """The journal was opened again; `dropped` bytes of a torn last line were cut off."""

    dropped: int
    at: int


Entry = Header | Command | FromShoe | Happened | Refused | Opened


def header_row(header: Header) -> bytes:
    return as_line(
        {
            "journal": 1,
            "rulebook": header.rulebook,
            "house": header.house,
            "seed": header.seed,
            "pitboss": header.version,
            "engine": header.engine,
            "edition": header.edition,
            "at": header.at,
        }
    )


def command_row(says: str, at: int) -> bytes:
    return as_line({"command": says, "at": at})


def shoe_row(says: str) -> bytes:
    return as_line({"shoe": says})


def refusal_row(refusal: Refusal) -> bytes:
    return as_line({"refusal": refusal.code, "says": refusal.says, "clauses": " ".join(refusal.clauses)})


def opened_row(dropped: int, at: int) -> bytes:
    return as_line({"opened": dropped, "at": at})


def read_row(body: bytes) -> Entry:
    """The entry of a line's body; raises `ValueError` for a line that no version wrote, down to its last byte."""
    line = body + b"}"
    try:
        entry = _entry(json.loads(line))
        if not _is_written_so(entry, line):
            raise ValueError("it says the same in other bytes")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError("this is no line of a journal") from error
    return entry


def _is_written_so(entry: Entry, line: bytes) -> bool:
    """Whether these bytes are those in which the entry is written, and no others that would be read alike."""
    match entry:
        case Happened(fact):
            return is_written_so(fact, line)
        case Command(says, at):
            return command_row(says, at) == line
        case FromShoe(says):
            return shoe_row(says) == line
        case Refused(refusal):
            return refusal_row(refusal) == line
        case Opened(dropped, at):
            return opened_row(dropped, at) == line
        case Header():
            return header_row(entry) == line


def _entry(row: dict[str, Any]) -> Entry:
    if "fact" in row:
        return Happened(decode_row(row))
    if "shoe" in row:
        return FromShoe(str(row["shoe"]))
    if "command" in row:
        return Command(str(row["command"]), int(row["at"]))
    if "refusal" in row:
        return Refused(Refusal(row["refusal"], row["says"], clauses(*row["clauses"].split())))
    if "opened" in row:
        return Opened(int(row["opened"]), int(row["at"]))
    if row["journal"] != 1:
        raise ValueError("this version of pitboss cannot read it")
    return Header(
        row["rulebook"], row["house"], row["seed"], row["pitboss"], row["engine"], row["edition"], int(row["at"])
    )


def engine_fingerprint() -> str:
    """A hash of the code that deals, and of no other: another one may deal otherwise."""
    left_out = ("cli", "desk", "analysis", "simulation", "audit", "store", "notation", "__pycache__")
    return _fingerprint(files("pitboss"), (".py",), left_out)


def pricing_fingerprint() -> str:
    """A hash of the code that deals and prices."""
    left_out = ("cli", "desk", "simulation", "audit", "store", "notation", "__pycache__")
    return _fingerprint(files("pitboss"), (".py",), left_out)


def answering_fingerprint() -> str:
    """A hash of all code on which an answer depends, whoever prints it."""
    return _fingerprint(files("pitboss"), (".py",), ("cli", "__pycache__"))


def edition_fingerprint() -> str:
    """A hash of the law as data: the rulebooks, their clauses and their readings."""
    return _fingerprint(files("pitboss.law") / "books", (".csv", ".toml"), ())


def _fingerprint(folder: Traversable, endings: tuple[str, ...], left_out: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name, data in _contents(folder, endings, left_out):
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _contents(
    folder: Traversable, endings: tuple[str, ...], left_out: tuple[str, ...], under: str = ""
) -> Iterator[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda item: item.name):
        if each.is_dir() and each.name not in left_out:
            yield from _contents(each, endings, left_out, f"{under}{each.name}/")
        elif each.name.endswith(endings):
            yield under + each.name, each.read_bytes()


def pitboss_version() -> str:
    from importlib.metadata import version  # noqa: PLC0415  it takes longer than most of what is asked here

    return version("pitboss")
