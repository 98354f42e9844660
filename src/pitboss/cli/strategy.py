"""`pitboss strategy`: the best play, as a chart or for one hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.amounts import amount_of, bets_of, stakes_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.desk.advice import Advice, Advised, BestPlay, Chase, Folding

FORMATS = ("text", "csv", "html", "svg")
PARTING = (
    "First what one card is worth by itself, then what three are when they are kept together, by their total, in "
    "hundredths of a wager. Add up the three cards where they may be split. Above 21 split them if that makes more "
    "than -50, and surrender otherwise; with a pair, or an ace that passes 21, split them if it makes more than their "
    "total."
)
SWITCHING = "Two cards by themselves, in hundredths of a wager: add up both spots, and switch where that makes more."
LETTERS = {
    "bet": "B",
    "fold": "F",
    "keep": "K",
    "switch": "W",
    "stand": "S",
    "hit": "H",
    "double": "D",
    "surrender": "R",
    "split": "P",
}


def strategy(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The rulebook to play by; --house names one too.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    form: Annotated[str, typer.Option("--format", help="text, csv, html or svg.")] = "text",
    explain: Annotated[tuple[str, str] | None, typer.Option(metavar="HAND UP", help='As in "8c 8d" A.')] = None,
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=DOLLARS", help="A stake.")] = None,
    stake: Annotated[str | None, typer.Option(metavar="DOLLARS", help="--bet on the wager that is played for.")] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a progressive meter shows; its seed otherwise.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Work it out anew, whatever earlier runs have kept.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Print the best play as a chart, or what every decision on one hand is worth.

    Example: pitboss strategy spanish21-ma --explain "8c 8d" A
    """
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, plainly, say, say_json, stop

    need_numba()
    from pitboss.cli.settings import settings_of
    from pitboss.desk.advice import advise, best_play
    from pitboss.desk.houses import need_meter
    from pitboss.desk.stakes import USUAL
    from pitboss.games.colorado.pai_jack_rules import PaiJackRules
    from pitboss.money import spoken

    if form not in FORMATS:
        stop(f"--format takes text, csv, html or svg, not {form!r}", MALFORMED)
    game = game_for(rulebook, house, settings or [])
    placed = bets_of(game, bets, stake)
    shown = None if meter is None else amount_of("--meter", meter)
    if isinstance(game.rules, PaiJackRules):
        with plainly():
            need_meter(game, shown)
        settings_of(game, form, explain, json=json)
        return
    with plainly():
        if explain is not None:
            advice = advise(game, *explain, bets=placed, fresh=fresh, meter=shown)
            if json:
                say_json({"rulebook": game.house.rulebook.id, **_advice_object(advice, *explain)})
            else:
                _explain(advice, *explain)
            return
        play = best_play(game, bets=placed, fresh=fresh, meter=shown)
    if json:
        say_json({"rulebook": game.house.rulebook.id, **_chart_object(play)})
        return
    title = f"{game.house.rulebook.title}: best play by total and number of cards"
    edge, lost = -100 * play.value, 100 * (play.value - play.charted)
    main = spoken(play.stakes.get(game.rules.played, USUAL)) + (", its award included," if play.with_award else "")
    note = f"House edge of {main} with best play {edge:.4f} %; keeping to this chart costs {lost:.4f} % more."
    if play.switching is not None:
        lost = 100 * (play.value - play.charted)
        note = (
            f"House edge of {main} on each spot with best play of both together {edge:.4f} %. Whoever switches by the "
            f"worths of two cards by themselves, and then plays each spot by its own cards, loses {lost:.4f} % more."
        )
    if play.singles is not None:
        note = (
            f"House edge of {main} by itself with best play {edge:.4f} %. Whoever splits three ways by what cards are "
            f"worth one by one, and then plays each hand by its own cards, loses {lost:.4f} % more."
        )
    say(_drawn(form, title, play.rows, [*play.notes, note]).rstrip())
    if form == "text":
        _more_tables(play)


def _more_tables(play: BestPlay) -> None:
    """What a chart of one hand cannot say."""
    from pitboss.cli.output import say, table, wrapped

    more: list[tuple[str, list[list[str]]]] = []
    if play.singles is not None and play.kept is not None:
        more += [(PARTING, play.singles), ("", play.kept)]
    if play.chase is not None:
        more.append((_chasing(play, play.chase), play.chase.rows))
    if play.switching is not None:
        more.append((SWITCHING, play.switching))
    if play.folding is not None:
        _folding(play, play.folding)
    for says, rows in more:
        say()
        if says:
            say(wrapped(says))
            say()
        say(table([tuple(row) for row in rows], right=tuple(range(1, 11))))


def _folding(play: BestPlay, folding: Folding) -> None:
    """When a poker hand is folded, as rules that a person can keep to."""
    from pitboss.cli.output import say, table, wrapped
    from pitboss.money import spoken

    say()
    worth = f"House edge of the {folding.wager} wager with best play {-100 * folding.best:.4f} %"
    if folding.rows is not None:
        worth += f" at {' and '.join(f'{spoken(amount)} on {wager}' for wager, amount in play.stakes.items())}"
        worth += ", what it takes from the other wager included; the chart above is for that one alone, and --explain "
        worth += "says what is best for both together. These first cards fold:"
        say(wrapped(worth))
        say()
        say(table([tuple(row) for row in folding.rows]))
        say()
        if folding.others is not None:
            say(wrapped("All others bet, and these are then played otherwise than by the chart:"))
            say()
            say(table([tuple(row) for row in folding.others]))
            say()
        say("Rules that a person can keep to, and what they lose of an ante:")
    else:
        say(wrapped(f"{worth}, of the first of its wagers. Rules that a person can keep to, and what they lose of it:"))
    for each in folding.thumbs:
        say(wrapped(f"{each.says[0].upper()}{each.says[1:]}: {100 * float(each.loss):.4f} %.", 4, "  "))


