"""Rounds for practice: dealt from fresh shoes one after another, by the real procedures, without a table or a record.

Nothing irregular happens, and every player has as many chips as they need. The same key and number give the same shoe,
whatever is decided in the round.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.cards import Card
from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.incidents import ShoeEmpty
from pitboss.core.layout import Layout
from pitboss.core.options import Intent, Option, Refusal
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    NextCard,
    Offer,
    Reader,
    Request,
    Shuffle,
    Spin,
    Turn,
    Window,
)
from pitboss.core.view import Viewer, layout_seen
from pitboss.core.wagering import PlaceLate, Placement, open_round
from pitboss.desk.questions import Refused
from pitboss.desk.stakes import stakes_of
from pitboss.desk.worths import unit_of
from pitboss.games.registry import AnyRules, Game
from pitboss.ids import Box, HandId, Pile, Player, Wager
from pitboss.money import Cents, plain
from pitboss.service.question import kind_of
from pitboss.shoe.stack import EmptyShoe, Stack, stopped_at
from pitboss.tables.answering import Answers, cutting, first, meter, shuffling, to

__all__ = ["Layout", "PlayerQuestion", "PracticeRound", "PracticeTable", "usual_way"]

Below = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class PlayerQuestion:
    """What one player is asked about one hand; they may also pass if `passes`."""

    player: Player
    hand: HandId
    kind: str
    options: tuple[Option, ...]
    passes: bool

    @classmethod
    def of(cls, request: Decide | Offer) -> PlayerQuestion:
        """Return a pending request as the question that it is to its player."""
        return cls(request.player, request.hand, kind_of(request), request.options, isinstance(request, Offer))

    @property
    def verbs(self) -> set[type[Intent]]:
        """The verbs of all options."""
        return {option.verb for option in self.options}

    def usual_intents(self, stakes: Mapping[Wager, Cents]) -> list[Intent]:
        """Return the usual way to use each option: engines answer for doubles in full."""
        return [usual_way(option, stakes) for option in self.options]


class FreshShoe(Stack):
    """Cards that are shuffled as they are drawn: each card that is left is as likely to come next as any other."""

    __slots__ = ("_below", "_left")

    def __init__(self, cards: Sequence[Card], below: Below) -> None:
        super().__init__(())
        self._left, self._below = list(cards), below

    def load(self, cards: Iterable[Card]) -> None:
        """Put other cards into the shoe."""
        super().load(())
        self._left = list(cards)

    def deal(self, request: NextCard | Turn | Reader) -> Answer:
        """Answer a request for cards; also when no card is left."""
        try:
            return self.answer(request)
        except EmptyShoe:
            return ShoeEmpty()

    def _draw(self) -> Card:
        left = self._left
        if not left:
            raise EmptyShoe
        at = self._below(len(left))
        card, left[at] = left[at], left[-1]
        left.pop()
        return card


@dataclass(frozen=True)
class PracticeTable:
    """One game at which some seats play with the same bets in every round; seat n has box n."""

    game: Game
    stakes: Mapping[Wager, Cents]
    players: tuple[Player, ...]

    @classmethod
    def of(cls, game: Game, bets: Mapping[str, Cents] | None = None, seats: int = 1) -> PracticeTable:
        """Return a table at which every seat has these bets; raise `BadQuestion` and `Refused`."""
        boxes = game.rules.betting.seats
        if not 1 <= seats <= boxes:
            raise Refused(f"This house has {boxes} boxes, not {seats}. Ask for 1 to {boxes} seats.")
        players = tuple(Player(f"seat_{seat}") for seat in range(1, seats + 1))
        return cls(game, stakes_of(game, bets), players)

    @cached_property
    def bets(self) -> tuple[Placement, ...]:
        """Everything that lies on the layout when the cards are dealt; other wagers are placed later."""
        betting = self.game.rules.betting
        wagers = [wager for wager in betting.in_order(self.stakes) if wager in betting.wagers]
        seats = enumerate(self.players, start=1)
        return tuple((player, Box(box), wager, self.stakes[wager]) for box, player in seats for wager in wagers)

    @cached_property
    def unit(self) -> Cents:
        """What a round is measured in: the first wager, on all spots of its box."""
        return unit_of(self.game, self.stakes)

    def round(self, key: int, number: int) -> PracticeRound:
        """Deal the round of this number, up to the first question."""
        return PracticeRound(self, random.Random(key << 64 | number).randrange)


class PracticeRound:
    """One round: who is asked, what they may say, and how it ends."""

    __slots__ = ("_answers", "_passed", "_runner", "_table", "asked")

    def __init__(self, table: PracticeTable, below: Below) -> None:
        rules = table.game.rules
        self._table = table
        self._answers = _devices(rules, table.game.shoe, below)
        self._passed: set[tuple[Player, HandId]] = set()
        self.asked: PlayerQuestion | None = None
        self._runner = open_round(rules, table.bets)
        self._go_on()

    # What is asked, and what may be said.

    def usual(self, option: Option) -> Intent:
        """Return the usual way to use an option at these stakes."""
        return usual_way(option, self._table.stakes)

    def choose(self, intent: Intent) -> Refusal | None:
        """Answer the question with this intent; return why it is refused, which changes nothing, or None."""
        asked = self.asked
        assert asked is not None, "nobody is asked"
        refusal = self._runner.answer(Act(asked.player, asked.hand, intent))
        if refusal is None:
            self._go_on()
        return refusal

    def do_pass(self) -> None:
        """Decline the offer, or say nothing in the window."""
        asked = self.asked
        assert asked is not None, "nobody is asked"
        assert asked.passes, "something must be decided"
        if isinstance(self._runner.pending, Offer):
            self._runner.answer(Decline())
        else:
            self._passed.add((asked.player, asked.hand))
        self._go_on()

    def refuses(self, verb: type[Intent]) -> Refusal:
        """Return why a verb that is not among the options may not be used now."""
        asked, round_ = self.asked, self._runner.round
        assert asked is not None, "nobody is asked"
        ruling = round_.ruling(verb, asked.player, asked.hand)
        if isinstance(ruling, Refusal):
            return ruling
        return round_.why_not(Act(asked.player, asked.hand, ruling.intents[-1]))

    # What is known.

    def seen_by(self, player: Player) -> Layout:
        """Return the round as this player may know it."""
        return layout_seen(self._runner.round.layout, Viewer(player))

    def net(self, player: Player) -> Cents:
        """Return what a player has won or lost so far; wagers that still lie there count as lost."""
        return self._runner.round.layout.net(player)

    # How it goes on.

    def _go_on(self) -> None:
        runner, answers = self._runner, self._answers
        while (request := runner.pending) is not None:
            answer = answers(runner.round, request)
            if answer is None:
                self.asked = self._question(request)
                if self.asked is not None:
                    return
                self._passed.clear()
                answer = Close()
            refusal = runner.answer(answer)
            assert refusal is None, f"{answer} was refused: {refusal}"
        self.asked = None

    def _question(self, request: Request) -> PlayerQuestion | None:
        """Return what a player is asked; None if nobody has more to say in a window."""
        if isinstance(request, Decide | Offer):
            return PlayerQuestion.of(request)
        assert isinstance(request, Window), f"nobody answers {request}"
        return next(self._in_window(request), None) if request.verbs else None

    def _in_window(self, window: Window) -> Iterator[PlayerQuestion]:
        """Ask each player about each hand on which they may do something, until they pass."""
        round_ = self._runner.round
        on_boxes = all(issubclass(verb, PlaceLate) for verb in window.verbs)  # which are one for all hands of a box
        for player, hand in dict.fromkeys((key.player, key.hand) for key in round_.layout.stakes):
            if (player, hand) in self._passed or (on_boxes and hand.number > 1):
                continue
            options = round_.options(player, hand, window.verbs)
            if options:
                yield PlayerQuestion(player, hand, kind_of(window), options, passes=True)


def usual_way(option: Option, stakes: Mapping[Wager, Cents]) -> Intent:
    """Return the usual way to use an option: the amount that the stakes name for its wager, or the most."""
    named = stakes.get(Wager(getattr(option.verb, "wager", option.verb.verb)))
    intent = None if named is None else option.verb.read([plain(named)])
    return option.intents[-1] if intent is None or option.refuses(intent) is not None else intent


def _devices(rules: AnyRules, cards: tuple[Card, ...], below: Below) -> Answers[Any]:
    """Answer for the shoe, the wheel and the meter, and for everybody who prepares the cards."""
    shoe = FreshShoe(cards, below)

    def dealt(_: object, request: Request) -> Answer | None:
        return shoe.deal(request) if isinstance(request, NextCard | Turn | Reader) else None

    spun = to(Spin, lambda spin: stopped_at(spin.weights, below))
    shuffled_again = shuffling(shoe, lambda request: _to_shuffle(cards, shoe, request))
    return first(dealt, _uncut, spun, meter(rules), shuffled_again, cutting)


def _to_shuffle(cards: tuple[Card, ...], shoe: FreshShoe, request: Shuffle) -> Iterable[Card]:
    """All cards but those on the layout; of these the shoe alone knows the face-down ones."""
    out = Counter(request.out)
    for holder, hidden in {} if request.fresh else shoe.unseen().items():
        out.update(() if holder is Pile.DISCARDS else hidden)
    return (Counter(cards) - out).elements()


def _uncut(_: object, request: Request) -> Answer | None:
    """Cut no cards: a shuffle here is as good without."""
    if isinstance(request, Offer) and all(option.verb in BEFORE_PLAY for option in request.options):
        return Decline()
    return None
