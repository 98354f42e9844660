"""Best play from a fresh shoe, and what it is worth.

Hands that are not split are exact: every decision is the best one for the very cards that are held, the up card and
the cards that are left. Split hands are exact for a stated policy: each of them is played as is best for its own cards
when one other card of the pair's rank is gone, whatever the other hands have become. Its worth is computed without
approximation, over every number of hands that the pair may be split into (see `Splits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import comb, prod
from operator import add
from typing import TypeVar

import numpy as np

from pitboss.analysis.family.kernel import (
    DOUBLE,
    HIT,
    NEVER,
    SPLIT,
    STAND,
    SURRENDER,
    Hole,
    Memo,
    Pays,
    draw_chance,
    ends_of_hands,
    filling,
    known_ends,
    left_of,
    moments_of_up_card,
    reachable,
    solve_up_card,
    worth,
)
from pitboss.analysis.family.tables import (
    ACE,
    BY_POINTS,
    Draws,
    Floats,
    Hands,
    Ints,
    Multiset,
    Place,
    best_total,
    hands,
    numbers,
    starts,
    with_card,
)
from pitboss.analysis.family.terms import Terms, at_stake, terms_of, two_cards
from pitboss.cards import Card, Suit
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.money import Cents
from pitboss.rules.situation import Situation

HALF = -0.5  # what a surrender leaves of a wager
COLUMNS = 6
BEST = COLUMNS - 1


Worth = TypeVar("Worth", float, Floats)
MEMORY = 1 << 14


def new_memo(terms: Terms, size: int = MEMORY) -> Memo:
    """An empty memory. Of thirteen ranks the cards that are out would not go into one number, so there is none."""
    places = size if terms.alphabet.size <= BY_POINTS.size else 0
    ends = np.zeros((places, len(terms.finals)))
    return Memo(terms.shoe, np.zeros(places, dtype=np.int64), ends, np.zeros(1, dtype=np.int64))


@dataclass
class UpCard:
    """Everything about one up card. With `follow` the plan that is given is kept to, instead of the best one made.

    Cards that are `out` are known to have left the shoe, besides those of the hand. What was solved before is `known`
    with its values and is not solved again. Up cards of one rank may share a `memo` of the dealer's ends.
    """

    terms: Terms
    up: int
    follow: bool = False
    known: bool = False
    out: Multiset = ()
    values: Floats = field(default_factory=lambda: np.zeros(0))
    plan: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    memo: Memo | None = None

    def __post_init__(self) -> None:
        self.stood_on: dict[tuple[Multiset, str], float] = {}
        self.hole: Hole = self.terms.hole(self.up)
        self.shoe = self.terms.shoe - (np.array(self.out, dtype=np.int64) if self.out else 0)
        if self.known:
            return
        size = len(self.terms.all_hands)
        self.values = np.full((size, COLUMNS), NEVER)
        if not self.follow:
            self.plan = np.zeros((size, 3), dtype=np.int64)
        everything = np.ones(size, dtype=np.int64)
        pays = self.terms.plain_pays
        self._run(self.shoe, everything, pays, self.plan, self.values, follow=self.follow)

    @cached_property
    def remembered(self) -> Memo:
        """A memory of its own if it is given none; where busts live, they are met by many more cards."""
        size = MEMORY * 16 if self.terms.plain_pays.lives else MEMORY
        return self.memo if self.memo is not None else new_memo(self.terms, size)

    @cached_property
    def ends(self) -> Floats:
        """The dealer's ends beside every hand."""
        found = np.zeros((len(self.terms.all_hands), len(self.terms.finals)))
        ends_of_hands(self.up, self.shoe, self.hole, *self._drawn_from, self.remembered, found)
        return found

    @property
    def _drawn_from(self) -> tuple[Hands, Draws, Floats]:
        return self.hands, self.terms.draws, self.terms.falling

    @property
    def hands(self) -> Hands:
        return hands(self.terms.alphabet)

    def number(self, hand: Multiset) -> int:
        return numbers(self.terms.alphabet)[hand]

    def plan_without_doubles(self, may_double: Ints) -> Ints:
        """The plan of hands that were not split, for hands that may not all be doubled."""
        plan = self.plan.copy()
        barred = (plan[:, 0] == DOUBLE) & (may_double == 0)
        plan[barred, 0] = np.where(self.values[barred, HIT] > self.values[barred, STAND], HIT, STAND)
        return plan

    def solve_split(self, shoe: Ints, wanted: Ints, plan: Ints, place: Place, *, follow: bool) -> Floats:
        """The worth of split hands from this shoe; the plan is made or followed."""
        values = np.full((len(self.terms.all_hands), COLUMNS), NEVER)
        self._run(shoe, wanted, self.terms.pays(place), plan, values, follow=follow)
        return values

    def _run(self, shoe: Ints, wanted: Ints, pays: Pays, plan: Ints, values: Floats, *, follow: bool) -> None:
        tables = (self.hands, self.terms.draws, pays, self.terms.falling)
        solve_up_card(self.up, shoe, self.hole, *tables, wanted, self.remembered, plan, follow, values)

    def deck(self, hand: Multiset, shoe: Ints | None = None) -> tuple[Ints, int]:
        """The cards that are left beside a hand and the up card."""
        deck = np.zeros(self.terms.alphabet.size, dtype=np.int64)
        counts = np.array(hand, dtype=np.int64)
        left = left_of.py_func(self.shoe if shoe is None else shoe, counts, self.up, deck)
        return deck, left

    def chance_of(self, rank: int, hand: Multiset, shoe: Ints | None = None) -> float:
        """The chance that the next card is of this rank."""
        deck, left = self.deck(hand, shoe)
        with np.errstate(invalid="ignore", divide="ignore"):  # of cards that are not there, as in compiled code
            return float(draw_chance.py_func(deck, left, rank, self.hole, filling.py_func(deck, self.hole)))

    def stood(self, hand: Multiset, suits: str, place: Place = Place.PLAIN, shoe: Ints | None = None) -> float:
        """The worth of standing on a hand of these suits."""
        if place is not Place.PLAIN or shoe is not None:
            return self._stood(hand, suits, place, shoe)
        if (hand, suits) not in self.stood_on:
            self.stood_on[hand, suits] = self._stood(hand, suits, place, shoe)
        return self.stood_on[hand, suits]

    def _stood(self, hand: Multiset, suits: str, place: Place, shoe: Ints | None) -> float:
        nets = [self.terms.net(hand, final, place, suits=suits) for final in self.terms.finals]
        return self.worth_against(hand, np.array(nets), shoe)

    @property
    def unseen(self) -> bool:
        """Whether a blackjack may turn up that nobody has looked for."""
        return not self.hole.looked and bool(self.hole.fills.any())

    def worth_against(self, hand: Multiset, nets: Floats, shoe: Ints | None = None) -> float:
        """What a hand is worth that comes to so much against each end of the dealer's."""
        deck, left = self.deck(hand, shoe)
        ends = np.zeros(len(self.terms.finals))
        known_ends(deck, left, self.up, self.hole, self.terms.draws, self.terms.falling, self.remembered, ends)
        return float(worth(ends, nets))

    def dealer_blackjack(self, hand: Multiset) -> float:
        """The chance that the second card makes a blackjack, which is found before anything is decided."""
        return self._blackjack(hand) if self.hole.looked else 0.0

    def late_blackjack(self, hand: Multiset, shoe: Ints | None = None) -> float:
        """The chance that the second card will turn out to make a blackjack when everything is decided."""
        return 0.0 if self.hole.looked else self._blackjack(hand, shoe)

    def _blackjack(self, hand: Multiset, shoe: Ints | None = None) -> float:
        deck, left = self.deck(hand, shoe)
        return float((deck * self.hole.fills).sum() / left)

    def moments(self, shoe: Ints, wanted: Ints, pays: Pays, plan: Ints) -> tuple[Floats, Floats]:
        """The worth of squares, and of results together with each end of the dealer's, on the wanted hands."""
        squares = np.zeros(len(self.terms.all_hands))
        joint = np.zeros((len(squares), len(self.terms.finals)))
        tables = (self.hands, self.terms.draws, pays, self.terms.falling)
        moments_of_up_card(self.up, shoe, self.hole, *tables, wanted, self.remembered, plan, squares, joint)
        return squares, joint

    @cached_property
    def splits(self) -> dict[int, Splits]:
        return {rank: Splits(self, rank) for rank in self.terms.ranks}

    def decisions(
        self, hand: Multiset, same_suit: str | None = None, suit_left: float = 0.0, *, splits: bool = True
    ) -> dict[int, float]:
        """The worth of each decision that two first cards have, once a dealer who looks has found no blackjack.

        `same_suit` says that both are of one suit, `suit_left` how many cards of it would complete a premium hand.
        Without `splits` a split is not looked at.
        """
        row = self.values[self.number(hand)]
        found = {STAND: float(row[STAND])}
        if row[HIT] > NEVER:
            found[HIT] = float(row[HIT]) + self._suit_bonus(hand, same_suit, suit_left)
        if row[DOUBLE] > NEVER:
            found[DOUBLE] = float(row[DOUBLE])
        surrender = self.terms.rules.surrender
        if surrender is not None and surrender.permits(Situation(*best_total(hand, self.terms.alphabet), 2)):
            found[SURRENDER] = HALF + HALF * self.late_blackjack(hand)  # all of it is lost to a blackjack
        if splits and max(hand) == 2 and self.terms.max_splits(hand.index(2)):
            found[SPLIT] = self.splits[hand.index(2)].value
        return found

    def _suit_bonus(self, hand: Multiset, same_suit: str | None, suit_left: float) -> float:
        """What two cards of one suit add to a draw: the third card of the suit is paid better."""
        made = self.terms.completed(hand)
        if same_suit is None or made is None:
            return 0.0
        rank, whole = made
        more = self.stood(whole, same_suit) - self.stood(whole, "mixed")
        return self.chance_in_suit(rank, hand, suit_left) * more

    def chance_in_suit(self, rank: int, hand: Multiset, suit_left: float) -> float:
        """The chance that the next card is of this rank and of a suit that has so many of it left."""
        there = float(self.deck(hand)[0][rank])
        return self.chance_of(rank, hand) * (suit_left / there) if there else 0.0


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
    """

    at: UpCard
    rank: int

    def __post_init__(self) -> None:
        self._known: dict[tuple[int, Place], tuple[float, float]] = {}
        self._moved: dict[tuple[int, Place], tuple[Floats, Floats]] = {}
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
        self.plan[:] = other.plan
        self._planned = True
        return self.up_to(other.most)

    def draws_suited(self, second: int, suits: str) -> bool:
        """Whether two cards of one suit are drawn on although the plan says otherwise."""
        self.value  # noqa: B018  the plan is made when the worth is asked for
        return self.drawn_suited.get((second, suits), False)

    def up_to(self, most: int) -> float:
        """The worth of splitting into so many hands at most: a pair beyond that is played as it is."""
        return sum(orders * self._pattern(*pattern) for pattern, orders in patterns(most).items())

    @cached_property
    def square(self) -> float:
        """The worth of the square of the result of the whole box, to a good approximation.

        Of each hand it is exact. The product of two hands is taken as if they were independent of each other once the
        dealer's end and the number of hands are known: that one hand's cards are missing from another is left out.
        """
        return sum(orders * self._pattern_square(*pattern) for pattern, orders in patterns(self.most).items())

    def _pattern_square(self, extra: int, settled: int, open_: int) -> float:
        """What the hands of a pattern add to the square. The first entry of moments is a square, the rest by end."""
        unseen = self.at.unseen  # then one of these hands is the first, of the settled ones if there are any
        each: list[Floats] = []
        if settled:
            closed = self._sum(extra, settled - 1, Place.BORN, self._moments, free=False)
            each += [closed] * (settled - unseen)
        if open_:
            free_one = self._sum(extra, settled, Place.BORN, self._moments, free=True)
            each += [free_one] * (open_ - (unseen and not settled))
        if unseen:
            others, free = (settled - 1, False) if settled else (0, True)
            each.append(self._sum(extra, others, Place.FIRST, self._moments, free=free))
        likely = self._sum(extra, settled, Place.BORN, self._likely, free=True)[1:]
        together = sum(moments[1:] for moments in each) ** 2 - sum(moments[1:] ** 2 for moments in each)
        both = np.divide(together, likely, out=np.zeros_like(likely), where=likely > 0)
        return float(sum(moments[0] for moments in each) + both.sum())

    def _likely(self, gone: int, place: Place) -> tuple[Floats, Floats]:
        """The chance of each end with so many further cards of the rank gone; no hand but the first card is drawn."""
        del place
        shoe = self._shoe(gone)
        deck, left = self.at.deck(self.one, shoe)
        ends = np.zeros(len(self.terms.finals))
        if left >= 0:
            tables = (self.terms.draws, self.terms.falling, self.at.remembered)
            known_ends(deck, left, self.at.up, self.at.hole, *tables, ends)
        return np.concatenate(([0.0], ends)), np.zeros(len(ends) + 1)

    def _moments(self, gone: int, place: Place) -> tuple[Floats, Floats]:
        """As `_worth`, of the square of a hand and of its result together with each end of the dealer's."""
        if (gone, place) not in self._moved:
            self._moved[gone, place] = self._move(gone, place)
        return self._moved[gone, place]

    def _move(self, gone: int, place: Place) -> tuple[Floats, Floats]:
        self.value  # noqa: B018  the plan is made when the worth is asked for
        outer, inner = np.zeros(1 + len(self.terms.finals)), np.zeros(1 + len(self.terms.finals))
        shoe = self._shoe(gone)
        if shoe[self.rank] < 1:
            return outer, inner
        squares, joint = self.at.moments(shoe, self.wanted, self.terms.pays(place), self.plan)
        for second in self.terms.ranks:
            chance = self._chance(second, gone, self.one)
            if chance > 0.0:
                row = self.at.number(with_card(self.one, second))
                moments = inner if second == self.rank else outer
                moments += chance * np.concatenate(([squares[row]], joint[row]))
        return outer, inner

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
            orders = sign * comb(others, count) * self._all_pairs(extra + count)
            found.append(orders * (outer + inner if free else outer))
        return reduce(add, found)

    def _all_pairs(self, count: int) -> float:
        """The chance that so many cards to come are all of the rank."""
        chance = 1.0
        for gone in range(count):
            chance *= self._chance(self.rank, gone, self.one)
        return chance

    def _shoe(self, gone: int) -> Ints:
        """The shoe without the other card of the pair and so many further ones."""
        shoe = self.at.shoe.copy()
        shoe[self.rank] -= 1 + gone
        return shoe

    def _chance(self, rank: int, gone: int, hand: Multiset) -> float:
        shoe = self._shoe(gone)
        if shoe[self.rank] - hand[self.rank] - (self.at.up == self.rank) < 0:
            return 0.0
        return self.at.chance_of(rank, hand, shoe)

    def _worth(self, gone: int, place: Place) -> tuple[float, float]:
        """`outer` and `inner` with so many further cards of the rank gone."""
        if (gone, place) not in self._known:
            self._known[gone, place] = self._evaluate(gone, place)
        return self._known[gone, place]

    def _evaluate(self, gone: int, place: Place) -> tuple[float, float]:
        shoe = self._shoe(gone)
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
                outer, inner = (outer, inner + value) if second == self.rank else (outer + value, inner)
        return outer, inner

    def _second_card(self, values: Floats, second: int, gone: int, place: Place) -> float:
        """The worth of a hand with this second card, over the suits that it may have."""
        hand = with_card(self.one, second)
        number = self.at.number(hand)
        decision = self.plan[number, 0]
        plain = self._given_up(hand, gone) if decision == SURRENDER else float(values[number, decision])
        made = self.terms.completed(hand)
        if made is None or not self.terms.premiums_on_split_hands or values[number, HIT] <= NEVER:
            return plain
        third, whole = made
        alike = self._alike(second, 1)
        third_alike = self._chance(third, gone, hand) * self._alike(third, 1 + (third == second))
        mixed = self.at.stood(whole, "mixed", place, self._shoe(gone))
        more = 0.0
        for suits, share in (("suited", 0.75), ("spades", 0.25)):
            bonus = self.at.stood(whole, suits, place, self._shoe(gone)) - mixed
            drawn = float(values[number, HIT]) + third_alike * bonus
            if self.drawn_suited.setdefault((second, suits), drawn > plain):
                more += alike * share * (drawn - plain)
        return plain + more

    def _alike(self, rank: int, held: int) -> float:
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

    def _given_up(self, hand: Multiset, gone: int) -> float:
        """Half of the wager, or all of it to a blackjack."""
        return HALF + HALF * self.at.late_blackjack(hand, self._shoe(gone))

    def _give_up(self, values: Floats) -> None:
        """Where split hands may be surrendered (S12), two cards that are worth less than that are."""
        for hand in two_cards(self.terms.alphabet):
            number = self.at.number(hand)
            this = Situation(*best_total(hand, self.terms.alphabet), 2, split=True, ace=self.rank == ACE)
            if not hand[self.rank] or self.terms.zero_memory or not self.terms.surrenders_split(this):
                continue
            if values[number, BEST] < self._given_up(hand, 0):
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
class Solution:
    """A game solved: by up card, and as a whole.

    `award` is what the fixed award of the text is worth beside a unit of the main wager, at the stake that is played
    for. It is part of what a draw to it is worth, so there is one best play for a stake, whoever asks.
    """

    terms: Terms
    award: float = field(default=0.0, kw_only=True)

    @cached_property
    def up_cards(self) -> list[UpCard]:
        return [UpCard(self.terms, up) for up in self.terms.ranks]

    def without_award(self) -> Solution:
        """The same game, played as if there were no fixed award."""
        if not self.award:
            return self
        found = replace(self, award=0.0)
        found.__dict__["up_cards"] = self.up_cards  # what hands are worth does not depend on it
        return found

    @cached_property
    def value(self) -> float:
        """The player's expectation for each unit of the first wager, the fixed award included."""
        return sum(chance * worth for chance, worth in self.deals())

    @cached_property
    def award_drawn(self) -> dict[tuple[str, bool], bool]:
        """Whether two cards that the fixed award is for are drawn on, by their suit and whether the up card has it."""
        award = self.terms.rules.award
        if award is None:
            return {}
        rank = self.terms.alphabet.rank_of(Card(award.against, Suit.HEARTS))
        hand, at = with_card(self.terms.empty, rank, 2), self.up_cards[rank]
        left = self.terms.copies - 2
        return {
            (suit, shared): self.chosen(at, hand, suit, self.decisions(at, hand, suit, left - shared)) == HIT
            for suit in ("suited", "spades")
            for shared in (False, True)
        }

    @cached_property
    def award_chance(self) -> Fraction:
        """The chance of the fixed award in a round, as this solution plays."""
        copies, size = self.terms.copies, len(self.terms.game.shoe)
        pair = Fraction(copies * (copies - 1), size * (size - 1))
        found = Fraction(0)
        for (suit, shared), drawn in self.award_drawn.items():
            up, left = (copies - 2, copies - 3) if shared else (3 * copies, copies - 2)
            suits = 1 if suit == "spades" else 3
            found += drawn * suits * pair * Fraction(up, size - 2) * Fraction(left, size - 3)
        return found

    @property
    def main_value(self) -> float:
        """The expectation of the main wager alone, as this solution plays."""
        return self.value - self.award * float(self.award_chance)

    def decisions(
        self, at: UpCard, hand: Multiset, suit: str | None = None, suit_left: float = 0.0
    ) -> dict[int, float]:
        """As `UpCard.decisions`, with what the fixed award adds to a draw."""
        found, award = at.decisions(hand, suit, suit_left), self.terms.rules.award
        if self.award and suit is not None and award is not None and HIT in found:
            rank = self.terms.alphabet.rank_of(Card(award.against, Suit.HEARTS))
            if at.up == rank and hand == with_card(self.terms.empty, rank, 2):
                found[HIT] += self.award * at.chance_in_suit(rank, hand, suit_left)
        return found

    def deals(self) -> Iterator[tuple[float, float]]:
        """The chance and the worth of each two first cards against each up card."""
        for chance, hand, up in self.starts():
            yield chance, self.worth(hand, up)

    def starts(self) -> Iterator[tuple[float, Multiset, int]]:
        """Each two first cards against each up card, with their chance."""
        return dealt(self.terms, 2)

    def worth(self, hand: Multiset, up: int) -> float:
        """The worth of two first cards against an up card, a dealer's blackjack included."""
        at = self.up_cards[up]
        blackjack = at.dealer_blackjack(hand)
        lost = self.terms.net(hand, self.terms.blackjack)
        return blackjack * lost + (1 - blackjack) * self.best_of(at, hand)

    def _best(self, hand: Multiset, at: UpCard) -> float:
        if self.terms.completed(hand) is None:
            return self.taken(at, hand, None, self.decisions(at, hand))
        total = 0.0
        for chance, suit, left in self.suits(hand, at.up):
            total += chance * self.taken(at, hand, suit, self.decisions(at, hand, suit, left))
        return total

    def best_of(self, at: UpCard, hand: Multiset) -> float:
        """The worth of two first cards, once a dealer who looks has found no blackjack."""
        if best_total(hand, self.terms.alphabet)[0] == 21 and not self.terms.doubles_blackjack:
            return self.decisions(at, hand)[STAND]
        return self._best(hand, at)

    def taken(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> float:
        """The worth of the decision that is taken on two first cards."""
        return decisions[self.chosen(at, hand, suit, decisions)]

    def chosen(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> int:
        """The decision that is taken on two first cards: here the best one."""
        del at, hand, suit
        return max(decisions, key=lambda each: decisions[each])

    def suits(self, hand: Multiset, up: int) -> Iterator[tuple[float, str | None, float]]:
        """How two cards that could become a premium hand may lie in suits: chance, suit, and what is left of it."""
        made = self.terms.completed(hand)
        assert made is not None
        rank, _ = made
        decks = self.terms.shoe[rank] / 4
        one, other = [each for each, count in enumerate(hand) for _ in range(count)]
        per_suit = 4 * decks
        same = (decks - 1) / (per_suit - 1) if one == other else 0.25
        held = 2 if one == other == rank else 0
        yield 1 - same, None, 0.0
        for suit, share in (("suited", 0.75), ("spades", 0.25)):
            # The up card may be one of the cards that would complete the hand; it is of the suit by its own chance.
            there = 0.0
            if up == rank:
                there = (decks - held) / (per_suit - held)
            yield same * share * (1 - there), suit, decks - held
            if there:
                yield same * share * there, suit, decks - held - 1


def dealt(terms: Terms, cards: int, out: Multiset = ()) -> Iterator[tuple[float, Multiset, int]]:
    """Every hand of so many first cards against every up card, with its chance when certain cards are out."""
    shoe = [int(each) for each in terms.shoe - (np.array(out) if out else 0)]
    size = sum(shoe)
    for hand in starts(cards, terms.alphabet):
        ways = prod(comb(there, held) for there, held in zip(shoe, hand, strict=True))
        for up in terms.ranks:
            there = shoe[up] - hand[up]
            if there > 0 and ways > 0:
                yield ways / comb(size, cards) * there / (size - cards), hand, up


def award_units(rules: BlackjackRules, stake: Cents) -> float:
    """What the fixed award comes to beside a main wager of this size, in units of it."""
    prize = None if rules.award is None else rules.award.prize(stake)
    return 0.0 if prize is None else prize.amount / stake


def solve(game: Game, stake: Cents | None = None) -> Solution:
    """Best play for a main wager of this size, which the fixed award depends on, or without that award.

    Raises `NotPriced`.
    """
    terms = terms_of(game)
    if stake is None:
        return Solution(terms)
    return Solution(Terms(at_stake(terms.game, stake)), award=award_units(terms.rules, stake))
