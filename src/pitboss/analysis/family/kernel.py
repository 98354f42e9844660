"""The arithmetic of best play, compiled: plain functions over small arrays, no allocation in the inner loops.

All probabilities are those of a finite shoe without replacement. Where the dealer has looked for a blackjack and
found none, every draw is conditioned on that: a card is the likelier, the more ways it leaves to fill the hole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.analysis.family.tables import BLACKJACK_FINAL, FINALS, MOST_DRAWN, RANKS, Draws, Floats, Hands, Ints

STAND, HIT, DOUBLE, SURRENDER, SPLIT, RESCUE = 0, 1, 2, 3, 4, 5
NEVER = -1e9
STOOD_ON, DRAWN_ON = 1, 2  # why a hand is wanted: the dealer's ends matter to it, or only the cards that follow
FINAL_COUNT = len(FINALS)


class Pays(NamedTuple):
    """What each hand is worth against each end of the dealer's, in units of the first wager, and what may be done.

    `stood`, `doubled` and `redoubled` are by hand and end; `bust` and `rescue` by the number of doubles, and so is
    `spared`, what a bust hand gets back when the dealer turns out to have a blackjack.
    """

    stood: Floats
    doubled: Floats
    redoubled: Floats
    bust: Floats
    spared: Floats
    rescue: Floats
    may_hit: Ints
    may_double: Ints
    may_redouble: Ints


@njit(cache=True, inline="always")
def draw_chance(deck: Ints, left: int, rank: int, hole: int) -> float:
    """The chance that the next card is of this rank. `hole` is the rank that the hole card is known not to be."""
    if hole < 0:
        return float(deck[rank] / left)
    other = deck[hole] - (1 if rank == hole else 0)
    return float(deck[rank] / left * (1.0 - other / (left - 1)) / (1.0 - deck[hole] / left))


@njit(cache=True, inline="always")
def unseen_blackjack(deck: Ints, left: int, drawn: int, unseen: int) -> float:
    """The chance of a blackjack that nobody has seen, once a card of this rank is drawn; `unseen` would make it."""
    if unseen < 0:
        return 0.0
    return float((deck[unseen] - (1 if drawn == unseen else 0)) / (left - 1))


@njit(cache=True)
def dealer_ends(deck: Ints, left: int, up: int, hole: int, draws: Draws, falling: Floats, ends: Floats) -> None:
    """The chance of each end of the dealer's hand, given the cards that are left."""
    ways_of = np.empty(RANKS * MOST_DRAWN)  # in how many ways each rank can come each number of times
    for rank in range(RANKS):
        for times in range(MOST_DRAWN):
            ways_of[rank * MOST_DRAWN + times] = falling[deck[rank], times]
    inverse = np.empty(MOST_DRAWN)
    inverse[0] = 1.0
    for count in range(1, MOST_DRAWN):
        more = left - count + 1
        inverse[count] = inverse[count - 1] / more if more > 0 else 0.0
    for each in range(FINAL_COUNT):
        ends[each] = 0.0
    for run in range(draws.first[up], draws.first[up + 1]):
        kinds = draws.kinds[run]
        total = 0.0
        for way in range(draws.start[run], draws.start[run + 1]):
            product = draws.orders[way]
            for at in range(kinds):
                product *= ways_of[draws.codes[way, at]]
            total += product
        ends[draws.final[run]] += total * inverse[draws.drawn[run]]
    if hole >= 0:
        known = 1.0 - ends[BLACKJACK_FINAL]
        ends[BLACKJACK_FINAL] = 0.0
        for each in range(FINAL_COUNT):
            ends[each] /= known


@njit(cache=True, inline="always")
def worth(ends: Floats, pays: Floats) -> float:
    total = 0.0
    for each in range(FINAL_COUNT):
        total += ends[each] * pays[each]
    return total


@njit(cache=True)
def left_of(shoe: Ints, counts: Ints, up: int, deck: Ints) -> int:
    """Fills `deck` with the shoe without a hand and the up card; how many cards that is, or -1 if it cannot be."""
    left = 0
    for each in range(RANKS):
        deck[each] = shoe[each] - counts[each] - (1 if each == up else 0)
        if deck[each] < 0:
            return -1
        left += deck[each]
    return left


