"""The arithmetic of playing for blackjack and a poker hand together, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.analysis.contest.tables import KINDS, LOSES, WINS, Held, Ways
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, NEVER, STAND, Hole, cannot_be, draw_chance, filling, left_of
from pitboss.analysis.drawing.tables import MOST_DRAWN, Floats, Ints

RESULTS = 3  # of blackjack, in the order of kinds: won, lost, pushed
PLAYED, SQUARE, POKER = 0, 1, 2  # how a hand ends: worth of the played wager, square of all, chance of each kind
MOMENTS = POKER + KINDS


@njit(cache=True)
def dealer_shows(deck: Ints, left: int, ways: Ways, reached: Floats, shown: Floats) -> None:
    """The chance of all that the dealer may show, given the cards that are left and that he has no blackjack.

    `reached` is room for every node of his tree.
    """
    ranks = deck.shape[0]
    factor = np.empty(ranks * MOST_DRAWN)  # of a card more, by the rank and how many of it that makes
    for rank in range(ranks):
        for times in range(MOST_DRAWN):
            factor[rank * MOST_DRAWN + times] = max(0, deck[rank] - times + 1)
    inverse = np.zeros(MOST_DRAWN)
    inverse[0] = 1.0
    for drawn in range(1, min(MOST_DRAWN, left + 1)):
        inverse[drawn] = inverse[drawn - 1] / (left - drawn + 1)
    shown[:] = 0.0
    reached[0] = 1.0
    for node in range(1, ways.parent.shape[0]):
        reached[node] = reached[ways.parent[node]] * factor[ways.code[node]]
        shown[ways.shown[node]] += reached[node] * ways.orders[node] * inverse[ways.depth[node]]
    total = 0.0
    for each in range(shown.shape[0]):
        total += shown[each]
    for each in range(shown.shape[0]):
        shown[each] /= total


@njit(cache=True)
def joint_ends(
    up: int,
    shoe: Ints,
    hole: Hole,
    hands: Held,
    ways: Ways,
    decided: NDArray[np.int8],
    results: NDArray[np.int8],
    ends: Floats,
) -> None:
    """For every hand that is left as it is, the chance of each result of blackjack with each kind of the contest.

    `decided` is by poker hand and face, `results` by hand and end. Hands that lie side by side may be of the same
    cards; the dealer shows the same beside them.
    """
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    reached, shown = np.zeros(ways.parent.shape[0]), np.zeros(ways.end.shape[0])
    before, possible = -1, False
    for hand in np.argsort(hands.cards):
        if hands.cards[hand] != before:
            before = hands.cards[hand]
            left = left_of(shoe, hands.counts[hand], up, deck)
            possible = not cannot_be(deck, left, hole)
            if possible:
                dealer_shows(deck, left, ways, reached, shown)
        if possible:
            own = hands.own[hand]
            for each in range(shown.shape[0]):
                kind = decided[own, ways.face[each]]
                ends[hand, results[hand, ways.end[each]], kind] += shown[each]


class Stakes(NamedTuple):
    """What hands come to: `won` and `lost` by hand and whether it is doubled; `poker` by kind; and what may be done."""

    won: Floats
    lost: Floats
    poker: Floats
    may_hit: Ints
    may_double: Ints


@njit(cache=True)
def settle(ends: Floats, won: float, lost: float, poker: Floats, into: Floats, chance: float) -> None:
    """Adds, so often, how a hand with these joint ends comes out."""
    for result in range(RESULTS):
        net = won if result == WINS else lost if result == LOSES else 0.0
        for kind in range(KINDS):
            likely = chance * ends[result, kind]
            into[PLAYED] += likely * net
            into[SQUARE] += likely * (net + poker[kind]) ** 2
            into[POKER + kind] += likely


@njit(cache=True)
def total_of(moments: Floats, poker: Floats) -> float:
    """The worth of all wagers together."""
    found = float(moments[PLAYED])
    for kind in range(KINDS):
        found += moments[POKER + kind] * poker[kind]
    return found


@njit(cache=True)
def play_together(
    up: int,
    shoe: Ints,
    hole: Hole,
    hands: Held,
    ends: Floats,
    stakes: Stakes,
    more: float,
    worths: Floats,
    moments: Floats,
    plan: NDArray[np.int8],
) -> None:
    """Best play of every hand for all wagers together, backwards from the last ones.

    A decision must be better by `more` than an easier one; what is exactly as good rounding would decide otherwise.
    """
    deck = np.zeros(shoe.shape[0], dtype=np.int64)
    decided = np.zeros((DOUBLE + 1, moments.shape[1]))
    for hand in range(hands.counts.shape[0] - 1, -1, -1):
        left = left_of(shoe, hands.counts[hand], up, deck)
        if cannot_be(deck, left, hole):
            continue
        decided[:] = 0.0
        settle(ends[hand], stakes.won[hand, 0], stakes.lost[hand, 0], stakes.poker, decided[STAND], 1.0)
        if stakes.may_hit[hand] or stakes.may_double[hand]:
            fill = filling(deck, hole)
            for rank in range(deck.shape[0]):
                then = hands.next[hand, rank]
                if then >= 0 and deck[rank] > 0:
                    chance = draw_chance(deck, left, rank, hole, fill)
                    decided[HIT] += chance * moments[then]
                    won, lost = stakes.won[then, 1], stakes.lost[then, 1]
                    settle(ends[then], won, lost, stakes.poker, decided[DOUBLE], chance)
        worths[hand, STAND] = total_of(decided[STAND], stakes.poker)
        worths[hand, HIT] = total_of(decided[HIT], stakes.poker) if stakes.may_hit[hand] else NEVER
        worths[hand, DOUBLE] = total_of(decided[DOUBLE], stakes.poker) if stakes.may_double[hand] else NEVER
        best = STAND
        if worths[hand, HIT] > worths[hand, best] + more:
            best = HIT
        if worths[hand, DOUBLE] > worths[hand, best] + more:
            best = DOUBLE
        plan[hand] = best
        moments[hand] = decided[best]
