"""Ante Up 21 (Colorado 30-2106): the standard game on a wager called 21, and beside it a poker hand of two cards, on
which a player antes and then folds or bets before the dealer looks for a blackjack.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitboss.cards import Rank
from pitboss.core.betting import BettingTerms, Limit, Tie, WagerTerms
from pitboss.core.options import Refusal
from pitboss.games.blackjack.contest import bet_or_fold, may_bet, may_fold, tell_dealers_poker_hand
from pitboss.games.blackjack.ending import settle_main
from pitboss.games.blackjack.house import BettingCites, not_offered, odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Case
from pitboss.games.blackjack.steps import inserted, offer_insurance
from pitboss.games.colorado.standard import (
    POINTS,
    RULE_8,
    Cites,
    Push,
    Pushes,
    all_under,
    standard_rules,
    tie,
    two_blackjacks,
)
from pitboss.games.colorado.tips import Tips, tips
from pitboss.ids import Wager, clauses, tip_on
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.payouts import Payout
from pitboss.rules.contest import Contest
from pitboss.rules.dealing import Check
from pitboss.rules.irregularities import Misdeals
from pitboss.wagers.poker_bonus import POKER_BONUS, poker_bonus
from pitboss.wagers.side import SideWager

ANTE: Final = Wager("ante")
BET: Final = Wager("bet")
AS_USUAL = clauses("CO-2106(11)(b)") + RULE_8
WAGERED = clauses("CO-2106(2).1", "CO-2106(5)")
ASKED = clauses("CO-2106(9).1", "CO-2106(9)(c)", "CO-2106(9)(d)")
DEALT = clauses("CO-2106(7).1", "CO-2106(7).2")
BUST = clauses("CO-2106(11)(e).1")
BUST_PLAYS = clauses("CO-2106(11)(e)(ii)", "CO-2106(11)(e)(i)", "CO-2106(13)(a)")
NATURAL = clauses("CO-2106(10).1", "CO-2106(10)(a)")
IN_ORDER = clauses("CO-2106(13)(b).1")
TIED = clauses("CO-2106(13)(e)")
SAID = clauses("CO-2106(13).1", "CO-2106(13).2")
BY_POKER = clauses("CO-2106(1)(a)", "CO-2106(1)(b)")
MISDEALT = clauses("CO-2106(7)(a)")
TIPPED = clauses("CO-2106(6)")
OURS = {
    Point.WAGERS_TAKEN: WAGERED,
    Point.SIDE_TERMS: clauses("CO-2106(2)(a)"),
    Point.FIRST_CARDS: DEALT,
    Point.UP_CARD: DEALT,
    Point.HOLE_CARD: DEALT,
    Point.INSURANCE_OFFERED: clauses("CO-2106(9)(d)"),
    Point.HOLE_CHECKED: NATURAL + clauses("CO-2106(9)(c)"),
    Point.CONTEST_ASKED: ASKED + clauses("CO-2106(9)(a)", "CO-2106(9)(b)"),
    Point.TURNS: clauses("CO-2106(11).1", "CO-2106(11)(a)"),
    Point.SECOND_CARD: clauses("CO-2106(12).1"),
    Point.DEALER_DRAWS: clauses("CO-2106(12).1", "CO-2106(12)(a)", "CO-2106(12)(b)"),
    Point.MAIN_SETTLED: IN_ORDER + TIED + NATURAL,
    Point.CONTEST_TOLD: SAID,
    Point.CONTEST_SETTLED: IN_ORDER + TIED + NATURAL + BUST_PLAYS + BY_POKER,
    Point.SIDE_SETTLED: clauses("CO-2106(8).1", "CO-2106(8)(a)"),
    Point.MISDEALT: MISDEALT,
    Point.TIPS: TIPPED,
}


@clause(
    "CO-2102.2", "CO-2106(3).2", "CO-2106(4).1", "CO-2106(9)(a)", "CO-2106(9)(b)", "CO-2106(13)(c)", "CO-2106(13)(d)"
)
def contest(house: House) -> Contest:
    """The best two of all cards at a box against the dealer's, who plays with a queen or better."""
    return Contest(
        ante=ANTE,
        bet=BET,
        ante_pays=house.payout(ANTE, "win"),
        bet_pays=house.payout(BET, "win"),
        offered=ASKED,
        equal=clauses("CO-2106(9)(a)"),
        forfeits=clauses("CO-2106(9)(b)"),
        to_natural=clauses("CO-2106(10)(a)"),
        not_qualified=clauses("CO-2106(13)(c)", "CO-2106(13)(d)"),
        compared=IN_ORDER + clauses("CO-2106(4).1", "CO-2106(13)(c)"),
        tied=TIED,
        needs_played=Refusal(
            "needs-21",
            "there is no 21 wager on this hand, which plays for its poker hand alone",
            clauses("CO-2106(3).1", "CO-2106(11).1", "CO-2106(2).1"),
        ),
        least=Rank(house.word("qualifies_from")),
        told=SAID,
        ranked=BY_POKER,
        bust_plays=BUST_PLAYS,
        dealer_bust_plays=clauses("CO-2106(13)(a)"),
        by_value=house.takes("AU02", "ten_valued"),
        first_two=house.takes("AU04", "first_two"),
        ante_draws=house.takes("AU07", "draws"),
    )


