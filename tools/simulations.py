"""Simulates every rulebook's wagers next to their exact values and writes `docs/evidence.md`.

tools/simulations.py [SHARE] [RULEBOOK[:RUN] …] [--write]

A share of 0.01 runs one hundredth of the rounds. With rulebooks, or `awards`, only these are run;
`buffalo-2:all-wagers` is one run of a rulebook. Without arguments the whole page is written. Otherwise the rows are
printed, or with `--write` put into the page, where a row with more rounds stays unless its exact figure moved.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path

from pitboss.analysis.compiling import fingerprint
from pitboss.analysis.drawing.chart import Chart, charted
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.switch import ByOwnCards
from pitboss.desk.houses import game, priceable
from pitboss.desk.prices import price
from pitboss.desk.simulations import Prepared, exact_values, prepare
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Wager
from pitboss.money import dollars
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.plans import plan_of
from pitboss.simulation.programme import Programme
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import Summary, summarize
from pitboss.store.entries import pitboss_version
from pitboss.store.fingerprints import edition_fingerprint

FILE = Path(__file__).parents[1] / "docs/evidence.md"
WHEEL = [{"pays": 20, "weight": 5}, {"pays": 50, "weight": 2}, {"pays": 100, "weight": 1}]
RULEBOOKS: dict[str, dict[str, object]] = {
    "spanish21-ma": {"bonus_spin": True, "wheel": WHEEL},
    "spanish21-ma-prior": {},
    "spanish21-md": {},
    "spanish21-charity": {},
    "blackjack-co": {},
    "21-plus-3": {},
    "golden-21": {},
    "buffalo-2": {},
    "buffalo-3": {},
    "blackjack-switch": {},
    "3-card-21": {},
    "straight-jack": {},
    "straight-jack-progressive": {},
    "pai-jack": {},
    "ante-up-21": {},
    "21-hold-em": {},
}
TOGETHER = ("straight-jack", "straight-jack-progressive", "pai-jack", "ante-up-21", "21-hold-em")  # in one run
ALONE = ("blackjack-switch", "3-card-21", "pai-jack", "21-hold-em")  # the main wager once more, for its deviation
BOTH = ("straight-jack", "ante-up-21")  # two wagers without insurance, for the deviation of both
AWARD = Wager("super-award")
AWARDS = {"spanish21-ma": 25, "spanish21-md": 25}  # dollars on main, so that the fixed award is drawn to
AWARD_ROUNDS, AWARD_BOXES, FIRST_AWARD_SEED = 2 * 10**9, 2, 101
MAIN_ROUNDS, CHART_ROUNDS, SIDE_ROUNDS = 4 * 10**9, 10**9, 5 * 10**8
RUNS = ("best play", "chart", "all wagers")
CODE = fingerprint()[:8]


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of one run: its exact and its simulated house edge, and the distance between them in errors."""

    rulebook: str
    what: str
    wager: str
    rounds: int
    seed: int
    exact: float
    simulated: float
    error: float
    distance: float
    code: str

    @property
    def run(self) -> tuple[str, str]:
        return self.rulebook, self.what

    @property
    def shown(self) -> str:
        return f"{100 * self.exact:.5f}"

    def text(self) -> str:
        figures = f"{self.shown} % | {100 * self.simulated:.5f} % | {100 * self.error:.5f} %"
        return (
            f"| {self.rulebook} | {self.what} | {self.wager} | {self.rounds:,} | {self.seed} | {figures} "
            f"| {self.distance:+.2f} | {self.code} |"
        )

    @classmethod
    def read(cls, row: str) -> Line:
        rulebook, what, wager, rounds, seed, *figures, distance, code = _cells(row)
        exact, simulated, error = (float(each.removesuffix(" %")) / 100 for each in figures)
        number = int(rounds.replace(",", ""))
        return cls(rulebook, what, wager, number, int(seed), exact, simulated, error, float(distance), code)


