"""An invented side wager, that the first two cards are a pair: all that it needs stands here and in its rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.games.blackjack.house import side_pays, side_terms
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado import standard
from pitboss.ids import Wager
from pitboss.law.house import House
from pitboss.wagers.side import Origin, SettlementOrder, SideWager

LUCKY_PAIR = Wager("lucky-pair")

RULEBOOK = """
id = "lucky-21"
title = "Blackjack with Lucky Pair"
jurisdiction = "Colorado"
game = "Blackjack"
text = "An invented game"
deck = "standard"
extends = "blackjack-co"

[wagers.lucky-pair]
says = "That the first two cards are a pair"
least = "lucky_min"
most = "lucky_max"

[options.lucky_min]
kind = "at_least"
type = "money"
least = "1.00"
default = "1.00"
unit = "dollars"
clauses = ["CO-2102.1"]
says = "Smallest Lucky Pair wager"

[options.lucky_max]
kind = "declared"
type = "money"
default = "25.00"
unit = "dollars"
clauses = ["CO-2102.1"]
says = "Largest Lucky Pair wager"

[[payouts.lucky-pair]]
row = "same_card"
odds = "25:1"
clauses = ["CO-2102.1"]
says = "Two equal cards"

[[payouts.lucky-pair]]
row = "pair"
odds = "10:1"
clauses = ["CO-2102.1"]
says = "Any other pair"
"""


def rows(seen: Sequence[Card]) -> tuple[str, ...]:
    one, other = seen
    if one is other:
        return ("same_card",)
    return ("pair",) if one.rank is other.rank else ()


def lucky_pair(house: House) -> SideWager:
    terms = side_terms(house, LUCKY_PAIR, standard.RULE_8, needs_main=standard.RULE_8)
    return SideWager(
        LUCKY_PAIR,
        sees=(Origin.FIRST, Origin.SECOND),
        rows=rows,
        pays=side_pays(house, LUCKY_PAIR),
        loses=standard.RULE_8,
        terms=terms,
        order=SettlementOrder.LOSERS_FIRST,
        lost="no pair",
    )


def compile_rules(house: House) -> BlackjackRules:
    """The standard game with the wager in it, settled as soon as the cards lie."""
    return standard.standard_rules(house, sides=(lucky_pair(house),))
