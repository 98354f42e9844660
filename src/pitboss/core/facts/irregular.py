"""Facts about what went wrong: a card passed over, drawn in error or refused; the reader; what a supervisor decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.facts.base import Fact
from pitboss.core.kinds import Decision, Face
from pitboss.core.telling import Told, cited
from pitboss.ids import Clauses, HandId, Player

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class CardMissed(Fact):
    """A card was due to this hand, and the dealer passed it over; it was to lie so."""

    hand: HandId
    face: Face
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.owed[self.hand] = self.face
        layout.misses[self.hand] = layout.misses.get(self.hand, 0) + 1

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)} was passed over and has a card to come.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class DrawnInError(Fact):
    """A card was drawn in error and is the next one; it has a name if it was seen."""

    card: Card | None
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.exposed = self.card or layout.exposed

    def tell(self, told: Told) -> str:
        seen = "unseen" if self.card is None else f"and seen: {told.name(self.card)}"
        return f"A card was drawn in error, {seen}. It is used as the next one.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CardRefused(Fact):
    """A player would not have a card that was seen too early, and gets none any more in this round."""

    player: Player
    clauses: Clauses

    def tell(self, _: Told) -> str:
        return f"{self.player} refuses the card, and gets no more in this round.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ErrorForgiven(Fact):
    """The dealer made an error that the text calls harmless, and play goes on."""

    what: str
    clauses: Clauses

    def tell(self, _: Told) -> str:
        return f"A harmless error: {self.what}. Play goes on.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ReaderOut(Fact):
    """The card reader does not work, as this person has reported."""

    by: str
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.reader_out = True

    def note(self, state: TableState) -> None:
        state.reader_out = True

    def tell(self, _: Told) -> str:
        return f"The card reader has failed ({self.by}).{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ReaderBack(Fact):
    """The card reader works again, as this person has reported."""

    by: str
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.reader_out = False

    def note(self, state: TableState) -> None:
        state.reader_out = False

    def tell(self, _: Told) -> str:
        return f"The card reader works again ({self.by}).{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ReaderMisused(Fact):
    """The hole card was read though it could make no blackjack, and this person was told."""

    by: str
    clauses: Clauses

    def tell(self, _: Told) -> str:
        return f"The hole card was put into the reader by mistake; {self.by} was told.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class BlackjackMissed(Fact):
    """The dealer has a blackjack that was not found when the hole card was looked at."""

    hand: HandId
    clauses: Clauses

    def tell(self, _: Told) -> str:
        said = "The hole card was said to make no blackjack, and it makes one; a supervisor has to be called"
        return f"{said}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class MisdealCalled(Fact):
    """A wrong card went to a box or to the dealer; until the next card players may take their wagers back."""

    by: str
    about: str
    reason: str
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.misdealt_at = layout.cards_dealt

    def tell(self, _: Told) -> str:
        because = f", because {self.reason}" if self.reason else ""
        return f"{self.by} is called to a misdeal of {self.about}{because}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class StaffRuled(Fact):
    """Somebody with authority decided what is to be done, for this reason; `about` is a hand, a box, or nothing."""

    by: str
    decision: Decision
    about: str
    reason: str
    clauses: Clauses

    def tell(self, _: Told) -> str:
        about = f" {self.about}" if self.about else ""
        return f"{self.by} decides: {self.decision}{about}, because {self.reason}.{cited(self.clauses)}"