@dataclass(frozen=True, slots=True)
class Deviation:
    """The standard deviation of a wager, computed and simulated."""

    rulebook: str
    wager: str
    rounds: int
    computed: float
    simulated: float
    error: float
    skew: float
    code: str

    def text(self) -> str:
        figures = f"{self.computed:.5f} | {self.simulated:.5f} | {self.error:.5f} | {self.skew:+.5f}"
        return f"| {self.rulebook} | {self.wager} | {self.rounds:,} | {figures} | {self.code} |"

    @classmethod
    def read(cls, row: str) -> Deviation:
        rulebook, wager, rounds, *figures, code = _cells(row)
        computed, simulated, error, skew = map(float, figures)
        return cls(rulebook, wager, int(rounds.replace(",", "")), computed, simulated, error, skew, code)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def seed_of(rulebook: str, what: str) -> int:
    """Every run has a seed of its own, so that they are independent of each other."""
    return 1 + len(RUNS) * list(RULEBOOKS).index(rulebook) + RUNS.index(what)


def played(compiled: Programme, seed: int, rounds: int) -> Summary:
    *_, part = run(Order(compiled, seed, rounds))
    return summarize(compiled, part)


def line(rulebook: str, what: str, summary: Summary, wager: Wager, exact: float, seed: int | None = None) -> Line:
    result = summary.wagers[wager]
    by_seed = seed_of(rulebook, what) if seed is None else seed
    error = result.standard_error
    figures = (-exact, -result.mean, error, (exact - result.mean) / error if error else 0.0)
    return Line(rulebook, what, wager, summary.rounds, by_seed, *figures, CODE)


def game_of(rulebook: str, settings: dict[str, object]) -> Family:
    return priceable(game(rulebook, settings))


def lines(rulebook: str, share: float, only: str, deviations: list[Deviation]) -> Iterator[Line]:
    """The runs of a rulebook, or one of them."""
    if rulebook == "awards":
        yield from award_lines(share)
        return
    plain = rulebook not in (*TOGETHER, *ALONE)
    if plain and only != "all wagers":
        yield from main_wager_lines(rulebook, share, only, deviations)
    if rulebook in (*ALONE, *BOTH) and only in ("", "by itself"):
        yield by_itself(rulebook, share, deviations)
    if only in ("", "all wagers"):
        yield from all_wagers(rulebook, share, but=MAIN if plain else None)


def main_wager_lines(rulebook: str, share: float, only: str, deviations: list[Deviation]) -> Iterator[Line]:
    """The main wager alone, with best play and by the chart."""
    usual = game_of(rulebook, {})
    stake = {MAIN: dollars(10)}
    best = solve(usual)
    chart: Solution = charted(best, Chart(best).grid)
    for what, solution, rounds in (("best play", best, MAIN_ROUNDS), ("chart", chart, CHART_ROUNDS)):
        if only in ("", what):
            compiled = Compiled(usual, plan_of(solution), stake)
            summary = played(compiled, seed_of(rulebook, what), int(rounds * share))
            yield line(rulebook, what, summary, MAIN, solution.value)
            if what == "best play":
                computed = main_wager(solution).sd or 0.0
                deviations.append(deviation(rulebook, MAIN, summary, computed, summary.wagers[MAIN].stake))


def by_itself(rulebook: str, share: float, deviations: list[Deviation]) -> Line:
    """The wagers that nobody plays without, at their usual stakes: the mean and the deviation of all together."""
    full = game(rulebook, {})
    wagers = stakes_of(full) if rulebook in BOTH else {MAIN: dollars(10)}
    prepared = prepare(full, wagers)
    stakes = {wager: cents for wager, cents in wagers.items() if prepared.compiled.stakes.get(wager)}
    seed = seed_of(rulebook, "best play")
    summary = played(prepared.compiled, seed, int(SIDE_ROUNDS * share))
    spots = 2 if rulebook == "blackjack-switch" else 1
    unit = spots * sum(stakes.values())
    worths = exact_values(prepared)
    exact = spots * sum(worths[wager] * cents for wager, cents in stakes.items()) / unit
    computed = computed_deviation(rulebook, prepared)
    assert computed is not None
    name = " and ".join(stakes)
    deviations.append(deviation(rulebook, name, summary, computed, unit))
    mean, error = summary.mean / unit, summary.standard_error / unit
    return Line(rulebook, "by itself", name, summary.rounds, seed, -exact, -mean, error, (exact - mean) / error, CODE)


