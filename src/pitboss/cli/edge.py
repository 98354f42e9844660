"""`pitboss edge`: what each wager is worth, exactly."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.amounts import amount_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.analysis.edge import AwardLine
    from pitboss.analysis.family.outcomes import MainWager
    from pitboss.analysis.side import Outcome, Priced
    from pitboss.games.registry import Game
    from pitboss.money import Cents


def edge(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="The rulebook to price.")],
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    wagers: Annotated[list[str] | None, typer.Option("--wager", metavar="W", help="Only this wager.")] = None,
    stake: Annotated[str, typer.Option(metavar="DOLLARS", help="The main wager, for the fixed awards.")] = "25",
    others: Annotated[int, typer.Option(min=0, max=6, help="Other players, for the fixed awards.")] = 0,
    sheet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a price sheet, .html or .csv.")] = None,
    what_if: Annotated[bool, typer.Option("--what-if", help="What every other rule is worth.")] = False,  # noqa: FBT002
    compare: Annotated[str | None, typer.Option(metavar="ID", help="Explain the difference to this rulebook.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Price every wager of a rulebook under a house: the player's expectation with best play from a fresh shoe.

    Example: pitboss edge spanish21-ma --set decks=8
    """
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, say_json, stop

    need_numba()
    game = game_for(rulebook, house, settings or [])
    if sheet is not None and (sheet.suffix not in (".html", ".csv") or not sheet.parent.is_dir() or sheet.is_dir()):
        stop("--sheet takes a file in a folder that exists, named *.html or *.csv", MALFORMED)
    if what_if and compare:
        stop("--what-if and --compare are two questions; ask one at a time", MALFORMED)
    if what_if:
        _what_if(game, json=json)
    elif compare is not None:
        _compare(game, game_for(compare, None, []), json=json)
    else:
        began = time.perf_counter()
        main, award, sides = _prices(game, wagers, amount_of("--stake", stake, "an amount of dollars"), others)
        seconds = time.perf_counter() - began
        if sheet is not None:
            _write_sheet(sheet, game, main, sides)
        if json:
            say_json(_object(game, main, award, sides, seconds))
        else:
            _print(game, main, award, sides)


def _prices(
    game: Game, wagers: list[str] | None, stake: Cents, others: int
) -> tuple[MainWager | None, AwardLine | None, list[Priced]]:
    """The main wager, the award's line, and the side wagers; those asked for."""
    from pitboss.analysis.edge import award_line, side_wagers, solve_main
    from pitboss.analysis.family.outcomes import main_wager
    from pitboss.analysis.family.terms import NotPriced
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.law.rulebook import UnknownName

    sides = list(side_wagers(game))
    awards = ["super-award"] if "super-award" in game.house.rulebook.wagers else []
    known = ["main", *(str(priced.wager) for priced in sides), *awards]
    for each in wagers or []:
        if each in game.house.rulebook.wagers and each not in known:
            stop(f"{each} is not offered by this house, so there is nothing to price", MALFORMED)
        if each not in known:
            stop(str(UnknownName("wager", each, known)), MALFORMED)
    wanted = set(wagers or known)
    main, award = None, None
    try:
        if wanted & {"main", "super-award"}:
            solution = solve_main(game)
            main = main_wager(solution) if "main" in wanted else None
            award = award_line(solution, stake, others) if "super-award" in wanted else None
    except NotPriced as error:
        stop(str(error), MALFORMED)
    return main, award, [priced for priced in sides if priced.wager in wanted]


def _write_sheet(path: Path, game: Game, main: MainWager | None, sides: list[Priced]) -> None:
    from pitboss.analysis.edge import MAIN_METHOD
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.cli.sheet import Line, as_csv, as_html, sheet, write_whole

    lines = [] if main is None else [Line("main", main.ev, main.sd, main.outcomes, MAIN_METHOD)]
    lines += [
        Line(str(each.wager), float(each.ev), float(each.variance) ** 0.5, each.outcomes, each.method) for each in sides
    ]
    tables = sheet(game, lines)
    try:
        write_whole(path, as_csv(tables) if path.suffix == ".csv" else as_html(tables))
    except OSError as error:
        stop(f"{path}: the sheet cannot be written: {(error.strerror or 'unknown reason').lower()}", MALFORMED)


