"""Match the Dealer: each of the first two cards may match a card of the dealer's, in its suit or in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Combination, Moment, Origin, SettlementOrder, SideWager

UP, DOWN = Wager("match-the-dealer"), Wager("match-the-dealer-down")


def by_rank(seen: Sequence[Card]) -> tuple[str, ...]:
    """A row for each of the box's cards that has the rank of the dealer's, which comes last."""
    *mine, dealer = seen
    return tuple(_row(card, dealer) for card in mine if card.rank is dealer.rank)


def by_points(seen: Sequence[Card]) -> tuple[str, ...]:
    """As by rank, but a king matches a queen too (S15)."""
    *mine, dealer = seen
    return tuple(_row(card, dealer) for card in mine if card.points == dealer.points)


SAME_SUIT, OTHER_SUIT = "same_suit", "other_suit"


def _row(card: Card, dealer: Card) -> str:
    return SAME_SUIT if card.suit is dealer.suit else OTHER_SUIT


def match_the_dealer(
    terms: WagerTerms,
    pays: Mapping[str, Payout],
    loses: Clauses,
    several: Clauses,
    *,
    points: bool = False,
    losers_first: bool = False,
    both: tuple[Combination, ...] = (),
) -> SideWager:
    """The wager against the up card, or against the down card by its terms' name.

    `both` are the clauses of two cards that match, where the text has a row for each way in which they can.
    """
    down = terms.wager == DOWN
    return SideWager(
        terms.wager,
        (Origin.FIRST, Origin.SECOND, Origin.HOLE if down else Origin.UP),
        by_points if points else by_rank,
        pays,
        loses,
        terms,
        settled=Moment.SECOND_CARD if down else Moment.AFTER_DEAL,
        order=SettlementOrder.LOSERS_FIRST if losers_first else SettlementOrder.ONE_PASS,
        several=several,
        combinations=both,
        lost="no match",
    )
