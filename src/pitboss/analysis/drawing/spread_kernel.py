"""The arithmetic of spread, compiled: hands followed by a plan to their ends, with the cards that they draw.

Of two hands that draw from one shoe, each takes cards that the other cannot have. How much that matters depends on
which cards a hand has drawn when it wins and when it loses. So a hand is described by its moments: its result, together
with each end of the dealer's hand, times the number of ways to choose no card, one card or two cards of those drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.kernel import (
    DOUBLE,
    HIT,
    RESCUE,
    SURRENDER,
    Hole,
    Memo,
    Pays,
    cannot_be,
    filling,
    known_ends,
)
from pitboss.analysis.drawing.tables import Draws, Floats, Hands, Ints

STAKES = 3  # a hand has no double on it, one or two


class Deck(NamedTuple):
    """The cards that are left beside first cards and the up card, and how the dealer draws from them."""

    cards: Ints
    up: int
    hole: Hole
    draws: Draws
    falling: Floats
    memo: Memo


class Played(NamedTuple):
    """How hands are played: from the hand `first`, `begin[h, c]` orders of hand h in class c come up for the plan.

    `drawn_on[h, c]` orders are drawn on, whatever the plan says.
    """

    plan: Ints
    pays: Pays
    hands: Hands
    first: int
    begin: Floats
    drawn_on: Floats


class Sums(NamedTuple):
    """The moments of each class of hands: squares, and results by end of the dealer's hand and choice of cards."""

    squares: Floats
    results: Floats


@njit(cache=True)
def likely_ends(deck: Deck, drawn: Ints, ends: Floats) -> bool:  # noqa: C901  compiled functions are not split
    """The chance of drawing these cards in one order and of each end of the dealer's hand then.

    Where the dealer has looked, all of it is given that he has no blackjack. Returns whether that can be at all.
    """
    cards, hole = deck.cards.copy(), deck.hole
    left, chance = 0, 1.0
    for each in range(cards.shape[0]):
        left += cards[each]
        if cards[each] < 0:
            return False
    if cannot_be(cards, left, hole):
        return False
    if hole.looked:
        chance /= 1.0 - filling(cards, hole) / left
    for each in range(cards.shape[0]):
        for _ in range(drawn[each]):
            if cards[each] == 0:
                return False
            chance *= cards[each] / left
            cards[each] -= 1
            left -= 1
    if cannot_be(cards, left, hole):
        return False
    if hole.looked:
        chance *= 1.0 - filling(cards, hole) / left
    known_ends(cards, left, deck.up, hole, deck.draws, deck.falling, deck.memo, ends)
    for final in range(ends.shape[0]):
        ends[final] *= chance
    return True


@njit(cache=True)
def add_ending(drawn: Ints, weights: Floats, worth: Floats, square: float, sums: Sums) -> None:
    """Adds one way to end: `worth` is by end, times the chance of that end, and so is `square`, over all ends."""
    ranks, finals = drawn.shape[0], worth.shape[0]
    for kind in range(weights.shape[0]):
        weight = weights[kind]
        if weight == 0.0:
            continue
        sums.squares[kind] += weight * square
        for final in range(finals):
            sums.results[kind, final, 0] += weight * worth[final]
        pair = 1 + ranks
        for one in range(ranks):
            if drawn[one] == 0:
                pair += ranks - one
                continue
            for final in range(finals):
                sums.results[kind, final, 1 + one] += weight * drawn[one] * worth[final]
            for other in range(one, ranks):
                ways = drawn[one] * (drawn[one] - 1) // 2 if other == one else drawn[one] * drawn[other]
                if ways > 0:
                    for final in range(finals):
                        sums.results[kind, final, pair] += weight * ways * worth[final]
                pair += 1


@njit(cache=True)
def settle(deck: Deck, drawn: Ints, weights: Floats, paid: Floats, least: Floats, sums: Sums) -> None:
    """Adds a hand that is paid so much against each end, counted from `least`."""
    finals = paid.shape[0]
    ends = np.zeros(finals)
    if not likely_ends(deck, drawn, ends):
        return
    square = 0.0
    for final in range(finals):
        square += ends[final] * (paid[final] ** 2 - least[final] ** 2)
        ends[final] *= paid[final] - least[final]
    add_ending(drawn, weights, ends, square, sums)


@njit(cache=True)
def paid_to(pays: Pays, hand: int, doubles: int, decision: int) -> Floats:
    """What a hand with so many doubles on it is paid against each end when nothing more is drawn."""
    paid: Floats = pays.redoubled[hand] if doubles == 2 else pays.doubled[hand] if doubles == 1 else pays.stood[hand]
    if decision == SURRENDER:
        paid = pays.given_up
    elif decision == RESCUE:
        paid = np.full(paid.shape[0], pays.rescue[doubles])
    return paid


