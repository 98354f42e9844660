"""The square of the result of a box that is split, over all its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.analysis.drawing.kernel import HIT
from pitboss.analysis.drawing.spread import Beside, Exclusion, Figure, Following, shift
from pitboss.analysis.drawing.tables import Floats, Ints, Multiset, Place, with_card

if TYPE_CHECKING:
    from pitboss.analysis.drawing.parted import Parted
    from pitboss.analysis.drawing.splits import Passed, Splits

OUTER, INNER = 0, 1  # classes of split hands: the second card is not of the pair's rank, or it is
SUIT_SHARES = (("suited", 0.75), ("spades", 0.25))


class Hand(NamedTuple):
    """One hand of a pattern: its place, and whether its second card may be of the pair's rank."""

    place: Place
    free: bool


class Suited(NamedTuple):
    """A hand of three cards, the suits in which it is paid better, and how likely they are in each class."""

    hand: Multiset
    suits: str
    weights: list[float]


@dataclass
class SplitSpread:
    """The square of a box whose pair is split, over the patterns of its second cards; see `Splits`."""

    splits: Splits

    def __post_init__(self) -> None:
        self.at, self.terms, self.rank = self.splits.at, self.splits.terms, self.splits.rank
        self._known: dict[tuple[int, int, Place], tuple[Following, float]] = {}
        self._products: dict[tuple[int, int, Hand, Hand], Figure] = {}
        self._beside: dict[tuple[int, int], Beside | None] = {}
        self.apart: SplitSpread | None = None
        one, every = self.terms.of_a_rank[self.rank] if self.terms.by_rank else (1, 1)
        self.doubt = float(one < every)  # how much of what exclusion makes of a product may be wrong: all, of tens

    @cached_property
    def square(self) -> Figure:
        """The worth of the square of the whole box."""
        found = Figure(0.0)
        for pattern, orders in self.splits.patterns.items():
            found += self._pattern(*pattern).times(orders)
            for passed in self.splits.passed_on(*pattern):
                found += self._passed_on(passed, *pattern[1:]).times(orders)
        return found

    def square_like(self, apart: SplitSpread) -> Figure:
        """The same, with the exclusion of cards as it is when nothing else is known to be out.

        It changes by no more than the share of the cards of a rank that are out. That is a tenth for two cards of six
        decks, and so much of all that exclusion makes of the square is counted as an error.
        """
        self.apart = apart
        share = max((np.array(self.at.out) / np.maximum(self.at.shoe, 1)).max(), 0.0) if self.at.out else 0.0
        self.doubt = max(self.doubt, float(share))
        return self.square

    @cached_property
    def results(self) -> Floats:
        """The moments of the whole box together; further cards of the rank count as drawn."""
        found = np.zeros(0)
        for (extra, settled, open_), orders in self.splits.patterns.items():
            for hand, count in Counter(self._hands(settled, open_)).items():
                others = settled - (not hand.free)
                for gone, weight in self._gone(extra, others):
                    each = self._results(gone, hand) @ shift(len(self.splits.one), self.rank, gone)
                    found = orders * count * weight * each + (found if found.size else np.zeros_like(each))
        return found

    def _pattern(self, extra: int, settled: int, open_: int) -> Figure:
        """The squares of all hands of a pattern, and the products of each two of them, twice."""
        hands = self._hands(settled, open_)
        found = Figure(0.0)
        for hand, count in Counter(hands).items():
            found += self._over_others(extra, settled - (not hand.free), hand).times(count)
        for (one, other), count in Counter(combinations(hands, 2)).items():
            others = settled - (not one.free) - (not other.free)
            found += self._over_others(extra, others, one, other).times(2 * count)
        return found

    def _passed_on(self, passed: Passed, settled: int, open_: int) -> Figure:
        """What it adds to the square that a hand behind others that win bears the original wager, which is one unit.

        That unit is lost beside what those others win, and beside what the hands behind it come to.
        """
        assert self.splits.winner is not None
        wins = self.terms.net(with_card(self.splits.one, self.splits.winner), self.terms.blackjack, Place.BORN)
        found = Figure((2 * passed.won * wins - 1) * self.splits.borne(**passed._asdict()))
        before = passed.won + 1
        behind = self._born(max(0, settled - before), open_ - max(0, before - settled))
        for other, count in Counter(behind).items():
            for place, sign in ((Place.FIRST, 2), (Place.BORN, -2)):
                one, others = Hand(place, passed.free), passed.others - (not other.free)
                found += self._over_others(passed.extra, others, one, other, passed.won).times(sign * count)
        return found

    def _over_others(self, extra: int, others: int, one: Hand, other: Hand | None = None, won: int = 0) -> Figure:
        """A square or a product, times the chance of the pattern, by inclusion and exclusion over `others`."""
        found = Figure(0.0)
        for gone, weight in self._gone(extra, others, won):
            each = Figure(self._square(gone, one)) if other is None else self._product(gone, won, one, other)
            found += each.times(weight)
        return found

    @staticmethod
    def _born(settled: int, open_: int) -> list[Hand]:
        return [Hand(Place.BORN, free=False)] * settled + [Hand(Place.BORN, free=True)] * open_

    def _hands(self, settled: int, open_: int) -> list[Hand]:
        hands = self._born(settled, open_)
        if self.at.unseen:  # then one of the hands is the first, of the settled ones if there are any
            hands[0] = hands[0]._replace(place=Place.FIRST)
        return hands

    def _gone(self, extra: int, others: int, won: int = 0) -> Iterator[tuple[int, float]]:
        """How many further cards of the rank are gone in each term of inclusion and exclusion, and its weight.

        `won` hands have second cards that win against a blackjack.
        """
        for count in range(others + 1):
            gone = extra + count
            chance = self.splits.all_pairs(gone) * self.splits.all_win(won, gone)
            if chance > 0.0 and self.splits.shoe(gone)[self.rank] > 0:
                yield gone, (-1) ** count * comb(others, count) * chance

    def _square(self, gone: int, hand: Hand) -> float:
        squares = self._following(gone, hand.place)[0].sums.squares
        return float(squares.sum() if hand.free else squares[OUTER])

    def _results(self, gone: int, hand: Hand, won: int = 0) -> Floats:
        results = self._following(gone, hand.place, won)[0].sums.results
        return np.asarray(results.sum(axis=0) if hand.free else results[OUTER])

    def _product(self, gone: int, won: int, one: Hand, other: Hand) -> Figure:
        """The suits of two hands are taken as independent, which is wrong by less than the product of both bonuses."""
        key = (gone, won, one, other)
        if key not in self._products:
            beside = self._beside_gone(gone, won)
            figure = Figure(0.0)
            if beside is not None:
                results = self._results(gone, one, won), self._results(gone, other, won)
                figure = beside.product(*results)
                bonus = self._following(gone, one.place, won)[1] * self._following(gone, other.place, won)[1]
                figure += Figure(0.0, bonus + self.doubt * abs(figure.value - beside.independent(*results)))
            self._products[key] = figure
        return self._products[key]

    def _beside_gone(self, gone: int, won: int) -> Beside | None:
        if (gone, won) not in self._beside:
            out = self.at.terms.shoe - self.splits.shoe(gone, won) + np.array(self.splits.one, dtype=np.int64)
            if self.apart is None:
                self._beside[gone, won] = self._exclusion.beside(out)
            else:
                like = self.apart._beside_gone(gone, won)
                self._beside[gone, won] = None if like is None else like.with_ends(self.at, out)
        return self._beside[gone, won]

    @cached_property
    def _exclusion(self) -> Exclusion:
        pair = with_card(self.terms.empty, self.rank, 2)
        return Exclusion(self.at, self.at.terms.shoe - self.at.shoe + np.array(pair, dtype=np.int64))

    def _following(self, gone: int, place: Place, won: int = 0) -> tuple[Following, float]:
        """The moments of a split hand when so many further cards of the rank are gone, and what suits add to it."""
        if (gone, won, place) not in self._known:
            self._known[gone, won, place] = self._follow(gone, won, place)
        return self._known[gone, won, place]

    def _follow(self, gone: int, won: int, place: Place) -> tuple[Following, float]:
        found = Following(self.at, self.splits.shoe(gone, won), self.terms.pays(place), self.splits.one, kinds=2)
        begin, drawn_on, suited = self._begin
        like = self.splits.like(gone)
        number = self.at.number(with_card(self.splits.one, self.rank))
        begin = begin.copy()
        begin[number, OUTER], begin[number, INNER] = (1 - like) * begin[number, INNER], like * begin[number, INNER]
        found.follow(self.splits.plan, begin, drawn_on)
        none = np.zeros(len(self.splits.one), dtype=np.int64)
        found.add_least(none, [1.0, 0.0])
        none[self.rank] = 1
        found.add_least(none, [-like, like])
        bonus = 0.0
        for whole, suits, weights in suited:
            drawn = np.array(whole, dtype=np.int64) - np.array(self.splits.one, dtype=np.int64)
            paid, instead = (self._paid(whole, place, each) for each in (suits, "mixed"))
            bonus += sum(weights) * found.add(drawn, weights, paid, instead)
        return found, bonus

    @cached_property
    def _begin(self) -> tuple[Floats, Floats, list[Suited]]:
        """The two cards of a hand, those that are drawn on whatever the plan says, and what suits make of them."""
        begin, suited = np.zeros((len(self.splits.plan), 2)), []
        drawn_on = np.zeros_like(begin)
        for second in self.terms.ranks:
            hand, kind = with_card(self.splits.one, second), INNER if second == self.rank else OUTER
            number = self.at.number(hand)
            begin[number, kind] = 1.0
            for third, suits, weight in self._drawn_suited(second):
                if self.splits.plan[number, 0] != HIT:
                    begin[number, kind] -= weight
                    drawn_on[number, kind] += weight
                weight_of_third = weight * self.splits.alike(third, 1 + (third == second))
                weights = [weight_of_third * (kind == each) for each in (OUTER, INNER)]
                suited.append(Suited(with_card(hand, third), suits, weights))
        return begin, drawn_on, suited

    def _drawn_suited(self, second: int) -> Iterator[tuple[int, str, float]]:
        """Two cards of one suit that are drawn on: the card that completes a premium, the suits, and their chance."""
        made = self.terms.completed(with_card(self.splits.one, second))
        if made is not None and self.terms.premiums_on_split_hands:
            for suits, share in SUIT_SHARES:
                if self.splits.draws_suited(second, suits):
                    yield made[0], suits, share * self.splits.alike(second, 1)

    def _paid(self, hand: Multiset, place: Place, suits: str) -> Floats:
        return np.array([self.terms.net(hand, final, place, suits=suits) for final in self.terms.finals])


