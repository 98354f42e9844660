"""A progressive meter in the kernel: what the boxes of a round win from it, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.core.meter import Display, Micro, Shown, micro
from pitboss.payouts import Jackpot
from pitboss.simulation.codes import FIRST_SIDE, MOST_AWARDS, MOST_PATTERNS
from pitboss.simulation.parts.own_hand import staked
from pitboss.simulation.parts.part import KernelPart, Setting

NAME = "meter"

Pattern = tuple[int, ...]
"""Percentages that the boxes of a round win, one after the other."""


def part(setting: Setting) -> KernelPart | None:
    wager, meter = staked(setting), setting.rules.meter
    if wager is None or meter is None:
        return None
    number, side, _ = wager
    percents = sorted({pays.percent for pays in side.pays.values() if isinstance(pays, Jackpot)})
    display = Display(Shown(micro(setting.meter or meter.seed), Micro(0)), meter.seed)
    totals = totals_by_pattern(percents, setting.boxes, display)
    patterns = tuple(totals)
    numbers = {pattern: place for place, pattern in enumerate(patterns)}
    kind, following = np.zeros(101, dtype=np.uint8), np.zeros((len(patterns), MOST_AWARDS), dtype=np.uint8)
    for place, percent in enumerate(percents):
        kind[percent] = place
        for pattern in patterns:
            following[numbers[pattern], place] = numbers.get((*pattern, percent), 0)
    last = [totals[pattern] - totals[pattern[:-1]] if pattern else 0 for pattern in patterns]
    return KernelPart(
        NAME,
        {"kind": kind, "next": following, "cents": np.array(last, dtype=np.int64), "at_once": meter.at_once},
        awards=tuple(totals.values()),
        award_of={percent: totals[percent,] for percent in percents},
        awarded=FIRST_SIDE + number,
    )


def totals_by_pattern(percents: Sequence[int], boxes: int, display: Display) -> dict[Pattern, int]:
    """Return every sequence of awards with what it takes out of a meter, in cents; the first is no award."""
    patterns: list[Pattern] = [()]
    for pattern in patterns:  # which grows meanwhile
        patterns += [(*pattern, percent) for percent in percents] if len(pattern) < boxes else []
    assert len(patterns) <= MOST_PATTERNS, "the kernel has no room for so many awards of a round"
    return {pattern: sum(display.paid(pattern)) for pattern in patterns}
