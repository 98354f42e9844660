"""What every decision on very cards is worth, their suits and the up card's included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pitboss.analysis.drawing.kernel import DOUBLE, HIT, NAMES, NEVER, SPLIT, STAND
from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.tables import numbers
from pitboss.analysis.drawing.terms import multiset, rank_of
from pitboss.cards import Card, Suit

TEN = 10


def worths(solution: Solution, hand: Sequence[Card], shown: Mapping[Card, int]) -> dict[str, float]:
    """The worth of each decision on these very cards, over the up cards that it may be, each as likely as there are."""
    found: defaultdict[str, float] = defaultdict(float)
    total = sum(shown.values())
    for up, copies in shown.items():
        for decision, worth in _against(solution, hand, up):
            found[NAMES[decision]] += worth * copies / total
    return dict(found)


def has_like_tens(hand: Sequence[Card]) -> bool:
    """Whether all tens of a hand are of one rank."""
    return len({card.rank for card in hand if card.points == TEN}) == 1


def _by_ranks(solution: Solution, hand: Sequence[Card], up: Card) -> dict[int, float]:
    """The decisions on first cards of which two tens may have to be of one rank to be split, and split on."""
    at, counts = solution.up_cards[rank_of(up)], multiset(hand)
    if solution.terms.like_tens(counts) is None:
        return solution.decisions(at, counts)
    found = solution.decisions(at, counts, splits=has_like_tens(hand))
    if SPLIT in found and not solution.terms.parts and up.points == TEN:
        found[SPLIT] = at.splits[rank_of(up)].told(up_like=up.rank is hand[0].rank).value
    return found


def _against(solution: Solution, hand: Sequence[Card], up: Card) -> Iterator[tuple[int, float]]:
    """Against one up card; three of one suit may be paid better, and fewer are left if the up card has it too."""
    at, counts = solution.up_cards[rank_of(up)], multiset(hand)
    one_suit = len({card.suit for card in hand}) == 1
    suit = ("spades" if hand[0].suit is Suit.SPADES else "suited") if one_suit else None
    if len(hand) > solution.terms.first_cards:
        row = at.values[numbers()[counts]]
        values = {action: float(row[action]) for action in (STAND, HIT, DOUBLE) if row[action] > NEVER}
        if len(hand) == 3 and suit is not None:
            values[STAND] = at.stood(counts, suit)
        yield from values.items()
        return
    made = solution.terms.completed(counts)
    if suit is None or made is None:
        yield from _by_ranks(solution, hand, up).items()
        return
    gone = sum(rank_of(card) == made[0] and card.suit is hand[0].suit for card in (*hand, up))
    yield from solution.decisions(at, counts, suit, solution.terms.copies - gone).items()
