"""What a sentence about a fact needs: the round as it stands, and how cards are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.hands import score
from pitboss.ids import DEALER, Clauses, HandId
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.core.layout import Layout


def cited(clauses: Clauses) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def signed(amount: Cents) -> str:
    return ("+" if amount > 0 else "") + spoken(amount)


@dataclass(frozen=True, slots=True)
class Told:
    """The layout after a fact, as whoever listens knows it, and how a card is called: `7h`, or `seven of hearts`."""

    layout: Layout
    name: Callable[[Card], str] = str

    def place(self, hand: HandId) -> str:
        """A hand as it is called at the table."""
        if hand == DEALER:
            return "Dealer"
        number = f", hand {hand.number}" if len(self.layout.hands_of(hand.box)) > 1 else ""
        return f"Box {hand.box} ({self.layout.hands[hand].caller}{number})"

    def named(self, cards: Iterable[Card]) -> str:
        return (" " if self.name is str else ", ").join(self.name(card) for card in cards)

    def held(self, hand: HandId) -> str:
        """The cards and the announced total."""
        there = self.layout.hands[hand]
        cards = there.cards
        if there.face_down and there.caller is not None:  # of the dealer's hand what lies open is counted
            return f"{there.face_down} face down, {self.named(cards)}".rstrip(", ")
        return f"{self.named(cards)}, {score(cards).spoken}"
