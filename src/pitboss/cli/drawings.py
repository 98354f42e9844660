"""The best play as a page of HTML or as an SVG: the chart, its legend, and further tables below it."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.cli.charts import DEALER, Rows, groups, notes_of

if TYPE_CHECKING:
    from pitboss.desk.answers import BestPlay, Section

COLOURS = {"H": "#f6d6ad", "S": "#f2f2f2", "D": "#bfe3c0", "P": "#bcd9f2", "R": "#f3bcbc"}
CELL, LEFT = (46, 24), 54
WITHOUT_CHART = 600  # pixels, for a game whose best play is no chart
SMALL, LINE, GAP = 10, 16, 14  # pixels: small type, its line, and between two columns
LETTER, CAPITAL = 5.6, 7.4  # pixels: mean widths in small type, of a bold capital the widest

STYLE = (
    "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin:.6em 0}"
    "th,td{border:1px solid #999;padding:2px 6px;text-align:center;min-width:2.4em}p{margin:.3em 0}"
    "section{margin-top:1.4em;max-width:60em}td:last-child.words{text-align:left}"
    "@media print{body{margin:0}td{print-color-adjust:exact}}"
)


def as_html(play: BestPlay) -> str:
    """Return one page; the letters say everything, the colours only help."""
    title = html.escape(play.title)
    styles = STYLE + "".join(f"td.{letter}{{background:{colour}}}" for letter, colour in COLOURS.items())
    chart = f"<table>\n{_chart(play.rows)}\n</table>\n" if play.rows else ""
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in notes_of(play))
    sections = "".join(_section(section) for section in play.sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{styles}</style></head>\n<body><h1>{title}</h1>\n{chart}{notes}{sections}</body></html>\n"
    )


def _chart(rows: Rows) -> str:
    head, *body = rows
    wide = f'colspan="{len(head) - 1}"'
    lines = [f"<tr><th></th><th {wide}>{DEALER}</th></tr>", _heading(head)]
    for name, ours in groups(body):
        lines.append(f"<tr><th>{name}</th><th {wide}></th></tr>")
        lines += [_row(row) for row in ours]
    return "\n".join(lines)


def _heading(head: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<th>{html.escape(name)}</th>' for name in head)}</tr>"


def _row(row: Sequence[str]) -> str:
    name, *squares = row
    return f"<tr><th>{html.escape(name)}</th>{''.join(map(_cell, squares))}</tr>"


def _cell(text: str) -> str:
    """A square of a chart has the colour of its letter; words lean to the left."""
    kind = text[0] if _is_square(text) else "words" if " " in text else ""
    return f"<td{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{html.escape(text)}</td>"


def _is_square(text: str) -> bool:
    """Whether this is a square of a chart: the letter of a decision, with numbers and marks."""
    return text[:1] in COLOURS and len(text) <= 5 and " " not in text and text[1:].upper() == text[1:]


def _section(section: Section) -> str:
    says = f"<p>{html.escape(section.says)}</p>\n" if section.says else ""
    head, *body = section.rows or [[]]
    lines = "\n".join([_heading(head), *map(_row, body)])
    rules = "".join(f"<li>{html.escape(rule)}</li>" for rule in section.rules)
    table, listed = f"<table>\n{lines}\n</table>\n" if head else "", f"<ul>{rules}</ul>\n" if rules else ""
    return f'\n<section id="{html.escape(section.name)}">\n{says}{table}{listed}</section>\n'


@dataclass
class Sheet:
    """A drawing that grows downwards."""

    width: float
    top: float = 0.0
    parts: list[str] = field(default_factory=list)

    def label(
        self, x: float, y: float, text: str, *, anchor: str = "middle", bold: bool = False, size: int = 13
    ) -> None:
        """Write text whose base line is `y` below what is drawn already."""
        weight = "bold" if bold else "normal"
        style = f'text-anchor="{anchor}" font-weight="{weight}" font-size="{size}"'
        self.parts.append(f'<text x="{x:g}" y="{self.top + y:g}" {style}>{html.escape(text)}</text>')

    def square(self, x: float, text: str) -> None:
        """Draw a square of a chart."""
        colour = COLOURS[text[0]]
        size = f'width="{CELL[0]}" height="{CELL[1]}"'
        self.parts.append(f'<rect x="{x}" y="{self.top:g}" {size} fill="{colour}" stroke="#999"/>')
        self.label(x + CELL[0] / 2, 16, text)

    def paragraph(self, text: str) -> None:
        for line in textwrap.wrap(text, int((self.width - 16) / LETTER)):
            self.label(8, LINE, line, anchor="start", size=SMALL)
            self.top += LINE

    def drawn(self) -> str:
        size = f'width="{self.width:g}" height="{self.top:g}" viewBox="0 0 {self.width:g} {self.top:g}"'
        start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
        ground = f'<rect width="{self.width:g}" height="{self.top:g}" fill="white"/>'
        return "\n".join([start, ground, *self.parts, "</svg>"]) + "\n"


def as_svg(play: BestPlay) -> str:
    columns = len(play.rows[0]) - 1 if play.rows else 0
    sheet = Sheet(LEFT + CELL[0] * columns + 12 if play.rows else WITHOUT_CHART)
    name, _, what = play.title.partition(": ")
    sheet.label(8, 18, name, anchor="start", bold=True)
    sheet.label(8, 36, what, anchor="start")
    sheet.top = 44
    if play.rows:
        _draw_chart(sheet, play.rows)
    for note in notes_of(play):
        sheet.paragraph(note)
    for section in play.sections:
        _draw_section(sheet, section)
    sheet.top += LINE
    return sheet.drawn()


def _draw_chart(sheet: Sheet, rows: Rows) -> None:
    head, *body = rows
    sheet.label((LEFT + sheet.width) / 2, 14, DEALER)
    sheet.top += 18
    for place, up in enumerate(head[1:]):
        sheet.label(LEFT + CELL[0] * (place + 0.5), 16, up, bold=True)
    sheet.top += CELL[1]
    for name, ours in groups(body):
        sheet.label(8, 16, name, anchor="start")
        sheet.top += CELL[1]
        for hand, *squares in ours:
            sheet.label(LEFT - 8, 16, hand, anchor="end", bold=True)
            for place, square in enumerate(squares):
                sheet.square(LEFT + CELL[0] * place, square)
            sheet.top += CELL[1]
    sheet.top += 6


def _draw_section(sheet: Sheet, section: Section) -> None:
    sheet.top += GAP
    if section.says:
        sheet.paragraph(section.says)
        sheet.top += 4
    if section.rows:
        _draw_rows(sheet, section)
    for rule in section.rules:
        sheet.paragraph(f"\u2022 {rule}")


def _draw_rows(sheet: Sheet, section: Section) -> None:
    """Draw aligned columns; words in the last one are broken at the edge of the sheet."""
    columns = list(zip(*section.rows, strict=True))
    widths = [max(LETTER * max(map(len, column)), CAPITAL * len(column[0])) + GAP for column in columns]
    lefts = [8 + sum(widths[:place]) for place in range(len(columns))]
    room = max(12, int((sheet.width - lefts[-1] - 8) / LETTER))
    for number, row in enumerate(section.rows):
        *cells, last = row
        lines = textwrap.wrap(last, room) or [""]
        for place, text in [*enumerate(cells), (len(cells), lines[0])]:
            right = place in section.right
            x = lefts[place] + (widths[place] - GAP if right else 0)
            sheet.label(x, LINE, text, anchor="end" if right else "start", bold=number == 0, size=SMALL)
        sheet.top += LINE
        for line in lines[1:]:
            sheet.label(lefts[-1], LINE, line, anchor="start", size=SMALL)
            sheet.top += LINE
