"""The best play as text or CSV: a chart in the form that players know, its legend, and further tables below it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pitboss.cli.output import cell, table, wrapped

if TYPE_CHECKING:
    from pitboss.desk.answers import BestPlay, Section

DECISIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split"}
SURRENDERS = {"R": "surrender", "RH": "surrender two cards and hit more", "RS": "surrender two and stand on more"}
LATER = {r"H\d": "stand", r"\w\dS": "stand too", r"\w\dD": "double"}  # else than hit, from so many cards on
MARKS = {"*": "", "\u2020": " if they are of one suit", "\u2021": " if they are spades"}
DEALER = "dealer's card"

Rows = Sequence[Sequence[str]]


def groups(body: Rows) -> list[tuple[str, Rows]]:
    """Return the rows of a chart by what they are about: hard hands, soft hands and pairs."""
    hard, pairs = [row for row in body if row[0].isdecimal()], [row for row in body if " " in row[0]]
    soft = [row for row in body if row not in hard and row not in pairs]
    return [(name, rows) for name, rows in (("hard", hard), ("soft", soft), ("pairs", pairs)) if rows]


def legend(rows: Rows) -> list[str]:
    """Return what the letters, numbers and marks of this very chart mean; nothing where there is no chart."""
    if not rows:
        return []
    _, *body = rows
    squares = sorted({square for _, *squares in body for square in squares})
    letters = ", ".join(f"{each} {DECISIONS[each]}" for each in DECISIONS if any(each == one[0] for one in squares))
    given_up = ", ".join(f"{each} {SURRENDERS[each]}" for each in SURRENDERS if each in squares)
    told = ["; ".join(each for each in (letters, given_up) if each) + "."]
    if any(digit in square for square in squares for digit in "34567"):
        told.append(f"A number: from so many cards on hit instead{_otherwise(squares)}.")
    marks = [f"{mark}{where}" for mark, where in MARKS.items() if any(mark in square for square in squares)]
    if marks:
        told.append(f"{marks[0][0]} hit two cards of 6, 7 and 8{'; '.join([marks[0][1:], *marks[1:]])}.")
    return told


def _otherwise(squares: Sequence[str]) -> str:
    """Return after which squares something else is done from so many cards on."""
    examples = {does: [square for square in squares if re.fullmatch(how, square)][:1] for how, does in LATER.items()}
    said = [f"after {'H' if does == 'stand' else one} {does}" for does, ones in examples.items() for one in ones]
    return f" ({'; '.join(said)})" if said else ""


def notes_of(play: BestPlay) -> list[str]:
    """Return the lines below a chart: its legend, what its squares cannot say, and what it is worth."""
    return [*legend(play.rows), *play.notes, play.summary]


def as_csv(play: BestPlay) -> str:
    """Return the chart, and after an empty line each further table with its name above it."""
    parts = [[list(row) for row in play.rows]] if play.rows else []
    parts += [_section_lines(section) for section in play.sections]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, rows in enumerate(parts):
        writer.writerows([[]] if number else [])
        writer.writerows([cell(text) for text in row] for row in rows)
    return out.getvalue()


def _section_lines(section: Section) -> list[list[str]]:
    says = [[section.says]] if section.says else []
    return [[section.name], *says, *(list(row) for row in section.rows), *([rule] for rule in section.rules)]


def as_text(play: BestPlay) -> str:
    lines = [play.title, ""]
    if play.rows:
        head, *body = play.rows
        lines += [f"{'':10}{DEALER}", _line(head)]
        for name, ours in groups(body):
            lines += [name, *(_line(row) for row in ours)]
        lines.append("")
    lines += [wrapped(note, 2) for note in notes_of(play)]
    for section in play.sections:
        lines += ["", *_section_text(section)]
    return "\n".join(lines) + "\n"


def _section_text(section: Section) -> Iterator[str]:
    if section.says:
        yield wrapped(section.says)
    if section.rows:
        yield from ([""] if section.says else [])
        yield section_rows(section)
    for rule in section.rules:
        yield wrapped(rule, 4, "  ")


def section_rows(section: Section, indent: str = "") -> str:
    """Return the rows of a section as aligned columns."""
    return table([(indent + first, *others) for first, *others in section.rows], right=tuple(section.right))


def _line(row: Sequence[str]) -> str:
    return "".join(f"{square:>6}" for square in row).rstrip()
