"""Ante Up 21 priced: blackjack, and beside it an ante on a two-card poker hand, for which the same cards are played.

Hands that are not split are exact: best play for all wagers together by the very cards held, from a fresh shoe. So is
whether to split, and what is done after it, for all wagers together; but there it is a stated policy (see
`split_play`), whose worth has a standard error, and for which it is known what best play could gain at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import gcd, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.endings import Joint, Played, hand_of
from pitboss.analysis.contest.kernel import MOMENTS, PLAYED, POKER, SQUARE, Stakes, total_of
from pitboss.analysis.contest.patterns import Plan
from pitboss.analysis.contest.split_play import SplitBox, SplitPlay
from pitboss.analysis.contest.splits import AloneBox
from pitboss.analysis.contest.tables import (
    KINDS,
    LOSES,
    NOT_QUALIFIED,
    PLACE,
    RANKS,
    STARTS,
    TIES,
    WINS,
    by_value,
    cards_of,
    rank_number,
)
from pitboss.analysis.drawing.kernel import NAMES, NEVER, SPLIT
from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.tables import BY_RANK, Floats
from pitboss.analysis.priced import Outcome
from pitboss.cards import Card, Rank
from pitboss.poker.two_cards import TwoCards, best_two
from pitboss.rules.contest import Contest

__all__ = ["PLACE", "Contested", "Joint", "Plan"]

NEXT_TO_NOTHING = 1e-12
SURELY = 3.0  # standard errors that a bound takes on


class Otherwise(NamedTuple):
    """First cards that are played otherwise than for the played wager alone, what is done and what would be."""

    first: tuple[Rank, Rank]
    together: str
    alone: str


class Begun(NamedTuple):
    """First cards against an up card: their chance, that of a dealer's natural, and how all wagers then end.

    `natural` is the chance that the ante wins, loses and ties against a natural; `lost` what the played wager comes to
    when there is one, for a unit. `bet` and `alone` are moments when there is none.
    """

    chance: float
    natural: Floats
    lost: float
    bet: Floats
    alone: Floats

    @property
    def no_natural(self) -> float:
        return 1.0 - float(self.natural.sum())


@dataclass
class Contested:
    """All wagers at these stakes in cents, played for together as is best; expectations are in cents a round.

    `solution` is best play of the played wager alone. Other stakes of the same game share what is `known`.
    """

    solution: Solution
    contest: Contest
    played: int
    ante: int
    known: Joint | None = field(default=None, repr=False)

    def at_stakes(self, played: int, ante: int) -> Contested:
        return Contested(self.solution, self.contest, played, ante, self.joint)

    @cached_property
    def joint(self) -> Joint:
        return self.known or Joint(self.solution, self.contest)

    # The pieces.

    def _stakes(self, ante: int) -> Stakes:
        pays, coarse = self.solution.terms.plain_pays, self.joint.hands.coarse
        nets = self.played * self.joint.nets
        won, lost = nets.max(axis=2, initial=0.0), nets.min(axis=2, initial=0.0)
        assert ((nets == won[:, :, np.newaxis]) | (nets == lost[:, :, np.newaxis]) | (nets == 0)).all()
        draws = (self.joint.hands.next >= 0).any(axis=1)
        if self.played:
            may_hit, may_double = draws & (pays.may_hit[coarse] > 0), draws & (pays.may_double[coarse] > 0)
        else:
            may_hit, may_double = np.where(self.contest.ante_draws, draws, False), np.zeros_like(draws)
        poker = ante * self.joint.units
        return Stakes(won, lost, poker, may_hit.astype(np.int64), may_double.astype(np.int64))

    @cached_property
    def _together(self) -> list[Played]:
        return self._play(self.ante)

    @cached_property
    def _alone(self) -> list[Played]:
        """The played wager alone, after a fold."""
        return self._play(0)

    def _play(self, ante: int) -> list[Played]:
        stakes, more = self._stakes(ante), NEXT_TO_NOTHING * (self.played + ante)
        found = [self.joint.play(up, stakes, more) for up in range(RANKS)]
        if not self.played or not self.joint.may_be_split:
            return found
        boxes: Mapping[tuple[int, int], SplitBox | AloneBox] = self.joint.alone
        if ante and not self.contest.first_two:
            boxes = self._split_play(found).boxes
        for (up, place), box in boxes.items():
            moments = self._split(box, ante)
            worths, best, plan = found[up]
            worths[place, SPLIT] = total_of(moments, stakes.poker)
            if worths[place, SPLIT] > worths[place, plan[place]] + more:
                plan[place] = SPLIT
                best[place] = moments
        return found

    def _split_play(self, played: list[Played]) -> SplitPlay:
        """Split boxes at the stakes in lowest terms."""
        instead = np.array([each.worths[: len(STARTS), :SPLIT].max(axis=1) for each in played])
        return self.joint.split_play(self.played // self._unit, self.ante // self._unit, instead / self._unit)

    @property
    def _unit(self) -> int:
        return gcd(self.played, self.ante)

    def _split(self, box: SplitBox | AloneBox, ante: int) -> Floats:
        found = np.zeros(MOMENTS)
        found[POKER:] = box.kinds
        if isinstance(box, SplitBox):
            found[PLAYED], found[SQUARE] = self._unit * box.played, self._unit**2 * box.square
        else:
            found[PLAYED] = self.played * box.played
            squares = self.played**2 * box.square + ante**2 * float(box.kinds @ self.joint.units**2)
            found[SQUARE] = squares + 2 * self.played * ante * box.product
        return found

    @cached_property
    def _begun(self) -> list[list[Begun]]:
        """By up card and first cards."""
        lost = [self.solution.terms.lost_to_blackjack(by_value(hand_of(pair))) for pair in STARTS]
        return [
            [
                Begun(
                    self.joint.chance(pair, up),
                    self.joint.naturals[up, place],
                    lost[place],
                    self._together[up].moments[place],
                    self._alone[up].moments[place],
                )
                for place, pair in enumerate(STARTS)
            ]
            for up in range(RANKS)
        ]

    # What first cards are worth.

    def _bet_worth(self, begun: Begun) -> float:
        against = begun.natural.sum() * self.played * begun.lost + self.ante * float(begun.natural @ self._unit_ante)
        return float(against + begun.no_natural * total_of(begun.bet, self.ante * self.joint.units))

    def _fold_worth(self, begun: Begun) -> float:
        return self._alone_worth(begun) - self.ante

    def _alone_worth(self, begun: Begun) -> float:
        return float(begun.natural.sum() * self.played * begun.lost + begun.no_natural * begun.alone[PLAYED])

    @cached_property
    def _unit_ante(self) -> Floats:
        """What an ante comes to that is compared to a natural, while the bet is returned."""
        return np.array([self.joint.units[NOT_QUALIFIED], -1.0, 0.0])

    @cached_property
    def _folds(self) -> NDArray[np.bool_]:
        """By up card and first cards: whether it is better to fold."""
        return np.array(
            [[self.ante > 0 and self._fold_worth(each) > self._bet_worth(each) for each in row] for row in self._begun]
        )

    def _each(self) -> Iterator[tuple[Begun, bool]]:
        for row, folds in zip(self._begun, self._folds, strict=True):
            yield from zip(row, folds.tolist(), strict=True)

    # The whole.

    @cached_property
    def ev(self) -> float:
        return self.played_ev + self.ante_ev

    @cached_property
    def played_ev(self) -> float:
        """What the played wager comes to under joint play."""
        found = 0.0
        for begun, folds in self._each():
            goes_on = (begun.alone if folds else begun.bet)[PLAYED]
            lost = begun.natural.sum() * self.played * begun.lost
            found += begun.chance * float(lost + begun.no_natural * goes_on)
        return found

    @cached_property
    def ante_ev(self) -> float:
        """What ante and bet come to together under joint play."""
        return self.ante * sum(each.probability * each.pays for each in self.outcomes()) if self.ante else 0.0

    @cached_property
    def sd(self) -> float:
        """Of all wagers together; of split boxes it is an approximation (see `SplitBox`)."""
        found = 0.0
        for begun, folds in self._each():
            lost, ante = self.played * begun.lost, -self.ante if folds else self.ante * self._unit_ante
            natural = float(begun.natural @ ((lost + ante) * np.ones(3)) ** 2)
            if folds:
                square = begun.alone[SQUARE] - 2 * self.ante * begun.alone[PLAYED] + self.ante**2
            else:
                square = begun.bet[SQUARE]
            found += begun.chance * (natural + begun.no_natural * square)
        return sqrt(found - self.ev**2)

    @cached_property
    def ante_sd(self) -> float:
        square = sum(each.probability * each.pays**2 for each in self.outcomes())
        return sqrt(self.ante**2 * square - self.ante_ev**2)

    @cached_property
    def fold_chance(self) -> float:
        return sum(begun.chance for begun, folds in self._each() if folds)

    @cached_property
    def error(self) -> float:
        """The standard error of `ev`: that of boxes that are split while an ante is alive."""
        if self.contest.first_two or not self._boxes:
            return 0.0
        found = 0.0
        for up, place in self._split_places():
            found += (self._weight(up, place) * self._boxes[up, place].error) ** 2
        return self._unit * sqrt(found)

    @cached_property
    def bound(self) -> float:
        """What best play by everything that is seen could gain over `ev` at most, three standard errors included."""
        gained, errors = 0.0, 0.0
        for (up, place), box in self._boxes.items():
            worth = float(self._together[up].worths[place].max())
            more = self._unit * box.most - worth
            begun = self._begun[up][place]
            if self._folds[up, place]:
                more -= (self._fold_worth(begun) - self._bet_worth(begun)) / begun.no_natural
            if more > -SURELY * self._unit * box.most_error:
                gained += self._weight(up, place) * max(0.0, more)
                errors += (self._weight(up, place) * self._unit) ** 2 * (box.error**2 + box.most_error**2)
        return gained + SURELY * sqrt(errors)

    @property
    def _boxes(self) -> Mapping[tuple[int, int], SplitBox]:
        """Split boxes while an ante is alive."""
        if not (self.played and self.ante and self.joint.may_be_split):
            return {}
        return self._split_play(self._together).boxes

    def _weight(self, up: int, place: int) -> float:
        """The chance of first cards while the dealer has no natural."""
        begun = self._begun[up][place]
        return begun.chance * begun.no_natural

    def _split_places(self) -> Iterator[tuple[int, int]]:
        """Up cards and first cards of which a box is split while an ante is alive."""
        for up, played in enumerate(self._together):
            for place in np.flatnonzero(played.plan[: len(STARTS)] == SPLIT):
                if not self._folds[up, place]:
                    yield up, int(place)

    def outcomes(self) -> tuple[Outcome[float], ...]:
        """What becomes of ante and bet together, in units of the ante, from the best to the worst."""
        kinds, natural = np.zeros(KINDS), np.zeros(3)
        for begun, folds in self._each():
            if not folds:
                kinds += begun.chance * begun.no_natural * begun.bet[POKER:]
                natural += begun.chance * begun.natural
        units, contest = self.joint.units, self.contest
        return (
            Outcome("ante and bet win", float(kinds[WINS]), float(units[WINS]), contest.compared),
            Outcome(
                "the dealer does not qualify",
                float(kinds[NOT_QUALIFIED]),
                float(units[NOT_QUALIFIED]),
                contest.not_qualified,
            ),
            Outcome(
                "the ante beats a dealer natural",
                float(natural[WINS]),
                float(self._unit_ante[WINS]),
                contest.to_natural,
            ),
            Outcome("a tie", float(kinds[TIES]), 0.0, contest.tied),
            Outcome("a tie with a dealer natural", float(natural[TIES]), 0.0, contest.to_natural + contest.tied),
            Outcome("a fold", self.fold_chance, -1.0, contest.forfeits),
            Outcome("the ante loses to a dealer natural", float(natural[LOSES]), -1.0, contest.to_natural),
            Outcome("ante and bet lose", float(kinds[LOSES]), -2.0, contest.compared),
        )

    # Questions about hands.

    def folds(self, up: Rank) -> list[tuple[Rank, Rank]]:
        """The first two ranks that fold against this up card."""
        return [_ranks(STARTS[place]) for place in np.flatnonzero(self._folds[rank_number(up)])]

    def asked(self, first: Sequence[Card], up: Card) -> dict[str, float]:
        """What the whole round is worth, before the dealer looks, if the box bets and if it folds."""
        one, other = (rank_number(card.rank) for card in first)
        begun = self._begun[rank_number(up.rank)][PLACE[one, other]]
        return {"bet": self._bet_worth(begun), "fold": self._fold_worth(begun)}

    def worths(self, hand: Sequence[Card], up: Card) -> dict[str, float]:
        """What each decision on a hand is worth after a bet, once the dealer is known to have no natural."""
        ranks = [rank_number(card.rank) for card in hand]
        number = PLACE[ranks[0], ranks[1]]
        for rank in ranks[2:]:
            number = int(self.joint.hands.next[number, rank])
        row = self._together[rank_number(up.rank)].worths[number]
        return {NAMES[decision]: float(worth) for decision, worth in enumerate(row) if worth > NEVER}

    def worths_of_bets(self) -> Floats:
        """By up card and first cards, what the whole round is worth if the box bets and if it folds."""
        return np.array([[(self._bet_worth(each), self._fold_worth(each)) for each in row] for row in self._begun])

    def worths_of_decisions(self) -> Floats:
        """By up card and hand, what each decision is worth after a bet."""
        return np.stack([each.worths for each in self._together])

    def accuracy_of_splits(self) -> Floats:
        """By up card and first cards: standard errors of split and bet, and what best play of a split could gain."""
        found = np.tile([0.0, 0.0, np.nan], (RANKS, len(STARTS), 1))
        for (up, place), box in self._boxes.items() if not self.contest.first_two else ():
            played, error = self._together[up], self._unit * box.error
            goes_on = self._begun[up][place].no_natural if played.plan[place] == SPLIT else 0.0
            found[up, place, :2] = error, goes_on * error
            if box.most > NEVER:
                more = max(0.0, self._unit * box.most - float(played.worths[place, SPLIT]))
                found[up, place, 2] = more + SURELY * self._unit * sqrt(box.error**2 + box.most_error**2)
        return found

    def played_otherwise(self, up: Rank) -> list[Otherwise]:
        """First cards that bet and are played otherwise than for the played wager alone."""
        number = rank_number(up)
        together, alone = self._together[number].plan, self._alone[number].plan
        return [
            Otherwise(_ranks(pair), NAMES[int(together[place])], NAMES[int(alone[place])])
            for place, pair in enumerate(STARTS)
            if together[place] != alone[place] and not self._folds[number, place]
        ]

    @cached_property
    def plan(self) -> Plan:
        start = np.zeros((RANKS, RANKS), dtype=np.int64)
        fold = np.zeros((RANKS, RANKS, RANKS), dtype=np.bool_)
        for (one, other), place in PLACE.items():
            start[one, other] = place
            fold[:, one, other] = self._folds[:, place]
        decision = np.stack([each.plan for each in self._together])
        split = None
        if self._boxes and not self.contest.first_two:
            split = self._split_play(self._together).patterns.tables()
        return Plan(start, self.joint.hands.next, decision, fold, split)

    # Rules of thumb.

    def by_rule(self, rule: Callable[[TwoCards, Rank], bool]) -> float:
        """What all wagers are worth when a rule says of the poker hand and the up card whether to fold."""
        found = 0.0
        for up, row in enumerate(self._begun):
            for pair, begun in zip(STARTS, row, strict=True):
                folds = rule(best_two(cards_of(pair)), BY_RANK.ranks[up][0])
                found += begun.chance * (self._fold_worth(begun) if folds else self._bet_worth(begun))
        return found


def _ranks(pair: tuple[int, int]) -> tuple[Rank, Rank]:
    one, other = pair
    return BY_RANK.ranks[one][0], BY_RANK.ranks[other][0]
