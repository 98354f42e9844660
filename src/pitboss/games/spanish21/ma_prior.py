"""Massachusetts, older edition: the rules of Spanish 21 in the order of the text.

The steps are those of the standard game and of all Spanish 21, put together by `ROUND`. What is this edition's own
is which clause each point stands under, and how two finished hands compare under section 5.
"""

from __future__ import annotations

from pitboss.cards import Rank
from pitboss.core.options import Refusal
from pitboss.core.procedure import Handler
from pitboss.core.requests import FaceUpInShoe, NextCard
from pitboss.core.wagering import BettingTerms, Limit, PlaceWager, WagerTerms, may_wager, take_wagers
from pitboss.games.blackjack.menu import MENU
from pitboss.games.blackjack.rules import Cites, Order
from pitboss.games.blackjack.settlement import Settlement
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    pay_blackjacks_at_once,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
    settle_insurance,
    show_second_card,
)
from pitboss.games.spanish21.common import (
    MATCH,
    Envy,
    SpanishCites,
    SpanishRules,
    draw_dealer,
    face_up_in_shoe,
    pay_super_awards,
    settle_main,
    settle_match,
)
from pitboss.games.spanish21.comparison import (
    OTHER_WINNING_ROWS,
    TWO_CARD_ROW,
    ComparisonCites,
    ComparisonReadings,
    comparison,
)
from pitboss.ids import MAIN, clauses
from pitboss.law.citations import cite_fields, clause
from pitboss.law.house import House
from pitboss.law.rulebook import Payout

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
    show_second_card,  # 7(g), 7(i)
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

SPANISH_CITES = SpanishCites(
    match_loses=clauses("MA-6(d).2"),
    match_each=clauses("MA-6(a).2"),
    face_up_card=clauses("MA-15(a).1"),
    second_face_up_card=clauses("MA-15(a).2"),
)

COMPARISON = ComparisonCites(
    dealer_bust=clauses("MA-5(a)(1)"),
    higher=clauses("MA-5(a)(2)"),
    two_card_21=clauses("MA-5(a)(3)"),
    long_21s=clauses("MA-5(a)(4)"),
    tie=clauses("MA-5(b).1"),
    long_21_to_blackjack=clauses("MA-5(b).2"),
    lower=clauses("MA-5(e).1"),
    bust=clauses("MA-5(a).1", "MA-5(e).1"),
)

cite_fields(f"{__name__}.CITES", CITES)
cite_fields(f"{__name__}.SPANISH_CITES", SPANISH_CITES)
cite_fields(f"{__name__}.COMPARISON", COMPARISON)


@clause("MA-5(a)", "MA-5(b)", "MA-5(e)", "MA-5(f)", "MA-1.blackjack", "MA-1.push", "MA-9(b)")
def settlement(house: House) -> Settlement:
    """Section 5: who wins, and what a win pays."""
    book, readings = house.rulebook, house.readings
    table = ComparisonReadings(
        split_21_is_best=readings["S02"] == "literal", ties_above_21=readings["S03"] == "literal"
    )
    no_premium = {"doubled": clauses("MA-5(f).1", "MA-9(b)")}
    if readings["S28"] == "no_premium":
        no_premium["split"] = clauses("MA-5(f).1")
    return Settlement(
        table=comparison(COMPARISON, table),
        win=book.payout("main", "win"),
        blackjack=book.payout("main", "blackjack"),
        blackjack_rows=frozenset(() if readings["S01"] == "literal" else OTHER_WINNING_ROWS),
        two_card_row=TWO_CARD_ROW,
        premiums={line.row: book.payout("premium", line.row) for line in book.payouts["premium"]},
        no_premium=no_premium,
        premium_on_original=readings["MA20"] == "premium_on_original",
        dealer_stands=house.integer("dealer_stands"),
    )


