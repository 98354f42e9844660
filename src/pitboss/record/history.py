"""A record read from its facts: what is finished stands as it was recorded, and only what came after is played again.

A table rests between rounds. All that it is then is the fold of its facts, so it can be set up there without playing
anything, whatever engine has dealt before; and the shoe is brought to where it stood by the cards that came out of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pitboss.core.correction import entries_after
from pitboss.core.facts import (
    AdjustmentProposed,
    ChipsAdjusted,
    ChipsBought,
    DealerRelieved,
    EntryPermitted,
    Fact,
    ReaderBack,
    RoundCorrected,
    RoundEnded,
    RoundOpened,
    SeatLeft,
    SeatTaken,
    StaffOrdered,
)
from pitboss.core.fold import fold_table
from pitboss.core.incidents import Corrected
from pitboss.core.options import Refusal
from pitboss.core.requests import Answer
from pitboss.core.table_state import TableState
from pitboss.games.registry import Game
from pitboss.shoe.virtual import RecordDiffers, VirtualShoe
from pitboss.store.answers import read_answer, verbs_of
from pitboss.store.entries import Entry, FromShoe, Happened, Header, Opened, Refused, Said
from pitboss.store.lines import Line, NotAJournal
from pitboss.store.snapshots import KEEP, Snapshot
from pitboss.tables.commands import Command, Door, Mode, question_at_rest
from pitboss.tables.conduct import Table
from pitboss.tables.intents import BETWEEN_ROUNDS
from pitboss.tables.procedure import round_state
from pitboss.tables.recent import RecentFacts
from pitboss.tables.runner import RoundRecord

OF_THE_WINDOW = (
    *(SeatTaken, ChipsBought, SeatLeft),
    *(EntryPermitted, ChipsAdjusted, AdjustmentProposed, ReaderBack, DealerRelieved, StaffOrdered),
)
"""What happens between rounds while one question stands."""
RESTING = {verb.verb for verb in BETWEEN_ROUNDS}


def is_rest(entry: Entry) -> bool:
    """Whether this was said to a table that rested, given that no round was in progress and that it was accepted."""
    if not isinstance(entry, Said):
        return False
    words = entry.says.split(" ")
    return entry.says == "close" or (len(words) > 1 and words[1] in RESTING)


@dataclass
class History:
    """A table as it rested, its last rounds, who had said what, and the shoe where it stood.

    It begins with nothing, or where a snapshot was taken. `rested` is told of every round that ends.
    """

    game: Game
    header: Header
    shoe: VirtualShoe | None = None
    snapshot: Snapshot | None = None
    rested: Callable[[Snapshot], None] | None = None
    records: deque[RoundRecord] = field(default_factory=lambda: deque(maxlen=KEEP))

    def __post_init__(self) -> None:
        self.state = TableState() if self.snapshot is None else self.snapshot.state
        self.door = Door(self.header.mode, self.game.rules.turn, self.header.practices)
        self.door.happened(0 if self.snapshot is None else self.snapshot.last_fact)
        self.recent = RecentFacts(0 if self.snapshot is None else self.snapshot.lines)
        if self.shoe is not None and self.snapshot is not None:
            self.shoe.stand(self.state)
        self._verbs = verbs_of(self.game)
        cards = self.game.shoe if self.header.mode is Mode.LIVE else None
        self._table = Table(self.game.rules, state=self.state, cards=cards, practices=self.header.practices)
        self._said: Said | FromShoe | None = None
        self._correction: Corrected | None = None
        self._stand: list[Answer] = []  # the answers of a round that begins anew
        self._noted = self.state.rounds

    def recall(self, lines: Iterable[Line]) -> list[Line]:
        """Reads what is finished, and gives the lines since the table last rested; raises `NotAJournal`."""
        since: list[Line] = []
        in_round = said_at_rest = False
        for line in lines:
            if isinstance(line.entry, Opened):  # which says nothing of what was said before it
                since.append(line)
                continue
            if said_at_rest and not isinstance(line.entry, Refused):  # what is refused may be said at any time
                last = max(at for at, each in enumerate(since) if isinstance(each.entry, Said))
                self._follow_all(since[:last])
                since = since[last:]
            if isinstance(line.entry, Happened):
                in_round = (in_round or isinstance(line.entry.fact, RoundOpened)) and not isinstance(
                    line.entry.fact, RoundEnded
                )
            said_at_rest = not in_round and is_rest(line.entry)
            since.append(line)
        return since

    def _follow_all(self, lines: Sequence[Line]) -> None:
        """These lines are finished; if a round ended with them, the table rests now."""
        for line in lines:
            self.follow(line.number, line.entry)
        if lines and self.rested is not None and self.state.rounds > self._noted:
            last, self._noted = lines[-1], self.state.rounds
            self.rested(Snapshot(last.number, last.end, last.head.decode("ascii"), self.door.last_fact, self.state))

    def follow(self, number: int, entry: Entry) -> None:
        """One line of what is finished; raises `NotAJournal` where the sealed order says otherwise."""
        match entry:
            case Happened(fact):
                self._accepted()
                self._happened(number, fact)
                self.door.happened(number)
                self.recent.add(number, fact)
                if self.header.mode is Mode.LIVE and not isinstance(fact, OF_THE_WINDOW):
                    self.door.asked(fact)  # people were asked something else, and are asked anew
            case Said() | FromShoe():
                self._accepted()
                self._said = entry
                if not self.state.in_round and (self.header.mode is Mode.LIVE or is_rest(entry)):
                    self.door.asked(question_at_rest(self.state))
            case Refused(refusal):
                self._remember(refusal)
                self._said = None

    def _accepted(self) -> None:
        """What was said last was not refused, so it is an answer of the round in which it was said."""
        self._remember(None)
        said, self._said = self._said, None
        if said is not None and self.state.in_round and self.records:
            answer = self._read(said.says)
            if isinstance(answer, Corrected):
                self._correction = answer
            else:
                self.records[-1].answers.append(answer)

    def _read(self, says: str) -> Answer:
        try:
            return read_answer(says, self._verbs)
        except ValueError:
            raise NotAJournal(f"{says!r} is no answer that this game knows") from None

    def _remember(self, refusal: Refusal | None) -> None:
        said = self._said
        if isinstance(said, Said) and said.by is not None:
            self.door.remember(Command(said.by, said.seen, said.id, self._read(said.says), said.through), refusal)

    def _happened(self, number: int, fact: Fact) -> None:
        if isinstance(fact, RoundCorrected) and self.records and self._correction is not None:
            corrected = self.records.pop()
            stand = entries_after(self.game.rules, corrected.table, corrected.answers, self._correction)
            self._stand = stand.all
        if isinstance(fact, RoundOpened):
            self.records.append(RoundRecord(self.state.rounds + 1, round_state(self._table), self._stand))
            self._stand = []
        fresh, in_round = self.state.shoe is None, self.state.in_round or isinstance(fact, RoundOpened)
        try:
            if self.shoe is not None:
                self.shoe.follow(fact, fresh=fresh)
            fold_table(self.state, fact)
        except RecordDiffers:
            raise NotAJournal(f"line {number}: the sealed order gives another card than the recorded one") from None
        except (KeyError, IndexError, ValueError, AttributeError, AssertionError):
            raise NotAJournal(f"line {number} cannot follow those before it; pitboss audit says more") from None
        if in_round and self.records:
            self.records[-1].facts.append(fact)
