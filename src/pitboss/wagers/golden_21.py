"""Golden 21 Poker: the first two cards of the box as a poker hand of two, with blackjack among its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import TEN_VALUED, Card, Rank
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.poker import Kind, made
from pitboss.wagers.poker_hand import best_first
from pitboss.wagers.side import Origin, SideWager

GOLDEN_21 = Wager("golden-21")
BLACKJACK, GOLDEN = "blackjack", "golden_21"
PRINTED = (BLACKJACK, Kind.STRAIGHT, Kind.PAIR, Kind.STRAIGHT_FLUSH, GOLDEN)


@dataclass(frozen=True, slots=True)
class TwoCards:
    """The first row of an order that two cards make, or `every` one; `ace_low` counts ace and 2 as a straight."""

    order: tuple[str, ...]
    ace_low: bool = True
    every: bool = False

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        found = [row for row in self.order if row in self._made(seen)]
        return tuple(found) if self.every else tuple(found[:1])

    def _made(self, seen: Sequence[Card]) -> set[str]:
        found: set[str] = set(made(seen, ace_low=self.ace_low))
        ranks = {card.rank for card in seen}
        if Rank.ACE in ranks and ranks & TEN_VALUED:
            found.add(BLACKJACK)
        if ranks == {Rank.ACE, Rank.KING} and Kind.FLUSH in found:
            found.add(GOLDEN)
        return found


def golden_21(
    terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses, several: Clauses, *, rows: str, ace_low: bool
) -> SideWager:
    """`rows` says which of the rows that cards make are paid: the best paid, the sum, or the last printed (GP01).

    The schedules are printed from the lowest hand up, so in their order the last row is the highest.
    """
    order = best_first(pays, PRINTED) if rows == "highest" else PRINTED[::-1] if rows == "table_order" else PRINTED
    every = rows == "sum"
    return SideWager(
        terms.wager,
        (Origin.FIRST, Origin.SECOND),
        TwoCards(order, ace_low, every),
        pays,
        loses,
        terms,
        several=several if every else (),
    )
