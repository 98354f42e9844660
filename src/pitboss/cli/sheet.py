"""A price sheet: what was priced under which rules, and what to expect of a number of rounds."""

from __future__ import annotations

import csv
import html
import io
import os
import shlex
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path

from pitboss.analysis.priced import AwardLine
from pitboss.cli.output import cell
from pitboss.desk.houses import Game
from pitboss.desk.prices import Price, Prices
from pitboss.money import spoken

BANDS = {"90 %": 1.6448536269514722, "95 %": 1.959963984540054, "99 %": 2.5758293035489004}
ROUNDS = tuple(10**power for power in range(3, 10))

Table = tuple[str, list[Sequence[str]]]


def sheet(prices: Prices) -> list[Table]:
    """The tables of a sheet, each with its title and its heading row first."""
    game, lines = prices.game, list(prices.wagers.values())
    return [
        _about(game),
        _wagers(prices, lines),
        *([] if prices.award is None else [_award(prices.award)]),
        *(_outcomes(line) for line in lines if line.outcomes),
        *(_by_up_card(line) for line in lines if line.by_up_card),
        *(_bands(line) for line in lines if line.sd),
        _rules(game),
        _readings(game),
    ]


def _about(game: Game) -> Table:
    from pitboss.store.entries import pitboss_version
    from pitboss.store.fingerprints import edition_fingerprint, pricing_fingerprint

    command = shlex.join(["pitboss", *sys.argv[1:]])
    return (
        game.house.rulebook.title,
        [
            ("what", "value"),
            ("rulebook", game.house.rulebook.id),
            (
                "made by",
                f"pitboss {pitboss_version()}, code {pricing_fingerprint()}, rulebooks {edition_fingerprint()}",
            ),
            ("command", command),
        ],
    )


def _wagers(prices: Prices, lines: Sequence[Price]) -> Table:
    least = prices.game.house.rulebook.minimum_return
    joint = prices.joint
    rows: list[Sequence[str]] = [
        ("wager", "house edge", "return", f"at least {least} %", "standard deviation", "method")
    ]
    if joint is not None:
        together = f"{' and '.join(joint.wagers)} together, for each unit of all of them; {joint.accuracy}"
        figures = (f"{-100 * joint.ev:.6f} %", f"{100 * (1 + joint.ev):.4f} %", "", f"{joint.sd:.6f}")
        rows.append(("combined", *figures, together))
    for line in lines:
        back = 100 * (1 + line.ev)
        kept = "yes" if back >= least else "NO"
        sd = "" if line.sd is None else f"{line.sd:.6f}"
        rows.append((line.wager, f"{-100 * line.ev:.6f} %", f"{back:.4f} %", kept, sd, line.method))
    return "Wagers", rows


def _outcomes(line: Price) -> Table:
    rows: list[Sequence[str]] = [("outcome", "probability", "exactly", "pays", "contribution to the return", "clauses")]
    for each in line.outcomes:
        back = float(each.probability * (1 + each.pays))
        chance, pays = f"{float(each.probability):.10f}", f"{float(each.pays):g}"
        rows.append((each.name, chance, each.exactly or "", pays, f"{back:.8f}", " ".join(each.clauses)))
    return f"Outcomes of {line.wager}", rows


def _by_up_card(line: Price) -> Table:
    worths = line.by_up_card or {}
    exact = all(isinstance(ev, Fraction) for ev in worths.values())
    rows: list[Sequence[str]] = [("up card", "house edge", *(("exactly",) if exact else ()))]
    rows += [(up, f"{-100 * float(ev):.6f} %", *((str(-ev),) if exact else ())) for up, ev in worths.items()]
    return f"{line.wager} against each up card", rows


def _award(award: AwardLine) -> Table:
    """What the fixed award adds to the main wager, at its stake and beside other players."""
    rows: list[Sequence[str]] = [
        ("what", "value"),
        ("main wager", spoken(award.wager)),
        ("other players", str(award.others)),
        ("chance in a round, as it is best to play", f"{float(award.probability):.12f}"),
        ("exactly", str(award.probability)),
        ("own award, for each unit of the main wager", f"{float(award.own):.10f}"),
        ("awards of others", f"{float(award.from_others):.10f}"),
        ("what drawing to it costs the main wager", f"{award.cost:.10f}"),
        ("together, in the player's favour", f"{100 * award.ev:.6f} %"),
        ("clauses", " ".join(award.clauses)),
    ]
    return f"Fixed award: {award.name}", rows


def _bands(line: Price) -> Table:
    assert line.sd is not None
    rows: list[Sequence[str]] = [("rounds", *(f"{name} of all returns lie between" for name in BANDS))]
    for count in ROUNDS:
        spread = [100 * z * line.sd / sqrt(count) for z in BANDS.values()]
        back = 100 * (1 + line.ev)
        rows.append((f"{count:,}", *(f"{back - each:.4f} % and {back + each:.4f} %" for each in spread)))
    return f"Actual return of {line.wager} (normal approximation)", rows


def _rules(game: Game) -> Table:
    from pitboss.cli.houses import house_object

    rows: list[Sequence[str]] = [("option", "value", "clauses")]
    options = game.house.rulebook.options
    rows += [(name, _shown(value), " ".join(options[name].clauses)) for name, value in house_object(game.house).items()]
    return "Rules in force", rows


def _shown(value: object) -> str:
    """A value as a house file writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(each)}" for name, each in value.items())
    if isinstance(value, list):
        return "; ".join(_shown(each) for each in value)
    return str(value)


def _readings(game: Game) -> Table:
    questions = game.house.rulebook.interpretations
    rows: list[Sequence[str]] = [("code", "reading", "question")]
    rows += [(code, value, questions[code].question) for code, value in game.house.readings.items()]
    return "Readings in force", rows


def as_csv(tables: Sequence[Table]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for title, rows in tables:
        writer.writerow((f"# {title}",))
        writer.writerows([cell(each) for each in row] for row in rows)
        writer.writerow(())
    return out.getvalue()


def as_html(tables: Sequence[Table]) -> str:
    parts = []
    for title, (head, *rows) in tables:
        cells = "".join(f"<th>{html.escape(each)}</th>" for each in head)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
        parts.append(f"<h2>{html.escape(title)}</h2>\n<table><tr>{cells}</tr>\n{body}</table>")
    style = "body{font:13px sans-serif;margin:2em}table{border-collapse:collapse}th,td{border:1px solid #bbb;"
    style += "padding:2px 6px;text-align:left;vertical-align:top}th{background:#eee}"
    title = html.escape(tables[0][0])
    head = f'<head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>'
    return f'<!doctype html>\n<html lang="en">{head}\n<body>\n' + "\n".join(parts) + "\n</body></html>\n"


def write_whole(path: Path, text: str) -> None:
    """Replaces a file at once, so that an interruption leaves the old one or the new one and never half of it."""
    new = path.with_name(path.name + ".new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
