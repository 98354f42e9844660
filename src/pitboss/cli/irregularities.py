"""`pitboss irregularities`: what is done about everything that can go wrong, at every moment of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.desk.irregularities import Cell


def irregularities(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rulebook; pitboss games lists them.")
    ] = None,
    house: Annotated[Path | None, typer.Option("--house", metavar="FILE", help="A house file.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option or a reading; may be repeated."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print every cell as JSON.")] = False,  # noqa: FBT002
) -> None:
    """Show what is done about each irregularity, and at which moments; or why it cannot be there.

    A live table is played, and everything is reported to it at every moment: the table is what the rules answered.

    Example: pitboss irregularities spanish21-md
    """
    from pitboss.cli.houses import game_for
    from pitboss.cli.output import say_json
    from pitboss.desk.irregularities import matrix

    game = game_for(rulebook, house, settings or [])
    cells = matrix(game)
    if json:
        say_json({"rulebook": game.house.rulebook.id, "cells": [_object(cell) for cell in cells]})
        return
    _print(game.house.rulebook.id, cells)


def _object(cell: Cell) -> dict[str, Any]:
    says = {} if cell.taken else {"says": cell.says}
    return {"matter": cell.matter, "moment": cell.moment, "taken": cell.taken, "clauses": list(cell.clauses), **says}


def _print(rulebook: str, cells: Sequence[Cell]) -> None:
    from pitboss.cli.output import say, wrapped
    from pitboss.desk.irregularities import irregular_matters

    about = irregular_matters()
    taken = sum(cell.taken for cell in cells)
    say(f"{rulebook}: {len(about)} matters, {len(cells)} cells; {taken} are dealt with, the others are refused.")
    for matter, words in about.items():
        say()
        say(f"{matter.upper()}: {words}")
        for line in _groups([cell for cell in cells if cell.matter == matter]):
            say(wrapped(line, indent=4, first="  "))


def _groups(cells: Sequence[Cell]) -> list[str]:
    """Moments that are dealt with alike stand together; of those that are not, each reason once."""
    dealt: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for cell in cells:
        by = ", ".join(cell.clauses) or "a supervisor's word"
        group, key = (dealt, by) if cell.taken else (refused, cell.says)
        group.setdefault(key, []).append(cell.moment)
    lines = [f"{by}: {', '.join(moments)}" for by, moments in dealt.items()]
    return lines + [f"refused ({says}): {', '.join(moments)}" for says, moments in refused.items()]
