"""Settlement: a decision table decides, then chips move and the clauses that moved them are recorded.

A table must be total: exactly one row fits each case. No row or two rows is a bug in the reading of the text,
never a matter of order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.core.facts import WagerSettled
from pitboss.core.kinds import Outcome
from pitboss.core.layout import Stake
from pitboss.core.procedure import R, Round
from pitboss.ids import Clauses, StakeId
from pitboss.money import ZERO, Cents, Odds, half

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Row(Generic[C]):
    """One line of a decision table: when it fits, what follows, and by which clauses."""

    name: str
    outcome: Outcome
    clauses: Clauses
    fits: Callable[[C], bool]


@dataclass(frozen=True, slots=True)
class DecisionTable(Generic[C]):
    rows: tuple[Row[C], ...]

    def decide(self, case: C) -> Row[C]:
        fitting = [row for row in self.rows if row.fits(case)]
        assert len(fitting) == 1, f"{[row.name for row in fitting]} fit {case}; exactly one row must"
        return fitting[0]


def win(t: Round[R], key: StakeId, stake: Stake, odds: Odds, clauses: Clauses) -> None:
    paid = odds.winnings(stake.total)
    t.record(WagerSettled(*key, stake.total, ZERO, paid, odds, Outcome.WIN, clauses))


def win_in_parts(t: Round[R], key: StakeId, stake: Stake, odds: Odds, added: Odds, clauses: Clauses) -> None:
    """The original wager at one price and what was added to it at another."""
    paid = Cents(odds.winnings(stake.original) + added.winnings(stake.added))
    t.record(WagerSettled(*key, stake.total, ZERO, paid, None, Outcome.WIN, clauses))


def lose(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses) -> None:
    t.record(WagerSettled(*key, stake.total, stake.total, ZERO, None, Outcome.LOSE, clauses))


def give_back(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses, outcome: Outcome = Outcome.PUSH) -> None:
    t.record(WagerSettled(*key, stake.total, ZERO, ZERO, None, outcome, clauses))


def lose_original_only(
    t: Round[R], key: StakeId, stake: Stake, clauses: Clauses, outcome: Outcome = Outcome.LOSE
) -> None:
    """The wager first made is collected; what was added to it goes back to the player."""
    t.record(WagerSettled(*key, stake.total, stake.original, ZERO, None, outcome, clauses))


def lose_half(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses) -> None:
    collected = half(stake.total)
    t.record(WagerSettled(*key, stake.total, collected, ZERO, None, Outcome.SURRENDERED, clauses))


def pay_for(t: Round[R], key: StakeId, stake: Stake, amount: Cents, clauses: Clauses) -> None:
    """The house keeps the stake and hands out a named amount, as a price is paid "for" a stake."""
    t.record(WagerSettled(*key, stake.total, stake.total, amount, None, Outcome.WIN, clauses))


def award(t: Round[R], key: StakeId, amount: Cents, clauses: Clauses) -> None:
    """A fixed payout for which nothing was staked."""
    t.record(WagerSettled(*key, ZERO, ZERO, amount, None, Outcome.AWARD, clauses))
