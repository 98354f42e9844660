"""The poker hand of split boxes.

After a split each hand is played as is best for the played wager alone, by the policy that the family's solver states,
and the poker hand takes what comes. What the first two cards come to is exact: cards that are drawn by a rule that
looks at cards drawn before leave the dealer's as likely as they were. What further cards add is measured on boxes that
are played out, and its error is part of the result. The worth of the played wager is the solver's, and exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.analysis.contest.sampling import PRODUCT, SQUARE, Box, Poker, before_the_box_draws, split_boxes
from pitboss.analysis.contest.tables import BY_VALUE, KINDS, LOSES, RANKS, TIES, WINS, Ways, strength_of_two, strengths
from pitboss.analysis.family.kernel import Hole
from pitboss.analysis.family.solver import Solution, UpCard
from pitboss.analysis.family.tables import Floats, Ints, numbers, with_card
from pitboss.rules.contest import Contest

SHIFTS, SHIFTS_OF_UNLIKE = 3, 6  # tens of two ranks come twice as often, and another card changes more for them


class SplitBox(NamedTuple):
    """A box that is split: worth of the played wager and of its square, for a unit; the chance of each kind.

    `product` is the worth of the played wager's result times that of ante and bet, in units of both; `error` the
    standard error of what ante and bet are worth. The square and the product are those of boxes that were played out,
    beside a dealer who draws as if their cards were still there.
    """

    played: float
    square: float
    kinds: Floats
    product: float
    error: float


@dataclass
class SplitBoxes:
    """All boxes that may be split against one up card; `units` is what each kind is worth."""

    solution: Solution
    contest: Contest
    up: int
    shoe: Ints
    hole: Hole
    ways: Ways
    decided: np.typing.NDArray[np.int8]
    units: Floats

    @property
    def at(self) -> UpCard:
        return self.solution.up_cards[int(BY_VALUE[self.up])]

    def split(self, first: int, second: int) -> SplitBox:
        value = int(BY_VALUE[first])
        splits = self.at.splits[value]
        most = self._most(value)
        played = splits.up_to(most)  # which makes the plan
        deck = self.shoe.copy()
        for rank in (first, second, self.up):
            deck[rank] -= 1
        if deck.min() < 0:
            return SplitBox(0.0, 0.0, np.zeros(KINDS), 0.0, 0.0)
        one_card = numbers()[with_card(self.solution.terms.empty, value)]
        box = Box(first, second, most, deck, self.hole, splits.plan, self.at.hands.after, one_card, BY_VALUE)
        start = strength_of_two()[first, second]
        poker = self._poker(start, deck)
        shifts = SHIFTS if first == second else SHIFTS_OF_UNLIKE
        gained, moments = np.zeros((shifts, 2)), np.zeros(2)
        seed = (self.up * RANKS + first) * RANKS + second
        split_boxes(box, self.solution.terms.split_pays, self.ways, poker, seed, gained, moments)
        won, lost = gained.mean(axis=0)
        kinds = poker.chance[start].copy()
        kinds[WINS] += won
        kinds[LOSES] += lost
        kinds[TIES] -= won + lost
        by_shift = gained @ (self.units[[WINS, LOSES]] - self.units[TIES])
        error = float(by_shift.std(ddof=1)) / shifts**0.5
        return SplitBox(played, float(moments[SQUARE]), kinds, float(moments[PRODUCT]), error)

    def _poker(self, start: int, deck: Ints) -> Poker:
        """Where the first two cards alone are the poker hand, whatever is drawn makes no other."""
        hands, ends = len(strengths()), int(self.ways.end.max()) + 1
        poker = Poker(
            strength=np.full_like(strength_of_two(), start) if self.contest.first_two else strength_of_two(),
            decided=self.decided,
            units=self.units,
            chance=np.zeros((hands, KINDS)),
            change=np.zeros((RANKS, hands, KINDS)),
            end=np.zeros(ends),
            worth=np.zeros((hands, ends)),
        )
        before_the_box_draws(deck, self.ways, poker)
        return poker

    def _most(self, value: int) -> int:
        """Into how many hands a pair is split at most.

        Where tens of different ranks are no pair, one that is split is not split again: the solver, to which all tens
        are the same, would do so too often.
        """
        splitting = self.solution.terms.rules.splitting
        by_rank = splitting is not None and splitting.by_rank
        if by_rank and value == BY_VALUE[-1]:
            return 2
        return self.at.splits[value].most
