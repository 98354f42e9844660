"""Coverage: for every clause of a rulebook its status, what carries it out, and the tests that show it."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Protocol

from pitboss.law.citations import carriers, cited_in, covers
from pitboss.law.clauses import NEEDS_A_REASON, NEEDS_A_TEST, Clause
from pitboss.law.points import Points, carriers_of
from pitboss.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Covered:
    clause: Clause
    by: tuple[str, ...]
    tests: tuple[str, ...]


def evidence() -> dict[str, list[str]]:
    """For each cited clause the tests whose marker cites it, as `make evidence` last collected them."""
    lines = files("pitboss.law").joinpath("evidence.csv").read_text(encoding="utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for row in csv.DictReader(lines):
        found.setdefault(row["clause"], []).append(row["test"])
    return found


class CitedRules(Protocol):
    """Compiled rules, as far as coverage looks at them."""

    @property
    def points(self) -> Points: ...


def coverage(rulebook: Rulebook, rules: CitedRules, tests: Mapping[str, Sequence[str]] | None = None) -> list[Covered]:
    """All clauses of a rulebook in the order of its text. All rooms must be imported, so that they have cited."""
    cited = citations(rulebook, rules)
    shown = evidence() if tests is None else tests
    return [Covered(row, _under(cited, row.id), _under(shown, row.id)) for row in rulebook.clauses]


def citations(rulebook: Rulebook, rules: CitedRules) -> dict[str, list[str]]:
    """For each clause id cited by code, by a rule, by an option or by a pay table: the names of what cites it."""
    cited = {each: list(names) for each, names in carriers().items()}
    rows: list[tuple[str, tuple[str, ...]]] = [
        *((name, clauses) for point, clauses in rules.points.items() for name in carriers_of(point)),
        *((name, (each,)) for each, name in cited_in(rules)),
        *((f"option {name}", option.clauses + option.approval) for name, option in rulebook.options.items()),
        *((f"pay table {name}, {row.row}", row.clauses) for name, table in rulebook.payouts.items() for row in table),
        *((f"award {row.row}", row.clauses) for row in rulebook.awards),
        *(("sign", notice.clauses) for notice in rulebook.notices),
        *(("sign", stated.clauses) for stated in rulebook.stated_edges),
    ]
    for name, ids in rows:
        for each in ids:
            names = cited.setdefault(each, [])
            if name not in names:
                names.append(name)
    return cited


def _under(cited: Mapping[str, Sequence[str]], row: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for each, names in cited.items():
        if covers(each, row):
            found |= dict.fromkeys(names)
    return tuple(found)


def gaps(covered: Sequence[Covered]) -> list[str]:
    """What a table of coverage may not have: an uncarried rule, an untested one, a reason that is not given."""
    found = []
    for row in covered:
        status = row.clause.status
        if status in NEEDS_A_TEST and not row.by:
            found.append(f"{row.clause.id} is a {status} that nothing carries out")
        if status in NEEDS_A_TEST and not row.tests:
            found.append(f"{row.clause.id} is a {status} that no test shows")
        if status in NEEDS_A_REASON and not row.clause.why:
            found.append(f"{row.clause.id} is {status} without a reason")
    return found
