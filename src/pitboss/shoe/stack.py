"""A stack of cards that answers for the shoe and for the card reader.

It alone knows face-down cards, and opens one only when the procedure turns it or puts it to the reader (S34).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from pitboss.cards import Card
from pitboss.core.facts import Face
from pitboss.core.requests import Answer, FaceDown, NextCard, Reader, Request, Turn
from pitboss.ids import HandId


class EmptyShoe(Exception):
    """A card was needed and none is left."""


class Stack:
    """Cards in the order in which they are drawn."""

    __slots__ = ("_sealed", "cards")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = deque(cards)
        self._sealed: dict[HandId, deque[Card]] = {}

    def answer(self, request: Request) -> Answer:
        """The answer of the shoe or of the reader to a request that is theirs."""
        match request:
            case NextCard(hand, Face.DOWN):
                self._sealed.setdefault(hand, deque()).append(self._draw())
                return FaceDown()
            case NextCard():
                return self._draw()
            case Turn(hand):
                return self._sealed[hand].popleft()
            case Reader(hand, ranks):
                return self._sealed[hand][0].rank in ranks
            case _:
                raise AssertionError(f"{request} is not for the shoe")

    def sealed(self) -> list[Card]:
        """Cards that lie face down, for whoever keeps the shoe's own record."""
        return [card for cards in self._sealed.values() for card in cards]

    def _draw(self) -> Card:
        if not self.cards:
            raise EmptyShoe
        return self.cards.popleft()


def shuffled(cards: Sequence[Card], below: Callable[[int], int]) -> list[Card]:
    """These cards in random order; `below(n)` gives each of 0 to n - 1 with equal chance (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