def computed_deviation(rulebook: str, prepared: Prepared) -> float | None:
    """The deviation of the play that is dealt: of best play, or of the rule of Blackjack Switch or 3 Card 21."""
    if rulebook == "blackjack-switch":
        assert prepared.solution is not None
        return ByOwnCards(prepared.solution.terms, prepared.solution, spreads=True).main.sd
    if rulebook == "3-card-21":
        assert prepared.solution is not None
        return main_wager(prepared.solution).sd
    prices = price(prepared.compiled.game)
    return prices.combined[1] if rulebook in BOTH and prices.combined else prices.wagers[MAIN].sd


def all_wagers(rulebook: str, share: float, but: Wager | None = None) -> Iterator[Line]:
    """Every wager that has an exact value, each time that it can be placed."""
    full = game(rulebook, RULEBOOKS[rulebook])
    prepared = prepare(full, stakes_of(full, every=True))
    summary = played(prepared.compiled, seed_of(rulebook, "all wagers"), int(SIDE_ROUNDS * share))
    for wager, exact in exact_values(prepared).items():
        if wager in summary.wagers and wager not in (but, AWARD):
            yield line(rulebook, "all wagers", summary, wager, exact)


def award_lines(share: float) -> Iterator[Line]:
    """Best play for the award too, with another player at the table who plays as well."""
    for seed, (rulebook, stake) in enumerate(AWARDS.items(), start=FIRST_AWARD_SEED):
        prepared = prepare(game(rulebook, {}), {MAIN: dollars(stake)}, boxes=AWARD_BOXES)
        summary = played(prepared.compiled, seed, int(AWARD_ROUNDS * share))
        what = f"${stake} with its award, {AWARD_BOXES} boxes"
        for wager, exact in exact_values(prepared).items():
            if wager in summary.wagers:
                yield line(rulebook, what, summary, wager, exact, seed)


def deviation(rulebook: str, wager: str, summary: Summary, computed: float, unit: int) -> Deviation:
    """The deviation of all wagers of a run together, in units of what is staked."""
    sd = summary.sd / unit
    error = sd * sqrt(max(0.0, _kurtosis(summary) - 1) / summary.rounds) / 2
    return Deviation(rulebook, wager, summary.rounds, computed, sd, error, summary.skew, CODE)


def _kurtosis(summary: Summary) -> float:
    total = sum(summary.results.values())
    mean = sum(net * count for net, count in summary.results.items()) / total
    second, fourth = (sum((net - mean) ** power * n for net, n in summary.results.items()) / total for power in (2, 4))
    return float(fourth / second**2)


HEAD = """# Evidence: exact and simulated

The house edge of every wager of every rulebook at its default options, computed from the rules and simulated by other
code. `make simulations` writes this page again; the same seeds give the same digits on any machine. Errors are one
standard error, and the distance is simulated minus exact in such errors. The last column names the code that dealt the
row, and the end of the page says what each name stands for.

- Side wagers are placed in every round, insurance whenever it is offered, and Bust Bonus of Buffalo 2 whenever the box
  has a hand in play. Each is priced given that it is placed.
- Bonus Spin has a wheel of $20, $50 and $100 with weights 5, 2 and 1.
- Best play and chart leave the fixed award out, except in the rows that name it.
- Blackjack Switch and 3 Card 21 are played by their rules, and the exact figure is what the rule is worth. Best play
  costs 0.5408 % and -15.2783 %.
- Straight Jack with the main wager, and `21` with the ante of Ante Up 21, are played together at their usual stakes.
  The exact figure of each wager is its own part of that play, not what `pitboss edge` prints for it alone.
- Rows "by itself" are the main wager alone, or both wagers that are played together, with no other wager placed.

The exact column is exact but for split hands, which are played by a stated policy, and for Ante Up 21, whose split
boxes are estimated: [what is exact](explanation/edge.md) says how far each figure can be trusted.
"""

DEVIATIONS = """## Standard deviations

The deviation of the main wager, or of both wagers that are played together, for each unit of all that is staked. The
skew is simulated only.

- The computed deviation is that of the play that is dealt: best play, or the rules of Blackjack Switch and 3 Card 21.
  Best play of these two has 0.85677 and 1.81346, because it switches and splits some close hands otherwise.
- Where boxes have several hands, cards that each of two hands draws beyond the second are not seen together; this is
  worth less than 0.000002 for the main wager (`sd_error` of `pitboss edge`).
- For split boxes of Ante Up 21 the computed deviation lets the dealer draw as if the cards of the box were still in the
  shoe, and has no stated bound.

| rulebook | wager | rounds | computed | simulated | error | skew | code |
|---|---|--:|--:|--:|--:|--:|---|"""

