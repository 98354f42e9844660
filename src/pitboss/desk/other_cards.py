"""Worths of a hand beside other cards that are seen: other players' hands, another spot, the other hands of a split.

The shoe is solved again without those cards. All cards to come are exchangeable, so a hand's own worth does not depend
on what later hands draw. While other hands of the same player are still to be played the figures are exact for a
policy: those are then played by the cards that are seen now.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from pitboss.analysis.drawing.kernel import (
    DOUBLE,
    HIT,
    NAMES,
    NEVER,
    STAND,
    draw_chance,
    filling,
    unseen_blackjack,
)
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.tables import Floats, Multiset, Place, best_total, numbers, with_card
from pitboss.analysis.drawing.terms import Terms
from pitboss.cards import Card
from pitboss.core.hands import Hand
from pitboss.core.layout import Layout
from pitboss.core.options import Option
from pitboss.desk.answers import BY_POLICY, EXACT
from pitboss.desk.judgement import PASSING, DecisionWorth
from pitboss.desk.practice import PlayerQuestion
from pitboss.desk.session import AnalysisSession
from pitboss.desk.ways.way import Way
from pitboss.games.blackjack.intents import DoubleDown, Rescue, Split, Surrender
from pitboss.ids import HandId, StakeId
from pitboss.money import Cents

MOST_KEPT = 128
LESS = "no engine answers for a double of less than the wager"
RANK_ONLY = "the worth of a premium hand of one suit beside other cards that are seen is not solved"

Verbs = dict[str, DecisionWorth]
T = TypeVar("T")


class Recent(Generic[T]):
    """What was solved last, by what was asked; the oldest is forgotten first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, T] = OrderedDict()

    def get(self, key: object, solve: Callable[[], T]) -> T:
        """Return what is remembered under a key; solve and remember it if there is nothing."""
        if key not in self._kept:
            self._kept[key] = solve()
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


