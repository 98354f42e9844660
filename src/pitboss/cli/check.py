"""`pitboss check`: is this submission lawful? All defects at once, each with its clause."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.desk.submissions import Submission


def check(
    house: Annotated[Path, typer.Argument(metavar="HOUSE", help="A house file, HOUSE.toml.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,  # noqa: FBT002
) -> None:
    """Check a house file against its rulebook: every defect, what was set, what the clause permits, how to mend it.

    Exit 0: lawful. Exit 1: not lawful. Exit 2: the file is malformed or names what does not exist.

    Example: pitboss check docs/houses/maryland.toml
    """
    from pitboss.cli.output import DONE, MALFORMED, NO, say_json, stop
    from pitboss.desk.questions import BadQuestion
    from pitboss.desk.submissions import submission

    try:
        found = submission(house)
    except BadQuestion as error:
        if json:
            say_json({"rulebook": None, "lawful": None, "defects": [], "error": str(error)})
        stop(f"{house}: {error}", MALFORMED)
    if json:
        say_json(_object(found))
    elif found.defects:
        _print_defects(house, found)
    else:
        _print_lawful(house, found)
    if found.defects:
        raise typer.Exit(MALFORMED if found.is_malformed else NO)
    raise typer.Exit(DONE)


def _object(found: Submission) -> dict[str, Any]:
    return {
        "rulebook": found.rulebook.id,
        "lawful": not found.defects,
        "defects": [
            {"where": each.where, "says": each.says, "clauses": list(each.clauses), "malformed": each.malformed}
            for each in found.defects
        ],
        "notes": [note.says for note in found.notes],
        "readings": found.other_readings,
    }


def _print_defects(path: Path, found: Submission) -> None:
    from pitboss.cli.output import complain, say, wrapped

    for defect in found.defects:
        cited = f" [{', '.join(defect.clauses)}]" if defect.clauses else ""
        end = "" if defect.says.endswith("?") else "."
        say(wrapped(f"{defect.where}: {defect.says}{end}{cited}", 4, "  "))
    count = f"{len(found.defects)} defect{'s' if len(found.defects) > 1 else ''}"
    complain(f"{path}: {count} against {found.rulebook.title}")


def _print_lawful(path: Path, found: Submission) -> None:
    from pitboss.cli.output import say, wrapped

    say(wrapped(f"{path}: lawful under {found.rulebook.title}."))
    for note in found.notes:
        say(wrapped(f"Note: {note.says}. [{', '.join(note.clauses)}]"))
    readings = [f"{code} = {value}" for code, value in found.other_readings.items()]
    if readings:
        say(wrapped(f"Readings other than the default: {', '.join(readings)}."))
