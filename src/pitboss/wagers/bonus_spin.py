"""Bonus Spin: an ace in the first two cards is paid a sum, a blackjack earns the wheel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card, Rank
from pitboss.core.betting import WagerTerms
from pitboss.core.hands import score
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Pays
from pitboss.wagers.side import Origin, SettlementOrder, SideWager

BONUS_SPIN = Wager("bonus-spin")
_ACES = ((), ("ace",), ("two_aces",))


def rows(seen: Sequence[Card]) -> tuple[str, ...]:
    if score(seen).total == 21:
        return ("blackjack",)
    return _ACES[sum(card.rank is Rank.ACE for card in seen)]


def bonus_spin(terms: WagerTerms, pays: Mapping[str, Pays], loses: Clauses) -> SideWager:
    sees = (Origin.FIRST, Origin.SECOND)
    return SideWager(terms.wager, sees, rows, pays, loses, terms, order=SettlementOrder.LOSERS_FIRST, lost="no ace")
