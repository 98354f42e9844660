"""Massachusetts, older edition: the rules of Spanish 21 in the order of the text.

The steps are those of the standard game and of all Spanish 21, put together by `ROUND`. What is this edition's own
is which clause each point stands under, and how two finished hands compare under section 5.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.facts import Outcome
from pitboss.core.options import Refusal
from pitboss.core.procedure import Handler
from pitboss.core.requests import FaceUpInShoe, NextCard
from pitboss.core.settle import DecisionTable, Row
from pitboss.core.wagering import BettingTerms, Limit, PlaceWager, WagerTerms, may_wager, take_wagers
from pitboss.games.blackjack.menu import MENU
from pitboss.games.blackjack.rules import Cites, Dealing
from pitboss.games.blackjack.settlement import (
    Case,
    Finished,
    Settlement,
    both_21,
    bust,
    dealer_bust,
    higher,
    lower,
)
from pitboss.games.blackjack.steps import (
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
    settle_insurance,
    show_second_card,
    use_card_reader,
)
from pitboss.games.spanish21.common import (
    MATCH,
    SpanishCites,
    SpanishRules,
    draw_dealer,
    face_up_in_shoe,
    pay_super_awards,
    settle_main,
    settle_match,
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
    use_card_reader,  # 7(i)
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
    reader=clauses("MA-7(i).3"),
    reader_ends_play=clauses("MA-7(i).5"),
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

cite_fields(f"{__name__}.CITES", CITES)
cite_fields(f"{__name__}.SPANISH_CITES", SPANISH_CITES)


@clause("MA-5(a)", "MA-5(b)", "MA-1.blackjack", "MA-1.push")
def settlement_table(readings: Mapping[str, str]) -> DecisionTable[Case]:
    """Section 5(a) and (b), one row a sentence. 21 is never tied: it wins, or loses to a dealer blackjack."""
    ties_above_21 = readings["S03"] == "literal"
    split_21_in_two = readings["S02"] == "literal"

    def best(player: Finished) -> bool:
        """21 in two cards; by default a split hand's two-card 21 counts with the longer ones (S02)."""
        return player.blackjack or (split_21_in_two and player.total == 21 and player.cards == 2)

    def tie(case: Case) -> bool:
        player, dealer = case
        return player.total == dealer.total and (player.total < 21 or (ties_above_21 and player.total > 21))

    def long(case: Case) -> bool:
        return both_21(case) and not best(case.player)

    return DecisionTable(
        (
            Row("dealer_bust", Outcome.WIN, clauses("MA-5(a)(1)"), dealer_bust),
            Row("higher", Outcome.WIN, clauses("MA-5(a)(2)"), higher),
            Row("two_card_21", Outcome.WIN, clauses("MA-5(a)(3)"), lambda c: both_21(c) and best(c.player)),
            Row("long_21s", Outcome.WIN, clauses("MA-5(a)(4)"), lambda c: long(c) and not c.dealer.blackjack),
            Row("tie", Outcome.PUSH, clauses("MA-5(b).1"), tie),
            Row("long_21_to_blackjack", Outcome.LOSE, clauses("MA-5(b).2"), lambda c: long(c) and c.dealer.blackjack),
            Row("lower", Outcome.LOSE, clauses("MA-5(e).1"), lower),
            Row("bust", Outcome.LOSE, clauses("MA-5(a).1", "MA-5(e).1"), lambda c: bust(c) and not tie(c)),
        )
    )


def settlement(house: House) -> Settlement:
    """Section 5(e) and (f): what a win pays."""
    book, readings = house.rulebook, house.readings
    other_rows = () if readings["S01"] == "literal" else ("higher", "dealer_bust")
    return Settlement(
        table=settlement_table(readings),
        win=book.payout("main", "win"),
        blackjack=book.payout("main", "blackjack"),
        blackjack_rows=frozenset(other_rows),
        two_card_row="two_card_21",
        premiums={line.row: book.payout("premium", line.row) for line in book.payouts["premium"]},
        doubled=clauses("MA-5(f).1", "MA-9(b)"),
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
        dealing=Dealing(house.word("dealing_procedure")),
        dealer_stands=house.integer("dealer_stands"),
        hits_soft_17=house.word("soft17") == "hit",
        max_splits=house.integer("max_splits"),
        max_splits_aces=house.integer("max_splits_aces"),
        double_for_less=readings["S10"] == "for_less",
        draws_on_21=readings["S06"] == "literal",
        blackjack_paid_at_once=readings["MA21"] == "at_once",
        insurance_collected_at_reader=readings["MA11"] == "at_reader",
        busted_bets_lost_to_blackjack=readings["S04"] == "busted_plus_one",
        void_unwinds=readings["MA23"] == "unwind",
        spanish=SPANISH_CITES,
        match_pays=match_pays(house),
        awards={line.row: book.award(line.row) for line in book.awards},
        face_up_counted_by_shoe=readings["S17"] == "shoe",
    )
