"""Ante Up 21 priced: blackjack, and beside it an ante on a two-card poker hand, for which the same cards are played.

Hands that are not split are exact: best play for all wagers together by the very cards held, from a fresh shoe. Split
boxes are as `splits` says: whether to split is decided for all wagers together, what is done after it for the played
wager alone, so best play of everything could be worth a little more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.kernel import (
    MOMENTS,
    PLAYED,
    POKER,
    RESULTS,
    SQUARE,
    Stakes,
    joint_ends,
    play_together,
    total_of,
)
from pitboss.analysis.contest.splits import SplitBox, SplitBoxes
from pitboss.analysis.contest.tables import (
    EMPTY,
    KINDS,
    LOSES,
    NOT_QUALIFIED,
    RANKS,
    STARTS,
    TIES,
    WINS,
    Held,
    by_value,
    cards_of,
    dealer,
    held,
    rank_number,
)
from pitboss.analysis.family.held import NAMES
from pitboss.analysis.family.kernel import NEVER, SPLIT, Hole
from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.tables import BY_RANK, Floats, Ints, Multiset, with_card
from pitboss.analysis.priced import Outcome
from pitboss.cards import Card, Rank
from pitboss.core.kinds import Outcome as Ending
from pitboss.poker.two_cards import TwoCards, best_two
from pitboss.rules.contest import Contest

NEXT_TO_NOTHING = 1e-12
PLACE = {pair: place for place, pair in enumerate(STARTS)} | {
    (other, one): place for place, (one, other) in enumerate(STARTS)
}
"""The number of two first cards, in either order."""


class Plan(NamedTuple):
    """How boxes are played when they bet, for a program that follows it.

    `start` is the hand of two first ranks, `next` the one that a further card makes of it, -1 if none follows;
    `decision` by up card and hand, `fold` by up card and the two first ranks. A split box is played on by the plan of
    the played wager alone, and so is one that folds.
    """

    start: Ints
    next: Ints
    decision: NDArray[np.int8]
    fold: NDArray[np.bool_]


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

    @cached_property
    def ends(self) -> list[Floats]:
        ways, decided = dealer(self.solution.terms.drawing, self.contest)
        found = []
        for up in range(RANKS):
            ends = np.zeros((len(self.hands.counts), RESULTS, KINDS))
            joint_ends(up, self.shoe, self.holes[up], self.hands, ways[up], decided, self.results, ends)
            found.append(ends)
        return found

    def boxes(self, up: int) -> SplitBoxes:
        ways, decided = dealer(self.solution.terms.drawing, self.contest)
        return SplitBoxes(self.solution, self.contest, up, self.shoe, self.holes[up], ways[up], decided, self.units)

    @cached_property
    def splits(self) -> dict[tuple[int, int], SplitBox]:
        """By up card and number of the first cards, where these may be split."""
        return {
            (up, place): self.boxes(up).split(*pair)
            for place, pair in enumerate(STARTS)
            if self.may_split(pair)
            for up in range(RANKS)
        }

    def may_split(self, pair: tuple[int, int]) -> bool:
        """Whether two first cards may be split; the rules say whether tens of different ranks are a pair."""
        splitting, hand = self.solution.terms.rules.splitting, by_value(_hand(pair))
        if splitting is None or splitting.most(aces=pair[0] == 0) < 1:
            return False
        return splitting.refuses(cards_of(pair), self.solution.terms.situation(hand), 1) is None

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


def _hand(ranks: Sequence[int]) -> Multiset:
    found = EMPTY
    for rank in ranks:
        found = with_card(found, rank)
    return found


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
        for (up, place), box in self.joint.splits.items() if self.played else ():
            moments = self._split(box, ante)
            worths, best, plan = found[up]
            worths[place, SPLIT] = total_of(moments, stakes.poker)
            if worths[place, SPLIT] > worths[place, plan[place]] + more:
                plan[place] = SPLIT
                best[place] = moments
        return found

    def _split(self, box: SplitBox, ante: int) -> Floats:
        found = np.zeros(MOMENTS)
        found[PLAYED] = self.played * box.played
        found[POKER:] = box.kinds
        squares = self.played**2 * box.square + ante**2 * float(box.kinds @ self.joint.units**2)
        found[SQUARE] = squares + 2 * self.played * ante * box.product
        return found

    @cached_property
    def _begun(self) -> list[list[Begun]]:
        """By up card and first cards."""
        lost = [self.solution.terms.lost_to_blackjack(by_value(_hand(pair))) for pair in STARTS]
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
        """The standard error of `ev`, which is that of the poker hands of split boxes."""
        found = 0.0
        for up, place in self._split_places():
            begun = self._begun[up][place]
            found += (begun.chance * begun.no_natural * self.joint.splits[up, place].error) ** 2
        return self.ante * sqrt(found)

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
        return Plan(start, self.joint.hands.next, np.stack([each.plan for each in self._together]), fold)

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
