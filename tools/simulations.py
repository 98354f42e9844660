"""Simulates every rulebook's wagers beside their exact values and writes `docs/evidence.md`.

tools/simulations.py [SHARE] [RULEBOOK …]    a share of 0.01 runs one hundredth of the rounds and prints instead of
                                             writing; with rulebooks, or `awards`, only these are run and printed
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from pitboss.analysis.compiling import fingerprint
from pitboss.analysis.drawing.chart import Chart, charted
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.desk.houses import game, priceable
from pitboss.desk.simulations import exact_values, prepare
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
AWARD = Wager("super-award")
AWARDS = {"spanish21-ma": 25, "spanish21-md": 25}  # dollars on main, so that the fixed award is drawn to
AWARD_ROUNDS, AWARD_BOXES, FIRST_AWARD_SEED = 2 * 10**9, 2, 101
MAIN_ROUNDS, CHART_ROUNDS, SIDE_ROUNDS = 4 * 10**9, 10**9, 5 * 10**8
RUNS = ("best play", "chart", "all wagers")


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of one run: its exact and its simulated house edge."""

    rulebook: str
    what: str
    wager: str
    rounds: int
    seed: int
    exact: float
    simulated: float
    error: float

    @property
    def distance(self) -> float:
        return (self.simulated - self.exact) / self.error

    def text(self) -> str:
        figures = f"{100 * self.exact:.5f} % | {100 * self.simulated:.5f} % | {100 * self.error:.5f} %"
        return (
            f"| {self.rulebook} | {self.what} | {self.wager} | {self.rounds:,} | {self.seed} | {figures} "
            f"| {self.distance:+.2f} |"
        )


def seed_of(rulebook: str, what: str) -> int:
    """Every run has a seed of its own, so that they are independent of each other."""
    return 1 + len(RUNS) * list(RULEBOOKS).index(rulebook) + RUNS.index(what)


def played(compiled: Programme, seed: int, rounds: int) -> Summary:
    *_, part = run(Order(compiled, seed, rounds))
    return summarize(compiled, part)


def line(rulebook: str, what: str, summary: Summary, wager: Wager, exact: float) -> Line:
    result = summary.wagers[wager]
    seed = seed_of(rulebook, what)
    return Line(rulebook, what, wager, summary.rounds, seed, -exact, -result.mean, result.standard_error)


def game_of(rulebook: str, settings: dict[str, object]) -> Family:
    return priceable(game(rulebook, settings))


def lines(rulebook: str, share: float, deviations: list[str]) -> Iterator[Line]:
    if rulebook in TOGETHER:
        yield from all_wagers(rulebook, share)
        return
    usual = game_of(rulebook, {})
    if usual.rules.betting.spots > 1 or usual.rules.dealing.count > 2:
        yield from all_wagers(rulebook, share)
        return
    stake = {MAIN: dollars(10)}
    best = solve(usual)
    chart: Solution = charted(best, Chart(best).grid)
    for what, solution, rounds in (("best play", best, MAIN_ROUNDS), ("chart", chart, CHART_ROUNDS)):
        compiled = Compiled(usual, plan_of(solution), stake)
        summary = played(compiled, seed_of(rulebook, what), int(rounds * share))
        yield line(rulebook, what, summary, MAIN, solution.value)
        if what == "best play":
            deviations.append(deviation(rulebook, solution, summary))
    yield from all_wagers(rulebook, share, but=MAIN)


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
                result = summary.wagers[wager]
                figures = (-exact, -result.mean, result.standard_error)
                yield Line(rulebook, what, wager, summary.rounds, seed, *figures)


def deviation(rulebook: str, solution: Solution, summary: Summary) -> str:
    """The standard deviation, which is an approximation where boxes are split, beside the simulated one."""
    result = summary.wagers[MAIN]
    error = result.sd * sqrt(max(0.0, _kurtosis(summary) - 1) / summary.rounds) / 2
    return f"| {rulebook} | {main_wager(solution).sd:.5f} | {result.sd:.5f} | {error:.5f} | {result.skew:+.5f} |"


def _kurtosis(summary: Summary) -> float:
    total = sum(summary.results.values())
    mean = sum(net * count for net, count in summary.results.items()) / total
    second, fourth = (sum((net - mean) ** power * n for net, n in summary.results.items()) / total for power in (2, 4))
    return float(fourth / second**2)


HEAD = """# Evidence: exact and simulated

The house edge of every wager of every rulebook at its default options, worked out exactly and simulated by other code.
`make simulations` writes this page again; the same seeds give the same digits on any machine. Errors are one standard
error, and the distance is simulated minus exact in such errors. Side wagers are placed in every round and insurance
whenever it is offered; Bonus Spin has a wheel of $20, $50 and $100 with weights 5, 2 and 1. The best play and the chart
are those without the fixed award, but for the rows that name it. Blackjack Switch and 3 Card 21 are played by their
rules, whose worth is the exact figure here; best play costs 0.5408 and -15.2783 %. Bust Bonus of Buffalo 2, which
only hands in play may have, has no exact value. Wagers that are played for together, as in Straight Jack and Ante
Up 21, are played so at their usual stakes, and the figure of each is its own part of that play.
"""

DEVIATIONS = """## Standard deviation of the main wager with best play

What is computed takes two hands of a split box as independent of each other once the dealer's end and the number
of hands are known; everything else in it is exact. The skew is simulated only.

| rulebook | computed | simulated | error | skew |
|---|--:|--:|--:|--:|"""


def document(found: list[Line], deviations: list[str]) -> str:
    squares = sum(each.distance**2 for each in found)
    largest = max(abs(each.distance) for each in found)
    spread = sqrt(2 * len(found))
    rows = [each.text() for each in found]
    return "\n".join(
        (
            HEAD,
            "| rulebook | run | wager | rounds | seed | exact | simulated | error | distance |",
            "|---|---|---|--:|--:|--:|--:|--:|--:|",
            *rows,
            "",
            f"The squares of the {len(found)} distances add up to {squares:.1f}, where {len(found)} are expected,",
            f"give or take {spread:.0f}. The largest distance is {largest:.2f}.",
            "",
            DEVIATIONS,
            *deviations,
            "",
            f"pitboss {pitboss_version()}, compiled code {fingerprint()}, rulebooks {edition_fingerprint()}.",
            "",
        )
    )


def main() -> None:
    share, *only = sys.argv[1:] or ["1"]
    found: list[Line] = []
    deviations: list[str] = []
    for rulebook in (*RULEBOOKS, "awards"):
        if only and rulebook not in only:
            continue
        part = float(share)
        for each in award_lines(part) if rulebook == "awards" else lines(rulebook, part, deviations):
            print(each.text(), file=sys.stderr, flush=True)
            found.append(each)
    if float(share) == 1.0 and not only:
        FILE.write_text(document(found, deviations), encoding="utf-8")
    else:
        print(document(found, deviations))


if __name__ == "__main__":
    main()
