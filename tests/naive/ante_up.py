"""Best play of a split box of Ante Up 21 by everything that is seen, in plain Python, for shoes of few kinds of cards.

Every card that is left is looked at before every decision, so it takes no average and leaves nothing out. A hand is
counted when it is over: what it comes to beside the cards that are left then is what it comes to on average at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pitboss.cards import Card, Rank, Suit
from pitboss.poker.two_cards import best_two
from pitboss.rules.contest import Contest

Deck = tuple[int, ...]
Held = tuple[int, ...]
Pick = Callable[[Held, int, int, frozenset[int], Deck], str]

RANKS = tuple(Rank)


def points(rank: int) -> int:
    return Card(RANKS[rank], Suit.CLUBS).points % 11 or 1


def total(cards: Held) -> tuple[int, bool]:
    """The total of some cards, and whether it is soft."""
    hard = sum(map(points, cards))
    soft = any(points(card) == 1 for card in cards) and hard <= 11
    return (hard + 10 if soft else hard), soft


class SplitTwin:
    """A pair that is split against an up card, when these cards are left and the dealer has no natural.

    `stakes` are those of the played wager and of the ante. The dealer draws to a soft 17.
    """

    def __init__(self, contest: Contest, up: int, most: int, stakes: tuple[float, float]) -> None:
        self.contest, self.up, self.most, self.stakes = contest, up, most, stakes
        self.dealer = cache(self._dealer)
        self.best = cache(self._best)
        self.second = cache(self._second)

    def cards(self, ranks: Held) -> list[Card]:
        return [Card(RANKS[rank], Suit.CLUBS) for rank in ranks]

    def fills(self, rank: int) -> bool:
        return {points(self.up), points(rank)} == {1, 10}

    def draws(self, deck: Deck) -> list[tuple[float, int, Deck]]:
        """The next card when one that is left lies face down and makes no natural."""
        left = sum(deck)
        filling = sum(count for rank, count in enumerate(deck) if self.fills(rank))
        found = []
        for rank, count in enumerate(deck):
            holes = left - 1 - filling + self.fills(rank)
            if count and holes > 0:
                then = (*deck[:rank], count - 1, *deck[rank + 1 :])
                found.append((count * holes / ((left - filling) * (left - 1)), rank, then))
        return found

    def _dealer(self, deck: Deck) -> dict[tuple[int, Held], float]:
        """How the dealer ends: total and cards."""
        ends: dict[tuple[int, Held], float] = {}

        def draw(held: Held, deck: Deck, chance: float) -> None:
            end, soft = total(held)
            if len(held) > 1 and end >= 17 and not (end == 17 and soft):
                key = end, tuple(sorted(held))
                ends[key] = ends.get(key, 0.0) + chance
                return
            left = sum(deck) - (sum(n for r, n in enumerate(deck) if self.fills(r)) if len(held) == 1 else 0)
            for rank, count in enumerate(deck):
                if count and not (len(held) == 1 and self.fills(rank)):
                    draw((*held, rank), (*deck[:rank], count - 1, *deck[rank + 1 :]), chance * count / left)

        draw((self.up,), deck, 1.0)
        return ends

    def net(self, held: Held, stake: int, deck: Deck) -> float:
        own, worth = total(held)[0], 0.0
        for (end, _), chance in self.dealer(deck).items():
            won = own <= 21 and (end > 21 or own > end)
            lost = own > 21 or own < end <= 21
            worth += chance * (won - lost)
        return self.stakes[0] * stake * worth

    def poker(self, box: Held, deck: Deck) -> float:
        own, worth = best_two(self.cards(box)), 0.0
        for (_, dealer), chance in self.dealer(deck).items():
            theirs = self.cards(dealer)
            if not self.contest.qualifies(theirs):
                worth += chance
            else:
                worth += 2 * chance * ((own > best_two(theirs)) - (own < best_two(theirs)))
        return self.stakes[1] * worth

    def over(self, box: Held, deck: Deck, pair: int, hands: int, waiting: int) -> float:
        """What is still to come when a hand is over."""
        return self.second(box, deck, pair, hands, waiting - 1) if waiting else self.poker(box, deck)

    def _second(self, box: Held, deck: Deck, pair: int, hands: int, waiting: int) -> float:
        """A hand gets its second card; `box` are all cards that lie there, in order."""
        worth = 0.0
        for chance, rank, then in self.draws(deck):
            worth += chance * self.best(tuple(sorted((*box, rank))), then, pair, (pair, rank), hands, waiting)
        return worth

    def _best(self, box: Held, deck: Deck, pair: int, held: Held, hands: int, waiting: int) -> float:
        """A hand is decided on."""
        rest = (pair, hands, waiting)
        best = self.net(held, 1, deck) + self.over(box, deck, *rest)
        if total(held)[0] >= 21 or points(pair) == 1:
            return best
        hit, double = 0.0, 0.0
        for chance, rank, then in self.draws(deck):
            lying, mine = tuple(sorted((*box, rank))), tuple(sorted((*held, rank)))
            if total(mine)[0] > 21:
                hit += chance * (self.net(mine, 1, then) + self.over(lying, then, *rest))
            else:
                hit += chance * self.best(lying, then, pair, mine, hands, waiting)
            double += chance * (self.net(mine, 2, then) + self.over(lying, then, *rest))
        best = max(best, hit)
        if len(held) == 2:
            best = max(best, double)
            if points(held[0]) == points(held[1]) and hands < self.most:
                best = max(best, self.second(box, deck, pair, hands + 1, waiting + 1))
        return best

    def split(self, first: int, second: int, deck: Deck) -> float:
        """What best play of the split is worth."""
        return self.second(tuple(sorted((first, second))), deck, first, 2, 1)
