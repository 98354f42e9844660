"""Massachusetts, older edition: the rules of Spanish 21 in the order of the text.

The steps are those of the standard game and of all Spanish 21, put together by `ROUND`. What is this edition's own
is the clause under which each point stands.
"""

from __future__ import annotations

from pitboss.core.preparation import ShoeCites
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites
from pitboss.games.blackjack.rules import Cites
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    offer_late_rescue,
    pay_blackjacks_at_once,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
    settle_insurance,
)
from pitboss.games.spanish21 import edition
from pitboss.games.spanish21.common import (
    MATCH,
    SpanishCites,
    SpanishRules,
    pay_super_awards,
    settle_match,
)
from pitboss.games.spanish21.comparison import ComparisonCites
from pitboss.games.spanish21.edition import Edition, MatchCites
from pitboss.ids import clauses
from pitboss.law.house import House

ROUND = (
    take_wagers,  # 5(a)-(d), 6(b)
    deal_to_each_box,  # 7(d)(1)
    deal_up_card,  # 7(d)(2)
    deal_to_each_box,  # 7(d)(3)
    deal_hole_card,  # 7(i)
    settle_match,  # 6(d)
    offer_insurance,  # 11(a), 11(b)
    check_hole_card,  # 7(i)
    pay_blackjacks_at_once,  # 5(e), MA21
    play_hands,  # 7(e), 7(f), 8, 9, 10, 12(a)
    offer_late_rescue,  # 9(d), S11
    show_second_card_if_needed,  # 7(g), 7(i), S14
    settle_insurance,  # 11(c), 11(d)
    settle_held_surrenders,  # 8(a)(2)
    draw_dealer,  # 7(g), 12(b), 12(c)
    settle_main,  # 5(e), 5(f)
    pay_super_awards,  # 5(g)
    pick_up_cards,  # 7(h)
)

CITES = Cites(
    turn=clauses("MA-7(e).2"),
    draw=clauses("MA-7(f).1", "MA-12(a).1"),
    draw_below_21=clauses("MA-12(a).1", "MA-12(a)(1)"),
    no_draw_on_blackjack=clauses("MA-12(a)(1)"),
    stand=clauses("MA-7(e).2"),
    double=clauses("MA-9(a).1"),
    double_amount=clauses("MA-9(a).2"),
    double_one_card=clauses("MA-9(a).3"),
    rescue=clauses("MA-9(d).1"),
    rescue_not_bust=clauses("MA-9(d).2"),
    split=clauses("MA-10(a).1"),
    split_wager=clauses("MA-10(a).2"),
    resplit=clauses("MA-10(c).3"),
    split_order=clauses("MA-10(b)"),
    split_limit=clauses("MA-10(c).4"),
    split_decisions=clauses("MA-10(c).2"),
    surrender=clauses("MA-8(a).1"),
    surrender_first=clauses("MA-8(a).2"),
    surrender_at_once=clauses("MA-8(a)(1)"),
    surrender_held=clauses("MA-8(a)(2).3"),
    surrender_to_blackjack=clauses("MA-8(a)(2).2"),
    insurance=clauses("MA-11(a).1"),
    insurance_amount=clauses("MA-11(b).1", "MA-11(b).2"),
    insurance_moment=clauses("MA-11(b).3", "MA-11(b).4"),
    insurance_loses=clauses("MA-11(a).3"),
    insurance_collected=clauses("MA-11(d)"),
    check=clauses("MA-7(i).3"),
    check_ends_play=clauses("MA-7(i).5"),
    bust=clauses("MA-5(a).1"),
    chips=clauses("MA-5(c).1"),
    double_to_blackjack=clauses("MA-9(c)"),
    split_to_blackjack=clauses("MA-10(d)"),
    locked=clauses("MA-5(i)"),
    pick_up=clauses("MA-7(h).1", "MA-7(h).2", "MA-7(h).3"),
)

EDITION = Edition(
    name=__name__,
    steps=ROUND,
    cites=CITES,
    betting=BettingCites(
        main=clauses("MA-5(a).1"),
        before_first_card=clauses("MA-5(d)"),
        box=clauses("MA-7(d)(1)"),
        sharing=clauses("MA-13(a).1"),
        several=clauses("MA-14.1", "MA-14.2"),
        chip=clauses("MA-5(c).1"),
    ),
    match={
        MATCH: MatchCites(
            offered=clauses("MA-6(a).1", "MA-6(b).1", "MA-6(c).1"),
            needs_main=clauses("MA-6(b).1"),
            least=clauses("MA-6(b).2"),
            most=clauses("MA-6(b)(2).1"),
            not_above_main=clauses("MA-6(b)(1)"),
        )
    },
    shoe=ShoeCites(
        shuffle=clauses("MA-4(a).1", "MA-4(a).3"),
        offer=clauses("MA-4(b)(2)", "MA-4(c).1"),
        offer_first=clauses("MA-4(d)(1)"),
        offer_at_cut_card=clauses("MA-4(d)(2).1"),
        offer_far_right=clauses("MA-4(d)(2).1", "MA-4(d)(2).2"),
        offer_ordered=clauses("MA-4(d)(2).1", "MA-4(d)(2).2"),
        offer_next=clauses("MA-4(c).2"),
        offer_next_ordered=clauses("MA-4(c).2"),
        dealer_cuts=clauses("MA-4(b)(2)", "MA-4(c).2"),
        limits=clauses("MA-4(e).1"),
        cut=clauses("MA-4(e).2"),
        cut_card=clauses("MA-4(e).4"),
        burn=clauses("MA-7(c).1"),
        burn_seen=clauses("MA-7(c).4"),
        reached=clauses("MA-4(g).1", "MA-7(j).1"),
        reshuffle=clauses("MA-4(g).2"),
        count=clauses("MA-7(j)(2)"),
        exhausted=clauses("MA-15(g).1"),
        exhausted_burn=clauses("MA-15(g).2"),
    ),
    comparison=ComparisonCites(
        dealer_bust=clauses("MA-5(a)(1)"),
        higher=clauses("MA-5(a)(2)"),
        two_card_21=clauses("MA-5(a)(3)"),
        long_21s=clauses("MA-5(a)(4)"),
        tie=clauses("MA-5(b).1"),
        long_21_to_blackjack=clauses("MA-5(b).2"),
        lower=clauses("MA-5(e).1"),
        bust=clauses("MA-5(a).1", "MA-5(e).1"),
    ),
    no_premium_if_doubled=clauses("MA-5(f).1", "MA-9(b)"),
    no_premium_if_split=clauses("MA-5(f).1"),
    spanish=SpanishCites(
        match_loses=clauses("MA-6(d).2"),
        match_each=clauses("MA-6(a).2"),
        face_up_card=clauses("MA-15(a).1"),
        second_face_up_card=clauses("MA-15(a).2"),
    ),
)


def compile_rules(house: House) -> SpanishRules:
    return edition.compile_rules(house, EDITION)
