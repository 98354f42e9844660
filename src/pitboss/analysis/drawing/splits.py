"""What split hands are worth, exactly, for a stated policy.

Of a pair, each hand is played as is best for its own cards when one other card of the pair's rank is gone, whatever the
other hands have become; its worth is computed without approximation, over every number of hands that the pair may be
split into. Of three cards that are parted, each hand is played as is best for its own cards when the other two are
gone. All cards to come are exchangeable, so the three worths add up, and nothing is left out but what the other hands
have drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from math import comb
from operator import add
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.kernel import (
    BEST,
    HIT,
    NEVER,
    STAND,
    SURRENDER,
    one_card_starts,
    reachable,
)
from pitboss.analysis.drawing.split_spread import PartedSpread, SplitSpread
from pitboss.analysis.drawing.tables import ACE, Floats, Ints, Multiset, Place, best_total, with_card
from pitboss.analysis.drawing.terms import two_cards
from pitboss.rules.situation import Situation

if TYPE_CHECKING:
    from pitboss.analysis.drawing.solver import UpCard

HALF = -0.5  # what a surrender leaves of a wager
Worth = TypeVar("Worth", float, Floats)


@dataclass
class Splits:
    """The worth of splitting one pair against one up card, exactly, for the stated policy.

    The second cards of the hands come one after the other. One that is again of the pair's rank makes a new hand, as
    long as the limit allows. All cards to come are exchangeable, so the worth of a hand depends on the others only
    through how many further cards of the rank are known to be out (`j`), and through second cards that are known not to
    be of the rank. `outer(j)` is the worth of a hand whose second card is not of the rank, times the chance of that,
    with j further cards of the rank gone; `inner(j)` the same where it is. That a second card of another hand is not of
    the rank is dealt with by inclusion and exclusion over the cases in which it is.

    Where nobody looks for a dealer's blackjack, the first hand of the box alone loses to it; it is the one whose second
    card comes first. It is played as the others are.

    Where tens of different ranks are no pair, "of the rank" is said of the tens of one rank: any other ten is a second
    card that is not. `up_like` says whether an up card that counts 10 has the rank of the pair; None if nobody knows.
    """

    at: UpCard
    rank: int
    up_like: bool | None = None

    def __post_init__(self) -> None:
        self._known: dict[tuple[int, Place], tuple[float, float]] = {}
        self._pairs = [1.0]
        self.terms = self.at.terms
        self.one = with_card(self.terms.empty, self.rank)
        self.plan = np.zeros((len(self.terms.all_hands), 3), dtype=np.int64)
        self._planned = False
        self.drawn_suited: dict[tuple[int, str], bool] = {}

    @cached_property
    def most(self) -> int:
        """The number of hands up to which it is best to split."""
        return max(range(2, 2 + self.terms.max_splits(self.rank)), key=self.up_to)

    @cached_property
    def value(self) -> float:
        return self.up_to(self.most)

    def followed(self, other: Splits) -> float:
        """The worth of splitting by the plan of another split of this rank, which other cards were out of."""
        other.value  # noqa: B018  the plan is made when the worth is asked for
        self.keep_to(other.plan)
        self.most = other.most
        return self.value

    def told(self, *, up_like: bool) -> Splits:
        """The same split by the same plan, when the up card counts 10 and is known to have its rank, or not to."""
        told = Splits(self.at, self.rank, up_like)
        told.value = told.followed(self)
        return told

    def draws_suited(self, second: int, suits: str) -> bool:
        """Whether two cards of one suit are drawn on although the plan says otherwise."""
        self.value  # noqa: B018  the plan is made when the worth is asked for
        return self.drawn_suited.get((second, suits), False)

    def keep_to(self, plan: Ints) -> None:
        """Plays by a plan that is known, and makes none of its own."""
        self.plan[:] = plan
        self._planned = True

    def up_to(self, most: int) -> float:
        """The worth of splitting into so many hands at most: a pair beyond that is played as it is."""
        return sum(orders * self._pattern(*pattern) for pattern, orders in patterns(most).items())

    @property
    def patterns(self) -> Mapping[tuple[int, int, int], int]:
        """Those of the number of hands up to which it is split; see `patterns`."""
        return patterns(self.most)

    @cached_property
    def spread(self) -> SplitSpread:
        """The square of the whole box, by the plan."""
        self.value  # noqa: B018  the plan is made when the worth is asked for
        return SplitSpread(self)

    def _pattern(self, extra: int, settled: int, open_: int) -> float:
        """All hands of one pattern: so many further pairs, so many hands known not to be pairs, the rest free."""
        total = 0.0
        if settled:
            total += settled * self._sum(extra, settled - 1, Place.BORN, self._worth, free=False)
        if open_:
            total += open_ * self._sum(extra, settled, Place.BORN, self._worth, free=True)
        if self.at.unseen:  # one of these hands is the first, of the settled ones if there are any
            others, free = (settled - 1, False) if settled else (0, True)
            for place, sign in ((Place.FIRST, 1), (Place.BORN, -1)):
                total += sign * self._sum(extra, others, place, self._worth, free=free)
        return total

    def _sum(
        self,
        extra: int,
        others: int,
        place: Place,
        worth_of: Callable[[int, Place], tuple[Worth, Worth]],
        *,
        free: bool,
    ) -> Worth:
        """The worth of one hand, times the chance of the pattern, by inclusion and exclusion over `others`."""
        found: list[Worth] = []
        for count in range(others + 1):
            outer, inner = worth_of(extra + count, place)
            sign = -1 if count % 2 else 1
            orders = sign * comb(others, count) * self.all_pairs(extra + count)
            found.append(orders * (outer + inner if free else outer))
        return reduce(add, found)

    def all_pairs(self, count: int) -> float:
        """The chance that so many cards to come are all of the rank."""
        while len(self._pairs) <= count:
            gone = len(self._pairs) - 1
            self._pairs.append(self._pairs[-1] * self._chance(self.rank, gone, self.one) * self.like(gone))
        return self._pairs[count]

    def like(self, gone: int) -> float:
        """The chance that a card which counts as the pair does is of its rank, with so many further ones of it gone."""
        if not self.at.terms.by_rank:
            return 1.0
        one, every = (count - 2 - gone for count in self.at.terms.of_a_rank[self.rank])
        if self.up_like is not None:
            one, every = one - self.up_like, every - 1
        return max(0, one) / every if every > 0 else 0.0

    def shoe(self, gone: int) -> Ints:
        """The shoe without the other card of the pair and so many further ones."""
        shoe = self.at.shoe.copy()
        shoe[self.rank] -= 1 + gone
        return shoe

    def _chance(self, rank: int, gone: int, hand: Multiset) -> float:
        shoe = self.shoe(gone)
        if shoe[self.rank] - hand[self.rank] - (self.at.up == self.rank) < 0:
            return 0.0
        return self.at.chance_of(rank, hand, shoe)

    def _worth(self, gone: int, place: Place) -> tuple[float, float]:
        """`outer` and `inner` with so many further cards of the rank gone."""
        if (gone, place) not in self._known:
            self._known[gone, place] = self._evaluate(gone, place)
        return self._known[gone, place]

    def _evaluate(self, gone: int, place: Place) -> tuple[float, float]:
        shoe = self.shoe(gone)
        if shoe[self.rank] < 1:
            return 0.0, 0.0
        if not self._planned:
            values = self._make_plan(shoe)
        else:
            values = self.at.solve_split(shoe, self.wanted, self.plan, place, follow=True)
        outer, inner = 0.0, 0.0
        for second in self.terms.ranks:
            chance = self._chance(second, gone, self.one)
            if chance > 0.0:
                value = chance * self._second_card(values, second, gone, place)
                like = self.like(gone) if second == self.rank else 0.0
                outer, inner = outer + (1 - like) * value, inner + like * value
        return outer, inner

    def _second_card(self, values: Floats, second: int, gone: int, place: Place) -> float:
        """The worth of a hand with this second card, over the suits that it may have."""
        hand = with_card(self.one, second)
        number = self.at.number(hand)
        decision = self.plan[number, 0]
        plain = self._given_up(hand, gone, place) if decision == SURRENDER else float(values[number, decision])
        made = self.terms.completed(hand)
        if made is None or not self.terms.premiums_on_split_hands or values[number, HIT] <= NEVER:
            return plain
        third, whole = made
        alike = self.alike(second, 1)
        third_alike = self._chance(third, gone, hand) * self.alike(third, 1 + (third == second))
        mixed = self.at.stood(whole, "mixed", place, self.shoe(gone))
        more = 0.0
        for suits, share in (("suited", 0.75), ("spades", 0.25)):
            bonus = self.at.stood(whole, suits, place, self.shoe(gone)) - mixed
            drawn = float(values[number, HIT]) + third_alike * bonus
            if self.drawn_suited.setdefault((second, suits), drawn > plain):
                more += alike * share * (drawn - plain)
        return plain + more

    def alike(self, rank: int, held: int) -> float:
        """The chance that a card of this rank has the suit of the first card, when `held` of its rank have it."""
        copies = self.terms.copies
        return (copies - held) / (4 * copies - held) if rank == self.rank else 0.25

    def _make_plan(self, shoe: Ints) -> Floats:
        """Plays split hands as is best for their own cards, or just as hands that were not split."""
        contains = (self.at.hands.counts[:, self.rank] > 0).astype(np.int64)
        if self.terms.zero_memory:
            self.plan[:] = self.at.plan_without_doubles(self.terms.split_pays.may_double)
        values = self.at.solve_split(shoe, contains, self.plan, Place.BORN, follow=self.terms.zero_memory)
        self._planned = True
        self._one_card_each()
        self._give_up(values)
        return values

    @cached_property
    def wanted(self) -> Ints:
        """The hands that can come up by the plan."""
        wanted = np.zeros(len(self.plan), dtype=np.int64)
        reachable(self.rank, self.at.hands, self.plan, self.terms.may_be_premium, wanted)
        return wanted

    def _given_up(self, hand: Multiset, gone: int, place: Place) -> float:
        """Half of the wager, or what a blackjack takes of it."""
        late = self.at.late_blackjack(hand, self.shoe(gone))
        return HALF + (self.terms.given_up(place, self.terms.blackjack) - HALF) * late

    def _give_up(self, values: Floats) -> None:
        """Where split hands may be surrendered (S12), two cards that are worth less than that are."""
        for hand in two_cards(self.terms.alphabet):
            number = self.at.number(hand)
            this = Situation(*best_total(hand, self.terms.alphabet), 2, split=True, ace=self.rank == ACE)
            if not hand[self.rank] or self.terms.zero_memory or not self.terms.surrenders_split(this):
                continue
            if values[number, BEST] < self._given_up(hand, 0, Place.BORN):
                self.plan[number, 0] = SURRENDER

    def _one_card_each(self) -> None:
        """Where split aces get one card and no more (S08), nothing is decided on them."""
        if self.rank == ACE and not self.terms.draws_on_split_aces:
            for hand in two_cards(self.terms.alphabet):
                if hand[ACE]:
                    self.plan[self.at.number(hand), 0] = STAND


@lru_cache(maxsize=16)
def patterns(most: int) -> Mapping[tuple[int, int, int], int]:
    """In how many orders second cards can come to so many further pairs, hands known not to be pairs, and free hands.

    With so many hands at most: a pattern ends when every hand has a second card that is no pair, or at the limit.
    """
    found: Counter[tuple[int, int, int]] = Counter()
    going: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    while going:
        (pairs, settled), orders = going.popitem()
        held = 2 + pairs
        if held in (most, settled):
            found[pairs, settled, held - settled] += orders
        else:
            going[pairs, settled + 1] += orders
            going[pairs + 1, settled] += orders
    return found


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
