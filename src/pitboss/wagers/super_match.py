"""Super Match: of a kind among the first four cards of a player, by the order that its text gives."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.poker import Kind
from pitboss.wagers.poker_hand import Best
from pitboss.wagers.side import Origin, SideWager

SUPER_MATCH = Wager("super-match")
RANKING = (Kind.FOUR_OF_A_KIND, Kind.TWO_PAIR, Kind.THREE_OF_A_KIND, Kind.PAIR)
FOUR_CARDS = (Origin.FIRST, Origin.OTHER_FIRST, Origin.SECOND, Origin.OTHER_SECOND)


def super_match(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    return SideWager(terms.wager, FOUR_CARDS, Best(RANKING), pays, loses, terms, by_rank=True)
