"""A slow, plain twin of the solver: fractions, cards with their suits, one deal after the other, nothing compiled.

It knows hands that are not split. Payoffs are asked of the settlement of the rules, card by card, as the table asks it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pitboss.cards import Card
from pitboss.core.hands import score
from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.settlement import Finished, HandToPay
from pitboss.games.registry import Family

Cards = tuple[Card, ...]


class Naive:
    def __init__(self, game: Family) -> None:
        self.rules = game.rules
        self.shoe = Counter(game.shoe)
        self._ends: dict[object, dict[Finished, Fraction]] = {}

    def value(self) -> Fraction:
        """Every two first cards and every up card, each by its own chance."""
        total = Fraction(0)
        for one, shoe, chance in self.drawn(self.shoe):
            for up, rest, then in self.drawn(shoe):
                for other, left, last in self.drawn(rest):
                    total += chance * then * last * self.hand((one, other), up, left)
        return total

    @staticmethod
    def drawn(shoe: Counter[Card]) -> list[tuple[Card, Counter[Card], Fraction]]:
        size = shoe.total()
        return [(card, shoe - Counter([card]), Fraction(count, size)) for card, count in shoe.items()]

    def hand(self, hand: Cards, up: Card, shoe: Counter[Card]) -> Fraction:
        """Two cards: the hole card is any of the rest; if it makes a blackjack, nothing is decided."""
        lost, played = Fraction(0), Fraction(0)
        for hole, _, chance in self.drawn(shoe):
            if score((up, hole)).total == 21:
                lost += chance * self.net(hand, Finished(21, 2, True), 0)
            else:
                played += chance
        if score(hand).total == 21:
            return lost + played * self.stand(hand, up, shoe, 0)
        options = [self.best(hand, up, shoe)]
        if self.rules.surrender is not None:
            options.append(Fraction(-1, 2))
        return lost + played * max(options)

    def best(self, hand: Cards, up: Card, shoe: Counter[Card]) -> Fraction:
        if score(hand).total == 21:
            return self.stand(hand, up, shoe, 0)
        return max(self.stand(hand, up, shoe, 0), self.hit(hand, up, shoe), self.double(hand, up, shoe))

    def next_cards(self, up: Card, shoe: Counter[Card]) -> list[tuple[Card, Counter[Card], Fraction]]:
        """The next card, when the hole card is known to make no blackjack."""
        weights = []
        for card, rest, chance in self.drawn(shoe):
            harmless = sum(count for hole, count in rest.items() if score((up, hole)).total != 21)
            weights.append((card, rest, chance * harmless))
        whole = sum(weight for _, _, weight in weights)
        return [(card, rest, weight / whole) for card, rest, weight in weights if weight]

    def hit(self, hand: Cards, up: Card, shoe: Counter[Card]) -> Fraction:
        total = Fraction(0)
        for card, rest, chance in self.next_cards(up, shoe):
            more = (*hand, card)
            total += chance * (Fraction(-1) if score(more).total > 21 else self.best(more, up, rest))
        return total

    def double(self, hand: Cards, up: Card, shoe: Counter[Card]) -> Fraction:
        total = Fraction(0)
        for card, rest, chance in self.next_cards(up, shoe):
            more = (*hand, card)
            if score(more).total > 21:
                total -= 2 * chance
            else:
                kept = self.stand(more, up, rest, 1)
                total += chance * (max(kept, Fraction(-1)) if self.rules.rescue is not None else kept)
        return total

    def stand(self, hand: Cards, up: Card, shoe: Counter[Card], doubles: int) -> Fraction:
        ends = self.ends(up, shoe)
        return sum((chance * self.net(hand, end, doubles) for end, chance in ends.items()), Fraction(0))

    def ends(self, up: Card, shoe: Counter[Card]) -> dict[Finished, Fraction]:
        """How the dealer ends, without a blackjack."""
        points = Counter(dict.fromkeys(range(2, 12), 0))
        for card, count in shoe.items():
            points[card.points] += count
        key = (up.points, tuple(sorted(points.items())))
        if key not in self._ends:
            found: Counter[Finished] = Counter()
            self._draw((up.points,), points, Fraction(1), found)
            blackjack = sum(chance for end, chance in found.items() if end.blackjack)
            self._ends[key] = {
                end: Fraction(chance) / (1 - blackjack) for end, chance in found.items() if not end.blackjack
            }
        return self._ends[key]

    def _draw(self, held: tuple[int, ...], points: Counter[int], chance: Fraction, found: Counter[Finished]) -> None:
        total, aces = sum(held), held.count(11)
        while total > 21 and aces:
            total, aces = total - 10, aces - 1
        stands, hits_soft = self.rules.dealer.stands, self.rules.dealer.hits_soft
        if len(held) > 1 and (total > stands or (total == stands and not (aces and hits_soft))):
            found[Finished(total, len(held), total == 21 and len(held) == 2)] += chance  # type: ignore[assignment]
            return
        size = points.total()
        for value, count in points.items():
            if count:
                self._draw((*held, value), points - Counter([value]), chance * Fraction(count, size), found)

    def net(self, hand: Cards, dealer: Finished, doubles: int) -> Fraction:
        total = score(hand).total
        natural = total == 21 and len(hand) == 2
        row = self.rules.settlement.premium(hand)
        mine = HandToPay(Finished(total, len(hand), natural), doubles > 0, False, row)
        verdict = self.rules.settlement.verdict(mine, dealer)
        if verdict.outcome is Outcome.PUSH:
            return Fraction(0)
        if verdict.outcome is Outcome.LOSE:
            return Fraction(-1 if dealer.blackjack else -1 - doubles)
        assert verdict.odds is not None
        return Fraction(verdict.odds.pays, verdict.odds.to) * (1 + doubles)
