"""What best play of a split box is worth at most, compiled: the mean of one who foresees cards and pays for surprises.

See `split_boxes`. The hands and the poker hand are priced to first order in the cards that have left, and what that
leaves out is taken from some of the points, which are priced exactly too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.analysis.contest.kernel import dealer_shows
from pitboss.analysis.contest.split_boxes import (
    MOST_CARDS,
    SECOND_CARD,
    TO_DOUBLE,
    TO_HIT,
    TOTAL,
    Box,
    Dealer,
    Felt,
    Lattice,
    Watched,
    card_chance,
    coordinate,
    drawn_card,
    random,
)
from pitboss.analysis.contest.split_kernel import TURNS, paid, turn_of
from pitboss.analysis.drawing.kernel import filling
from pitboss.analysis.drawing.tables import Floats, Ints

FORESEEN = 64
MOST_OF_HAND = 21


class Foreseen(NamedTuple):
    """The cards of a point, by how many have come before: the next card, the dealer's ends, the poker hand's worth.

    `chance` and `kind` are by rank: how likely the next card is one, and the class of what is then seen of the box.
    `surprise` is that of the poker hand as it is with the card.
    """

    card: Ints
    ends: Floats
    poker: Floats
    chance: Floats
    kind: Ints
    surprise: Floats


@njit(cache=True)
def foresee(
    box: Box, watched: Watched, felt: Felt, lattice: Lattice, point: int, deck: Ints, foreseen: Foreseen
) -> int:
    """Lays out the cards of a point; how many there are."""
    left, fill, seen = 0, filling(felt.deck, felt.hole), box.start
    for rank in range(deck.shape[0]):
        deck[rank] = felt.deck[rank]
        left += deck[rank]
    foreseen.ends[0] = felt.end
    foreseen.poker[0] = felt.worth[watched.strength[seen]]
    count = 0
    while count < FORESEEN and left > 1 and left > fill:
        rank = drawn_card(deck, left, felt.hole, fill, coordinate(lattice, point, count))
        foreseen.card[count] = rank
        off = felt.worth[watched.strength[watched.step[seen, rank]]]
        for each in range(deck.shape[0]):
            then = watched.step[seen, each]
            foreseen.chance[count, each] = card_chance(deck, left, each, felt.hole, fill)
            foreseen.kind[count, each] = watched.kind[then]
            off -= foreseen.chance[count, each] * felt.worth[watched.strength[then]]
        foreseen.surprise[count] = off
        seen = watched.step[seen, rank]
        deck[rank] -= 1
        left -= 1
        fill -= felt.hole.fills[rank]
        count += 1
        worth = felt.worth[watched.strength[seen]]
        for each in range(deck.shape[0]):
            worth += (felt.deck[each] - deck[each]) * felt.more_worth[each, watched.strength[seen]]
        foreseen.poker[count] = worth
        for end in range(felt.end.shape[0]):
            foreseen.ends[count, end] = foreseen.ends[count - 1, end] + felt.more_end[rank, end]
    return count


@njit(cache=True)
def price_exactly(
    box: Box,
    watched: Watched,
    felt: Felt,
    foreseen: Foreseen,
    count: int,
    dealer: Dealer,
    deck: Ints,
    reached: Floats,
    shown: Floats,
) -> None:
    """Prices the dealer's ends and the poker hand after each card from every way in which he can draw."""
    seen = box.start
    deck[:] = felt.deck
    for at in range(count + 1):
        left, fill = deck.sum(), filling(deck, felt.hole)
        if left < 2 or left == fill:
            return
        dealer_shows(deck, left, dealer.ways, reached, shown)
        foreseen.ends[at] = 0.0
        foreseen.poker[at] = 0.0
        strength = watched.strength[seen]
        for each in range(shown.shape[0]):
            foreseen.ends[at, dealer.ways.end[each]] += shown[each]
            foreseen.poker[at] += shown[each] * dealer.units[dealer.decided[strength, dealer.ways.face[each]]]
        if at < count:
            deck[foreseen.card[at]] -= 1
            seen = watched.step[seen, foreseen.card[at]]


@njit(cache=True)
def surprise(box: Box, foreseen: Foreseen, at: int, how: int, hands: int, waiting: int, row: int) -> float:
    """What is expected after the next card, less what was expected before it."""
    turn, card = turn_of(hands, waiting), foreseen.card[at]
    rest = box.worths.second[turn - 1] if waiting else box.worths.none
    off = foreseen.surprise[at]
    for rank in range(foreseen.chance.shape[1]):
        less = foreseen.chance[at, rank] - (1.0 if rank == card else 0.0)
        if less == 0.0:
            continue
        value, kind = box.coarse[rank], foreseen.kind[at, rank]
        if how == SECOND_CARD:
            if value == box.rank:
                worth = box.worths.pair[turn, kind, TOTAL]
            else:
                worth = box.worths.hand[turn, box.rows.first[value], kind, TOTAL]
        else:
            made = box.rows.after[row, value]
            if how == TO_HIT and made >= 0:
                worth = box.worths.hand[turn, made, kind, TOTAL]
            elif made < 0:
                worth = rest[kind, TOTAL] + box.bust[1 if how == TO_DOUBLE else 0]
            else:
                worth = rest[kind, TOTAL] + box.once[made, hands - 2]
        off -= less * worth
    return float(off)


