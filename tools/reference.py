"""Writes the reference of options and readings from the rulebooks' own data."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.core.authority import PERMISSIONS
from pitboss.games.registry import compile_game
from pitboss.law.house import defaults
from pitboss.law.interpretations import Interpretation
from pitboss.law.rulebook import Rulebook, load, rulebook_ids

FOLDER = Path(__file__).parents[1] / "docs/reference"
MADE = "<!-- Made by `make reference` from the rulebooks; do not edit. -->\n"


def options() -> str:
    pages = [
        MADE,
        "# Options\n",
        "What each text leaves to the operator, and what it fixes. A house file sets them under `[house]`.\n",
        "`pitboss check` and a new table at which people deal ask more of a house than rounds and prices do:\n",
        "- a payout limit is at least what any one lawful wager must be paid at the posted odds;",
        "- limits are whole dollars where a wager or a tip is made in whole dollars;",
        "- a progressive meter gets a share of each wager;",
        "- a value that needs an approval comes with the option that names it;",
        "- in `check`, and in Maryland before people deal, all that must be stated is stated (MD11).\n",
        "Records that exist are read, audited and continued under the house that they began with.\n",
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
    shown += "".join(f"; {option.show(value)} with {decks} deck(s)" for decks, value in option.default_by_decks.items())
    stated = "; must be stated" if option.must_be_stated else ""
    later = f"; not dealt yet: {', '.join(option.show(each) for each in option.not_yet)}" if option.not_yet else ""
    needs = "".join(f"; {value} needs `{named}`" for value, named in option.needs.items())
    decks = 6
    cited = ", ".join((*option.clauses, *((option.question,) if option.question else ())))
    return f"| `{name}` | {option.spoken(decks)}{stated}{needs}{later} | {shown} | {option.says} | {cited} |"


def permissions() -> str:
    """The table of `core/authority`, with who is meant in each group of texts."""
    texts = {"Massachusetts": "spanish21-ma", "Maryland": "spanish21-md", "charity": "spanish21-charity"}
    rules = {name: compile_game(defaults(load(book))).rules for name, book in texts.items()}
    rules["Colorado"] = compile_game(defaults(load("blackjack-co"))).rules
    pages = [
        MADE,
        "# Permissions\n",
        "Who may say what at a table. A higher rank may act for a lower: dealer, floor, supervisor (S33). A name is",
        "one person: case, `-` and `_` tell nobody apart, and a second spelling is refused. Who plays at a table holds",
        "no office there. At a live table one dealer is on duty; no other name deals, enters cards or closes windows;",
        "another one takes over with `relief`, and burns a card. Whoever deals, or entered a card of the round,",
        "approves nothing of that round; who made an entry, or typed it, does not correct it; who heard a spoken wager",
        "does not confirm it. An adjustment names its round, and above the house's `adjust_limit` it is carried out",
        "when a second person says the same. A time limit declines, stands, folds, or takes what goes without saying.",
        "An operator sets the house and a regulator reads the record; neither speaks at a table. A 10 that is found at",
        "a live table is reported by a floor at least. What a text has no rule for is refused there, whoever says it.",
        "Staff is heard whatever is asked.\n",
        "| said | what it is about | reason | " + " | ".join(rules) + " |",
        "|---|---|---|" + "---|" * len(rules),
    ]
    for matter, permission in PERMISSIONS.items():
        ranks = " | ".join(str(permission.needs(each.supervision.in_charge)) for each in rules.values())
        reason = "needed" if permission.reason else ""
        pages.append(f"| `{matter}` | {permission.about} | {reason} | {ranks} |")
    return "\n".join(pages) + "\n"


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
    pages = (("options.md", options()), ("readings.md", readings()), ("permissions.md", permissions()))
    for name, text in pages:
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
