"""Blackjack, Spanish 21 and Blackjack Switch: any number of boxes, all wagers, any number of splits, one spot or two,
fresh shoes or shoes dealt on.
"""

from __future__ import annotations

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    ALL_ROUNDS,
    BLACKJACK,
    CARDS_DEALT,
    DECIDED,
    DRAWN,
    EXHAUSTED,
    FINAL,
    FULL,
    LEFT,
    RACK,
    SHOES,
    VOID,
    WAITS,
)
from pitboss.simulation.generator import Number
from pitboss.simulation.pieces.contest import bet_or_fold, settle_contest
from pitboss.simulation.pieces.counting import count_round
from pitboss.simulation.pieces.dealer import deal, end_of_dealer, has_blackjack, see_who_plays
from pitboss.simulation.pieces.drawing import begin_shoe, next_card
from pitboss.simulation.pieces.hands import leave_box, play_box
from pitboss.simulation.pieces.poker_part import play_poker
from pitboss.simulation.pieces.wagers import call_off, clear, settle_main, settle_sides
from pitboss.simulation.records import Counts, Round, Tables

FEW = 4  # boxes of which a round seldom takes more cards than there is room for swaps


@njit(cache=True)
def play_round(t: Round, tables: Tables) -> None:
    """One round on what is left of the shoe, from the deal to the settlement."""
    clear(t, tables)
    deal(t, tables)
    t.at[FINAL] = 0
    t.at[WAITS] = 0
    if tables.contest.cards:
        bet_or_fold(t, tables)
    if tables.peeks and has_blackjack(t, tables):
        t.at[FINAL] = BLACKJACK
        for box in range(tables.boxes):
            leave_box(t, tables, box)
    else:
        for box in range(tables.boxes):
            play_box(t, tables, box)
        if tables.whole_sides:
            see_who_plays(t, tables)
        t.at[FINAL] = end_of_dealer(t, tables)
    settle_main(t, tables, t.at[FINAL])
    if tables.contest.cards:
        settle_contest(t, tables)
    if tables.poker.deals and not (t.at[VOID] or t.at[FULL]):
        play_poker(t, tables)
    settle_sides(t, tables)
    if t.at[VOID]:
        call_off(t, tables)


@njit(cache=True)
def play_fresh(t: Round, tables: Tables, number: Number, seed: Number) -> None:
    """Round `number` from a fresh shoe. One that takes too many cards for the shared shoe is played on its own."""
    begin_shoe(t, tables, number, seed, tables.boxes * tables.spots > FEW)
    t.at[DECIDED] = 0
    play_round(t, tables)
    if t.at[FULL]:
        begin_shoe(t, tables, number, seed, True)
        t.at[DECIDED] = 0
        play_round(t, tables)


@njit(cache=True)
def play_alone(t: Round, tables: Tables, counts: Counts, number: Number, seed: Number) -> None:
    """Round `number` from a fresh shoe, counted."""
    play_fresh(t, tables, number, seed)
    count_round(t, tables, counts)
    counts.more[CARDS_DEALT] += t.at[DRAWN]


@njit(cache=True)
def play_shoe(t: Round, tables: Tables, counts: Counts, number: Number, seed: Number, rounds: Number) -> Number:
    """A shoe to its cut card, or so many rounds of it; how many rounds were played."""
    begin_shoe(t, tables, number, seed, True)
    next_card(t, tables)  # the burn card
    played = 0
    while played < rounds and t.at[LEFT] >= tables.behind and not t.at[EXHAUSTED]:
        t.at[RACK] = t.at[DRAWN]
        t.at[DECIDED] = 0
        play_round(t, tables)
        count_round(t, tables, counts)
        played += 1
    counts.more[CARDS_DEALT] += t.at[DRAWN]
    counts.more[SHOES] += 1
    return played


@njit(cache=True, nogil=True)
def whole_shoes(t: Round, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number) -> None:
    """So many shoes, each dealt to its cut card."""
    for number in range(first, first + count):
        play_shoe(t, tables, counts, number, seed, ALL_ROUNDS)
