"""Facts about the staff: what it ordered, who deals, who was let in, what was counted, heard and corrected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.core.facts.base import Fact, since_format
from pitboss.core.kinds import StaffOrder
from pitboss.core.table_state import Proposal
from pitboss.core.telling import Told, cited
from pitboss.ids import Clauses, HandId, Player, StakeId, Wager
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState
    from pitboss.core.view import Viewer


@dataclass(frozen=True, slots=True)
class StaffOrdered(Fact):
    """Somebody with authority ordered something about the cards or the shuffler, for this reason."""

    by: str
    order: StaffOrder
    reason: str
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.shuffler_gone = layout.shuffler_gone or self.order is StaffOrder.SHUFFLER_REMOVED
        layout.reshuffle_due = layout.reshuffle_due or self.order is StaffOrder.RESHUFFLE

    def note(self, state: TableState) -> None:
        state.obey(self.order)

    def tell(self, _: Told) -> str:
        return f"{self.by} orders: {self.order}, because {self.reason}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class DealerRelieved(Fact):
    """This dealer deals from now on."""

    by: str
    dealer: str
    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.relieved(self.dealer)

    def tell(self, _: Told) -> str:
        return f"{self.dealer} takes over the deal ({self.by}).{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class EntryPermitted(Fact):
    """A player who sat out since the shuffle may bet again."""

    by: str
    player: Player
    reason: str
    clauses: Clauses

    def note(self, state: TableState) -> None:
        if state.shoe is not None and state.shoe.stayed is not None:
            state.shoe.stayed |= {self.player}

    def tell(self, _: Told) -> str:
        return f"{self.by} lets {self.player} bet again, because {self.reason}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class DecksOut(Fact):
    """The decks may not be used any more."""

    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.decks_out = True

    def tell(self, _: Told) -> str:
        return f"The decks are taken out of play.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ShoeMiscounted(Fact):
    """A shoe ended with another number of cards than it should have, and is used no more."""

    by: str
    counted: int
    cards: int
    reason: str
    clauses: Clauses

    def note(self, state: TableState) -> None:
        state.shoe = None
        state.reshuffle_due = False
        state.decks_out = True

    def tell(self, _: Told) -> str:
        told = f"{self.by} counts {self.counted} cards and not {self.cards}: {self.reason}."
        return f"{told} The decks are taken out of play.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class WagerSpoken(Fact):
    """A player said a wager and put cash beside it; it waits to be confirmed."""

    by: str
    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.spoken[StakeId(self.player, self.hand, self.wager)] = (self.by, self.amount)

    def tell(self, _: Told) -> str:
        said = f"{self.player} says {spoken(self.amount)} on {self.wager}, box {self.hand.box}"
        return f"{said}, with cash; {self.by} has heard it.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CashChanged(Fact):
    """The cash of a spoken wager was changed into chips, as this person confirmed."""

    by: str
    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.spoken.pop(StakeId(self.player, self.hand, self.wager), None)

    def note(self, state: TableState) -> None:
        if self.player in state.seats:
            state.chips_bought(self.player, self.amount)

    def tell(self, _: Told) -> str:
        return f"{spoken(self.amount)} of {self.player}'s cash becomes chips ({self.by}).{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class RoundCorrected(Fact):
    """An entry of the round was mistyped. The round begins anew, and its entries are put again, as many as fit."""

    by: str
    entry: int
    was: str
    becomes: str
    kept: int
    reason: str

    def note(self, state: TableState) -> None:
        state.begin_anew()

    def seen_by(self, viewer: Viewer, layout: Layout) -> Fact:
        """Where cards are hidden from somebody, he is not told what was entered."""
        hidden = any(not viewer.sees(hand) for hand in layout.hands.values())
        return replace(self, was="hidden", becomes="hidden") if hidden else self

    def tell(self, _: Told) -> str:
        changed = f"entry {self.entry} of its kind was {self.was} and is {self.becomes}, because {self.reason}"
        return f"{self.by} corrects: {changed}. The round begins anew, and {self.kept} entries stand."


@dataclass(frozen=True, slots=True)
class ChipsAdjusted(Fact):
    """A player was given chips by the house, or gave them back, for a round that is over."""

    by: str
    player: Player
    amount: Cents
    reason: str
    round: int = since_format(3, 0)
    seconded_by: str = since_format(3, "")

    def note(self, state: TableState) -> None:
        state.adjusted(self.player, self.amount)
        state.proposed = None
        if self.seconded_by:
            state.adjusted_by_two(self.player)
        elif self.round:
            state.adjusted_alone(self.player, self.amount)

    def tell(self, _: Told) -> str:
        way = "gets" if self.amount > 0 else "gives back"
        about = f" for round {self.round}" if self.round else ""
        orders = f"{self.by} and {self.seconded_by}" if self.seconded_by else self.by
        return f"{self.player} {way} {spoken(Cents(abs(self.amount)))}{about} by order of {orders}: {self.reason}."


@dataclass(frozen=True, slots=True)
class AdjustmentProposed(Fact):
    """So much is adjusted only when a second person says so too."""

    by: str
    player: Player
    amount: Cents
    reason: str
    round: int

    def note(self, state: TableState) -> None:
        state.proposed = Proposal(self.by, self.player, self.amount, self.round)

    def tell(self, _: Told) -> str:
        way = "to get" if self.amount > 0 else "to give back"
        says = f"{self.by} wants {self.player} {way} {spoken(Cents(abs(self.amount)))} for round {self.round}"
        return f"{says}: {self.reason}. Somebody else has to say so too."
