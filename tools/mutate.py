"""Alters each payout row, threshold and switch of the rulebooks, one at a time, and wants a test to notice.

Only tests that carry the altered clause are run, so a marker that means nothing shows up as a survivor.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.law.rulebook import load, read_data, rulebook_ids

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "src/pitboss/law/books"
KILLED = 1  # pytest's exit code when a test failed


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
        for path, value in _option(option):
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


def noticed(mutation: Mutation) -> bool:
    """Whether a test that carries one of the altered clauses fails."""
    spec = {"folder": mutation.folder, "file": mutation.file, "path": mutation.path, "value": mutation.value}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    command += [f"--mutation={json.dumps(spec)}", *(f"--clause={clause}" for clause in mutation.clauses)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    return done.returncode == KILLED


def main() -> int:
    chosen = [each for each in mutations() if not sys.argv[1:] or any(word in str(each) for word in sys.argv[1:])]
    survivors = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for at, (mutation, killed) in enumerate(zip(chosen, pool.map(noticed, chosen), strict=True), start=1):
            if not killed:
                survivors.append(mutation)
                print(f"SURVIVED {mutation}", flush=True)
            if at % 25 == 0:
                print(f"{at} of {len(chosen)}", flush=True)
    print(f"mutation score: {len(chosen) - len(survivors)} of {len(chosen)} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
