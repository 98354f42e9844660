"""Opening a table: a new one, or one that continues where its record ends, wherever that is stored.

A store gives the record as it reads it, a vault for the order of the shoe, and a recorder, which has the clock.
`file_tables` does so for journal files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pitboss.core.table_state import TableState
from pitboss.games.registry import Game
from pitboss.ids import Player, once_each
from pitboss.law.house import Defect
from pitboss.law.submitted import elections_missing, found_in
from pitboss.record.earlier import said_in
from pitboss.record.header import game_of
from pitboss.record.history import History
from pitboss.record.rerun import Rerun
from pitboss.shoe.randomness import PracticeRandomness, Randomness, SystemRandomness
from pitboss.shoe.virtual import Vault, VirtualShoe
from pitboss.store.answers import verbs_of
from pitboss.store.entries import Happened, Header
from pitboss.store.lines import NotAJournal, Record
from pitboss.store.snapshots import Snapshot
from pitboss.tables.commands import Door, Mode
from pitboss.tables.live import Automatic, LiveTable
from pitboss.tables.ports import MeterPort, Recorder
from pitboss.tables.recent import RecentFacts

Automatics = Mapping[Player, Automatic]


class OpeningRecorder(Recorder, Protocol):
    """A recorder that can begin a record, and continue one that has been read to its end."""

    def begin(self, header: Header) -> None:
        """Store the first line of a new record."""

    def reopened(self, dropped: int) -> None:
        """The table is opened again, after `dropped` bytes of a torn line were cut off.

        To be recorded only if bytes were cut off, or if anything else is recorded before the next `sync`.
        """


class NotFiled(Exception):
    """People may not deal under this house before it is filed as its text wants it."""

    def __init__(self, defects: list[Defect]) -> None:
        super().__init__("; ".join(defect.says for defect in defects))
        self.clauses = once_each(tuple(each for defect in defects for each in defect.clauses))


class SealMissing(Exception):
    """The sealed order of the shoe in use is missing. It may only have been left behind."""


def begin_table(
    game: Game,
    header: Header,
    vault: Vault,
    recorder: OpeningRecorder,
    players: Automatics | None = None,
    meter: MeterPort | None = None,
) -> LiveTable:
    """Return a new table with nobody at it. Its record has been begun.

    Raises `NotFiled` if people are to deal and the house is not one that could be submitted today.
    """
    if header.mode is Mode.LIVE:
        need_filed(game)
    recorder.begin(header)
    door = Door(header.mode, game.rules.turn, header.practices)
    return LiveTable(game, shoe_of_table(game, header, vault), recorder, players, door=door, meter=meter)


def need_filed(game: Game) -> None:
    """Raise `NotFiled` if a new table at which people deal may not open under this house."""
    missing = elections_missing(game.house)
    defects = [*found_in(game.house), *([] if missing is None else [missing])]
    if defects:
        raise NotFiled(defects)


@dataclass(slots=True)
class Recalled:
    """A table as its record has it. Nothing has been written yet."""

    game: Game
    record: Record
    shoe: VirtualShoe | None
    rerun: Rerun
    recent: RecentFacts

    @property
    def state(self) -> TableState:
        return self.rerun.runner.table.state

    @property
    def is_closed(self) -> bool:
        """Whether the table was closed, so that it only answers what was said before."""
        return self.rerun.runner.pending is None and not self.rerun.due

    @property
    def is_seal_missing(self) -> bool:
        """Whether a shoe is in use and its order is lost."""
        return self.shoe is not None and self.state.shoe is not None and self.shoe.lost

    def go_on(
        self,
        recorder: OpeningRecorder,
        players: Automatics | None = None,
        meter: MeterPort | None = None,
        *,
        give_up_shoe: bool = True,
    ) -> LiveTable:
        """Open the table where its record ends, and append what a kill kept from the record.

        If the record is complete, nothing is written: a process may build the table again at any time.
        Raises `SealMissing` if the order of the shoe is lost and the shoe is not to be given up for it.
        """
        if self.is_seal_missing and not give_up_shoe:
            raise SealMissing
        rerun = self.rerun
        table = LiveTable(self.game, self.shoe, recorder, players, rerun.runner, rerun.door, meter, self.recent)
        recorder.reopened(self.record.dropped)
        if rerun.due_refusal is not None:
            recorder.refusal(rerun.due_refusal)
        for fact in rerun.due:
            table.record(fact)
        table.resume()
        return table


def recall(record: Record, vault: Vault, rested: Callable[[Snapshot], None] | None = None) -> Recalled:
    """Read a record: what is finished from its facts, and what came after the table last rested through the rules.

    `rested` receives a snapshot of each round that was read. Raises `NotAJournal` if the record is not what the rules
    give.
    """
    header, game = record.header, game_of(record.header)
    shoe = shoe_of_table(game, header, vault)
    history = History(game, header, shoe, record.snapshot, rested)
    since = history.recall(record.lines)
    rerun = Rerun(game, header, shoe, state=history.state, door=history.door)
    rerun.runner.records.extend(history.records)
    for line in since:
        if rerun.follow(line.number, line.entry) is not None:
            raise NotAJournal(f"line {line.number} is not what these rules give; pitboss audit says more")
        if isinstance(line.entry, Happened):
            history.recent.add(line.number, line.entry.fact)
    if header.practices.knows_people and record.snapshot is not None:
        verbs = verbs_of(game)
        rerun.door.memory.earlier = lambda: said_in(record.summed_up(), header.format, verbs)
    return Recalled(game, record, shoe, rerun, history.recent)


def shoe_of_table(game: Game, header: Header, vault: Vault) -> VirtualShoe | None:
    """Return the shoe of a table; None if people deal."""
    if header.mode is Mode.LIVE:
        return None
    randomness: Randomness = PracticeRandomness(int(header.seed)) if header.seed else SystemRandomness()
    return VirtualShoe(header.rulebook, game.shoe, randomness, vault)
