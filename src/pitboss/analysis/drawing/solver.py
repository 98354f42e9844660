"""Best play from a fresh shoe, and what it is worth.

Hands that are not split are exact: every decision is the best one for the very cards that are held, the up card and
the cards that are left. Split hands are exact for a stated policy (see `splits`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb, prod

import numpy as np

from pitboss.analysis.drawing import kernel
from pitboss.analysis.drawing.kernel import (
    COLUMNS,
    DOUBLE,
    HIT,
    NEVER,
    SPLIT,
    STAND,
    SURRENDER,
    Hole,
    Memo,
    Pays,
    cannot_be,
    draw_chance,
    ends_of_hands,
    filling,
    known_ends,
    left_of,
    moments_of_up_card,
    solve_up_card,
    worth,
)
from pitboss.analysis.drawing.parted import Parted
from pitboss.analysis.drawing.splits import HALF, Splits
from pitboss.analysis.drawing.spread import Figure
from pitboss.analysis.drawing.tables import (
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
from pitboss.analysis.drawing.terms import Terms, at_stake, terms_of
from pitboss.cards import Card, Suit
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.money import Cents

MEMORY = 1 << 14


def new_memo(terms: Terms, size: int = MEMORY) -> Memo:
    """An empty memory. Of thirteen ranks the cards that are out would not go into one number, so there is none."""
    places = size if terms.alphabet.size <= BY_POINTS.size else 0
    return kernel.new_memo(terms.shoe, len(terms.finals), places)


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
        """A memory of its own if it is given none; where busts live or cards are parted, many more cards are met."""
        size = MEMORY * (16 if self.terms.plain_pays.lives else 8 if self.terms.parts else 1)
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
        return float(worth(self.ends_beside(hand, shoe), nets))

    def ends_beside(self, hand: Multiset, shoe: Ints | None = None) -> Floats:
        """The dealer's ends beside some cards; none beside cards that cannot lie there."""
        deck, left = self.deck(hand, shoe)
        ends = np.zeros(len(self.terms.finals))
        if cannot_be.py_func(deck, left, self.hole):
            return ends
        known_ends(deck, left, self.up, self.hole, self.terms.draws, self.terms.falling, self.remembered, ends)
        return ends

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

    @cached_property
    def parted(self) -> Parted:
        return Parted(self)

    def split_square(self, hand: Multiset) -> Figure:
        """The worth of the square of a whole box that is split."""
        return self.parted.spread.square(hand) if self.terms.parts else self.splits[hand.index(2)].spread.square

    def decisions(
        self, hand: Multiset, same_suit: str | None = None, suit_left: float = 0.0, *, splits: bool = True
    ) -> dict[int, float]:
        """The worth of each decision that first cards have, once a dealer who looks has found no blackjack.

        `same_suit` says that both are of one suit, `suit_left` how many cards of it would complete a premium hand.
        Without `splits` a split is not looked at.
        """
        found = {}
        if best_total(hand, self.terms.alphabet)[0] <= 21:
            row = self.values[self.number(hand)]
            found[STAND] = float(row[STAND])
            if row[HIT] > NEVER:
                found[HIT] = float(row[HIT]) + self._suit_bonus(hand, same_suit, suit_left)
            if row[DOUBLE] > NEVER:
                found[DOUBLE] = float(row[DOUBLE])
        if self.terms.may_surrender(hand):
            found[SURRENDER] = HALF + HALF * self.late_blackjack(hand)  # all of it is lost to a blackjack
        if self.terms.parts:
            if splits and self.terms.may_part(hand):
                found[SPLIT] = self.parted.worth(hand)
        elif splits and max(hand) == 2 and self.terms.max_splits(hand.index(2)):
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
        self, at: UpCard, hand: Multiset, suit: str | None = None, suit_left: float = 0.0, *, splits: bool = True
    ) -> dict[int, float]:
        """As `UpCard.decisions`, with what the fixed award adds to a draw."""
        found, award = at.decisions(hand, suit, suit_left, splits=splits), self.terms.rules.award
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
        """All first cards against each up card, with their chance."""
        return dealt(self.terms, self.terms.first_cards)

    def worth(self, hand: Multiset, up: int) -> float:
        """The worth of first cards against an up card, a dealer's blackjack included."""
        return sum(chance * worth for chance, _, worth in self.worths_by_ranks(hand, up))

    def worths_by_ranks(self, hand: Multiset, up: int) -> Iterator[tuple[float, bool, float]]:
        """As `worth`, whether the cards may be split as far as their ranks go: the chance, the answer and the worth."""
        for chance, splits in self.terms.by_ranks(hand):
            yield chance, splits, self._worth(self.up_cards[up], hand, splits=splits)

    def _worth(self, at: UpCard, hand: Multiset, *, splits: bool) -> float:
        blackjack = at.dealer_blackjack(hand)
        lost = self.terms.lost_to_blackjack(hand)
        if self.terms.declines_early(hand):
            taken = self.chosen(at, hand, None, self.decisions(at, hand, splits=splits)) == STAND
            lost = lost if taken else -1.0
        return blackjack * lost + (1 - blackjack) * self._best_of(at, hand, splits=splits)

    def _best(self, hand: Multiset, at: UpCard, *, splits: bool) -> float:
        if self.terms.completed(hand) is None:
            return self.taken(at, hand, None, self.decisions(at, hand, splits=splits))
        total = 0.0
        for chance, suit, left in self.suits(hand, at.up):
            total += chance * self.taken(at, hand, suit, self.decisions(at, hand, suit, left))
        return total

    def best_of(self, at: UpCard, hand: Multiset) -> float:
        """The worth of first cards, once a dealer who looks has found no blackjack."""
        return sum(chance * self._best_of(at, hand, splits=splits) for chance, splits in self.terms.by_ranks(hand))

    def _best_of(self, at: UpCard, hand: Multiset, *, splits: bool) -> float:
        blackjack = sum(hand) == 2 and best_total(hand, self.terms.alphabet)[0] == 21
        if blackjack and not self.terms.doubles_blackjack:
            return self.decisions(at, hand)[STAND]
        return self._best(hand, at, splits=splits)

    def split_square(self, at: UpCard, hand: Multiset) -> Figure:
        """The worth of the square of a whole box that is split, as this solution plays it."""
        return at.split_square(hand)

    def taken(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> float:
        """The worth of the decision that is taken on two first cards."""
        return decisions[self.chosen(at, hand, suit, decisions)]

    def chosen(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> int:
        """The decision that is taken on first cards: here the best one.

        A 21 that is declined before the dealer looks must make up for what it loses to a blackjack (TC12).
        """
        del suit
        if self.terms.declines_early(hand):
            blackjack = at.dealer_blackjack(hand)
            if blackjack == 1.0:
                return STAND
            decisions = {**decisions, STAND: (decisions[STAND] + blackjack) / (1 - blackjack)}
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