@clause("CO-2106(2)(a)", "CO-2106(4).2", "CO-2106(5)", "CO-2106(8)", "CO-2106(14)")
def bonus(house: House) -> SideWager:
    """A pair, or three of a kind with the up card, by the schedule of the house; it needs an ante and no other."""
    terms = side_terms(house, POKER_BONUS, clauses("CO-2106(2)(a)", "CO-2106(5)"), needs_main=())
    terms = replace(terms, needs=(Tie(ANTE, clauses("CO-2106(2)(a)")),))
    pays = {row: with_up_card(row, each) for row, each in odds_of(side_pays(house, POKER_BONUS)).items()}
    return poker_bonus(terms, pays, clauses("CO-2106(8).1", "CO-2106(4).2", "CO-2106(8)(b)"))


def with_up_card(row: str, pays: Payout) -> Payout:
    """The up card plays for three of a kind, and for nothing less."""
    return replace(pays, clauses=pays.clauses + clauses("CO-2106(8)(b)")) if row.startswith("three") else pays


@clause("CO-2106(2).1", "CO-2106(5)")
def with_ante(house: House, betting: BettingTerms) -> BettingTerms:
    """The ante beside the 21 wager: both, or at least one of them, as the house requires it (AU01)."""
    both = house.cited("require_both") if house.flag("require_both") else ()
    capped = Tie(house.rulebook.played, house.cited("ante_at_most_21")) if house.flag("ante_at_most_21") else None
    least, most = (Limit(house.cents(name), house.cited(name)) for name in ("main_min", "main_max"))
    ante = WagerTerms(ANTE, WAGERED, least, most, not_above=capped, compulsory=both)
    played = replace(betting.wagers[house.rulebook.played], compulsory=both)
    bonuses = {wager: terms for wager, terms in betting.wagers.items() if wager != played.wager}
    later = Refusal("too-early", "a bet is placed when the first cards lie", ASKED + clauses("CO-2106(9)(a)"))
    refused = {BET: later, tip_on(BET): not_offered(TIPPED, "a tip rides on 21 or ante"), POKER_BONUS: no_bonus(house)}
    refused[tip_on(POKER_BONUS)] = not_offered(TIPPED, "a tip rides on 21 or ante")
    not_taken = {wager: why for wager, why in refused.items() if wager not in bonuses}
    return replace(
        betting,
        wagers={played.wager: played, ANTE: ante, **bonuses},
        not_offered={**betting.not_offered, **not_taken},
    )


@clause("CO-2106(1).3")
def no_bonus(house: House) -> Refusal:
    two_decks = clauses("CO-2106(1).3") if house.integer("decks") == 2 else ()
    return not_offered(house.cited("poker_bonus") + two_decks)


def other_tie(case: Case) -> bool:
    return tie(case) and not two_blackjacks(case)


def tips_of(house: House) -> Tips:
    return tips(house, house.rulebook.played, ANTE, offered=TIPPED, same_odds=TIPPED, amounts=TIPPED)


@clause("CO-2106(3)", "CO-2106(11)", "CO-2106(12)", "CO-2106(7)(a)")
def compile_rules(house: House) -> BlackjackRules:
    betting = replace(all_under(BettingCites, WAGERED + AS_USUAL), main=WAGERED, limits=WAGERED)
    rules = standard_rules(
        house,
        cites=Cites(AS_USUAL, AS_USUAL, clauses("CO-2106(9)(d)") + AS_USUAL, betting, to_blackjack=NATURAL),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        sides=(bonus(house),) if house.flag("poker_bonus") else (),
        verbs={Bet: may_bet, Fold: may_fold},
        pushes=Pushes((Push(two_blackjacks, NATURAL + TIED), Push(other_tie, TIED))),
        misdeals=Misdeals(MISDEALT, MISDEALT, for_all=house.takes("AU08", "all")),
    )
    steps = inserted(rules.steps, bet_or_fold, before=offer_insurance)
    return replace(
        rules,
        steps=inserted(steps, tell_dealers_poker_hand, before=settle_main),
        betting=tips_of(house).beside(with_ante(house, rules.betting)),
        contest=contest(house),
        dealing=replace(rules.dealing, check=Check(by_device=False, clauses=ASKED + AS_USUAL, ends_play=NATURAL)),
        conduct=replace(rules.conduct, silent=clauses("CO-2106(11)(d)") + AS_USUAL),
        drawing=replace(rules.drawing, bust=BUST),
        settlement=replace(rules.settlement, bust_at_once=BUST),
    )
