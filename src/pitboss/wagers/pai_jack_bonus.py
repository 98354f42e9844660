"""Pai Jack bonus: whether a packet holds an ace with two ten-valued cards, and which; paid for the highest row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import TEN_VALUED, Card, Rank, Suit
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.poker_hand import best_first
from pitboss.wagers.side import Moment, Origin, SideWager

PAI_JACK_BONUS = Wager("pai-jack-bonus")
SUPER, ROYAL, JACK, PAI_JACK = RANKING = ("super", "royal", "jack", "pai_jack")
ROYAL_RANKS = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN})


def is_pai_jack(packet: Sequence[Card]) -> bool:
    """An ace with any two ten-valued cards."""
    return any(card.rank is Rank.ACE for card in packet) and sum(card.rank in TEN_VALUED for card in packet) >= 2


def matters(card: Card) -> bool:
    """Whether a card can be part of a row; what else a packet holds is nothing to any of them."""
    return card.rank is Rank.ACE or card.rank in TEN_VALUED


def everything(packet: Sequence[Card]) -> set[str]:
    """All rows that a packet fits."""
    if not is_pai_jack(packet):
        return set()
    jacks = sum(card.rank is Rank.JACK for card in packet)
    royal = any({card.rank for card in packet if card.suit is suit} >= ROYAL_RANKS for suit in Suit)
    fits = {PAI_JACK: True, JACK: jacks >= 2, ROYAL: royal, SUPER: jacks == 4}
    return {row for row, fitting in fits.items() if fitting}


@dataclass(frozen=True, slots=True)
class HighestRow:
    """The one row that is paid, by an order from the best paid on."""

    order: tuple[str, ...]

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        found = everything(seen)
        return tuple(row for row in self.order if row in found)[:1]


def pai_jack_bonus(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    """A winner is paid with its Pai Jack, a loser collected when the main wager of its hand is settled (PJ06)."""
    return SideWager(
        terms.wager,
        (Origin.PACKET,),
        HighestRow(best_first(pays, RANKING)),
        pays,
        loses,
        terms,
        settled=Moment.BESIDE_MAIN,
        lost="no Pai Jack",
    )
