"""Buffalo Blackjack Bonus 2 and 3 (Colorado 30-2113 and 30-2114): the standard game with 21+3, in the newer game Top 3,
and Bust Bonus, which is placed when cards lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from pitboss.core.betting import Limit, Tie, WagerTerms
from pitboss.core.wagering import PlaceLate
from pitboss.games.blackjack.house import BettingCites, odds_of, side_pays, side_terms
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.games.colorado.tips import Tips, tips
from pitboss.ids import MAIN, Clauses, Wager, clauses, tip_on
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point, Points
from pitboss.wagers.bust_bonus import BUST_BONUS, Suited, bust_bonus
from pitboss.wagers.poker_hand import TOP_3, TWENTY_ONE_PLUS_THREE, top_three, twenty_one_plus_three
from pitboss.wagers.side import Late, Moment, SideWager


@dataclass(frozen=True, slots=True)
class PlaceBustBonus(PlaceLate):
    verb: ClassVar[str] = str(BUST_BONUS)
    wager: ClassVar[Wager] = BUST_BONUS


@dataclass(frozen=True, slots=True)
class TipBustBonus(PlaceLate):
    verb: ClassVar[str] = str(tip_on(BUST_BONUS))
    wager: ClassVar[Wager] = tip_on(BUST_BONUS)


@clause("CO-2102.2")
def three_cards(house: House, placed: Clauses, taken: Clauses, limit: Clauses) -> SideWager:
    """21+3 by the table that the house has posted."""
    terms = side_terms(house, TWENTY_ONE_PLUS_THREE, placed, needs_main=placed)
    most = house.cents_or_none("aggregate_limit")
    together = None if most is None else Limit(most, limit)
    return twenty_one_plus_three(terms, odds_of(side_pays(house, TWENTY_ONE_PLUS_THREE)), taken, together=together)


def on_the_bust(house: House, placed: Clauses, settled: Clauses, tipped: Tips, late: Late) -> SideWager:
    """Bust Bonus, which may carry a tip where the house takes them."""
    terms = side_terms(house, BUST_BONUS, placed, needs_main=placed)
    verbs: dict[type[PlaceLate], WagerTerms] = {PlaceBustBonus: terms}
    if tipped.taken:
        verbs[TipBustBonus] = tipped.terms(BUST_BONUS)
    pays = odds_of(side_pays(house, BUST_BONUS))
    suited = Suited(house.readings["BB01"])
    return bust_bonus(terms, pays, settled, suited=suited, late=replace(late, terms=verbs))


def tips_of(house: House, *on: Wager, may: Clauses, odds: Clauses, amounts: Clauses) -> Tips:
    """A tip on a bonus goes beside one on the main wager (BB09)."""
    beside = Tie(tip_on(MAIN), may)
    return tips(house, MAIN, *on, offered=may, same_odds=odds, amounts=amounts, beside_one=beside)


def points_of(ours: Points, as_usual: Clauses) -> Points:
    return {point: as_usual + ours.get(point, ()) for point in POINTS}


def cites_of(as_usual: Clauses, placed: Clauses) -> Cites:
    """All as usual; which wagers there are beside the main one is what the game says itself."""
    return Cites(as_usual, as_usual, as_usual, replace(all_under(BettingCites, as_usual), unknown=placed + as_usual))


USUAL_2 = clauses("CO-2113.std") + RULE_8
OURS_2 = {
    Point.WAGERS_TAKEN: clauses("CO-2113(2).1"),
    Point.SIDE_TERMS: clauses("CO-2113(2).1", "CO-2113(2).2", "CO-2113(7).2"),
    Point.SIDE_SETTLED: clauses("CO-2113(4).1", "CO-2113(5).1", "CO-2113(5)(a)", "CO-2113(9).1"),
    Point.TURNS: clauses("CO-2113(6)"),
    Point.LATE_OFFERED: clauses("CO-2113(7).1"),
    Point.LATE_PLACED: clauses("CO-2113(7).1", "CO-2113(7).3"),
    Point.DEALER_DRAWS: clauses("CO-2113(8)"),
    Point.TIPS: clauses("CO-2113(3).1", "CO-2113(3).2", "CO-2113(3).3", "CO-2113(10)"),
}


@clause("CO-2113.std", "CO-2113(1).2", "CO-2113(1).3", "CO-2113(2)", "CO-2113(4).2", "CO-2113(4).3", "CO-2113-HR")
def bonus_2(house: House) -> BlackjackRules:
    """21+3 before the cards, and Bust Bonus once all players have acted, for hands that are still in play."""
    may = clauses("CO-2113(3).1", "CO-2113(10)")
    tipped = tips_of(
        house, TWENTY_ONE_PLUS_THREE, may=may, odds=clauses("CO-2113(3).2"), amounts=clauses("CO-2113(3).3")
    )
    placed = clauses("CO-2113(2).1")
    late = Late((Moment.AFTER_PLAY,), {}, clauses("CO-2113(7).3"), blackjacks=house.takes("BB05", "not_bust"))
    return standard_rules(
        house,
        cites=cites_of(USUAL_2, placed),
        points=points_of(OURS_2, USUAL_2),
        sides=(
            three_cards(house, placed, clauses("CO-2113(5).1"), clauses("CO-2113(2).3")),
            on_the_bust(house, clauses("CO-2113(7).1"), clauses("CO-2113(9).1"), tipped, late),
        ),
        tips=tipped,
    )


USUAL_3 = clauses("CO-2114.std") + RULE_8
OURS_3 = {
    Point.WAGERS_TAKEN: clauses("CO-2114(2).1"),
    Point.SIDE_TERMS: clauses("CO-2114(2).2", "CO-2114(2).4", "CO-2114(6).2"),
    Point.SIDE_SETTLED: clauses("CO-2114(4).1", "CO-2114(5).1", "CO-2114(5)(a)", "CO-2114(8).1"),
    Point.LATE_OFFERED: clauses("CO-2114(6).1"),
    Point.LATE_PLACED: clauses("CO-2114(6).1"),
    Point.DEALER_DRAWS: clauses("CO-2114(7)"),
    Point.TIPS: clauses("CO-2114(3).1", "CO-2114(3).2", "CO-2114(3).3", "CO-2114(9)"),
}


@clause("CO-2114.std", "CO-2114(1).2", "CO-2114(2)", "CO-2114(4).2", "CO-2114(4).3", "CO-2114-HR", "CO-2114-T3")
def bonus_3(house: House) -> BlackjackRules:
    """21+3 and Top 3 before the cards; Bust Bonus after the look for a blackjack or when all have acted."""
    may = clauses("CO-2114(3).1", "CO-2114(9)")
    on = (TWENTY_ONE_PLUS_THREE, TOP_3)
    tipped = tips_of(house, *on, may=may, odds=clauses("CO-2114(3).2"), amounts=clauses("CO-2114(3).3"))
    placed, taken = clauses("CO-2114(2).1"), clauses("CO-2114(5).1")
    top = side_terms(house, TOP_3, placed, needs_main=placed)
    beside = Tie(TWENTY_ONE_PLUS_THREE, clauses("CO-2114(2).3"))
    late = Late((Moment.AFTER_CHECK, Moment.AFTER_PLAY), {})
    return standard_rules(
        house,
        cites=cites_of(USUAL_3, placed),
        points=points_of(OURS_3, USUAL_3),
        sides=(
            three_cards(house, placed, taken, clauses("CO-2114(2).5")),
            top_three(replace(top, needs=(*top.needs, beside)), odds_of(side_pays(house, TOP_3)), taken),
            on_the_bust(house, clauses("CO-2114(6).1"), clauses("CO-2114(8).1"), tipped, late),
        ),
        tips=tipped,
    )