@njit(cache=True, inline="always")
def same_cards_out(hand: int, gone: int, times_gone: int, hands: Hands) -> int:
    """The hand that has these cards in it besides, so that the same cards are left beside it; -1 if there is none."""
    same = hand
    for _ in range(times_gone):
        same = hands.after[same, gone] if same >= 0 else -1
    return same


@njit(cache=True)
def solve_up_card(  # noqa: C901, PLR0915  one pass over the hands, in the order in which their worth becomes known
    up: int,
    shoe: Ints,
    hole: int,
    unseen: int,
    hands: Hands,
    draws: Draws,
    pays: Pays,
    falling: Floats,
    wanted: Ints,
    gone: int,
    times_gone: int,
    known: Floats,
    plan: Ints,
    follow: bool,  # noqa: FBT001  compiled functions take no keywords
    values: Floats,
) -> None:
    """The worth of standing, drawing and doubling on the wanted hands against one up card, by backward induction.

    A hand with a card more has a smaller number, so it is known before it is needed. Column 0 of `plan` gets the best
    decision on a hand, columns 1 and 2 whether a hand with one or two doubles on it stands, is rescued or is doubled
    again; with `follow` the plan is kept to instead. The last column of `values` is the worth of the planned decision.

    `times_gone` cards of rank `gone` are out of the shoe besides. The dealer's ends depend on what is left and on
    nothing else, so those of a hand are those of the same hand with these cards in it: where `known` has them (it is
    filled when nothing is gone), they are not worked out again.
    """
    size = hands.counts.shape[0]
    best = values.shape[1] - 1
    ends = np.zeros(FINAL_COUNT)
    deck = np.zeros(RANKS, dtype=np.int64)
    once = np.zeros(size)  # the worth of a hand when one double lies on it and its card has come
    twice = np.zeros(size)
    for hand in range(size):
        left = left_of(shoe, hands.counts[hand], up, deck) if wanted[hand] else -1
        if left < 2:
            continue
        same = same_cards_out(hand, gone, times_gone, hands)
        if times_gone > 0 and same >= 0:
            for each in range(FINAL_COUNT):
                ends[each] = known[same, each]
        elif wanted[hand] != DRAWN_ON:
            dealer_ends(deck, left, up, hole, draws, falling, ends)
        if times_gone == 0:
            for each in range(FINAL_COUNT):
                known[hand, each] = ends[each]
        hit, double, redouble = 0.0, 0.0, 0.0
        for each in range(RANKS):
            if deck[each] > 0:
                chance = draw_chance(deck, left, each, hole)
                then = hands.after[hand, each]
                if then < 0:
                    late = unseen_blackjack(deck, left, each, unseen)
                    hit += chance * (pays.bust[0] + late * pays.spared[0])
                    double += chance * (pays.bust[1] + late * pays.spared[1])
                    redouble += chance * (pays.bust[2] + late * pays.spared[2])
                else:
                    hit += chance * values[then, best]
                    double += chance * once[then]
                    redouble += chance * twice[then]
        stood_twice = worth(ends, pays.redoubled[hand])
        stood_once = worth(ends, pays.doubled[hand])
        values[hand, STAND] = worth(ends, pays.stood[hand])
        values[hand, HIT] = hit if pays.may_hit[hand] else NEVER
        values[hand, DOUBLE] = double if pays.may_double[hand] else NEVER
        if not follow:
            plan[hand, 2] = RESCUE if pays.rescue[2] > stood_twice else STAND
            kept = max(stood_once, pays.rescue[1])
            plan[hand, 1] = RESCUE if pays.rescue[1] > stood_once else STAND
            if pays.may_redouble[hand] and redouble > kept:
                plan[hand, 1] = DOUBLE
            plan[hand, 0] = STAND
            if values[hand, HIT] > values[hand, STAND]:
                plan[hand, 0] = HIT
            if values[hand, DOUBLE] > values[hand, plan[hand, 0]]:
                plan[hand, 0] = DOUBLE
        twice[hand] = pays.rescue[2] if plan[hand, 2] == RESCUE else stood_twice
        once[hand] = stood_once
        if plan[hand, 1] == RESCUE:
            once[hand] = pays.rescue[1]
        elif plan[hand, 1] == DOUBLE:
            once[hand] = redouble
        values[hand, best] = values[hand, plan[hand, 0]]


