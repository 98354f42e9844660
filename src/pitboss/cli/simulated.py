"""The result of a simulation as text, JSON or CSV, with the exact values beside the simulated ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.amounts import stakes_object
from pitboss.cli.output import MALFORMED, say, say_json, stop, table, width, wrapped
from pitboss.games.kinds import ends_counted
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.cli.simulate import _Session
    from pitboss.desk.simulations import Prepared
    from pitboss.games.registry import AnyRules
    from pitboss.simulation.bankroll import Outlook
    from pitboss.simulation.run import Order, Part
    from pitboss.simulation.summary import Summary

Exact = dict[str, float]
Lines = Sequence[Sequence[str]]

MOST_NETS = 30  # more net results than these are put together in a table for people
UNITS = {
    "mean": "for each unit of the wager",
    "standard_error": "for each unit of the wager",
    "sd": "what one box has on the wager; of a round, all boxes together",
    "distance": "standard errors",
    "net": "stakes",
}


def say_result(prepared: Prepared, order: Order, part: Part, rate: float, session: _Session | None, form: str) -> None:
    """The result in the form that was asked for. What is wrong with a session or its picture is said after it."""
    from pitboss.desk.simulations import exact_values
    from pitboss.simulation.summary import summarize

    summary = summarize(prepared.compiled, part)
    exact = {} if order.shoes else {str(wager): each for wager, each in exact_values(prepared).items()}
    outlook = None if session is None else _outlook(summary, session)
    known = None if isinstance(outlook, str) else outlook
    if form == "json":
        say_json(_object(prepared, order, summary, exact, known, rate))
    elif form == "csv":
        say(_csv(order, summary, exact, known, rate).rstrip())
    else:
        _print(prepared, order, summary, exact, known, rate)
    if isinstance(outlook, str):
        stop(outlook, MALFORMED)
    if outlook is not None and session is not None and session.picture is not None:
        _draw(prepared, outlook, session.picture)


def _distance(value: float, error: float, exact: float | None) -> float | None:
    return None if exact is None or not error else (value - exact) / error


def _outlook(summary: Summary, session: _Session) -> Outlook | str:
    """What a session may bring, or one sentence why that cannot be said."""
    from pitboss.simulation.bankroll import outlook

    total = sum(summary.results.values())
    try:
        return outlook({int(net): count / total for net, count in summary.results.items()}, session.session)
    except ValueError as error:
        return str(error)


def _draw(prepared: Prepared, outlook: Outlook, path: Path) -> None:
    from pitboss.cli.pictures import draw_outlook

    title = prepared.compiled.game.house.rulebook.title
    rounds = "1 round" if outlook.session.rounds == 1 else f"{outlook.session.rounds:,} rounds"
    try:
        draw_outlook(outlook, f"{title}: a session of {rounds}", path)
    except OSError as error:
        stop(f"{path}: the picture cannot be written: {(error.strerror or 'unknown reason').lower()}", MALFORMED)


def _object(
    prepared: Prepared, order: Order, summary: Summary, exact: Exact, outlook: Outlook | None, rate: float
) -> dict[str, Any]:
    from pitboss.analysis.compiling import fingerprint
    from pitboss.cli.houses import house_object

    game = prepared.compiled.game
    found = {
        "rulebook": game.house.rulebook.id,
        "house": house_object(game.house),
        "readings": dict(game.house.readings),
        "plan": prepared.plan,
        **({"why_exact": prepared.why} if prepared.why else {}),
        "rounds": summary.rounds,
        "rounds_asked": order.rounds,
        "boxes": summary.boxes,
        "shoes": summary.shoes if order.shoes else None,
        "seed": order.seed,
        "stakes": stakes_object(prepared.compiled.stakes),
        "wagers": {str(wager): _wager_object(summary, str(wager), exact) for wager in summary.wagers},
        "together": {
            "mean": summary.mean / 100,
            "standard_error": summary.standard_error / 100,
            "sd": summary.sd / 100,
            "skew": summary.skew,
            "unit": "dollars a round",
            "results": [[net / 100, count] for net, count in summary.results.items()],
        },
        "units": UNITS,
        **_figures(summary),
        "engine": fingerprint(),
        "rounds_per_second": round(rate),
    }
    if outlook is not None:
        found["session"] = _session_object(outlook)
    return found


def _figures(summary: Summary) -> dict[str, float]:
    """How much was bet, the edge by both measures, and how often what happened."""
    return {
        "average_wager": summary.average_wager,
        "house_edge_of_initial_wager": -summary.wagers[summary.played].mean,
        "element_of_risk": summary.element_of_risk,
        "boxes_split": summary.boxes_split,
        "splits": summary.splits,
        "doubles": _counted(summary, "doubled"),
        "rescues": _counted(summary, "rescued"),
        "bonuses": sum(row.count for row in summary.wagers[summary.played].rows if row.bonus),
        "dealer_blackjacks": summary.dealer_blackjacks,
        "cards": summary.cards,
    }


def _counted(summary: Summary, word: str) -> int:
    """How many hands of main wagers ended with this word in the name of their outcome."""
    return sum(row.count for row in summary.wagers[summary.played].rows if word in row.name)


def _wager_object(summary: Summary, wager: str, exact: Exact) -> dict[str, Any]:
    result = next(each for name, each in summary.wagers.items() if name == wager)
    return {
        "mean": result.mean,
        "standard_error": result.standard_error,
        "sd": result.sd,
        "skew": result.skew,
        "placed": result.placed,
        "stake": result.stake / 100,
        "exact": exact.get(wager),
        "distance": _distance(result.mean, result.standard_error, exact.get(wager)),
        "outcomes": [{"name": row.name, "split": row.split, "count": row.count, "net": row.net} for row in result.rows],
    }


def _session_object(outlook: Outlook) -> dict[str, Any]:
    session = outlook.session
    return {
        "rounds": session.rounds,
        "bankroll": session.bankroll / 100,
        "stop": None if session.stop is None else session.stop / 100,
        "ruin": outlook.ruin,
        "reached": outlook.reached,
        "ahead": outlook.ahead,
        "mean": outlook.mean / 100,
        "quantiles": {str(percent): series[-1] / 100 for percent, series in outlook.quantiles.items()},
        "bands": {
            "rounds": list(outlook.checkpoints),
            "ruined": list(outlook.ruin_by),
            "reached": list(outlook.reached_by),
            "quantiles": {
                str(percent): [cents / 100 for cents in series] for percent, series in outlook.quantiles.items()
            },
        },
    }


MOMENTS = ("mean", "standard_error", "sd", "skew", "exact", "distance")
CSV_HEAD = ("row", "wager", "name", "split", "count", "net", *MOMENTS, "value")


def _csv(order: Order, summary: Summary, exact: Exact, outlook: Outlook | None, rate: float) -> str:
    """One table: `row` says what a line is of. Nets and means of wagers are in stakes, all other money in dollars."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_HEAD, lineterminator="\n")
    writer.writeheader()
    for wager, result in summary.wagers.items():
        found = _wager_object(summary, str(wager), exact)
        figures = {name: found[name] for name in MOMENTS}
        writer.writerow({"row": "wager", "wager": wager, "count": result.placed, **figures})
    amounts = {name: value / 100 for name, value in _moments(summary).items()}
    writer.writerow({"row": "together", "count": summary.rounds, **amounts, "skew": summary.skew})
    for wager, result in summary.wagers.items():
        for row in result.rows:
            cells = {"name": row.name, "split": int(row.split), "count": row.count, "net": row.net}
            writer.writerow({"row": "outcome", "wager": wager, **cells})
    for net, count in summary.results.items():
        writer.writerow({"row": "net", "name": "dollars a round", "count": count, "net": net / 100})
    run = {"rounds": summary.rounds, "boxes": summary.boxes, "seed": order.seed, "rounds_per_second": round(rate)}
    for name, value in {**run, **_figures(summary)}.items():
        writer.writerow({"row": "figure", "name": name, "value": value})
    for name, value in _session_values(outlook):
        writer.writerow({"row": "session", "name": name, "value": value})
    return out.getvalue()