@dataclass
class PartedSpread:
    """The squares of boxes whose three first cards are parted; see `Parted`.

    With `by_own_cards` each hand is played as if the other two first cards were not known to be out.
    """

    parted: Parted
    by_own_cards: bool = False

    def __post_init__(self) -> None:
        self.at, self.terms = self.parted.at, self.parted.terms
        self._known: dict[tuple[int, Multiset], Following] = {}
        self._plans: dict[Multiset, Ints] = {}
        self._exclusion = Exclusion(self.at, np.zeros(len(self.terms.empty), dtype=np.int64))

    def square(self, hand: Multiset) -> Figure:
        """The worth of the square of all three results together."""
        ranks = [rank for rank, count in enumerate(hand) for _ in range(count)]
        hands = [self._following(rank, with_card(hand, rank, -1)) for rank in ranks]
        found = Figure(float(sum(each.sums.squares[0] for each in hands)))
        beside = self._exclusion.beside(np.array(hand, dtype=np.int64))
        assert beside is not None
        for one, other in combinations(hands, 2):
            found += beside.product(one.sums.results[0], other.sums.results[0]).times(2)
        return found

    def _following(self, rank: int, out: Multiset) -> Following:
        if (rank, out) not in self._known:
            self._known[rank, out] = self._follow(rank, out)
        return self._known[rank, out]

    def _follow(self, rank: int, out: Multiset) -> Following:
        one = with_card(self.terms.empty, rank)
        found = Following(self.at, self.parted.shoe(out), self.terms.split_pays, one)
        plan = self._plan(rank, out)
        begin = np.zeros((len(plan), 1))
        for second in self.terms.ranks:
            begin[self.at.number(with_card(one, second))] = 1.0
        found.follow(plan, begin, np.zeros_like(begin))
        found.add_least(np.zeros(len(one), dtype=np.int64), [1.0])
        return found

    def _plan(self, rank: int, out: Multiset) -> Ints:
        known = self.terms.empty if self.by_own_cards else out
        if known not in self._plans:
            self._plans[known] = self.parted.plan(known)
        return self.parted.with_rank(self._plans[known], rank)
