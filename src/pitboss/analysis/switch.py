"""Blackjack Switch: two spots, whose second cards may change places, played together as is best.

For each two cards that lie on the other spot, and each up card, the drawing solver says what two cards are worth when
those are out of the shoe. All cards to come are exchangeable, so that does not depend on what the other spot draws, and
the worths of the two spots add up. Above it is a process of one chance, whether the dealer has a blackjack, and one
choice: to keep or to switch. The value is exact for play by one's own cards, all first cards and the up card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pitboss.analysis.drawing.chart import RANK_NAMES, UP_NAMES, UP_ORDER
from pitboss.analysis.drawing.kernel import SPLIT, STAND, SURRENDER
from pitboss.analysis.drawing.solver import Solution, UpCard, new_memo
from pitboss.analysis.drawing.splits import HALF
from pitboss.analysis.drawing.tables import Floats, Ints, Multiset, best_total
from pitboss.analysis.drawing.terms import SWITCHED_21, Terms, two_cards
from pitboss.analysis.priced import MainWager
from pitboss.analysis.process import Chance, Choice, Node, worth
from pitboss.analysis.switch_spread import Seconds, SpotMoments, Spread

MEMORY = 1 << 17
FAR = 0.1  # a pair that is worth so much less split is not asked again when other cards are out
KEEP, SWITCH = 0, 1
TEN = 9

Decided = tuple[int, float]  # a decision and its worth


@dataclass
class Switching:
    """The game solved. Deals are arrays by the first and second cards of both spots: a1, a2, b1, b2.

    With `spreads` standard deviations are worked out too, which takes a third longer.
    """

    terms: Terms

    spreads: bool = field(default=False, kw_only=True)

    @classmethod
    def known(cls, terms: Terms, kept: Floats, switched: Floats) -> Switching:
        """Return the game with worths that were computed earlier."""
        best = cls(terms)
        vars(best)["_solved"] = kept, switched, []
        return best

    @property
    def worths(self) -> tuple[Floats, Floats]:
        """By up card, cards on the other spot and own cards: what these are worth, kept and switched.

        Given that the dealer has no blackjack.
        """
        return self._solved[:2]

    @cached_property
    def _solved(self) -> tuple[Floats, Floats, list[tuple[Seconds, Seconds]]]:
        """The worths, and the second moments of both spots, kept and switched, if they are asked for."""
        pairs = two_cards()
        kept = np.zeros((len(self.terms.ranks), len(pairs), len(pairs)))
        switched = np.zeros_like(kept)
        seconds = []
        for up in self.terms.ranks:
            moments = SpotMoments(self.terms, up)
            for number, at, alone, decided in self._against(up):
                kept[up, number] = switched[up, number] = [each for _, each in decided]
                if self.spreads:
                    moments.add(number, at, [each for each, _ in decided], alone.splits)
                for own in self._may_be_switched_21:
                    switched[up, number, own] = at.worth_against(pairs[own], self._nets_of_switched)
                    if self.spreads:
                        moments.add_switched(number, own, at, self._nets_of_switched)
            if self.spreads:
                seconds.append((moments.seconds(switched=False), moments.seconds(switched=True)))
        return kept, switched, seconds

    def _against(self, up: int) -> Iterator[tuple[int, UpCard, UpCard, list[Decided]]]:
        """For each two cards on the other spot: the game with and without them, and what is decided on own cards."""
        memo = new_memo(self.terms, MEMORY)
        alone = UpCard(self.terms, up, memo=memo)
        splits = [self._may_split(alone, hand) for hand in two_cards()]
        for number, other in enumerate(two_cards()):
            at = UpCard(self.terms, up, out=other, memo=memo)
            yield (
                number,
                at,
                alone,
                [_best(at, hand, split=split) for hand, split in zip(two_cards(), splits, strict=True)],
            )

    @property
    def _may_be_switched_21(self) -> list[int]:
        return [number for number, hand in enumerate(two_cards()) if best_total(hand)[0] == 21]

    @cached_property
    def _nets_of_switched(self) -> Floats:
        """What a switched blackjack comes to against each end of the dealer's."""
        return np.array([self.terms.net_of(SWITCHED_21, final) for final in self.terms.finals])

    def _may_split(self, at: UpCard, hand: Multiset) -> bool:
        decisions = at.decisions(hand)
        if SPLIT not in decisions:
            return False
        return decisions[SPLIT] > max(each for verb, each in decisions.items() if verb != SPLIT) - FAR

    def process(self, up: int) -> Node:
        """What follows a deal against an up card, for both spots together."""
        first, second = self._with_blackjack
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

    @cached_property
    def _with_blackjack(self) -> tuple[Floats, Floats]:
        """What each spot comes to when the dealer has a blackjack, which is found before anything is decided."""
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
    def spread(self) -> Spread:
        """The standard deviation of both spots together, which `spreads` asks for."""
        assert self.spreads
        parts = [self._seconds_against(up) for up in self.terms.ranks]
        one, both, error = (sum(each) for each in zip(*parts, strict=True))
        variance = both - (2 * self.value) ** 2
        least = max(0.0, variance - error) ** 0.5
        return Spread(variance**0.5, (one - self.value**2) ** 0.5, variance**0.5 - least)

    def _seconds_against(self, up: int) -> tuple[float, float, float]:
        """The second moments of one spot and of both, and the error of the latter, against one up card."""
        kept, switched = self._solved[2][up]
        a1, a2, b1, b2 = np.ix_(*([range(len(self.terms.ranks))] * 4))
        pair, taken, blackjack = self._pair, self.taken(up) == SWITCH, self._blackjack(up)
        chances = self.chances(up)
        free = chances * (1 - blackjack)
        keep, switch = (pair[a1, a2], pair[b1, b2]), (pair[a1, b2], pair[b1, a2])

        def mean(of_kept: Floats, of_switched: Floats) -> float:
            return float((free * np.where(taken, of_switched[switch], of_kept[keep])).sum())

        first, second = self._with_blackjack
        one = mean(kept.square + kept.square.T, switched.square + switched.square.T) / 2
        one += float((chances * blackjack * (first**2 + second**2)).sum()) / 2
        both = mean(kept.both, switched.both) + float((chances * blackjack * (first + second) ** 2).sum())
        return one, both, mean(kept.error, switched.error)

    def taken(self, up: int) -> Ints:
        """Whether the second cards are switched, by the first and second cards of both spots."""
        return self.choice(up).best()

    @property
    def main(self) -> MainWager:
        """The main wager for each unit on both spots; it has no outcomes."""
        return MainWager(self.value, self.spread.both / 2, (), self.spread.error / 2)

    @cached_property
    def value(self) -> float:
        """The player's expectation for a unit on each spot, both spots together divided by two."""
        return float(sum((self.chances(up) * worth(self.process(up))).sum() for up in self.terms.ranks)) / 2

    def deal(self, up: int, one: Multiset, other: Multiset, *, switched: bool = False) -> float:
        """What these two spots are worth together against an up card, once the dealer has no blackjack."""
        memo, total = new_memo(self.terms), 0.0
        for mine, theirs in ((one, other), (other, one)):
            at = UpCard(self.terms, up, out=theirs, memo=memo)
            is_switched_21 = switched and best_total(mine)[0] == 21
            total += (
                at.worth_against(mine, self._nets_of_switched) if is_switched_21 else _best(at, mine, split=True)[1]
            )
        return total


