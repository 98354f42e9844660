"""Cards from a shoe.

A shoe that nobody changes serves all rounds: what a round has drawn is a short list of swaps. The words of a round give
the same cards with that list as with a shoe of its own.
"""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    ALL_RANKS,
    AT_THIRD,
    DRAWN,
    EXHAUSTED,
    FACE_SHIFT,
    FULL,
    LEFT,
    MOST_SWAPS,
    NOTED,
    OWN,
    PATTERN,
    RACK,
    RANK_BITS,
    RANKS,
    READY,
    SUIT_SHIFT,
    SWAPPED,
    UP,
    USED,
    VOID,
    WHOLE,
)
from pitboss.simulation.generator import CARDS, ONE, SECOND_PART, WHEEL, Number, begin, three_below
from pitboss.simulation.records import Round, Tables


@njit(cache=True, inline="always")
def rank_of(card: Number) -> Number:
    return card & RANK_BITS


@njit(cache=True, inline="always")
def suit_of(card: Number) -> Number:
    return (card >> SUIT_SHIFT) & 3


@njit(cache=True, inline="always")
def exact_rank(card: Number) -> Number:
    """The rank of a card from the ace on, ten-valued ones apart."""
    return (card & RANK_BITS) + (card >> FACE_SHIFT)


@njit(cache=True, inline="always")
def height(card: Number) -> Number:
    """How high a card is at poker, from a two on; an ace is the highest."""
    return (exact_rank(card) + ALL_RANKS - 1) % ALL_RANKS


@njit(cache=True)
def has_unlike_tens(t: Round, tables: Tables, box: Number) -> Number:
    """Whether the two tens among the first cards of a box are of different ranks."""
    one, two = np.int64(t.dealt[box, 0]), np.int64(t.dealt[box, 1])
    if tables.first_cards > 2:
        three = np.int64(t.dealt[box, AT_THIRD])
        if rank_of(one) != RANKS - 1:
            one = three
        elif rank_of(two) != RANKS - 1:
            two = three
    return exact_rank(one) != exact_rank(two)


@njit(cache=True)
def plan_of_first(t: Round, tables: Tables, box: Number, hand: Number) -> Number:
    """What the plan says of the first cards of a box, which make this hand, for the main wager alone."""
    up = rank_of(np.int64(t.at[UP]))
    if hand == tables.pair_of_tens and has_unlike_tens(t, tables, box):
        return np.int64(tables.unlike[up])
    return np.int64(tables.plan[WHOLE, 0, up, hand])


@njit(cache=True)
def begin_shoe(t: Round, tables: Tables, number: Number, seed: Number, own: Number) -> None:
    """A whole shoe: the one that all rounds share, or one of the round's own."""
    begin(t.stream, number, seed, CARDS)
    if tables.spins:
        begin(t.wheel, number, seed, WHEEL)
    if tables.poker.deals:
        begin(t.wheel, number, seed, SECOND_PART)
    for slot in range(RACK + 1):
        t.at[slot] = 0
    t.at[PATTERN] = 0
    t.at[LEFT] = tables.whole
    t.at[OWN] = own
    if own:
        for each in range(tables.whole):
            t.shoe[each] = tables.shoe[each]
    else:
        for each in range(t.touched.shape[0]):
            t.touched[each] = 0


@njit(cache=True, inline="always")
def swap_of(t: Round, place: Number) -> Number:
    """Which swap has put another card into this place; -1 where none has."""
    if not (t.touched[place >> 6] >> np.uint64(place & 63)) & ONE:
        return -1
    found = 0
    while t.swap_place[found] != place:
        found += 1
    return found


@njit(cache=True, inline="always")
def card_at(t: Round, tables: Tables, place: Number) -> Number:
    swap = swap_of(t, place)
    return tables.shoe[place] if swap < 0 else t.swap_card[swap]


@njit(cache=True)
def put(t: Round, place: Number, card: Number) -> None:
    """Notes that another card lies in this place now. A round that needs more room has to be played on its own shoe."""
    swap = swap_of(t, place)
    if swap < 0:
        swap = t.at[SWAPPED]
        if swap == MOST_SWAPS:
            t.at[FULL] = 1
            return
        t.at[SWAPPED] = swap + 1
        t.swap_place[swap] = place
        t.touched[place >> 6] |= ONE << np.uint64(place & 63)
    t.swap_card[swap] = card


@njit(cache=True)
def draw(t: Round, tables: Tables) -> Number:
    """One of the cards that are left; its place is taken by the last of them. In its own shoe it lies behind them."""
    left = np.int64(t.at[LEFT])
    if t.at[USED] == t.at[READY]:
        three_below(t.stream, left, t.ahead)
        t.at[READY] = 3 if left > 3 else left
        t.at[USED] = 0
    place, last = t.ahead[t.at[USED]], left - 1
    t.at[USED] += 1
    if t.at[OWN]:
        card = np.int64(t.shoe[place])
        t.shoe[place] = t.shoe[last]
        t.shoe[last] = card
    else:
        card = np.int64(card_at(t, tables, place))
        if place != last:
            put(t, place, card_at(t, tables, last))
    t.at[LEFT] = last
    if t.at[NOTED]:
        t.drawn[t.at[DRAWN]] = card
    t.at[DRAWN] += 1
    return card


@njit(cache=True)
def next_card(t: Round, tables: Tables) -> Number:
    if t.at[LEFT] == 0:
        t.at[FULL] = 1 - t.at[OWN]  # the shared shoe cannot be shuffled
        reshuffle_rack(t, tables)
    return draw(t, tables)


@njit(cache=True)
def reshuffle_rack(t: Round, tables: Tables) -> None:
    """The shoe has run out: the discards alone are shuffled, and one of them is burned (S21).

    Where there are none to shuffle, all cards lie on the layout and the round is void. It is played on with any cards.
    """
    size = tables.whole
    on_table = t.at[DRAWN] - t.at[RACK]
    rack = size - on_table
    if rack < 2:
        t.at[VOID] = 1
        t.at[RACK] = t.at[DRAWN]
        on_table, rack = 0, size
    for each in range(min(on_table, rack)):
        card = t.shoe[each]
        t.shoe[each] = t.shoe[size - 1 - each]
        t.shoe[size - 1 - each] = card
    t.at[LEFT] = rack
    t.at[READY] = 0
    t.at[USED] = 0
    t.at[EXHAUSTED] = 1
    draw(t, tables)
