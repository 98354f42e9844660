"""The hands of split boxes, and boxes that are played for the played wager alone.

They are played by the policy that the family's solver states: those of a box that has folded, or whose poker hand is
its first two cards whatever is drawn. The worth of the played wager is the solver's, and exact for that policy. How the
poker hand of the first two cards ends is exact too: cards that are drawn by a rule that looks at cards drawn before
leave the dealer's as likely as they were. The squares are those of boxes that are played out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.analysis.contest.seen import SEEN, Leads, seen_cards
from pitboss.analysis.contest.split_boxes import (
    EVERY,
    PRODUCT,
    RESULTS,
    SQUARED,
    Box,
    Dealer,
    Felt,
    Watched,
    before_the_box_draws,
    new_lattice,
    play_boxes,
)
from pitboss.analysis.contest.split_kernel import TURNS, Choices, Rows, Worths, beside_rows
from pitboss.analysis.contest.tables import BY_VALUE, KINDS, RANKS, strengths
from pitboss.analysis.drawing.solver import UpCard
from pitboss.analysis.drawing.tables import ACE, Floats, Ints, numbers, with_card

if TYPE_CHECKING:
    from pitboss.analysis.contest.endings import Joint

POINTS, MULTIPLIER, SHIFTS = 1021, 76, 2


class AloneBox(NamedTuple):
    """A split box played for the played wager alone: worth of the wager and of its square, for a unit.

    `kinds` is how the poker hand of the first two cards ends, `product` the worth of the played wager's result times
    that of ante and bet with that hand, in units of both.
    """

    played: float
    square: float
    kinds: Floats
    product: float


class Policy(NamedTuple):
    """How split boxes of one value are played against one up card.

    `once` and `bust` are what a doubled hand and a bust are worth beside the cards of the hand; `kinds` are the classes
    that `worths` and `choices` know.
    """

    most: int
    rows: Rows
    once: Floats
    bust: Floats
    kinds: Ints
    worths: Worths
    choices: Choices


def rows_of(at: UpCard, value: int) -> Rows:
    """Return the hands that begin with a card of this value, and what lies beside them."""
    terms, hands = at.terms, at.hands
    mine = np.flatnonzero((hands.counts[:, value] > 0) & (hands.size >= 2))
    row = np.full(len(hands.counts) + 1, -1, dtype=np.int64)  # the last place is that of a bust
    row[mine] = np.arange(len(mine))
    pays, open_ = terms.split_pays, hands.total[mine] < 21
    if value == ACE and not terms.draws_on_split_aces:
        open_ = np.zeros_like(open_)
    one = with_card(terms.empty, value)
    rows = Rows(
        number=mine,
        after=row[hands.after[mine]],
        may_hit=(pays.may_hit[mine] * open_).astype(np.int64),
        may_double=(pays.may_double[mine] * open_).astype(np.int64),
        first=np.array([row[numbers()[with_card(one, second)]] for second in terms.ranks]),
        met=np.zeros((len(mine), 3, len(terms.finals))),
        likely=np.zeros((len(mine) + 1, 3, len(terms.ranks))),
    )
    tables = (hands.counts, terms.draws, terms.falling, at.remembered)
    beside_rows(at.up, value, at.shoe, at.hole, *tables, rows)
    return rows


def felt_beside(joint: Joint, up: int, out: tuple[int, ...], dealer: Dealer) -> Felt | None:
    """Return what lies beside these cards; None if the shoe has not got them."""
    deck = joint.shoe.copy()
    for rank in (up, *out):
        deck[rank] -= 1
    if deck.min() < 0 or deck.sum() < 2:
        return None
    hands, ends = len(strengths()), int(dealer.ways.end.max()) + 1
    shapes = (hands, (RANKS, hands), ends, (RANKS, ends), (hands, KINDS), (hands, ends))
    felt = Felt(deck, joint.holes[up], *(np.zeros(shape) for shape in shapes))
    before_the_box_draws(dealer, felt)
    return felt


def box_of(joint: Joint, pair: tuple[int, int], policy: Policy, stake: float) -> Box:
    """Return a box of these first cards that is played by a policy."""
    start, pays = int(seen_cards().start[pair]), joint.solution.terms.split_pays
    value = int(BY_VALUE[pair[0]])
    played = (policy.rows, policy.once, policy.bust, policy.worths, policy.choices)
    return Box(value, start, policy.most, *played, pays, stake, BY_VALUE)


def unwatched(start: int) -> Watched:
    """Return a watch that sees nothing: the poker hand stays that of the first cards."""
    seen = seen_cards()
    strength = np.full(SEEN, seen.strength[start], dtype=np.int16)
    return Watched(seen.step, strength, np.zeros(SEEN, dtype=np.int64))


def no_leads(cards: int) -> Leads:
    """Return the steps of the one class that there is when nothing is watched."""
    place = np.arange(cards, dtype=np.int64)
    none = np.zeros(1, dtype=np.int64)
    return Leads(none, np.stack((place, place + 1), axis=1), np.zeros_like(place), np.ones(cards), np.zeros((cards, 1)))


def alone_policy(joint: Joint, up: int, value: int) -> tuple[Policy, float]:
    """Return the solver's policy, and what it is worth."""
    at = joint.solution.up_cards[int(BY_VALUE[up])]
    splits = at.splits[value]
    most = min(splits.most, joint.most_hands(value))
    worth = splits.up_to(most)  # which makes the plan
    rows = joint.split_rows(at.up, value)
    hand = np.tile(splits.plan[rows.number, :1].astype(np.uint8), (TURNS, 1, 1))
    choices = Choices(hand, np.ones((TURNS, 1), dtype=np.uint8))
    size = len(rows.number)
    worths = Worths(np.zeros((TURNS, size, 1, 2)), np.zeros((TURNS, 1, 2)), np.zeros((TURNS, 1, 2)), np.zeros((1, 2)))
    once, bust, kinds = np.zeros((size, 3)), np.zeros(2), np.zeros(1, dtype=np.int64)
    return Policy(most, rows, once, bust, kinds, worths, choices), worth


def alone_box(joint: Joint, up: int, pair: tuple[int, int]) -> AloneBox:
    """Return what a box is worth that is split and played for the played wager alone."""
    dealer = Dealer(*joint.ways(up), joint.units)
    felt = felt_beside(joint, up, pair, dealer)
    policy, worth = alone_policy(joint, up, int(BY_VALUE[pair[0]]))
    if felt is None:
        return AloneBox(0.0, 0.0, np.zeros(KINDS), 0.0)
    box, results = box_of(joint, pair, policy, 1.0), np.zeros((SHIFTS, RESULTS))
    watched = unwatched(box.start)
    seed = (up * RANKS + pair[0]) * RANKS + pair[1]
    play_boxes(box, watched, felt, dealer, new_lattice(POINTS, MULTIPLIER), seed, EVERY, results)
    square, product = results[:, (SQUARED, PRODUCT)].mean(axis=0).tolist()
    return AloneBox(worth, square, felt.kinds[seen_cards().strength[box.start]].copy(), product)
