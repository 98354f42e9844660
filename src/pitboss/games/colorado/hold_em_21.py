"""21-Hold 'em (Colorado 30-2104): the standard game with one deck, and after it a hand of poker on a wager of its own,
with the dealer's first two cards as community cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitboss.cards import Rank
from pitboss.core.betting import BettingTerms, Limit, Together
from pitboss.core.incidents import Misdealt, SpotsSwapped
from pitboss.core.options import Refusal
from pitboss.core.requests import NextCard
from pitboss.core.rules import Handler
from pitboss.core.shuffling import ShoeCites, ShoeTerms
from pitboss.games.blackjack.house import BettingCites, odds_of, side_pays, side_terms
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.irregular import DECIDING
from pitboss.games.blackjack.poker_part import (
    may_bet,
    may_fold,
    play_poker,
    poker_misdealt,
    refuses_misdeal,
    refuses_swapped_spots,
    swap_spots,
)
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.steps import inserted, pick_up_cards
from pitboss.games.colorado.standard import POINTS, RULE_8, Cites, all_under, standard_rules
from pitboss.games.colorado.tips import tips
from pitboss.ids import Clauses, Wager, clauses
from pitboss.law.citations import clause
from pitboss.law.house import House
from pitboss.law.points import Point
from pitboss.rules.poker_part import PokerPart, PokerStep

POKER: Final = Wager("poker")
WAGERS: Final = (POKER, Wager("poker-2"), Wager("poker-3"))
AS_USUAL = clauses("CO-2104(4).1") + RULE_8
PLACED = clauses("CO-2104(2)(a).1")
BOTH = clauses("CO-2104(2)(b).1", "CO-2104(2)(b).3")
BURNED = clauses("CO-2104(1).3")
FORGIVEN = clauses("CO-2104(1).4")
SWAPPED = clauses("CO-2104(5).3")
KEPT = clauses("CO-2104(4).2", "CO-2104(5).1", "CO-2104(5).2", "CO-2104(5).4")
SHUFFLED = clauses("CO-2104(6).1", "CO-2104(6).2")
FIRST_CARD = clauses("CO-2104(7).1", "CO-2104(7).2")
SHOWN = clauses("CO-2104(13).1", "CO-2104(13)(a).1", "CO-2104(13)(a).2")
TIPPED = clauses("CO-2104(3).1", "CO-2104(3).2")
OURS = {
    Point.NEW_SHOE: clauses("CO-2104(1).2", "CO-2104(4).1") + BURNED,
    Point.WAGERS_TAKEN: clauses("CO-2104(2).1") + PLACED,
    Point.SIDE_TERMS: PLACED,
    Point.POKER_SHUFFLED: KEPT + SHUFFLED,
    Point.POKER_ASKED: FIRST_CARD
    + clauses("CO-2104(7).3", "CO-2104(8).1", "CO-2104(8).2", "CO-2104(8).3", "CO-2104(8).4", "CO-2104(9)")
    + clauses("CO-2104(10).1", "CO-2104(10).2", "CO-2104(10).3", "CO-2104(10).4", "CO-2104(11)"),
    Point.POKER_SETTLED: SHOWN + clauses("CO-2104(13)(a).3", "CO-2104(13)(b).1", "CO-2104(13)(b).3"),
    Point.PICK_UP: clauses("CO-2104(14)"),
    Point.POKER_MISDEALT: clauses("CO-2104(12)"),
    Point.POKER_SPOTS: SWAPPED,
    Point.BURN_FORGOTTEN: FORGIVEN,
    Point.TIPS: TIPPED + clauses("CO-2104(3).3"),
}


@clause("CO-2102.2", "CO-2104.object", "CO-2104(13)(b).1", "CO-2104(13)(b).3")
def poker_part(house: House) -> PokerPart:
    return PokerPart(
        wagers=WAGERS,
        pays=odds_of(side_pays(house, POKER)),
        steps=(
            PokerStep(*(clauses(f"CO-2104{each}") for each in ("(8).1", "(8).2", "(8).3", "(9)"))),
            PokerStep(*(clauses(f"CO-2104{each}") for each in ("(10).1", "(10).2", "(10).3", "(11)"))),
        ),
        pair_from=Rank(house.word("paying_pair_from")),
        kept=KEPT,
        shuffled=SHUFFLED,
        without=clauses("CO-2104(7).3"),
        misdealt=clauses("CO-2104(12)"),
        swapped=SWAPPED,
        shown=SHOWN,
        loses=clauses("CO-2104(13)(a).3"),
        alike=clauses("CO-2104(13)(b).1", "CO-2104(13)(b).3"),
        ranked=clauses("CO-2104(5).4", "CO-2104(13)(a).2", "CO-2102.2"),
        voids_all=house.takes("HE07", "all"),
        own_pair=house.takes("HE05", "own_card"),
    )


@clause("CO-2104(2)", "CO-2104(3)")
def betting(house: House, terms: BettingTerms) -> BettingTerms:
    """A poker wager beside the blackjack wager, optional or as the house requires it, and one a player."""
    compulsory = house.word("poker_entry") == "compulsory"
    capped = compulsory or house.takes("HE01", "always")
    placed, both = BOTH if compulsory else PLACED, Limit(house.cents("together_max"), house.cited("together_max"))
    poker = replace(
        side_terms(house, POKER, placed, needs_main=clauses("CO-2104(2).1") + placed),
        compulsory=BOTH if compulsory else (),
        together=Together(house.rulebook.played, both) if capped else None,
        one_box=clauses("CO-2104(2)(a).2"),
    )
    later = [(wager, clauses(each)) for wager, each in zip(WAGERS[1:], ("CO-2104(8).3", "CO-2104(10).3"), strict=True)]
    several = house.flag("extra_blackjack_hands")
    taken = replace(
        terms,
        wagers={**terms.wagers, POKER: poker},
        not_offered={**terms.not_offered, **{each: too_early(each, cited) for each, cited in later}},
        boxes_per_player=house.integer("boxes_per_player") if several else 1,
        several_clauses=clauses("CO-2104(2)(b).4" if compulsory else "CO-2104(2)(a).3"),
    )
    same_odds, played = clauses("CO-2104(3).3"), house.rulebook.played
    return tips(house, played, POKER, offered=TIPPED, same_odds=same_odds, amounts=TIPPED).beside(taken)


def too_early(wager: Wager, cited: Clauses) -> Refusal:
    return Refusal("too-early", f"a {wager} wager is placed with a bet, when its card lies", cited)


@clause("CO-2104(1).2", "CO-2104(1).3", "CO-2104(1).4")
def dealt_from_the_hand(house: House, usual: ShoeTerms) -> ShoeTerms:
    """Every round has a shuffled deck of its own, so no cut card comes out; the house burns as it likes."""
    cites = replace(usual.cites, shuffle=clauses("CO-2104(4).1"), burn=BURNED)
    return replace(
        usual,
        is_cut=False,
        behind=None,
        every_round=True,
        burns=house.integer("burn_count"),
        burn_forgiven=FORGIVEN,
        cites=cites,
    )


@clause("CO-2104(4).1", "CO-2104(12)")
def compile_rules(house: House) -> BlackjackRules:
    cited = clauses("CO-2104(2).1") + AS_USUAL
    rules = standard_rules(
        house,
        cites=Cites(
            AS_USUAL,
            AS_USUAL,
            AS_USUAL,
            replace(all_under(BettingCites, cited), chip=PLACED + cited),
            all_under(ShoeCites, AS_USUAL),
        ),
        points={point: AS_USUAL + OURS.get(point, ()) for point in POINTS},
        verbs={Bet: may_bet, Fold: may_fold},
    )
    misdeal = Handler(poker_misdealt, DECIDING, refuses_misdeal, clauses("CO-2104(12)"), always=True)
    swapped = Handler(swap_spots, (NextCard,), refuses_swapped_spots, SWAPPED)
    return replace(
        rules,
        steps=inserted(rules.steps, play_poker, before=pick_up_cards),
        incidents={**rules.incidents, Misdealt: misdeal, SpotsSwapped: swapped},
        betting=betting(house, rules.betting),
        shoe=dealt_from_the_hand(house, rules.shoe),
        conduct=replace(rules.conduct, pick_up=clauses("CO-2104(14)") + AS_USUAL),
        poker=poker_part(house),
    )
