"""Which rows of a wager on the dealer's whole hand are made, when cards of players have left the shoe.

Players' cards are known by what they count, so they change how likely the dealer draws each rank. They do not change
which of the cards of a rank the dealer gets: whatever a row depends on beyond ranks, suits for example, is as likely
as from a fresh shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.kernel import Hole, filling
from pitboss.analysis.drawing.solver import UpCard
from pitboss.analysis.drawing.tables import MOST_DRAWN, Floats, Ints
from pitboss.analysis.whole_hand import Ways

Rows = tuple[str, ...]


class RowWays(NamedTuple):
    """Ways in which the dealer draws to rows that are paid, against one up card.

    Of way w, `codes[w, i]` for i below `kinds[w]` says which rank is drawn how often, as rank times `MOST_DRAWN` plus
    times; `drawn[w]` is the number of cards. `weights[w, r]` is the number of orders of these ranks that make row r.
    """

    codes: NDArray[np.uint16]
    kinds: Ints
    drawn: Ints
    weights: Floats


def row_ways(at: UpCard, ways: Ways, rows: Sequence[Rows]) -> RowWays:
    """Ways from a fresh shoe as arrays, with a column for each of these rows."""
    deck = [int(each) for each in at.deck(at.terms.empty)[0]]
    known = {drawn: number for number, drawn in enumerate(sorted({drawn for made, drawn in ways if made}))}
    weights = np.zeros((len(known), len(rows)))
    codes = np.zeros((len(known), len(deck)), dtype=np.uint16)
    kinds = np.zeros(len(known), dtype=np.int64)
    for drawn, number in known.items():
        held = [rank * MOST_DRAWN + times for rank, times in enumerate(drawn) if times]
        codes[number, : len(held)], kinds[number] = held, len(held)
    for (made, drawn), count in ways.items():
        if made:
            weights[known[drawn], rows.index(made)] = count / prod(map(perm, deck, drawn))
    sizes = np.array([sum(drawn) for drawn in known], dtype=np.int64)
    return RowWays(codes, kinds, sizes, weights)


def rows_beside(at: UpCard, ways: RowWays, removed: Ints, chances: Floats) -> Floats:
    """The chance of each row, over sets of cards that have left the shoe; each set has its chance.

    Where the dealer has looked for a blackjack, each chance is one given that there is none.
    """
    total = np.zeros(ways.weights.shape[1])
    deck, _ = at.deck(at.terms.empty)
    _add_rows_beside(deck, at.hole, removed, chances, ways, at.terms.falling, total)
    return total


def most_paid(at: UpCard, ways: RowWays, pays: Floats, taken: int) -> float:
    """No more is paid on average, the stake included, when this number of cards has left the shoe, whichever."""
    deck, left = at.deck(at.terms.empty)
    limit = 1.0 + float(pays[ways.weights.any(axis=0)].max(initial=-1.0))
    rest = left - taken
    filled = float((deck * at.hole.fills).sum()) if at.hole.looked else 0.0
    if rest <= max(int(ways.drawn.max(initial=0)), filled):
        return limit
    orders = ways.weights @ (1.0 + pays)
    for way, kinds in enumerate(ways.kinds.tolist()):
        for code in ways.codes[way, :kinds].tolist():
            orders[way] *= perm(int(deck[code // MOST_DRAWN]), code % MOST_DRAWN)
        orders[way] /= perm(rest, int(ways.drawn[way]))
    return min(limit, float(orders.sum()) / (1.0 - filled / rest))


@njit(cache=True)
def _add_rows_beside(
    deck: Ints, hole: Hole, removed: Ints, chances: Floats, ways: RowWays, falling: Floats, total: Floats
) -> None:
    ranks, rows = deck.shape[0], ways.weights.shape[1]
    now = np.zeros(ranks, dtype=np.int64)
    ways_of = np.empty(ranks * MOST_DRAWN)  # in how many ways each rank can come each number of times
    inverse = np.empty(MOST_DRAWN)
    found = np.zeros(rows)
    for number in range(removed.shape[0]):
        left = 0
        for rank in range(ranks):
            now[rank] = deck[rank] - removed[number, rank]
            left += now[rank]
            for times in range(MOST_DRAWN):
                ways_of[rank * MOST_DRAWN + times] = falling[now[rank], times]
        inverse[0] = 1.0
        for count in range(1, MOST_DRAWN):
            inverse[count] = inverse[count - 1] / (left - count + 1) if left - count + 1 > 0 else 0.0
        for row in range(rows):
            found[row] = 0.0
        for way in range(ways.drawn.shape[0]):
            product = inverse[ways.drawn[way]]
            for place in range(ways.kinds[way]):
                product *= ways_of[ways.codes[way, place]]
            for row in range(rows):
                found[row] += product * ways.weights[way, row]
        known = 1.0 - filling(now, hole) / left if hole.looked else 1.0
        for row in range(rows):
            total[row] += chances[number] / known * found[row]
