"""Deals every house of the net the same cards as the house without its rule, and writes `docs/paired.md`.

tools/paired.py [SHARE [BOOK...]]    a share of 0.01 deals one hundredth of the rounds and prints instead of writing
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import hypot, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pitboss.analysis.compiling import fingerprint
from pitboss.law.house import House
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import summarize
from pitboss.store.entries import pitboss_version
from pitboss.store.fingerprints import edition_fingerprint
from simulation.pairs import BASES, STAKE, Net, NotPriced, Pair, pairs

FILE = Path(__file__).parents[1] / "docs/paired.md"
PAIRED_ROUNDS, UNPAIRED_ROUNDS = 10**7, 10**9


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of two houses, in millionths of the main wager; `note` where nothing could be compared."""

    rulebook: str
    what: str
    wager: str = ""
    rounds: int = 0
    different: int = 0
    exact: float = 0.0
    simulated: float = 0.0
    error: float = 0.0
    distance: float = 0.0
    note: str = ""

    def text(self) -> str:
        head = f"| {self.rulebook} | {self.what} | {self.wager} |"
        if self.note:
            return f"{head} | | | | | {self.note} |"
        figures = " | ".join(f"{1e6 * each:.2f}" for each in (self.exact, self.simulated, self.error))
        return f"{head} {self.rounds:,} | {self.different:,} | {figures} | {self.distance:+.2f} |"


def compared(task: tuple[str, int, float]) -> list[Line]:
    """One pair of houses whose cards are the same."""
    book, number, share = task
    pair = _pairs(book)[number]
    rounds = int(PAIRED_ROUNDS * share)
    try:
        found = list(_net().compare(pair, number + 1, rounds))
    except NotPriced as error:
        return [Line(book, pair.what, note=str(error))]
    return [
        Line(
            book,
            pair.what,
            each.wager,
            rounds,
            each.found.different,
            each.exact / STAKE,
            each.found.mean / STAKE,
            each.found.error / STAKE,
            each.distance,
        )
        for each in found
        if each.wager == pair.one.rulebook.played or each.exact or each.found.different
    ]


@cache
def _pairs(book: str) -> list[Pair]:
    return list(pairs(book))


@cache
def _net() -> Net:
    return Net()


def apart(book: str, share: float) -> Iterator[Line]:
    """Houses whose cards do not pair: each dealt by itself, very often."""
    known: dict[str, tuple[float, float, float]] = {}
    for pair in _pairs(book):
        if pair.cards_pair:
            continue
        rounds = int(UNPAIRED_ROUNDS * share)
        sides = [_alone(house, seed, rounds, known) for seed, house in enumerate((pair.one, pair.other), start=1)]
        (exact, mean, error), (other_exact, other_mean, other_error) = sides
        gap, both = other_mean - mean - (other_exact - exact), hypot(error, other_error)
        yield Line(
            book,
            pair.what,
            pair.one.rulebook.played,
            rounds,
            rounds,
            other_exact - exact,
            other_mean - mean,
            both,
            gap / both if both else 0.0,
        )


def _alone(
    house: House, seed: int, rounds: int, known: dict[str, tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Exact and simulated expectation of the played wager, and the error; a house is dealt once, by its own seed.

    Wagers for which it is played together with others lie beside it.
    """
    key = f"{sorted(house.values.items(), key=str)} {seed}"
    if key not in known:
        compiled = _net().side(house, 1).compiled
        by, played = _net().played(compiled.game), compiled.rules.played
        beside = {wager: compiled.stakes[wager] for wager in by.beside}
        alone = Compiled(compiled.game, by.plan, {played: STAKE, **beside})
        *_, part = run(Order(alone, seed, rounds))
        result = summarize(alone, part).wagers[played]
        known[key] = by.worth / compiled.rules.betting.spots, result.mean, result.standard_error
    return known[key]


HEAD = """# The net: what each rule is worth, exactly and dealt

Every other choice and reading of every rulebook, one at a time, against the house without it. Both houses are dealt
the same cards and play as is best for each, so the error is that of the rounds in which they differ. Figures are in
millionths of the main wager; the distance is simulated minus exact in errors. Decks, and a house without a hole card
beside one with it, do not get the same cards: these are dealt apart, a hundred times as often. `make paired` writes
this page again.

| rulebook | change | wager | rounds | differ | exact | simulated | error | distance |
|---|---|---|--:|--:|--:|--:|--:|--:|"""


def document(lines: list[Line]) -> str:
    measured = [each for each in lines if not each.note and each.error]
    squares = sum(each.distance**2 for each in measured)
    largest = max(abs(each.distance) for each in measured)
    same = sum(not each.note and not each.different for each in lines)
    spread = sqrt(2 * len(measured))
    return "\n".join(
        (
            HEAD,
            *(each.text() for each in lines),
            "",
            f"The squares of the {len(measured)} distances add up to {squares:.0f}, give or take {spread:.0f};",
            f"the largest is {largest:.2f}.",
            f"In {same} comparisons the solver sees no difference, and not one round differs.",
            "",
            f"pitboss {pitboss_version()}, compiled code {fingerprint()}, rulebooks {edition_fingerprint()}.",
            "",
        )
    )


def main() -> None:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    books = sys.argv[2:] or list(BASES)
    lines: list[Line] = []
    with ProcessPoolExecutor() as pool:
        for book in books:
            tasks = [(book, number, share) for number, pair in enumerate(_pairs(book)) if pair.cards_pair]
            for found in pool.map(compared, tasks, chunksize=4):
                lines += found
                for each in found:
                    print(each.text(), file=sys.stderr, flush=True)
    for book in books:
        for each in apart(book, share):
            print(each.text(), file=sys.stderr, flush=True)
            lines.append(each)
    if share == 1.0 and books == list(BASES):
        FILE.write_text(document(lines), encoding="utf-8")
    else:
        print(document(lines))
    sys.exit(1 if any(abs(each.distance) > 5 for each in lines) else 0)


if __name__ == "__main__":
    main()
