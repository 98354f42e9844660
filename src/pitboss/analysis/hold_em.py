"""The poker part of 21-Hold 'em solved exactly: every card that may come, and at each the better of bet and fold.

What some of the five cards are worth depends on their ranks and on whether all are of one suit, and on nothing else:
once two suits are there, no suit matters any more. So there are 2 x 13 x 13 states of the community cards, 13 times as
many with each card of the player's own, and the rows are arrays over them. The compiled rules are asked for the row of
each, so their readings are priced with them. All sums are whole numbers.

Arrays have one axis that is 1 where all cards are of one suit, otherwise 0, and one axis a card, by its rank in the
order of `Rank`: the two community cards, then the player's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, permutations, product
from math import lcm, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.terms import rank_of
from pitboss.analysis.hole_cards import by_both_cards
from pitboss.analysis.priced import Outcome, Priced
from pitboss.analysis.side import odds_of
from pitboss.cards import Card, Rank, Suit
from pitboss.poker.hands import is_flush
from pitboss.poker.two_cards import height
from pitboss.rules.poker_part import PokerPart

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Rows = NDArray[np.int8]
RANKS = tuple(Rank)
COMMUNITY, OWN = 2, 3
ALL = COMMUNITY + OWN
BET, FOLD = "bet", "fold"


class Seen(NamedTuple):
    """What a player goes by: the ranks of the community cards and of the own ones, and whether all have one suit."""

    community: tuple[Rank, ...]
    own: tuple[Rank, ...]
    one_suit: bool

    @property
    def heights(self) -> list[int]:
        """How high the cards are, the lowest first, an ace 14."""
        return sorted(height(rank) for rank in self.community + self.own)


Judgement = Callable[[Seen], bool]
"""Whether one bets on what one sees."""


class PokerPlan(NamedTuple):
    """Whether one bets: `first` with one card of one's own, `second` with two."""

    first: Bools
    second: Bools


class Worths(NamedTuple):
    """What the states come to with a bet, with one and with two own cards, and before them, all in whole numbers."""

    given: Ints
    first: Ints
    second: Ints


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """When to bet on the first and on the second card of one's own; otherwise one folds."""

    says: str
    first: Judgement
    second: Judgement


