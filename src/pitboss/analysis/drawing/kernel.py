"""The arithmetic of best play, compiled: plain functions over small arrays, no allocation in the inner loops.

All probabilities are those of a finite shoe without replacement. Where the dealer has looked for a blackjack and
found none, every draw is conditioned on that: a card is the likelier, the more ways it leaves to fill the hole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.tables import MOST_DRAWN, Draws, Floats, Hands, Ints

STAND, HIT, DOUBLE, SURRENDER, SPLIT, RESCUE = 0, 1, 2, 3, 4, 5
NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
NEVER = -1e9
COLUMNS = 6  # of what a hand is worth: one for each decision, and the last for the one that is taken
BEST = COLUMNS - 1
STOOD_ON, DRAWN_ON = 1, 2  # why a hand is wanted: the dealer's ends matter to it, or only the cards that follow


class Pays(NamedTuple):
    """What each hand is worth against each end of the dealer's, in units of the first wager, and what may be done.

    The last end is a blackjack. `stood`, `doubled` and `redoubled` are by hand and end; `bust` and `rescue` by the
    number of doubles, and so is `spared`, what a bust hand gets back when the dealer turns out to have a blackjack.
    `given_up` is what a surrendered hand comes to against each end. Where a bust hand `lives`, what it comes to depends
    on how the dealer ends: `over` has it by the number of doubles, the points above 22 and the end.
    """

    stood: Floats
    doubled: Floats
    redoubled: Floats
    bust: Floats
    spared: Floats
    rescue: Floats
    given_up: Floats
    over: Floats
    lives: int
    may_hit: Ints
    may_double: Ints
    may_redouble: Ints


class Hole(NamedTuple):
    """What is known of the dealer's second card: the ranks that would make a blackjack of it, and whether he looked.

    Where he has looked, it is none of them.
    """

    fills: Ints
    looked: int


@njit(cache=True, inline="always")
def filling(deck: Ints, hole: Hole) -> int:
    """How many cards that are left would make a blackjack."""
    found = 0
    for rank in range(deck.shape[0]):
        found += deck[rank] * hole.fills[rank]
    return found


@njit(cache=True, inline="always")
def cannot_be(deck: Ints, left: int, hole: Hole) -> bool:
    """Whether so few cards are left that the dealer must have had the blackjack that he has looked for."""
    return left < 2 or (hole.looked == 1 and filling(deck, hole) == left)


@njit(cache=True, inline="always")
def draw_chance(deck: Ints, left: int, rank: int, hole: Hole, fill: int) -> float:
    """The chance that the next card is of this rank, where `fill` cards that are left would make a blackjack."""
    if not hole.looked:
        return float(deck[rank] / left)
    other = fill - hole.fills[rank]
    return float(deck[rank] / left * (1.0 - other / (left - 1)) / (1.0 - fill / left))


@njit(cache=True, inline="always")
def unseen_blackjack(left: int, drawn: int, hole: Hole, fill: int) -> float:
    """The chance of a blackjack that nobody has seen, once a card of this rank is drawn."""
    if hole.looked:
        return 0.0
    return float((fill - hole.fills[drawn]) / (left - 1))


@njit(cache=True)
def dealer_ends(deck: Ints, left: int, up: int, hole: Hole, draws: Draws, falling: Floats, ends: Floats) -> None:
    """The chance of each end of the dealer's hand, given the cards that are left."""
    ranks, blackjack = deck.shape[0], ends.shape[0] - 1
    ways_of = np.empty(ranks * MOST_DRAWN)  # in how many ways each rank can come each number of times
    for rank in range(ranks):
        for times in range(MOST_DRAWN):
            ways_of[rank * MOST_DRAWN + times] = falling[deck[rank], times]
    inverse = np.empty(MOST_DRAWN)
    inverse[0] = 1.0
    for count in range(1, MOST_DRAWN):
        more = left - count + 1
        inverse[count] = inverse[count - 1] / more if more > 0 else 0.0
    for each in range(blackjack + 1):
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
    if hole.looked:
        known = 1.0 - ends[blackjack]
        ends[blackjack] = 0.0
        for each in range(blackjack):
            ends[each] /= known


