"""Split boxes played out by the policy of the played wager alone, compiled: what their cards add to the poker hand.

The points of a lattice, each coordinate moved by a random shift, stand for the cards: they are spread more evenly than
random ones, so fewer do. Every shift by itself is unbiased, and how much shifts differ tells the error.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.analysis.contest.kernel import dealer_shows
from pitboss.analysis.contest.tables import LOSES, WINS, Ways
from pitboss.analysis.family.kernel import DOUBLE, STAND, Hole, Pays, filling
from pitboss.analysis.family.tables import Floats, Ints

MOST_CARDS = 128
POINTS, MULTIPLIER = 16381, 307
EVERY = 512  # the box of every so many points is priced beside the dealer's exact hand
SQUARE, PRODUCT = 0, 1


class Box(NamedTuple):
    """A pair that is split: its ranks, the up card, the cards that are left, the greatest number of hands.

    `plan` and `after` are by hand as blackjack counts it, of whose ranks `coarse` has one for each of the thirteen.
    """

    first: int
    second: int
    most: int
    deck: Ints
    hole: Hole
    plan: Ints
    after: Ints
    one_card: int
    coarse: Ints


class Poker(NamedTuple):
    """What poker hands come to. `strength` is by two ranks; `decided` by poker hand and face; `units` by kind.

    `chance` is by poker hand and kind, as the dealer draws when the box has drawn no cards; `change` what one card of
    each rank that has left adds to it. `end` is the chance of each end of his in blackjack, `worth` by poker hand and
    end what that hand is worth together with the end, both when the box has drawn no cards.
    """

    strength: Ints
    decided: NDArray[np.int8]
    units: Floats
    chance: Floats
    change: Floats
    end: Floats
    worth: Floats


@njit(cache=True)
def random(state: NDArray[np.uint64]) -> float:
    """The next number of splitmix64, between 0 and 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    return float(mixed >> np.uint64(11)) / 9007199254740992.0


@njit(cache=True)
def kinds_of(shown: Floats, ways: Ways, decided: NDArray[np.int8], kinds: Floats) -> None:
    """The chance of each kind for every poker hand, given what the dealer may show."""
    kinds[:] = 0.0
    for own in range(kinds.shape[0]):
        for each in range(shown.shape[0]):
            kinds[own, decided[own, ways.face[each]]] += shown[each]


@njit(cache=True)
def before_the_box_draws(deck: Ints, ways: Ways, poker: Poker) -> None:
    """Fills all of `poker` that depends on the cards that are left."""
    left = deck.sum()
    reached, shown = np.zeros(ways.parent.shape[0]), np.zeros(ways.end.shape[0])
    for rank in range(deck.shape[0]):
        if deck[rank] > 0:
            deck[rank] -= 1
            dealer_shows(deck, left - 1, ways, reached, shown)
            deck[rank] += 1
            kinds_of(shown, ways, poker.decided, poker.change[rank])
    dealer_shows(deck, left, ways, reached, shown)
    kinds_of(shown, ways, poker.decided, poker.chance)
    for rank in range(deck.shape[0]):
        if deck[rank] > 0:
            poker.change[rank] -= poker.chance
    for each in range(shown.shape[0]):
        poker.end[ways.end[each]] += shown[each]
        for own in range(poker.worth.shape[0]):
            poker.worth[own, ways.end[each]] += shown[each] * poker.units[poker.decided[own, ways.face[each]]]


@njit(cache=True)
def drawn_card(deck: Ints, left: int, hole: Hole, fill: int, place: float) -> int:
    """The rank of the next card at this place between 0 and 1, when the dealer is known to have no blackjack."""
    rest = place * (left - fill) * (left - 1)
    last = 0
    for rank in range(deck.shape[0]):
        weight = deck[rank] * (left - 1 - fill + hole.fills[rank])  # by the ways that are left to fill the hole
        if weight > 0:
            last = rank
            rest -= weight
            if rest < 0:
                break
    return last


class Lattice(NamedTuple):
    """Of each coordinate, by how much a point moves it on, and the shift of the moment."""

    step: Ints
    shift: Floats


