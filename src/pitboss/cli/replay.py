"""`pitboss replay`: rounds as text, dealt and settled by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.core.facts import WagerSettled
    from pitboss.notation.file import Unlawful
    from pitboss.notation.replay import Replayed


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
    from pitboss.notation.file import Malformed, Unlawful, read_round
    from pitboss.notation.replay import replay as play

    try:
        played = play(read_round(path))
    except Malformed as error:
        complain(f"{path}: {error}")
        if json:
            nothing: dict[str, Any] = {"rulebook": None, "net": {}, "settlements": [], "met": None, "refused": None}
            say_json({"file": str(path), **nothing, "error": str(error)})
        return MALFORMED
    except Unlawful as error:
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
        complain(f"{path}: refused: {played.refused.action}: {played.refused.refusal.says}")
    elif played.met is False:
        complain(f"{path}: the expectation is not met")
    return NO if played.refused is not None or played.met is False else 0


def _object(played: Replayed) -> dict[str, Any]:
    from pitboss.money import plain

    refused = played.refused
    rows = [] if refused else list(played.runner.round.layout.settlements.values())
    return {
        "rulebook": played.file.game.house.rulebook.id,
        "net": {player: plain(net) for player, net in played.nets.items()},
        "settlements": [_row(row) for row in rows],
        "met": played.met,
        "refused": None
        if refused is None
        else {
            "action": refused.action,
            "code": refused.refusal.code,
            "clauses": list(refused.refusal.clauses),
            "says": refused.refusal.says,
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


def _unlawful_object(error: Unlawful) -> dict[str, Any]:
    refused = {"action": "house", "code": "unlawful-house", "clauses": list(error.clauses), "says": str(error)}
    return {"rulebook": error.rulebook, "net": {}, "settlements": [], "met": None, "refused": refused}


def _print_unlawful(path: Path, error: Unlawful) -> None:
    from pitboss.cli.output import complain

    for defect in error.defects:
        cited = f" [{', '.join(defect.clauses)}]" if defect.clauses else ""
        complain(f"{path}: unlawful house: {defect.says}{cited}")


def _print(path: Path, played: Replayed) -> None:
    from pitboss.cli.output import say, wrapped
    from pitboss.notation.transcript import transcript

    house = played.file.game.house
    say(f"{path}: {house.rulebook.title}")
    for line in transcript(played.runner.round.facts):
        say(wrapped(line, 4, "  "))
    if played.refused is not None:
        refusal = played.refused.refusal
        cited = ", ".join(refusal.clauses)
        say(wrapped(f"REFUSED: {played.refused.action}: {refusal.says}. ({refusal.code}) [{cited}]", 4, "  "))
        return
    print_settlements(played.runner.round.layout.settlements.values())
    _print_nets(played)


def print_settlements(rows: Any) -> None:
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


def _print_nets(played: Replayed) -> None:
    from pitboss.cli.output import say
    from pitboss.notation.transcript import signed

    expected = played.file.expect or {}
    for player, net in played.nets.items():
        verdict = ""
        if player in expected:
            met = expected[player] == net
            verdict = ", as expected" if met else f", but {signed(expected[player])} was expected"
        say(f"  {player} {signed(net)}{verdict}")
    say()
