"""The tables of the fast path, made from those of the kernel: a hand as a state, and a card as a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulation.codes import (
    BLACKJACK,
    BUSTED,
    BY_SUIT,
    DOUBLE,
    ENDS,
    HANDS,
    HIT,
    LONG_WAY,
    MIXED,
    MOST_CLASSES,
    MOST_OVER,
    NO_CODE,
    OVER,
    PLAIN,
    RANKS,
    RESCUE,
    RESCUED,
    SPLIT,
    SUITS,
    SURRENDER,
    SURRENDERED,
    WHOLE,
)


def fill_states(tables: Any) -> None:
    """Fills `start`, `step`, `over` and `certain` of a record in which everything else is filled."""
    _fill_start(tables)
    _fill_over(tables)
    for doubles in range(3):
        _fill_steps(tables, doubles)


def _fill_start(tables: Any) -> None:
    two = tables.two[:, :RANKS]
    waits = OVER + tables.class_of[MIXED][two].astype(np.int64)
    for up in range(RANKS):
        decision = tables.plan[WHOLE, 0, up][two]
        state = np.where(decision == HIT, two, waits)
        state = np.where(decision == DOUBLE, HANDS + two, state)
        state = np.where(decision == SURRENDER, OVER + SURRENDERED, state)
        state = np.where(decision == SPLIT, OVER + LONG_WAY, state)
        if tables.unlike[up] != tables.plan[WHOLE, 0, up, tables.pair_of_tens]:  # the full programme looks at ranks
            state = np.where(two == tables.pair_of_tens, OVER + LONG_WAY, state)
        tables.start[up] = np.where(decision == BY_SUIT, SUITS, state)
    tables.start[RANKS] = waits  # the dealer has looked and has a blackjack, so nothing is decided


def _fill_steps(tables: Any, doubles: int) -> None:
    """Where a card leads from a hand that draws with so many doubles on it.

    A hand of three cards that is paid by its suits is here one of mixed suits: of one suit it goes the full programme.
    """
    after = tables.after.astype(np.int64)
    bust = after == BUSTED
    then = np.where(bust, 0, after)
    total = tables.hard.astype(np.int64)[:, np.newaxis] + np.arange(1, RANKS + 1)
    kind = np.where(bust, tables.bust_class + total - 22, tables.class_of[MIXED][then])
    waits = OVER + doubles * MOST_CLASSES + kind
    for up in range(RANKS):
        decision = np.where(bust, BUSTED, tables.plan[WHOLE, doubles, up][then].astype(np.int64))
        state = np.where(decision == HIT, then, waits) if doubles == 0 else waits
        again = np.where(decision == DOUBLE, (doubles + 1) * HANDS + then, state) if doubles < 2 else state
        rescued = np.where(decision == RESCUE, OVER + RESCUED + doubles, again)
        tables.step[up, doubles * HANDS : (doubles + 1) * HANDS] = rescued


def _fill_over(tables: Any) -> None:
    over = np.full((MOST_OVER, ENDS), NO_CODE, dtype=np.uint8)
    certain = np.zeros(MOST_OVER, dtype=np.uint8)
    for doubles in range(3):
        rows = slice(doubles * MOST_CLASSES, (doubles + 1) * MOST_CLASSES)
        over[rows] = tables.code[PLAIN, doubles]
        certain[rows] = tables.decided[0, min(doubles, 1)]
        over[RESCUED + doubles] = tables.rescued[0, doubles]
    over[SURRENDERED] = tables.surrendered
    over[SURRENDERED, BLACKJACK] = tables.surrender_lost[PLAIN]
    certain[RESCUED:] = 1
    tables.over[:], tables.certain[:] = over, certain