@njit(cache=True)
def hand_worth(box: Box, row: int, doubled: int, ends: Floats) -> float:
    """What a hand comes to beside these ends."""
    total, hand = 0.0, box.rows.number[row] if row >= 0 else -1
    for end in range(ends.shape[0]):
        total += ends[end] * paid(box.pays, hand, doubled, end)
    return box.stake * total


@njit(cache=True)
def reach(box: Box, cards: Ints, count: int, reached: Ints) -> None:
    """Marks after how many cards each turn can begin."""
    reached[:] = 0
    reached[0, turn_of(2, 1)] = 1
    for drawn in range(count):
        for hands in range(2, box.most + 1):
            for waiting in range(hands):
                if not reached[drawn, turn_of(hands, waiting)]:
                    continue
                value = box.coarse[cards[drawn]]
                if value == box.rank and hands < box.most:
                    reached[drawn + 1, turn_of(hands + 1, waiting + 1)] = 1
                row, at = box.rows.first[value], drawn + 1
                while waiting > 0:
                    reached[at, turn_of(hands, waiting - 1)] = 1
                    if row < 0 or at >= count or not (box.rows.may_hit[row] or box.rows.may_double[row]):
                        break
                    row = box.rows.after[row, box.coarse[cards[at]]]
                    at += 1


@njit(cache=True)
def reachable(turns: Ints, count: int) -> int:
    """After how many cards a box can be over at most: the last hand that begins is drawn to until it is bust."""
    last = 0
    for drawn in range(count):
        if turns[drawn].any():
            last = drawn
    return min(count, last + MOST_OF_HAND)


@njit(cache=True)
def best_box(box: Box, foreseen: Foreseen, count: int, reached: Ints, best: Floats, path: Ints) -> float:
    """The most that these cards come to, less the surprises."""
    for drawn in range(count - 1, -1, -1):
        for hands in range(box.most, 1, -1):
            for waiting in range(hands):
                turn = turn_of(hands, waiting)
                if not reached[drawn, turn]:
                    continue
                worth = best_hand(box, foreseen, count, best, hands, waiting, drawn, path)
                if box.coarse[foreseen.card[drawn]] == box.rank and hands < box.most:
                    worth = max(worth, best[drawn + 1, turn_of(hands + 1, waiting + 1)])
                best[drawn, turn] = worth - surprise(box, foreseen, drawn, SECOND_CARD, hands, waiting, -1)
    return float(best[0, turn_of(2, 1)])


@njit(cache=True)
def best_hand(
    box: Box, foreseen: Foreseen, count: int, best: Floats, hands: int, waiting: int, drawn: int, path: Ints
) -> float:
    """The most that a hand and all after it come to, whose second card is the next one."""
    at, row = drawn + 1, box.rows.first[box.coarse[foreseen.card[drawn]]]
    path[0] = row
    size = 1
    while row >= 0 and at < count and box.rows.may_hit[row]:
        row = box.rows.after[row, box.coarse[foreseen.card[at]]]
        path[size] = row
        size += 1
        at += 1
    worth = 0.0
    for step in range(size - 1, -1, -1):
        at, row = drawn + 1 + step, path[step]
        rest = best[at, turn_of(hands, waiting - 1)] if waiting else foreseen.poker[at]
        stood = hand_worth(box, row, 0, foreseen.ends[at]) + rest
        if step < size - 1:
            worth -= surprise(box, foreseen, at, TO_HIT, hands, waiting, row)
        worth = stood if step == size - 1 else max(stood, worth)
        if row >= 0 and box.rows.may_double[row] and at < count:
            then = box.rows.after[row, box.coarse[foreseen.card[at]]]
            rest = best[at + 1, turn_of(hands, waiting - 1)] if waiting else foreseen.poker[at + 1]
            doubled = hand_worth(box, then, 1, foreseen.ends[at + 1]) + rest
            worth = max(worth, doubled - surprise(box, foreseen, at, TO_DOUBLE, hands, waiting, row))
    return worth


@njit(cache=True)
def bound_boxes(
    box: Box, watched: Watched, felt: Felt, dealer: Dealer, lattice: Lattice, seed: int, every: int, results: Floats
) -> None:
    """By shift the most that a split box is worth; one of so many points is priced exactly too."""
    state = np.array([seed], dtype=np.uint64)
    ranks, most = felt.deck.shape[0], FORESEEN + 1
    foreseen = Foreseen(
        np.zeros(most, dtype=np.int64),
        np.zeros((most, felt.end.shape[0])),
        np.zeros(most),
        np.zeros((most, ranks)),
        np.zeros((most, ranks), dtype=np.int64),
        np.zeros(most),
    )
    deck, path = np.zeros(ranks, dtype=np.int64), np.zeros(most, dtype=np.int64)
    best, turns = np.zeros((most + 1, TURNS)), np.zeros((most + 1, TURNS), dtype=np.int64)
    reached, shown = np.zeros(dealer.ways.parent.shape[0]), np.zeros(dealer.ways.end.shape[0])
    exact = (lattice.points + every - 1) // every
    for shift in range(results.shape[0]):
        for each in range(MOST_CARDS):
            lattice.shift[each] = random(state)
        for point in range(lattice.points):
            count = foresee(box, watched, felt, lattice, point, deck, foreseen)
            reach(box, foreseen.card, count, turns)
            worth = best_box(box, foreseen, count, turns, best, path)
            results[shift] += worth / lattice.points
            if point % every == 0:
                price_exactly(box, watched, felt, foreseen, reachable(turns, count), dealer, deck, reached, shown)
                results[shift] += (best_box(box, foreseen, count, turns, best, path) - worth) / exact
