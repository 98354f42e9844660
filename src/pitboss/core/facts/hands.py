"""Facts about hands: doubled, split, set, shown, closed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.facts.base import Fact, since_format
from pitboss.core.hands import Hand
from pitboss.core.kinds import Closing, FoulPolicy
from pitboss.core.telling import Told, cited
from pitboss.core.view import Viewer
from pitboss.ids import Clauses, HandId

if TYPE_CHECKING:
    from pitboss.core.layout import Layout


@dataclass(frozen=True, slots=True)
class DoubledDown(Fact):
    """The hand will get one more card and no other; the wagers added to it are facts of their own."""

    hand: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.hands[self.hand].double()

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)} doubles down.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class PairSplit(Fact):
    """The hand's second card became the first card of a new hand, which lies to the hand's right.

    The wagers on the new hand are facts of their own.
    """

    hand: HandId
    new_hand: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        hand = layout.hands[self.hand]
        new_hand = layout.hands[self.new_hand] = Hand(
            caller=hand.caller, born_of_split=True, spot=hand.spot, chosen=hand.chosen, switched=hand.switched
        )
        (card,) = hand.split_off()
        new_hand.lay(card)
        layout.order.insert(layout.order.index(self.hand) + 1, self.new_hand)

    def tell(self, _: Told) -> str:
        hands = f"hand {self.hand.number} and hand {self.new_hand.number}"
        return f"Box {self.hand.box} splits: {hands}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class SplitThreeWays(Fact):
    """The hand's second and third cards each became the first card of a new hand; these lie to the hand's right.

    The wagers on the new hands are facts of their own.
    """

    hand: HandId
    second: HandId
    third: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        hand = layout.hands[self.hand]
        place = layout.order.index(self.hand) + 1
        for new, card in zip((self.second, self.third), hand.split_off(), strict=True):
            layout.hands[new] = Hand(caller=hand.caller, born_of_split=True, spot=hand.spot, chosen=hand.chosen)
            layout.hands[new].lay(card)
            layout.order.insert(place, new)
            place += 1

    def tell(self, _: Told) -> str:
        hands = f"hands {self.hand.number}, {self.second.number} and {self.third.number}"
        return f"Box {self.hand.box} splits three ways: {hands}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class TwentyOneKept(Fact):
    """The player of a 21 that would be paid now keeps it to play on."""

    hand: HandId
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.hands[self.hand].chosen = True

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)} keeps its 21 and is not paid yet.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class SwitchDecided(Fact):
    """The player of two hands has decided whether their second cards change places."""

    hand: HandId
    other: HandId
    switched: bool
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        one, other = layout.hands[self.hand], layout.hands[self.other]
        one.chosen = other.chosen = True
        if self.switched:
            mine, theirs = one.cards[1], other.cards[1]
            one.take_second(theirs)
            other.take_second(mine)

    def tell(self, told: Told) -> str:
        hands = [told.layout.hands[each] for each in (self.hand, self.other)]
        lie = " and ".join(f"{told.named(hand.cards)}, {hand.score.spoken}" for hand in hands)
        done = "switches" if self.switched else "keeps"
        return f"Box {self.hand.box} {done}: {lie}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class HandArranged(Fact):
    """The hand's cards were laid out in groups."""

    hand: HandId
    groups: tuple[tuple[Card, ...], ...]

    def apply(self, layout: Layout) -> None:
        layout.hands[self.hand].groups = self.groups

    def seen_by(self, viewer: Viewer, layout: Layout) -> HandArranged:
        return self if viewer.sees(layout.hands[self.hand]) else replace(self, groups=())

    def tell(self, told: Told) -> str:
        if not self.groups:
            return f"{told.place(self.hand)} sets its cards, face down."
        return f"{told.place(self.hand)} sets {' | '.join(told.named(group) for group in self.groups)}."


@dataclass(frozen=True, slots=True)
class HandFouled(Fact):
    """The hand's cards were laid out in groups as they may not be, and the pit supervisor was told.

    Where they lay face down, the hand was closed until they were shown; what becomes of it is decided now.
    """

    hand: HandId
    groups: tuple[tuple[Card, ...], ...]
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.open_again(self.hand)
        layout.fouls.setdefault(self.hand, []).append(None)

    def seen_by(self, viewer: Viewer, layout: Layout) -> HandFouled:
        return self if viewer.sees(layout.hands[self.hand]) else replace(self, groups=())

    def tell(self, told: Told) -> str:
        how = f"sets {' | '.join(told.named(group) for group in self.groups)}" if self.groups else "sets its cards"
        return f"{told.place(self.hand)} {how}: a foul, and the pit supervisor is told.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class FoulDecided(Fact):
    """The pit supervisor, who was told of a foul hand, said what is done about it."""

    by: str
    hand: HandId
    policy: FoulPolicy
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.fouls[self.hand] = [*layout.fouls.get(self.hand, ())[:-1], self.policy]

    def tell(self, told: Told) -> str:
        done = _DONE_ABOUT_FOULS[self.policy]
        return f"{self.by} rules on the foul of {told.place(self.hand)}: {done}.{cited(self.clauses)}"


_DONE_ABOUT_FOULS = {
    FoulPolicy.HOUSE_WAY: "the hand is set by house way",
    FoulPolicy.RESET: "its player sets it again",
    FoulPolicy.LOSE: "the hand loses",
}


@dataclass(frozen=True, slots=True)
class HelpGiven(Fact):
    """Somebody of the staff showed a player how the house would set the hand."""

    by: str
    hand: HandId
    clauses: Clauses

    def tell(self, told: Told) -> str:
        return f"{self.by} shows {told.place(self.hand)} the house way to set its cards.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class PokerFolded(Fact):
    """The poker hand was given up; what becomes of the wagers on it are facts of their own."""

    hand: HandId
    clauses: Clauses

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)} folds at poker.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class PokerHandTold(Fact):
    """What a hand makes at poker, as the dealer says it; `plays` is false of one that is not good enough to."""

    hand: HandId
    makes: str
    plays: bool
    clauses: Clauses

    def tell(self, told: Told) -> str:
        but = "" if self.plays else ", which does not qualify"
        return f"{told.place(self.hand)} has {self.makes} at poker{but}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class HandRevealed(Fact):
    """Cards that only their player had seen were shown to the table: the first of the hand, as they were set."""

    hand: HandId
    cards: tuple[Card, ...] = since_format(2, ())
    groups: tuple[tuple[Card, ...], ...] = since_format(2, ())

    def apply(self, layout: Layout) -> None:
        hand = layout.hands[self.hand]
        hand.show(self.cards)
        hand.groups = self.groups or hand.groups

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)} shows {told.named(told.layout.hands[self.hand].cards)}."


@dataclass(frozen=True, slots=True)
class HandClosed(Fact):
    """No more decisions on this hand."""

    hand: HandId
    how: Closing
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.hands[self.hand].closed = self.how
        layout.owed.pop(self.hand, None)

    def tell(self, told: Told) -> str:
        return f"{told.place(self.hand)}: {self.how}.{cited(self.clauses)}"
