"""Split boxes played out by a plan, and played by one who foresees their cards, compiled.

The points of a lattice, each coordinate moved by a random shift, stand for the cards: they are spread more evenly than
random ones, so fewer do. Every shift by itself is unbiased, and how much shifts differ tells the error. Of every card
the surprise is taken off: what is expected after it, less what was expected before it. Its mean is zero, whatever the
expectation is, and little is left to chance where that is a good one.

A player who foresees all cards and pays for the surprises of each does at least as well as one who plays best by what
can be seen, because the surprises of the latter cost nothing on average. So the mean of the former is an upper bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.analysis.contest.kernel import dealer_shows
from pitboss.analysis.contest.split_kernel import Choices, Rows, Worths, paid, turn_of
from pitboss.analysis.contest.tables import KINDS, TIES, Ways
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, Hole, Pays, filling
from pitboss.analysis.drawing.tables import Floats, Ints

MOST_CARDS = 128
EVERY = 256  # the box of every so many points is priced beside the dealer's exact hand
TOTAL, PLAYED, TIED, SQUARED, PRODUCT, CORRECTED = range(6)
RESULTS = 6
SECOND_CARD, TO_HIT, TO_DOUBLE = 0, 1, 2


class Felt(NamedTuple):
    """What lies beside a box that is split: cards that are left, and what the dealer makes of them.

    `worth` is that of the poker hand by its strength in the unit of the stakes, `end` the chance of each end of the
    dealer's, both when the box has drawn no cards; `more_worth` and `more_end` are what a card of each rank adds that
    has left. `tie` is the chance of a tie, `square` the worth of the square, `worth_by_end` that of the poker hand
    together with each end.
    """

    deck: Ints
    hole: Hole
    worth: Floats
    more_worth: Floats
    end: Floats
    more_end: Floats
    kinds: Floats
    worth_by_end: Floats


class Watched(NamedTuple):
    """What is seen of a box: `step` by it and a rank, its `strength`, and the place of its class in worths."""

    step: NDArray[np.int16]
    strength: NDArray[np.int16]
    kind: Ints


class Box(NamedTuple):
    """A box that is split: what is seen of it at first, the greatest number of hands, and how they are played.

    `rank` is that of the pair as blackjack counts it, which `coarse` has for each of the thirteen. `once` is what a row
    is worth when it is doubled, `bust` what a bust is by whether it is, `stake` that of the played wager.
    """

    rank: int
    start: int
    most: int
    rows: Rows
    once: Floats
    bust: Floats
    worths: Worths
    choices: Choices
    pays: Pays
    stake: float
    coarse: Ints


class Dealer(NamedTuple):
    """The dealer's ways, what becomes of each poker hand against each of his faces, and what that is worth by kind."""

    ways: Ways
    decided: NDArray[np.int8]
    units: Floats


