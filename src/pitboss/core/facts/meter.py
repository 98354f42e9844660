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
class AwardVerified(Fact):
    """A supervisor has verified a hand that wins from the meter."""

    by: str
    hand: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.verified.add(self.hand)

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
