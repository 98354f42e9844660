"""Shoes checked against their commitments, from the facts alone: no rules are needed to see whether a shoe was honest.

Of each shuffle the record has the commitment, the cut and the cards as they came out, face-down ones without a name.
When the order is revealed it must hash to the commitment, hold the right cards, and give just those cards in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.core.facts import (
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardSetAside,
    CardsShuffled,
    CardTurned,
    ShoeLost,
)
from pitboss.ids import DISCARDS, HandId
from pitboss.shoe.commitment import commitment
from pitboss.table.facts import AnyFact, BurnCardShown, ShoeRevealed


@dataclass(slots=True)
class Shuffle:
    """One shuffle as everybody at the table saw it. `came` is its order after the cut, once it is revealed."""

    commitment: str
    cards: int
    out: list[Card]
    cut: int = 0
    drawn: list[Card | None] = field(default_factory=list)
    unseen: dict[HandId, list[int]] = field(default_factory=dict)
    came: tuple[Card, ...] | None = None

    def draw(self, hand: HandId, card: Card | None) -> None:
        if card is None:
            self.unseen.setdefault(hand, []).append(len(self.drawn))
        self.drawn.append(card)

    def turn(self, hand: HandId, card: Card) -> None:
        self.drawn[self.unseen[hand].pop(0)] = card


class Shoes:
    """All shuffles of one journal."""

    def __init__(self, rulebook: str, cards: Sequence[Card]) -> None:
        self._rulebook = rulebook
        self._full = Counter(cards)
        self.open: list[Shuffle] = []
        self.revealed = 0
        self.lost = 0

    def follow(self, fact: AnyFact, lying: list[Card]) -> Iterator[str]:
        """What is wrong with a shoe, seen at this fact. `lying` are the known cards on the layout."""
        match fact:
            case CardsShuffled(count, bound):
                self.open.append(Shuffle(bound, count, lying))
            case ShoeLost():
                self.lost += len(self.open)
                self.open.clear()
            case ShoeRevealed():
                yield from self._reveal(fact)
            case _ if self.open:
                self._drawn(self.open[-1], fact)

    def _drawn(self, shuffle: Shuffle, fact: AnyFact) -> None:
        match fact:
            case CardsCut(_, at):
                shuffle.cut = at
            case CardBurned():
                shuffle.draw(DISCARDS, None)
            case CardDealt(hand, _, card):
                shuffle.draw(hand, card)
            case CardSetAside(card):
                shuffle.draw(DISCARDS, card)
            case BurnCardShown(card):
                shuffle.turn(DISCARDS, card)
            case CardTurned(hand, card):
                before = [each for each in self.open if each.unseen.get(hand)]
                before[0].turn(hand, card)  # it may have been dealt before the shoe ran out
            case CardsCollected():
                for each in self.open:
                    each.unseen = {hand: places for hand, places in each.unseen.items() if hand == DISCARDS}

    def _reveal(self, fact: ShoeRevealed) -> Iterator[str]:
        found = [each for each in self.open if each.commitment == fact.commitment]
        if not found:
            yield "an order is revealed that no shuffle had bound itself to"
            return
        shuffle = found[0]
        self.open.remove(shuffle)
        self.revealed += 1
        if commitment(self._rulebook, fact.order, fact.nonce) != fact.commitment:
            yield "the revealed order is not the one that the shoe had bound itself to"
            return
        if len(fact.order) != shuffle.cards or Counter(fact.order) - (self._full - Counter(shuffle.out)):
            yield "the revealed order does not hold the cards that it should"
        shuffle.came = fact.order[shuffle.cut :] + fact.order[: shuffle.cut]
        for place, (dealt, bound) in enumerate(zip(shuffle.drawn, shuffle.came, strict=False), start=1):
            if dealt is not None and dealt != bound:
                yield f"card {place} of the shoe was dealt as {dealt}, and the revealed order has {bound} there"
                return
