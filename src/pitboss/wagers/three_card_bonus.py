"""Three Card Bonus: the poker hand of the first three cards, or their total of 21, paid for the highest row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import Card, Rank, Suit
from pitboss.core.betting import WagerTerms
from pitboss.core.hands import score
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.poker import Kind, made
from pitboss.wagers.poker_hand import best_first
from pitboss.wagers.side import Origin, SideWager

THREE_CARD_BONUS = Wager("three-card-bonus")
DIAMOND_ROYAL, MINI_ROYAL, TOTAL_21 = "diamond_royal", "mini_royal", "total_21"
RANKING = (
    DIAMOND_ROYAL,
    MINI_ROYAL,
    Kind.STRAIGHT_FLUSH,
    Kind.THREE_OF_A_KIND,
    Kind.STRAIGHT,
    Kind.FLUSH,
    Kind.PAIR,
    TOTAL_21,
)
ROYAL = {Rank.ACE, Rank.KING, Rank.QUEEN}


def everything(cards: Sequence[Card]) -> set[str]:
    """All rows that three cards fit: a royal is ace, king and queen of one suit (TC07)."""
    found: set[str] = set(made(cards))
    if score(cards).total == 21:
        found.add(TOTAL_21)
    if {card.rank for card in cards} == ROYAL and Kind.FLUSH in found:
        found.add(MINI_ROYAL)
        if cards[0].suit is Suit.DIAMONDS:
            found.add(DIAMOND_ROYAL)
    return found


@dataclass(frozen=True, slots=True)
class HighestRow:
    """The one row that is paid, by an order from the best paid on."""

    order: tuple[str, ...]

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        found = everything(seen)
        row = next((each for each in self.order if each in found), None)
        return () if row is None else (row,)


def three_card_bonus(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    sees = (Origin.FIRST, Origin.SECOND, Origin.THIRD)
    return SideWager(terms.wager, sees, HighestRow(best_first(pays, RANKING)), pays, loses, terms)
