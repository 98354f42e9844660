"""A chart of the best play as text, CSV, HTML or SVG, in the form that players know."""

from __future__ import annotations

import csv
import html
import io
import re
import textwrap
from collections.abc import Sequence

from pitboss.cli.output import cell, wrapped

COLOURS = {"H": "#f6d6ad", "S": "#f2f2f2", "D": "#bfe3c0", "P": "#bcd9f2", "R": "#f3bcbc"}
DECISIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split"}
SURRENDERS = {"R": "surrender", "RH": "surrender two cards and hit more", "RS": "surrender two and stand on more"}
LATER = {r"H\d": "stand", r"\w\dS": "stand too", r"\w\dD": "double"}  # else than hit, from so many cards on
MARKS = {"*": "", "\u2020": " if they are of one suit", "\u2021": " if they are spades"}
CELL, HEAD, LEFT = (46, 24), 62, 54
DEALER = "dealer's card"

Rows = Sequence[Sequence[str]]


def sections(body: Rows) -> list[tuple[str, Rows]]:
    """The rows of a chart by what they are about."""
    hard, pairs = [row for row in body if row[0].isdecimal()], [row for row in body if " " in row[0]]
    soft = [row for row in body if row not in hard and row not in pairs]
    return [(name, rows) for name, rows in (("hard", hard), ("soft", soft), ("pairs", pairs)) if rows]


def legend(rows: Rows) -> list[str]:
    """What the letters, numbers and marks of this very chart mean."""
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
    """After which squares something else is done from so many cards on."""
    found = {does: [square for square in squares if re.fullmatch(how, square)][:1] for how, does in LATER.items()}
    said = [f"after {'H' if does == 'stand' else one} {does}" for does, examples in found.items() for one in examples]
    return f" ({'; '.join(said)})" if said else ""


def as_csv(rows: Rows) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([cell(each) for each in row] for row in rows)
    return out.getvalue()


def as_text(title: str, rows: Rows, notes: Sequence[str]) -> str:
    head, *body = rows
    lines = [title, "", f"{'':10}{DEALER}", _line(head)]
    for name, ours in sections(body):
        lines += [name, *(_line(row) for row in ours)]
    lines += ["", *(wrapped(each, 2) for each in (*legend(rows), *notes))]
    return "\n".join(lines) + "\n"


def _line(row: Sequence[str]) -> str:
    return "".join(f"{cell:>6}" for cell in row).rstrip()


def as_html(title: str, rows: Rows, notes: Sequence[str]) -> str:
    """One page that prints on one sheet; the letters say everything, the colours only help."""
    head, *body = rows
    wide = f'colspan="{len(head) - 1}"'
    cells = [f"<tr><th></th><th {wide}>{DEALER}</th></tr>"]
    cells.append(f"<tr>{''.join(f'<th>{html.escape(each)}</th>' for each in head)}</tr>")
    for section, ours in sections(body):
        cells.append(f"<tr><th>{section}</th><th {wide}></th></tr>")
        for name, *squares in ours:
            marked = "".join(f'<td class="{square[0]}">{html.escape(square)}</td>' for square in squares)
            cells.append(f"<tr><th>{html.escape(name)}</th>{marked}</tr>")
    styles = "".join(f"td.{letter}{{background:{colour}}}" for letter, colour in COLOURS.items())
    explained = "".join(f"<p>{html.escape(each)}</p>" for each in (*legend(rows), *notes))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title><style>'
        "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}"
        "th,td{border:1px solid #999;padding:2px 6px;text-align:center;min-width:2.4em}p{margin:.3em 0}"
        f"@media print{{body{{margin:0}}td{{print-color-adjust:exact}}}}{styles}</style></head>\n"
        f"<body><h1>{html.escape(title)}</h1>\n<table>\n"
        + "\n".join(cells)
        + f"\n</table>\n{explained}</body></html>\n"
    )


def as_svg(title: str, rows: Rows, notes: Sequence[str]) -> str:
    head, *body = rows
    width = LEFT + CELL[0] * (len(head) - 1) + 12
    told = [line for each in (*legend(rows), *notes) for line in textwrap.wrap(each, 84)]
    table = HEAD + CELL[1] * (len(rows) + len(sections(body)))
    height = table + 20 * len(told) + 24
    name, _, what = title.partition(": ")
    parts = [_label(8, 18, name, anchor="start", weight="bold"), _label(8, 36, what, anchor="start")]
    parts.append(_label((LEFT + width) / 2, HEAD - 4, DEALER))
    for at, each in enumerate(head[1:]):
        parts.append(_label(LEFT + CELL[0] * (at + 0.5), HEAD + 16, each, weight="bold"))
    top = HEAD + CELL[1]
    for section, ours in sections(body):
        parts.append(_label(8, top + 16, section, anchor="start"))
        for hand, *squares in ours:
            top += CELL[1]
            parts.append(_label(LEFT - 8, top + 16, hand, anchor="end", weight="bold"))
            parts += [_square(LEFT + CELL[0] * at, top, square) for at, square in enumerate(squares)]
        top += CELL[1]
    for at, note in enumerate(told, start=1):
        parts.append(_label(8, table + 20 * at, note, anchor="start", size=10))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([start, f'<rect width="{width}" height="{height}" fill="white"/>', *parts, "</svg>"]) + "\n"


def _square(left: float, top: float, text: str) -> str:
    colour = COLOURS[text[0]]
    box = f'<rect x="{left}" y="{top}" width="{CELL[0]}" height="{CELL[1]}" fill="{colour}" stroke="#999"/>'
    return box + _label(left + CELL[0] / 2, top + 16, text)


def _label(x: float, y: float, text: str, *, anchor: str = "middle", weight: str = "normal", size: int = 13) -> str:
    style = f'text-anchor="{anchor}" font-weight="{weight}" font-size="{size}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{html.escape(text)}</text>'