def _moments(summary: Summary) -> dict[str, float]:
    return {"mean": summary.mean, "standard_error": summary.standard_error, "sd": summary.sd}


def _session_values(outlook: Outlook | None) -> Iterator[tuple[str, float]]:
    """A session's figures by name, its bands as in `5 % after 100 rounds`."""
    if outlook is None:
        return
    found = _session_object(outlook)
    for name in ("rounds", "bankroll", "stop", "ruin", "reached", "ahead", "mean"):
        yield name, found[name]
    for percent, series in outlook.quantiles.items():
        for rounds, cents in zip(outlook.checkpoints, series, strict=True):
            yield f"{percent} % after {rounds} rounds", cents / 100


def _print(
    prepared: Prepared, order: Order, summary: Summary, exact: Exact, outlook: Outlook | None, rate: float
) -> None:
    _print_head(prepared, order, summary)
    say()
    shown = (0, 1, 2, 3, 4, 5, 6) if exact else (0, 1, 2, 5, 6)
    _say_table([[line[at] for at in shown] for line in _wager_lines(summary, exact)], "    ")
    say()
    if exact and prepared.why:
        say(wrapped(prepared.why, 22, f"  {'exactly':<20}"))
    for name, text in _facts(prepared.compiled.game.rules, summary, rate):
        say(wrapped(text, 22, f"  {name:<20}"))
    _print_outcomes(summary)
    _print_nets(summary)
    if outlook is not None:
        _print_session(outlook)