@dataclass
class ByOwnCards(Switching):
    """A rule that a person can keep to: each spot is played by its own cards and the up card, as if there were no other
    one, and the second cards are switched where those worths add up to more. Its value is exact too.
    """

    solution: Solution

    @cached_property
    def alone(self) -> tuple[Floats, Floats]:
        """By up card: what two cards are worth when nothing is known of the other spot, kept and switched."""
        found = [[self.solution.best_of(at, hand) for hand in two_cards()] for at in self.solution.up_cards]
        kept = np.array(found)
        switched = kept.copy()
        for number, hand in enumerate(two_cards()):
            if best_total(hand)[0] == 21:
                nets = self._nets_of_switched
                switched[:, number] = [at.worth_against(hand, nets) for at in self.solution.up_cards]
        return kept, switched

    @cached_property
    def switches(self) -> Ints:
        """Whether the second cards are switched: by up card and the first and second cards of both spots."""
        kept, switched = self.alone
        a1, a2, b1, b2 = np.ix_(*([range(len(self.terms.ranks))] * 4))
        pair = self._pair
        keep = kept[:, pair[a1, a2]] + kept[:, pair[b1, b2]]
        switch = switched[:, pair[a1, b2]] + switched[:, pair[b1, a2]]
        return np.asarray(switch > keep, dtype=np.int64)

    def _against(self, up: int) -> Iterator[tuple[int, UpCard, UpCard, list[Decided]]]:
        """As that of best play, by the plan that knows nothing of the other spot."""
        base, memo = self.solution.up_cards[up], new_memo(self.terms, MEMORY)
        planned = [self.solution.chosen(base, hand, None, base.decisions(hand)) for hand in two_cards()]
        for number, other in enumerate(two_cards()):
            at = UpCard(self.terms, up, follow=True, out=other, plan=base.plan, memo=memo)
            yield (
                number,
                at,
                base,
                [_followed(at, base, hand, each) for hand, each in zip(two_cards(), planned, strict=True)],
            )

    def taken(self, up: int) -> Ints:
        return np.asarray(self.switches[up])

    def process(self, up: int) -> Node:
        first, second = self._with_blackjack
        options = self.choice(up).options
        taken = np.where(self.taken(up) == SWITCH, worth(options[SWITCH]), worth(options[KEEP]))
        return Chance(((self._blackjack(up), first + second), (1 - self._blackjack(up), taken)))


def _followed(at: UpCard, base: UpCard, hand: Multiset, decision: int) -> Decided:
    """The worth of two cards by the plan that was made when no other cards were out."""
    if best_total(hand)[0] == 21:
        decision = STAND
    if decision == SURRENDER:
        return decision, HALF
    if decision == SPLIT:
        return decision, at.splits[hand.index(2)].followed(base.splits[hand.index(2)])
    return decision, float(at.values[at.number(hand), decision])


def _best(at: UpCard, hand: Multiset, *, split: bool) -> Decided:
    """The best decision on two cards, and its worth."""
    found = at.decisions(hand, splits=split)
    best = STAND if best_total(hand)[0] == 21 else max(found, key=lambda each: found[each])
    return best, found[best]


def worth_table(rule: ByOwnCards) -> list[list[str]]:
    """What two cards are worth by themselves, in hundredths of a wager, with a heading; add up those of both spots."""
    kept, switched = rule.alone
    rows = [["", *UP_NAMES]]
    for number, hand in enumerate(two_cards()):
        aces_first = sorted(
            (rank for rank in range(len(hand)) for _ in range(hand[rank])), key=lambda each: -(each or 99)
        )
        name = " ".join(RANK_NAMES[each] for each in aces_first)
        rows.append([name, *(f"{100 * kept[up, number]:+.0f}" for up in UP_ORDER)])
        if best_total(hand)[0] == 21:
            rows.append([f"{name} switched", *(f"{100 * switched[up, number]:+.0f}" for up in UP_ORDER)])
    return rows
