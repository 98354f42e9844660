"""Poker bonus: a pair in the first two cards of a box, or three of a kind together with the dealer's up card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card, Rank, Suit
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.wagers.side import Origin, SideWager

POKER_BONUS = Wager("poker-bonus")


def bonus_row(seen: Sequence[Card]) -> tuple[str, ...]:
    """The one row that two own cards and the up card make; the up card counts for three of a kind only (AU09)."""
    first, second, up = seen
    if first.rank is not second.rank:
        return ()
    aces = first.rank is Rank.ACE
    if up.rank is not first.rank:
        suited = first.suit is second.suit
        return (("pair_of_aces" if aces else "pair") + ("_suited" if suited else ""),)
    if first.suit is second.suit is up.suit:
        of_spades = aces and up.suit is Suit.SPADES
        return (("three_aces_of_spades" if of_spades else "three_aces_suited" if aces else "three_suited"),)
    return (("three_aces" if aces else "three_of_a_kind"),)


def poker_bonus(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    return SideWager(
        terms.wager, (Origin.FIRST, Origin.SECOND, Origin.UP), bonus_row, pays, loses, terms, lost="no pair"
    )
