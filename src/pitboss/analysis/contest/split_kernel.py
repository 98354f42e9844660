"""Best play of a box after a split, for the played wager and the poker hand together, compiled.

Worths are by turn, by hand as blackjack counts it, and by the class of what is seen of the box (see `seen`). A turn is
how many hands the box has and how many of them wait for their second card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.analysis.contest.seen import Leads
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, Hole, Memo, Pays, cannot_be, draw_chance, filling
from pitboss.analysis.drawing.kernel import known_ends as ends_beside
from pitboss.analysis.drawing.tables import Draws, Floats, Ints

MOST_HANDS = 4
TURNS = 9
FIRST_TURN = 1


@njit(cache=True, inline="always")
def turn_of(hands: int, waiting: int) -> int:
    """The number of a turn: so many hands in the box, so many of which wait."""
    return hands * (hands - 1) // 2 - 1 + waiting  # so that the first one after a split is `FIRST_TURN`


class Rows(NamedTuple):
    """The hands that a split hand of one rank can become, those with more cards first.

    `number` is that of `family.tables`, `after` by row and rank, -1 for a bust; `first` by the second card. `met` are
    the dealer's ends and `likely` the chances of the next card, by row and by how many hands the box has, less two; the
    last row of `likely` is for the rank alone.
    """

    number: Ints
    after: Ints
    may_hit: Ints
    may_double: Ints
    first: Ints
    met: Floats
    likely: Floats


@njit(cache=True)
def beside_rows(
    up: int, rank: int, shoe: Ints, hole: Hole, counts: Ints, draws: Draws, falling: Floats, memo: Memo, rows: Rows
) -> None:
    """Fills the dealer's ends and the chances of cards beside every row, when each other hand has one of the rank."""
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    last = rows.likely.shape[0] - 1
    for row in range(last + 1):
        for more in range(rows.likely.shape[1]):
            left, possible = 0, True
            for each in range(deck.shape[0]):
                held = counts[rows.number[row], each] if row < last else 1 if each == rank else 0
                others = more + 1 if each == rank else 0
                deck[each] = shoe[each] - held - others - (1 if each == up else 0)
                possible = possible and deck[each] >= 0
                left += deck[each]
            if not possible or cannot_be(deck, left, hole):
                continue
            fill = filling(deck, hole)
            for each in range(deck.shape[0]):
                if deck[each] > 0:
                    rows.likely[row, more, each] = draw_chance(deck, left, each, hole, fill)
            if row < last:
                ends_beside(deck, left, up, hole, draws, falling, memo, rows.met[row, more])


class Worths(NamedTuple):
    """What a box is still worth, by turn, row and class: all of it, and the played wager's part.

    What the poker hand is worth already is left out. `second` is before the second card of a hand, `pair` when that
    made a pair, which may be split again, and `none` what is worth nothing.
    """

    hand: Floats
    second: Floats
    pair: Floats
    none: Floats


class Choices(NamedTuple):
    """What is done with every hand, and whether a pair is split again; by turn, row and class."""

    hand: NDArray[np.uint8]
    split: NDArray[np.uint8]


@njit(cache=True)
def led(leads: Leads, card: int, worth: Floats, into: Floats, chance: float) -> None:
    """Adds, so often, what a worth by class is when a card has come; all of it, and the played part."""
    for kind in range(into.shape[0]):
        total, played = 0.0, 0.0
        for step in range(leads.first[card, kind], leads.first[card, kind + 1]):
            then, likely = leads.then[step], leads.chance[step]
            total += likely * worth[then, 0]
            played += likely * worth[then, 1]
        into[kind, 0] += chance * total
        into[kind, 1] += chance * played


@njit(cache=True)
def add(into: Floats, chance: float, worth: Floats, more: float) -> None:
    """Adds, so often, a worth by class and a constant."""
    for kind in range(into.shape[0]):
        into[kind, 0] += chance * (worth[kind, 0] + more)
        into[kind, 1] += chance * (worth[kind, 1] + more)


