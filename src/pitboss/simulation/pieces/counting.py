"""A finished round, counted in whole numbers."""

from __future__ import annotations

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    BLACKJACK,
    BOXES_SPLIT,
    DEALER_BLACKJACKS,
    FINAL,
    FIRST_SIDE,
    MAIN,
    NO_ROW,
    OTHER_SPOT,
    PATTERN,
    ROUNDS,
    SPLITS,
    TOGETHER,
    WAGERS,
)
from pitboss.simulation.generator import Number
from pitboss.simulation.records import Counts, Round, Tables


@njit(cache=True)
def count_round(t: Round, tables: Tables, counts: Counts) -> None:
    counts.more[ROUNDS] += 1
    counts.more[DEALER_BLACKJACKS] += 1 if t.at[FINAL] == BLACKJACK else 0
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            hands = t.hands[box, spot]
            counts.more[BOXES_SPLIT] += 1 if hands > 1 else 0
            counts.more[SPLITS] += max(0, hands - 1)
            for number in range(spot * OTHER_SPOT, spot * OTHER_SPOT + hands):
                counts.rows[MAIN, t.outcome[box, number]] += 1
        count_sides(t, tables, counts, box)
    count_results(t, tables, counts)


@njit(cache=True)
def count_sides(t: Round, tables: Tables, counts: Counts, box: Number) -> None:
    for side in range(tables.sides):
        if t.rows[box, side] != NO_ROW:
            counts.rows[FIRST_SIDE + side, t.rows[box, side]] += 1


@njit(cache=True)
def count_results(t: Round, tables: Tables, counts: Counts) -> None:
    """What a round came to, by wager and together; rounds with the same awards from a meter lie side by side."""
    together, plane = 0, t.at[PATTERN] * tables.used
    for wager in range(WAGERS):
        if tables.bins[wager] >= 0:
            total = 0
            for box in range(tables.boxes):
                total += t.nets[box, wager]
            together += total * tables.units[wager]
            counts.results[plane + tables.bins[wager] + total] += 1
    counts.results[plane + tables.bins[TOGETHER] + together // tables.units[TOGETHER]] += 1
