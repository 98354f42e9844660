"""What the main wager is worth once both first cards of the dealer's are told, with the play that knows only one.

The player decides as the solution says, by the up card alone. Its plan is followed on a shoe that the hole card is out
of, against a dealer who begins with both; a hole card that makes a blackjack ends the round. Hands that are not split
are exact, and split hands are so for the policy of the solution: so the worths of all hole cards make the worth of the
game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.analysis.drawing.kernel import SPLIT, SURRENDER, Hole, Pays
from pitboss.analysis.drawing.outcomes import plays
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.splits import HALF
from pitboss.analysis.drawing.tables import (
    MOST_DRAWN,
    Alphabet,
    Drawing,
    Draws,
    Floats,
    Multiset,
    Place,
    best_total,
    with_card,
)
from pitboss.analysis.drawing.terms import Terms


class BothCards(NamedTuple):
    """By up card and hole card, each by what it counts: the chance of both, and what the main wager is then worth."""

    chance: Floats
    worth: Floats


@dataclass(frozen=True)
class Told(Terms):
    """A game as it is dealt when the hole card is of this rank and makes no blackjack."""

    hole_card: int = field(kw_only=True)
    untold: Terms = field(kw_only=True, compare=False)

    @cached_property
    def draws(self) -> Draws:
        return draws_after(self.hole_card, self.drawing, self.alphabet)

    def hole(self, up: int) -> Hole:
        """There is nothing left to look for."""
        del up
        return Hole(np.zeros(self.alphabet.size, dtype=np.int64), 0)

    def pays(self, place: Place) -> Pays:
        return self.untold.pays(place)


def draws_after(hole_card: int, drawing: Drawing, alphabet: Alphabet) -> Draws:
    """As `draws`, of dealers who have this second card already; every way is a run of its own."""
    ways: list[tuple[list[int], int, int, int]] = []
    first = [0]
    for up in range(alphabet.size):
        for (drawn, final), orders in _ways(up, hole_card, drawing, alphabet).items():
            codes = [rank * MOST_DRAWN + times for rank, times in enumerate(drawn) if times]
            ways.append((codes, sum(drawn), final, orders))
        first.append(len(ways))
    width = max(len(codes) for codes, *_ in ways)
    return Draws(
        first=np.array(first, dtype=np.int64),
        start=np.arange(len(ways) + 1, dtype=np.int64),
        final=np.array([final for _, _, final, _ in ways], dtype=np.int64),
        drawn=np.array([drawn for _, drawn, _, _ in ways], dtype=np.int64),
        kinds=np.array([len(codes) for codes, *_ in ways], dtype=np.int64),
        orders=np.array([orders for *_, orders in ways], dtype=np.float64),
        codes=np.array([codes + [0] * (width - len(codes)) for codes, *_ in ways], dtype=np.uint16),
    )


def _ways(up: int, hole_card: int, drawing: Drawing, alphabet: Alphabet) -> Counter[tuple[Multiset, int]]:
    """In how many orders each multiset of cards ends the hand of a dealer with these two, and how it ends."""
    found: Counter[tuple[Multiset, int]] = Counter()
    empty = (0,) * alphabet.size
    both = with_card(with_card(empty, up), hole_card)
    going = Counter({empty: 1})
    while going:  # whether he draws depends on the cards and not on their order, so orders add up card by card
        then: Counter[Multiset] = Counter()
        for drawn, orders in going.items():
            held = tuple(map(sum, zip(both, drawn, strict=True)))
            total, soft = best_total(held, alphabet)
            if total > drawing.stands or (total == drawing.stands and not (soft and drawing.hits_soft)):
                blackjack = total == 21 and drawn == empty
                final = drawing.blackjack if blackjack else drawing.ends[total - drawing.stands]
                found[drawn, final] = orders
            else:
                for rank in range(alphabet.size):
                    then[with_card(drawn, rank)] += orders
        going = then
    return found


@dataclass
class Followed:
    """The plan of a solution, followed where the hole card is of one rank."""

    solution: Solution
    hole_card: int

    def __post_init__(self) -> None:
        terms = self.solution.terms
        self.told = Told(terms.game, terms.zero_memory, terms.alphabet, hole_card=self.hole_card, untold=terms)
        self._up_cards: dict[int, UpCard] = {}

    def at(self, up: int) -> UpCard:
        if up not in self._up_cards:
            out, plan = with_card(self.told.empty, self.hole_card), self.solution.up_cards[up].plan
            self._up_cards[up] = UpCard(self.told, up, follow=True, out=out, plan=plan)
        return self._up_cards[up]

    def worth(self, hand: Multiset, up: int) -> float:
        """What first cards come to against this up card and the hole card."""
        terms, before = self.solution.terms, self.solution.up_cards[up]
        if self.hole_card in terms.alphabet.completing(up):
            return terms.lost_to_blackjack(hand)
        return sum(
            play.chance * self._after(hand, before, play.decision) for play in plays(self.solution, before, hand)
        )

    def _after(self, hand: Multiset, before: UpCard, decision: int) -> float:
        """What first cards come to after this decision."""
        at = self.at(before.up)
        if decision == SPLIT:
            rank = hand.index(2)
            return at.splits[rank].followed(before.splits[rank])
        return HALF if decision == SURRENDER else float(at.values[at.number(hand), decision])


def by_both_cards(solution: Solution) -> BothCards:
    """Of a game in which a box has two first cards, suits do not matter and the dealer looks for a blackjack."""
    terms = solution.terms
    assert terms.peeks
    assert terms.first_cards == 2
    assert not terms.may_be_premium.any()
    chance, sums = np.zeros((2, terms.alphabet.size, terms.alphabet.size))
    followed = [Followed(solution, rank) for rank in terms.ranks]
    for dealt, hand, up in solution.starts():
        deck, left = solution.up_cards[up].deck(hand)
        for hole_card in np.flatnonzero(deck).tolist():
            likely = dealt * float(deck[hole_card]) / left
            chance[up, hole_card] += likely
            sums[up, hole_card] += likely * followed[hole_card].worth(hand, up)
    return BothCards(chance, np.divide(sums, chance, out=np.zeros_like(sums), where=chance > 0))
