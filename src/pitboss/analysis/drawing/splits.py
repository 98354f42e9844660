"""What split hands are worth, exactly, for a stated policy.

Of a pair, each hand is played as is best for its own cards when one other card of the pair's rank is gone, whatever the
other hands have become; its worth is computed without approximation, over every number of hands that the pair may be
split into. Three cards that are parted are in `parted`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial, reduce
from math import comb
from operator import add
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from pitboss.analysis.drawing.kernel import (
    BEST,
    HIT,
    NEVER,
    STAND,
    SURRENDER,
    reachable,
)
from pitboss.analysis.drawing.split_spread import SplitSpread
from pitboss.analysis.drawing.tables import ACE, Floats, Ints, Multiset, Place, best_total, with_card
from pitboss.analysis.drawing.terms import two_cards
from pitboss.rules.situation import Situation

if TYPE_CHECKING:
    from pitboss.analysis.drawing.solver import UpCard

HALF = -0.5  # what a surrender leaves of a wager
Worth = TypeVar("Worth", float, Floats)


class Passed(NamedTuple):
    """A hand that bears the original wager since `won` hands before it win against a blackjack (S02).

    So many further pairs have come up, `others` hands are known not to be pairs; the hand itself may be one if `free`.
    """

    extra: int
    others: int
    won: int
    free: bool


@dataclass
class Splits:
    """The worth of splitting one pair against one up card, exactly, for the stated policy.

    The second cards of the hands come one after the other. One that is again of the pair's rank makes a new hand, as
    long as the limit allows. All cards to come are exchangeable, so the worth of a hand depends on the others only
    through how many further cards of the rank are known to be out (`j`), and through second cards that are known not to
    be of the rank. `outer(j)` is the worth of a hand whose second card is not of the rank, times the chance of that,
    with j further cards of the rank gone; `inner(j)` the same where it is. That a second card of another hand is not of
    the rank is dealt with by inclusion and exclusion over the cases in which it is.

    Where nobody looks for a dealer's blackjack, one hand of the box alone loses to it. That is the first, whose second
    card comes first; if that wins with its second card all the same (S02), the next hand in order that does not. All
    are played as the others are.

    Where tens of different ranks are no pair, "of the rank" is said of the tens of one rank: any other ten is a second
    card that is not. `up_like` says whether an up card that counts 10 has the rank of the pair; None if nobody knows.
    """

    at: UpCard
    rank: int
    up_like: bool | None = None

    def __post_init__(self) -> None:
        self._known: dict[tuple[int, int, Place], tuple[float, float]] = {}
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
            total += self.borne(extra, others, free=free)
            total += sum(self.borne(**each._asdict()) for each in self.passed_on(extra, settled, open_))
        return total

    def borne(self, extra: int, others: int, won: int = 0, *, free: bool) -> float:
        """What a hand loses to a late blackjack if it bears the original wager, times the chance of the pattern."""
        signs = ((Place.FIRST, 1), (Place.BORN, -1))
        return sum(
            sign * self._sum(extra, others, place, partial(self._worth, won=won), free=free, won=won)
            for place, sign in signs
        )

    @cached_property
    def winner(self) -> int | None:
        """The second card with which a hand wins against a dealer's blackjack, if there is one (S02)."""
        self._worth(0, Place.BORN)  # the plan is made
        for second in self.terms.ranks:
            hand = with_card(self.one, second)
            stands = self.plan[self.at.number(hand), 0] == STAND
            if stands and self.terms.net(hand, self.terms.blackjack, Place.BORN) > 0.0:
                return second
        return None

    def passed_on(self, extra: int, settled: int, open_: int) -> Iterator[Passed]:
        """The hands of a pattern that bear the original wager if all hands before them win against a blackjack."""
        if self.at.unseen and self.winner is not None:
            for won in range(1, settled + open_):
                free = won >= settled
                yield Passed(extra, max(0, settled - won - (not free)), won, free)

    def _sum(
        self,
        extra: int,
        others: int,
        place: Place,
        worth_of: Callable[[int, Place], tuple[Worth, Worth]],
        *,
        free: bool,
        won: int = 0,
    ) -> Worth:
        """The worth of one hand, times the chance of the pattern, by inclusion and exclusion over `others`."""
        found: list[Worth] = []
        for count in range(others + 1):
            outer, inner = worth_of(extra + count, place)
            sign = -1 if count % 2 else 1
            orders = sign * comb(others, count) * self.all_pairs(extra + count) * self.all_win(won, extra + count)
            found.append(orders * (outer + inner if free else outer))
        return reduce(add, found)

    def all_pairs(self, count: int) -> float:
        """The chance that so many cards to come are all of the rank."""
        while len(self._pairs) <= count:
            gone = len(self._pairs) - 1
            self._pairs.append(self._pairs[-1] * self._chance(self.rank, gone, self.one) * self.like(gone))
        return self._pairs[count]

    def all_win(self, won: int, gone: int) -> float:
        """The chance that so many second cards win against a blackjack, with further cards of the rank gone."""
        chance = 1.0
        for before in range(won):
            assert self.winner is not None
            shoe = self.shoe(gone, before)
            there = shoe[self.rank] > 0 and shoe[self.winner] > (self.at.up == self.winner)
            chance *= self.at.chance_of(self.winner, self.one, shoe) if there else 0.0
        return chance

    def like(self, gone: int) -> float:
        """The chance that a card which counts as the pair does is of its rank, with so many further ones of it gone."""
        if not self.at.terms.by_rank:
            return 1.0
        one, every = (count - 2 - gone for count in self.at.terms.of_a_rank[self.rank])
        if self.up_like is not None:
            one, every = one - self.up_like, every - 1
        return max(0, one) / every if every > 0 else 0.0

    def shoe(self, gone: int, won: int = 0) -> Ints:
        """The shoe without the other card of the pair and so many further ones, and so many that have won."""
        shoe = self.at.shoe.copy()
        shoe[self.rank] -= 1 + gone
        if won:
            shoe[self.winner] -= won
        return shoe

    def _chance(self, rank: int, gone: int, hand: Multiset, won: int = 0) -> float:
        shoe = self.shoe(gone, won)
        if shoe[self.rank] - hand[self.rank] - (self.at.up == self.rank) < 0:
            return 0.0
        return self.at.chance_of(rank, hand, shoe)

    def _worth(self, gone: int, place: Place, won: int = 0) -> tuple[float, float]:
        """`outer` and `inner` with so many further cards of the rank gone, and so many that have won."""
        if (gone, won, place) not in self._known:
            self._known[gone, won, place] = self._evaluate(gone, won, place)
        return self._known[gone, won, place]

    def _evaluate(self, gone: int, won: int, place: Place) -> tuple[float, float]:
        shoe = self.shoe(gone, won)
        if shoe[self.rank] < 1 or (won and not self.all_win(won, gone)):
            return 0.0, 0.0
        if not self._planned:
            values = self._make_plan(shoe)
        else:
            values = self.at.solve_split(shoe, self.wanted, self.plan, place, follow=True)
        outer, inner = 0.0, 0.0
        for second in self.terms.ranks:
            chance = self._chance(second, gone, self.one, won)
            if chance > 0.0:
                value = chance * self._second_card(values, second, gone, place, won)
                like = self.like(gone) if second == self.rank else 0.0
                outer, inner = outer + (1 - like) * value, inner + like * value
        return outer, inner

    def _second_card(self, values: Floats, second: int, gone: int, place: Place, won: int) -> float:
        """The worth of a hand with this second card, over the suits that it may have."""
        hand = with_card(self.one, second)
        number = self.at.number(hand)
        decision = self.plan[number, 0]
        plain = (
            self._given_up(hand, place, self.shoe(gone, won))
            if decision == SURRENDER
            else float(values[number, decision])
        )
        made = self.terms.completed(hand)
        if made is None or not self.terms.premiums_on_split_hands or values[number, HIT] <= NEVER:
            return plain
        third, whole = made
        alike = self.alike(second, 1)
        third_alike = self._chance(third, gone, hand, won) * self.alike(third, 1 + (third == second))
        mixed = self.at.stood(whole, "mixed", place, self.shoe(gone, won))
        more = 0.0
        for suits, share in (("suited", 0.75), ("spades", 0.25)):
            bonus = self.at.stood(whole, suits, place, self.shoe(gone, won)) - mixed
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

    def _given_up(self, hand: Multiset, place: Place, shoe: Ints) -> float:
        """Half of the wager, or what a blackjack takes of it."""
        late = self.at.late_blackjack(hand, shoe)
        return HALF + (self.terms.given_up(place, self.terms.blackjack) - HALF) * late

    def _give_up(self, values: Floats) -> None:
        """Where split hands may be surrendered (S12), two cards that are worth less than that are."""
        for hand in two_cards(self.terms.alphabet):
            number = self.at.number(hand)
            this = Situation(*best_total(hand, self.terms.alphabet), 2, split=True, ace=self.rank == ACE)
            if not hand[self.rank] or self.terms.zero_memory or not self.terms.surrenders_split(this):
                continue
            if values[number, BEST] < self._given_up(hand, Place.BORN, self.shoe(0)):
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
