"""`pitboss check`: is this submission lawful? All defects at once, each with its clause."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.law.house import Defect, House
    from pitboss.law.rulebook import Rulebook


def check(
    house: Annotated[Path, typer.Argument(metavar="HOUSE", help="A house file, HOUSE.toml.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,  # noqa: FBT002
) -> None:
    """Check a house file against its rulebook: every defect, what was set, what the clause permits, how to mend it.

    Exit 0: lawful. Exit 1: not lawful. Exit 2: the file is malformed or names what does not exist.

    Example: pitboss check docs/houses/maryland.toml
    """
    from pitboss.cli.output import DONE, MALFORMED, NO, say_json, stop
    from pitboss.notation.file import Malformed
    from pitboss.notation.submission import read_submission

    try:
        rulebook, found = read_submission(house)
    except Malformed as error:
        if json:
            say_json({"rulebook": None, "lawful": None, "defects": [], "error": str(error)})
        stop(f"{house}: {error}", MALFORMED)
    if json:
        say_json(_object(rulebook, found))
    elif isinstance(found, list):
        _print_defects(house, rulebook, found)
    else:
        _print_lawful(house, rulebook, found)
    if isinstance(found, list):
        raise typer.Exit(MALFORMED if any(defect.malformed for defect in found) else NO)
    raise typer.Exit(DONE)


def _object(rulebook: Rulebook, found: House | list[Defect]) -> dict[str, Any]:
    from pitboss.law.house import not_dealt_yet

    defects = found if isinstance(found, list) else []
    return {
        "rulebook": rulebook.id,
        "lawful": not defects,
        "defects": [
            {"where": each.where, "says": each.says, "clauses": list(each.clauses), "malformed": each.malformed}
            for each in defects
        ],
        "notes": [] if isinstance(found, list) else [note.says for note in not_dealt_yet(found)],
        "readings": {} if isinstance(found, list) else _other_readings(found),
    }


def _other_readings(house: House) -> dict[str, str]:
    """The readings that this house takes otherwise than by default."""
    book = house.rulebook
    return {code: value for code, value in house.readings.items() if value != book.default_reading(code)}


def _print_defects(path: Path, rulebook: Rulebook, defects: list[Defect]) -> None:
    from pitboss.cli.output import complain, say, wrapped

    for defect in defects:
        cited = f" [{', '.join(defect.clauses)}]" if defect.clauses else ""
        end = "" if defect.says.endswith("?") else "."
        say(wrapped(f"{defect.where}: {defect.says}{end}{cited}", 4, "  "))
    count = f"{len(defects)} defect{'s' if len(defects) > 1 else ''}"
    complain(f"{path}: {count} against {rulebook.title}")


def _print_lawful(path: Path, rulebook: Rulebook, house: House) -> None:
    from pitboss.cli.output import say, wrapped
    from pitboss.law.house import not_dealt_yet

    say(wrapped(f"{path}: lawful under {rulebook.title}."))
    for note in not_dealt_yet(house):
        say(wrapped(f"Note: {note.says}. [{', '.join(note.clauses)}]"))
    readings = [f"{code} = {value}" for code, value in _other_readings(house).items()]
    if readings:
        say(wrapped(f"Readings other than the default: {', '.join(readings)}."))