def _object(
    game: Game, main: MainWager | None, award: AwardLine | None, sides: list[Priced], seconds: float
) -> dict[str, Any]:
    from pitboss.analysis.edge import MAIN_METHOD
    from pitboss.cli.houses import house_object

    found: dict[str, Any] = {}
    if main is not None:
        found["main"] = {
            "ev": main.ev,
            "ev_exact": None,
            "sd": main.sd,
            "outcomes": _outcome_objects(main.outcomes),
            "method": MAIN_METHOD,
        }
    if award is not None:
        found["super-award"] = {
            "ev": award.ev,
            "ev_exact": None,
            "sd": None,
            "outcomes": [
                {
                    "name": "three suited sevens against a seven",
                    "probability": float(award.probability),
                    "probability_exact": str(award.probability),
                    "pays": float((award.own + award.from_others) / award.probability) if award.probability else 0,
                }
            ],
            "method": "counting; for each unit of the main wager, less what drawing instead of splitting costs it",
        }
    for priced in sides:
        found[priced.wager] = {
            "ev": float(priced.ev),
            "ev_exact": str(priced.ev),
            "sd": float(priced.variance) ** 0.5,
            "outcomes": _outcome_objects(priced.outcomes),
            "method": priced.method,
        }
        if (mean := _fair_mean(game, priced)) is not None:
            found[priced.wager]["fair_wheel_mean"] = mean
    return {
        "rulebook": game.house.rulebook.id,
        "house": house_object(game.house),
        "readings": dict(game.house.readings),
        "wagers": found,
        "combined": None,
        "seconds": round(seconds, 3),
    }


def _outcome_objects(outcomes: Sequence[Outcome[Any]]) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "probability": float(each.probability),
            "probability_exact": each.exactly,
            "pays": float(each.pays),
        }
        for each in outcomes
    ]


def _print(game: Game, main: MainWager | None, award: AwardLine | None, sides: list[Priced]) -> None:
    from pitboss.cli.output import say, table, wrapped
    from pitboss.law.housefile import written_house
    from pitboss.money import spoken

    house = game.house
    stated = [line for line in written_house(house) if line.partition(" = ")[0] in {*house.stated, *house.readings}]
    other = [line.replace(" = ", "=") for line in stated]
    say(wrapped(f"{house.rulebook.title}{': ' + ', '.join(other) if other else ''}"))
    say()
    rows = [("  WAGER", "HOUSE EDGE", "SD", "EXACTLY")]
    if main is not None:
        rows.append(("  main", f"{-100 * main.ev:.4f} %", f"{main.sd:.4f}", "best play from a fresh shoe"))
    if award is not None:
        what = f"of a main wager of {spoken(award.wager)} with {award.others} other player(s)"
        rows.append(("  super-award", f"{-100 * award.ev + 0:.4f} %", "", what + _award_play(award)))
    for priced in sides:
        sd = float(priced.variance) ** 0.5
        exactly = f"{-priced.ev}{_fair_wheel(game, priced)}"
        rows.append((f"  {priced.wager}", f"{-100 * float(priced.ev):.4f} %", f"{sd:.4f}", exactly))
    say(table(rows, right=(1, 2)))
    if main is not None:
        _print_outcomes("main", main.outcomes)
    for priced in sides:
        _print_outcomes(priced.wager, priced.outcomes)


def _fair_wheel(game: Game, priced: Priced) -> str:
    """Of Bonus Spin: what a spin would have to hand out on average, so that the wager breaks even."""
    mean = _fair_mean(game, priced)
    return "" if mean is None else f"; fair with a wheel that pays ${mean:,.2f} on average"


