"""Who may draw a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitboss.cards import Card, Rank
from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.payouts import Payout
from pitboss.rules.first_21 import FirstTwentyOne
from pitboss.rules.situation import Situation

ACE_KING = frozenset({Rank.ACE, Rank.KING})


@dataclass(frozen=True, slots=True)
class Drawing:
    """A hand draws while it is below 21, unless it was doubled; `not_on_21` is what the text says of a 21 itself.

    `split_aces` names the clause by which a split ace gets one card and no more, where that is so (S08). `soft_21` says
    that a soft 21 of more than two cards may be drawn to (S06). `first_21` says what becomes of a 21 that the first
    cards make, where it is paid at once; one that may be declined may be drawn to. `above_21` are the clauses by which
    first cards above 21 are not lost yet, and are split or given up; `split_hands` those by which hands of a split are
    played on, where the text says that apart. `not_on_ace_king` is cited too for a blackjack of an ace and a king.
    """

    offered: Clauses
    below_21: Clauses
    not_on_21: Clauses
    not_on_blackjack: Clauses
    bust: Clauses
    doubled: Clauses
    split_aces: Clauses | None = None
    soft_21: bool = False
    first_21: FirstTwentyOne | None = None
    above_21: Clauses = ()
    split_hands: Clauses = ()
    not_on_ace_king: Clauses = ()

    def may_decline(self, hand: Situation) -> bool:
        """Whether this is a 21 that would be paid at once and need not be taken."""
        return self.first_21 is not None and self.first_21.may_be_declined(hand)

    def paid_at_once(self, hand: Situation) -> Payout | None:
        """What these cards are paid at once, where they are first ones that make 21."""
        return self.first_21.pays if self.first_21 is not None and self.first_21.made_by(hand) else None

    def cited(self, hand: Situation) -> Clauses:
        """The clauses by which this hand may draw."""
        return self.apart(hand) or self.offered

    def apart(self, hand: Situation) -> Clauses:
        """The clauses by which this hand is played on, where they are not those of any other."""
        if self.first_21 is not None and self.may_decline(hand):
            return self.first_21.cited(hand)
        return self.split_hands if hand.split else ()

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
        return self.refuses_21(hand)

    def refuses_cards(self, cards: Sequence[Card], hand: Situation) -> Refusal | None:
        """Refuse as `refuses` does, and cite what the text says of an ace and a king."""
        refusal = self.refuses(hand)
        if refusal is None or not hand.blackjack or {card.rank for card in cards} != ACE_KING:
            return refusal
        return replace(refusal, clauses=self.not_on_ace_king + refusal.clauses)

    def refuses_split_ace(self, hand: Situation) -> Refusal | None:
        if self.split_aces is not None and hand.split and hand.ace:
            return Refusal("split-aces", "a split ace gets one card and no more", self.split_aces)
        return None

    def refuses_21(self, hand: Situation) -> Refusal:
        """Why a 21 takes no card: it has been paid, or it is one."""
        paid = self.paid_at_once(hand)
        cites = self.below_21 + self.not_on_21 if paid is None else paid.clauses
        return Refusal("total-21", "a total of 21 takes no card", cites)

    def refuses_bust(self, hand: Situation) -> Refusal:
        """Why nothing more is done with a hand above 21."""
        if self.above_21 and hand.cards == 3 and not hand.split and not hand.doubles:
            says = f"a first total of {hand.total} can only be split or surrendered"
            return Refusal("bust", says, self.above_21)
        return Refusal("bust", f"a total of {hand.total} has lost", self.below_21 + self.bust)

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None