@njit(cache=True, inline="always")
def worth(ends: Floats, pays: Floats) -> float:
    total = 0.0
    for each in range(ends.shape[0]):
        total += ends[each] * pays[each]
    return total


@njit(cache=True)
def left_of(shoe: Ints, counts: Ints, up: int, deck: Ints) -> int:
    """Fills `deck` with the shoe without a hand and the up card; how many cards that is, or -1 if it cannot be."""
    left = 0
    for each in range(deck.shape[0]):
        deck[each] = shoe[each] - counts[each] - (1 if each == up else 0)
        if deck[each] < 0:
            return -1
        left += deck[each]
    return left


class Memo(NamedTuple):
    """Ends of the dealer's that were worked out, by the cards that are out of the whole shoe; for one up card.

    `keys` and `ends` are places of a table that is searched from place to place; `used` counts them.
    """

    whole: Ints
    keys: Ints
    ends: Floats
    used: Ints


def new_memo(whole: Ints, finals: int, size: int) -> Memo:
    """An empty memory with so many places, a power of two."""
    return Memo(whole, np.zeros(size, dtype=np.int64), np.zeros((size, finals)), np.zeros(1, dtype=np.int64))


@njit(cache=True)
def known_ends(
    deck: Ints, left: int, up: int, hole: Hole, draws: Draws, falling: Floats, memo: Memo, ends: Floats
) -> None:
    """As `dealer_ends`, from memory where the same cards were out before."""
    size = memo.keys.shape[0]
    if size == 0:
        dealer_ends(deck, left, up, hole, draws, falling, ends)
        return
    key = 1
    for rank in range(deck.shape[0]):
        key += (memo.whole[rank] - deck[rank]) << (5 * rank)
    folded = (key ^ key >> 15 ^ key >> 30 ^ key >> 45) & 0x3FFFFFFF
    place = (folded * 0x9E3779B1 >> 16) & (size - 1)
    while memo.keys[place] != 0 and memo.keys[place] != key:
        place = (place + 1) & (size - 1)
    if memo.keys[place] == key:
        for each in range(ends.shape[0]):
            ends[each] = memo.ends[place, each]
        return
    dealer_ends(deck, left, up, hole, draws, falling, ends)
    if 4 * memo.used[0] < 3 * size:
        memo.keys[place] = key
        memo.used[0] += 1
        for each in range(ends.shape[0]):
            memo.ends[place, each] = ends[each]


@njit(cache=True)
def ends_after(
    deck: Ints, left: int, card: int, up: int, hole: Hole, draws: Draws, falling: Floats, memo: Memo, ends: Floats
) -> None:
    """The dealer's ends once another card has left the shoe."""
    deck[card] -= 1
    known_ends(deck, left - 1, up, hole, draws, falling, memo, ends)
    deck[card] += 1


@njit(cache=True)
def solve_up_card(  # noqa: C901, PLR0915  one pass over the hands, in the order in which their worth becomes known
    up: int,
    shoe: Ints,
    hole: Hole,
    hands: Hands,
    draws: Draws,
    pays: Pays,
    falling: Floats,
    wanted: Ints,
    memo: Memo,
    plan: Ints,
    follow: bool,  # noqa: FBT001  compiled functions take no keywords
    values: Floats,
) -> None:
    """The worth of standing, drawing and doubling on the wanted hands against one up card, by backward induction.

    A hand with a card more has a smaller number, so it is known before it is needed. Column 0 of `plan` gets the best
    decision on a hand, columns 1 and 2 whether a hand with one or two doubles on it stands, is rescued or is doubled
    again; with `follow` the plan is kept to instead. The last column of `values` is the worth of the planned decision.
    """
    size = hands.counts.shape[0]
    best = values.shape[1] - 1
    finals = pays.stood.shape[1]
    ends, bust_ends = np.zeros(finals), np.zeros(finals)
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    once = np.zeros(size)  # the worth of a hand when one double lies on it and its card has come
    twice = np.zeros(size)
    for hand in range(size):
        left = left_of(shoe, hands.counts[hand], up, deck) if wanted[hand] else -1
        if cannot_be(deck, left, hole):
            continue
        if wanted[hand] != DRAWN_ON:
            known_ends(deck, left, up, hole, draws, falling, memo, ends)
        hit, double, redouble = 0.0, 0.0, 0.0
        fill = filling(deck, hole)
        for each in range(deck.shape[0]):
            if deck[each] > 0:
                chance = draw_chance(deck, left, each, hole, fill)
                then = hands.after[hand, each]
                if then < 0 and pays.lives:
                    ends_after(deck, left, each, up, hole, draws, falling, memo, bust_ends)
                    over = hands.hard[hand] + hands.points[each] - 22
                    hit += chance * worth(bust_ends, pays.over[0, over])
                    double += chance * worth(bust_ends, pays.over[1, over])
                    redouble += chance * worth(bust_ends, pays.over[2, over])
                elif then < 0:
                    late = unseen_blackjack(left, each, hole, fill)
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
        for each in range(hands.after.shape[1]):
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


