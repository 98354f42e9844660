"""Two texts compared point by point: what each says under the same topic, and whether it comes to the same.

The topics come from the clauses. The verdict comes from what carries them out: the clauses may be shared, the compiled
rules may do the same, or the options and pay tables may permit and pay the same. Where none of these decides, the two
texts are shown side by side, for a person to compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitboss.law.clauses import Clause
from pitboss.law.rulebook import PayoutRow, Rulebook, topics


@dataclass(frozen=True, slots=True)
class Side:
    """What one text says under a topic, and what it leaves to the operator or pays there."""

    clauses: tuple[Clause, ...]
    data: tuple[tuple[str, str], ...]
    covered: bool
    effect: str | None


class Verdict(StrEnum):
    SAME = "same"
    DIFFERENT = "different"
    COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class Point:
    topic: str
    left: Side
    right: Side

    @property
    def verdict(self) -> Verdict:
        left, right = self.left, self.right
        if [clause.says for clause in left.clauses] == [clause.says for clause in right.clauses]:
            return Verdict.SAME
        if left.effect is not None and right.effect is not None:
            return Verdict.SAME if left.effect == right.effect else Verdict.DIFFERENT
        if not left.clauses or not right.clauses:
            return Verdict.DIFFERENT
        if left.covered and right.covered:
            return Verdict.SAME if left.data == right.data else Verdict.DIFFERENT
        return Verdict.COMPARE


def diff(left: Rulebook, right: Rulebook, left_does: Mapping[str, str], right_does: Mapping[str, str]) -> list[Point]:
    """Every topic on which at least one of the two texts speaks, in the order of the left text, then of the right.

    `left_does` and `right_does` say what the compiled rules do under a topic, where they decide it.
    """
    ours, theirs = _by_topic(left), _by_topic(right)
    return [
        Point(
            topic,
            _side(left, ours.get(topic, ()), left_does.get(topic)),
            _side(right, theirs.get(topic, ()), right_does.get(topic)),
        )
        for topic in dict.fromkeys((*ours, *theirs))
    ]


def _by_topic(book: Rulebook) -> dict[str, tuple[Clause, ...]]:
    known = topics()
    found: dict[str, tuple[Clause, ...]] = {}
    for clause in book.clauses:
        for topic in known.get(clause.id, ()):
            found[topic] = (*found.get(topic, ()), clause)
    return found


def _side(book: Rulebook, clauses: tuple[Clause, ...], effect: str | None) -> Side:
    data: dict[str, str] = {}
    carried: set[str] = set()
    ids = {clause.id for clause in clauses}
    for name, cited, value in _data(book):
        if ids.intersection(cited):
            data[name] = value
            carried.update(cited)
    return Side(clauses, tuple(sorted(data.items())), bool(ids) and ids <= carried, effect)


def _data(book: Rulebook) -> list[tuple[str, tuple[str, ...], str]]:
    """Each option and each line of a pay table: its name, its clauses, and what it permits or pays."""
    rows = [(f"option {name}", option.clauses, _permitted(option)) for name, option in book.options.items()]
    for table, lines in book.payouts.items():
        rows += [(_line_name(table, line), line.clauses, _paid(line)) for line in lines]
    return rows + [(f"award {row.row}", row.clauses, f"{row.least} {row.below} {row.amount}") for row in book.awards]


def _paid(line: PayoutRow) -> str:
    return line.odds or f"option {line.amount or line.wheel}"


def _permitted(option: Any) -> str:
    """What an option permits, without the words of its text; who approves exceptions is part of it."""
    kept: Mapping[str, Any] = option.model_dump(exclude={"says", "clauses", "unit", "question", "default"})
    return repr(sorted(kept.items()))


def _line_name(table: str, line: PayoutRow) -> str:
    """A line of a pay table with what it depends on."""
    held = [str(line.decks or ""), *(f"{option} {value}" for option, value in line.when.items())]
    return " ".join(part for part in (table, line.row, *held) if part)
