"""Facts about the shoe: shuffled, cut, burned, run out, lost, closed, revealed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.facts.base import Fact, since_format
from pitboss.core.kinds import Found
from pitboss.core.telling import Told, cited
from pitboss.ids import HOUSE_DEALER, Clauses, HandId, Player

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class CardsShuffled(Fact):
    """This number of cards was shuffled; a virtual shoe binds itself to their order by the commitment."""

    cards: int
    commitment: str
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        """The counts of what was found begin anew at each shuffle (S17); that of a whole round does not (S40)."""
        layout.shuffled(self.cards)
        layout.found = {}
        layout.found_before = {Found.FACE_UP: 0, Found.TEN: 0}

    def note(self, state: TableState) -> None:
        state.shuffled(self.cards, self.commitment)

    def tell(self, _: Told) -> str:
        bound = f"; the order is sealed under {self.commitment}" if self.commitment else ""
        return f"{self.cards} cards are shuffled{bound}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class SealBroken(Fact):
    """Decks that were inspected and shuffled before were opened: their seal, and the reference of the approval."""

    cards: int
    seal: str
    approval: str
    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.shuffled(self.cards, "")

    def tell(self, _: Told) -> str:
        about = f"seal {self.seal}, approval {self.approval}"
        return f"{self.cards} cards come shuffled: {about}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CutDeclined(Fact):
    player: Player
    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.cut_offered(self.player)

    def tell(self, _: Told) -> str:
        return f"{self.player} declines the cut.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CardsCut(Fact):
    """The cards above the cut, `at` of them, went to the bottom of the stack."""

    by: Player
    at: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.cut_by = self.by

    def note(self, state: TableState) -> None:
        state.cut_offered(self.by)
        if state.shoe is not None:
            state.shoe.cut_by = self.by
            state.shoe.cut = (state.shoe.cut + self.at) % state.shoe.cards  # a second cut turns what was cut

    def tell(self, _: Told) -> str:
        who = "The dealer" if self.by == HOUSE_DEALER else self.by
        return f"{who} cuts {self.at} cards below the top.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CutCardPlaced(Fact):
    """The cut card lies in the shoe with `behind` cards behind it; where people deal, with `before` in front of it."""

    behind: int
    clauses: Clauses
    before: int = since_format(3, 0)

    def apply(self, layout: Layout) -> None:
        layout.cut_card_due = layout.cards_dealt + self.before
        if self.before and not layout.exhausted:  # a recut, after which it comes out anew
            layout.reshuffle_due = layout.reshuffle_due and layout.cut_card_reached is None
            layout.cut_card_out, layout.cut_card_reached = False, None

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.before_cut_card = state.shoe.undealt - self.behind
            state.shoe.cut_card_out = state.shoe.cut_card_out and not self.before

    def tell(self, _: Told) -> str:
        return f"The cut card goes in with {self.behind} cards behind it.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CardBurned(Fact):
    """The first card of the shoe went to the discard rack, unseen."""

    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.cards_dealt += 1
        layout.unseen_discards += 1

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.burned = True
            state.shoe.burns.append(state.shoe.drawn)
        state.card_left_shoe(discarded=True)

    def tell(self, _: Told) -> str:
        return f"One card is burned, face down.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CutCardReached(Fact):
    """The cut card came out when this hand was to get a card, by the count this number of cards too `early`."""

    hand: HandId
    clauses: Clauses
    early: int = since_format(3, 0)

    def apply(self, layout: Layout) -> None:
        layout.cut_card_reached = self.hand
        layout.cut_card_out = True
        layout.reshuffle_due = True

    def tell(self, _: Told) -> str:
        return f"The cut card is out: this is the last round of the shoe.{counted(self.early)}{cited(self.clauses)}"


def counted(early: int) -> str:
    """How far the count is off, in a sentence; nothing if it is right."""
    return f" By the count it is {abs(early)} card(s) too {'early' if early > 0 else 'late'}." if early else ""


@dataclass(frozen=True, slots=True)
class CutCardAtBurn(Fact):
    """The cut card came out where a card was to be burned; by the count this number of cards too `early`."""

    early: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.cut_card_out = True

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.cut_card_out = True

    def tell(self, _: Told) -> str:
        return f"The cut card is out before a card is burned.{counted(self.early)}{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CutCardOverdue(Fact):
    """By the count the cut card should have come out this number of cards ago, and nobody has reported it."""

    cards: int
    clauses: Clauses

    def tell(self, _: Told) -> str:
        due = f"By the count the cut card was due {self.cards} card(s) ago"
        return f"{due}, and nobody has reported it.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ShoeExhausted(Fact):
    """The shoe could not finish the round; the discards are shuffled to go on."""

    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.exhausted += 1
        layout.reshuffle_due = True

    def tell(self, _: Told) -> str:
        return f"The shoe is empty: the discards are shuffled to finish the round.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ShoeLost(Fact):
    """The order of the shoe is known to nobody any more; no card can come from it."""

    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.shoe = None
        state.reshuffle_due = False

    def tell(self, _: Told) -> str:
        return f"The sealed order of the shoe is lost.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class BurnCardShown(Fact):
    card: Card
    clauses: Clauses

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.burn_shown = True
            del state.shoe.burns[:1]
            state.card_known(self.card)

    def tell(self, told: Told) -> str:
        return f"The burn card is shown: {told.name(self.card)}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered(Fact):
    """The house ends this shoe before its cut card."""

    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.reshuffle_due = True
        state.ordered = True

    def tell(self, _: Told) -> str:
        return f"The house orders a reshuffle.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ShoeClosed(Fact):
    """A shoe ended. Its undealt cards join the discards, to show that none is missing."""

    undealt: int
    discarded: int
    clauses: Clauses

    def note(self, state: TableState) -> None:
        """A shoe that was bound to no order has nothing to reveal, and is over."""
        state.reshuffle_due = False
        if state.shoe is not None:
            state.shoe.closed = True
            state.shoe = state.shoe if any(state.shoe.commitments) else None

    def tell(self, _: Told) -> str:
        counted = f"{self.undealt} undealt and {self.discarded} dealt cards"
        return f"The shoe ends: {counted}, none missing.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ShoeRevealed(Fact):
    """The order to which a shuffle had bound itself, as it was before the cut, and the nonce of its commitment."""

    commitment: str
    order: tuple[Card, ...]
    nonce: str

    def note(self, state: TableState) -> None:
        state.revealed(self.commitment)

    def tell(self, _: Told) -> str:
        return f"The order sealed under {self.commitment} is now in the journal, for anybody to check."