@njit(cache=True)
def moments_of_up_card(  # noqa: C901  the same pass as `solve_up_card`, over squares
    up: int,
    shoe: Ints,
    hole: Hole,
    hands: Hands,
    draws: Draws,
    pays: Pays,
    falling: Floats,
    wanted: Ints,
    memo: Memo,
    plan: Ints,
    squares: Floats,
    joint: Floats,
) -> None:
    """What the square of a result is worth on every wanted hand when a plan is kept to.

    `joint[h, f]` is the worth of hand h times the chance that the dealer ends in f, which tells how two hands of one
    box move together. Every card that may follow leads to a hand or to a bust, so the chance of a bust and of an end
    after it is what the hands that may follow leave of the chance of that end.
    """
    size, finals = hands.counts.shape[0], pays.stood.shape[1]
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    met, after_bust = np.zeros((size, finals)), np.zeros(finals)
    square_of = np.zeros((size, 3))  # by the doubles that lie on a hand whose last card has come
    joint_of = np.zeros((size, 3, finals))
    then_square, then_joint = np.zeros(3), np.zeros((3, finals))
    for hand in range(size):
        left = left_of(shoe, hands.counts[hand], up, deck) if wanted[hand] else -1
        if cannot_be(deck, left, hole):
            continue
        known_ends(deck, left, up, hole, draws, falling, memo, met[hand])
        for final in range(finals):
            after_bust[final] = met[hand, final]
        for doubles in range(3):
            then_square[doubles] = 0.0
            for final in range(finals):
                then_joint[doubles, final] = 0.0
        fill = filling(deck, hole)
        for each in range(deck.shape[0]):
            then = hands.after[hand, each]
            if deck[each] == 0 or (then < 0 and not pays.lives):
                continue
            chance = draw_chance(deck, left, each, hole, fill)
            if then >= 0:
                for doubles in range(3):
                    then_square[doubles] += chance * square_of[then, doubles]
                    for final in range(finals):
                        then_joint[doubles, final] += chance * joint_of[then, doubles, final]
                for final in range(finals):
                    after_bust[final] -= chance * met[then, final]
            else:
                over = hands.hard[hand] + hands.points[each] - 22
                ends_after(deck, left, each, up, hole, draws, falling, memo, after_bust)
                for doubles in range(3):
                    for final in range(finals):
                        lost = pays.over[doubles, over, final]
                        then_square[doubles] += chance * after_bust[final] * lost**2
                        then_joint[doubles, final] += chance * after_bust[final] * lost
        if not pays.lives:
            for doubles in range(3):
                for final in range(finals):
                    lost = pays.over[doubles, 0, final]
                    then_square[doubles] += after_bust[final] * lost**2
                    then_joint[doubles, final] += after_bust[final] * lost
        for doubles in range(2, -1, -1):
            decision = plan[hand, doubles]
            stood = pays.redoubled[hand] if doubles == 2 else pays.doubled[hand] if doubles == 1 else pays.stood[hand]
            drawn = min(2, doubles + 1) if decision == DOUBLE else 0
            if decision in (DOUBLE, HIT):
                square_of[hand, doubles] = then_square[drawn]
            for final in range(finals):
                if decision in (DOUBLE, HIT):
                    joint_of[hand, doubles, final] = then_joint[drawn, final]
                else:
                    paid = stood[final]
                    if decision == RESCUE:
                        paid = pays.rescue[doubles]
                    elif decision == SURRENDER:
                        paid = pays.given_up[final]
                    square_of[hand, doubles] += met[hand, final] * paid**2
                    joint_of[hand, doubles, final] = met[hand, final] * paid
        squares[hand] = square_of[hand, 0]
        for final in range(finals):
            joint[hand, final] = joint_of[hand, 0, final]


