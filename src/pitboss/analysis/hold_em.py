"""The poker part of 21-Hold 'em solved exactly: every card that may come, and at each the better of bet and fold.

What some of the five cards are worth depends on their ranks and on whether all are of one suit, and on nothing else:
once two suits are there, no suit matters any more. So there are 2 x 13 x 13 states of the community cards, 13 times as
many with each card of the player's own, and the rows are arrays over them. The compiled rules are asked for the row of
each, so their readings are priced with them. All sums are whole numbers.

A state is where the arrays have some cards: first 1 if all are of one suit, otherwise 0; then the rank of each card,
counted from the ace in the order of `Rank`, the two community cards before the player's own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from math import lcm, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.terms import rank_of
from pitboss.analysis.hole_cards import BothCards, by_both_cards
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
SEVEN, ACE = height(Rank.SEVEN), height(Rank.ACE)


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
    """Whether one bets, by state: `first` with one card of one's own, `second` with two."""

    first: Bools
    second: Bools


class Worths(NamedTuple):
    """What best play comes to, in whole numbers: `given` the community cards, and by a bet with one and two own cards.

    A state that cannot be, as two sevens of one suit, has a worth that nobody asks for.
    """

    given: Ints
    first: Ints
    second: Ints


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """When to bet on the first and on the second card of one's own; otherwise one folds."""

    says: str
    first: Judgement
    second: Judgement


def pair(seen: Seen) -> bool:
    return len(set(seen.heights)) < len(seen.heights)


def high_cards(seen: Seen) -> int:
    """How many cards are sevens or higher, of which a pair is paid."""
    return sum(each >= SEVEN for each in seen.heights)


def in_a_straight(seen: Seen) -> bool:
    """Whether the cards, none of them a pair, all fit into one straight; an ace is high or low."""
    ace_low = sorted(1 if each == ACE else each for each in seen.heights)
    return not pair(seen) and any(cards[-1] - cards[0] < ALL for cards in (seen.heights, ace_low))


def always(seen: Seen) -> bool:
    del seen
    return True


def pair_or_high(seen: Seen) -> bool:
    return pair(seen) or high_cards(seen) >= 3


def pair_suit_or_high(seen: Seen) -> bool:
    return pair_or_high(seen) or seen.one_suit


def low_straight(seen: Seen) -> bool:
    """The four straights to be that are worth a bet although one of the three cards is below a seven."""
    return seen.heights in ([5, 7, 8], [6, 7, 8], [6, 7, 9], [6, 8, 9])


RULES_OF_THUMB = (
    RuleOfThumb("never fold", always, always),
    RuleOfThumb(
        "with one own card bet on a pair and on three cards of 7 or higher; then never fold", pair_or_high, always
    ),
    RuleOfThumb(
        "with one own card bet on a pair, on one suit and on three cards of 7 or higher; then never fold",
        pair_suit_or_high,
        always,
    ),
    RuleOfThumb(
        "with one own card and with two bet on a pair, on one suit and on three cards of 7 or higher",
        pair_suit_or_high,
        pair_suit_or_high,
    ),
    RuleOfThumb(
        "with one own card bet on a pair, on one suit, on three cards of 7 or higher, and on three of a straight of "
        "which two are 7 or higher; with two on a pair, on one suit, on three cards of 7 or higher and on four of a "
        "straight",
        lambda seen: pair_suit_or_high(seen) or (in_a_straight(seen) and high_cards(seen) == 2),
        lambda seen: pair_suit_or_high(seen) or in_a_straight(seen),
    ),
    RuleOfThumb(
        "with one own card bet on a pair, on one suit, on three cards of 7 or higher, and on 5-7-8, 6-7-8, 6-7-9 and "
        "6-8-9; with two on a pair, on one suit, on three cards of 7 or higher and on four of a straight",
        lambda seen: pair_suit_or_high(seen) or low_straight(seen),
        lambda seen: pair_suit_or_high(seen) or in_a_straight(seen),
    ),
)
"""From what takes no thought to best play at the odds of the text; all cards count, the community cards and one's own.

An ace is high. A pair is one of any rank, or more of a kind; one suit is that of all cards seen; a straight may be one
with a gap, and its ace high or low. Whether a pair must hold an own card to be paid (HE05) changes what play is worth,
but no decision.
"""