def _chasing(play: BestPlay, chase: Chase) -> str:
    """What the table of a chase is for, and what it is worth."""
    from pitboss.money import spoken

    stake = spoken(play.stakes[chase.wager])
    return (
        f"With {stake} on {chase.wager} these hands, in the order of their ranks, are played so while the straight "
        f"grows; whatever is not here is played by the chart. That costs {-100 * chase.joined.ev:.4f} % of the "
        f"{chase.wager} wager, what it takes from the main wager included. Played by the chart alone it is "
        f"{-100 * chase.along:.4f} %."
    )


def _advice_object(advice: Advice, hand: str, up: str) -> dict[str, Any]:
    found = advice.decisions
    rows = [{"decision": each.decision, "worth": each.worth, "clauses": list(each.clauses)} for each in found]
    stakes = stakes_object(advice.stakes)
    asked = [{"decision": each.decision, "worth": each.worth, "clauses": list(each.clauses)} for each in advice.asked]
    first = {"asked": asked} if asked else {}
    told = {"hand": hand, "up": up, "stakes": stakes, "unit": advice.unit}
    return {**told, **first, "best": advice.best.decision, "decisions": rows}


def _chart_object(play: BestPlay) -> dict[str, Any]:
    head, *body = play.rows
    rows = {name: dict(zip(head[1:], squares, strict=True)) for name, *squares in body}
    worth = {"ev": play.value, "ev_of_chart": play.charted}
    found: dict[str, Any] = {"stakes": stakes_object(play.stakes), **worth, "rows": rows, "notes": play.notes}
    if play.switching is not None:
        ups, *hands = play.switching
        found["switching"] = {hand: dict(zip(ups[1:], map(int, worths), strict=True)) for hand, *worths in hands}
    if play.folding is not None:
        thumbs = [{"rule": t.says, "ev": float(t.ev), "loss": float(t.loss)} for t in play.folding.thumbs]
        found["folding"] = {"wager": play.folding.wager, "ev": play.folding.best, "rules": thumbs}
        if play.folding.rows is not None:
            others = play.folding.others or [[]]
            found["folding"]["otherwise"] = [
                {"up": up, "decision": decision, "hands": hands.split()} for up, decision, hands in others[1:]
            ]
            found["folding"]["folds"] = {up: hands.split() for up, hands in play.folding.rows[1:]}
    if play.chase is not None:
        ups, *hands = play.chase.rows
        found["chase"] = {
            "wager": play.chase.wager,
            "ev": play.chase.joined.ev,
            "ev_by_the_chart": play.chase.along,
            "rows": {hand: dict(zip(ups[1:], squares, strict=True)) for hand, *squares in hands},
        }
    for name, worths_of in (("singles", play.singles), ("kept", play.kept)):
        if worths_of is not None:
            ups, *body = worths_of
            found[name] = {each: dict(zip(ups[1:], map(int, worths), strict=True)) for each, *worths in body}
    return found


def _drawn(form: str, title: str, rows: list[list[str]], notes: list[str]) -> str:
    from pitboss.cli import charts

    match form:
        case "csv":
            return charts.as_csv(rows)
        case "html":
            return charts.as_html(title, rows, notes)
        case "svg":
            return charts.as_svg(title, rows, notes)
    return charts.as_text(title, rows, notes)


def _explain(advice: Advice, hand_text: str, up_text: str) -> None:
    from pitboss.cli.output import say, table, wrapped

    known = "the dealer having no blackjack" if advice.blackjack_excluded else "a dealer's blackjack not being excluded"
    known = f"after a bet, {known}" if advice.after_bet else known
    at_poker = f"{hand_text} at poker beside {up_text}:"
    if advice.asked:
        say(f"{hand_text} against {up_text}, before the dealer looks for a blackjack:")
        say(table(_decisions(advice.asked), right=(2, 3)))
        say()
    say(at_poker if len(up_text.split()) > 1 else f"{hand_text} against {up_text}, {known}:")
    say(table(_decisions(advice.decisions), right=(2, 3)))
    say(wrapped(_unit(advice)))


def _unit(advice: Advice) -> str:
    """What the worths are counted in, and the stakes that they are for."""
    from pitboss.money import spoken

    stakes = " and ".join(f"{spoken(amount)} on {wager}" for wager, amount in advice.stakes.items())
    return f"Worth in units of the {advice.unit} wager{f', with {stakes}' if advice.unit in advice.stakes else ''}."


def _decisions(advised: Sequence[Advised]) -> list[tuple[str, ...]]:
    """Decisions with their worths, the best one first, with a heading."""
    best = advised[0].worth
    rows: list[tuple[str, ...]] = [("", "  DECISION", "WORTH", "AGAINST THE BEST", "CLAUSES")]
    for each in advised:
        mark = LETTERS[each.decision] if each.worth == best else ""
        worth, less = f"{each.worth:+.6f}", f"{each.worth - best:+.6f}"
        rows.append((mark, f"  {each.decision}", worth, less, ", ".join(each.clauses)))
    return rows
