"""What a simulation says: means with their errors, and how often everything happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.simulation import codes
from pitboss.simulation.programme import Programme
from pitboss.simulation.run import Part


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
    """One wager. `mean` is for each unit of it, `sd` that of a round's result over all boxes, in units of what one box
    has on this wager; a box of two spots has two of the main one.
    """

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

    `results` are the net results of rounds, all wagers together, by how often they occurred. Where no hand `draws`,
    nothing is doubled or split.
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
    draws: bool
    played: Wager


def summarize(compiled: Programme, part: Part) -> Summary:
    wagers = {
        wager: _result(compiled, part, number, wager)
        for number, wager in compiled.wagers
        if compiled.tables.bins[number] >= 0 and (number == codes.AWARD or compiled.stakes.get(wager))
    }
    together = _distribution(compiled, part, codes.TOGETHER)
    mean, sd, skew = moments(together)
    rounds, more = part.rounds, part.counts.more
    counted = part.counts.rows[codes.MAIN]
    staked = sum(int(counted[each.code]) * each.staked for each in compiled.outcomes(codes.MAIN))
    boxes = rounds * compiled.boxes * compiled.spots
    main = wagers[compiled.game.rules.played]
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
        splits=int(more[codes.SPLITS]),
        boxes_split=int(more[codes.BOXES_SPLIT]),
        shoes=int(more[codes.SHOES]),
        cards=int(more[codes.CARDS_DEALT]),
        dealer_blackjacks=int(more[codes.DEALER_BLACKJACKS]),
        draws=compiled.draws,
        played=compiled.game.rules.played,
    )


def _distribution(compiled: Programme, part: Part, wager: int) -> dict[int, int]:
    """How often a round's result was so many cents, from the least to the greatest."""
    tables = compiled.tables
    zero, step = int(tables.bins[wager]), int(tables.units[wager])
    starts = [int(each) for each in tables.bins[: codes.WAGERS + 1] if each >= 0]
    before = max((each for each in starts if each < zero), default=None)
    low = 0 if before is None else _end_of(starts, before)
    found: Counter[int] = Counter()
    for plane, award in enumerate(compiled.awards):
        results = part.counts.results[plane * int(tables.used) :]
        more = award if wager in (codes.TOGETHER, compiled.awarded) else 0
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


def _result(compiled: Programme, part: Part, number: int, wager: Wager) -> Result:
    stake = compiled.stakes[compiled.game.rules.played if number == codes.AWARD else wager]
    spots = compiled.spots if number == codes.MAIN else 1
    boxes = compiled.boxes * spots
    rows = _rows(compiled, part, number)
    mean, sd, skew = moments(_distribution(compiled, part, number))
    rounds = part.rounds
    placed = rounds * boxes
    if compiled.placed_sometimes(number):  # placed in some rounds only, and then it is the same on every box
        placed = sum(row.count for row in rows)
        rounds = placed // boxes
        mean, sd, skew = moments(_by_net(rows, stake * boxes))
    error = sd / sqrt(rounds) if rounds else 0.0
    unit = stake * boxes
    return Result(wager, placed, stake, mean / unit, error / unit, sd / (stake * spots), skew, rows)


def _by_net(rows: Iterable[Row], unit: int) -> Counter[int]:
    """How often each amount was won or lost; several rows may pay the same."""
    found: Counter[int] = Counter()
    for row in rows:
        found[round(row.net * unit)] += row.count
    return found


def _rows(compiled: Programme, part: Part, number: int) -> tuple[Row, ...]:
    """How often a wager ended in which way; of the main one only what happened, and the best first."""
    counts, ways = part.counts.rows[number], compiled.outcomes(number)
    rows = [Row(each.name, int(counts[each.code]), each.net, each.split, each.bonus) for each in ways]
    if number == codes.MAIN:
        return tuple(sorted((row for row in rows if row.count), key=lambda row: (row.split, -row.net, row.name)))
    return tuple(sorted(rows, key=lambda row: row.net))
