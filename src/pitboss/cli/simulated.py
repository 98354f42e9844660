"""The result of a simulation as text, JSON or CSV, with the exact values beside the simulated ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import MALFORMED, say, say_json, stop, table, wrapped
from pitboss.ids import MAIN
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.cli.simulate import _Prepared, _Session
    from pitboss.simulation.bankroll import Outlook
    from pitboss.simulation.run import Order, Part
    from pitboss.simulation.summary import Summary

Exact = dict[str, float]


def say_result(prepared: _Prepared, order: Order, part: Part, rate: float, session: _Session | None, form: str) -> None:
    from pitboss.simulation.summary import summarize

    summary = summarize(prepared.compiled, part)
    exact = {} if order.shoes else exact_values(prepared)
    outlook = None if session is None else _outlook(prepared, summary, session)
    if form == "json":
        say_json(_object(prepared, order, summary, exact, outlook, rate))
    elif form == "csv":
        say(_csv(summary, exact).rstrip())
    else:
        _print(prepared, order, summary, exact, outlook, rate)


def exact_values(prepared: _Prepared) -> Exact:
    """The expectation of each wager for a unit of it, where it is known; the award's for a unit of the main wager."""
    from pitboss.analysis.edge import award_line, side_wagers

    if prepared.note:
        return {}
    compiled = prepared.compiled
    found = {str(MAIN): float(prepared.solution.value)}
    found |= {str(each.wager): float(each.ev) for each in side_wagers(compiled.game)}
    award = award_line(prepared.solution, compiled.stakes[MAIN], compiled.boxes - 1)
    if award is not None:  # the plan does not know the award, so it is won only where suited sevens are drawn on anyway
        found["super-award"] = 0.0 if award.changes_play else float(award.own + award.from_others)
    return found


def _distance(value: float, error: float, exact: float | None) -> float | None:
    return None if exact is None or not error else (value - exact) / error


def _outlook(prepared: _Prepared, summary: Summary, session: _Session) -> Outlook:
    from pitboss.cli.pictures import draw_outlook
    from pitboss.simulation.bankroll import outlook

    total = sum(summary.results.values())
    chances = {int(net): count / total for net, count in summary.results.items()}
    try:
        found = outlook(chances, session.session)
        if session.picture is not None:
            title = prepared.compiled.game.house.rulebook.title
            draw_outlook(found, f"{title}: a session of {session.session.rounds:,} rounds", session.picture)
    except ValueError as error:
        stop(str(error), MALFORMED)
    except OSError as error:
        stop(f"{session.picture}: cannot be written: {(error.strerror or 'unknown reason').lower()}", MALFORMED)
    return found


def _object(
    prepared: _Prepared, order: Order, summary: Summary, exact: Exact, outlook: Outlook | None, rate: float
) -> dict[str, Any]:
    from pitboss.analysis.compiling import fingerprint
    from pitboss.cli.houses import house_object

    game = prepared.compiled.game
    found = {
        "rulebook": game.house.rulebook.id,
        "house": house_object(game.house),
        "readings": dict(game.house.readings),
        "plan": prepared.plan,
        "rounds": summary.rounds,
        "boxes": summary.boxes,
        "shoes": summary.shoes if order.shoes else None,
        "seed": order.seed,
        "wagers": {str(wager): _wager_object(summary, str(wager), exact) for wager in summary.wagers},
        "together": {
            "mean": summary.mean / 100,
            "standard_error": summary.standard_error / 100,
            "sd": summary.sd / 100,
            "skew": summary.skew,
            "unit": "dollars a round",
            "results": [[net / 100, count] for net, count in summary.results.items()],
        },
        "average_wager": summary.average_wager,
        "house_edge_of_initial_wager": -summary.wagers[MAIN].mean,
        "element_of_risk": summary.element_of_risk,
        "splits": summary.splits,
        "boxes_split": summary.boxes_split,
        "dealer_blackjacks": summary.dealer_blackjacks,
        "cards": summary.cards,
        "engine": fingerprint(),
        "rounds_per_second": round(rate),
    }
    if prepared.note:
        found["note"] = prepared.note
    if outlook is not None:
        found["session"] = _session_object(outlook)
    return found


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
    }


