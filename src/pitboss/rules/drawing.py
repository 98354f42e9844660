"""Who may draw a card."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Drawing:
    """A hand draws while it is below 21, unless it was doubled.

    `split_aces` names the clause by which a split ace gets one card and no more, where that is so (S08). `soft_21` says
    that a soft 21 of more than two cards may be drawn to (S06).
    """

    offered: Clauses
    below_21: Clauses
    not_on_blackjack: Clauses
    bust: Clauses
    doubled: Clauses
    split_aces: Clauses | None = None
    soft_21: bool = False

    def refuses(self, hand: Situation) -> Refusal | None:
        if hand.doubles:
            return Refusal("already-doubled", "a doubled hand gets no other card than its own", self.doubled)
        refusal = self.refuses_split_ace(hand)
        if refusal is not None or hand.total < 21:
            return refusal
        if hand.total > 21:
            return Refusal("bust", f"a total of {hand.total} has lost", self.bust)
        if hand.blackjack:
            return Refusal("blackjack", "a blackjack takes no card", self.not_on_blackjack)
        if self.soft_21 and hand.soft:
            return None
        return Refusal("total-21", "a total of 21 takes no card", self.below_21)

    def refuses_split_ace(self, hand: Situation) -> Refusal | None:
        if self.split_aces is not None and hand.split and hand.ace:
            return Refusal("split-aces", "a split ace gets one card and no more", self.split_aces)
        return None

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None
