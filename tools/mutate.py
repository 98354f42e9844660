"""Alters each payout row, threshold and switch of the rulebooks, one at a time, and wants a test to notice.

Only tests that carry the altered clause are run, so a marker that means nothing shows up as a survivor. The tests are
loaded once; each mutation then has a fork of that process, with which everything that it altered is gone again.
"""

from __future__ import annotations

import hashlib
import io
import json
import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from pitboss.law import rulebook as law
from pitboss.law.citations import covers
from pitboss.law.rulebook import load, read_data, rulebook_ids

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "src/pitboss/law/books"
PROGRESS = ROOT / ".mutations"
SHORT = ("tests/golden/", "tests/law/", "tests/games/")  # where a test takes no time and most mutations are noticed
TESTS: list[pytest.Item] = []  # loaded once, before the forks


@dataclass(frozen=True)
class Mutation:
    folder: str
    file: str
    path: tuple[str | int, ...]
    value: Any
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        place = ".".join(map(str, self.path))
        return f"{self.folder}/{self.file} {place} -> {json.dumps(self.value)} [{', '.join(self.clauses)}]"


def mutations() -> Iterator[Mutation]:
    for book in rulebook_ids():
        if load(book).ready:
            yield from _rulebook(book, read_data(book, "rulebook.toml"))
    for folder in _folders():
        yield from _switches(folder, read_data(folder, "interpretations.toml"))


def _folders() -> list[str]:
    """Where the open questions of the ready rulebooks stand: their own folders and those that they share."""
    ready = [book for book in rulebook_ids() if load(book).ready]
    shared = [each for book in ready for each in read_data(book, "rulebook.toml").get("shares", ())]
    return sorted(each for each in {*ready, *shared} if (BOOKS / each / "interpretations.toml").is_file())


def _rulebook(book: str, data: dict[str, Any]) -> Iterator[Mutation]:
    def make(row: dict[str, Any], value: Any, *path: str | int) -> Mutation:
        return Mutation(book, "rulebook.toml", path, value, tuple(row["clauses"]))

    for table, rows in data.get("payouts", {}).items():
        for at, row in enumerate(rows):
            if "odds" not in row:  # what it pays is an option's value, which is altered there
                continue
            pays, to = map(int, row["odds"].split(":"))
            yield make(row, f"{pays + to}:{to}", "payouts", table, at, "odds")
            yield make(row, f"{2 * pays - 1}:{2 * to}", "payouts", table, at, "odds")
    for at, row in enumerate(data.get("awards", [])):
        yield make(row, row["amount"] + 50, "awards", at, "amount")
        for threshold in ("least", "below"):
            if row.get(threshold):
                yield make(row, row[threshold] + 1, "awards", at, threshold)
                yield make(row, row[threshold] - 1, "awards", at, threshold)
    for name, option in data.get("options", {}).items():
        for path, value in (*_option(option), *_by_decks(option, book)):
            yield make(option, value, "options", name, *path)


Change = tuple[tuple[str | int, ...], Any]


def _option(option: dict[str, Any]) -> Iterator[Change]:
    kind = option["kind"]
    if kind == "fixed":
        yield from _others(("value",), option["value"])
    if kind == "one_of":
        yield from ((("values",), [v for v in option["values"] if v != each]) for each in option["values"][1:])
        if strangers := _strangers(option["values"]):
            yield ("values",), [*option["values"], *strangers]
    for bound in ("least", "most"):
        if bound in option:
            yield from _others((bound,), option[bound])
    for decks, least in option.get("least_by_decks", {}).items():
        yield from _others(("least_by_decks", decks), least)
    if isinstance(option.get("default"), bool | int | str):
        yield from _default(option)
    if option.get("not_yet"):
        yield ("not_yet",), []
    if option.get("approval"):
        yield ("approval",), []


def _by_decks(option: dict[str, Any], book: str) -> Iterator[Change]:
    """What an option permits or takes for granted with some numbers of decks only."""
    for value, with_decks in option.get("decks_of", {}).items():
        yield ("decks_of", value), with_decks[1:]
        yield (
            ("decks_of", value),
            [*with_decks, next(each for each in load(book).options["decks"].values if each not in with_decks)],
        )
    for number, default in option.get("default_by_decks", {}).items():
        yield ("default_by_decks", number), next(each for each in option["values"] if each != default)


def _others(path: tuple[str | int, ...], value: Any) -> Iterator[Change]:
    if isinstance(value, int):
        yield path, value + 1
        yield path, value - 1
    elif value.replace(".", "").isdecimal():
        yield path, f"{float(value) + 0.5:.2f}"
        yield path, f"{float(value) / 2:.2f}"
    else:
        yield path, "another"