def _csv(summary: Summary, exact: Exact) -> str:
    """A line a wager, then a line an outcome."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("wager", "outcome", "split", "count", "net", "mean", "standard_error", "sd", "skew", "exact"))
    for wager, result in summary.wagers.items():
        figures = (result.mean, result.standard_error, result.sd, result.skew, exact.get(str(wager), ""))
        writer.writerow((wager, "", "", result.placed, "", *figures))
        for row in result.rows:
            writer.writerow((wager, row.name, int(row.split), row.count, row.net))
    for net, count in summary.results.items():
        writer.writerow(("together", "dollars a round", "", count, net / 100))
    return out.getvalue()


def _print(
    prepared: _Prepared, order: Order, summary: Summary, exact: Exact, outlook: Outlook | None, rate: float
) -> None:
    from pitboss.law.housefile import written_house

    game = prepared.compiled.game
    house = game.house
    stated = [line for line in written_house(house) if line.partition(" = ")[0] in {*house.stated, *house.readings}]
    other = [line.replace(" = ", "=") for line in stated]
    say(wrapped(f"{house.rulebook.title}{': ' + ', '.join(other) if other else ''}"))
    boxes = "1 box" if summary.boxes == 1 else f"{summary.boxes} boxes"
    where = f"from {summary.shoes:,} shoes dealt to the cut card" if order.shoes else "each from a fresh shoe"
    say(wrapped(f"{summary.rounds:,} rounds on {boxes}, {where}, seed {order.seed}; {prepared.plan}."))
    if prepared.note:
        say(wrapped(prepared.note))
    say()
    say(table(list(_wager_lines(summary, exact)), right=(1, 2, 3, 4, 5, 6, 7)))
    say()
    for name, text in _facts(summary, rate):
        say(wrapped(text, 26, f"  {name:<24}"))
    _print_outcomes(summary)
    if outlook is not None:
        _print_session(outlook)


def _wager_lines(summary: Summary, exact: Exact) -> Iterator[tuple[str, ...]]:
    yield ("  WAGER", "STAKE", "HOUSE EDGE", "ERROR", "EXACTLY", "DISTANCE", "SD", "SKEW", "")
    for wager, result in summary.wagers.items():
        known = exact.get(str(wager))
        distance = _distance(result.mean, result.standard_error, known)
        yield (
            f"  {wager}",
            spoken(result.stake),
            f"{-100 * result.mean + 0:.4f} %",
            f"{100 * result.standard_error:.4f} %",
            "" if known is None else f"{-100 * known + 0:.4f} %",
            "" if distance is None else f"{-distance:+.2f} SE",
            f"{result.sd:.4f}",
            f"{result.skew:+.3f}",
            "",
        )


def _facts(summary: Summary, rate: float) -> Iterator[tuple[str, str]]:
    total, boxes = summary.rounds, summary.rounds * summary.boxes
    mean, error, sd = (each / 100 for each in (summary.mean, summary.standard_error, summary.sd))
    yield "together", f"{mean:+.5f} dollars a round, error {error:.5f}, SD {sd:.3f}, skew {summary.skew:+.3f}"
    yield "average wager", f"{summary.average_wager:.5f} initial wagers, doubles and splits included"
    edge = -100 * summary.wagers[MAIN].mean
    yield "main wager", f"{edge:.4f} % of the initial wager, {100 * summary.element_of_risk:.4f} % of all money bet"
    rows = summary.wagers[MAIN].rows
    doubled = sum(row.count for row in rows if "doubled" in row.name) / boxes
    rescued = sum(row.count for row in rows if row.name.startswith("rescued")) / boxes
    bonus = sum(row.count for row in rows if row.bonus) / boxes
    yield "boxes split", f"{summary.boxes_split / boxes:.4%}, with {summary.splits / boxes:.4%} splits a box"
    yield "hands doubled", f"{doubled:.4%} a box; rescued {rescued:.4%}, paid a bonus {bonus:.4%}"
    yield "dealer blackjacks", f"{summary.dealer_blackjacks / total:.4%} of the rounds"
    yield "speed", f"{rate / 1e6:.1f} million rounds a second"


def _print_outcomes(summary: Summary) -> None:
    for wager, result in summary.wagers.items():
        if not result.rows:
            continue
        lines = [(f"  {wager}", "FREQUENCY", "NET", "")]
        for row in result.rows:
            name = f"    split, {row.name}" if row.split else f"    {row.name}"
            lines.append((name, f"{row.count / result.placed:.7f}" if result.placed else "", f"{row.net:+g}", ""))
        say()
        say(table(lines, right=(1, 2)))


def _print_session(outlook: Outlook) -> None:
    session = outlook.session
    goal = "" if session.stop is None else f", to {spoken(Cents(session.stop))} at most"
    say()
    say(wrapped(f"A session of {session.rounds:,} such rounds with {spoken(Cents(session.bankroll))}{goal}:"))
    stopped = "" if session.stop is None else f"stopped {outlook.reached:.2%}, "
    say(f"  ruined {outlook.ruin:.2%}, {stopped}ahead {outlook.ahead:.2%}")
    ends = ", ".join(f"{percent} % {spoken(Cents(series[-1]))}" for percent, series in outlook.quantiles.items())
    say(wrapped(f"at the end no more than: {ends}", 2))
