"""Straight Jack (Colorado 30-2109): the standard game, with a wager on a straight that grows with the drawn cards."""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.betting import Limit
from pitboss.games.blackjack.house import BettingCites, side_pays, side_terms
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.ids import clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.wagers.side import SideWager
from pitboss.wagers.straight_jack import ROWS, STRAIGHT_JACK, Straights, straight_jack

AS_USUAL = clauses("CO-2109(4)") + RULE_8
LIMITS = clauses("CO-2109(3)")
IN_ORDER = clauses("CO-2109(9).1", "CO-2109(9)(a)", "CO-2109(9)(b)")
ON_A_BUST = clauses("CO-2109(8)(b)")
ACE_KING = clauses("CO-2109(7)(c)")
OURS = {
    Point.WAGERS_TAKEN: clauses("CO-2109(1)", "CO-2109(2)") + LIMITS,
    Point.SIDE_TERMS: clauses("CO-2109(1)", "CO-2109(2)") + LIMITS,
    Point.SIDE_SETTLED: clauses("CO-2109(6)(b)", "CO-2109(6)(c)", "CO-2109(9)(b)") + ON_A_BUST,
    Point.MAIN_SETTLED: IN_ORDER + ON_A_BUST,
    Point.PICK_UP: clauses("CO-2109(9)(c)"),
}


@clause("CO-2109(6)", "CO-2109(7)", "CO-2109(8)", "CO-2109(10)")
def wager(house: House) -> SideWager:
    """Two cards in sequence, and each further one that lengthens them before another card breaks them."""
    terms = side_terms(house, STRAIGHT_JACK, clauses("CO-2109(1)"), needs_main=clauses("CO-2109(2)"))
    if house.takes("SJ07", "table_limits"):
        least, most = (Limit(house.cents(name), LIMITS) for name in ("main_min", "main_max"))
        terms = replace(terms, least=least, most=most)
    straights = Straights(ROWS, ace_above_king=house.takes("SJ02", "queen_king_ace"))
    loses = clauses("CO-2109(6).1", "CO-2109(6)(b)")
    doubles = house.takes("SJ03", "counts")
    return straight_jack(terms, side_pays(house, STRAIGHT_JACK), loses, straights, doubles=doubles)


@clause("CO-2109(4)", "CO-2109(5)")
def compile_rules(house: House) -> BlackjackRules:
    betting = replace(all_under(BettingCites, AS_USUAL), main=LIMITS + AS_USUAL, limits=LIMITS)
    betting = replace(betting, chip=LIMITS + AS_USUAL, unknown=clauses("CO-2109(1)") + AS_USUAL)
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, AS_USUAL, AS_USUAL, betting, trouble=clauses("CO-2109(5)") + RULE_8),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        sides=(wager(house),),
    )
    return replace(
        rules,
        drawing=replace(rules.drawing, not_on_ace_king=ACE_KING),
        settlement=replace(rules.settlement, bust_at_once=ON_A_BUST + AS_USUAL),
        conduct=replace(rules.conduct, pick_up=clauses("CO-2109(9)(c)") + AS_USUAL),
    )