_ROWS: dict[Hashable, Rows] = {}


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
        """By state of all five cards: the number of the row among those of the pay table; no row is the last number.

        It does not depend on what rows pay, so it is made once for each reading.
        """
        key = (tuple(self.rules.pays), self.rules.pair_from, self.rules.own_pair)
        if key not in _ROWS:
            _ROWS[key] = self._all_rows()
        return _ROWS[key]

    def _all_rows(self) -> Rows:
        numbers = {row: number for number, row in enumerate([*self.rules.pays, None])}

        def number(seen: Seen) -> int:
            cards = _example(seen)
            return numbers[None if cards is None else self.rules.row(cards[:COMMUNITY], cards[COMMUNITY:])]

        return _by_state(number, OWN).astype(np.int8)

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

    @cached_property
    def best_worths(self) -> Worths:
        units = np.array([int(each * self.unit) for each in self.pays], dtype=np.int64)
        second = self._before(units[self.rows])
        first = self._before(np.maximum(second, self._folded(4)))
        return Worths(self._before(np.maximum(first, self._folded(3))), first, second)

    @cached_property
    def plan(self) -> PokerPlan:
        """Best play."""
        return PokerPlan(self.best_worths.first > self._folded(3), self.best_worths.second > self._folded(4))

    def by(self, rule: RuleOfThumb) -> PokerPlan:
        return PokerPlan(_by_state(rule.first, 1) > 0, _by_state(rule.second, 2) > 0)

    def worths(self, community: Sequence[Card], own: Sequence[Card]) -> dict[str, Fraction]:
        """What bet and fold come to in all with one or two own cards, in units of the first wager."""
        state = self.state((*community, *own))
        seen, bet = len(state) - 1, (self.best_worths.first, self.best_worths.second)[len(own) - 1][state]
        return {BET: Fraction(int(bet), self.unit * self._orders(seen)), FOLD: Fraction(-len(own))}

    @cached_property
    def given(self) -> dict[tuple[Card, Card], Fraction]:
        """What the wager is worth with best play once both community cards are there, in either order."""
        worths, whole = self.best_worths.given, self.unit * self._orders(COMMUNITY)
        return {both: Fraction(int(worths[self.state(both)]), whole) for both in permutations(self.cards, 2)}

    @staticmethod
    def state(cards: Sequence[Card]) -> tuple[int, ...]:
        """Where the arrays have these cards, the community cards first."""
        return (int(is_flush(cards)), *(RANKS.index(card.rank) for card in cards))

    # Prices.

    def priced(self, plan: PokerPlan | None = None) -> Priced:
        """The first wager with best play or by a plan: its outcomes count all that is then won or lost."""
        first, second = plan or self.plan
        ways = self._after(self._after(np.stack([np.zeros_like(self.held), self.held])))
        folded_first = int(ways[~first].sum()) * self._orders(3)
        ways = self._after(np.where(first, ways, 0))
        folded_second = int(ways[~second].sum()) * self._orders(4)
        ways = self._after(np.where(second, ways, 0))
        made = [int(ways[self.rows == number].sum()) for number in range(len(self.pays))]
        names = [payout.says or row.replace("_", " ") for row, payout in self.rules.pays.items()]
        clauses = [payout.clauses for payout in self.rules.pays.values()]
        ends = zip([*names, "no row"], made, self.pays, [*clauses, self.rules.loses], strict=True)
        folds = (
            ("a fold at the first card", folded_first, Fraction(-1), self.rules.steps[0].folds),
            ("a fold at the second card", folded_second, Fraction(-2), self.rules.steps[1].folds),
        )
        deals = perm(len(self.cards), ALL)
        outcomes = [Outcome(name, Fraction(n, deals), pays, cited) for name, n, pays, cited in (*ends, *folds) if n]
        outcomes.sort(key=lambda each: -each.pays)
        decided = "the better of bet and fold" if plan is None else "bet or fold by a rule"
        method = f"counting every card that may come, with {decided} at each; in units of the first of three wagers"
        return Priced(self.rules.wagers[0], tuple(outcomes), method)

    def by_rule(self, rule: RuleOfThumb) -> Fraction:
        """What the wager is worth by a rule of thumb, in units of the first wager."""
        return self.priced(self.by(rule)).ev

    def lost_by(self, rule: RuleOfThumb) -> Fraction:
        """What a rule of thumb loses to best play, of each unit of the first wager."""
        return self.priced().ev - self.by_rule(rule)

    def covariance(self, solution: Solution) -> float:
        """How this wager and the blackjack wager move together, for a unit of each, with best play of both."""
        assert sorted(solution.terms.game.shoe, key=str) == sorted(self.cards, key=str)
        return self.covariance_with(by_both_cards(solution))

    def covariance_with(self, blackjack: BothCards) -> float:
        """As `covariance`, with the blackjack wager as it is worth by both cards of the dealer's.

        All cards but these two are shuffled anew, so given them the wagers do not depend on each other.
        """
        given = np.zeros_like(blackjack.chance)
        for (up, hole_card), worth in self.given.items():
            given[rank_of(up), rank_of(hole_card)] += float(worth) / len(self.given)
        return float((given * blackjack.worth).sum() - given.sum() * (blackjack.chance * blackjack.worth).sum())


def _by_state(asked: Callable[[Seen], int], own: int) -> Ints:
    """What is said of every state with so many own cards, of which the order does not matter."""
    communities, owns = (tuple(combinations_with_replacement(RANKS, count)) for count in (COMMUNITY, own))
    said = [[[asked(Seen(two, mine, suit)) for mine in owns] for two in communities] for suit in (False, True)]
    two, mine = _numbers(communities), _numbers(owns)
    return np.ascontiguousarray(np.array(said, dtype=np.int64)[:, two.reshape(*two.shape, *(1,) * own), mine])


def _numbers(sorted_ranks: Sequence[tuple[Rank, ...]]) -> Ints:
    """Which of these some ranks are, in whatever order."""
    found = np.zeros((len(RANKS),) * len(sorted_ranks[0]), dtype=np.int64)
    for number, ranks in enumerate(sorted_ranks):
        for order in permutations(RANKS.index(rank) for rank in ranks):
            found[order] = number
    return found


def _example(seen: Seen) -> tuple[Card, ...] | None:
    """Cards that look like this, or None if there are none."""
    ranks, suits = seen.community + seen.own, tuple(Suit)
    times = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    if max(times) == len(suits) or (seen.one_suit and any(times)):
        return None
    if not seen.one_suit and not any(times):
        times[-1] = 1  # then one card is of another suit
    return tuple(Card(rank, suits[time]) for rank, time in zip(ranks, times, strict=True))
