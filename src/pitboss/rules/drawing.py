"""Who may draw a card."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Drawing:
    """A hand draws while it is below 21, unless it was doubled.

    `split_aces` names the clause by which a split ace gets one card and no more, where that is so (S08). `soft_21` says
    that a soft 21 of more than two cards may be drawn to (S06). `first_21` says what becomes of a 21 that the first
    cards make, where it is paid at once; one that may be declined may be drawn to. `above_21` are the clauses by which
    first cards above 21 are not lost yet, and are split or given up.
    """

    offered: Clauses
    below_21: Clauses
    not_on_blackjack: Clauses
    bust: Clauses
    doubled: Clauses
    split_aces: Clauses | None = None
    soft_21: bool = False
    first_21: FirstTwentyOne | None = None
    above_21: Clauses = ()

    def may_decline(self, hand: Situation) -> bool:
        """Whether this is a 21 that would be paid at once and need not be taken."""
        return self.first_21 is not None and self.first_21.may_be_declined(hand)

    def refuses(self, hand: Situation) -> Refusal | None:
        if hand.doubles:
            return Refusal("already-doubled", "a doubled hand gets no other card than its own", self.doubled)
        refusal = self.refuses_split_ace(hand)
        if refusal is not None or hand.total < 21:
            return refusal
        if hand.total > 21:
            return self.refuses_bust(hand)
        if hand.blackjack:
            return Refusal("blackjack", "a blackjack takes no card", self.not_on_blackjack)
        if (self.soft_21 and hand.soft) or self.may_decline(hand):
            return None
        return Refusal("total-21", "a total of 21 takes no card", self.below_21)

    def refuses_split_ace(self, hand: Situation) -> Refusal | None:
        if self.split_aces is not None and hand.split and hand.ace:
            return Refusal("split-aces", "a split ace gets one card and no more", self.split_aces)
        return None

    def refuses_bust(self, hand: Situation) -> Refusal:
        """Why nothing more is done with a hand above 21."""
        if self.above_21 and hand.cards == 3 and not hand.split and not hand.doubles:
            says = f"a first total of {hand.total} can only be split or surrendered"
            return Refusal("bust", says, self.above_21)
        return Refusal("bust", f"a total of {hand.total} has lost", self.bust)

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None