@njit(cache=True)
def follow_up_card(  # noqa: C901  one pass, forwards
    up: int,
    shoe: Ints,
    hole: Hole,
    hands: Hands,
    draws: Draws,
    falling: Floats,
    memo: Memo,
    lives: int,
    plan: Ints,
    done: Floats,
    bust: Floats,
) -> None:
    """How likely every hand is against one up card, and what is done with it, when a plan is kept to.

    `done[h, d, a]` is the chance that hand h comes up with d doubles on it and a is decided; of two first cards it is
    given. `bust[d, o, f]` gets the chance of a bust with d doubles and o points above 22 to which the dealer ends in f;
    where busts do not live, only a blackjack, the last end, is told apart from the others, which are all in the first.
    A hand with fewer cards has a greater number, so all ways to a hand are seen before it.
    """
    blackjack = bust.shape[2] - 1
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    ends = np.zeros(blackjack + 1)
    arrived = np.zeros((hands.counts.shape[0], 3))
    for hand in range(hands.counts.shape[0] - 1, -1, -1):
        for doubles in range(3):
            done[hand, doubles, plan[hand, doubles]] += arrived[hand, doubles]
        drawn_on = (done[hand, 0, HIT], done[hand, 0, DOUBLE], done[hand, 1, DOUBLE])
        if max(drawn_on) == 0.0:
            continue
        left = left_of(shoe, hands.counts[hand], up, deck)
        fill = filling(deck, hole)
        for each in range(deck.shape[0]):
            chance = draw_chance(deck, left, each, hole, fill) if deck[each] > 0 else 0.0
            then, over = hands.after[hand, each], hands.hard[hand] + hands.points[each] - 22
            if then < 0 and chance > 0.0:
                if lives:
                    ends_after(deck, left, each, up, hole, draws, falling, memo, ends)
                else:
                    ends[blackjack] = unseen_blackjack(left, each, hole, fill)
                    ends[0] = 1.0 - ends[blackjack]
            for doubles in range(3):
                if then >= 0:
                    arrived[then, doubles] += chance * drawn_on[doubles]
                elif chance > 0.0:
                    for final in range(blackjack + 1):
                        bust[doubles, over, final] += chance * drawn_on[doubles] * ends[final]


@njit(cache=True)
def ends_of_hands(
    up: int, shoe: Ints, hole: Hole, hands: Hands, draws: Draws, falling: Floats, memo: Memo, met: Floats
) -> None:
    """The dealer's ends beside every hand."""
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    for hand in range(hands.counts.shape[0]):
        left = left_of(shoe, hands.counts[hand], up, deck)
        if not cannot_be(deck, left, hole):
            known_ends(deck, left, up, hole, draws, falling, memo, met[hand])


@njit(cache=True)
def one_card_starts(
    up: int, shoe: Ints, hole: Hole, hands: Hands, one_card: Ints, worths: Floats, columns: Ints, found: Floats
) -> None:
    """What each single card becomes, over the card that follows it: `worths` by hand and column, the column by card."""
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    for rank in range(shoe.shape[0]):
        found[rank] = 0.0
        left = left_of(shoe, hands.counts[one_card[rank]], up, deck)
        if cannot_be(deck, left, hole):
            continue
        fill = filling(deck, hole)
        for each in range(shoe.shape[0]):
            if deck[each] > 0:
                then = hands.after[one_card[rank], each]
                found[rank] += draw_chance(deck, left, each, hole, fill) * worths[then, columns[rank]]