TABLE = """| rulebook | run | wager | rounds | seed | exact | simulated | error | distance | code |
|---|---|---|--:|--:|--:|--:|--:|--:|---|"""


def document(found: list[Line], deviations: list[Deviation], codes: Iterable[str]) -> str:
    squares = sum(each.distance**2 for each in found)
    largest = max((abs(each.distance) for each in found), default=0.0)
    spread = sqrt(2 * len(found))
    used = {each.code for each in found} | {each.code for each in deviations}
    return "\n".join(
        (
            HEAD,
            TABLE,
            *(each.text() for each in found),
            "",
            f"The squares of the {len(found)} distances add up to {squares:.1f}, where {len(found)} are expected,",
            f"give or take {spread:.0f}. The largest distance is {largest:.2f}.",
            "",
            DEVIATIONS,
            *(each.text() for each in deviations),
            "",
            *(each for each in codes if each.split()[1].rstrip(":") in used),
            "",
        )
    )


def this_code() -> str:
    return f"- {CODE}: pitboss {pitboss_version()}, compiled code {fingerprint()}, rulebooks {edition_fingerprint()}."


def with_page(
    found: list[Line], deviations: list[Deviation], text: str
) -> tuple[list[Line], list[Deviation], list[str]]:
    """Put new rows into those of the page; a row with more rounds stays unless its exact figure moved."""
    table, _, rest = text.partition("## Standard deviations")
    kept = [Line.read(row) for row in table.splitlines() if re.match(r"\| [\w-]+ \|.*\d,\d{3}", row)]
    spread = [Deviation.read(row) for row in rest.splitlines() if re.match(r"\| [\w-]+ \|.*\d,\d{3}", row)]
    codes = [row for row in rest.splitlines() if row.startswith("- ")]
    before = {(*each.run, each.wager): each for each in kept}
    dealt = {each.run for each in found}
    merged = [each for each in kept if each.run not in dealt]
    for each in found:
        old = before.get((*each.run, each.wager))
        stays = old is not None and old.rounds > each.rounds and old.shown == each.shown
        merged.append(old if stays and old is not None else each)
    order = list(dict.fromkeys([*_runs(), *(each.run for each in kept), *(each.run for each in found)]))
    merged.sort(key=lambda each: order.index(each.run))
    return merged, _merged(deviations, spread), list(dict.fromkeys([this_code(), *codes]))


def _merged(deviations: list[Deviation], page: list[Deviation]) -> list[Deviation]:
    """The computed deviation is always the new one; the simulated one is that of more rounds."""
    rows = {(row.rulebook, row.wager): row for row in page}
    for row in deviations:
        old = rows.get((row.rulebook, row.wager))
        stays = old is not None and old.rounds > row.rounds
        rows[row.rulebook, row.wager] = replace(old, computed=row.computed) if stays and old is not None else row
    return sorted(rows.values(), key=lambda row: list(RULEBOOKS).index(row.rulebook))


def _runs() -> Iterator[tuple[str, str]]:
    for rulebook in RULEBOOKS:
        for what in ("best play", "chart", "by itself", "all wagers"):
            yield rulebook, what


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("share", nargs="?", type=float, default=1.0)
    parser.add_argument("runs", nargs="*", metavar="RULEBOOK[:RUN]")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found: list[Line] = []
    deviations: list[Deviation] = []
    for run_ in asked.runs or (*RULEBOOKS, "awards"):
        rulebook, _, only = run_.partition(":")
        for each in lines(rulebook, asked.share, only.replace("-", " "), deviations):
            print(each.text(), file=sys.stderr, flush=True)
            found.append(each)
    if asked.share == 1.0 and not asked.runs:
        FILE.write_text(document(found, deviations, [this_code()]), encoding="utf-8")
    elif asked.write:
        text = FILE.read_text(encoding="utf-8")
        FILE.write_text(document(*with_page(found, deviations, text)), encoding="utf-8")
    else:
        print(document(found, deviations, [this_code()]))


if __name__ == "__main__":
    main()
