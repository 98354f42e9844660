"""A 21 with the first cards that is paid at once, and who may decline that."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ids import Clauses
from pitboss.payouts import Payout
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class FirstTwentyOne:
    """Paid before the dealer looks for a blackjack. With a pair or an ace in it, it may be declined and played on.

    It is declined when its box has its turn, or `before_check`; then it loses to a blackjack (TC12). Two cards of equal
    value are a pair, or of equal rank if `by_rank`.
    """

    pays: Payout
    with_pair: Clauses
    with_ace: Clauses
    declined: Clauses
    before_check: bool = False
    by_rank: bool = False

    def made_by(self, hand: Situation) -> bool:
        return hand.total == 21 and hand.cards == 3 and not hand.split and not hand.doubles

    def may_be_declined(self, hand: Situation) -> bool:
        """A hard 21 has an ace in it only if another count of that would pass 21."""
        return self.made_by(hand) and (self._has_pair(hand) or hand.soft or hand.highest > 21)

    @property
    def refused(self) -> Clauses:
        """By which clauses others may not be declined."""
        return self.declined + self.with_pair + self.with_ace

    def cited(self, hand: Situation) -> Clauses:
        """Why this one may be declined."""
        return self.declined + (self.with_pair if self._has_pair(hand) else self.with_ace)

    def _has_pair(self, hand: Situation) -> bool:
        return hand.same_rank if self.by_rank else hand.pair
