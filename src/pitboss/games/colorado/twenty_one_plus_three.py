"""21+3 and 21+3 Xtreme (Colorado 30-2107): the standard game, with a wager on a poker hand of three cards."""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.betting import Limit
from pitboss.core.kinds import Face
from pitboss.core.shuffling import ShoeCites
from pitboss.games.blackjack.house import odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Show
from pitboss.games.blackjack.menu import may_show
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.ids import clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.wagers.poker_hand import TWENTY_ONE_PLUS_THREE, twenty_one_plus_three
from pitboss.wagers.side import SideWager

CLAIM = clauses("CO-2107-HR(1).5")
OURS = {
    Point.FIRST_CARDS: clauses("CO-2107-SG(3)", "CO-2107-SG.note.1"),
    Point.UP_CARD: clauses("CO-2107-SG(3)", "CO-2107-SG.note.2"),
    Point.HOLE_CARD: clauses("CO-2107-SG(3)", "CO-2107-SG.note.2"),
    Point.WAGERS_TAKEN: clauses("CO-2107-SG(1).2"),
    Point.SIDE_TERMS: clauses("CO-2107-SG(1).1", "CO-2107-SG(2).1"),
    Point.SIDE_SETTLED: clauses("CO-2107-DW(1).1", "CO-2107-HR(1).1", "CO-2107-HR(2)", "CO-2107-HR(3)"),
    Point.CLAIM: CLAIM,
}


@clause("CO-2107(1)", "CO-2107(2).1", "CO-2107-DW(1).2", "CO-2107-HR.flush", "CO-2107-HR.straight")
@clause("CO-2107-HR.trips", "CO-2107-HR.sf", "CO-2107-HR.note", "CO-2107-HR(1).3", "CO-2107-SG(2).2")
def wager(house: House) -> SideWager:
    """The dealer's up card with the first two cards of the box, at the odds of the house's version."""
    terms = side_terms(house, TWENTY_ONE_PLUS_THREE, clauses("CO-2107-SG(1).2"), needs_main=clauses("CO-2107-SG(1).1"))
    most = house.cents_or_none("aggregate_limit")
    return twenty_one_plus_three(
        terms,
        odds_of(side_pays(house, TWENTY_ONE_PLUS_THREE)),
        clauses("CO-2107-HR(1).1"),
        claimed=CLAIM,
        together=None if most is None else Limit(most, house.cited("aggregate_limit")),
    )


@clause("CO-2107(3)")
def compile_rules(house: House) -> BlackjackRules:
    hidden = house.word("player_cards") == "face_down"
    shuffled = clauses("CO-2107.shuffle")
    return standard_rules(
        house,
        cites=Cites(shoe=replace(all_under(ShoeCites, RULE_8), shuffle=shuffled, offer=shuffled, cut=shuffled)),
        points={point: RULE_8 + OURS.get(point, ()) for point in POINTS},
        sides=(wager(house),),
        verbs={Show: may_show},
        first_cards=Face.TO_PLAYER if hidden else Face.UP,
    )
