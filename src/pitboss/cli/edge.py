"""`pitboss edge`: what each wager is worth, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.amounts import amount_of, bets_of, stakes_object
from pitboss.money import plain, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pitboss.analysis.priced import AwardLine, Outcome
    from pitboss.desk.answers import Combined
    from pitboss.desk.houses import Game
    from pitboss.desk.prices import Price, Prices
    from pitboss.ids import Wager
    from pitboss.money import Cents


ROUNDED_OFF = 1e-12
"""Differences below this are those of the order in which a computer adds up."""


def edge(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The rulebook to price; --house names one too.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="K=V", help="An option or reading.")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file.")] = None,
    wagers: Annotated[list[str] | None, typer.Option("--wager", metavar="W", help="Only this wager.")] = None,
    bets: Annotated[list[str] | None, typer.Option("--bet", metavar="WAGER=DOLLARS", help="A stake.")] = None,
    stake: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Same as --bet for the main wager.")] = None,
    others: Annotated[int, typer.Option(min=0, max=6, help="Other players, for the fixed awards.")] = 0,
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a progressive meter shows; its seed otherwise.")
    ] = None,
    sheet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a price sheet, .html or .csv.")] = None,
    what_if: Annotated[bool, typer.Option("--what-if", help="What every other rule is worth.")] = False,  # noqa: FBT002
    compare: Annotated[str | None, typer.Option(metavar="ID", help="Explain the difference to this rulebook.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute it again instead of reading the cache.")] = False,  # noqa: FBT002
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Price every wager of a rulebook under a house: the player's expectation with best play from a fresh shoe.

    Example: pitboss edge spanish21-ma --set decks=8
    """
    from pitboss.cli.houses import game_for, need_numba
    from pitboss.cli.output import MALFORMED, plainly, say_json, stop

    need_numba()
    from pitboss.desk.prices import price

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
        with plainly():
            shown = None if meter is None else amount_of("--meter", meter)
            prices = price(game, wagers, bets=bets_of(game, bets, stake), others=others, fresh=fresh, meter=shown)
        if sheet is not None:
            _write_sheet(sheet, prices)
        if json:
            say_json(_object(prices))
        else:
            _print(prices)


def _write_sheet(path: Path, prices: Prices) -> None:
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.cli.sheet import as_csv, as_html, sheet, write_whole

    tables = sheet(prices)
    try:
        write_whole(path, as_csv(tables) if path.suffix == ".csv" else as_html(tables))
    except OSError as error:
        stop(f"{path}: the sheet cannot be written: {(error.strerror or 'unknown reason').lower()}", MALFORMED)


def _object(prices: Prices) -> dict[str, Any]:
    from pitboss.cli.houses import house_object

    house = prices.game.house
    found = {str(each.wager): _price_object(each) for each in prices.wagers.values()}
    if prices.award is not None:
        found[prices.award.id] = _award_object(prices.award)
    return {
        "rulebook": house.rulebook.id,
        "house": house_object(house),
        "readings": dict(house.readings),
        "stakes": stakes_object(prices.stakes),
        **({} if prices.meter is None else {"meter": plain(prices.meter)}),
        "wagers": found,
        "combined": None if prices.joint is None else _combined_object(prices.joint),
        "seconds": round(prices.seconds, 3),
    }


def _combined_object(joint: Combined) -> dict[str, Any]:
    return {
        "ev": joint.ev,
        "sd": joint.sd,
        "kind": joint.kind,
        "unit": joint.unit,
        **({} if joint.exact is None else {"ev_exact": joint.exact}),
        **({"standard_error": joint.error} if joint.error else {}),
        **({} if joint.bound is None else {"bound": joint.bound}),
        **({"sd_error": joint.sd_error} if joint.sd_error else {}),
    }


def _price_object(price: Price) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ev": price.ev,
        "ev_exact": price.exact,
        "sd": price.sd,
        "outcomes": _outcome_objects(price.outcomes),
        "method": price.method,
        **({"unit": f"for {price.unit}"} if price.unit else {}),
        **({"standard_error": price.error} if price.error else {}),
        **({"sd_error": price.sd_error} if price.sd_error else {}),
        **({} if price.bound is None else {"bound": price.bound}),
    }
    if price.by_up_card is not None:
        found["by_up_card"] = {up: {"ev": float(ev), "ev_exact": _fraction(ev)} for up, ev in price.by_up_card.items()}
    if price.break_even_meter is not None:
        found["break_even_meter"] = round(price.break_even_meter, 2)
    return found if price.fair_wheel is None else {**found, "fair_wheel_mean": price.fair_wheel}


def _fraction(value: Fraction | float) -> str | None:
    """Return a fraction as text, None for a number that is none."""
    return str(value) if isinstance(value, Fraction) else None


