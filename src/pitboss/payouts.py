"""What a row of a pay table pays, and by which clauses: odds, a named sum, what a wheel says, a share of a meter."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ids import Clauses
from pitboss.money import ZERO, Cents, Odds


@dataclass(frozen=True, slots=True)
class Payout:
    """Odds on the stake. `says` is the row's name for a person."""

    odds: Odds
    clauses: Clauses
    says: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A named amount: the house keeps the stake and hands this out for it."""

    amount: Cents
    clauses: Clauses
    says: str = ""


@dataclass(frozen=True, slots=True)
class Spin:
    """A wheel whose section says what is handed out for the stake, and `extra` on top of it.

    `shown` are the clauses under which the hand waits for its spin, `spun` those of the spin itself.
    """

    sections: tuple[tuple[Cents, int], ...]
    clauses: Clauses
    shown: Clauses = ()
    spun: Clauses = ()
    extra: Cents = ZERO
    says: str = ""

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(weight for _, weight in self.sections)

    def amount(self, section: int) -> Cents:
        """What the wheel hands out when it stops on a section, counted from 1."""
        return Cents(self.sections[section - 1][0] + self.extra)


@dataclass(frozen=True, slots=True)
class Jackpot:
    """Odds on the stake, and so many per cent of what a progressive meter shows."""

    odds: Odds
    percent: int
    clauses: Clauses
    says: str = ""


Pays = Payout | Sum | Spin | Jackpot
