"""What every decision on very cards is worth, their suits and the up card's included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pitboss.analysis.family.kernel import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER
from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.tables import numbers
from pitboss.analysis.family.terms import multiset, rank_of
from pitboss.cards import Card, Suit

NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}


def worths(solution: Solution, hand: Sequence[Card], shown: Mapping[Card, int]) -> dict[str, float]:
    """The worth of each decision on these very cards, over the up cards that it may be, each as likely as there are."""
    found: defaultdict[str, float] = defaultdict(float)
    total = sum(shown.values())
    for up, copies in shown.items():
        for decision, worth in _against(solution, hand, up):
            found[NAMES[decision]] += worth * copies / total
    return dict(found)


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
        yield from solution.decisions(at, counts).items()
        return
    gone = sum(rank_of(card) == made[0] and card.suit is hand[0].suit for card in (*hand, up))
    yield from solution.decisions(at, counts, suit, solution.terms.copies - gone).items()
