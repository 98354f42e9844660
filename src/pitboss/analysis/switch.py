"""Blackjack Switch: two spots, whose second cards may change places, played together as is best.

For each two cards that lie on the other spot, and each up card, the drawing solver says what two cards are worth when
those are out of the shoe. All cards to come are exchangeable, so that does not depend on what the other spot draws, and
the worths of the two spots add up. Above it is a process of one chance, whether the dealer has a blackjack, and one
choice: to keep or to switch. The value is exact for play by one's own cards, all first cards and the up card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.analysis.family.kernel import SPLIT, STAND
from pitboss.analysis.family.solver import UpCard, new_memo
from pitboss.analysis.family.tables import Floats, Ints, Multiset, best_total
from pitboss.analysis.family.terms import Terms, two_cards
from pitboss.analysis.process import Chance, Choice, Node, worth
from pitboss.games.blackjack.settlement import Finished, HandToPay

MEMORY = 1 << 17
FAR = 0.1  # a pair that is worth so much less split is not asked again when other cards are out
KEEP, SWITCH = 0, 1


@dataclass
class Switching:
    """The game solved. Deals are arrays by the first and second cards of both spots: a1, a2, b1, b2."""

    terms: Terms

    @cached_property
    def worths(self) -> tuple[Floats, Floats]:
        """By up card, cards on the other spot and own cards: what these are worth, kept and switched.

        Given that the dealer has no blackjack.
        """
        pairs = two_cards()
        kept = np.zeros((len(self.terms.ranks), len(pairs), len(pairs)))
        switched = np.zeros_like(kept)
        for up in self.terms.ranks:
            memo = new_memo(self.terms, MEMORY)
            alone = UpCard(self.terms, up, memo=memo)
            splits = [self._may_split(alone, hand) for hand in pairs]
            for number, other in enumerate(pairs):
                at = UpCard(self.terms, up, out=other, memo=memo)
                for own, hand in enumerate(pairs):
                    kept[up, number, own] = _best(at, hand, split=splits[own])
                    switched[up, number, own] = kept[up, number, own]
                    if best_total(hand)[0] == 21:
                        switched[up, number, own] = at.worth_against(hand, self._nets_of_switched)
        return kept, switched

    @cached_property
    def _nets_of_switched(self) -> Floats:
        """What a switched blackjack comes to against each end of the dealer's."""
        hand = HandToPay(Finished(21, 2, blackjack=False, switched=True))
        return np.array([self.terms.net_of(hand, final) for final in self.terms.finals])

    def _may_split(self, at: UpCard, hand: Multiset) -> bool:
        decisions = at.decisions(hand)
        if SPLIT not in decisions:
            return False
        return decisions[SPLIT] > max(each for verb, each in decisions.items() if verb != SPLIT) - FAR

    def process(self, up: int) -> Node:
        """What follows a deal against an up card, for both spots together."""
        first, second = self._with_blackjack(up)
        return Chance(((self._blackjack(up), first + second), (1 - self._blackjack(up), self.choice(up))))

    def choice(self, up: int) -> Choice:
        """To keep the cards or to switch the second ones, once the dealer has no blackjack."""
        kept, switched = (each[up] for each in self.worths)
        a1, a2, b1, b2 = np.ix_(*([range(len(self.terms.ranks))] * 4))
        pair = self._pair
        keep = kept[pair[b1, b2], pair[a1, a2]] + kept[pair[a1, a2], pair[b1, b2]]
        switch = switched[pair[b1, a2], pair[a1, b2]] + switched[pair[a1, b2], pair[b1, a2]]
        return Choice({KEEP: keep, SWITCH: switch})

    @cached_property
    def _pair(self) -> Ints:
        """The number of two cards."""
        numbers = {hand: number for number, hand in enumerate(two_cards())}
        ranks = self.terms.ranks
        found = [
            [numbers[tuple((each == one) + (each == other) for each in ranks)] for other in ranks] for one in ranks
        ]
        return np.array(found, dtype=np.int64)

    def _with_blackjack(self, up: int) -> tuple[Floats, Floats]:
        """What each spot comes to when the dealer has a blackjack, which is found before anything is decided."""
        del up
        nets = np.array([self.terms.net(hand, self.terms.blackjack) for hand in two_cards()])
        a1, a2, b1, b2 = np.ix_(*([range(len(self.terms.ranks))] * 4))
        shape = (len(self.terms.ranks),) * 4
        return np.broadcast_to(nets[self._pair[a1, a2]], shape), np.broadcast_to(nets[self._pair[b1, b2]], shape)

    def _blackjack(self, up: int) -> Floats:
        """The chance of a dealer's blackjack beside each deal."""
        fills = self.terms.hole(up).fills
        there = np.sum(fills * self.terms.shoe)
        dealt = sum(fills[each] for each in np.ix_(*([range(len(self.terms.ranks))] * 4)))
        return np.asarray((there - dealt) / (self.terms.shoe.sum() - 5))

    def chances(self, up: int) -> Floats:
        """The chance of each deal and this up card."""
        shoe, ranks = self.terms.shoe, np.arange(len(self.terms.ranks))
        found: Floats = np.ones(1) * shoe[up] / shoe.sum()
        dealt: list[Ints] = []
        for card in np.ix_(ranks, ranks, ranks, ranks):
            out = (card == up) + sum((card == each) for each in dealt)
            found = found * np.maximum(shoe[card] - out, 0) / (shoe.sum() - 1 - len(dealt))
            dealt.append(card)
        return found

    @cached_property
    def value(self) -> float:
        """The player's expectation for a unit on each spot, both spots together divided by two."""
        return float(sum((self.chances(up) * worth(self.process(up))).sum() for up in self.terms.ranks)) / 2


def _best(at: UpCard, hand: Multiset, *, split: bool) -> float:
    """The worth of the best decision on two cards."""
    found = dict(at.decisions(hand, splits=split))
    return found[STAND] if best_total(hand)[0] == 21 else max(found.values())
