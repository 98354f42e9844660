"""Writes the reference of options and readings from the rulebooks' own data."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.law.interpretations import Interpretation
from pitboss.law.rulebook import Rulebook, load, rulebook_ids

FOLDER = Path(__file__).parents[1] / "docs/reference"
MADE = "<!-- Made by `make reference` from the rulebooks; do not edit. -->\n"


def options() -> str:
    pages = [
        MADE,
        "# Options\n",
        "What each text leaves to the operator, and what it fixes. A house file sets them under `[house]`.\n",
    ]
    for book in _books():
        pages += [
            f"## {book.id}: {book.title}\n",
            "| option | permitted | default | what it is | clauses |",
            "|---|---|---|---|---|",
        ]
        pages += [_option_row(book, name) for name in book.options]
        pages.append("")
    return "\n".join(pages)


def _option_row(book: Rulebook, name: str) -> str:
    option = book.options[name]
    default = option.default if option.default is not None else getattr(option, "value", "")
    shown = ", ".join(default) if isinstance(default, tuple) else option.show(default) if default != "" else ""
    stated = "; must be stated" if option.must_be_stated else ""
    later = f"; not dealt yet: {', '.join(option.show(each) for each in option.not_yet)}" if option.not_yet else ""
    decks = 6
    cited = ", ".join((*option.clauses, *((option.question,) if option.question else ())))
    return f"| `{name}` | {option.spoken(decks)}{stated}{later} | {shown} | {option.says} | {cited} |"


def readings() -> str:
    pages = [
        MADE,
        "# Readings\n",
        "Every open question of the texts: what it asks, the readings, the one we take and why. Those with values are",
        "switches, set under `[readings]`; the others move neither play nor money, or are not carried out yet.\n",
    ]
    questions: dict[str, Interpretation] = {}
    for book in _books():
        for code, question in book.interpretations.items():
            if question.switch or code not in questions:
                questions[code] = question
    for code in sorted(questions):
        pages += _question(questions[code])
    return "\n".join(pages)


def _question(question: Interpretation) -> list[str]:
    lines = [f"## {question.code}\n", f"{question.question}\n", f"Readings: {question.readings}\n"]
    lines += [f"We take: {question.default} {question.why}\n"]
    for value, meaning in question.values.items():
        takers = [book.id for book in _books() if _switches(book, question.code)]
        default = [book for book in takers if load(book).default_reading(question.code) == value]
        mark = f" (default of {', '.join(default)})" if default else ""
        lines.append(f'- `{question.code} = "{value}"`{mark}: {meaning}')
    if question.values:
        lines.append("")
    return [*lines, f"Clauses: {', '.join(question.clauses)}\n"]


def _switches(book: Rulebook, code: str) -> bool:
    return code in book.interpretations and book.interpretations[code].switch


def _books() -> list[Rulebook]:
    return [book for book in map(load, rulebook_ids()) if book.ready]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for name, text in (("options.md", options()), ("readings.md", readings())):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
