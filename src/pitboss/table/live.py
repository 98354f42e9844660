"""A table in play: whoever is configured answers its requests, and everything is on record before it is seen.

People answer by `submit`. The shoe, the wheel, the dealer's cut and automatic players answer by themselves. When
`submit` returns, all that it caused is durable; only then may a screen show it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from pitboss.core.facts import Fact, ShoeRevealed
from pitboss.core.floor import Floor
from pitboss.core.kinds import Occasion
from pitboss.core.options import Option, Refusal
from pitboss.core.preparation import middle_cut
from pitboss.core.requests import (
    Act,
    Answer,
    Decide,
    Decline,
    Incident,
    NextCard,
    Offer,
    Reader,
    Request,
    Reveal,
    SealLost,
    Shuffle,
    Spin,
    Turn,
    Window,
)
from pitboss.core.view import View, view
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import DEALER, HOUSE_DEALER, HandId, Player
from pitboss.money import Cents
from pitboss.shoe.virtual import VirtualShoe
from pitboss.table.automatic import Policy
from pitboss.table.procedure import TableRunner


class Recorder(Protocol):
    """Where a table writes what is said and what happens. Nothing counts before `sync` returns."""

    def command(self, answer: Answer) -> None:
        """A person or an automatic player said this."""

    def from_shoe(self, answer: Answer) -> None:
        """The shoe, the card reader or the wheel said this."""

    def fact(self, fact: Fact) -> None: ...

    def refusal(self, refusal: Refusal) -> None: ...

    def sync(self) -> None:
        """Makes all of the above durable."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """A player without a person: always the same wager, and a policy for the rest."""

    policy: Policy
    bet: Cents


class Dropped(Exception):
    """What happened could not be recorded, so this table is not to be gone on with: it is opened from its record."""


class LiveTable:
    """One table with its shoe and its record. `automatic` players act by themselves.

    A command is applied and then stored. If it cannot be stored, the table is ahead of its record: from then on it
    answers nothing and shows nothing, and whoever goes on opens it again from the record.
    """

    def __init__(
        self,
        game: Game,
        shoe: VirtualShoe,
        recorder: Recorder,
        automatic: Mapping[Player, Automatic] | None = None,
        runner: TableRunner | None = None,
    ) -> None:
        self.game = game
        self.shoe = shoe
        self.recorder = recorder
        self.automatic = dict(automatic or {})
        self.unread: list[Fact] = []
        self.dropped = False
        self.runner = runner or TableRunner(game.rules)
        self.runner.table.watched_by(self._happened)

    @property
    def floor(self) -> Floor:
        return self.runner.table.floor

    @property
    def pending(self) -> Request | None:
        """What a person is asked now; nothing when the table is closed."""
        return self.runner.pending

    def view(self, viewer: Player | None) -> View:
        return view(self.floor.layout, viewer)

    def resume(self) -> None:
        """Goes on where a record ended: a lost seal is reported, the shoe answers what it was asked."""
        if self.floor.shoe is None:
            self.shoe.tidy()
        elif self.shoe.lost:
            self._answer(SealLost(), self.recorder.from_shoe)
        self._go_on()

    def submit(self, answer: Answer) -> Refusal | None:
        """A person's answer, on record with all that it causes, or refused, on record too."""
        assert not isinstance(answer, Incident), "what happens to the shoe is not for a person to say"
        if self.dropped:
            raise Dropped
        refusal = self._answer(answer, self.recorder.command)
        if refusal is None:
            self._go_on()
        else:
            self._store()
        return refusal

    def _store(self) -> None:
        """Makes everything durable; what is not is shown to nobody."""
        try:
            self.recorder.sync()
        except BaseException:
            self.dropped, self.unread = True, []
            raise

    def take_unread(self) -> list[Fact]:
        """What has happened, and is durable, since this was asked last."""
        unread, self.unread = self.unread, []
        return unread

    def _happened(self, fact: Fact) -> None:
        self.recorder.fact(fact)
        self.unread.append(fact)
        self.shoe.note(fact)

    def _answer(self, answer: Answer, record: Callable[[Answer], None]) -> Refusal | None:
        record(answer)
        refusal = self.runner.answer(answer)
        if refusal is not None:
            self.recorder.refusal(refusal)
        return refusal

    def _go_on(self) -> None:
        """Answers for everybody but people, until a person is asked."""
        seen = len(self.unread)
        while (request := self.runner.pending) is not None:
            if isinstance(request, NextCard | Turn | Reader | Spin | Shuffle | Reveal):
                refusal = self._answer(self.shoe.answer(request), self.recorder.from_shoe)
            else:
                answer = self._by_itself(request)
                if answer is None:
                    break
                refusal = self._answer(answer, self.recorder.command)
            assert refusal is None, refusal
        self._store()
        if any(isinstance(fact, ShoeRevealed) for fact in self.unread[seen:]) and self.floor.shoe is None:
            self.shoe.tidy()

    def _by_itself(self, request: Decide | Offer | Window) -> Answer | None:
        """What the dealer or an automatic player says, or nothing if it is for a person."""
        if isinstance(request, Window):
            return self._bet() if request.occasion is Occasion.BETTING else None
        if request.player == HOUSE_DEALER:
            return Act(HOUSE_DEALER, DEALER, middle_cut(request.options))
        player = self.automatic.get(request.player)
        if player is None:
            return None
        if isinstance(request, Offer):
            return Decline()
        round_ = self.runner.table.round
        assert round_ is not None
        options = self.affordable(request)
        return Act(request.player, request.hand, player.policy(round_, request.hand, options))

    def _bet(self) -> Answer | None:
        """The wager of the next automatic player who has none yet."""
        rules = self.game.rules
        for player, automatic in self.automatic.items():
            if player not in self.floor.seats:
                continue
            placed = self.floor.layout.placed_by(player)
            whole = {rules.played: automatic.bet}
            wanted = rules.betting.owed(placed) if placed else whole | rules.betting.owed(whole)
            if wanted and self.floor.chips(player) >= sum(wanted.values()):
                wager, amount = next(iter(wanted.items()))
                return Act(player, HandId(self.floor.seats[player].box, 1), PlaceWager(wager, amount))
        return None

    def affordable(self, request: Decide | Offer) -> tuple[Option, ...]:
        """The options whose chips the player has; what cannot be paid for is not worth offering."""
        if self.runner.table.round is None:
            return request.options
        paid_for = [self._paid_for(request, option) for option in request.options]
        return tuple(option for option in paid_for if option.intents)

    def _paid_for(self, request: Decide | Offer, option: Option) -> Option:
        """The ways to use an option for which the chips are there; all of them, if it is for less than they allow."""
        held = self.floor.chips(request.player)
        table = self.runner.table
        cost = {intent: table.puts_up(Act(request.player, request.hand, intent)) for intent in option.intents}
        within = [intent for intent in option.intents if cost[intent] <= held]
        if within and len(within) < len(option.intents) and hasattr(within[-1], "amount"):
            all_of_it = replace(within[-1], amount=held - held % self.game.rules.betting.chip)  # type: ignore[type-var]
            within += [] if option.refuses(all_of_it) else [all_of_it]
        return replace(option, intents=tuple(within))
