"""Bust Bonus: that the dealer busts, by the up card, and better if the hand is suited or three eights."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pitboss.cards import Card, Rank, Suit
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Late, Moment, Origin, SettlementOrder, SideWager, WholeHand

BUST_BONUS = Wager("bust-bonus")
THREE = 3


class Suited(StrEnum):
    """Which cards must be of one suit for a suited bust (BB01)."""

    WHOLE_HAND = "whole_hand"
    UP_AND_HOLE = "up_and_hole"
    UP_AND_LAST = "up_and_last"


class Seen(NamedTuple):
    """The dealer's hand so far: the up card's row and suit, its cards up to three and one, the suits, the eights."""

    up: str
    suit: Suit
    cards: int
    suited: bool
    eights: bool


def begin(up: Card) -> Seen:
    row = "ace" if up.rank is Rank.ACE else str(up.points)
    return Seen(row, up.suit, 1, suited=True, eights=up.rank is Rank.EIGHT)


@dataclass(frozen=True, slots=True)
class Then:
    """What another card makes of the hand."""

    suited: Suited

    def __call__(self, seen: Hashable, card: Card) -> Seen:
        assert isinstance(seen, Seen)
        same = card.suit is seen.suit
        if self.suited is Suited.WHOLE_HAND:
            same = same and seen.suited
        elif self.suited is Suited.UP_AND_HOLE and seen.cards > 1:
            same = seen.suited
        eights = seen.eights and card.rank is Rank.EIGHT
        return Seen(seen.up, seen.suit, min(seen.cards + 1, THREE + 1), same, eights)


def row(seen: Hashable) -> str:
    assert isinstance(seen, Seen)
    what = "888" if seen.eights and seen.cards == THREE else seen.up
    return f"{'suited' if seen.suited else 'off_suit'}_{what}"


def apart(card: Card, up: Card) -> Hashable:
    return card.suit is up.suit


def bust_bonus(
    terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses, *, suited: Suited, late: Late
) -> SideWager:
    return SideWager(
        terms.wager,
        (Origin.DEALER,),
        WholeHand(begin, Then(suited), row, apart),
        pays,
        loses,
        terms,
        settled=Moment.WITH_MAIN,
        order=SettlementOrder.ONE_PASS,
        late=late,
        lost="no bust",
    )
