"""Deals every house of the net the same cards as the house without its rule, and writes `docs/paired.md`.

tools/paired.py [SHARE] [BOOK[:TEXT] …] [--write]

A share of 0.01 deals one hundredth of the rounds. `golden-21:GP01` deals the changes of a rulebook whose name contains
GP01. Without arguments the whole page is written. Otherwise the rows are printed, or with `--write` put into the page
in place of older rows of the same change.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
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
CODE = fingerprint()[:8]


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
    code: str = CODE

    def text(self) -> str:
        head = f"| {self.rulebook} | {self.what} | {self.wager} |"
        if self.note:
            return f"{head} | | | | | {self.note} | {self.code} |"
        figures = " | ".join(f"{1e6 * each:.2f}" for each in (self.exact, self.simulated, self.error))
        return f"{head} {self.rounds:,} | {self.different:,} | {figures} | {self.distance:+.2f} | {self.code} |"

    @classmethod
    def read(cls, row: str) -> Line:
        rulebook, what, wager, rounds, different, *figures, last, code = _cells(row)
        if not rounds:
            return cls(rulebook, what, wager, note=last, code=code)
        exact, simulated, error = (float(each) / 1e6 for each in figures)
        dealt_in, differ = (int(each.replace(",", "")) for each in (rounds, different))
        return cls(rulebook, what, wager, dealt_in, differ, exact, simulated, error, float(last), code=code)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


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


def apart(book: str, share: float, text: str) -> Iterator[Line]:
    """Houses whose cards do not pair: each dealt by itself, very often."""
    known: dict[str, tuple[float, float, float]] = {}
    for pair in _pairs(book):
        if pair.cards_pair or text not in pair.what:
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

    Wagers that it is played together with are placed too.
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
next to one with it, do not get the same cards: these are dealt apart, a hundred times as often. The last column names
the code that dealt the row, and the end of the page says what each name stands for. `make paired` writes this page
again, with ten million rounds of each pair; rows with fewer rounds say so.

- The exact column is what both houses are worth to the solver, one less the other. In Ante Up 21 split boxes are
  estimated, with the same error and bound as in `pitboss edge`.
- Blackjack Switch and 3 Card 21 are played by their rules, whose worth is the exact figure here. Under TC11 the same
  cards go to other hands.
- Wagers that are played together are played so, and each has its own part of that play. Next to $10 on the first wager
  these are $10 on Straight Jack, $1 on its progressive and $5 on the ante of Ante Up 21.
- Bust Bonus of Buffalo 2 is counted for each round, in most of which it is offered.
- Pai Jack draws no cards, so its readings are not paired but dealt each by itself, in `make test`.

| rulebook | change | wager | rounds | differ | exact | simulated | error | distance | code |
|---|---|---|--:|--:|--:|--:|--:|--:|---|"""


def document(lines: list[Line], codes: Iterable[str]) -> str:
    measured = [each for each in lines if not each.note and each.error]
    squares = sum(each.distance**2 for each in measured)
    largest = max((abs(each.distance) for each in measured), default=0.0)
    same = sum(not each.note and not each.different for each in lines)
    spread = sqrt(2 * len(measured))
    used = {each.code for each in lines}
    return "\n".join(
        (
            HEAD,
            *(each.text() for each in lines),
            "",
            f"The squares of the {len(measured)} distances add up to {squares:.0f}, give or take {spread:.0f};",
            f"the largest is {largest:.2f}.",
            f"In {same} comparisons the solver sees no difference, and not one round differs.",
            "",
            *(each for each in codes if each.split()[1].rstrip(":") in used),
            "",
        )
    )


def this_code() -> str:
    return f"- {CODE}: pitboss {pitboss_version()}, compiled code {fingerprint()}, rulebooks {edition_fingerprint()}."


def with_page(lines: list[Line], text: str) -> tuple[list[Line], list[str]]:
    """Put new rows into those of the page: in place of the same change, or after the change before it."""
    page = [Line.read(row) for row in text.splitlines() if re.match(r"\| [\w-]+ \|.*\| [0-9a-f]{8} \|$", row)]
    codes = [row for row in text.splitlines() if re.match(r"- [0-9a-f]{8}: ", row)]
    for book, what in dict.fromkeys((each.rulebook, each.what) for each in lines):
        new = [each for each in lines if (each.rulebook, each.what) == (book, what)]
        before = [pair.what for pair in _pairs(book)]
        before = before[: before.index(what) + 1]
        at = next((n for n, each in enumerate(page) if (each.rulebook, each.what) == (book, what)), None)
        if at is None:
            earlier = [n for n, each in enumerate(page) if each.rulebook == book and each.what in before]
            at = earlier[-1] + 1 if earlier else len(page)
        page = (
            [each for each in page[:at] if (each.rulebook, each.what) != (book, what)]
            + new
            + [each for each in page[at:] if (each.rulebook, each.what) != (book, what)]
        )
    return page, list(dict.fromkeys([this_code(), *codes]))


def dealt(asked: list[tuple[str, str]], share: float, show: Callable[[Line], None]) -> Iterator[Line]:
    """Rows of the rulebooks asked for, each with a text that its changes contain; those dealt apart come last."""
    tasks = [
        (book, number, share)
        for book, text in asked
        for number, pair in enumerate(_pairs(book))
        if pair.cards_pair and text in pair.what
    ]
    with ProcessPoolExecutor() as pool:
        for found in pool.map(compared, dict.fromkeys(tasks), chunksize=4):
            for each in found:
                show(each)
                yield each
    for book, text in asked:
        for each in apart(book, share, text):
            show(each)
            yield each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("share", nargs="?", type=float, default=1.0)
    parser.add_argument("changes", nargs="*", metavar="BOOK[:TEXT]")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    asked = [(book, text) for book, _, text in (each.partition(":") for each in given.changes or BASES)]
    lines = list(dealt(asked, given.share, lambda each: print(each.text(), file=sys.stderr, flush=True)))
    if given.share == 1.0 and not given.changes:
        FILE.write_text(document(lines, [this_code()]), encoding="utf-8")
    elif given.write:
        FILE.write_text(document(*with_page(lines, FILE.read_text(encoding="utf-8"))), encoding="utf-8")
    else:
        print(document(lines, [this_code()]))
    sys.exit(1 if any(abs(each.distance) > 5 for each in lines) else 0)


if __name__ == "__main__":
    main()