def _print_head(prepared: Prepared, order: Order, summary: Summary) -> None:
    """What was played: the house where it is not the usual one, the wagers, the rounds and the plan."""
    from pitboss.law.housefile import written_house

    compiled = prepared.compiled
    house = compiled.game.house
    stated = [line for line in written_house(house) if line.partition(" = ")[0] in {*house.stated, *house.readings}]
    other = [line.replace(" = ", "=") for line in stated]
    say(wrapped(f"{house.rulebook.title}{': ' + ', '.join(other) if other else ''}"))
    boxes = "1 box" if summary.boxes == 1 else f"each of {summary.boxes} boxes"
    stakes = ", ".join(f"{spoken(amount)} {wager}" for wager, amount in compiled.stakes.items())
    where = f"from {summary.shoes:,} whole shoes, dealt to the cut card" if order.shoes else "each from a fresh shoe"
    say(wrapped(f"{summary.rounds:,} rounds {where}, with seed {order.seed}; {stakes} on {boxes}; {prepared.plan}."))


def _say_table(lines: Lines, margin: str = "      ") -> None:
    """Aligned columns, all but the first to the right; in a narrow terminal each line by itself, with the heads."""
    text = table([(*line, "") for line in lines], right=range(1, len(lines[0])))
    if max(map(len, text.splitlines())) <= width():
        say(text)
        return
    head, *body = lines
    say(wrapped(head[0].strip(), len(head[0]) - len(head[0].lstrip())))
    for name, *cells in body:
        say(wrapped(name.strip(), len(name) - len(name.lstrip())))
        said = [f"{title} {cell}" for title, cell in zip(head[1:], cells, strict=True) if cell]
        say(wrapped(", ".join(said).lower(), len(margin)))


def _wager_lines(summary: Summary, exact: Exact) -> Iterator[tuple[str, ...]]:
    yield ("  WAGER", "HOUSE EDGE", "ERROR", "EXACTLY", "DISTANCE", "SD", "SKEW")
    for wager, result in summary.wagers.items():
        known = exact.get(str(wager))
        distance = _distance(result.mean, result.standard_error, known)
        yield (
            f"  {wager}",
            f"{-100 * result.mean + 0:.4f} %",
            f"{100 * result.standard_error:.4f} %",
            "" if known is None else f"{-100 * known + 0:.4f} %",
            "" if distance is None else f"{-distance:+.2f}",
            f"{result.sd:.3f}",
            f"{result.skew:+.2f}",
        )


def _facts(rules: AnyRules, summary: Summary, rate: float) -> Iterator[tuple[str, str]]:
    boxes = summary.rounds * summary.boxes
    figures = _figures(summary)
    per_box = {name: _percent(count / boxes, 4) for name, count in figures.items()}
    mean, error, sd = (each / 100 for each in _moments(summary).values())
    of_a_round = "a round" if summary.boxes == 1 else "a round with all its boxes"
    yield "units", f"edge and error of the wager, distance in errors, SD of {of_a_round} and nets in wagers"
    yield "together", f"{mean:+.5f} dollars a round, error {error:.5f}, SD {sd:.3f}, skew {summary.skew:+.2f}"
    yield "house edge", f"{-100 * summary.wagers[summary.played].mean + 0:.4f} % of the initial {summary.played} wager"
    if summary.draws:
        yield from _drawn(rules, summary, boxes, per_box)
    if rate:
        yield "speed", f"{rate / 1e6:.1f} million rounds a second"


