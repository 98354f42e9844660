"""Insurance as a side wager: that the dealer's second card makes a blackjack."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, Rank
from pitboss.core.hands import score
from pitboss.core.wagering import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Moment, Order, Place, SideWager

INSURANCE = Wager("insurance")


def rows(seen: Sequence[Card]) -> tuple[str, ...]:
    return ("dealer_blackjack",) if score(seen).total == 21 else ()


def insurance(pays: Payout, offered: Clauses, loses: Clauses, against: frozenset[Rank]) -> SideWager:
    return SideWager(
        INSURANCE,
        (Place.UP, Place.HOLE),
        rows,
        {"dealer_blackjack": pays},
        loses,
        WagerTerms(INSURANCE, offered),
        placed=Moment.AFTER_DEAL,
        settled=Moment.SECOND_CARD,
        order=Order.FROM_LEFT,
        against=against,
        lost="no blackjack",
    )
