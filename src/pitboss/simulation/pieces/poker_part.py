"""A hand of poker after the blackjack: the cards are shuffled anew, and a stream of its own deals them.

A box may have folded, and then gets no more cards. Rows of folds come behind those of the pay table and of no row.
"""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import ALL_RANKS, BET, FOLD, NO_ROW, OWN_CARDS, POKER_DEALT, SECOND, UP
from pitboss.simulation.generator import Number, below
from pitboss.simulation.pieces.drawing import exact_rank, suit_of
from pitboss.simulation.pieces.hands import note
from pitboss.simulation.records import Round, Tables

DECK = 4 * ALL_RANKS


@njit(cache=True)
def is_out(t: Round, card: Number) -> Number:
    """Whether a card lies on the layout: as a community card, or in a poker hand."""
    if card == t.at[UP] or card == t.at[SECOND]:
        return True
    for at in range(t.at[POKER_DEALT]):  # noqa: SIM110  which compiled code has not
        if t.poker.cards[at] == card:
            return True
    return False


@njit(cache=True)
def poker_card(t: Round, tables: Tables) -> Number:
    """A card of the shuffled deck: one of all, and another one where that is out already."""
    card = np.int64(tables.shoe[below(t.wheel, DECK)])
    while is_out(t, card):
        card = np.int64(tables.shoe[below(t.wheel, DECK)])
    t.poker.cards[t.at[POKER_DEALT]] = card
    t.at[POKER_DEALT] += 1
    return card


@njit(cache=True, inline="always")
def all_suited(t: Round, box: Number, own: Number) -> Number:
    """Whether both community cards and so many own ones have one suit, as the first place of the tables has it."""
    suit = suit_of(np.int64(t.at[UP]))
    if suit_of(np.int64(t.at[SECOND])) != suit:
        return 0
    for at in range(own):
        if suit_of(np.int64(t.poker.own[box, at])) != suit:
            return 0
    return 1


@njit(cache=True)
def decide_at(t: Round, tables: Tables, box: Number, step: Number) -> None:
    """After the first and the second card a box bets or folds; after the third it has a row."""
    first, second = exact_rank(np.int64(t.at[UP])), exact_rank(np.int64(t.at[SECOND]))
    one, two = exact_rank(np.int64(t.poker.own[box, 0])), exact_rank(np.int64(t.poker.own[box, 1]))
    suited = all_suited(t, box, step + 1)
    if step == OWN_CARDS - 1:
        three = exact_rank(np.int64(t.poker.own[box, 2]))
        t.poker.row[box] = tables.poker.rows[suited, first, second, one, two, three]
        return
    bets = tables.poker.first[suited, first, second, one]
    if step == 1:
        bets = tables.poker.second[suited, first, second, one, two]
    note(t, box, 0, BET if bets else FOLD)
    if not bets:
        t.poker.row[box] = tables.poker.folds + step


@njit(cache=True)
def play_poker(t: Round, tables: Tables) -> None:
    """All boxes: a card to each that is in, and what it does then."""
    t.at[POKER_DEALT] = 0
    for box in range(tables.boxes):
        t.poker.row[box] = NO_ROW
    for step in range(OWN_CARDS):
        for box in range(tables.boxes):
            if t.poker.row[box] == NO_ROW:
                t.poker.own[box, step] = poker_card(t, tables)
        for box in range(tables.boxes):
            if t.poker.row[box] == NO_ROW:
                decide_at(t, tables, box, step)
