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

    header, state = table.header, table.state
    return {
        "journal": str(table.path),
        "rulebook": header.rulebook if header else None,
        "mode": str(header.mode) if header else None,
        "state": table.status,
        "rounds": state.rounds if state else None,
        "players": {player: plain(state.chips(player)) for player in state.seats} if state else {},
        "at": table.at,
    }


def _print(found: list[FoundTable]) -> None:
    import time

    from pitboss.cli.output import pasted, say
    from pitboss.cli.output import table as aligned
    from pitboss.money import spoken

    rows = [("RULEBOOK", "ROUNDS", "STATE", "LAST PLAYED", "JOURNAL AND PLAYERS")]
    for each in found:
        state, at = each.state, time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at))
        status, _, why = each.status.partition(": ")
        players = ", ".join(f"{name} {spoken(state.chips(name))}" for name in state.seats) if state else why
        about = ": ".join(filter(None, (each.path.name, players)))
        rounds = f"{state.rounds:,}" if state else ""
        rows.append((each.header.rulebook if each.header else "", rounds, status, at, about))
    say(aligned(rows, right=(1,)))
    going = next((each for each in found if each.header and each.state and not each.state.closed), None)
    if going is not None and going.header is not None:
        say()
        say("Go on with the first of them:")
        say(f"  {pasted('play', going.header.rulebook, '--journal', str(going.path))}")
