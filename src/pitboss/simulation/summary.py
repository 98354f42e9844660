"""What a simulation says: means with their errors, and how often everything happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.ids import MAIN as PLAYED
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.simulation import layout
from pitboss.simulation.compiled import Compiled, Ending
from pitboss.simulation.run import Part
from pitboss.simulation.sides import made_rows, rows_of


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
        wager: _result(compiled, part, number, wager)
        for number, wager in compiled.wagers
        if compiled.tables.bins[number] >= 0 and (number == layout.AWARD or compiled.stakes.get(wager))
    }
    together = _distribution(compiled, part, layout.TOGETHER)
    mean, sd, skew = moments(together)
    rounds, more = part.rounds, part.counts.more
    staked = sum(count * ending.staked for ending, count in _endings(compiled, part))
    boxes = rounds * compiled.boxes * compiled.rules.betting.spots
    main = wagers[PLAYED]
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
        yield ending, int(part.counts.rows[layout.MAIN, code])


def _distribution(compiled: Compiled, part: Part, wager: int) -> dict[int, int]:
    """How often a round's result was so many cents, from the least to the greatest."""
    tables = compiled.tables
    zero, step = int(tables.bins[wager]), int(tables.units[wager])
    starts = [int(each) for each in tables.bins[: layout.WAGERS + 1] if each >= 0]
    before = max((each for each in starts if each < zero), default=None)
    low = 0 if before is None else _end_of(starts, before)
    found: Counter[int] = Counter()
    for plane, award in enumerate(compiled.awards):
        results = part.counts.results[plane * int(tables.used) :]
        more = award if wager in (layout.TOGETHER, int(tables.own_side)) else 0  # the first side wager is number 1
        for place in np.flatnonzero(results[low : 2 * zero - low + 1]) + low:
            found[int(place - zero) * step + more] += int(results[place])
    return dict(sorted(found.items()))


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


def _result(compiled: Compiled, part: Part, number: int, wager: Wager) -> Result:
    stake = compiled.stakes[PLAYED if number == layout.AWARD else wager]
    boxes = compiled.boxes * (compiled.rules.betting.spots if number == layout.MAIN else 1)
    rows = _rows(compiled, part, number)
    mean, sd, skew = moments(_distribution(compiled, part, number))
    rounds = part.rounds
    placed = rounds * boxes
    if _is_offered_sometimes(compiled, number):  # placed in some rounds only, and then it is the same on every box
        placed = sum(row.count for row in rows)
        rounds = placed // boxes
        mean, sd, skew = moments(_by_net(rows, stake * boxes))
    error = sd / sqrt(rounds) if rounds else 0.0
    unit = stake * boxes
    return Result(wager, placed, stake, mean / unit, error / unit, sd / stake, skew, rows)


def _by_net(rows: Iterable[Row], unit: int) -> Counter[int]:
    """How often each amount was won or lost; several rows may pay the same."""
    found: Counter[int] = Counter()
    for row in rows:
        found[round(row.net * unit)] += row.count
    return found


def _is_offered_sometimes(compiled: Compiled, number: int) -> bool:
    at = number - layout.FIRST_SIDE
    return 0 <= at < len(compiled.sides) and (
        compiled.sides[at].against is not None or compiled.sides[at].late is not None
    )


def _rows(compiled: Compiled, part: Part, number: int) -> tuple[Row, ...]:
    counts = part.counts.rows[number]
    if number == layout.MAIN:
        rows = [Row(each.name, n, float(each.net), each.split, each.bonus) for each, n in _endings(compiled, part) if n]
        return tuple(sorted(rows, key=lambda row: (row.split, -row.net, row.name)))
    if number == layout.AWARD:
        return ()
    side = compiled.sides[number - layout.FIRST_SIDE]
    stake, made = compiled.stakes[side.id], made_rows(side)
    spun = [side.spin(rows) is not None for rows in made]
    percents = compiled.tables.side_percent[number - layout.FIRST_SIDE]
    found = [
        Row(row.name, int(counts[at]), (row.net + compiled.award_of(int(percents[at]))) / stake)
        for at, row in enumerate(rows_of(side, stake, compiled.rules.betting.chip))
        if at >= len(made) or not spun[at]
    ]
    return tuple(sorted(found, key=lambda row: row.net))
