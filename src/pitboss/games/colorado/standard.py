"""The standard blackjack game that Colorado Rule 21 modifies.

The text takes Rule 8 over without printing it (2102), so everything here is an assumption set (CO01), cited to the
clause that takes it over. What a house may choose in it stands in the rulebook as options.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar

from pitboss.cards import STANDARD_DECK, Rank
from pitboss.core.facts import Outcome
from pitboss.core.preparation import SHOE_INCIDENTS, Cut, CutOrder, Reshuffles, ShoeCites, ShoeTerms, may_cut
from pitboss.core.settle import DecisionTable, Row
from pitboss.core.wagering import PlaceWager, may_wager, take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites, betting_terms
from pitboss.games.blackjack.menu import MENU
from pitboss.games.blackjack.rules import BlackjackRules, Cites, Order
from pitboss.games.blackjack.settlement import Case, Settlement, both_21, bust, dealer_bust, higher, lower
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    deal_up_card,
    offer_insurance,
    pick_up_cards,
    play_hands,
    settle_held_surrenders,
    settle_insurance,
)
from pitboss.ids import Clauses, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House

RULE_8 = clauses("CO-2102.1")
BLACKJACK_ROW = "blackjack_over_21"
OTHER_WINNING_ROWS = ("higher", "dealer_bust")

ROUND = (
    take_wagers,
    deal_to_each_box,
    deal_up_card,
    deal_to_each_box,
    deal_hole_card,
    offer_insurance,
    check_hole_card,
    play_hands,
    show_second_card_if_needed,
    settle_insurance,
    settle_held_surrenders,
    draw_dealer,
    settle_main,
    pick_up_cards,
)


Citations = TypeVar("Citations", Cites, BettingCites, ShoeCites)


def _all_under(kind: type[Citations], cited: Clauses) -> Citations:
    """A table of citations in which one clause stands for every point."""
    return kind(**{each.name: cited for each in fields(kind)})


CITES = _all_under(Cites, RULE_8)
BETTING = _all_under(BettingCites, RULE_8)
SHOE = _all_under(ShoeCites, RULE_8)


@clause("CO-2102.1")
def comparison(cited: Clauses) -> DecisionTable[Case]:
    """Equal totals push, a 21 too; only a blackjack beats a 21, and two blackjacks push."""

    def beats(case: Case) -> bool:
        return both_21(case) and case.player.blackjack and not case.dealer.blackjack

    def beaten(case: Case) -> bool:
        return both_21(case) and case.dealer.blackjack and not case.player.blackjack

    def tie(case: Case) -> bool:
        return case.player.total == case.dealer.total <= 21 and not beats(case) and not beaten(case)

    return DecisionTable(
        (
            Row("dealer_bust", Outcome.WIN, cited, dealer_bust),
            Row("higher", Outcome.WIN, cited, higher),
            Row(BLACKJACK_ROW, Outcome.WIN, cited, beats),
            Row("tie", Outcome.PUSH, cited, tie),
            Row("21_to_blackjack", Outcome.LOSE, cited, beaten),
            Row("lower", Outcome.LOSE, cited, lower),
            Row("bust", Outcome.LOSE, cited, bust),
        )
    )


def settlement(house: House) -> Settlement:
    return Settlement(
        table=comparison(RULE_8),
        win=house.rulebook.payout("main", "win"),
        blackjack=house.rulebook.payout("main", "blackjack"),
        blackjack_rows=frozenset(OTHER_WINNING_ROWS),
        two_card_row=BLACKJACK_ROW,
        premiums={},
        no_premium={},
        premium_on_original=False,
        dealer_stands=house.integer("dealer_stands"),
    )


def shoe(house: House) -> ShoeTerms:
    """How the shoe is prepared: the operator's own text (CO03), cut by the players in turn."""
    return ShoeTerms(
        cards=len(STANDARD_DECK) * house.integer("decks"),
        is_cut=True,
        cut_from_ends=house.integer("cut_from_ends"),
        behind=house.integer("cut_card_behind"),
        order=CutOrder.FAR_RIGHT_ROTATING,
        reshuffles=Reshuffles.AFTER_A_ROUND,
        burn_after_betting=False,
        burn_may_be_seen=False,
        cites=SHOE,
    )


@clause("CO-2102.1")
def compile_rules(house: House) -> BlackjackRules:
    """The assumption set under one house."""
    splits = house.integer("max_splits")
    return BlackjackRules(
        betting=betting_terms(house, BETTING, {}, {}),
        steps=ROUND,
        menu={PlaceWager: may_wager, **MENU, Cut: may_cut},
        incidents=SHOE_INCIDENTS,
        shoe=shoe(house),
        cites=CITES,
        settlement=settlement(house),
        insurance_pays=house.rulebook.payout("insurance", "win"),
        hole_card=True,
        checks_hole=True,
        checks_by_device=False,
        dealer_stands=house.integer("dealer_stands"),
        hits_soft_17=house.word("soft17") == "hit",
        second_card_only_if_needed=False,
        surrender=house.word("surrender") == "late",
        surrender_split_hands=False,
        rescue=False,
        late_rescue=False,
        max_splits=splits,
        max_splits_aces=house.integer("max_splits")
        if house.flag("resplit_aces")
        else min(1, house.integer("max_splits")),
        split_by_rank=False,
        split_aces_one_card=not house.flag("hit_split_aces"),
        max_doubles=1,
        doubles_any_number=house.word("double") == "any_number",
        doubles_after_split=house.flag("double_after_split"),
        double_for_less=False,
        second_double_is_what_is_at_stake=False,
        doubles_blackjack=False,
        doubles_21=False,
        redoubles_21=False,
        hits_soft_21=False,
        added_wager_most=None,
        insured_ranks=frozenset({Rank.ACE}),
        insurance_exact=False,
        insurance_rounds_up=False,
        insurance_collected_at_check=True,
        blackjack_paid_at_once=False,
        blackjack_paid_after_check=False,
        settlement_order=Order(house.word("settlement_order")),
        busted_bets_lost_to_blackjack=False,
        void_unwinds=True,
    )
