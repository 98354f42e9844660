"""Facts about cards: dealt, turned, read, set aside, collected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.facts.base import Fact
from pitboss.core.kinds import Face, Found
from pitboss.core.telling import Told, cited
from pitboss.core.view import Viewer, hidden_from, without
from pitboss.ids import DEALER, Box, Clauses, HandId

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class CardDealt(Fact):
    """A card left the shoe for a hand. A card dealt face down has no name here."""

    hand: HandId
    face: Face
    card: Card | None

    def apply(self, layout: Layout) -> None:
        hand = layout.hands[self.hand]
        layout.cards_dealt += 1
        layout.is_dealt = True
        layout.owed.pop(self.hand, None)
        layout.exposed = None
        if self.card is None:
            hand.face_down += 1
            return
        hand.lay(self.card)
        if self.face is Face.TO_PLAYER:
            hand.concealed += 1

    def note(self, state: TableState) -> None:
        state.card_left_shoe()
        state.card_known(self.card)

    def seen_by(self, viewer: Viewer, layout: Layout) -> CardDealt:
        """A card that its player looks at is face down for all others."""
        mine = viewer.reads_record or layout.hands[self.hand].caller == viewer.player
        return self if mine or self.face is not Face.TO_PLAYER else replace(self, card=None)

    def tell(self, told: Told) -> str:
        who = told.place(self.hand)
        if self.card is None:
            return f"{who} gets a card face down."
        if self.face is Face.TO_PLAYER:
            return f"{who} gets {told.name(self.card)}, face down."
        call = "Dealer's Card! " if self.hand == DEALER and _comes_after_the_players(told.layout) else ""
        laid = " sideways" if self.face is Face.SIDEWAYS else ""
        there = told.layout.hands[self.hand]
        first = len(there.cards) == 1 and not (there.face_down and there.caller)
        total = "" if first else f": {told.held(self.hand)}"
        return f"{call}{who} gets {told.name(self.card)}{laid}{total}."


def _comes_after_the_players(layout: Layout) -> bool:
    """Whether this was the dealer's second card, dealt face up when everybody had two."""
    dealer = layout.dealer
    second = len(dealer.cards) == 2 and not dealer.face_down
    return second and all(len(layout.hands[hand].cards) >= 2 for hand in layout.order)


@dataclass(frozen=True, slots=True)
class CardTurned(Fact):
    """A face-down card was turned and is known from now on."""

    hand: HandId
    card: Card

    def apply(self, layout: Layout) -> None:
        layout.hands[self.hand].turn(self.card)

    def note(self, state: TableState) -> None:
        state.card_known(self.card)

    def tell(self, told: Told) -> str:
        there = told.layout.hands[self.hand]
        counts = there.face_down == 0 and len(there.cards) <= 3  # a packet counts for nothing before it is set
        total = f": {told.held(self.hand)}" if counts and not told.layout.community else ""
        return f"{told.place(self.hand)} turns {told.name(self.card)}{total}."


@dataclass(frozen=True, slots=True)
class HoleCardRead(Fact):
    """The card reader or the dealer's look answered yes or no; the card stays hidden."""

    hand: HandId
    blackjack: bool
    by_device: bool
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.dealer_blackjack_read = self.blackjack

    def tell(self, _: Told) -> str:
        how = "The hole card goes face down into the reader" if self.by_device else "The dealer checks the down card"
        return f"{how}: {'blackjack' if self.blackjack else 'no blackjack'}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CardSetAside(Fact):
    """A card was found that may not be used, and went to the discard rack, or away if it is none of these decks."""

    card: Card
    found: Found
    clauses: Clauses

    @property
    def _is_of_the_shoe(self) -> bool:
        """A 10 is no card of these decks: it is one too many, and none of them is gone with it."""
        return self.found is not Found.TEN

    def apply(self, layout: Layout) -> None:
        layout.cards_dealt += self._is_of_the_shoe
        for counts in (layout.found, layout.found_in_round):
            counts[self.found] = counts.get(self.found, 0) + 1
        layout.exposed = None
        if self._is_of_the_shoe:
            layout.discards.append(self.card)

    def note(self, state: TableState) -> None:
        if self._is_of_the_shoe:
            state.card_left_shoe(discarded=True)
            state.card_known(self.card)
        if state.shoe is not None:
            state.shoe.face_up_found += self.found is Found.FACE_UP
            state.shoe.tens_found += self.found is Found.TEN

    def tell(self, told: Told) -> str:
        away = "goes to the discard rack" if self._is_of_the_shoe else "is taken away"
        return f"{told.name(self.card)} is {self.found} and {away}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class PokerBegun(Fact):
    """The blackjack hands are over and their cards picked up; these of the dealer's stay, and belong to the poker hands
    that follow. All others go back into the stack, and cards are counted anew.
    """

    community: tuple[Card, ...]
    boxes: tuple[Box, ...]
    collected: tuple[Card, ...]
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.keep_only(self.community)
        for box in self.boxes:
            layout.open_again(HandId(box, 1))

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.discarded += len(self.collected)

    def tell(self, told: Told) -> str:
        stay = f"{told.named(self.community)} stay as community cards"
        return f"Poker begins: {stay}, all others are picked up.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class HandRemoved(Fact):
    """The cards of a hand that was paid at once went to the discard rack; the hand remembers them."""

    hand: HandId
    cards: tuple[Card, ...]
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.removed.add(self.hand)

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.discarded += len(self.cards)

    def tell(self, told: Told) -> str:
        return f"The cards of {told.place(self.hand)} go to the discard rack.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CardsCollected(Fact):
    """The layout was cleared into the discard rack in this order, unseen cards counted, not named.

    Hands keep the memory of their cards, so that a finished round can still be asked about.
    """

    cards: tuple[Card, ...]
    unseen: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.cleared = True
        layout.discards.extend(card for hand in sorted(layout.removed) for card in layout.hands[hand].cards)
        layout.discards.extend(self.cards)
        layout.unseen_discards += self.unseen

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.discarded += len(self.cards) + self.unseen

    def seen_by(self, viewer: Viewer, layout: Layout) -> CardsCollected:
        """Cards that were never shown go to the rack as they lay."""
        seen = without(self.cards, hidden_from(layout, viewer).values())
        return replace(self, cards=tuple(seen), unseen=self.unseen + len(self.cards) - len(seen))

    def tell(self, _: Told) -> str:
        return f"The cards are picked up, the dealer's last.{cited(self.clauses)}"
