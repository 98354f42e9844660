"""`pitboss replay`: rounds as text, dealt and settled by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.desk.replays import Replay, UnlawfulHouse, WagerSettled


def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Rounds in the notation; - reads one.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line and file.")] = False,  # noqa: FBT002
) -> None:
    """Deal rounds written as text and print every settlement with its clauses.

    Exit 0: played, and what was expected came out. Exit 1: the rules refused a bet or an action, or an expectation
    is not met. Exit 2: a file is malformed, or cards or a decision are missing or left over.

    Example: pitboss replay docs/examples/three-sevens.round.toml
    """
    worst = max(_one(path, json=json) for path in files)
    raise typer.Exit(worst)


def _one(path: Path, *, json: bool) -> int:
    from pitboss.cli.output import MALFORMED, NO, complain, say_json
    from pitboss.desk.questions import BadQuestion
    from pitboss.desk.replays import UnlawfulHouse, replay_file

    try:
        played = replay_file(path)
    except BadQuestion as error:
        complain(f"{path}: {error}")
        if json:
            nothing: dict[str, Any] = {"rulebook": None, "net": {}, "settlements": [], "met": None, "refused": None}
            say_json({"file": str(path), **nothing, "error": str(error)})
        return MALFORMED
    except UnlawfulHouse as error:
        if json:
            say_json({"file": str(path), **_unlawful_object(error)})
        else:
            _print_unlawful(path, error)
        return NO
    if json:
        say_json({"file": str(path), **_object(played)})
    else:
        _print(path, played)
    if played.refused is not None:
        complain(f"{path}: refused: {played.refused.action}: {played.refused.says}")
    elif played.met is False:
        complain(f"{path}: the expectation is not met")
    return NO if played.refused is not None or played.met is False else 0


def _object(played: Replay) -> dict[str, Any]:
    from pitboss.money import plain

    refused = played.refused
    return {
        "rulebook": played.rulebook.id,
        "net": {player: plain(net) for player, net in played.nets.items()},
        "settlements": [_row(row) for row in played.settlements],
        "met": played.met,
        "refused": None
        if refused is None
        else {
            "action": refused.action,
            "code": refused.code,
            "clauses": list(refused.clauses),
            "says": refused.says,
        },
    }


def _row(row: WagerSettled) -> dict[str, Any]:
    from pitboss.money import plain

    return {
        "player": row.whose,
        "box": row.hand.box,
        "hand": row.hand.number,
        "wager": row.wager,
        "stake": plain(row.stake),
        "odds": None if row.odds is None else str(row.odds),
        "net": plain(row.net),
        "clauses": list(row.clauses),
    }


def _unlawful_object(error: UnlawfulHouse) -> dict[str, Any]:
    refused = {"action": "house", "code": "unlawful-house", "clauses": list(error.clauses), "says": str(error)}
    return {"rulebook": error.rulebook, "net": {}, "settlements": [], "met": None, "refused": refused}


def _print_unlawful(path: Path, error: UnlawfulHouse) -> None:
    from pitboss.cli.output import complain

    for defect in error.defects:
        cited = f" [{', '.join(defect.clauses)}]" if defect.clauses else ""
        complain(f"{path}: unlawful house: {defect.says}{cited}")


def _print(path: Path, played: Replay) -> None:
    from pitboss.cli.output import say, wrapped

    say(f"{path}: {played.rulebook.title}")
    for line in played.transcript:
        say(wrapped(line, 4, "  "))
    if played.refused is not None:
        refusal = played.refused
        cited = ", ".join(refusal.clauses)
        say(wrapped(f"REFUSED: {refusal.action}: {refusal.says}. ({refusal.code}) [{cited}]", 4, "  "))
        return
    print_settlements(played.settlements)
    _print_nets(played)


def print_settlements(rows: Iterable[WagerSettled]) -> None:
    from pitboss.cli.output import say, table
    from pitboss.money import plain

    say()
    lines = [("  BOX", "PLAYER", "WAGER", "STAKE", "ODDS", "NET", "CLAUSES")]
    lines += [
        (
            f"  {row.hand}",
            row.whose,
            row.wager,
            plain(row.stake),
            "" if row.odds is None else str(row.odds),
            plain(row.net),
            ", ".join(row.clauses),
        )
        for row in rows
    ]
    say(table(lines, right=(3, 4, 5)))
    say()


def _print_nets(played: Replay) -> None:
    from pitboss.cli.output import say
    from pitboss.service.words import signed

    for player, net in played.nets.items():
        verdict = ""
        if player in played.expected:
            met = played.expected[player] == net
            verdict = ", as expected" if met else f", but {signed(played.expected[player])} was expected"
        say(f"  {player} {signed(net)}{verdict}")
    say()