def _drawn(rules: AnyRules, summary: Summary, boxes: int, per_box: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What was doubled, split and paid beside the usual, where hands draw cards."""
    yield "average wager", f"{summary.average_wager:.5f} initial wagers, doubles and splits included"
    yield (
        "element of risk",
        f"{100 * summary.element_of_risk + 0:.4f} % of all money bet on {summary.played}, doubles included",
    )
    yield "split", f"{per_box['boxes_split']} of the boxes, {summary.splits / boxes:.5f} splits a box"
    counted = ", ".join(f"{did} {per_box[name]}" for did, name in ends_counted(rules).items())
    if counted:
        yield "hands a box", counted
    yield "dealer blackjacks", f"{_percent(summary.dealer_blackjacks / summary.rounds, 4)} of the rounds"


def _percent(share: float, places: int) -> str:
    return f"{100 * share:.{places}f} %"


def _print_outcomes(summary: Summary) -> None:
    """How often for each wager that was placed; a box that was split has as many outcomes as hands."""
    for wager, result in summary.wagers.items():
        if not result.rows:
            continue
        placed = "" if result.placed == summary.rounds * summary.boxes else f" ({result.placed:,} placed)"
        lines = [(f"  {wager}{placed}", "FREQUENCY", "NET")]
        for row in result.rows:
            name = f"    split, {row.name}" if row.split else f"    {row.name}"
            lines.append((name, f"{row.count / result.placed:.7f}" if result.placed else "", f"{row.net:+g}"))
        say()
        _say_table(lines)


def _print_nets(summary: Summary) -> None:
    lines = [("  net of a round, all together", "FREQUENCY", "SO FAR")]
    so_far = 0
    for name, count in _net_rows(summary):
        so_far += count
        lines.append((f"    {name}", f"{count / summary.rounds:.7f}", f"{so_far / summary.rounds:.7f}"))
    say()
    _say_table(lines)


def _net_rows(summary: Summary) -> Iterator[tuple[str, int]]:
    """Every net result; where there are many, those that lie together, and whatever is five deviations away."""
    if len(summary.results) <= MOST_NETS:
        yield from ((spoken(net), count) for net, count in summary.results.items())
        return
    step = _round_step(summary.sd / 2.5)
    low, high = (floor((summary.mean + far * summary.sd) / step) for far in (-5, 5))
    grouped: dict[int, int] = {}
    for net, count in summary.results.items():
        place = min(max(net // step, low), high)
        grouped[place] = grouped.get(place, 0) + count
    for place, count in sorted(grouped.items()):
        start, end = spoken(Cents(place * step)), spoken(Cents((place + 1) * step))
        yield (
            f"under {end}" if place == low else f"{start} or more" if place == high else f"{start} to under {end}",
            count,
        )


def _round_step(cents: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 and so on."""
    power = int(10 ** floor(log10(max(1.0, cents))))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= cents)


def _print_session(outlook: Outlook) -> None:
    session = outlook.session
    goal = "" if session.stop is None else f" or {spoken(Cents(session.stop))} are reached"
    least = f"there is less than the {spoken(Cents(session.least))} of a round"
    say()
    rounds = "1 such round" if session.rounds == 1 else f"{session.rounds:,} such rounds"
    say(wrapped(f"A session of {rounds} with {spoken(Cents(session.bankroll))}, played until {least}{goal}:"))
    chances = {"ruined": outlook.ruin, "stopped": outlook.reached, "ahead at the end": outlook.ahead}
    if session.stop is None:
        del chances["stopped"]
    said = ", ".join(f"{name} {_percent(chance, 2)}" for name, chance in chances.items())
    say(wrapped(f"{said}; mean at the end {spoken(Cents(round(outlook.mean)))}", 2))
    say()
    _say_table(list(_band_lines(outlook)))
    say(wrapped("So many of 100 sessions have no more than this. Doubles and splits are made even on credit.", 2))


def _band_lines(outlook: Outlook) -> Iterator[tuple[str, ...]]:
    """The bands at ten times of the session."""
    yield ("  ROUNDS", *(f"{percent} %" for percent in outlook.quantiles), "RUINED")
    last = len(outlook.checkpoints) - 1
    for at in dict.fromkeys(-(-last * tenth // 10) for tenth in range(1, 11)):
        held = [spoken(Cents(series[at])).removesuffix(".00") for series in outlook.quantiles.values()]
        yield (f"  {outlook.checkpoints[at]:,}", *held, f"{_percent(outlook.ruin_by[at], 2)}")