@clause("MA-5(a).1", "MA-5(c).1", "MA-5(d)", "MA-5(h)", "MA-6(b)", "MA-6(c).1", "MA-14")
def betting(house: House) -> BettingTerms:
    """Sections 5(a), 5(c), 5(d), 6(b) and 14: who may wager what, and on which boxes."""
    wagers = {
        MAIN: WagerTerms(
            MAIN,
            clauses("MA-5(a).1"),
            least=Limit(house.cents("main_min"), clauses("MA-5(a).1")),
            most=Limit(house.cents("main_max"), clauses("MA-5(a).1")),
        )
    }
    not_offered = {}
    if house.flag("match_offered"):
        wagers[MATCH] = match_terms(house)
    else:
        not_offered[MATCH] = Refusal("not-offered", "this house does not offer it", clauses("MA-6(a).1"))
    return BettingTerms(
        seats=house.integer("seats"),
        boxes_per_player=house.integer("boxes_per_player"),
        chip=house.cents("chip"),
        wagers=wagers,
        not_offered=not_offered,
        before_first_card=clauses("MA-5(d)"),
        box_clauses=clauses("MA-7(d)(1)"),
        sharing_clauses=clauses("MA-13(a).1"),
        several_clauses=clauses("MA-14.1", "MA-14.2"),
        chip_clauses=clauses("MA-5(c).1"),
        unknown_clauses=clauses("MA-5(c).1"),
    )


def match_terms(house: House) -> WagerTerms:
    most = house.cents_or_none("match_max")
    return WagerTerms(
        MATCH,
        clauses("MA-6(a).1", "MA-6(b).1"),
        least=Limit(house.cents("match_min"), clauses("MA-6(b).2")),
        most=None if most is None else Limit(most, clauses("MA-6(b)(2).1")),
        needs_main=clauses("MA-6(b).1"),
        not_above_main=clauses("MA-6(b)(1)"),
    )


def match_pays(house: House) -> dict[str, Payout]:
    """Section 6(e): the odds of the text for this number of decks, or higher ones of the house."""
    raised = house.odds("match_odds")
    pays = {}
    for row in ("other_suit", "same_suit"):
        payout = house.rulebook.payout("match-the-dealer", row, house.integer("decks"))
        pays[row] = Payout(raised.get(row, payout.odds), payout.clauses)
    return pays


def compile_rules(house: House) -> SpanishRules:
    """This edition under one house and its readings."""
    book, readings = house.rulebook, house.readings
    return SpanishRules(
        betting=betting(house),
        steps=ROUND,
        menu={PlaceWager: may_wager, **MENU},
        incidents={FaceUpInShoe: Handler(face_up_in_shoe, at=(NextCard,))},
        cites=CITES,
        settlement=settlement(house),
        insurance_pays=book.payout("insurance", "win"),
        hole_card=house.word("dealing_procedure") != "no_hole",
        checks_hole=house.word("dealing_procedure") == "hole_reader",
        dealer_stands=house.integer("dealer_stands"),
        hits_soft_17=house.word("soft17") == "hit",
        surrender=True,
        surrender_split_hands=readings["S12"] == "split_hands_too",
        rescue=True,
        max_splits=house.integer("max_splits"),
        max_splits_aces=house.integer("max_splits_aces"),
        split_by_rank=readings["S07"] == "rank",
        split_aces_one_card=readings["S08"] == "one_card",
        max_doubles=2 if readings["S09"] == "redouble" else 1,
        double_for_less=readings["S10"] == "for_less",
        second_double_is_what_is_at_stake=False,
        doubles_blackjack=False,
        doubles_21=readings["S06"] == "literal",
        redoubles_21=readings["S06"] == "literal",
        hits_soft_21=readings["S06"] == "literal",
        added_wager_most=None,
        insured_ranks=frozenset({Rank.ACE}),
        insurance_exact=False,
        insurance_rounds_up=readings["S23"] == "up",
        insurance_collected_at_check=readings["MA11"] == "at_reader",
        blackjack_paid_at_once=readings["MA21"] == "at_once",
        settlement_order=Order(house.word("settlement_order")),
        busted_bets_lost_to_blackjack=readings["S04"] == "busted_plus_one",
        void_unwinds=readings["MA23"] == "unwind",
        spanish=SPANISH_CITES,
        match_pays=match_pays(house),
        match_by_points=readings["S15"] == "point_value",
        match_losers_first=True,
        most_premium_cards=None,
        awards={line.row: book.award(line.row) for line in book.awards},
        envy=Envy(readings["S16"]),
        face_up_counted_by_shoe=readings["S17"] == "shoe",
    )