@dataclass
class OtherCards:
    """The played wager of one drawing game, beside whatever cards are seen. What was solved last is remembered."""

    session: AnalysisSession
    ways: Sequence[Way]
    _solved: Recent[UpCard] = field(default_factory=Recent)
    _parted: Recent[Floats] = field(default_factory=Recent)

    @property
    def _solution(self) -> Solution:
        return self.session.solution

    @property
    def _terms(self) -> Terms:
        return self._solution.terms

    def worths(self, seen: Layout, asked: PlayerQuestion, beside: Sequence[Card]) -> Verbs | str:
        """Return the worth of each verb for a unit of the wager on this hand, or why it is not known."""
        hand, names = seen.hands[asked.hand], {option.verb.verb for option in asked.options}
        why = "a doubled hand that goes on is not solved" if hand.doubles else self._not_solved(hand)
        if why:
            return why
        if hand.split and names & {Split.verb, Surrender.verb}:
            return "a hand of a split that may be split or given up is not solved"
        up, out = self._up(seen), self._counted(beside)
        found = self._split_hand(seen, asked.hand, up, out) if hand.split else self._first_hand(hand, up, out, names)
        if not names <= set(found):
            return "the solver does not answer for every decision on this hand"
        kind = _kind(seen, asked.hand)
        return {name: DecisionWorth(found[name], BY_POLICY if name == Split.verb else kind) for name in names}

    def worths_of_doubled(self, seen: Layout, asked: PlayerQuestion, beside: Sequence[Card]) -> Verbs | str:
        """Return what a doubled hand is worth as it is, rescued and doubled again, or why it is not known."""
        hand, terms = seen.hands[asked.hand], self._terms
        again = next((option for option in asked.options if option.verb is DoubleDown), None)
        why = self._not_solved(hand) or self._refuses_doubled(seen, asked, again)
        if why:
            return why
        at = self._up_card(self._up(seen), self._counted(beside))
        doubled, counts, kind = (
            Doubled(at, terms, self._place(seen, asked.hand)),
            self._counted(hand.cards),
            _kind(seen, asked.hand),
        )
        found = {PASSING: DecisionWorth(doubled.stood(counts, hand.doubles), kind)}
        found[Rescue.verb] = DecisionWorth(-1.0, kind)
        if again is not None:
            worth = doubled.again(counts)
            if worth is None:
                return "no engine answers for a double whose bust waits for the dealer"
            found[DoubleDown.verb] = DecisionWorth(worth, kind)
        return found

    def _refuses_doubled(self, seen: Layout, asked: PlayerQuestion, again: Option | None) -> str:
        """Why doubles of this hand are not solved: they are solved in full, and up to two of them."""
        doubles, terms = seen.hands[asked.hand].doubles, self._terms
        stake = seen.stakes[StakeId(asked.player, asked.hand, terms.rules.played)]
        if doubles > 2 or (doubles == 2 and again is not None):
            return "no engine answers for a third double"
        more = DoubleDown(Cents(stake.original * terms.stake(2) - stake.total))
        less = again is not None and again.intents[-1] != more
        return LESS if less or stake.total != stake.original * terms.stake(doubles) else ""

    def _not_solved(self, hand: Hand) -> str:
        """Why the solver's tables are not for this hand; empty if they are."""
        why = next((why for way in self.ways if (why := way.unsolved(hand))), "")
        if why:
            return why
        one_suit = len({card.suit for card in hand.cards}) == 1 and len(hand.cards) <= 3
        counts = self._counted(hand.cards)
        premium = self._terms.completed(counts) is not None or self._terms.premium(counts, "suited") is not None
        return RANK_ONLY if one_suit and premium else ""

    # What is solved.

    def _first_hand(self, hand: Hand, up: int, out: Multiset, names: Collection[str]) -> dict[str, float]:
        """A hand that was not split. Where a split depends on more than points, it is left out."""
        at, counts = self._up_card(up, out), self._counted(hand.cards)
        if len(hand.cards) > self._terms.first_cards:
            return _decided(at.values[self._number(counts)])
        by_points = all(way.splits_by_points for way in self.ways) and self._terms.like_tens(counts) is None
        decisions = at.decisions(counts, splits=Split.verb in names and by_points)
        return {NAMES[each]: float(value) for each, value in decisions.items()}

    def _split_hand(self, seen: Layout, asked: HandId, up: int, out: Multiset) -> dict[str, float]:
        counts = self._counted(seen.hands[asked].cards)
        return _decided(self._split_values(up, out, self._place(seen, asked))[self._number(counts)])

    def _place(self, seen: Layout, asked: HandId) -> Place:
        """Of the hands of a split the first bears the original wager, or the next if all before it win anyway (S02)."""
        if not seen.hands[asked].split:
            return Place.PLAIN
        hands = seen.hands_of_spot(asked)
        before = hands[: hands.index(asked)]
        return Place.FIRST if all(self._beats_blackjack(seen.hands[each]) for each in before) else Place.BORN

    def _beats_blackjack(self, hand: Hand) -> bool:
        terms = self._terms
        return terms.net(self._counted(hand.cards), terms.blackjack, Place.BORN, doubles=hand.doubles) > 0.0

    def _up(self, seen: Layout) -> int:
        """The rank of the up card."""
        return self._terms.alphabet.rank_of(seen.dealer.cards[0])

    def _up_card(self, up: int, out: Multiset) -> UpCard:
        if not any(out):
            return self._solution.up_cards[up]
        return self._solved.get((up, out), lambda: UpCard(self._terms, up, out=out))

    def _split_values(self, up: int, out: Multiset, place: Place) -> Floats:
        def solve() -> Floats:
            at = UpCard(self._terms, up, out=out, known=True)
            everything = np.ones(len(self._terms.all_hands), dtype=np.int64)
            plan = np.zeros((len(everything), 3), dtype=np.int64)
            return at.solve_split(at.shoe, everything, plan, place, follow=False)

        return self._parted.get((up, out, place), solve)

    def _counted(self, cards: Sequence[Card]) -> Multiset:
        """Count cards by the ranks that the solver tells apart."""
        ranks = Counter(map(self._terms.alphabet.rank_of, cards))
        return tuple(ranks[rank] for rank in self._terms.ranks)

    def _number(self, counts: Multiset) -> int:
        return numbers(self._terms.alphabet)[counts]


@dataclass
class Doubled:
    """A hand on which a double lies, against one up card."""

    at: UpCard
    terms: Terms
    place: Place

    def stood(self, hand: Multiset, doubles: int) -> float:
        """Return what it is worth to leave the hand as it is."""
        pays = self.terms.pays(self.place)
        nets = pays.doubled if doubles == 1 else pays.redoubled
        return self.at.worth_against(hand, nets[self.at.number(hand)])

    def again(self, hand: Multiset) -> float | None:
        """Return what it is worth to double a second time; None where a bust hand waits for the dealer."""
        pays, hole = self.terms.pays(self.place), self.at.hole
        if pays.lives:
            return None
        deck, left = self.at.deck(hand)
        fill, total = filling.py_func(deck, hole), 0.0
        for rank in self.terms.ranks:
            if deck[rank]:
                chance = draw_chance.py_func(deck, left, rank, hole, fill)
                then = with_card(hand, rank)
                if best_total(then, self.terms.alphabet)[0] > 21:
                    late = unseen_blackjack.py_func(left, rank, hole, fill)
                    total += chance * (pays.bust[2] + late * pays.spared[2])
                else:
                    total += chance * max(self.stood(then, 2), float(pays.rescue[2]))
        return float(total)


def _decided(row: Floats) -> dict[str, float]:
    """What each decision on a hand is worth, of those that its rules permit."""
    return {NAMES[each]: float(row[each]) for each in (STAND, HIT, DOUBLE) if row[each] > NEVER}


def _kind(seen: Layout, asked: HandId) -> str:
    """Exact, or exact for a policy if the same player has other hands that are still to be played."""
    mine = (name for name in seen.hands_of(asked.box) if name != asked)
    return BY_POLICY if any(seen.hands[name].closed is None for name in mine) else EXACT
