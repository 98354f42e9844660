"""The walker: every card and every decision of a round, through the actual procedures, exactly.

It branches by distinct card with its weight and re-runs the procedure from recorded answers at each branch, so it is
slow and simple, and meant for tiny stocks of cards. A card dealt face down stays unknown until it is turned or put
to the reader; only then does the walker branch on it, or the best play that it finds would be clairvoyant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.cards import Card, Rank
from pitboss.core.driver import Runner, rerun
from pitboss.core.facts import Fact
from pitboss.core.incidents import FaceUpInShoe
from pitboss.core.kinds import Face
from pitboss.core.layout import Layout
from pitboss.core.legal_answers import choices
from pitboss.core.meter import Shown, at_seed
from pitboss.core.requests import (
    Answer,
    Decide,
    FaceDown,
    GameOver,
    KeyAward,
    LockMeter,
    MeterShows,
    NextCard,
    Offer,
    Pressed,
    Reader,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Turn,
    Window,
)
from pitboss.core.wagering import Placement, open_round

MOST_ROUNDS = 100_000


class TooManyRounds(Exception):
    """A walk of this stock would take too long; take fewer kinds of card."""


class StockTooSmall(Exception):
    """A round of this stock can need more cards than it has."""


def _counted(cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    return tuple(sorted(Counter(cards).items(), key=lambda entry: entry[0].text))


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards whose place nobody knows: those in the shoe and those lying face down.

    `hole` holds the ranks that the reader has left possible for a single face-down card, `whole` what is shuffled where
    a round has a second part.
    """

    cards: tuple[tuple[Card, int], ...]
    whole: tuple[Card, ...]
    face_down: int = 0
    hole: frozenset[Rank] | None = None

    @staticmethod
    def of(cards: Iterable[Card]) -> Stock:
        whole = tuple(cards)
        return Stock(_counted(whole), whole)

    def again(self, out: Iterable[Card]) -> Stock:
        """All cards but these, shuffled anew."""
        return Stock(_counted((Counter(self.whole) - Counter(out)).elements()), self.whole)

    def _size(self) -> int:
        return sum(count for _, count in self.cards)

    def _possible_holes(self, without: Card | None = None) -> int:
        """How many of the cards could be the hole card, one copy of `without` being taken away first."""
        assert self.hole is not None
        found = sum(count for card, count in self.cards if card.rank in self.hole)
        return found - (without is not None and without.rank in self.hole)

    def _less(self, card: Card) -> tuple[tuple[Card, int], ...]:
        return tuple((each, count - (each is card)) for each, count in self.cards if count - (each is card))

    def draw(self) -> Iterator[tuple[Card, int, Stock]]:
        """Each card that may come next, its weight, and the stock after it.

        What the reader has said of the hole card bears on the next card: a card is the likelier, the more ways
        it leaves to fill the hole.
        """
        if self._size() <= self.face_down:
            raise StockTooSmall
        for card, count in self.cards:
            weight = count if self.hole is None else count * self._possible_holes(card)
            if weight:
                yield card, weight, replace(self, cards=self._less(card))

    def turn(self) -> Iterator[tuple[Card, int, Stock]]:
        """Each card that the face-down card may be."""
        for card, count in self.cards:
            if self.hole is None or card.rank in self.hole:
                yield card, count, Stock(self._less(card), self.whole, self.face_down - 1)

    def read(self, ranks: frozenset[Rank]) -> Iterator[tuple[bool, int, Stock]]:
        """Yes and no, as far as they are possible."""
        yes = sum(count for card, count in self.cards if card.rank in ranks)
        for answer, weight in ((True, yes), (False, self._size() - yes)):
            if weight:
                yield answer, weight, replace(self, hole=ranks if answer else frozenset(Rank) - ranks)


