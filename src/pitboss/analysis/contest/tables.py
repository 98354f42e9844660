"""What a contest makes of cards, as arrays: every hand of a box, and every way in which the dealer can end.

Hands are multisets of thirteen ranks, because the poker hand tells apart what blackjack does not. What a hand is and
what becomes of it the compiled rules say of cards that stand for it, so their readings are priced with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.tables import (
    BY_POINTS,
    BY_RANK,
    MOST_DRAWN,
    Drawing,
    Floats,
    Ints,
    Multiset,
    best_total,
    numbers,
    with_card,
)
from pitboss.cards import Card, Rank, Suit
from pitboss.core.kinds import Outcome
from pitboss.poker.two_cards import TwoCards, best_two
from pitboss.rules.contest import Contest

RANKS = BY_RANK.size
EMPTY: Multiset = (0,) * RANKS
STARTS = tuple(combinations_with_replacement(range(RANKS), 2))
"""The first two cards of a box; hand number n begins with those of place n."""

PLACE = {pair: place for place, pair in enumerate(STARTS)} | {
    (other, one): place for place, (one, other) in enumerate(STARTS)
}
"""The number of two first cards, in either order."""

WINS, LOSES, TIES, NOT_QUALIFIED = range(4)
KINDS = 4
_KIND = {
    (Outcome.WIN, Outcome.WIN): WINS,
    (Outcome.LOSE, Outcome.LOSE): LOSES,
    (Outcome.PUSH, Outcome.PUSH): TIES,
    (Outcome.WIN, Outcome.PUSH): NOT_QUALIFIED,
}
_BY_VALUE = tuple(BY_POINTS.number[ranks[0]] for ranks in BY_RANK.ranks)
_CARDS = tuple(Card(ranks[0], Suit.SPADES) for ranks in BY_RANK.ranks)
BY_VALUE: Ints = np.array(_BY_VALUE, dtype=np.int64)
"""The rank by points of each of the thirteen."""


def rank_number(rank: Rank) -> int:
    return BY_RANK.number[rank]


def cards_of(ranks: Sequence[int]) -> tuple[Card, ...]:
    """Cards of these ranks; their suits are nothing to either hand."""
    return tuple(_CARDS[rank] for rank in ranks)


def ranks_in(hand: Multiset) -> tuple[int, ...]:
    return tuple(rank for rank, count in enumerate(hand) for _ in range(count))


def by_value(hand: Multiset) -> Multiset:
    """The same cards as blackjack counts them."""
    found = [0] * BY_POINTS.size
    for rank, count in enumerate(hand):
        found[_BY_VALUE[rank]] += count
    return tuple(found)


@lru_cache(maxsize=1)
def strengths() -> dict[TwoCards, int]:
    """Every two-card hand by its place, from the weakest."""
    found = {best_two(cards_of(pair)) for pair in STARTS}
    return {hand: place for place, hand in enumerate(sorted(found))}


@lru_cache(maxsize=1)
def strength_of_two() -> Ints:
    """By two ranks: the place of the hand that they make."""
    found = np.zeros((RANKS, RANKS), dtype=np.int64)
    for one, other in STARTS:
        found[one, other] = found[other, one] = strengths()[best_two(cards_of((one, other)))]
    return found


class Held(NamedTuple):
    """Every hand that a box can come to: its cards, what follows, its poker hand and its place in blackjack.

    A hand of 21 or more is drawn to no further: nothing follows it, which is -1. First cards come first, and a hand
    before those that follow it. Hands of the same cards have the same `cards`; there is more than one of them only
    where the first two cards alone are the poker hand. `coarse` is the number that `family.tables` gives to the hand,
    -1 above 21.
    """

    counts: Ints
    next: Ints
    own: Ints
    cards: Ints
    coarse: Ints


@lru_cache(maxsize=4)
def held(contest: Contest) -> Held:
    cards, after = _multisets()
    hands = [(place, place if contest.first_two else 0) for place in range(len(STARTS))]
    number = {hand: place for place, hand in enumerate(hands)}
    follows: list[list[int]] = []
    for these, first in hands:  # which grows meanwhile
        then = [(more, first) for more in after[these]]
        for hand in then:
            if hand not in number:
                number[hand] = len(hands)
                hands.append(hand)
        follows.append([number[hand] for hand in then] or [-1] * RANKS)
    these, first = np.array(hands, dtype=np.int64).T
    if contest.first_two:
        own = np.array([strengths()[contest.hand(cards_of(pair), ())] for pair in STARTS])[first]
    else:
        own = np.array([strengths()[contest.hand((), cards_of(ranks_in(hand)))] for hand in cards])[these]
    return Held(
        counts=np.array(cards, dtype=np.int64)[these],
        next=np.array(follows, dtype=np.int64),
        own=own,
        cards=these.copy(),
        coarse=np.array([numbers().get(by_value(hand), -1) for hand in cards], dtype=np.int64)[these],
    )


@lru_cache(maxsize=1)
def _multisets() -> tuple[list[Multiset], list[list[int]]]:
    """All cards that a box can come to, the first two first, and what each further card makes of them."""
    found = [_multiset(pair) for pair in STARTS]
    number = {cards: place for place, cards in enumerate(found)}
    after: list[list[int]] = []
    for cards in found:  # which grows meanwhile
        then = [with_card(cards, rank) for rank in range(RANKS)] if best_total(cards, BY_RANK)[0] < 21 else []
        for more in then:
            if more not in number:
                number[more] = len(found)
                found.append(more)
        after.append([number[more] for more in then])
    return found, after


def _multiset(ranks: Sequence[int]) -> Multiset:
    counts = Counter(ranks)
    return tuple(counts[rank] for rank in range(RANKS))


class Ways(NamedTuple):
    """Every way in which the dealer can draw from one up card to an end other than a blackjack, as a tree.

    A node is a card more of `code`: the rank times `MOST_DRAWN` plus how many of that rank it makes. Ways are
    multisets in a fixed order of ranks; `orders` says in how many orders a dealer can have drawn this one, none where
    he has not ended yet. What he then shows has the number `shown`: his end in blackjack, and his `face`, which is all
    that a contest sees of his cards.
    """

    parent: Ints
    code: Ints
    depth: Ints
    orders: Floats
    shown: Ints
    end: Ints
    face: Ints


Face = tuple[TwoCards, bool]
"""The dealer's poker hand, and whether it qualifies."""


