"""Side wagers on the poker hand that some cards make, paid for the first row of an order that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.core.betting import Limit, WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.poker import Kind, first_made
from pitboss.wagers.side import Origin, SideWager

TWENTY_ONE_PLUS_THREE = Wager("21-plus-3")
TOP_3 = Wager("top-3")
THREE_CARDS = (Origin.FIRST, Origin.SECOND, Origin.UP)
TOP_RANKING = (Kind.SUITED_THREE_OF_A_KIND, Kind.STRAIGHT_FLUSH, Kind.THREE_OF_A_KIND)
RANKING = (Kind.STRAIGHT_FLUSH, Kind.THREE_OF_A_KIND, Kind.STRAIGHT, Kind.FLUSH)


@dataclass(frozen=True, slots=True)
class Best:
    """The one row that cards make, by an order of its own from the best on."""

    order: tuple[str, ...]

    def __call__(self, seen: Sequence[Card]) -> tuple[str, ...]:
        row = first_made(seen, self.order)
        return () if row is None else (row,)


def top_three(terms: WagerTerms, pays: Mapping[str, Payout], loses: Clauses) -> SideWager:
    """Top 3: of the same three cards three of a kind, best in one suit, or a straight flush."""
    return SideWager(terms.wager, THREE_CARDS, Best(best_first(pays, TOP_RANKING)), pays, loses, terms)


def best_first(pays: Mapping[str, Payout], ranking: Sequence[str]) -> tuple[str, ...]:
    """The rows of a pay table from the best paid on; of rows that are paid alike the ranking decides."""
    return tuple(sorted(pays, key=lambda row: (-pays[row].odds.ratio, ranking.index(row))))


def twenty_one_plus_three(
    terms: WagerTerms,
    pays: Mapping[str, Payout],
    loses: Clauses,
    *,
    claimed: Clauses = (),
    together: Limit | None = None,
) -> SideWager:
    """21+3: the first two cards of the box and the dealer's up card as a hand of three (PT02: the highest row)."""
    return SideWager(
        terms.wager,
        THREE_CARDS,
        Best(best_first(pays, RANKING)),
        pays,
        loses,
        terms,
        claimed=claimed,
        together=together,
    )
