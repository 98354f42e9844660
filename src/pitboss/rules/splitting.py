"""Who may split, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card, Rank
from pitboss.core.options import Refusal
from pitboss.core.wagering import Limit
from pitboss.ids import Clauses


@dataclass(frozen=True, slots=True)
class Splitting:
    """Two cards of equal value, or of equal rank if `by_rank` (S07), `times` a box, aces `times_aces`.

    `again` is the clause of a further split, `order` that of the hands' turns, `decisions` that of what is decided on
    them, `to_blackjack` says what a dealer's blackjack leaves of them.
    """

    offered: Clauses
    wager: Clauses
    again: Clauses
    order: Clauses
    limit: Clauses
    decisions: Clauses
    to_blackjack: Clauses = ()
    times: int = 3
    times_aces: int = 3
    by_rank: bool = False
    cap: Limit | None = None

    def is_pair(self, cards: Sequence[Card]) -> bool:
        if len(cards) != 2:
            return False
        first, second = cards
        return first.rank is second.rank if self.by_rank else first.points == second.points

    def most(self, *, aces: bool) -> int:
        """How often a box may be split."""
        return self.times_aces if aces else self.times

    def refuses(self, cards: Sequence[Card], hands: int, *, split: bool) -> Refusal | None:
        """What speaks against splitting these cards in a box of this many hands."""
        if not self.is_pair(cards):
            clauses = self.again if split else self.offered
            return Refusal("not-a-pair", "only two cards of equal value may be split", clauses)
        aces = cards[0].rank is Rank.ACE
        if hands > self.most(aces=aces):
            what = "aces" if aces else "a box"
            return Refusal("too-many-splits", f"{what} may be split {self.most(aces=aces)} time(s)", self.limit)
        return None
