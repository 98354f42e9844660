"""A record read from its facts: what is finished stands as it was recorded, and only what came after is played again.

A table rests between rounds. All that it is then is the fold of its facts, so it can be set up there without playing
anything, whatever engine has dealt before; and the shoe is brought to where it stood by the cards that came out of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.core.facts import Fact, RoundEnded, RoundOpened
from pitboss.core.floor import Floor
from pitboss.core.fold import fold_table
from pitboss.games.registry import Game
from pitboss.shoe.virtual import RecordDiffers, VirtualShoe
from pitboss.store.answers import read_answer, verbs_of
from pitboss.store.entries import Command, Entry, FromShoe, Happened, Refused
from pitboss.store.journal import NotAJournal
from pitboss.table.intents import BETWEEN_ROUNDS
from pitboss.table.procedure import RoundRecord, Table, round_state

RESTING = {verb.verb for verb in BETWEEN_ROUNDS}
KEEP = 10


def rested_at(entries: Sequence[Entry]) -> int:
    """The place of the last command that was said while the table rested; 0 if there is none."""
    in_round, found = False, 0
    for number, entry in enumerate(entries):
        if isinstance(entry, Happened):
            in_round = isinstance(entry.fact, RoundOpened) or (in_round and not isinstance(entry.fact, RoundEnded))
        elif not in_round and is_rest(entry):
            found = number
    return found


def is_rest(entry: Entry) -> bool:
    """Whether this was said to a table that rested, given that no round was in progress."""
    if not isinstance(entry, Command):
        return False
    words = entry.says.split(" ")
    return entry.says == "close" or (len(words) > 1 and words[1] in RESTING)


@dataclass
class History:
    """A table as it rested, its last rounds, and the shoe where it stood."""

    game: Game
    shoe: VirtualShoe | None = None
    floor: Floor = field(default_factory=Floor)
    records: deque[RoundRecord] = field(default_factory=lambda: deque(maxlen=KEEP))

    def __post_init__(self) -> None:
        self._verbs = verbs_of(self.game)
        self._table = Table(self.game.rules, floor=self.floor)
        self._said: Command | FromShoe | None = None

    def follow(self, number: int, entry: Entry) -> None:
        """One line of what is finished; raises `NotAJournal` where the sealed order says otherwise."""
        match entry:
            case Happened(fact):
                self._accepted()
                self._happened(number, fact)
            case Command() | FromShoe():
                self._accepted()
                self._said = entry
            case Refused():
                self._said = None

    def _accepted(self) -> None:
        """What was said last was not refused, so it is an answer of the round in which it was said."""
        said, self._said = self._said, None
        if said is not None and self.floor.in_round and self.records:
            try:
                self.records[-1].answers.append(read_answer(said.says, self._verbs))
            except ValueError:
                raise NotAJournal(f"{said.says!r} is no answer that this game knows") from None

    def _happened(self, number: int, fact: Fact) -> None:
        if isinstance(fact, RoundOpened):
            self.records.append(RoundRecord(self.floor.rounds + 1, round_state(self._table)))
        fresh, in_round = self.floor.shoe is None, self.floor.in_round or isinstance(fact, RoundOpened)
        try:
            if self.shoe is not None:
                self.shoe.follow(fact, fresh=fresh)
            fold_table(self.floor, fact)
        except RecordDiffers:
            raise NotAJournal(f"line {number}: the sealed order gives another card than the recorded one") from None
        except (KeyError, IndexError, ValueError, AttributeError, AssertionError):
            raise NotAJournal(f"line {number} cannot follow those before it; pitboss audit says more") from None
        if in_round and self.records:
            self.records[-1].facts.append(fact)