def _award_object(award: AwardLine) -> dict[str, Any]:
    pays = float((award.own + award.from_others) / award.probability) if award.probability else 0
    chance = {"probability": float(award.probability), "probability_exact": str(award.probability)}
    return {
        "ev": award.ev,
        "ev_exact": None,
        "sd": None,
        "outcomes": [{"name": award.name, **chance, "pays": pays}],
        "method": "counting; for each unit of the main wager, less what drawing instead of splitting costs it",
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


def _print(prices: Prices) -> None:
    from pitboss.cli.output import say, table, wrapped
    from pitboss.law.housefile import written_house

    house = prices.game.house
    stated = [line for line in written_house(house) if line.partition(" = ")[0] in {*house.stated, *house.readings}]
    other = [line.replace(" = ", "=") for line in stated]
    say(wrapped(f"{house.rulebook.title}{': ' + ', '.join(other) if other else ''}"))
    say()
    say(table([("  WAGER", "HOUSE EDGE", "SD", "EXACTLY"), *_price_lines(prices)], right=(1, 2)))
    for price in prices.wagers.values():
        if price.outcomes:
            _print_outcomes(price.wager, price.outcomes)
        if price.by_up_card is not None:
            say()
            say(table([*_against_lines(price.wager, price.by_up_card)], right=(1,)))


def _against_lines(wager: Wager, worths: Mapping[str, Fraction | float]) -> Iterator[tuple[str, ...]]:
    """Return the edge against each up card; the column of fractions is there if there are any."""
    exact = all(isinstance(ev, Fraction) for ev in worths.values())
    yield (f"  {wager} AGAINST", "HOUSE EDGE", *(("EXACTLY",) if exact else ()))
    for up, ev in worths.items():
        yield (f"    {up}", f"{-100 * float(ev):.4f} %", *((str(-ev),) if exact else ()))


def _price_lines(prices: Prices) -> Iterator[tuple[str, str, str, str]]:
    """Return what is played together, the main wager, the fixed award that is part of it, and the side wagers."""
    played, award = prices.game.rules.played, prices.award
    if prices.joint is not None:
        yield _combined_line(prices.joint, prices.stakes)
    for price in prices.wagers.values():
        sd = "" if price.sd is None else f"{price.sd:.4f}"
        if price.wager == played:
            exactly = "best play from a fresh shoe" if price.exact is None else _exactly(price)
            exactly += f"; for {price.unit}" if price.unit else ""
            yield f"  {price.wager}", f"{-100 * price.ev:.4f} %", sd, exactly
    if award is not None:
        what = f"of a main wager of {spoken(award.wager)} with {award.others} other player(s)"
        yield f"  {award.id}", f"{-100 * award.ev + 0:.4f} %", "", what + _award_play(award)
    for price in prices.wagers.values():
        if price.wager != played:
            sd = "" if price.sd is None else f"{price.sd:.4f}"
            yield f"  {price.wager}", f"{-100 * price.ev:.4f} %", sd, _exactly(price)


def _combined_line(joint: Combined, placed: Mapping[Wager, Cents]) -> tuple[str, str, str, str]:
    """Return wagers that are played together, with the kind of the figure and its unit."""
    stakes = ", ".join(f"{spoken(placed[wager])} on {wager}" for wager in joint.wagers)
    what = f"of all that are played together: {stakes}; for each unit of all of them; {joint.accuracy}"
    return "  combined", f"{-100 * joint.ev:.4f} %", f"{joint.sd:.4f}", what


def _exactly(price: Price) -> str:
    """The edge as a fraction, or what it is of; what a meter would have to show or a wheel to hand out on average, so
    that the wager breaks even.
    """
    if price.break_even_meter is not None:
        return f"breaks even with a meter of ${price.break_even_meter:,.2f}; {_adds(price)}"
    if price.beside is not None:
        return _adds(price) + _accuracy(price)
    if price.note:
        return price.note
    edge = "" if price.exact is None else price.exact.removeprefix("-") if price.ev < 0 else f"-{price.exact}"
    fair = price.fair_wheel
    return edge if fair is None else f"{edge}; fair with a wheel that pays ${fair:,.2f} on average"


def _accuracy(price: Price) -> str:
    """Return how far a price may be off that is not exact."""
    if price.bound is None:
        return ""
    from pitboss.desk.answers import accuracy_says

    return f"; {accuracy_says(price.error, price.bound)}"


def _adds(price: Price) -> str:
    """What an edge is of where it is that of playing for several wagers together."""
    stakes = dict(price.beside or {})
    own = spoken(stakes.pop(price.wager))
    if not stakes:
        return f"best play of {own} by itself"
    others, names = (" and ".join(each) for each in ([f"{spoken(stakes[w])} on {w}" for w in stakes], stakes))
    return f"what {own} adds to {others}: best play of all less best play of {names} alone"


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
    from pitboss.cli.output import plainly, progress, say, say_json, table, wrapped
    from pitboss.desk import prices

    with plainly(), progress("pricing") as step:
        changes = prices.changes(game, step)
    if json:
        rows = [{"what": c.what, "ev": c.value, "change": c.difference, "clauses": list(c.clauses)} for c in changes]
        say_json({"rulebook": game.house.rulebook.id, "changes": rows})
        return
    about = f"{game.house.rulebook.title}: each other choice and reading by itself, in the player's expectation"
    say(wrapped(f"{about} of the {game.rules.played} wager"))
    say()
    moved = [each for each in changes if abs(each.difference) > ROUNDED_OFF]
    lines = [("  WHAT", "CHANGE", "CLAUSES")]
    lines += [(f"  {c.what}", f"{100 * c.difference:+.4f} %", ", ".join(c.clauses)) for c in moved]
    say(table(lines, right=(1,)))
    moving = {_rule(each.what) for each in moved}
    still = dict.fromkeys(rule for each in changes if (rule := _rule(each.what)) not in moving)
    say()
    say(wrapped(f"It does not move with: {', '.join(still)}." if still else "Everything moves it."))


def _rule(change: str) -> str:
    """The option or reading of a change, without its value."""
    return change.partition(" =")[0]


def _compare(one: Game, other: Game, *, json: bool) -> None:
    from pitboss.cli.output import plainly, say, say_json, table, wrapped
    from pitboss.desk.prices import compared

    with plainly():
        steps = list(compared(one, other))
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