def _fair_mean(game: Game, priced: Priced) -> float | None:
    """In dollars, for the one amount that the wager may have."""
    from pitboss.analysis.side import fair_wheel_mean
    from pitboss.games.spanish21.common import BONUS_SPIN

    if priced.wager != BONUS_SPIN:
        return None
    return float(fair_wheel_mean(priced) * game.rules.betting.wagers[BONUS_SPIN].least.amount / 100)


def _print_outcomes(wager: str, outcomes: Sequence[Outcome[Any]]) -> None:
    from pitboss.cli.output import say, table

    lines = [(f"  {wager}", "CHANCE", "PAYS", "CLAUSES")]
    lines += [
        (f"    {each.name}", f"{float(each.probability):.6f}", f"{float(each.pays):g}", ", ".join(each.clauses))
        for each in outcomes
    ]
    say()
    say(table(lines, right=(1, 2)))


def _award_play(award: AwardLine) -> str:
    """What the award does to the play of two suited sevens against a seven."""
    if not award.probability:
        return "; two suited sevens against a seven are better split all the same, so it is never won"
    if award.changes_play:
        return f"; drawn to instead of splitting, which costs {100 * award.cost:.4f} % and is taken off"
    return ""


def _what_if(game: Game, *, json: bool) -> None:
    from pitboss.analysis.family.terms import NotPriced
    from pitboss.analysis.whatif import what_if
    from pitboss.cli.output import MALFORMED, progress, say, say_json, stop, table, wrapped

    try:
        with progress("pricing") as step:
            changes = list(what_if(game.house, step))
    except NotPriced as error:
        stop(str(error), MALFORMED)
    changes.sort(key=lambda each: -abs(each.difference or 0))
    if json:
        rows = [{"what": c.what, "ev": c.value, "change": c.difference, "clauses": list(c.clauses)} for c in changes]
        say_json({"rulebook": game.house.rulebook.id, "changes": rows})
        return
    say(wrapped(f"{game.house.rulebook.title}: each other choice and reading by itself, in the player's expectation"))
    say()
    moved = [each for each in changes if each.difference]
    lines = [("  WHAT", "CHANGE", "CLAUSES")]
    lines += [(f"  {c.what}", f"{100 * (c.difference or 0):+.4f} %", ", ".join(c.clauses)) for c in moved]
    say(table(lines, right=(1,)))
    still = dict.fromkeys(each.what.partition(" =")[0] for each in changes if each.difference == 0)
    unpriced = [each.what for each in changes if each.difference is None]
    say()
    say(wrapped(f"Nothing moves with: {', '.join(still)}." if still else "Everything moves it."))
    if unpriced:
        say(wrapped(f"Not priced yet: {', '.join(unpriced)}."))


def _compare(one: Game, other: Game, *, json: bool) -> None:
    from pitboss.analysis.family.terms import NotPriced
    from pitboss.analysis.whatif import compare
    from pitboss.cli.output import MALFORMED, say, say_json, stop, table, wrapped

    try:
        steps = list(compare(one, other))
    except NotPriced as error:
        stop(str(error), MALFORMED)
    total = sum(step.difference for step in steps)
    names = (one.house.rulebook.id, other.house.rulebook.id)
    if json:
        rows = [{"rule": each.rule, "change": each.difference, "clauses": list(each.clauses)} for each in steps]
        say_json({"from": names[0], "to": names[1], "steps": rows, "total": total})
        return
    say(
        wrapped(
            f"From {names[0]} to {names[1]}, one rule after the other, in the player's expectation of the main wager"
        )
    )
    say()
    lines = [("  RULE", "CHANGE", "CLAUSES")]
    lines += [(f"  {each.rule}", f"{100 * each.difference:+.4f} %", ", ".join(each.clauses)) for each in steps]
    lines.append(("  together", f"{100 * total:+.4f} %", ""))
    say(table(lines, right=(1,)))
