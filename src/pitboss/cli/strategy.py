"""`pitboss strategy`: the best play, as a chart or for one hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.amounts import amount_of, bets_of, stakes_object
from pitboss.cli.verbs import letters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.desk.advice import Advice, Advised, BestPlay

FORMATS = ("text", "csv", "html", "svg")


def strategy(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The rulebook to play by; --house names one too.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    form: Annotated[str, typer.Option("--format", help="text, csv, html or svg.")] = "text",
    explain: Annotated[tuple[str, str] | None, typer.Option(metavar="HAND UP", help='As in "8c 8d" A.')] = None,
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=DOLLARS", help="A stake.")] = None,
    stake: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Same as --bet for the main wager.")] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a progressive meter shows; its seed otherwise.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute it again instead of reading the cache.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Print the best play as a chart, or what every decision on one hand is worth.

    Example: pitboss strategy spanish21-ma --explain "8c 8d" A
    """
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, plainly, say, say_json, stop

    need_numba()
    from pitboss.desk.advice import advise, best_play

    if form not in FORMATS:
        stop(f"--format takes text, csv, html or svg, not {form!r}", MALFORMED)
    game = game_for(rulebook, house, settings or [])
    placed = bets_of(game, bets, stake)
    shown = None if meter is None else amount_of("--meter", meter)
    named = {"rulebook": game.house.rulebook.id}
    with plainly():
        if explain is not None:
            advice = advise(game, *explain, bets=placed, fresh=fresh, meter=shown)
            if json:
                say_json({**named, **_advice_object(advice, *explain)})
            else:
                _explain(advice)
            return
        play = best_play(game, bets=placed, fresh=fresh, meter=shown)
    if json:
        say_json({**named, **_play_object(play)})
    else:
        say(_drawn(form, play).rstrip())


def _drawn(form: str, play: BestPlay) -> str:
    from pitboss.cli import charts, drawings

    draw = {"csv": charts.as_csv, "html": drawings.as_html, "svg": drawings.as_svg}.get(form, charts.as_text)
    return draw(play)


def _play_object(play: BestPlay) -> dict[str, Any]:
    head, *body = play.rows or [[]]
    return {
        "stakes": stakes_object(play.stakes),
        "ev": play.value,
        "ev_of_chart": play.charted,
        "rows": {name: dict(zip(head[1:], squares, strict=True)) for name, *squares in body},
        "notes": list(play.notes),
        **{section.name: section.value for section in play.sections if section.value is not None},
        **play.figures,
    }


def _advice_object(advice: Advice, hand: str, up: str) -> dict[str, Any]:
    return {
        "hand": hand,
        "up": up,
        "stakes": stakes_object(advice.stakes),
        "unit": advice.unit,
        **({"per": advice.per} if advice.per else {}),
        **({"asked": _decision_objects(advice.asked)} if advice.asked else {}),
        "best": advice.best.decision,
        "decisions": _decision_objects(advice.decisions),
        **({} if advice.table is None else {advice.table.name: advice.table.value}),
    }


def _decision_objects(advised: Sequence[Advised]) -> list[dict[str, Any]]:
    return [_decision_object(one) for one in advised]


def _decision_object(one: Advised) -> dict[str, Any]:
    return {
        "decision": one.decision,
        "worth": one.worth,
        **({"standard_error": one.error} if one.error else {}),
        **({} if one.bound is None else {"bound": one.bound}),
        "clauses": list(one.clauses),
    }


def _explain(advice: Advice) -> None:
    from pitboss.cli.charts import section_rows
    from pitboss.cli.output import say, table, wrapped

    if advice.asked:
        say(advice.asked_says)
        say(table(_decisions(advice.asked), right=(2, 3)))
        say()
    say(advice.says)
    if advice.table is None:
        say(table(_decisions(advice.decisions), right=(2, 3)))
    else:
        say(section_rows(advice.table, indent="  "))
    say(wrapped(_unit(advice)))
    for one in (*advice.asked, *advice.decisions):
        if one.error:
            say(wrapped(_accuracy(one)))


def _accuracy(one: Advised) -> str:
    """Return how far the worth of a decision may be off whose boxes were played out."""
    gained = "" if one.bound is None else f"; best play after it could gain {one.bound:.6f} at most"
    error = f"of {one.error:.6f}" if round(one.error, 6) else "below 0.000001"
    return f"The worth of {one.decision} is simulated, with a standard error {error}{gained}."


def _unit(advice: Advice) -> str:
    """Return what the worths are counted in, and the stakes that they are for."""
    from pitboss.money import spoken

    stakes = " and ".join(f"{spoken(amount)} on {wager}" for wager, amount in advice.stakes.items())
    placed = f", with {stakes}" if advice.unit in advice.stakes else ""
    return f"Worth in units of the {advice.unit} wager{placed}{f', for {advice.per}' if advice.per else ''}."


def _decisions(advised: Sequence[Advised]) -> list[tuple[str, ...]]:
    """Return decisions with their worths, the best one first, with a heading."""
    best, letters = advised[0].worth, letters_of([one.decision for one in advised])
    rows: list[tuple[str, ...]] = [("", "  DECISION", "WORTH", "AGAINST THE BEST", "CLAUSES")]
    for one in advised:
        mark = letters[one.decision] if one.worth == best else ""
        worth, less = f"{one.worth:+.6f}", f"{one.worth - best:+.6f}"
        rows.append((mark, f"  {one.decision}", worth, less, ", ".join(one.clauses)))
    return rows
