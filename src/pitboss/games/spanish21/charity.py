"""The charity procedure: Spanish 21 with the Super 21 bonus, and Match the Dealer up and down.

Both dealer cards are dealt face down and the first is then turned; the dealer checks and draws on soft 17; 21 always
wins; doubling on any total up to 21, twice; no surrender and no rescue; aces split once; no bonuses on split or doubled
hands, and no fixed awards; insurance for exactly half; two match spots; $1 to $10.
"""

from __future__ import annotations

from pitboss.core.betting import Limit
from pitboss.core.burning import burn_if_due
from pitboss.core.options import Refusal
from pitboss.core.shuffling import Reshuffles, ShoeCites
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites, betting_terms, odds_of, side_pays, side_terms
from pitboss.games.blackjack.irregular import handlers, look_at_dealer
from pitboss.games.blackjack.rules import BlackjackRules, Conduct, Play
from pitboss.games.blackjack.settlement import Settlement
from pitboss.games.blackjack.sides import settle_after_deal, settle_second_card
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    offer_insurance,
    pick_up_cards,
    play_hands,
)
from pitboss.games.spanish21 import common
from pitboss.games.spanish21.comparison import Comparison, ComparisonCites
from pitboss.ids import DEALER, Wager, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.doubling import Doubling
from pitboss.rules.drawing import Drawing
from pitboss.rules.insurance import Insurance
from pitboss.rules.irregularities import Irregularities
from pitboss.rules.splitting import Splitting
from pitboss.wagers import match_the_dealer as match
from pitboss.wagers.side import Combination, SideWager


@clause("CH-deal.2")
async def turn_first_card(t: Play) -> None:
    """Once his second card lies, the dealer turns the first one up on top of it."""
    await t.turn(DEALER)


ROUND = (
    take_wagers,
    burn_if_due,
    deal_to_each_box,
    deal_hole_card,
    deal_to_each_box,
    deal_hole_card,
    turn_first_card,
    settle_after_deal,
    offer_insurance,
    check_hole_card,
    play_hands,
    show_second_card_if_needed,
    settle_second_card,
    draw_dealer,
    look_at_dealer,
    settle_main,
    pick_up_cards,
)

POINTS = {
    Point.DECKS: clauses("CH-decks"),
    Point.CARD_VALUES: clauses("CH-values"),
    Point.BLACKJACK: clauses("CH-split.3"),
    Point.NEW_SHOE: clauses("CH-shuffle"),
    Point.CUT_OFFERED: clauses("CH-cut.1"),
    Point.CUT: clauses("CH-cut"),
    Point.BURN_AFTER_BETS: clauses("CH-burn"),
    Point.LAST_ROUND: clauses("CH-cut.5"),
    Point.WAGERS_TAKEN: clauses("CH-ante"),
    Point.FIRST_CARDS: clauses("CH-shoe", "CH-order.1", "CH-deal.1"),
    Point.HOLE_CARD: clauses("CH-deal.1"),
    Point.INSURANCE_OFFERED: clauses("CH-ins.1", "CH-peek.2"),
    Point.INSURE: clauses("CH-ins.2"),
    Point.HOLE_CHECKED: clauses("CH-peek", "CH-ins.4"),
    Point.TURNS: clauses("CH-order", "CH-turn"),
    Point.STAND: clauses("CH-stay"),
    Point.HIT: clauses("CH-hit"),
    Point.DOUBLE: clauses("CH-double"),
    Point.DOUBLED: clauses("CH-added.1", "CH-double"),
    Point.SPLIT: clauses("CH-split"),
    Point.SPLIT_MADE: clauses("CH-split", "CH-added.1"),
    Point.DEALER_DRAWS: clauses("CH-dealer"),
    Point.MAIN_SETTLED: clauses("CH-object", "CH-tie", "CH-21wins", "CH-bonus", "CH-settle", "CH-bj", "CH-21"),
    Point.SIDE_SETTLED: clauses("CH-deal.3", "CH-mtd", "CH-match.1", "CH-match.2"),
}

SILENT = clauses("CH-silent")

CONDUCT = Conduct(
    turn=clauses("CH-order.2"),
    stand=clauses("CH-stay"),
    chips=clauses("CH-ante"),
    pick_up=(),
    silent=SILENT,
)

SHOE = ShoeCites(
    shuffle=clauses("CH-shuffle.1", "CH-shuffle.2", "CH-shuffle.3", "CH-shuffle.4"),
    offer=clauses("CH-cut.1"),
    offer_first=clauses("CH-cut.1"),
    offer_at_cut_card=clauses("CH-cut.1"),
    offer_far_right=clauses("CH-cut.1"),
    offer_ordered=clauses("CH-cut.1"),
    offer_next=clauses("CH-cut.1"),
    offer_next_ordered=clauses("CH-cut.1"),
    dealer_cuts=(),
    limits=clauses("CH-cut.2"),
    cut=clauses("CH-cut.3"),
    cut_card=clauses("CH-cut.4"),
    burn=clauses("CH-burn"),
    burn_seen=clauses("CH-burn"),
    reached=clauses("CH-cut.5"),
    reshuffle=clauses("CH-cut.5"),
    count=clauses("CH-cut.5"),
    exhausted=SILENT,
    exhausted_burn=SILENT,
)

BETTING = BettingCites(
    main=clauses("CH-ante"),
    limits=clauses("CH-limits.1", "CH-limits.2"),
    before_first_card=clauses("CH-burn", "CH-deal.1"),
    box=clauses("CH-hands.1"),
    sharing=SILENT,
    several=clauses("CH-hands.2"),
    chip=clauses("CH-ante"),
    unknown=clauses("CH-ante"),
)

