"""Facts about people at the table: they sit down, buy chips, leave; and the table's own end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.core.facts.base import Fact, since_format
from pitboss.core.kinds import Tender
from pitboss.core.telling import Told
from pitboss.ids import Box, Player
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class SeatTaken(Fact):
    """A player sat down at a box and bought chips."""

    player: Player
    box: Box
    chips: Cents
    tender: Tender = since_format(3, Tender.CASH)

    def note(self, state: TableState) -> None:
        state.seat_taken(self.player, self.box, self.chips)

    def tell(self, _: Told) -> str:
        return f"{self.player} sits down at box {self.box} with {spoken(self.chips)}{_given_as(self.tender)}."


@dataclass(frozen=True, slots=True)
class ChipsBought(Fact):
    player: Player
    chips: Cents
    tender: Tender = since_format(3, Tender.CASH)

    def note(self, state: TableState) -> None:
        state.chips_bought(self.player, self.chips)

    def tell(self, _: Told) -> str:
        return f"{self.player} buys chips for {spoken(self.chips)}{_given_as(self.tender)}."


def _given_as(tender: Tender) -> str:
    return {Tender.CASH: "", Tender.CHIPS: ", in chips", Tender.COUPON: ", with a coupon"}[tender]


@dataclass(frozen=True, slots=True)
class SeatLeft(Fact):
    """A player left with these chips."""

    player: Player
    chips: Cents

    def note(self, state: TableState) -> None:
        state.seat_left(self.player, self.chips)

    def tell(self, _: Told) -> str:
        return f"{self.player} leaves with {spoken(self.chips)}."


@dataclass(frozen=True, slots=True)
class TableClosed(Fact):
    def note(self, state: TableState) -> None:
        state.closed = True

    def tell(self, _: Told) -> str:
        return "The table is closed."
