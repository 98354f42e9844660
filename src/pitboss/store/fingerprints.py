"""Hashes of the code and of the rulebooks, so that a record or a cached answer names what produced it.

Each hash lists the packages that it covers. A package that no list names changes no hash, so a new face or a new report
leaves every journal readable by "the same engine".
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

DEALING = frozenset(
    {
        *("core", "games", "rules", "wagers", "poker", "shoe", "tables", "law"),
        *("cards.py", "money.py", "ids.py", "payouts.py"),
    }
)
"""The packages and files that decide how a round is dealt and settled."""

PRICING = DEALING | {"analysis"}
ANSWERING = PRICING | {"desk", "record"}


@cache
def engine_fingerprint() -> str:
    """Return a hash of the code that deals; an engine with another hash may deal differently."""
    return fingerprint(files("pitboss"), DEALING)


def pricing_fingerprint() -> str:
    """Return a hash of the code that deals and prices."""
    return fingerprint(files("pitboss"), PRICING)


def answering_fingerprint() -> str:
    """Return a hash of all code that a cached answer depends on."""
    return fingerprint(files("pitboss"), ANSWERING)


@cache
def edition_fingerprint() -> str:
    """Return a hash of the law as data: the rulebooks, their clauses and their readings."""
    return _digest(_contents(files("pitboss.law") / "books", (".csv", ".toml")))


def fingerprint(package: Traversable, covered: Collection[str]) -> str:
    """Return a hash of the Python code in the packages and files of `package` that are covered."""
    return _digest(
        (name, data)
        for entry in _sorted(package)
        if entry.name in covered
        for name, data in (
            _contents(entry, (".py",), f"{entry.name}/") if entry.is_dir() else [(entry.name, entry.read_bytes())]
        )
    )


def _digest(contents: Iterator[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256()
    for name, data in contents:
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _contents(folder: Traversable, endings: tuple[str, ...], under: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in _sorted(folder):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _contents(entry, endings, f"{under}{entry.name}/")
        elif entry.name.endswith(endings):
            yield under + entry.name, entry.read_bytes()


def _sorted(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)