@njit(cache=True)
def random(state: NDArray[np.uint64]) -> float:
    """The next number of splitmix64, between 0 and 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    return float(mixed >> np.uint64(11)) / 9007199254740992.0


@njit(cache=True, inline="always")
def card_chance(deck: Ints, left: int, rank: int, hole: Hole, fill: int) -> float:
    """The chance of the next card, when the dealer is known to have no blackjack."""
    return float(deck[rank] * (left - 1 - fill + hole.fills[rank])) / ((left - fill) * (left - 1))


@njit(cache=True)
def drawn_card(deck: Ints, left: int, hole: Hole, fill: int, place: float) -> int:
    """The rank of the next card at this place between 0 and 1."""
    rest, last = place, 0
    for rank in range(deck.shape[0]):
        chance = card_chance(deck, left, rank, hole, fill)
        if chance > 0.0:
            last = rank
            rest -= chance
            if rest < 0:
                break
    return last


@njit(cache=True)
def surprise(
    box: Box,
    watched: Watched,
    felt: Felt,
    deck: Ints,
    left: int,
    fill: int,
    how: int,
    hands: int,
    waiting: int,
    row: int,
    seen: int,
    rank: int,
    off: Floats,
) -> None:
    """Adds what is expected after a card, less what was expected before it."""
    turn = turn_of(hands, waiting)
    rest = box.worths.second[turn - 1] if waiting else box.worths.none
    for each in range(deck.shape[0]):
        chance = card_chance(deck, left, each, felt.hole, fill)
        if chance == 0.0:
            continue
        card, then = box.coarse[each], watched.step[seen, each]
        kind, more = watched.kind[then], 0.0
        if how == SECOND_CARD:
            mine = box.rows.first[card]
            whole = box.worths.pair[turn] if card == box.rank else box.worths.hand[turn, mine]
        else:
            made, whole = box.rows.after[row, card], rest
            if how == TO_HIT and made >= 0:
                whole = box.worths.hand[turn, made]
            elif made < 0:
                more = box.bust[1 if how == TO_DOUBLE else 0]
            else:
                more = box.once[made, hands - 2]
        less = chance - 1.0 if each == rank else chance
        off[TOTAL] -= less * (felt.worth[watched.strength[then]] + whole[kind, TOTAL] + more)
        off[PLAYED] -= less * (whole[kind, PLAYED] + more)


class Lattice(NamedTuple):
    """How many points there are; of each coordinate by how much a point moves it on, and the shift of the moment."""

    points: int
    step: Ints
    shift: Floats


@njit(cache=True)
def new_lattice(points: int, multiplier: int) -> Lattice:
    lattice = Lattice(points, np.ones(MOST_CARDS, dtype=np.int64), np.zeros(MOST_CARDS))
    for each in range(1, MOST_CARDS):
        lattice.step[each] = lattice.step[each - 1] * multiplier % points
    return lattice


@njit(cache=True, inline="always")
def coordinate(lattice: Lattice, point: int, number: int) -> float:
    place = point * lattice.step[number] % lattice.points / lattice.points + lattice.shift[number]
    return float(place if place < 1.0 else place - 1.0)


@njit(cache=True)
def play_box(
    box: Box, watched: Watched, felt: Felt, lattice: Lattice, point: int, deck: Ints, net: Floats, off: Floats
) -> int:
    """Plays a split box by its plan with the cards of a point; what is seen of it at the end.

    `deck` is left without its cards, `net` with what its hands come to against each end of the dealer's, `off` with
    all surprises. Each hand is played to its end before the next gets its second card.
    """
    left, fill = 0, filling(felt.deck, felt.hole)
    for rank in range(deck.shape[0]):
        deck[rank] = felt.deck[rank]
        left += deck[rank]
    net[:] = 0.0
    off[:] = 0.0
    seen, hands, waiting, number = box.start, 2, 1, 0
    row, size, doubled, how = -1, 1, 0, SECOND_CARD
    while True:
        rank = drawn_card(deck, left, felt.hole, fill, coordinate(lattice, point, number))
        number += 1
        surprise(box, watched, felt, deck, left, fill, how, hands, waiting, row, seen, rank, off)
        deck[rank] -= 1
        left -= 1
        fill -= felt.hole.fills[rank]
        seen = watched.step[seen, rank]
        card, turn, kind = box.coarse[rank], turn_of(hands, waiting), watched.kind[seen]
        if size == 1:
            if card == box.rank and hands < box.most and box.choices.split[turn, kind]:
                hands += 1
                waiting += 1
                continue
            row = box.rows.first[card]
        else:
            row = box.rows.after[row, card]
        size += 1
        if row >= 0 and doubled == 0:
            decision = box.choices.hand[turn, row, kind]
            if decision in (HIT, DOUBLE):
                doubled = 1 if decision == DOUBLE else 0
                how = TO_DOUBLE if doubled else TO_HIT
                continue
        hand = box.rows.number[row] if row >= 0 else -1
        for end in range(net.shape[0]):
            net[end] += box.stake * paid(box.pays, hand, doubled, end)
        if waiting == 0:
            return int(seen)
        waiting -= 1
        row, size, doubled, how = -1, 1, 0, SECOND_CARD


@njit(cache=True)
def first_order(felt: Felt, deck: Ints, strength: int, ends: Floats) -> float:
    """The worth of the poker hand, to first order in the cards that have left; fills the dealer's ends likewise."""
    poker = float(felt.worth[strength])
    for end in range(ends.shape[0]):
        ends[end] = felt.end[end]
    for rank in range(deck.shape[0]):
        gone = felt.deck[rank] - deck[rank]
        if gone:
            poker += gone * felt.more_worth[rank, strength]
            for end in range(ends.shape[0]):
                ends[end] += gone * felt.more_end[rank, end]
    return poker


