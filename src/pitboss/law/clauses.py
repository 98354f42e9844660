"""Clause inventories: one row a normative statement of a text, in our own words."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources.abc import Traversable

from pitboss.ids import ClauseId
from pitboss.law.citations import covers


class Status(StrEnum):
    """What becomes of a clause in pitboss."""

    RULE = "rule"
    OPTION = "option"
    WAGER = "wager"
    IRREGULARITY = "irregularity"
    INSTRUCTION = "instruction"
    SIGN = "sign"
    RECORD = "record"
    DEFINITION = "definition"
    PHYSICAL = "physical"
    OUTSIDE = "outside"
    LATER = "later"


NEEDS_A_TEST = frozenset({Status.RULE, Status.OPTION, Status.WAGER, Status.IRREGULARITY, Status.INSTRUCTION})
NEEDS_A_REASON = frozenset({Status.PHYSICAL, Status.OUTSIDE, Status.LATER})


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement. `why` says in a phrase why a row is physical, outside or later."""

    id: ClauseId
    says: str
    kind: str
    status: Status
    why: str
    questions: tuple[str, ...]
    notes: str


def read_clauses(file: Traversable) -> list[tuple[str, Clause]]:
    """The rows of an inventory, each with the id after which it stands in the text (empty: after the row before)."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [(row["after"], _clause(row)) for row in csv.DictReader(lines)]


def _clause(row: dict[str, str]) -> Clause:
    return Clause(
        ClauseId(row["id"]),
        row["says"],
        row["kind"],
        Status(row["status"]),
        row["why"],
        tuple(row["questions"].split()),
        row["notes"],
    )


def extended(base: Iterable[Clause], added: Iterable[tuple[str, Clause]]) -> tuple[Clause, ...]:
    """An edition's inventory: the rows of the edition it extends, with its own rows put in their places."""
    rows = list(base)
    for after, clause in added:
        ids = [row.id for row in rows]
        rows.insert(ids.index(ClauseId(after)) + 1 if after else len(rows), clause)
    return tuple(rows)


def rows_under(clauses: Iterable[Clause], cited: str) -> list[Clause]:
    """The row with this id, or all rows within the paragraph or section it names."""
    return [row for row in clauses if covers(cited, row.id)]