@njit(cache=True)
def play_box(
    box: Box, pays: Pays, strength: Ints, lattice: Lattice, point: int, deck: Ints, held: Ints, net: Floats
) -> int:
    """Plays a split box by its plan with the cards of a point; its poker hand.

    `deck` is left without its cards, `held` with them, `net` with what its hands come to against each end of the
    dealer's. Each hand is played to its end before the next gets its second card: to cards to come order is nothing.
    """
    left, fill = 0, filling(box.deck, box.hole)
    for rank in range(deck.shape[0]):
        deck[rank] = box.deck[rank]
        left += deck[rank]
        held[rank] = 0
    held[box.first] += 1
    held[box.second] += 1
    best = int(strength[box.first, box.second])
    net[:] = 0.0
    hands, waiting, card = 2, 2, 0
    pair = box.coarse[box.first]
    while waiting > 0:
        waiting -= 1
        hand, size, doubled = box.one_card, 1, 0
        while hand >= 0 and (size == 1 or (doubled == 0 and box.plan[hand, 0] != STAND)):
            doubled = 1 if size > 1 and box.plan[hand, 0] == DOUBLE else 0
            place = point * lattice.step[card] % POINTS / POINTS + lattice.shift[card]
            rank = drawn_card(deck, left, box.hole, fill, place if place < 1.0 else place - 1.0)
            card += 1
            deck[rank] -= 1
            left -= 1
            fill -= box.hole.fills[rank]
            for other in range(held.shape[0]):
                if held[other] > 0 and strength[rank, other] > best:
                    best = int(strength[rank, other])
            held[rank] += 1
            if size == 1 and box.coarse[rank] == pair and hands < box.most:
                hands += 1
                waiting += 1
            else:
                hand = box.after[hand, box.coarse[rank]]
                size += 1
        for end in range(net.shape[0]):
            if hand < 0:
                net[end] += pays.bust[doubled]
            else:
                net[end] += pays.doubled[hand, end] if doubled else pays.stood[hand, end]
    return best


@njit(cache=True)
def gain(poker: Poker, start: int, best: int, whole: Ints, deck: Ints) -> tuple[float, float]:
    """How much likelier the best poker hand than the first is to win, and to lose, to first order in the cards gone."""
    won = float(poker.chance[best, WINS] - poker.chance[start, WINS])
    lost = float(poker.chance[best, LOSES] - poker.chance[start, LOSES])
    for rank in range(deck.shape[0]):
        gone = whole[rank] - deck[rank]
        if gone:
            won += gone * (poker.change[rank, best, WINS] - poker.change[rank, start, WINS])
            lost += gone * (poker.change[rank, best, LOSES] - poker.change[rank, start, LOSES])
    return won, lost


@njit(cache=True)
def split_boxes(box: Box, pays: Pays, ways: Ways, poker: Poker, seed: int, gained: Floats, moments: Floats) -> None:
    """Plays a split box with every point of every shift.

    `gained` gets, by shift, how much likelier its cards make it to win and to lose; `moments` the square of what its
    hands come to and the product of that with what its poker hand does, in units of both stakes.
    """
    state = np.array([seed], dtype=np.uint64)
    lattice = Lattice(np.ones(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS))
    for each in range(1, MOST_CARDS):
        lattice.step[each] = lattice.step[each - 1] * MULTIPLIER % POINTS
    deck, held = np.zeros_like(box.deck), np.zeros_like(box.deck)
    net = np.zeros(poker.end.shape[0])
    reached, shown = np.zeros(ways.parent.shape[0]), np.zeros(ways.end.shape[0])
    start = poker.strength[box.first, box.second]
    exact = (POINTS + EVERY - 1) // EVERY
    for turn in range(gained.shape[0]):
        for each in range(MOST_CARDS):
            lattice.shift[each] = random(state)
        for point in range(POINTS):
            best = play_box(box, pays, poker.strength, lattice, point, deck, held, net)
            for end in range(net.shape[0]):
                moments[SQUARE] += net[end] * net[end] * poker.end[end]
                moments[PRODUCT] += net[end] * poker.worth[best, end]
            if best == start:
                continue
            won, lost = gain(poker, start, best, box.deck, deck)
            gained[turn, 0] += won / POINTS
            gained[turn, 1] += lost / POINTS
            if point % EVERY == 0:
                dealer_shows(deck, deck.sum(), ways, reached, shown)
                for each in range(shown.shape[0]):
                    was, made = poker.decided[start, ways.face[each]], poker.decided[best, ways.face[each]]
                    won -= shown[each] * ((made == WINS) - (was == WINS))
                    lost -= shown[each] * ((made == LOSES) - (was == LOSES))
                gained[turn, 0] -= won / exact
                gained[turn, 1] -= lost / exact
    moments /= POINTS * gained.shape[0]
