"""Facts about a round as a whole: opened, void, ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.core.facts.base import Fact, since_format
from pitboss.core.kinds import Found
from pitboss.core.telling import Told, cited
from pitboss.ids import Clauses

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class RoundOpened(Fact):
    """A round began. The table brings how many face-up cards and 10s were found in this shoe so far.

    It also brings how many more cards come before the cut card, where there is one, and whether the card reader is out.
    """

    face_up_found: int
    cut_card_after: int | None = None
    tens_found: int = since_format(2, 0)
    reader_out: bool = since_format(2, False)

    def apply(self, layout: Layout) -> None:
        layout.found_before = {Found.FACE_UP: self.face_up_found, Found.TEN: self.tens_found}
        layout.reader_out = self.reader_out
        layout.cut_card_after = layout.cut_card_due = self.cut_card_after

    def note(self, state: TableState) -> None:
        state.round_opened()


@dataclass(frozen=True, slots=True)
class RoundVoided(Fact):
    """The round counts as not played; `reshuffle` says that the law orders the cards to be shuffled before the next."""

    why: str
    reshuffle: bool
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.void = True
        layout.void_under = self.clauses
        layout.reshuffle_due = layout.reshuffle_due or self.reshuffle

    def tell(self, _: Told) -> str:
        after = " The cards are to be reshuffled." if self.reshuffle else ""
        return f"The round is void: {self.why}.{after}{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Fact):
    def apply(self, layout: Layout) -> None:
        layout.ended = True

    def note(self, state: TableState) -> None:
        state.round_ended()
