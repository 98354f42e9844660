"""What happens at a table around its rounds: seats, shoes, and its end. Append-only, like the facts of a round."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.core.facts import Fact
from pitboss.ids import Box, Clauses, Player
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down at a box and bought chips."""

    player: Player
    box: Box
    chips: Cents


@dataclass(frozen=True, slots=True)
class ChipsBought:
    player: Player
    chips: Cents


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left with so many chips."""

    player: Player
    chips: Cents


@dataclass(frozen=True, slots=True)
class BurnCardShown:
    card: Card
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered:
    """The house ends this shoe before its cut card."""

    clauses: Clauses


@dataclass(frozen=True, slots=True)
class ShoeClosed:
    """A shoe ended. Its undealt cards join the discards, to show that none is missing."""

    undealt: int
    discarded: int
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The order to which a shuffle had bound itself, as it was before the cut, and the nonce of its commitment."""

    commitment: str
    order: tuple[Card, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    pass


TableFact = (
    SeatTaken | ChipsBought | SeatLeft | BurnCardShown | ReshuffleOrdered | ShoeClosed | ShoeRevealed | TableClosed
)
AnyFact = Fact | TableFact