OVER_UNDER_13 = Refusal(
    "not-offered", "over/under 13 is named once and has no rules to pay it by (CH03)", clauses("CH-deal.3")
)

COMPARISON = ComparisonCites(
    dealer_bust=clauses("CH-object"),
    higher=clauses("CH-object"),
    two_card_21=clauses("CH-21wins"),
    long_21s=clauses("CH-21wins"),
    tie=clauses("CH-tie"),
    long_21_to_blackjack=clauses("CH-21wins"),
    lower=clauses("CH-object"),
    bust=clauses("CH-object"),
)


def match_wager(house: House, wager: Wager) -> SideWager:
    """One table of odds for both spots; the down card's is settled as soon as it is turned (CH09)."""
    terms = side_terms(house, wager, clauses("CH-match.1", "CH-match.2"), needs_main=clauses("CH-ante"))
    pays = odds_of(side_pays(house, wager, table=match.UP))
    several = clauses("CH-mtd.ss", "CH-mtd.sn", "CH-mtd.nn")
    both = (
        Combination((match.SAME_SUIT, match.SAME_SUIT), several[:1]),
        Combination((match.OTHER_SUIT, match.SAME_SUIT), several[1:2]),
        Combination((match.OTHER_SUIT, match.OTHER_SUIT), several[2:]),
    )
    return match.match_the_dealer(terms, pays, loses=clauses("CH-mtd.0"), several=several, both=both)


UNDER_A_FACE = clauses("CH-peek.2")


def insurance(house: House) -> Insurance:
    return common.insurance(
        house,
        offered=clauses("CH-ins.1"),
        amount=clauses("CH-ins.2"),
        moment=clauses("CH-peek.1"),
        not_against=UNDER_A_FACE + clauses("CH-ins.1"),
        locked=clauses("CH-ins.2"),
        loses=clauses("CH-ins.4"),
        collected=clauses("CH-ins.4"),
        chips=CONDUCT.chips,
        exact=True,
        collected_at_check=True,
    )


def drawing(house: House) -> Drawing:
    return Drawing(
        offered=clauses("CH-hit"),
        below_21=(),
        not_on_21=clauses("CH-21wins"),
        not_on_blackjack=clauses("CH-bj.2"),
        bust=clauses("CH-object"),
        doubled=clauses("CH-double.2"),
        split_aces=common.split_aces(house, clauses("CH-split.5", "CH-double.1")),
    )


def cap(house: House) -> Limit | None:
    """The limit of $10 on each added wager, if so read (CH04)."""
    return Limit(house.cents("main_max"), BETTING.limits) if house.takes("CH04", "each_wager") else None


def doubling(house: House, draws: Drawing) -> Doubling:
    """Twice, on any total up to 21; the second time for all that is at stake (CH05)."""
    return Doubling(
        draws,
        offered=clauses("CH-double.1"),
        amount=clauses("CH-double.1", "CH-added.1"),
        one_card=clauses("CH-double.2"),
        to_blackjack=SILENT,
        times=house.integer("max_doubles"),
        for_less=house.takes("S10", "for_less"),
        second_is_at_stake=house.takes("CH05", "at_stake"),
        on_21=True,
        again_on_21=house.takes("CH20", "may_double"),
        on_blackjack=house.takes("CH06", "may_double"),
        not_on_blackjack=clauses("CH-bj.2"),
        again=clauses("CH-double.2"),
        totals=clauses("CH-double.1"),
        cap=cap(house),
    )


def splitting(house: House) -> Splitting:
    rule = Splitting(
        offered=clauses("CH-split.1"),
        wager=clauses("CH-split.2", "CH-added.1"),
        again=clauses("CH-split.4"),
        order=clauses("CH-order.1"),
        limit=clauses("CH-split.4"),
        limit_aces=clauses("CH-split.5"),
        decisions=SILENT,
        to_blackjack=SILENT,
        cap=cap(house),
    )
    return common.splitting(house, rule)


def settlement(house: House) -> Settlement:
    """21 always wins, even against a dealer blackjack, if it ever meets one."""
    return common.settlement(
        house,
        COMPARISON,
        Comparison(
            split_21_is_best=house.takes("S02", "literal"),
            ties_above_21=house.takes("S03", "literal"),
            long_21_beats_blackjack=True,
        ),
        common.premiums(
            house,
            doubled=clauses("CH-bonus.2"),
            split=clauses("CH-bonus.2"),
            most_cards=7 if house.takes("CH07", "seven_only") else None,
        ),
        split_21=clauses("CH-split.3"),
        long_21=clauses("CH-21wins", "CH-21.1"),
    )


IRREGULAR = Irregularities(silent=SILENT)
"""The text says nothing of what may go wrong: the person in charge decides (CH11)."""


def compile_rules(house: House) -> BlackjackRules:
    """This procedure under one house."""
    draws, insured = drawing(house), insurance(house)
    sides = (match_wager(house, match.UP), match_wager(house, match.DOWN), insured.wager)
    return BlackjackRules(
        steps=ROUND,
        menu=common.menu(),
        incidents=handlers(IRREGULAR),
        points=POINTS,
        conduct=CONDUCT,
        betting=betting_terms(house, BETTING, sides, {Wager("over-under-13"): OVER_UNDER_13}),
        shoe=common.shoe(house, SHOE, reshuffles=Reshuffles.NEVER, burn_after_betting=True),
        dealing=common.dealing(house, UNDER_A_FACE, UNDER_A_FACE, under_ace=clauses("CH-peek.1")),
        drawing=draws,
        doubling=doubling(house, draws),
        splitting=splitting(house),
        surrender=None,
        rescue=None,
        insurance=insured,
        dealer=common.dealer(house, hits_soft=house.takes("CH01", "hit")),
        settlement=settlement(house),
        sides=sides,
        irregular=IRREGULAR,
    )
