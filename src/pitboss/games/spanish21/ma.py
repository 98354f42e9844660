"""Massachusetts, newer edition: the older one with the shuffle steps of 4(j), a sentence in 7(b), and Bonus Spin.

Of these only section 16 changes a round.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.games.blackjack.house import not_offered, side_pays, side_terms
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.sides import spin_wheels
from pitboss.games.blackjack.steps import inserted, pick_up_cards
from pitboss.games.spanish21 import ma_prior
from pitboss.ids import clauses
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.money import Cents
from pitboss.payouts import Pays, Spin, Sum
from pitboss.wagers.bonus_spin import BONUS_SPIN, bonus_spin
from pitboss.wagers.side import SideWager

ROUND = inserted(ma_prior.ROUND, spin_wheels, before=pick_up_cards)

POINTS = {
    **ma_prior.POINTS,
    Point.ANNOUNCED: ma_prior.POINTS[Point.ANNOUNCED] + clauses("MA-16(d)(1)"),
    Point.MANUAL_SHUFFLE: clauses("MA-4(j)"),
    Point.SIDE_TERMS: clauses("MA-16(a).2", "MA-16(b)"),
    Point.SIDE_SETTLED: ma_prior.POINTS[Point.SIDE_SETTLED] + clauses("MA-16(a).1", "MA-16(c)", "MA-16(d)(1)"),
    Point.WHEEL: clauses("MA-16(d)"),
}


def bonus_spin_wager(house: House) -> SideWager:
    """16: exactly its one amount, beside a main wager; an ace is paid a sum, a blackjack what the wheel says."""
    terms = side_terms(house, BONUS_SPIN, clauses("MA-16(a).1", "MA-16(b)"), needs_main=clauses("MA-16(a).2"))
    pays = side_pays(house, BONUS_SPIN)
    ace, wheel = pays["ace"], pays["blackjack"]
    assert isinstance(ace, Sum)
    assert isinstance(wheel, Spin)
    assert terms.least is not None
    with_stake = Cents(0) if house.takes("MA16", "in_all") else terms.least.amount
    one = replace(ace, amount=Cents(ace.amount + with_stake))
    two = replace(ace, amount=Cents(ace.amount * 2 + with_stake)) if house.takes("MA17", "per_ace") else one
    both = house.takes("MA15", "both")
    spins = replace(
        wheel,
        clauses=clauses("MA-16(d).1") + wheel.clauses + (ace.clauses if both else ()),
        shown=clauses("MA-16(d)(1)"),
        spun=clauses("MA-16(d)(2).1"),
        extra=one.amount if both else with_stake if house.takes("MA16", "plus_stake_always") else Cents(0),
    )
    rows: dict[str, Pays] = {"ace": one, "two_aces": replace(two, says="Two aces"), "blackjack": spins}
    return bonus_spin(terms, rows, loses=clauses("MA-16(a).1"))


def compile_rules(house: House) -> BlackjackRules:
    """This edition under one house."""
    older = ma_prior.compile_rules(house)
    if house.offers(BONUS_SPIN):
        *match, insurance = older.sides
        sides = (*match, bonus_spin_wager(house), insurance)
        betting = ma_prior.betting(house, sides, {})
    else:
        says = "Bonus Spin is not offered: the house has configured no wheel to pay a blackjack by"
        sides = older.sides
        betting = ma_prior.betting(house, sides, {BONUS_SPIN: not_offered(clauses("MA-16(d)(2).2"), says)})
    return replace(older, steps=ROUND, points=POINTS, sides=sides, betting=betting)
