"""Who may double, how often and for how much."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.core.betting import Limit
from pitboss.core.layout import Stake
from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.money import Cents, spoken
from pitboss.rules.drawing import Drawing
from pitboss.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Doubling:
    """One more wager and one more card, `times` a hand at most.

    On the cards with which a hand begins, `first_cards` or two after a split, unless `any_number`; on split hands if
    `after_split`, on others if `before_split`; on a 21 or a blackjack where the text says so (`on_21`, `again_on_21`,
    `on_blackjack`), and on a first 21 that may be declined. The added wager is the original one, or less if
    `for_less`; a second one, under the clauses of `again` too, is all that is at stake where `second_is_at_stake`.
    `totals` are the clauses that bound the total, where the text does so for doubling too. `to_blackjack` says what a
    dealer's blackjack leaves of it.
    """

    drawing: Drawing
    offered: Clauses
    amount: Clauses
    one_card: Clauses
    to_blackjack: Clauses = ()
    times: int = 1
    any_number: bool = True
    first_cards: int = 2
    before_split: bool = True
    after_split: bool = True
    for_less: bool = False
    second_is_at_stake: bool = False
    on_21: bool = False
    again_on_21: bool = False
    on_blackjack: bool = False
    not_on_blackjack: Clauses = ()
    again: Clauses = ()
    totals: Clauses = ()
    cap: Limit | None = None

    def cited(self, hand: Situation) -> Clauses:
        """The clauses by which this hand may be doubled."""
        return self.drawing.apart(hand) or self.offered + (self.again if hand.doubles else ())

    def priced(self, hand: Situation) -> Clauses:
        """The clauses of how much is added to it."""
        return self.amount + (self.again if hand.doubles else ())

    def refuses(self, hand: Situation) -> Refusal | None:
        if hand.doubles >= self.times:
            return Refusal("already-doubled", "a doubled hand gets no other card than its own", self.one_card)
        return self.drawing.refuses_split_ace(hand) or self._refuses_total(hand) or self._refuses_place(hand)

    def _refuses_total(self, hand: Situation) -> Refusal | None:
        if hand.total < 21:
            return None
        if hand.total > 21:
            return self._with_totals(self.drawing.refuses_bust(hand))
        if hand.blackjack:
            cites = self.not_on_blackjack or self.offered
            return None if self.on_blackjack else Refusal("blackjack", "a blackjack takes no card", cites)
        if (self.again_on_21 if hand.doubles else self.on_21) or self.drawing.may_decline(hand):
            return None
        return self._with_totals(self.drawing.refuses_21(hand))

    def _with_totals(self, refusal: Refusal) -> Refusal:
        return replace(refusal, clauses=refusal.clauses + self.totals)

    def _refuses_place(self, hand: Situation) -> Refusal | None:
        if hand.cards > (2 if hand.split else self.first_cards) and not self.any_number:
            return Refusal("not-first", "only the first cards of a hand may be doubled", self.cited(hand))
        if not hand.split and not self.before_split:
            return Refusal("not-split", "only a hand of a split may be doubled", self.offered)
        if hand.split and not self.after_split:
            return Refusal("split-hand", "a split hand cannot be doubled", self.cited(hand))
        return None

    def permits(self, hand: Situation) -> bool:
        return self.refuses(hand) is None

    def most(self, stake: Stake, doubles: int) -> Cents:
        """What is added in full: the original wager, or all that is at stake (CH05)."""
        return stake.total if doubles and self.second_is_at_stake else stake.original

    def stake_after(self, doubles: int) -> int:
        """What lies on a hand after this number of full doubles, in original wagers."""
        if doubles < 2:
            return 1 + doubles
        return 4 if self.second_is_at_stake else 1 + doubles


def capped(cap: Limit | None, least: Cents, most: Cents) -> Cents | Refusal:
    """What may be added at most, where a text limits each added wager (CH04)."""
    if cap is None:
        return most
    if least > cap.amount:
        says = f"an added wager of {spoken(least)} is over the maximum of {spoken(cap.amount)}"
        return Refusal("over-maximum", says, cap.clauses)
    return Cents(min(most, cap.amount))