@lru_cache(maxsize=4)
def dealer(drawing: Drawing, contest: Contest) -> tuple[tuple[Ways, ...], NDArray[np.int8]]:
    """The dealer's ways from each up card, and what becomes of each two-card hand against each of his faces."""
    faces: dict[Face, tuple[Card, ...]] = {}
    ways = tuple(_ways(up, drawing, contest, faces) for up in range(RANKS))
    decided = [[_kind(contest, own, theirs) for theirs in faces.values()] for own in strengths()]
    return ways, np.array(decided, dtype=np.int8)


def _kind(contest: Contest, own: TwoCards, theirs: Sequence[Card]) -> int:
    decided = contest.decide(own, theirs, natural=False)
    return _KIND[decided.ante.outcome, decided.bet.outcome]


def _ways(up: int, drawing: Drawing, contest: Contest, faces: dict[Face, tuple[Card, ...]]) -> Ways:
    numbered = {face: place for place, face in enumerate(faces)}
    node: dict[tuple[int, ...], int] = {(): 0}
    rows = [(0, 0, 0)]
    orders, shown = [0.0], [0]
    shows: dict[tuple[int, int], int] = {}
    for drawn, (count, end) in sorted(_ends(up, drawing).items()):
        for place, rank in enumerate(drawn, start=1):
            if drawn[:place] not in node:
                node[drawn[:place]] = len(rows)
                times = drawn[:place].count(rank)
                rows.append((node[drawn[: place - 1]], rank * MOST_DRAWN + times, place))
                orders.append(0.0)
                shown.append(0)
        cards = cards_of((up, *drawn))
        face = best_two(cards), contest.qualifies(cards)
        faces.setdefault(face, cards)
        seen = end, numbered.setdefault(face, len(numbered))
        orders[node[drawn]] = float(count)
        shown[node[drawn]] = shows.setdefault(seen, len(shows))
    parent, code, depth = np.array(rows, dtype=np.int64).T.copy()
    seen_ends, seen_faces = np.array(list(shows), dtype=np.int64).T.copy()
    return Ways(parent, code, depth, np.array(orders), np.array(shown, dtype=np.int64), seen_ends, seen_faces)


def _ends(up: int, drawing: Drawing) -> dict[tuple[int, ...], tuple[int, int]]:
    """The ranks that a dealer has drawn when he ends, in how many orders, and the end."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    going: dict[Multiset, int] = {EMPTY: 1}
    while going:
        further: Counter[Multiset] = Counter()
        for drawn, orders in going.items():
            for rank in range(RANKS):
                further[with_card(drawn, rank)] += orders
        going = {}
        for drawn, orders in further.items():
            total, soft = best_total(with_card(drawn, up), BY_RANK)
            if total < drawing.stands or (total == drawing.stands and soft and drawing.hits_soft):
                going[drawn] = orders
            elif not (total == 21 and sum(drawn) == 1):
                found[ranks_in(drawn)] = orders, drawing.ends[total - drawing.stands]
    return found