@dataclass
class PokerHands:
    """The poker part under these rules, dealt from these cards: each rank of them in each suit, once."""

    rules: PokerPart
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        suits = {card.suit for card in self.cards}
        ranks = {card.rank for card in self.cards}
        assert len(set(self.cards)) == len(self.cards) == len(suits) * len(ranks)
        assert len(self.rules.wagers) == OWN
        self.held = np.array([len(suits) if rank in ranks else 0 for rank in RANKS], dtype=np.int64)

    # Rows.

    @cached_property
    def rows(self) -> Rows:
        """By state of all five cards: the number of the row among those of the pay table; no row is the last number."""
        pairs, triples = (list(combinations_with_replacement(range(len(RANKS)), n)) for n in (COMMUNITY, OWN))
        numbers = {row: number for number, row in enumerate([*self.rules.pays, None])}
        found = np.full((2, len(pairs), len(triples)), numbers[None], dtype=np.int8)
        for (pair, community), (triple, own) in product(enumerate(pairs), enumerate(triples)):
            for one_suit in (False, True):
                some = _example((*community, *own), one_suit=one_suit)
                if some is not None:
                    found[int(one_suit), pair, triple] = numbers[self.rules.row(some[:COMMUNITY], some[COMMUNITY:])]
        return found[:, _orders(pairs)[..., None, None, None], _orders(triples)]

    @cached_property
    def pays(self) -> list[Fraction]:
        """What each row, and no row, comes to, in units of the first wager."""
        return [*(OWN * odds_of(each.odds) for each in self.rules.pays.values()), Fraction(-OWN)]

    @cached_property
    def unit(self) -> int:
        """In how many parts a unit of the first wager is counted."""
        return lcm(*(each.denominator for each in self.pays))

    # The next card.

    def _next(self, seen: int) -> tuple[Ints, Ints]:
        """By the ranks of so many cards: how many cards of each rank are left, and how many of their common suit."""
        shape = (len(RANKS),) * seen
        taken = np.zeros((*shape, len(RANKS)), dtype=np.int64)
        for card in np.indices(shape):
            taken += card[..., None] == np.arange(len(RANKS))
        return np.maximum(self.held - taken, 0), ((self.held > 0) & (taken == 0)).astype(np.int64)

    def _before(self, worths: Ints) -> Ints:
        """What states are worth before their last card came, times the number of cards that it could be."""
        left, in_suit = self._next(worths.ndim - 2)
        mixed, one_suit = worths
        return np.stack([(left * mixed).sum(-1), (in_suit * one_suit + (left - in_suit) * mixed).sum(-1)])

    def _after(self, ways: Ints) -> Ints:
        """In how many ways states come up, of the ways in which those with a card less do."""
        left, in_suit = self._next(ways.ndim - 1)
        mixed, one_suit = ways[..., None]
        return np.stack([mixed * left + one_suit * (left - in_suit), one_suit * in_suit])

    def _orders(self, seen: int) -> int:
        """In how many orders all further cards come once so many are there."""
        return perm(len(self.cards) - seen, ALL - seen)

    def _folded(self, seen: int) -> int:
        """What a fold comes to, counted as bets are: there are as many wagers as own cards."""
        return -(seen - COMMUNITY) * self.unit * self._orders(seen)

    # Worths and plans.

    def _worths(self, plan: PokerPlan | None = None) -> Worths:
        """With this plan, or with the best one."""
        units = np.array([int(each * self.unit) for each in self.pays], dtype=np.int64)
        second = self._before(units[self.rows])
        bets = second > self._folded(4) if plan is None else plan.second
        first = self._before(np.where(bets, second, self._folded(4)))
        bets = first > self._folded(3) if plan is None else plan.first
        return Worths(self._before(np.where(bets, first, self._folded(3))), first, second)

    @cached_property
    def best_worths(self) -> Worths:
        return self._worths()

    @cached_property
    def best(self) -> PokerPlan:
        return PokerPlan(self.best_worths.first > self._folded(3), self.best_worths.second > self._folded(4))

    def by(self, rule: RuleOfThumb) -> PokerPlan:
        return PokerPlan(_judged(rule.first, 1), _judged(rule.second, 2))

    def worths(self, community: Sequence[Card], own: Sequence[Card]) -> dict[str, Fraction]:
        """What bet and fold come to in all with one or two own cards, in units of the first wager."""
        state = self.state((*community, *own))
        seen, bet = len(state) - 1, (self.best_worths.first, self.best_worths.second)[len(own) - 1][state]
        return {BET: Fraction(int(bet), self.unit * self._orders(seen)), FOLD: Fraction(-len(own))}

    @cached_property
    def given(self) -> dict[tuple[Card, Card], Fraction]:
        """What the wager is worth with best play once both community cards are there, in either order."""
        worths, whole = self.best_worths.given, self.unit * self._orders(COMMUNITY)
        return {both: Fraction(int(worths[self.state(both)]), whole) for both in permutations(self.cards, COMMUNITY)}

    @staticmethod
    def state(cards: Sequence[Card]) -> tuple[int, ...]:
        """Where the arrays have these cards, the community cards first."""
        return (int(is_flush(cards)), *(RANKS.index(card.rank) for card in cards))

    # Prices.

    def priced(self, plan: PokerPlan | None = None) -> Priced:
        """The first wager with best play or by a plan: its outcomes count all that is then won or lost."""
        first, second = plan or self.best
        ways = self._after(self._after(np.stack([np.zeros_like(self.held), self.held])))
        folded_first = int(ways[~first].sum()) * self._orders(3)
        ways = self._after(np.where(first, ways, 0))
        folded_second = int(ways[~second].sum()) * self._orders(4)
        ways = self._after(np.where(second, ways, 0))
        made = [int(ways[self.rows == number].sum()) for number in range(len(self.pays))]
        names = [payout.says or row.replace("_", " ") for row, payout in self.rules.pays.items()]
        clauses = [payout.clauses for payout in self.rules.pays.values()]
        ends = zip([*names, "no row"], made, self.pays, [*clauses, ()], strict=True)
        folds = (
            ("a fold at the first card", folded_first, Fraction(-1), self.rules.folds[0]),
            ("a fold at the second card", folded_second, Fraction(-2), self.rules.folds[1]),
        )
        deals = perm(len(self.cards), ALL)
        outcomes = [Outcome(name, Fraction(n, deals), pays, cited) for name, n, pays, cited in (*ends, *folds) if n]
        outcomes.sort(key=lambda each: -each.pays)
        method = "counting every card that may come, with the better of bet and fold, in units of the first wager"
        return Priced(self.rules.wagers[0], tuple(outcomes), method)

    def by_rule(self, rule: RuleOfThumb) -> Fraction:
        """What the wager is worth by a rule of thumb, in units of the first wager."""
        return self.priced(self.by(rule)).ev

    def lost_by(self, rule: RuleOfThumb) -> Fraction:
        """What a rule of thumb loses to best play, of each unit of the first wager."""
        return self.priced().ev - self.by_rule(rule)

    def covariance(self, solution: Solution) -> float:
        """How this wager and the blackjack wager move together, for a unit of each, with best play of both.

        All cards but the community cards are shuffled anew, so given these two the wagers do not depend on each other.
        """
        assert sorted(solution.terms.game.shoe, key=str) == sorted(self.cards, key=str)
        blackjack = by_both_cards(solution)
        given = np.zeros_like(blackjack.chance)
        for (up, hole_card), worth in self.given.items():
            given[rank_of(up), rank_of(hole_card)] += float(worth) / len(self.given)
        return float((given * blackjack.worth).sum() - given.sum() * (blackjack.chance * blackjack.worth).sum())


def _orders(sorted_ranks: Sequence[tuple[int, ...]]) -> Ints:
    """The numbers of these, by their ranks in any order."""
    found = np.zeros((len(RANKS),) * len(sorted_ranks[0]), dtype=np.int64)
    for number, ranks in enumerate(sorted_ranks):
        for order in permutations(ranks):
            found[order] = number
    return found


def _example(ranks: Sequence[int], *, one_suit: bool) -> tuple[Card, ...] | None:
    """Cards of these ranks, all of one suit or not; None if there are none such."""
    times = [list(ranks[:place]).count(rank) for place, rank in enumerate(ranks)]
    if max(times) == len(Suit) or (one_suit and any(times)):
        return None
    if not one_suit and not any(times):
        times[-1] = 1
    suits = tuple(Suit)
    return tuple(Card(RANKS[rank], suits[time]) for rank, time in zip(ranks, times, strict=True))


def _judged(judgement: Judgement, own: int) -> Bools:
    """What is judged of every state with so many own cards."""
    found = np.zeros((2, *(len(RANKS),) * (COMMUNITY + own)), dtype=np.bool_)
    for state in np.ndindex(found.shape):
        one_suit, *numbers = state
        ranks = tuple(RANKS[number] for number in numbers)
        found[state] = judgement(Seen(ranks[:COMMUNITY], ranks[COMMUNITY:], bool(one_suit)))
    return found
