"""`pitboss tables`: the tables of this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.desk.tables import FoundTable


def tables(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="Where the journals are; otherwise where play keeps them.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,  # noqa: FBT002
) -> None:
    """List the tables that have a journal, the one that was played last first.

    Example: pitboss tables
    """
    from pitboss.cli.output import plainly, say, say_json
    from pitboss.desk.tables import tables_folder, tables_in

    there = folder or tables_folder()
    with plainly():
        found = tables_in(there) if folder or there.is_dir() else []
    if json:
        say_json([_object(each) for each in found])
        return
    if not found:
        say(f"There is no table in {there} yet. pitboss play ID opens one.")
        return
    _print(found)


def _object(table: FoundTable) -> dict[str, Any]:
    from pitboss.money import plain

    header, floor = table.header, table.floor
    return {
        "journal": str(table.path),
        "rulebook": header.rulebook if header else None,
        "mode": str(header.mode) if header else None,
        "state": table.state,
        "rounds": floor.rounds if floor else None,
        "players": {player: plain(floor.chips(player)) for player in floor.seats} if floor else {},
        "at": table.at,
    }


def _print(found: list[FoundTable]) -> None:
    import time

    from pitboss.cli.output import pasted, say
    from pitboss.cli.output import table as aligned
    from pitboss.money import spoken

    rows = [("RULEBOOK", "ROUNDS", "STATE", "LAST PLAYED", "JOURNAL AND PLAYERS")]
    for each in found:
        floor, at = each.floor, time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at))
        state, _, why = each.state.partition(": ")
        players = ", ".join(f"{name} {spoken(floor.chips(name))}" for name in floor.seats) if floor else why
        about = ": ".join(filter(None, (each.path.name, players)))
        rounds = f"{floor.rounds:,}" if floor else ""
        rows.append((each.header.rulebook if each.header else "", rounds, state, at, about))
    say(aligned(rows, right=(1,)))
    going = next((each for each in found if each.header and each.floor and not each.floor.closed), None)
    if going is not None and going.header is not None:
        say()
        say("Go on with the first of them:")
        say(f"  {pasted('play', going.header.rulebook, '--journal', str(going.path))}")
