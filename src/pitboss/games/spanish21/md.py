"""Maryland: the card reader is compulsory, and the text says when a blackjack is paid.

It differs from Massachusetts in: a hole card and a reader always (2.E, 7.E-G); blackjacks paid at once against 2 to 9
(7.H); losing insurance collected at the reader (8.F); no premium on split hands (11.F); splits, adjacent boxes and the
order of settlement as the operator files them (6.H, 7.R, 11.D); match limits as posted (MD07).
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.preparation import CutOrder, Reshuffles, ShoeCites
from pitboss.games.blackjack.house import BettingCites
from pitboss.games.blackjack.rules import Cites
from pitboss.games.spanish21 import edition, ma_prior
from pitboss.games.spanish21.common import MATCH, SpanishCites, SpanishRules
from pitboss.games.spanish21.comparison import ComparisonCites
from pitboss.games.spanish21.edition import MatchCites
from pitboss.ids import clauses
from pitboss.law.house import House

CITES = Cites(
    turn=clauses("MD-7.H.1"),
    draw=clauses("MD-7.H(2)(e)", "MD-7.I"),
    draw_below_21=clauses("MD-7.J.1", "MD-7.J(2)"),
    no_draw_on_blackjack=clauses("MD-7.J(1)"),
    stand=clauses("MD-7.H(2)(d)"),
    double=clauses("MD-7.H(2)(b)", "MD-10.A.1", "MD-10.B"),
    double_amount=clauses("MD-10.A.2"),
    double_one_card=clauses("MD-7.K", "MD-10.C"),
    rescue=clauses("MD-10.H.1"),
    rescue_not_bust=clauses("MD-10.H.2"),
    split=clauses("MD-7.H(2)(c)", "MD-11.A.1"),
    split_wager=clauses("MD-11.A.2"),
    resplit=clauses("MD-11.D"),
    split_order=clauses("MD-11.B"),
    split_limit=clauses("MD-11.D"),
    split_decisions=clauses("MD-11.C"),
    surrender=clauses("MD-7.H(2)(a)", "MD-9.A"),
    surrender_first=clauses("MD-9.B(1)", "MD-9.B(2)", "MD-9.B(3)", "MD-9.B(4)"),
    surrender_at_once=clauses("MD-9.C(1)"),
    surrender_held=clauses("MD-9.C(2)(b)"),
    surrender_to_blackjack=clauses("MD-9.C(2)(a)"),
    insurance=clauses("MD-7.G(1)", "MD-8.A.1"),
    insurance_amount=clauses("MD-8.B", "MD-8.C"),
    insurance_moment=clauses("MD-8.D"),
    insurance_loses=clauses("MD-8.A.2"),
    insurance_collected=clauses("MD-8.F"),
    check=clauses("MD-7.G.1", "MD-7.G(2).1"),
    check_ends_play=clauses("MD-7.G(3)"),
    bust=clauses("MD-7.O(1)"),
    chips=clauses("MD-6.A"),
    double_to_blackjack=clauses("MD-10.E"),
    split_to_blackjack=clauses("MD-11.E"),
    locked=clauses("MD-6.E"),
    pick_up=clauses("MD-7.T"),
)

EDITION = replace(
    ma_prior.EDITION,
    name=__name__,
    cites=CITES,
    betting=BettingCites(
        main=clauses("MD-6.F"),
        before_first_card=clauses("MD-6.D"),
        box=clauses("MD-2.A"),
        sharing=clauses("MD-6.H"),
        several=clauses("MD-6.H"),
        chip=clauses("MD-6.A"),
    ),
    match={
        MATCH: MatchCites(
            offered=clauses("MD-6.G(1)"),
            needs_main=clauses("MD-6.G(1)"),
            least=clauses("MD-6.G(1)"),
            most=clauses("MD-6.G(1)"),
        )
    },
    shoe=ShoeCites(
        shuffle=clauses("MD-5.A.1", "MD-5.A.3"),
        offer=clauses("MD-5.B"),
        offer_first=clauses("MD-5.D(1)"),
        offer_at_cut_card=clauses("MD-5.D(2)"),
        offer_far_right=clauses("MD-5.D(3)"),
        offer_ordered=clauses("MD-5.D(5)"),
        offer_next=clauses("MD-5.C", "MD-5.D(4)"),
        offer_next_ordered=clauses("MD-5.D(6)"),
        dealer_cuts=clauses("MD-5.C"),
        limits=clauses("MD-5.E.1"),
        cut=clauses("MD-5.E(1)"),
        cut_card=clauses("MD-5.E(2)"),
        burn=clauses("MD-7.B(3)"),
        burn_seen=clauses("MD-7.B(3)"),
        reached=clauses("MD-5.G.1", "MD-7.C"),
        reshuffle=clauses("MD-5.G.2"),
        count=clauses("MD-7.D"),
        exhausted=clauses("MD-13.K"),
        exhausted_burn=clauses("MD-13.L.1"),
    ),
    cut_order=CutOrder.WHERE_THE_CUT_CARD_CAME,
    cut_after_device=True,
    reshuffles=Reshuffles.ANY_TIME,
    burn_may_be_seen=False,
    comparison=ComparisonCites(
        dealer_bust=clauses("MD-7.O.1", "MD-7.O(1)"),
        higher=clauses("MD-7.O.1", "MD-7.O(2)"),
        two_card_21=clauses("MD-7.O.1", "MD-7.O(3)"),
        long_21s=clauses("MD-7.O.1", "MD-7.O(4)"),
        tie=clauses("MD-7.P"),
        long_21_to_blackjack=clauses("MD-7.Q"),
        lower=clauses("MD-7.O(2)", "MD-7.S.1"),
        bust=clauses("MD-7.O(1)", "MD-7.S.1"),
    ),
    no_premium_if_doubled=clauses("MD-10.G", "MD-12.B.1"),
    no_premium_if_split=clauses("MD-11.F"),
    spanish=SpanishCites(
        match_loses=clauses("MD-7.F(1).1"),
        match_each=clauses("MD-7.F(1)(c)"),
        face_up_card=clauses("MD-13.A"),
        second_face_up_card=clauses("MD-13.B"),
    ),
    adjacent_boxes=True,
    match_losers_first=False,
    insurance_collected_at_check=True,
    blackjack_paid_at_once=True,
    split_21_ties_if_literal=True,
)


def compile_rules(house: House) -> SpanishRules:
    return edition.compile_rules(house, EDITION)