@dataclass(slots=True)
class Walk:
    """What a walk found: rounds that can happen, what happens in them, and the value of the best play."""

    rounds: int = 0
    events: Counter[str] = field(default_factory=Counter)
    value: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Walker:
    """`face_up` is how many cards may be found face up in the shoe, and `meter` what a progressive one shows."""

    rules: Any
    face_up: int = 0
    policy: Callable[[Layout, Request, list[Answer]], list[Answer]] | None = None
    meter: Shown | None = None

    def walk(self, bets: Iterable[Placement], cards: Iterable[Card]) -> Walk:
        """Every round that these wagers and cards can make. The value is the net of all players, in cents."""
        walk = Walk()
        walk.value = self._visit(open_round(self.rules, bets), Stock.of(cards), self.face_up, walk)
        return walk

    def _visit(self, runner: Runner[Any], stock: Stock, face_up: int, walk: Walk) -> Fraction:
        request = runner.pending
        if request is None:
            return _leaf(runner, walk)
        if isinstance(request, Decide | Offer | Window):
            return self._choose(runner, request, stock, face_up, walk)
        return self._deal(runner, request, stock, face_up, walk)

    def _choose(
        self, runner: Runner[Any], request: Decide | Offer | Window, stock: Stock, face_up: int, walk: Walk
    ) -> Fraction:
        answers = choices(runner.round, request)
        if self.policy is not None:
            answers = self.policy(runner.round.layout, request, answers)
        return max(self._visit(branch, stock, face_up, walk) for branch in self._branches(runner, answers))

    def _deal(self, runner: Runner[Any], request: Request, stock: Stock, face_up: int, walk: Walk) -> Fraction:
        outcomes = list(_outcomes(request, stock, self.meter or at_seed(self.rules.meter).shown))
        if face_up and isinstance(request, NextCard):
            self._set_aside(runner, outcomes, face_up, walk)
        value, total = Fraction(0), 0
        branches = self._branches(runner, [answer for answer, _, _ in outcomes])
        for branch, (_, weight, rest) in zip(branches, outcomes, strict=True):
            value += weight * self._visit(branch, rest, face_up, walk)
            total += weight
        return value / total

    def _set_aside(self, runner: Runner[Any], outcomes: list[Branch], face_up: int, walk: Walk) -> None:
        """The same cards found face up. Nobody says how likely that is, so it counts in the rounds, not the value."""
        for answer, _, rest in outcomes:
            if isinstance(answer, Card):
                branch = rerun(self.rules, [*runner.answers, FaceUpInShoe(answer)])
                self._visit(branch, rest, face_up - 1, walk)

    def _branches(self, runner: Runner[Any], answers: list[Answer]) -> Iterator[Runner[Any]]:
        """A runner for each answer: re-run from the recorded answers, but for the last, which goes on as it is."""
        prefix = list(runner.answers)
        for answer in answers[:-1]:
            yield rerun(self.rules, [*prefix, answer])
        refusal = runner.answer(answers[-1])
        assert refusal is None, refusal
        yield runner


Branch = tuple[Answer, int, Stock]


def _outcomes(request: Request, stock: Stock, meter: Shown) -> Iterator[Branch]:
    """What may come back, with its weight. A box wins from the meter once, so it shows the same to all who ask."""
    match request:
        case NextCard(_, Face.DOWN):
            yield FaceDown(), 1, replace(stock, face_down=stock.face_down + 1)
        case NextCard():
            yield from stock.draw()
        case Turn():
            yield from stock.turn()
        case Reader(_, ranks):
            yield from stock.read(ranks)
        case LockMeter() | KeyAward() | GameOver():
            yield Pressed() if isinstance(request, GameOver) else MeterShows(*meter), 1, stock
        case Shuffle(_, out):
            yield Shuffled(), 1, stock.again(out)
        case Spin(_, weights):
            yield from ((section, weight, stock) for section, weight in enumerate(weights, start=1))


def _leaf(runner: Runner[Any], walk: Walk) -> Fraction:
    walk.rounds += 1
    if walk.rounds > MOST_ROUNDS:
        raise TooManyRounds
    walk.events.update({_event(fact) for fact in runner.round.facts})
    layout = runner.round.layout
    return Fraction(sum(layout.net(player) for player in layout.players()))


def _event(fact: Fact) -> str:
    """A fact's name, with what the player made of the hand or of the wager where it says so."""
    detail = getattr(fact, "how", None) or getattr(fact, "outcome", None)
    return type(fact).__name__ + (f" {detail}" if detail else "")
