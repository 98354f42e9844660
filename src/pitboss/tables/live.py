"""A table in play: whoever is configured answers its requests, and everything is on record before it is seen.

People answer by `submit`. The shoe, the wheel, the dealer's cut and automatic players answer by themselves. When
`submit` returns, all that it caused is durable; only then may a screen show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pitboss.core.facts import Fact, RoundEnded, ShoeRevealed
from pitboss.core.incidents import ByStaff, Incident, SealLost
from pitboss.core.kinds import Occasion
from pitboss.core.options import Option, Refusal
from pitboss.core.requests import (
    Act,
    Answer,
    ByCards,
    ByMeter,
    Decide,
    Decline,
    KeyAward,
    LockMeter,
    MeterShows,
    Offer,
    Pressed,
    Request,
    Window,
)
from pitboss.core.shuffling import dealers_way
from pitboss.core.table_state import TableState
from pitboss.core.view import private, public
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import DEALER, HOUSE_DEALER, Author, HandId, Player, Role
from pitboss.money import Cents
from pitboss.shoe.virtual import VirtualShoe
from pitboss.tables.automatic import Policy
from pitboss.tables.commands import STAFF, Command, Door, Mode, can_be_written
from pitboss.tables.ports import MeterPort, OwnMeter, Recorder
from pitboss.tables.recent import RecentFacts
from pitboss.tables.runner import TableRunner

VIRTUAL_DEALER = Author(Role.DEALER, HOUSE_DEALER)


@dataclass(frozen=True, slots=True)
class Automatic:
    """A player without a person: always the same wager, and a policy for the rest."""

    policy: Policy
    bet: Cents


Listener = Callable[[int, Fact], None]
"""Is told the line of a fact, and the fact."""


class TableDropped(Exception):
    """What happened could not be recorded, so this table is not to be gone on with: it is opened from its record."""


class LiveTable:
    """One table with its shoe and its record. `automatic` players act by themselves; without a shoe people deal, and
    say which card came.

    A command is applied, then stored, then published: `submit` does all three, and who stores several commands as one
    calls them one by one. What was not stored is told to nobody. If it cannot be stored, the table is ahead of its
    record: from then on it answers nothing and shows nothing, and whoever goes on opens it again from the record.

    `listeners` are told each fact with its line of the record, once it is stored; `recent` remembers the last of them.
    """

    def __init__(
        self,
        game: Game,
        shoe: VirtualShoe | None,
        recorder: Recorder,
        automatic: Mapping[Player, Automatic] | None = None,
        runner: TableRunner | None = None,
        door: Door | None = None,
        meter: MeterPort | None = None,
        recent: RecentFacts | None = None,
    ) -> None:
        self.game = game
        self.shoe = shoe
        self.meter = meter or (None if game.rules.meter is None else OwnMeter(game.rules.meter))
        self.recorder = recorder
        self.automatic = dict(automatic or {})
        self.recent = recent or RecentFacts()
        self.listeners: list[Listener] = []
        self._unpublished: list[tuple[int, Fact]] = []
        self.dropped = False
        self.turned_away: Counter[str] = Counter()  # what was refused and not recorded, by its code
        self.door = door or Door(Mode.DEMO, game.rules.turn)
        cards = game.shoe if self.door.mode is Mode.LIVE else None
        self.runner = runner or TableRunner(game.rules, cards=cards, practices=self.door.practices)
        self.runner.table.watched_by(self._happened)

    @property
    def _state(self) -> TableState:
        return self.runner.state

    @property
    def pending(self) -> Request | None:
        """What a person is asked now; nothing when the table is closed."""
        return self.runner.pending

    def seen_by(self, viewer: Player | None) -> TableState:
        """The table as this player may see it, or as anybody may: the only way to its state from outside."""
        return public(self._state) if viewer is None else private(self._state, viewer)

    def resume(self) -> None:
        """Goes on where a record ended: a lost seal is reported, the shoe answers what it was asked."""
        while isinstance(self.pending, ByMeter) and not _waits_for_people(self.pending):
            self._by_device(self._by_meter(self.pending))  # which needs no shoe, even if that is lost
        if self.shoe is not None and self._state.shoe is None:
            self.shoe.tidy()
        elif self.shoe is not None and self.shoe.lost:
            self._by_device(SealLost())
        if not self._state.in_round:
            self._tell_meter()
        self._go_on()
        self.store()
        self.publish()

    @property
    def lines(self) -> int:
        """The number of the last line on record."""
        return self.recorder.lines

    def say(self, author: Author, answer: Answer) -> Refusal | None:
        """What somebody says who sees the table as it is now."""
        return self.submit(self._now(author, answer))

    def _now(self, author: Author, answer: Answer) -> Command:
        return Command(author, self.lines, f"line-{self.lines}", answer)

    def submit(self, command: Command) -> Refusal | None:
        """Somebody's command, on record with all that it causes, or refused, on record too."""
        refusal = self.apply(command)
        self.store()
        self.publish()
        return refusal

    def refuses(self, author: Author, answer: Answer) -> Refusal | None:
        """Return why the table would refuse this if its author said it now, or None. Nothing is changed or recorded."""
        if self.dropped:
            raise TableDropped
        command = self._now(author, answer)
        refusal = self._refuses_unrecorded(command)
        if refusal is not None or self.pending is None:
            return refusal
        refusal = self.door.refuses_author(self.pending, command, self._state)
        return refusal or self.runner.refuses(self.pending, answer)

    def apply(self, command: Command) -> Refusal | None:
        """Carries out a command and all that it causes, or refuses it; nothing of it counts before it is stored.

        What was said before, by its author and id, is answered as it was then and does nothing. What a player may not
        say at all is counted and not recorded, so that nobody makes a record grow from outside.
        """
        if self.dropped:
            raise TableDropped
        if self.door.said_before(command):
            return self.door.answered(command)
        refusal = self._refuses_unrecorded(command) or self._turns_away(command)
        if refusal is not None:
            return refusal
        refusal = self._said(command)
        if refusal is None:
            self._go_on()
        return refusal

    def _refuses_unrecorded(self, command: Command) -> Refusal | None:
        """What the record has no words for, such as a name that is none; that the meter, which has a record of its own,
        was given up; and that the table is closed.
        """
        if self.pending is None:
            return Refusal("table-closed", "the table is closed", self.game.rules.turn)
        if command.through is not None and not self.door.practices.knows_people:
            says = "the record of this table does not name who typed; it was begun before there were words for it"
            return Refusal("no-words", says, self.game.rules.turn)
        if not can_be_written(command.says, self.door.practices):
            if not isinstance(command.says, Act):
                return Refusal(
                    "no-reason",
                    "a name is letters and digits, and a reason one line of words",
                    self.game.rules.unforeseen,
                )
            says = "a name at the table is a letter, then up to 39 letters, digits, - and _, and nobody else's"
            return Refusal("no-name", says, self.game.rules.betting.box_clauses)
        given_up = self._refuses_meter(command.says)
        if given_up is not None:
            return given_up
        if self.shoe is not None and isinstance(command.says, Incident) and not isinstance(command.says, ByStaff):
            says = "the cards of this table come from a virtual shoe, which deals every card when it is due"
            return Refusal("no-such-incident", says, self.game.rules.unforeseen)
        return None

    def _turns_away(self, command: Command) -> Refusal | None:
        """What is said to all who are no staff, and to everybody where the record has no words for it: a journal of the
        first format does not name authors.
        """
        author = command.author
        if self.pending is None or (self.recorder.names_authors and author.role in STAFF):
            return None
        refusal = self.door.refuses(self.pending, command, self._state, self.lines)
        if refusal is None and author.role is Role.PLAYER and author.name not in self._state.seats:
            refusal = self.runner.refuses(self.pending, command.says)
        if refusal is not None:
            self.turned_away[refusal.code] += 1
        return refusal

    def _refuses_meter(self, answer: Answer) -> Refusal | None:
        """Whether this is a wager on a meter that was given up."""
        meter, intent = self.game.rules.meter, answer.intent if isinstance(answer, Act) else None
        if meter is None or self.meter is None or not isinstance(intent, PlaceWager) or intent.wager != meter.wager:
            return None
        says = "the meter was discontinued, and no more wagers on it are taken"
        return None if self.meter.in_play() else Refusal("meter-discontinued", says, meter.kept)

    def store(self) -> None:
        """Makes everything durable that was applied; a table of which something is not is dropped."""
        try:
            self.recorder.sync()
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """What was applied was not stored, which its recorder may learn only later: nobody is told of it."""
        self.dropped, self._unpublished = True, []

    def publish(self) -> None:
        """What is stored now has happened: the vault is emptied, the meter told, a snapshot kept, and then everybody
        hears it.
        """
        if self.dropped:
            raise TableDropped
        stored, self._unpublished = self._unpublished, []
        kinds = {type(fact) for _, fact in stored}
        if self.shoe is not None and ShoeRevealed in kinds and self._state.shoe is None:
            self.shoe.tidy()
        if RoundEnded in kinds and not self._state.in_round:
            self._tell_meter()
            self.recorder.rested(self._state, self.door.last_fact)
        for line, fact in stored:
            self.recent.add(line, fact)
            for listener in self.listeners:
                listener(line, fact)

    def _happened(self, fact: Fact) -> None:
        self.record(fact)
        if self.shoe is not None:
            self.shoe.note(fact)

    def record(self, fact: Fact) -> None:
        """Record what has happened; it is told to nobody before it is stored."""
        self.recorder.fact(fact)
        self.door.happened(self.lines)
        self._unpublished.append((self.lines, fact))

    def _said(self, command: Command) -> Refusal | None:
        request, lines = self.runner.pending, self.lines
        assert request is not None, "the table is closed"
        self.recorder.command(command)
        refusal = self.door.refuses(request, command, self._state, lines)
        refusal = refusal or self.runner.answer(command.says, command.typist)
        if refusal is not None:
            self.recorder.refusal(refusal)
        self.door.remember(command, refusal)
        return refusal

    def _by_device(self, answer: Answer) -> None:
        self.recorder.from_shoe(answer)
        refusal = self.runner.answer(answer)
        assert refusal is None, refusal

    def _go_on(self) -> None:
        """Answers for everybody but people, until a person is asked."""
        while (request := self.runner.pending) is not None:
            if isinstance(request, ByCards):
                if self.shoe is None:
                    break
                self._by_device(self.shoe.answer(request))
            elif isinstance(request, ByMeter):
                if _waits_for_people(request):
                    break
                self._by_device(self._by_meter(request))
            else:
                command = self._by_itself(request)
                if command is None:
                    break
                refusal = self._said(command)
                assert refusal is None, refusal

    def _by_meter(self, request: ByMeter) -> MeterShows | Pressed:
        assert self.meter is not None, "this game has no meter"
        match request:
            case LockMeter(wagers):
                return MeterShows(*self.meter.lock(self._state.rounds, wagers))
            case KeyAward(hand, percent):
                return MeterShows(*self.meter.key(self._state.rounds, hand, percent))
        return Pressed()

    def _tell_meter(self) -> None:
        """The wagers of the last round that stood. It is told again where a kill came in between."""
        layout, meter = self._state.layout, self.game.rules.meter
        if self.meter is not None and meter is not None and layout.meter is not None:
            self.meter.over(self._state.rounds, layout.stood(meter.wager))

    def _by_itself(self, request: Decide | Offer | Window) -> Command | None:
        """What the dealer or an automatic player says, or nothing if it is for a person."""
        if not isinstance(request, Window) and request.player == HOUSE_DEALER:
            if self.shoe is None:
                return None
            return self._now(VIRTUAL_DEALER, Act(HOUSE_DEALER, DEALER, dealers_way(request.options)))
        found = self._automatically(request)
        return None if found is None else self._now(Author(Role.PLAYER, found[0]), found[1])

    def _automatically(self, request: Decide | Offer | Window) -> tuple[Player, Answer] | None:
        if isinstance(request, Window):
            return self._bet() if request.occasion is Occasion.BETTING else None
        player = self.automatic.get(request.player)
        if player is None:
            return None
        if isinstance(request, Offer):
            return request.player, Decline()
        round_ = self.runner.table.round
        assert round_ is not None
        options = self.affordable(request)
        return request.player, Act(request.player, request.hand, player.policy(round_, request.hand, options))

    def _bet(self) -> tuple[Player, Answer] | None:
        """The wager of the next automatic player who has none yet."""
        rules = self.game.rules
        for player, automatic in self.automatic.items():
            if player not in self._state.seats:
                continue
            placed = self._state.layout.placed_by(player)
            whole = {rules.played: automatic.bet}
            wanted = rules.betting.owed(placed) if placed else whole | rules.betting.owed(whole)
            hand = HandId(self._state.seats[player].box, 1)
            acts = [Act(player, hand, PlaceWager(wager, amount)) for wager, amount in wanted.items()]
            if acts and self._state.chips(player) >= sum(map(self.runner.table.puts_up, acts)):
                return player, acts[0]
        return None

    def affordable(self, request: Decide | Offer) -> tuple[Option, ...]:
        """The options whose chips the player has; what cannot be paid for is not worth offering."""
        if self.runner.table.round is None:
            return request.options
        paid_for = [self._paid_for(request, option) for option in request.options]
        return tuple(option for option in paid_for if option.intents)

    def _paid_for(self, request: Decide | Offer, option: Option) -> Option:
        """The ways to use an option for which the chips are there; all of them, if it is for less than they allow."""
        held = self._state.chips(request.player)
        table = self.runner.table
        cost = {intent: table.puts_up(Act(request.player, request.hand, intent)) for intent in option.intents}
        within = [intent for intent in option.intents if not cost[intent] or cost[intent] <= held]
        if within and len(within) < len(option.intents) and hasattr(within[-1], "amount"):
            all_of_it = replace(within[-1], amount=held - held % self.game.rules.betting.chip)  # type: ignore[type-var]
            within += [] if option.refuses(all_of_it) else [all_of_it]
        return replace(option, intents=tuple(within))


def _waits_for_people(request: ByMeter) -> bool:
    """Whether the meter must not answer yet: an award is to be verified, or its key to be pressed."""
    return isinstance(request, KeyAward) and request.waits_for_people
