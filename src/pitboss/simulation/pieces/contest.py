"""The poker hand of a box beside its blackjack hand: cards as bits by their height, bet or folded before the look."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    ALL_RANKS,
    BEATS_NATURAL,
    BET,
    BLACKJACK,
    BOTH_LOSE,
    BOTH_WIN,
    DEALT_TO_DEALER,
    FINAL,
    FOLD,
    FOLDED,
    LOST_TO_NATURAL,
    NO_ROW,
    NOT_QUALIFIED,
    SECOND,
    TIED,
    UP,
)
from pitboss.simulation.generator import Number
from pitboss.simulation.pieces.drawing import exact_rank, height
from pitboss.simulation.pieces.hands import note
from pitboss.simulation.records import Round, Tables

A_PAIR = 1 << 8  # above every high card


@njit(cache=True)
def bet_or_fold(t: Round, tables: Tables) -> None:
    """Every box by its first two cards and the up card; who has no ante has nothing to decide."""
    for box in range(tables.boxes):
        t.poker.row[box] = FOLDED
        if tables.stakes[tables.poker_side] > 0:
            one, two = exact_rank(np.int64(t.dealt[box, 0])), exact_rank(np.int64(t.dealt[box, 1]))
            folds = tables.contest.folds[exact_rank(np.int64(t.at[UP])), one, two]
            t.label[0] = 0
            note(t, box, 0, FOLD if folds else BET)
            t.poker.row[box] = FOLDED if folds else NO_ROW


@njit(cache=True)
def highest(bits: Number) -> Number:
    """The highest bit of some, which are not none."""
    found = ALL_RANKS - 1
    while not (bits >> found) & 1:
        found -= 1
    return found


@njit(cache=True)
def strength(seen: Number, paired: Number) -> Number:
    """What the best two cards are worth: a pair above every high card, then the higher cards."""
    if paired:
        return A_PAIR + highest(paired)
    high = highest(seen)
    return ALL_RANKS * high + highest(seen & ~(1 << high))


@njit(cache=True)
def settle_contest(t: Round, tables: Tables) -> None:
    """Every poker hand that was bet on against the dealer's, of which all cards count."""
    natural = t.at[FINAL] == BLACKJACK
    if natural:
        t.dealer[0], t.dealer[1] = t.at[UP], t.at[SECOND]
        t.at[DEALT_TO_DEALER] = 2
    seen, paired = 0, 0
    for at in range(t.at[DEALT_TO_DEALER]):
        bit = 1 << height(np.int64(t.dealer[at]))
        paired |= seen & bit
        seen |= bit
    qualifies = (
        natural or (seen & tables.contest.qualifying) != 0 or (paired != 0 and tables.contest.pair_qualifies != 0)
    )
    theirs = strength(seen, paired)
    for box in range(tables.boxes):
        if t.poker.row[box] == NO_ROW:
            own = strength(np.int64(t.contest.seen[box]), np.int64(t.contest.paired[box]))
            t.poker.row[box] = contest_row(own, theirs, qualifies, natural)


@njit(cache=True)
def contest_row(own: Number, theirs: Number, qualifies: Number, natural: Number) -> Number:
    if not qualifies:
        return NOT_QUALIFIED
    if own == theirs:
        return TIED
    if natural:
        return BEATS_NATURAL if own > theirs else LOST_TO_NATURAL
    return BOTH_WIN if own > theirs else BOTH_LOSE
