"""Who may split, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pitboss.cards import Card, Rank
from pitboss.core.betting import Limit
from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Splitting:
    """Two cards of equal value, or of equal rank if `by_rank` (S07, split_by), `times` a box, aces `times_aces`.

    `again` is the clause of a further split, `limit` of how many there may be, of aces `limit_aces` where that is
    another; `order` that of the hands' turns, `decisions` that of what is decided on them, `to_blackjack` says what a
    dealer's blackjack leaves of them; the `wager` of a new hand is put up under the clauses of the split itself where
    there are no others. With `dealt_at_once` each hand gets a card before the first is played (TC11).
    """

    ways: ClassVar[int] = 2

    offered: Clauses
    wager: Clauses
    again: Clauses
    order: Clauses
    limit: Clauses
    decisions: Clauses
    to_blackjack: Clauses = ()
    times: int = 3
    times_aces: int = 3
    limit_aces: Clauses = ()
    by_rank: bool = False
    cap: Limit | None = None
    dealt_at_once: bool = False

    def cited(self, hand: Situation) -> Clauses:
        """The clauses by which these cards may be split."""
        return self.again if hand.split else self.offered

    def is_pair(self, cards: Sequence[Card]) -> bool:
        if len(cards) != 2:
            return False
        first, second = cards
        return first.rank is second.rank if self.by_rank else first.points == second.points

    def most(self, *, aces: bool) -> int:
        """How often a box may be split."""
        return self.times_aces if aces else self.times

    def refuses(self, cards: Sequence[Card], hand: Situation, hands: int) -> Refusal | None:
        """What speaks against splitting a hand of these cards in a box of this many hands."""
        if not self.is_pair(cards):
            cites = self.offered + (self.again if hand.split else ())
            equal = "rank" if self.by_rank else "value"
            return Refusal("not-a-pair", f"only two cards of equal {equal} may be split", cites)
        aces = cards[0].rank is Rank.ACE
        if hands > self.most(aces=aces):
            what = "aces" if aces else "a box"
            limit = self.limit_aces if aces and self.limit_aces else self.limit
            return Refusal("too-many-splits", f"{what} may be split {self.most(aces=aces)} time(s)", limit)
        return None


@dataclass(frozen=True, slots=True)
class ThreeWays(Splitting):
    """Three first cards into three hands: with a pair among them, above 21, or a 21 that may be declined.

    `above_21` are the clauses of the second; with `aces_as_11` an ace may be counted so that they are (TC04), under
    those of `by_ace`. `first_21` says which 21 may be split instead of being paid. The hands are not split again.
    """

    ways: ClassVar[int] = 3
    above_21: Clauses = ()
    aces_as_11: bool = True
    by_ace: Clauses = ()
    first_21: FirstTwentyOne | None = None

    def cited(self, hand: Situation) -> Clauses:
        if self.first_21 is not None and self.first_21.may_be_declined(hand):
            return self.first_21.cited(hand)
        return self.offered if self._has_pair(hand) and hand.total < 21 else self._above(hand)

    def _has_pair(self, hand: Situation) -> bool:
        """Whether two of the cards are a pair."""
        return hand.same_rank if self.by_rank else hand.pair

    def _above(self, hand: Situation) -> Clauses:
        return self.above_21 + (self.by_ace if hand.above_by_ace else ())

    def refuses(self, cards: Sequence[Card], hand: Situation, hands: int) -> Refusal | None:
        if hand.split or hands > 1:
            return Refusal("too-many-splits", "the hands of a three-way split are not split again", self.limit)
        if len(cards) != self.ways:
            return Refusal("not-first", "only the first three cards may be split", self.offered)
        if self._has_pair(hand) or hand.passes_21(aces_as_11=self.aces_as_11) or (hand.total == 21 and hand.soft):
            return None
        says = "three cards may be split if there is a pair among them or if they pass 21"
        paid = self.first_21.refused if hand.total == 21 and self.first_21 is not None else ()
        return Refusal("not-a-pair", says, paid or self.offered + self._above(hand))