@njit(cache=True)
def follow_plan(deck: Deck, played: Played, sums: Sums) -> None:  # noqa: C901  one pass over the hands, forwards
    """Adds up the moments of hands that are played by a plan.

    Results are counted from that of a bust hand, so a bust that is the same against all ends need not be followed.
    A hand with fewer cards has a greater number, so all ways to a hand are seen before it.
    """
    hands, pays, plan = played.hands, played.pays, played.plan
    size, ranks, kinds = hands.after.shape[0], hands.after.shape[1], played.begin.shape[1]
    least = pays.over[0, 0]
    orders = np.zeros((size, STAKES, kinds))
    weights = np.zeros(kinds)
    for hand in range(played.first, -1, -1):
        for kind in range(kinds):
            orders[hand, 0, kind] += played.begin[hand, kind]
        for way in range(STAKES + 1):
            doubles = way if way < STAKES else 0
            there = False
            for kind in range(kinds):
                weights[kind] = orders[hand, way, kind] if way < STAKES else played.drawn_on[hand, kind]
                there = there or weights[kind] != 0.0
            if not there:
                continue
            drawn = hands.counts[hand] - hands.counts[played.first]
            decision = plan[hand, doubles] if way < STAKES else HIT
            if decision not in (HIT, DOUBLE):
                settle(deck, drawn, weights, paid_to(pays, hand, doubles, decision), least, sums)
                continue
            then_doubles = min(2, doubles + 1) if decision == DOUBLE else 0
            for each in range(ranks):
                then = hands.after[hand, each]
                if then >= 0:
                    for kind in range(kinds):
                        orders[then, then_doubles, kind] += weights[kind]
                elif then_doubles > 0 or pays.lives:
                    drawn[each] += 1
                    over = hands.hard[hand] + hands.points[each] - 22
                    settle(deck, drawn, weights, pays.over[then_doubles, over], least, sums)
                    drawn[each] -= 1


@njit(cache=True)
def follow_each(deck: Deck, hands: Hands, pays: Pays, plan: Ints, firsts: Ints, decisions: Ints, sums: Sums) -> None:
    """The moments of hands that begin with each of certain cards, on which something is decided already.

    Where the decision is negative, there are none.
    """
    size, finals = hands.counts.shape[0], pays.stood.shape[1]
    begin, drawn_on, weights = np.zeros((size, 1)), np.zeros((size, 1)), np.ones(1)
    nothing = np.zeros(deck.cards.shape[0], dtype=np.int64)
    plan = plan.copy()
    for each in range(firsts.shape[0]):
        first = firsts[each]
        if decisions[each] < 0:
            continue
        cards = deck.cards - hands.counts[first]
        beside = Deck(cards, deck.up, deck.hole, deck.draws, deck.falling, deck.memo)
        ours = Sums(sums.squares[each : each + 1], sums.results[each : each + 1])
        before = plan[first, 0]
        plan[first, 0] = decisions[each]
        begin[first, 0] = 1.0
        follow_plan(beside, Played(plan, pays, hands, first, begin, drawn_on), ours)
        settle(beside, nothing, weights, pays.over[0, 0], np.zeros(finals), ours)
        begin[first, 0] = 0.0
        plan[first, 0] = before


@njit(cache=True)
def ends_beside_sets(deck: Deck, sets: Ints, found: Floats) -> None:
    """As `likely_ends`, of many sets of cards."""
    for each in range(sets.shape[0]):
        if not likely_ends(deck, sets[each], found[each]):
            found[each, :] = 0.0


@njit(cache=True)
def single_factors(deck: Deck, likely: Floats, factors: Floats) -> bool:
    """How two single cards exclude each other: the chance of both over the product of their chances, less one.

    `likely` gets the chance of each end. Returns whether these cards can be left at all.
    """
    ranks, finals = deck.cards.shape[0], likely.shape[0]
    drawn = np.zeros(ranks, dtype=np.int64)
    singly, both = np.zeros((ranks, finals)), np.zeros(finals)
    if not likely_ends(deck, drawn, likely):
        return False
    for one in range(ranks):
        drawn[one] = 1
        if not likely_ends(deck, drawn, singly[one]):
            singly[one, :] = 0.0
        drawn[one] = 0
    for one in range(ranks):
        for other in range(one, ranks):
            drawn[one] += 1
            drawn[other] += 1
            if not likely_ends(deck, drawn, both):
                both[:] = 0.0
            drawn[:] = 0
            for final in range(finals):
                product = singly[one, final] * singly[other, final]
                factor = both[final] * likely[final] / product - 1.0 if product > 0.0 else 0.0
                factors[final, one, other] = factor
                factors[final, other, one] = factor
    return True


@njit(cache=True)
def product_of(one: Floats, other: Floats, likely: Floats, single: Floats, factors: Floats) -> tuple[float, float]:
    """The worth of the product of two results, and what choices of two cards from one hand or from both add to it.

    `single` has the factors of two single cards, `factors` those of all choices.
    """
    ranks = single.shape[1]
    whole, added = 0.0, 0.0
    for final in range(likely.shape[0]):
        if likely[final] <= 0.0:
            continue
        first, second = one[final, 0] * other[final, 0], 0.0
        for left in range(1, one.shape[1]):
            if one[final, left] == 0.0:
                continue
            near, far = 0.0, 0.0
            for right in range(1, 1 + ranks):
                if left <= ranks:
                    near += single[final, left - 1, right - 1] * other[final, right]
                else:
                    far += factors[final, left, right] * other[final, right]
            for right in range(1 + ranks, one.shape[1]):
                far += factors[final, left, right] * other[final, right]
            first += one[final, left] * near
            second += one[final, left] * far
        whole += (first + second) / likely[final]
        added += second / likely[final]
    return whole, added
