"""Buster Blackjack: that the dealer busts, by the number of cards that it took him."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from pitboss.cards import Card
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Moment, Origin, SideWager, WholeHand

BUSTER = Wager("buster")
FEWEST, MOST = 4, 8  # three cards pay as four do, and more than eight as eight
ROWS = {FEWEST: "3_or_4_cards", MOST: "8_or_more_cards"}


def begin(_: Card) -> int:
    return 1


def then(cards: Hashable, _: Card) -> int:
    assert isinstance(cards, int)
    return min(MOST, cards + 1)


def row(cards: Hashable) -> str:
    assert isinstance(cards, int)
    paid_as = max(FEWEST, cards)
    return ROWS.get(paid_as, f"{paid_as}_cards")


def apart(_: Card, __: Card) -> Hashable:
    return None


def buster(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    return SideWager(
        terms.wager,
        (Origin.DEALER,),
        WholeHand(begin, then, row, apart),
        pays,
        loses,
        terms,
        settled=Moment.WITH_MAIN,
        lost="no bust",
    )