@njit(cache=True)
def reachable(rank: int, hands: Hands, plan: Ints, also_drawn: Ints, wanted: Ints) -> None:  # noqa: C901
    """Marks the hands that can come up when hands that begin with this rank are played by a plan, and how.

    A hand with fewer cards has a greater number, so all ways to a hand are seen before it. Hands of `also_drawn` are
    drawn on besides: their suits may make that better than the plan, which does not know them.
    """
    size = hands.counts.shape[0]
    for hand in range(size):
        wanted[hand] = 1 if hands.size[hand] == 2 and hands.counts[hand, rank] > 0 else 0
    once, twice = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    for hand in range(size - 1, -1, -1):
        if not wanted[hand] and not once[hand]:
            continue
        draws_on = wanted[hand] == 1 and (plan[hand, 0] == HIT or also_drawn[hand] == 1)
        doubles = wanted[hand] == 1 and plan[hand, 0] == DOUBLE
        again = once[hand] == 1 and plan[hand, 1] == DOUBLE
        for each in range(RANKS):
            then = hands.after[hand, each]
            if then >= 0 and draws_on:
                wanted[then] = 1
            if then >= 0 and doubles:
                once[then] = 1
            if then >= 0 and again:
                twice[then] = 1
    for hand in range(size):
        stands = (
            (wanted[hand] == 1 and plan[hand, 0] == STAND)
            or (once[hand] == 1 and plan[hand, 1] == STAND)
            or (twice[hand] == 1 and plan[hand, 2] == STAND)
        )
        if stands:
            wanted[hand] = STOOD_ON
        elif wanted[hand] == 1 or once[hand] == 1 or twice[hand] == 1:
            wanted[hand] = DRAWN_ON


@njit(cache=True, inline="always")
def bust_square(pays: Pays, doubles: int, late: float) -> float:
    """The square of what a bust loses, where a blackjack that is seen late has this chance to spare some of it."""
    return float((1.0 - late) * pays.bust[doubles] ** 2 + late * (pays.bust[doubles] + pays.spared[doubles]) ** 2)


