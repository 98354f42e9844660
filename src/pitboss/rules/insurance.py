"""Insurance: against which up cards, for how much, and when it is collected."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Rank
from pitboss.core.options import Amounts, Refusal
from pitboss.ids import Clauses
from pitboss.money import Cents, down_to_chip, up_to_chip
from pitboss.wagers.side import SideWager


@dataclass(frozen=True, slots=True)
class Insurance:
    """Up to half of the main wager, exactly half if `exact`, in chips; rounded up to the next amount if `rounds_up`.

    `wager` says what it sees and pays, and against which up cards it is offered. Lost at the look for a blackjack, it
    is collected there if `collected_at_check`; one that a face card wins whatever the up card, `by_second_card`, is not
    lost there against a face card (MD18).
    """

    wager: SideWager
    offered: Clauses
    amount: Clauses
    moment: Clauses
    locked: Clauses
    chips: Clauses
    not_against: Clauses = ()
    exact: bool = False
    rounds_up: bool = False
    collected_at_check: bool = False
    by_second_card: bool = False

    def is_lost_at_check(self, up: Rank) -> bool:
        """Whether it is collected as soon as nobody finds a blackjack under this up card."""
        return self.collected_at_check and not (self.by_second_card and up is not Rank.ACE)

    def amounts(self, insured: Cents, chip: Cents) -> Amounts | Refusal:
        """What may be put up on a wager of this size."""
        to_chip = up_to_chip if self.rounds_up else down_to_chip
        most = to_chip(Fraction(insured, 2), chip)
        if not most:
            return Refusal("too-little", "half of the wager cannot be made of chips", self.amount)
        return Amounts(most if self.exact else chip, most, chip, self.amount, self.chips)
