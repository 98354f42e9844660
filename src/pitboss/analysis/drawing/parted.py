"""What three first cards are worth that are parted into three hands.

Each hand is played as is best for its own cards when the other two are gone. All cards to come are exchangeable, so the
three worths add up, and nothing is left out but what the other hands have drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.kernel import BEST, STAND, one_card_starts
from pitboss.analysis.drawing.split_spread import PartedSpread
from pitboss.analysis.drawing.tables import ACE, Floats, Ints, Multiset, Place, with_card
from pitboss.analysis.drawing.terms import two_cards

if TYPE_CHECKING:
    from pitboss.analysis.drawing.solver import UpCard


@dataclass
class Parted:
    """Three first cards parted into three hands against one up card, which are not split again.

    `singles` are the worths of hands that begin with one card of each rank, when two other cards are out.
    """

    at: UpCard

    def __post_init__(self) -> None:
        self.terms = self.at.terms
        self.known: dict[Multiset, Floats] = {}
        self._by_own_cards: dict[Multiset, Floats] = {}
        self.plans: dict[Multiset, NDArray[np.uint8]] = {}

    def worth(self, hand: Multiset) -> float:
        """What these three cards are worth when they are parted and each is played as is best."""
        return sum(count * float(self.singles(_without(hand, rank))[rank]) for rank, count in enumerate(hand) if count)

    def singles(self, out: Multiset) -> Floats:
        if out not in self.known:
            self._solve(out)
        return self.known[out]

    def plan(self, out: Multiset) -> Ints:
        """How hands are played as is best when these cards are out."""
        if out not in self.plans:
            self._solve(out)
        return self.plans[out].astype(np.int64)

    def _solve(self, out: Multiset) -> None:
        """The plans are many, so they are kept in little room."""
        plan = np.zeros((len(self.terms.all_hands), 3), dtype=np.int64)
        self.known[out] = self._singles(out, plan, follow=False)
        self.plans[out] = plan.astype(np.uint8)

    @cached_property
    def alone(self) -> Floats:
        """The worth of one card by itself, when nothing is known of others."""
        return self.singles(self.terms.empty)

    def own_plan(self, rank: int) -> Ints:
        """How a hand that begins with this card is played when nothing is known of the other two."""
        return self.with_rank(self.plan(self.terms.empty), rank)

    def with_rank(self, plan: Ints, rank: int) -> Ints:
        """A plan as it is kept to by a hand that begins with this card."""
        if not self.gets_one(rank):
            return plan
        plan = plan.copy()
        plan[[self.at.number(hand) for hand in two_cards(self.terms.alphabet) if hand[ACE]], 0] = STAND
        return plan

    def by_own_cards(self, hand: Multiset) -> float:
        """What three cards are worth when each is played as if the other two were not known to be out."""
        plan = self.plan(self.terms.empty)
        ours = [(rank, count, _without(hand, rank)) for rank, count in enumerate(hand) if count]
        return sum(count * float(self._followed(out, plan)[rank]) for rank, count, out in ours)

    def _followed(self, out: Multiset, plan: Ints) -> Floats:
        if out not in self._by_own_cards:
            self._by_own_cards[out] = self._singles(out, plan, follow=True)
        return self._by_own_cards[out]

    def _singles(self, out: Multiset, plan: Ints, *, follow: bool) -> Floats:
        values = self.at.solve_split(self.shoe(out), self._all, plan, Place.BORN, follow=follow)
        return self._starts(
            out, values, np.array([STAND if self.gets_one(rank) else BEST for rank in self.terms.ranks])
        )

    def gets_one(self, rank: int) -> bool:
        """Whether nothing is decided on a hand that begins with this card: split aces may get one card each (TC05)."""
        return rank == ACE and not self.terms.draws_on_split_aces

    def _starts(self, out: Multiset, worths: Floats, columns: Ints) -> Floats:
        found = np.zeros(len(self.terms.ranks))
        one_card = np.array([self.at.number(with_card(self.terms.empty, rank)) for rank in self.terms.ranks])
        tables = (self.at.hole, self.at.hands, one_card)
        one_card_starts(self.at.up, self.shoe(out), *tables, worths, columns, found)
        return found

    @cached_property
    def _all(self) -> Ints:
        return np.ones(len(self.terms.all_hands), dtype=np.int64)

    def shoe(self, out: Multiset) -> Ints:
        return np.asarray(self.at.shoe - np.array(out, dtype=np.int64))

    @cached_property
    def spread(self) -> PartedSpread:
        """The squares of boxes that are parted."""
        return PartedSpread(self)

    @cached_property
    def spread_by_own_cards(self) -> PartedSpread:
        """The same when each hand is played as if the other two were not known to be out."""
        return PartedSpread(self, by_own_cards=True)


def _without(hand: Multiset, rank: int) -> Multiset:
    return with_card(hand, rank, -1)
