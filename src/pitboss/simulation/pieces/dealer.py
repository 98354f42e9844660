"""The deal, and the dealer's hand."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    AT_THIRD,
    BLACKJACK,
    DEALT_TO_DEALER,
    DONE,
    NO_CARD,
    NO_ROW,
    OTHER_SPOT,
    RANKS,
    SECOND,
    UP,
    WAITS,
)
from pitboss.simulation.generator import Number
from pitboss.simulation.pieces.drawing import next_card, rank_of
from pitboss.simulation.pieces.wagers import is_placed
from pitboss.simulation.records import Round, Tables


@njit(cache=True)
def deal(t: Round, tables: Tables) -> None:
    """First cards to every spot of every box, the up card, second cards, the hole card and third cards if there are."""
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            t.dealt[box, 2 * spot] = next_card(t, tables)
    t.at[UP] = next_card(t, tables)
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            t.dealt[box, 2 * spot + 1] = next_card(t, tables)
    t.at[SECOND] = next_card(t, tables) if tables.hole_first else NO_CARD
    if tables.first_cards > 2:
        for box in range(tables.boxes):
            t.dealt[box, AT_THIRD] = next_card(t, tables)


@njit(cache=True, inline="always")
def has_blackjack(t: Round, tables: Tables) -> Number:
    second = np.int64(t.at[SECOND])
    return second != NO_CARD and np.int64(tables.completes[rank_of(np.int64(t.at[UP]))]) == rank_of(second)


@njit(cache=True)
def second_card_matters(t: Round, tables: Tables) -> Number:
    """Whether something depends on a second card that has not been dealt (S14)."""
    may_be = tables.completes[rank_of(np.int64(t.at[UP]))] < RANKS
    for side in range(tables.sides):
        if tables.side_late[side] and is_placed(t, tables, side, 0):
            return True
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            for number in range(spot * OTHER_SPOT, spot * OTHER_SPOT + t.hands[box, spot]):
                outcome = np.int64(t.outcome[box, number])
                if may_be and (outcome < 0 or outcome == tables.surrendered):
                    return True
    return t.at[WAITS] == 1


@njit(cache=True)
def see_who_plays(t: Round, tables: Tables) -> None:
    """Notes which boxes have a hand that is neither bust nor given up: 1 for a blackjack alone, 2 for any other."""
    for box in range(tables.boxes):
        t.active[box] = 0
        for spot in range(tables.spots):
            for number in range(spot * OTHER_SPOT, spot * OTHER_SPOT + t.hands[box, spot]):
                kind = -1 - np.int64(t.outcome[box, number])
                if 0 <= kind < tables.bust_class:
                    alone = kind == tables.blackjack_class and t.hands[box, spot] == 1
                    t.active[box] = max(np.int64(t.active[box]), 1 if alone else 2)


@njit(cache=True)
def whole_hand_matters(t: Round, tables: Tables) -> Number:
    """Whether a wager on the dealer's whole hand waits for it."""
    for side in range(tables.sides):
        for box in range(tables.boxes):
            if tables.side_whole[side] and is_placed(t, tables, side, box):
                return True
    return False


@njit(cache=True)
def poker_hand_waits(t: Round, tables: Tables) -> Number:
    """Whether a poker hand meets the dealer's, of which every card counts."""
    for box in range(tables.boxes if tables.contest.cards else 0):  # noqa: SIM110  which compiled code has not
        if t.poker.row[box] == NO_ROW:
            return True
    return False


@njit(cache=True, inline="always")
def dealer_card(t: Round, tables: Tables) -> Number:
    """The dealer draws a card."""
    card = next_card(t, tables)
    t.dealer[t.at[DEALT_TO_DEALER]] = card
    t.at[DEALT_TO_DEALER] += 1
    return rank_of(card)


@njit(cache=True)
def end_of_dealer(t: Round, tables: Tables) -> Number:
    """How the dealer ends; he draws only while a wager depends on it."""
    if t.at[SECOND] == NO_CARD:
        if tables.second_if_needed and not second_card_matters(t, tables):
            return 0
        t.at[SECOND] = next_card(t, tables)
    t.dealer[0], t.dealer[1] = t.at[UP], t.at[SECOND]
    t.at[DEALT_TO_DEALER] = 2
    if has_blackjack(t, tables):
        return BLACKJACK
    state = np.int64(tables.dealer[rank_of(np.int64(t.at[UP])), rank_of(np.int64(t.at[SECOND]))])
    draws = (
        t.at[WAITS] == 1 or poker_hand_waits(t, tables) or (tables.whole_sides > 0 and whole_hand_matters(t, tables))
    )
    while draws and state < DONE:
        state = np.int64(tables.dealer[state, dealer_card(t, tables)])
    return state - DONE if state >= DONE else np.int64(0)
