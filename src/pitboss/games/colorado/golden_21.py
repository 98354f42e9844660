"""Golden 21 Poker (Colorado 30-2108): the standard game, with a wager on a poker hand of two cards."""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.supervision import EntryBar, Supervision
from pitboss.games.blackjack.house import BettingCites, odds_of, side_pays, side_terms
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.games.colorado.tips import tips
from pitboss.ids import MAIN, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.wagers.golden_21 import GOLDEN_21, golden_21
from pitboss.wagers.side import SideWager

AS_USUAL = clauses("CO-2108(4).1") + RULE_8
PLAY = clauses("CO-2108-MB(3)")
MAY_BE_BARRED = clauses("CO-2108-GW(3)(a).1")
BEFORE_PLAY = clauses("CO-2108-GW(7)", "CO-2108-GW(8)")
OURS = {
    Point.WAGERS_TAKEN: clauses("CO-2108-MB(1)", "CO-2108-GW(1)", "CO-2108-GW(2)"),
    Point.SIDE_TERMS: clauses("CO-2108-GW(3).1", "CO-2108-GW(3).2"),
    Point.FIRST_CARDS: clauses("CO-2108-MB(2)"),
    Point.INSURANCE_OFFERED: clauses("CO-2108(5).1"),
    Point.STAND: PLAY,
    Point.HIT: PLAY,
    Point.DOUBLE: PLAY,
    Point.SPLIT: PLAY,
    Point.DEALER_DRAWS: clauses("CO-2108(6)", "CO-2108(7)"),
    Point.SIDE_SETTLED: BEFORE_PLAY,
    Point.ENTRY: MAY_BE_BARRED,
    Point.TIPS: clauses("CO-2108-GW(4).1", "CO-2108-GW(4).2", "CO-2108-GW(4).3"),
}


@clause("CO-2108-GW(3)(a)", "CO-2108-GW(5)", "CO-2108-GW(6)", "CO-2108-GW(9).1")
def wager(house: House) -> SideWager:
    """The first two cards of the box, whatever the dealer has, by the schedule of the house."""
    terms = side_terms(house, GOLDEN_21, clauses("CO-2108-GW(1)"), needs_main=clauses("CO-2108-GW(2)"))
    if house.flag("no_mid_deck_entry"):  # GP05
        terms = replace(terms, from_first_hand=MAY_BE_BARRED + clauses("CO-2108-GW(3)(a).2"))
    return golden_21(
        terms,
        odds_of(side_pays(house, GOLDEN_21)),
        clauses("CO-2108-GW(5)", "CO-2108-GW(9).1"),
        clauses("CO-2108-GW(5)"),
        rows=house.readings["GP01"],
        ace_low=house.takes("GP02", "straight"),
    )


@clause("CO-2108-GW(3)(a).1")
def supervision(house: House) -> Supervision:
    """With one or two decks the main game may be barred too, to players who did not bet on its first hand (GP05)."""
    barred = house.flag("no_mid_deck_main_entry")
    return Supervision(entry=EntryBar(MAY_BE_BARRED, from_first_hand=True) if barred else None)


@clause("CO-2108(2)", "CO-2108(3)", "CO-2108(4).1")
def compile_rules(house: House) -> BlackjackRules:
    placed = clauses("CO-2108-MB(1)") + AS_USUAL
    betting = replace(all_under(BettingCites, AS_USUAL), main=placed, limits=placed, before_first_card=placed)
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, PLAY + AS_USUAL, clauses("CO-2108(5).1") + AS_USUAL, betting),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        sides=(wager(house),),
        tips=tips(
            house,
            MAIN,
            GOLDEN_21,
            offered=clauses("CO-2108-GW(4).1"),
            same_odds=clauses("CO-2108-GW(4).2"),
            amounts=clauses("CO-2108-GW(4).3"),
        ),
    )
    return replace(rules, supervision=supervision(house))
