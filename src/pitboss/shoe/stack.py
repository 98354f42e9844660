"""A stack of cards that answers for the shoe and for the card reader.

It alone knows face-down cards, and opens one only when the procedure turns it or puts it to the reader (S34).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from pitboss.cards import Card
from pitboss.core.kinds import Face
from pitboss.core.requests import Answer, FaceDown, NextCard, Reader, Request, Turn
from pitboss.ids import Holder, Pile


class EmptyShoe(Exception):
    """A card was needed and none is left."""


class Stack:
    """Cards in the order in which they are drawn."""

    __slots__ = ("_sealed", "cards")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = deque(cards)
        self._sealed: dict[Holder, deque[Card]] = {}

    def load(self, cards: Iterable[Card]) -> None:
        """A fresh stack; what lies face down on the layout stays there, what was burned is in the stack again."""
        self.cards = deque(cards)
        self._sealed.pop(Pile.DISCARDS, None)

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

    def deal_out(self, count: int, burned: Sequence[int]) -> None:
        """So many cards are gone; those at these places went face down to the discard rack."""
        gone = [self._draw() for _ in range(count)]
        if burned:
            self._sealed[Pile.DISCARDS] = deque(gone[at] for at in burned)

    def unseen(self) -> dict[Holder, tuple[Card, ...]]:
        """Cards that went face down and were not turned, by where they lie, for whoever keeps the shoe's own record."""
        return {hand: tuple(cards) for hand, cards in self._sealed.items()}

    def collect(self) -> None:
        """The layout is cleared; what lay there face down is in the discard rack now."""
        burned = self._sealed.get(Pile.DISCARDS)
        self._sealed = {} if burned is None else {Pile.DISCARDS: burned}

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


def stopped_at(weights: Sequence[int], below: Callable[[int], int]) -> int:
    """The section on which a wheel stops, counted from 1, each as likely as its weight."""
    at = below(sum(weights))
    for section, weight in enumerate(weights, start=1):
        at -= weight
        if at < 0:
            return section
    raise AssertionError("a wheel stops somewhere")