@njit(cache=True)
def begin(leads: Leads, likely: Floats, into: Floats) -> None:
    """What the next card adds to the poker hand."""
    into[:] = 0.0
    for card in range(likely.shape[0]):
        if likely[card] > 0.0:
            for kind in range(into.shape[0]):
                into[kind, 0] += likely[card] * leads.more[card, kind]


@njit(cache=True)
def take_better(choice: NDArray[np.uint8], decision: int, worth: Floats, best: Floats) -> None:
    """Takes a decision where it is better."""
    for kind in range(best.shape[0]):
        if worth[kind, 0] > best[kind, 0]:
            best[kind, 0] = worth[kind, 0]
            best[kind, 1] = worth[kind, 1]
            choice[kind] = decision


@njit(cache=True)
def solve_turn(
    turn: int,
    hands: int,
    rows: Rows,
    stood: Floats,
    once: Floats,
    bust: Floats,
    leads: Leads,
    after: Floats,
    worths: Worths,
    choices: Choices,
) -> None:
    """Best play of the hand in turn when the rest of the box is worth `after` by class."""
    ranks, more = rows.after.shape[1], hands - 2
    led_after = np.zeros((ranks, *after.shape))
    for card in range(ranks):
        led(leads, card, after, led_after[card], 1.0)
    drawn = np.zeros_like(after)
    for row in range(rows.number.shape[0]):
        mine, choice = worths.hand[turn, row], choices.hand[turn, row]
        mine[:] = 0.0
        add(mine, 1.0, after, stood[row, more])
        likely = rows.likely[row, more]
        if rows.may_hit[row]:
            begin(leads, likely, drawn)
            for card in range(ranks):
                then = rows.after[row, card]
                if likely[card] > 0.0 and then < 0:
                    add(drawn, likely[card], led_after[card], bust[0])
                elif likely[card] > 0.0:
                    led(leads, card, worths.hand[turn, then], drawn, likely[card])
            take_better(choice, HIT, drawn, mine)
        if rows.may_double[row]:
            begin(leads, likely, drawn)
            for card in range(ranks):
                then = rows.after[row, card]
                if likely[card] > 0.0:
                    add(drawn, likely[card], led_after[card], bust[1] if then < 0 else once[then, more])
            take_better(choice, DOUBLE, drawn, mine)


@njit(cache=True)
def solve_box(
    rank: int,
    most: int,
    rows: Rows,
    stood: Floats,
    once: Floats,
    bust: Floats,
    leads: Leads,
    worths: Worths,
    choices: Choices,
) -> None:
    """Best play of a split box, from the last hand of the greatest number of hands backwards."""
    ranks, alone = rows.after.shape[1], rows.likely.shape[0] - 1
    after = np.zeros_like(worths.second[0])
    for hands in range(most, 1, -1):
        for waiting in range(hands):
            turn = turn_of(hands, waiting)
            after[:] = 0.0
            if waiting:
                after[:] = worths.second[turn_of(hands, waiting - 1)]
            solve_turn(turn, hands, rows, stood, once, bust, leads, after, worths, choices)
            pair, second, likely = worths.pair[turn], worths.second[turn], rows.likely[alone, hands - 2]
            pair[:] = worths.hand[turn, rows.first[rank]]
            if hands < most:
                take_better(choices.split[turn], 1, worths.second[turn_of(hands + 1, waiting + 1)], pair)
            begin(leads, likely, second)
            for card in range(ranks):
                if likely[card] > 0.0:
                    then = pair if card == rank else worths.hand[turn, rows.first[card]]
                    led(leads, card, then, second, likely[card])


@njit(cache=True)
def paid(pays: Pays, hand: int, doubled: int, end: int) -> float:
    """What a hand comes to against an end of the dealer's, -1 being a bust."""
    if hand < 0:
        return float(pays.bust[doubled])
    return float(pays.doubled[hand, end] if doubled else pays.stood[hand, end])