@njit(cache=True)
def exactly(
    dealer: Dealer, deck: Ints, strength: int, net: Floats, reached: Floats, shown: Floats
) -> tuple[float, float]:
    """The worth of the poker hand and of the hands, from every way in which the dealer can draw."""
    dealer_shows(deck, deck.sum(), dealer.ways, reached, shown)
    poker, hands = 0.0, 0.0
    for each in range(shown.shape[0]):
        poker += shown[each] * dealer.units[dealer.decided[strength, dealer.ways.face[each]]]
        hands += shown[each] * net[dealer.ways.end[each]]
    return poker, hands


@njit(cache=True)
def play_boxes(
    box: Box, watched: Watched, felt: Felt, dealer: Dealer, lattice: Lattice, seed: int, every: int, results: Floats
) -> None:
    """Plays a split box with every point of every shift.

    `results` gets by shift the worth of everything, to first order in the cards of the box, and of the played wager;
    the chance of a tie, the worth of the square of the played wager, and that of its product with the poker hand, the
    last beside a dealer who draws as if the cards of the box were still there; and what the first order leaves out.
    """
    state = np.array([seed], dtype=np.uint64)
    deck, off = np.zeros_like(felt.deck), np.zeros(2)
    net, ends = np.zeros_like(felt.end), np.zeros_like(felt.end)
    reached, shown = np.zeros(dealer.ways.parent.shape[0]), np.zeros(dealer.ways.end.shape[0])
    exact = (lattice.points + every - 1) // every
    for shift in range(results.shape[0]):
        for each in range(MOST_CARDS):
            lattice.shift[each] = random(state)
        mine = results[shift]
        for point in range(lattice.points):
            seen = play_box(box, watched, felt, lattice, point, deck, net, off)
            strength = watched.strength[seen]
            poker, hands = first_order(felt, deck, strength, ends), 0.0
            for end in range(net.shape[0]):
                hands += net[end] * ends[end]
                mine[SQUARED] += net[end] * net[end] * ends[end] / lattice.points
                mine[PRODUCT] += net[end] * felt.worth_by_end[strength, end] / lattice.points
            mine[TOTAL] += (poker + hands - off[TOTAL]) / lattice.points
            mine[PLAYED] += (hands - off[PLAYED]) / lattice.points
            mine[TIED] += felt.kinds[strength, TIES] / lattice.points
            if point % every == 0:
                real_poker, real_hands = exactly(dealer, deck, strength, net, reached, shown)
                mine[CORRECTED] += (real_poker + real_hands - poker - hands) / exact
                mine[PLAYED] += (real_hands - hands) / exact


@njit(cache=True)
def before_the_box_draws(dealer: Dealer, felt: Felt) -> None:
    """Fills all of `felt` that depends on the cards that are left."""
    left, ways = felt.deck.sum(), dealer.ways
    reached, shown = np.zeros(ways.parent.shape[0]), np.zeros(ways.end.shape[0])
    dealer_shows(felt.deck, left, ways, reached, shown)
    for each in range(shown.shape[0]):
        felt.end[ways.end[each]] += shown[each]
    for own in range(felt.worth.shape[0]):
        for each in range(shown.shape[0]):
            kind = dealer.decided[own, ways.face[each]]
            felt.kinds[own, kind] += shown[each]
            felt.worth_by_end[own, ways.end[each]] += shown[each] * dealer.units[kind]
        for kind in range(KINDS):
            felt.worth[own] += felt.kinds[own, kind] * dealer.units[kind]
    for rank in range(felt.deck.shape[0]):
        if felt.deck[rank] == 0:
            continue
        felt.deck[rank] -= 1
        dealer_shows(felt.deck, left - 1, ways, reached, shown)
        felt.deck[rank] += 1
        for each in range(shown.shape[0]):
            felt.more_end[rank, ways.end[each]] += shown[each]
            for own in range(felt.worth.shape[0]):
                felt.more_worth[rank, own] += shown[each] * dealer.units[dealer.decided[own, ways.face[each]]]
        felt.more_end[rank] -= felt.end
        felt.more_worth[rank] -= felt.worth
