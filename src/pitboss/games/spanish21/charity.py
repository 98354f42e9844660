"""The charity procedure: Spanish 21 with the Super 21 bonus, and Match the Dealer up and down.

It differs from Massachusetts in: both dealer cards are dealt face down and the first is then turned; the dealer
checks and draws on soft 17; 21 always wins; doubling on any total up to 21, twice; no surrender and no rescue; aces
split once; bonuses neither on split nor on doubled hands, and no fixed awards; insurance for exactly half; two match
spots; $1 to $10.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.options import Refusal
from pitboss.core.preparation import Reshuffles, ShoeCites, burn_if_due
from pitboss.core.wagering import take_wagers
from pitboss.games.blackjack.ending import draw_dealer, settle_main, show_second_card_if_needed
from pitboss.games.blackjack.house import BettingCites
from pitboss.games.blackjack.rules import Cites
from pitboss.games.blackjack.steps import (
    check_hole_card,
    deal_hole_card,
    deal_to_each_box,
    offer_insurance,
    pick_up_cards,
    play_hands,
    settle_insurance,
)
from pitboss.games.spanish21 import edition, ma_prior
from pitboss.games.spanish21.common import (
    MATCH,
    SpanishCites,
    SpanishRules,
    Table,
    settle_match,
    settle_matches,
)
from pitboss.games.spanish21.comparison import ComparisonCites
from pitboss.games.spanish21.edition import MatchCites
from pitboss.ids import DEALER, Wager, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House

MATCH_DOWN = Wager("match-the-dealer-down")


@clause("CH-deal.2")
async def turn_first_card(t: Table) -> None:
    """Once his second card lies, the dealer turns the first one up on top of it."""
    await t.turn(DEALER)


@clause("CH-match.1", "CH-match.2")
async def settle_match_down(t: Table) -> None:
    """Against the down card, as soon as it is turned (CH09)."""
    if t.layout.second_card_shown:
        settle_matches(t, MATCH_DOWN, t.layout.dealer.cards[1])


ROUND = (
    take_wagers,
    burn_if_due,
    deal_to_each_box,
    deal_hole_card,
    deal_to_each_box,
    deal_hole_card,
    turn_first_card,
    settle_match,
    offer_insurance,
    check_hole_card,
    play_hands,
    show_second_card_if_needed,
    settle_match_down,
    settle_insurance,
    draw_dealer,
    settle_main,
    pick_up_cards,
)

CITES = Cites(
    turn=clauses("CH-order.2"),
    draw=clauses("CH-hit"),
    draw_below_21=clauses("CH-21wins"),
    no_draw_on_blackjack=clauses("CH-bj.2"),
    stand=clauses("CH-stay"),
    double=clauses("CH-double.1"),
    double_amount=clauses("CH-double.1", "CH-double.2", "CH-added.1"),
    double_one_card=clauses("CH-double.2"),
    rescue=clauses("CH-silent"),
    rescue_not_bust=clauses("CH-silent"),
    split=clauses("CH-split.1"),
    split_wager=clauses("CH-split.2", "CH-added.1"),
    resplit=clauses("CH-split.4"),
    split_order=clauses("CH-order.1"),
    split_limit=clauses("CH-split.4", "CH-split.5"),
    split_decisions=clauses("CH-silent"),
    surrender=clauses("CH-silent"),
    surrender_first=clauses("CH-silent"),
    surrender_at_once=clauses("CH-silent"),
    surrender_held=clauses("CH-silent"),
    surrender_to_blackjack=clauses("CH-silent"),
    insurance=clauses("CH-ins.1"),
    insurance_amount=clauses("CH-ins.2"),
    insurance_moment=clauses("CH-ins.1"),
    insurance_loses=clauses("CH-ins.4"),
    insurance_collected=clauses("CH-ins.4"),
    check=clauses("CH-peek.1", "CH-peek.2"),
    check_ends_play=clauses("CH-peek.1", "CH-peek.2"),
    bust=clauses("CH-object"),
    chips=clauses("CH-ante"),
    double_to_blackjack=clauses("CH-silent"),
    split_to_blackjack=clauses("CH-silent"),
    locked=clauses("CH-ins.2"),
    pick_up=clauses("CH-silent"),
)

_MATCH = MatchCites(
    offered=clauses("CH-match.1", "CH-match.2"),
    needs_main=clauses("CH-ante"),
    least=clauses("CH-limits.1"),
    most=clauses("CH-limits.1", "CH-limits.2"),
)

OVER_UNDER_13 = Refusal(
    "not-offered", "over/under 13 is named once and has no rules to pay it by (CH03)", clauses("CH-deal.3")
)

EDITION = replace(
    ma_prior.EDITION,
    name=__name__,
    steps=ROUND,
    cites=CITES,
    betting=BettingCites(
        main=clauses("CH-limits.1", "CH-limits.2"),
        before_first_card=clauses("CH-ante"),
        box=clauses("CH-hands.1"),
        sharing=clauses("CH-silent"),
        several=clauses("CH-hands.2"),
        chip=clauses("CH-ante"),
    ),
    match={MATCH: _MATCH, MATCH_DOWN: _MATCH},
    reserved={Wager("over-under-13"): OVER_UNDER_13},
    shoe=ShoeCites(
        shuffle=clauses("CH-shuffle.1", "CH-shuffle.4"),
        offer=clauses("CH-cut.1"),
        offer_first=clauses("CH-cut.1"),
        offer_at_cut_card=clauses("CH-cut.1"),
        offer_far_right=clauses("CH-cut.1"),
        offer_ordered=clauses("CH-cut.1"),
        offer_next=clauses("CH-cut.1"),
        offer_next_ordered=clauses("CH-cut.1"),
        dealer_cuts=clauses("CH-silent"),
        limits=clauses("CH-cut.2"),
        cut=clauses("CH-cut.3"),
        cut_card=clauses("CH-cut.4"),
        burn=clauses("CH-burn"),
        burn_seen=clauses("CH-burn"),
        reached=clauses("CH-cut.5"),
        reshuffle=clauses("CH-cut.5"),
        count=clauses("CH-silent"),
        exhausted=clauses("CH-silent"),
        exhausted_burn=clauses("CH-silent"),
    ),
    reshuffles=Reshuffles.NEVER,
    burn_after_betting=True,
    burn_may_be_seen=False,
    comparison=ComparisonCites(
        dealer_bust=clauses("CH-object"),
        higher=clauses("CH-object"),
        two_card_21=clauses("CH-21wins"),
        long_21s=clauses("CH-21wins", "CH-21.1"),
        tie=clauses("CH-tie"),
        long_21_to_blackjack=clauses("CH-21wins"),
        lower=clauses("CH-object"),
        bust=clauses("CH-object"),
    ),
    no_premium_if_doubled=clauses("CH-bonus.2"),
    no_premium_if_split=clauses("CH-bonus.2"),
    spanish=SpanishCites(
        match_loses=clauses("CH-mtd.0"),
        match_each=clauses("CH-mtd.ss", "CH-mtd.sn", "CH-mtd.nn"),
        face_up_card=clauses("CH-silent"),
        second_face_up_card=clauses("CH-silent"),
    ),
    surrender=False,
    rescue=False,
    match_losers_first=False,
    insurance_exact=True,
    insurance_collected_at_check=True,
    doubles_21=True,
    long_21_beats_blackjack=True,
)


def compile_rules(house: House) -> SpanishRules:
    return edition.compile_rules(house, EDITION)