def _default(option: dict[str, Any]) -> Iterator[Change]:
    default, values = option["default"], option.get("values", [])
    others = [value for value in values if value != default]
    if others:
        yield ("default",), others[0]
    elif not isinstance(default, bool):
        yield from list(_others(("default",), default))[:1]


def _strangers(values: list[Any]) -> list[Any]:
    """A value that the text does not list."""
    if all(isinstance(value, bool) for value in values):
        return [value for value in (True, False) if value not in values]
    return [max(values) + 1] if isinstance(values[0], int) else ["another" if "none" in values else "none"]


def _switches(folder: str, data: dict[str, Any]) -> Iterator[Mutation]:
    known = {row.id for book in rulebook_ids() for row in load(book).clauses}
    for at, question in enumerate(data["interpretation"]):
        if "values" in question:
            turned = dict(reversed(question["values"].items()))
            ours = tuple(each for each in question["clauses"] if each in known)
            yield Mutation(folder, "interpretations.toml", ("interpretation", at, "values"), turned, ours)


def alter(mutation: Mutation) -> None:
    """Makes the law's loader read one datum differently from now on."""

    def altered(folder: str, name: str) -> dict[str, Any]:
        data = read_data(folder, name)
        if (folder, name) == (mutation.folder, mutation.file):
            place: Any = data
            for step in mutation.path[:-1]:
                place = place[step]
            place[mutation.path[-1]] = mutation.value
        return data

    law.read_data = altered
    load.cache_clear()


def carries(test: pytest.Item, mutation: Mutation) -> bool:
    cited = [each for marker in test.iter_markers("clause") for each in marker.args]
    return any(covers(each, clause) for each in cited for clause in mutation.clauses)


def noticed(mutation: Mutation) -> bool:
    """Whether a test that carries one of the altered clauses fails. To be asked in a process that is then given up."""
    alter(mutation)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        return any(fails(test) for test in TESTS if carries(test, mutation))


def fails(test: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(test, log=False))


class Progress:
    """What is known of a folder's mutations. It is forgotten when code, data or tests are other than they were."""

    def __init__(self, folder: str) -> None:
        self.path = PROGRESS / f"{folder}.json"
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}
        self.noticed: dict[str, bool] = found["noticed"] if found.get("fingerprint") == fingerprint() else {}

    def add(self, mutation: Mutation, *, killed: bool) -> None:
        self.noticed[str(mutation)] = killed
        text = json.dumps({"fingerprint": fingerprint(), "noticed": self.noticed}, indent=1)
        PROGRESS.mkdir(exist_ok=True)
        whole = self.path.with_suffix(".new")
        whole.write_text(text, encoding="utf-8")
        whole.replace(self.path)


@cache
def fingerprint() -> str:
    files = sorted(path for room in ("src", "tests", "tools") for path in (ROOT / room).rglob("*.*") if path.is_file())
    kept = [path for path in files if "__pycache__" not in path.parts]
    return hashlib.sha256(b"\0".join(bytes(path) + path.read_bytes() for path in kept)).hexdigest()


class Mutating:
    """In place of running the tests, pytest hands them over here."""

    def __init__(self, chosen: list[Mutation]) -> None:
        self.chosen = chosen
        self.progress = {folder: Progress(folder) for folder in {each.folder for each in chosen}}

    def known(self, mutation: Mutation) -> bool | None:
        return self.progress[mutation.folder].noticed.get(str(mutation))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        TESTS[:] = sorted(session.items, key=lambda test: not test.nodeid.startswith(SHORT))
        left = [each for each in self.chosen if self.known(each) is None]
        print(f"{len(left)} of {len(self.chosen)} mutations are to be tried", flush=True)
        with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
            for at, (mutation, killed) in enumerate(zip(left, pool.imap(noticed, left), strict=True), start=1):
                self.progress[mutation.folder].add(mutation, killed=killed)
                if not killed or at % 25 == 0:
                    print(f"{at} of {len(left)}" if killed else f"SURVIVED {mutation}", flush=True)
        return True


def main() -> int:
    books = set(sys.argv[1:])
    chosen = [each for each in mutations() if not books or each.folder in books]
    if missing := books - {each.folder for each in chosen}:
        print(f"nothing to alter in {', '.join(sorted(missing))}", file=sys.stderr)
        return 2
    plugin = Mutating(chosen)
    quiet = ["-s", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    ended = pytest.main([*quiet, str(ROOT / "tests")], plugins=[plugin])
    if any(plugin.known(each) is None for each in chosen):
        return int(ended) or 2
    survivors = [each for each in chosen if not plugin.known(each)]
    print(f"mutation score: {len(chosen) - len(survivors)} of {len(chosen)} noticed")
    print("".join(f"survived: {each}\n" for each in survivors), end="")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
