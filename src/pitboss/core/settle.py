"""Settlement: a decision table decides, then chips move and the clauses that moved them are recorded.

A table must be total: exactly one row fits each case. No row or two rows is a bug in the reading of the text,
never a matter of order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pitboss.core.facts import CouponDecided, TipSettled, WagerSettled
from pitboss.core.kinds import Outcome
from pitboss.core.layout import Stake
from pitboss.core.procedure import Round
from pitboss.core.rules import R
from pitboss.ids import Clauses, StakeId, Wager, once_each, tip_on
from pitboss.money import ZERO, Cents, Odds, half

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class SettlementRow(Generic[C]):
    """One line of a decision table: when it fits, what follows, and by which clauses."""

    name: str
    outcome: Outcome
    clauses: Clauses
    fits: Callable[[C], bool]


@dataclass(frozen=True, slots=True)
class DecisionTable(Generic[C]):
    rows: tuple[SettlementRow[C], ...]

    def decide(self, case: C) -> SettlementRow[C]:
        fitting = [row for row in self.rows if row.fits(case)]
        assert len(fitting) == 1, f"{[row.name for row in fitting]} fit {case}; exactly one row must"
        return fitting[0]


def _within(
    t: Round[R], key: StakeId, paid: Cents, odds: Odds | None, clauses: Clauses
) -> tuple[Cents, Odds | None, Clauses]:
    """What is paid under the house's payout limit, where it has one; the odds are then not what was paid."""
    limit = t.rules.betting.payout_limit
    if limit is None:
        return paid, odds, clauses
    rows = () if limit.each_wager else t.layout.settlements.items()
    so_far = sum(row.paid for other, row in rows if (other.player, other.hand) == (key.player, key.hand))
    left = Cents(max(0, limit.amount - so_far))
    return (paid, odds, clauses) if paid <= left else (left, None, once_each(clauses + limit.clauses))


def win(t: Round[R], key: StakeId, stake: Stake, odds: Odds, clauses: Clauses) -> None:
    paid, at, cited = _within(t, key, odds.winnings(stake.total), odds, clauses)
    t.record(WagerSettled(*key, stake.total, ZERO, paid, at, Outcome.WIN, cited))
    _decide_tip(t, key, odds, Outcome.WIN, clauses)
    _decide_coupon(t, key, Outcome.WIN)


def win_in_parts(t: Round[R], key: StakeId, stake: Stake, odds: Odds, added: Odds, clauses: Clauses) -> None:
    """The original wager at one price and what was added to it at another."""
    whole = Cents(odds.winnings(stake.original) + added.winnings(stake.added))
    paid, _, cited = _within(t, key, whole, None, clauses)
    t.record(WagerSettled(*key, stake.total, ZERO, paid, None, Outcome.WIN, cited))
    _decide_tip(t, key, odds, Outcome.WIN, clauses)
    _decide_coupon(t, key, Outcome.WIN)


def win_share(t: Round[R], key: StakeId, stake: Stake, paid: Cents, clauses: Clauses) -> None:
    """A part of what its odds would have paid, where all winners together get no more than a posted amount."""
    t.record(WagerSettled(*key, stake.total, ZERO, paid, None, Outcome.WIN, clauses))


def win_with_award(t: Round[R], key: StakeId, stake: Stake, odds: Odds, more: Cents, clauses: Clauses) -> None:
    """Odds on the stake, and an award that does not depend on it."""
    paid = Cents(odds.winnings(stake.total) + more)
    t.record(WagerSettled(*key, stake.total, ZERO, paid, odds, Outcome.WIN, clauses))


def lose(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses) -> None:
    t.record(WagerSettled(*key, stake.total, stake.total, ZERO, None, Outcome.LOSE, clauses))
    _decide_tip(t, key, None, Outcome.LOSE, clauses)
    _decide_coupon(t, key, Outcome.LOSE)


def give_back(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses, outcome: Outcome = Outcome.PUSH) -> None:
    t.record(WagerSettled(*key, stake.total, ZERO, ZERO, None, outcome, clauses))
    if outcome is not Outcome.VOID:  # of a void round every wager goes back to whose it was
        _decide_tip(t, key, None, Outcome.PUSH, clauses)
    _decide_coupon(t, key, outcome)


def lose_original_only(
    t: Round[R], key: StakeId, stake: Stake, clauses: Clauses, outcome: Outcome = Outcome.LOSE
) -> None:
    """The wager first made is collected; what was added to it goes back to the player."""
    t.record(WagerSettled(*key, stake.total, stake.original, ZERO, None, outcome, clauses))
    _decide_tip(t, key, None, Outcome.LOSE, clauses)
    _decide_coupon(t, key, Outcome.LOSE)


def lose_half(t: Round[R], key: StakeId, stake: Stake, clauses: Clauses) -> None:
    t.record(WagerSettled(*key, stake.total, half(stake.total), ZERO, None, Outcome.SURRENDERED, clauses))
    _decide_tip(t, key, None, Outcome.SURRENDERED, clauses)
    _decide_coupon(t, key, Outcome.LOSE)


def pay_for(t: Round[R], key: StakeId, stake: Stake, amount: Cents, clauses: Clauses) -> None:
    """The house keeps the stake and hands out a named amount, as a price is paid "for" a stake."""
    t.record(WagerSettled(*key, stake.total, stake.total, amount, None, Outcome.WIN, clauses))


def award(t: Round[R], key: StakeId, amount: Cents, clauses: Clauses) -> None:
    """A fixed payout for which nothing was staked."""
    paid, _, cited = _within(t, key, amount, None, clauses)
    t.record(WagerSettled(*key, ZERO, ZERO, paid, None, Outcome.AWARD, cited))


COUPON: Final = Wager("coupon")


def _decide_coupon(t: Round[R], key: StakeId, outcome: Outcome) -> None:
    """A coupon goes with the wager beside which it lies: paid 1 to 1 where that wins, and then taken as where it loses;
    where the wager comes back, so does the coupon (MA25).
    """
    value = t.layout.coupons.get((key.player, key.hand)) if key.wager == t.rules.played else None
    if value is None:
        return
    clauses = t.rules.betting.coupons or ()
    if outcome is Outcome.WIN:
        award(t, StakeId(key.player, key.hand, COUPON), value, clauses)
    back = outcome in (Outcome.PUSH, Outcome.VOID)
    t.record(CouponDecided(key.player, key.hand, value, not back, clauses))


def _decide_tip(t: Round[R], key: StakeId, odds: Odds | None, outcome: Outcome, clauses: Clauses) -> None:
    """A tip goes with the wager on which it rides, at the same odds; it was not doubled with it."""
    tips = t.rules.betting.tips
    if tips is None:
        return
    riding = StakeId(key.player, key.hand, tip_on(key.wager))
    tip = t.layout.stakes.get(riding)
    if tip is None or not tip.pending:
        return
    staked = tip.total
    collected = staked if outcome is Outcome.LOSE else half(staked) if outcome is Outcome.SURRENDERED else ZERO
    paid = ZERO if odds is None else odds.winnings(staked)
    cited = once_each(clauses + (tips.rides if odds is None else tips.same_odds))
    t.record(TipSettled(*riding, staked, collected, paid, odds, outcome, cited))
