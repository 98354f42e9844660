"""Match the Dealer: each of the first two cards may match the dealer's card, in its suit or in another."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card

OTHER_SUIT = "other_suit"
SAME_SUIT = "same_suit"


def matches(card: Card, first_two: Sequence[Card], *, by_points: bool = False) -> list[str]:
    """A row for each card of the same rank; by points a king would match a queen too (S15)."""

    def value(of: Card) -> int | str:
        return of.points if by_points else of.rank

    matching = [mine for mine in first_two if value(mine) == value(card)]
    return [SAME_SUIT if mine.suit is card.suit else OTHER_SUIT for mine in matching]
