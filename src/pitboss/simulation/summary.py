"""What a simulation says: means with their errors, and how often everything happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.simulation import layout
from pitboss.simulation.compiled import WAGER_IDS, Compiled, Ending
from pitboss.simulation.run import Part

INSURANCE_ROWS = ("no blackjack", "dealer blackjack")
MATCH_ROWS = {
    0: "no match",
    1: "one match in another suit",
    2: "two matches in other suits",
    3: "one match in the suit",
    4: "one match in the suit, one in another",
    6: "two matches in the suit",
}
SPIN_ROWS = ("no ace", "one ace", "two aces")


@dataclass(frozen=True, slots=True)
class Row:
    """One way in which a wager ended: how often, and its net in units of the wager."""

    name: str
    count: int
    net: float
    split: bool = False
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One wager. `mean` is for each unit of it, `sd` that of a round's result in such units, over all boxes."""

    wager: Wager
    placed: int
    stake: Cents
    mean: float
    standard_error: float
    sd: float
    skew: float
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run. Amounts are cents; `staked` is all money bet on the main wager, doubles and splits included.

    `results` are the net results of rounds, all wagers together, by how often they occurred.
    """

    rounds: int
    boxes: int
    wagers: Mapping[Wager, Result]
    results: Mapping[Cents, int]
    mean: float
    standard_error: float
    sd: float
    skew: float
    average_wager: float
    element_of_risk: float
    splits: int
    boxes_split: int
    shoes: int
    cards: int
    dealer_blackjacks: int


def summarize(compiled: Compiled, part: Part) -> Summary:
    wagers = {
        wager: _result(compiled, part, number)
        for number, wager in enumerate(WAGER_IDS)
        if compiled.tables.bins[number] >= 0 and (number == layout.AWARD or compiled.stakes.get(wager))
    }
    together = _distribution(compiled, part, layout.TOGETHER)
    mean, sd, skew = moments(together)
    rounds, more = part.rounds, part.counts.more
    staked = sum(count * ending.staked for ending, count in _endings(compiled, part))
    boxes = rounds * compiled.boxes
    main = wagers[WAGER_IDS[layout.MAIN]]
    return Summary(
        rounds=rounds,
        boxes=compiled.boxes,
        wagers=wagers,
        results={Cents(net): count for net, count in together.items()},
        mean=mean,
        standard_error=sd / sqrt(rounds) if rounds else 0.0,
        sd=sd,
        skew=skew,
        average_wager=staked / boxes if boxes else 0.0,
        element_of_risk=-main.mean * boxes / staked if staked else 0.0,
        splits=int(more[layout.SPLITS]),
        boxes_split=int(more[layout.BOXES_SPLIT]),
        shoes=int(more[layout.SHOES]),
        cards=int(more[layout.CARDS_DEALT]),
        dealer_blackjacks=int(more[layout.DEALER_BLACKJACKS]),
    )


def _endings(compiled: Compiled, part: Part) -> Iterator[tuple[Ending, int]]:
    for ending, code in compiled.endings.found.items():
        yield ending, int(part.counts.codes[code])


def _distribution(compiled: Compiled, part: Part, wager: int) -> dict[int, int]:
    """How often a round's result was so many cents, from the least to the greatest."""
    tables = compiled.tables
    zero, step = int(tables.bins[wager]), int(tables.units[wager]) * (int(tables.unit) if wager == layout.MAIN else 1)
    starts = [int(each) for each in tables.bins[: layout.WAGERS + 1] if each >= 0]
    before = max((each for each in starts if each < zero), default=None)
    low = 0 if before is None else _end_of(starts, before)
    found = np.flatnonzero(part.counts.results[low : 2 * zero - low + 1]) + low
    return {int(place - zero) * step: int(part.counts.results[place]) for place in found}


def _end_of(starts: list[int], zero: int) -> int:
    """Where the room of a wager ends: it reaches as far above its zero as below."""
    before = max((each for each in starts if each < zero), default=None)
    low = 0 if before is None else _end_of(starts, before)
    return 2 * zero - low + 1


def moments(distribution: Mapping[int, int]) -> tuple[float, float, float]:
    """Mean, standard deviation and skew, summed up in whole numbers."""
    count = sum(distribution.values())
    if not count:
        return 0.0, 0.0, 0.0
    first, second, third = (sum(each**power * times for each, times in distribution.items()) for power in (1, 2, 3))
    mean = first / count
    variance = (second * count - first * first) / (count * count)
    if variance <= 0:
        return mean, 0.0, 0.0
    central = third / count - 3 * mean * (second / count) + 2 * mean**3
    return mean, sqrt(variance), central / variance**1.5


def _result(compiled: Compiled, part: Part, number: int) -> Result:
    wager, boxes = WAGER_IDS[number], compiled.boxes
    stake = compiled.stakes[WAGER_IDS[layout.MAIN]] if number == layout.AWARD else compiled.stakes[wager]
    rows = _rows(compiled, part, number)
    mean, sd, skew = moments(_distribution(compiled, part, number))
    rounds = part.rounds
    placed = sum(row.count for row in rows) if number == layout.INSURANCE else rounds * boxes
    if number == layout.INSURANCE:  # placed in some rounds only, and then it is the same on every box
        rounds = placed // boxes
        mean, sd, skew = moments({int(row.net * stake) * boxes: row.count for row in rows})
    error = sd / sqrt(rounds) if rounds else 0.0
    unit = stake * boxes
    return Result(wager, placed, stake, mean / unit, error / unit, sd / stake, skew, rows)


def _rows(compiled: Compiled, part: Part, number: int) -> tuple[Row, ...]:
    counts, tables = part.counts.rows[number], compiled.tables
    match number:
        case layout.MAIN:
            rows = [
                Row(each.name, n, float(each.net), each.split, each.bonus) for each, n in _endings(compiled, part) if n
            ]
            return tuple(sorted(rows, key=lambda row: (row.split, -row.net, row.name)))
        case layout.MATCH | layout.MATCH_DOWN:
            nets = tables.match_nets[0 if number == layout.MATCH else 1]
            named = [(name, at) for at, name in MATCH_ROWS.items()]
        case layout.INSURANCE:
            nets = tables.insurance_nets
            named = [(name, at) for at, name in enumerate(INSURANCE_ROWS)]
        case layout.SPIN:
            nets = tables.spin_nets
            sections = [f"wheel, section {at + 1}" for at in range(int(tables.sections))]
            named = [(name, at) for at, name in enumerate((*SPIN_ROWS, *sections))]
        case _:
            return ()
    stake = tables.stakes[number]
    return tuple(Row(name, int(counts[at]), float(nets[at] / stake)) for name, at in named)
