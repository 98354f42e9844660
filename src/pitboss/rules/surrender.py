"""Giving up: half of the wager on the first two cards, or the original wager of a double."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Surrender:
    """Half of the wager, before any other decision; against a possible blackjack it waits for the second card.

    `on_split_hand` is the clause that keeps it from split hands, or nothing where they have it too (S12); a dealer's
    blackjack takes each of them whole, or if `original_only` nothing that the split had added (S39). Where
    `above_21` names clauses, it is for `first_cards` that pass 21, and nothing else may then be done with them but to
    split them; with `aces_as_11` an ace may be counted so that they do (TC04), under the clauses of `by_ace`. `spared`
    are the clauses by which such a hand loses only half to a dealer's blackjack too (TC10).
    """

    offered: Clauses
    first: Clauses
    at_once: Clauses
    held: Clauses
    to_blackjack: Clauses
    on_split_hand: Clauses | None
    original_only: bool = False
    first_cards: int = 2
    above_21: Clauses | None = None
    aces_as_11: bool = False
    by_ace: Clauses = ()
    spared: Clauses | None = None
    after_double: Clauses = ()
    after_draw: Clauses = ()
    not_on_blackjack: Clauses = ()

    def ace_in(self, hand: Situation) -> Clauses:
        """The clauses that count an ace of this hand, where it takes one to be above 21."""
        return self.by_ace if hand.above_by_ace else ()

    def refuses(self, hand: Situation) -> Refusal | None:
        if hand.split and self.on_split_hand is not None:
            return Refusal("split-hand", "a split hand cannot be surrendered", self.on_split_hand)
        if hand.cards > self.first_cards or hand.doubles:
            after = self.after_double if hand.doubles else self.after_draw
            return Refusal("not-first", "surrender comes before any other decision", after or self.first)
        if self.above_21 is not None and not hand.passes_21(aces_as_11=self.aces_as_11):
            return Refusal("not-over-21", "only a hand above 21 can be surrendered", self.above_21 + self.ace_in(hand))
        if hand.blackjack:
            return Refusal(
                "blackjack", "a blackjack has won and is not surrendered", self.not_on_blackjack or self.offered
            )
        return None

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None


@dataclass(frozen=True, slots=True)
class Rescue:
    """The added wagers of a double go back and the original one is forfeited, unless the hand is bust.

    Right after the double's card; if `late`, once all have acted and until the dealer's second card shows (S11).
    """

    offered: Clauses
    not_bust: Clauses
    late: bool = False

    def refuses(self, hand: Situation) -> Refusal | None:
        if not hand.doubles:
            return Refusal("not-doubled", "only a doubled hand can be rescued", self.offered)
        if hand.total > 21:
            return Refusal("bust", "a hand above 21 cannot be rescued", self.not_bust)
        return None

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None
