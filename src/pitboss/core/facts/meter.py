"""Facts about a progressive meter: wagers locked, a win verified and keyed, the round declared over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.core.facts.base import Fact
from pitboss.core.ledger import HOUSE, METER, Transfer, moved
from pitboss.core.meter import Micro, Shown
from pitboss.core.telling import Told, cited
from pitboss.ids import Clauses, HandId
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.core.layout import Layout


@dataclass(frozen=True, slots=True)
class WagersLocked(Fact):
    """The progressive wagers are locked, and this is what the meter shows with what they add to it."""

    shown: int
    reserve: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.meter = Shown(Micro(self.shown), Micro(self.reserve))

    def tell(self, _: Told) -> str:
        shows = spoken(Shown(Micro(self.shown), Micro(self.reserve)).cents)
        return f"The progressive wagers are locked; the meter shows {shows}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class SupervisorCalled(Fact):
    """The dealer has stopped dealing at a hand that wins from the meter, and called a supervisor."""

    hand: HandId
    percent: int
    clauses: Clauses

    def tell(self, told: Told) -> str:
        stops = f"{told.place(self.hand)} wins {self.percent} % of the meter: the dealer stops and calls a supervisor"
        return f"{stops}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class KeyInstructed(Fact):
    """A supervisor has told the dealer which key to press."""

    by: str
    hand: HandId
    percent: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.instructed[self.hand] = self.by

    def tell(self, told: Told) -> str:
        tells = f"{self.by} tells the dealer to press the key for {self.percent} %, {told.place(self.hand)}"
        return f"{tells}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class KeyPressed(Fact):
    """The dealer has pressed the key for an award."""

    by: str
    hand: HandId
    percent: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.pressed[self.hand] = self.by

    def tell(self, told: Told) -> str:
        return f"{self.by} presses the key for {self.percent} %, {told.place(self.hand)}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class ProcedureFollowed(Fact):
    """By which procedure of the house an award is paid, and who verified, ordered and keyed it.

    `several` names the procedure for several winners of one round; it is empty if there is only one.
    """

    hand: HandId
    procedure: str
    several: str
    verified_by: str
    instructed_by: str
    keyed_by: str
    clauses: Clauses

    def tell(self, told: Told) -> str:
        names = f"{self.procedure!r} and {self.several!r}" if self.several else repr(self.procedure)
        says = f"The award of {told.place(self.hand)}, verified by {self.verified_by}, is paid by {names}"
        return f"{says}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class AwardVerified(Fact):
    """A supervisor has verified a hand that wins from the meter."""

    by: str
    hand: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.verified[self.hand] = self.by

    def tell(self, told: Told) -> str:
        return f"{self.by} verifies the progressive win of {told.place(self.hand)}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class MeterKeyed(Fact):
    """An award was keyed in: the share of the meter, what it showed, and what it shows now."""

    hand: HandId
    percent: int
    award: Cents
    shown: int
    reserve: int
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.meter = Shown(Micro(self.shown), Micro(self.reserve))
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        return moved((METER, HOUSE, self.award))

    def tell(self, told: Told) -> str:
        now = spoken(Shown(Micro(self.shown), Micro(self.reserve)).cents)
        won = f"{self.percent} % of the meter, {spoken(self.award)}"
        return f"{told.place(self.hand)} wins {won}; the meter now shows {now}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class GameOverPressed(Fact):
    """All progressive wagers are settled, and the dealer has told the meter so."""

    clauses: Clauses

    def tell(self, _: Told) -> str:
        return f"The dealer presses Game Over.{cited(self.clauses)}"
