"""Massachusetts, newer edition: the older one with the shuffle steps of 4(j), a sentence in 7(b), and Bonus Spin.

Of these only section 16 changes a round.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from pitboss.core.facts import SeatButtonPressed, WheelSpun
from pitboss.core.layout import Stake
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import Spin
from pitboss.core.settle import lose, pay_for
from pitboss.core.wagering import BettingTerms, Limit, WagerTerms
from pitboss.games.blackjack.steps import pick_up_cards
from pitboss.games.spanish21 import edition, ma_prior
from pitboss.games.spanish21.common import BONUS_SPIN, SpanishRules, settle_match
from pitboss.ids import clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.money import Cents
from pitboss.wagers.bonus_spin import aces, spins


@dataclass(frozen=True, slots=True, eq=False)
class MassachusettsRules(SpanishRules):
    wheel: tuple[tuple[Cents, int], ...]
    ace_award: Cents
    ace_award_adds_stake: bool
    ace_award_for_each_ace: bool
    blackjack_earns_ace_award: bool


Table = Round[MassachusettsRules]


@clause("MA-16(a).1", "MA-16(c)", "MA-16(d)(1)")
async def settle_bonus_spin(t: Table) -> None:
    """With the other first-two-card wagers (MA18): no ace loses, an ace is paid, a blackjack waits for the wheel."""
    pending = t.layout.pending(BONUS_SPIN)[::-1]
    for key, stake in pending:
        if not aces(t.hand(key.hand).cards):
            lose(t, key, stake, clauses("MA-16(a).1"))
    for key, stake in pending:
        cards = t.hand(key.hand).cards
        if spins(cards):
            t.record(SeatButtonPressed(key.hand, clauses("MA-16(d)(1)")))
        elif aces(cards):
            pay_for(t, key, stake, _ace_award(t, stake, aces(cards)), clauses("MA-16(c)"))


def _ace_award(t: Table, stake: Stake, count: int) -> Cents:
    rules = t.rules
    each = rules.ace_award * (count if rules.ace_award_for_each_ace else 1)  # MA17
    return Cents(each + (stake.total if rules.ace_award_adds_stake else 0))  # MA16


@clause("MA-16(d)")
async def spin_wheel(t: Table) -> None:
    """Once the dealer has completed the round, one spin for each blackjack, from the dealer's left."""
    for key, stake in t.layout.pending(BONUS_SPIN):
        section = await t.spin(Spin(key.hand, tuple(weight for _, weight in t.rules.wheel)))
        t.record(WheelSpun(key.hand, section, clauses("MA-16(d)(2).1")))
        pays, _ = t.rules.wheel[section - 1]
        extra = _ace_award(t, stake, 1) if t.rules.blackjack_earns_ace_award else 0  # MA15
        pay_for(t, key, stake, Cents(pays + extra), clauses("MA-16(d)(2).2"))


def _round() -> tuple[object, ...]:
    """The older round with Bonus Spin after the match wagers and the wheel before the cards are picked up."""
    steps: list[object] = []
    for step in ma_prior.ROUND:
        if step is pick_up_cards:
            steps.append(spin_wheel)
        steps.append(step)
        if step is settle_match:
            steps.append(settle_bonus_spin)
    return tuple(steps)


ROUND = _round()


@clause("MA-16(a).2", "MA-16(b)")
def betting(house: House) -> BettingTerms:
    """Bonus Spin takes exactly its one amount, beside a main wager, where the house has a wheel."""
    terms = edition.betting(house, ma_prior.EDITION)
    if not house.flag("bonus_spin"):
        says = "Bonus Spin is not offered: the house has configured no wheel to pay a blackjack by"
        refusal = Refusal("not-offered", says, clauses("MA-16(d)(2).2"))
        return replace(terms, not_offered={**terms.not_offered, BONUS_SPIN: refusal})
    exactly = Limit(house.cents("bonus_spin_wager"), clauses("MA-16(b)"))
    spin = WagerTerms(BONUS_SPIN, clauses("MA-16(a).1", "MA-16(b)"), exactly, exactly, clauses("MA-16(a).2"))
    return replace(terms, wagers={**terms.wagers, BONUS_SPIN: spin})


def compile_rules(house: House) -> MassachusettsRules:
    """This edition under one house."""
    readings = house.readings
    older = ma_prior.compile_rules(house)
    shared = {field.name: getattr(older, field.name) for field in fields(older)}
    return MassachusettsRules(
        **shared | {"betting": betting(house), "steps": ROUND},
        wheel=house.wheel("wheel"),
        ace_award=house.cents("bonus_spin_ace"),
        ace_award_adds_stake=readings["MA16"] == "plus_stake",
        ace_award_for_each_ace=readings["MA17"] == "per_ace",
        blackjack_earns_ace_award=readings["MA15"] == "both",
    )
