"""How blackjack and poker end together on every hand: what serves all stakes of Ante Up 21."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.kernel import MOMENTS, RESULTS, Stakes, joint_ends, play_together
from pitboss.analysis.contest.seen import visits
from pitboss.analysis.contest.split_kernel import MOST_HANDS, Rows
from pitboss.analysis.contest.split_play import SplitPlay
from pitboss.analysis.contest.splits import AloneBox, alone_box, rows_of
from pitboss.analysis.contest.tables import (
    BY_VALUE,
    EMPTY,
    KINDS,
    LOSES,
    NOT_QUALIFIED,
    RANKS,
    STARTS,
    TIES,
    WINS,
    Held,
    Ways,
    by_value,
    cards_of,
    dealer,
    held,
)
from pitboss.analysis.drawing.kernel import NEVER, SPLIT, Hole
from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.tables import BY_POINTS, BY_RANK, Floats, Ints, Multiset, with_card
from pitboss.core.kinds import Outcome as Ending
from pitboss.poker.two_cards import best_two
from pitboss.rules.contest import Contest


class Played(NamedTuple):
    """One up card played by every hand: worths by decision, how hands end by the best one, and which that is."""

    worths: Floats
    moments: Floats
    plan: NDArray[np.int8]


@dataclass
class Joint:
    """What serves all stakes: how blackjack and poker end together on every hand, against every up card."""

    solution: Solution
    contest: Contest

    def __post_init__(self) -> None:
        self._rows: dict[tuple[int, int], Rows] = {}
        self._split_plays: dict[tuple[int, int], SplitPlay] = {}
        assert self.solution.terms.peeks, "fold or bet is decided before a look that leads to all else"

    @cached_property
    def hands(self) -> Held:
        return held(self.contest)

    @cached_property
    def shoe(self) -> Ints:
        return replace(self.solution.terms, alphabet=BY_RANK).shoe

    @cached_property
    def holes(self) -> list[Hole]:
        fine = replace(self.solution.terms, alphabet=BY_RANK)
        return [fine.hole(up) for up in range(RANKS)]

    @cached_property
    def units(self) -> Floats:
        """What ante and bet come to together by kind, for a unit of each."""
        ante, bet = (each.odds.pays / each.odds.to for each in (self.contest.ante_pays, self.contest.bet_pays))
        found = np.zeros(KINDS)
        found[[WINS, LOSES, NOT_QUALIFIED]] = ante + bet, -2.0, ante
        return found

    @cached_property
    def nets(self) -> Floats:
        """What each hand comes to for a unit, as it is and doubled, against each end but a natural."""
        pays, coarse = self.solution.terms.plain_pays, self.hands.coarse
        found = np.stack((pays.stood[coarse], pays.doubled[coarse]), axis=1)[:, :, : self.solution.terms.blackjack]
        for doubles in range(2):
            found[coarse < 0, doubles] = pays.bust[doubles]
        return found

    @cached_property
    def results(self) -> NDArray[np.int8]:
        net = self.nets[:, 0]
        return np.where(net > 0, WINS, np.where(net < 0, LOSES, TIES)).astype(np.int8)

    def ways(self, up: int) -> tuple[Ways, NDArray[np.int8]]:
        """The dealer's ways from an up card, and what becomes of each poker hand against his."""
        ways, decided = dealer(self.solution.terms.drawing, self.contest)
        return ways[up], decided

    @cached_property
    def ends(self) -> list[Floats]:
        found = []
        for up in range(RANKS):
            ends = np.zeros((len(self.hands.counts), RESULTS, KINDS))
            joint_ends(up, self.shoe, self.holes[up], self.hands, *self.ways(up), self.results, ends)
            found.append(ends)
        return found

    @cached_property
    def may_be_split(self) -> list[int]:
        """The numbers of first cards that may be split."""
        return [place for place, pair in enumerate(STARTS) if self.may_split(pair)]

    def may_split(self, pair: tuple[int, int]) -> bool:
        """Whether two first cards may be split; the rules say whether tens of different ranks are a pair."""
        splitting, hand = self.solution.terms.rules.splitting, by_value(hand_of(pair))
        if splitting is None or splitting.most(aces=pair[0] == 0) < 1:
            return False
        return splitting.refuses(cards_of(pair), self.solution.terms.situation(hand), 1) is None

    def most_hands(self, value: int) -> int:
        """Into how many hands a pair is split at most.

        Where tens of different ranks are no pair, one that is split is not split again: the solver, to which all tens
        are the same, would do so too often.
        """
        splitting = self.solution.terms.rules.splitting
        if splitting is not None and splitting.by_rank and value == BY_VALUE[-1]:
            return 2
        return min(MOST_HANDS, 1 + self.solution.terms.max_splits(value))

    @cached_property
    def alone(self) -> dict[tuple[int, int], AloneBox]:
        """Split boxes that are played for the played wager alone, by up card and number of the first cards."""
        return {(up, place): alone_box(self, up, STARTS[place]) for up in range(RANKS) for place in self.may_be_split}

    def split_rows(self, up: int, value: int) -> Rows:
        """The hands that a split hand can become, by value of the up card and of the pair."""
        if (up, value) not in self._rows:
            self._rows[up, value] = rows_of(self.solution.up_cards[up], value)
        return self._rows[up, value]

    def split_play(self, played: int, ante: int, instead: Floats) -> SplitPlay:
        """Split boxes at these stakes, where other decisions are worth so much."""
        if (played, ante) not in self._split_plays:
            self._split_plays[played, ante] = SplitPlay(self, played, ante, instead)
        return self._split_plays[played, ante]

    @cached_property
    def visits(self) -> list[Floats]:
        """By value of a pair, how often what may be seen of its box comes up."""
        likely = self.shoe / self.shoe.sum()
        return [visits(value, BY_VALUE, likely) for value in range(BY_POINTS.size)]

    def play(self, up: int, stakes: Stakes, more: float) -> Played:
        size = len(self.hands.counts)
        found = Played(np.full((size, SPLIT + 1), NEVER), np.zeros((size, MOMENTS)), np.zeros(size, dtype=np.int8))
        play_together(up, self.shoe, self.holes[up], self.hands, self.ends[up], stakes, more, *found)
        return found

    def chance(self, pair: tuple[int, int], up: int) -> float:
        """The chance of first cards and an up card."""
        shoe = [int(each) for each in self.shoe]
        size, (one, other) = sum(shoe), pair
        ways = comb(shoe[one], 2) if one == other else shoe[one] * shoe[other]
        return ways / comb(size, 2) * max(0, shoe[up] - pair.count(up)) / (size - 2)

    @cached_property
    def naturals(self) -> Floats:
        """By up card and first cards: the chance that the ante wins, loses and ties against a dealer's natural."""
        return np.array([[self._natural(pair, up) for pair in STARTS] for up in range(RANKS)])

    def _natural(self, pair: tuple[int, int], up: int) -> Floats:
        found = np.zeros(3)
        deck = self.shoe.copy()
        for rank in (*pair, up):
            deck[rank] -= 1
        own = best_two(cards_of(pair))
        for rank in np.flatnonzero(self.holes[up].fills).tolist():
            decided = self.contest.decide(own, cards_of((up, rank)), natural=True)
            place = {Ending.WIN: WINS, Ending.LOSE: LOSES, Ending.PUSH: TIES}[decided.ante.outcome]
            found[place] += deck[rank] / deck.sum()
        return found


def hand_of(ranks: Sequence[int]) -> Multiset:
    found = EMPTY
    for rank in ranks:
        found = with_card(found, rank)
    return found
