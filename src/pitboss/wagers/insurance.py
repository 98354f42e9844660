"""Insurance as a side wager: that the dealer's second card makes a blackjack, or is a face card."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import FACES, Card, Rank
from pitboss.core.betting import WagerTerms
from pitboss.core.hands import score
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Moment, Origin, SettlementOrder, SideWager

INSURANCE = Wager("insurance")


def rows(seen: Sequence[Card]) -> tuple[str, ...]:
    return ("dealer_blackjack",) if score(seen).total == 21 else ()


def face_below(seen: Sequence[Card]) -> tuple[str, ...]:
    """By the letter of a text that names the second card, whatever the up card is (MD18)."""
    _, hole = seen
    return ("face_below",) if hole.rank in FACES else ()


def insurance(
    pays: Payout, offered: Clauses, loses: Clauses, against: frozenset[Rank], *, by_second_card: bool = False
) -> SideWager:
    return SideWager(
        INSURANCE,
        (Origin.UP, Origin.HOLE),
        face_below if by_second_card else rows,
        {"face_below" if by_second_card else "dealer_blackjack": pays},
        loses,
        WagerTerms(INSURANCE, offered),
        placed=Moment.AFTER_DEAL,
        settled=Moment.SECOND_CARD,
        order=SettlementOrder.FROM_LEFT,
        against=against,
        lost="no face below" if by_second_card else "no blackjack",
    )