@njit(cache=True)
def moments_of_up_card(  # noqa: C901, PLR0915  the same pass as `solve_up_card`, over squares
    up: int,
    shoe: Ints,
    hole: int,
    unseen: int,
    hands: Hands,
    draws: Draws,
    pays: Pays,
    falling: Floats,
    gone: int,
    times_gone: int,
    known: Floats,
    plan: Ints,
    squares: Floats,
    joint: Floats,
) -> None:
    """What the square of a result is worth on every hand, by decision, when a plan is kept to.

    `joint[h, f]` is the worth of hand h times the chance that the dealer ends in f, which tells how two hands of one
    box move together. A hand that is bust meets the dealer's ends as they were before its last card.
    """
    size = hands.counts.shape[0]
    planned = squares.shape[1] - 1
    ends = np.zeros(FINAL_COUNT)
    deck = np.zeros(RANKS, dtype=np.int64)
    once, twice = np.zeros(size), np.zeros(size)
    joint_once, joint_twice = np.zeros((size, FINAL_COUNT)), np.zeros((size, FINAL_COUNT))
    for hand in range(size):
        left = left_of(shoe, hands.counts[hand], up, deck)
        if left < 2:
            continue
        same = same_cards_out(hand, gone, times_gone, hands)
        if same >= 0:
            for each in range(FINAL_COUNT):
                ends[each] = known[same, each]
        else:
            dealer_ends(deck, left, up, hole, draws, falling, ends)
        hit, double, redouble = 0.0, 0.0, 0.0
        for final in range(FINAL_COUNT):
            end = ends[final]
            squares[hand, STAND] += end * pays.stood[hand, final] ** 2
            joint[hand, final] = end * pays.stood[hand, final]
            joint_once[hand, final] = end * pays.doubled[hand, final]
            joint_twice[hand, final] = end * pays.redoubled[hand, final]
            once[hand] += end * pays.doubled[hand, final] ** 2
            twice[hand] += end * pays.redoubled[hand, final] ** 2
        for final in range(FINAL_COUNT):
            if plan[hand, 2] == RESCUE:
                joint_twice[hand, final] = ends[final] * pays.rescue[2]
            if plan[hand, 1] == RESCUE:
                joint_once[hand, final] = ends[final] * pays.rescue[1]
            elif plan[hand, 1] == DOUBLE:
                joint_once[hand, final] = 0.0
            if plan[hand, 0] != STAND:
                joint[hand, final] = 0.0
        for each in range(RANKS):
            if deck[each] == 0:
                continue
            chance = draw_chance(deck, left, each, hole)
            then = hands.after[hand, each]
            late = unseen_blackjack(deck, left, each, unseen) if then < 0 else 0.0
            hit += chance * (bust_square(pays, 0, late) if then < 0 else squares[then, planned])
            double += chance * (bust_square(pays, 1, late) if then < 0 else once[then])
            redouble += chance * (bust_square(pays, 2, late) if then < 0 else twice[then])
            for final in range(FINAL_COUNT):
                back = 1.0 if final == BLACKJACK_FINAL else 0.0
                if plan[hand, 1] == DOUBLE:
                    lost = (pays.bust[2] + back * pays.spared[2]) * ends[final]
                    joint_once[hand, final] += chance * (lost if then < 0 else joint_twice[then, final])
                if plan[hand, 0] == HIT:
                    lost = (pays.bust[0] + back * pays.spared[0]) * ends[final]
                    joint[hand, final] += chance * (lost if then < 0 else joint[then, final])
                elif plan[hand, 0] == DOUBLE:
                    lost = (pays.bust[1] + back * pays.spared[1]) * ends[final]
                    joint[hand, final] += chance * (lost if then < 0 else joint_once[then, final])
        if plan[hand, 2] == RESCUE:
            twice[hand] = pays.rescue[2] ** 2
        if plan[hand, 1] == RESCUE:
            once[hand] = pays.rescue[1] ** 2
        elif plan[hand, 1] == DOUBLE:
            once[hand] = redouble
        squares[hand, HIT] = hit
        squares[hand, DOUBLE] = double
        squares[hand, planned] = squares[hand, plan[hand, 0]]


@njit(cache=True)
def follow_up_card(
    up: int, shoe: Ints, hole: int, unseen: int, hands: Hands, plan: Ints, done: Floats, bust: Floats
) -> None:
    """How likely every hand is against one up card, and what is done with it, when a plan is kept to.

    `done[h, d, a]` is the chance that hand h comes up with d doubles on it and a is decided; of two first cards it is
    given. `bust[d, 0]` gets the chance of a bust with d doubles, `bust[d, 1]` of one to which the dealer then shows a
    blackjack. A hand with fewer cards has a greater number, so all ways to a hand are seen before it.
    """
    deck = np.zeros(RANKS, dtype=np.int64)
    arrived = np.zeros((hands.counts.shape[0], 3))
    for hand in range(hands.counts.shape[0] - 1, -1, -1):
        for doubles in range(3):
            done[hand, doubles, plan[hand, doubles]] += arrived[hand, doubles]
        drawn_on = (done[hand, 0, HIT], done[hand, 0, DOUBLE], done[hand, 1, DOUBLE])
        if max(drawn_on) == 0.0:
            continue
        left = left_of(shoe, hands.counts[hand], up, deck)
        for each in range(RANKS):
            chance = draw_chance(deck, left, each, hole) if deck[each] > 0 else 0.0
            then = hands.after[hand, each]
            late = unseen_blackjack(deck, left, each, unseen) if then < 0 else 0.0
            for doubles in range(3):
                if then < 0:
                    bust[doubles, 0] += chance * drawn_on[doubles] * (1.0 - late)
                    bust[doubles, 1] += chance * drawn_on[doubles] * late
                else:
                    arrived[then, doubles] += chance * drawn_on[doubles]
