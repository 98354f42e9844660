"""Sitting down at a table with a journal: a new one, or one that goes on where its record ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss.audit.history import History
from pitboss.audit.rerun import Rerun
from pitboss.audit.verify import game_of
from pitboss.core.table_state import TableState
from pitboss.games.registry import Game
from pitboss.ids import Player
from pitboss.law.housefile import written_house
from pitboss.shoe.randomness import PracticeRandomness, Randomness, SystemRandomness
from pitboss.shoe.virtual import VirtualShoe
from pitboss.store.chain import START, link
from pitboss.store.entries import Header, header_row, pitboss_version
from pitboss.store.fingerprints import edition_fingerprint, engine_fingerprint
from pitboss.store.journal import Journal, SealedFile, sealed_path
from pitboss.store.lines import NotAJournal, Record
from pitboss.store.meters import MeterFile, MeterOfTable
from pitboss.table.commands import Door, Mode
from pitboss.table.live import Automatic, LiveTable


def now() -> int:
    """Seconds since 1970; the only clock that a journal sees."""
    return int(time.time())


@dataclass(slots=True)
class Sitting:
    """A table with its journal. `dropped` bytes of a torn line were cut off when it was opened again."""

    table: LiveTable
    journal: Journal
    header: Header
    resumed: bool = False
    dropped: int = 0
    meter: MeterFile | None = None

    def close(self) -> None:
        """Lets go of the journal and of the meter; what is on record stays as it is."""
        self.journal.close()
        if self.meter is not None:
            self.meter.close()


def new_header(game: Game, seed: int | None, at: int, mode: Mode | None = None) -> Header:
    """The first line of a new journal; with a seed it is for practice."""
    return Header(
        rulebook=game.house.rulebook.id,
        house="\n".join(written_house(game.house, everything=True)).strip() + "\n",
        seed="" if seed is None else str(seed),
        version=pitboss_version(),
        engine=engine_fingerprint(),
        edition=edition_fingerprint(),
        at=at,
        mode=mode or (Mode.DEMO if seed is None else Mode.TRAINER),
    )


Automatics = Mapping[Player, Automatic]


def new_table(
    journal: Journal,
    game: Game,
    seed: int | None = None,
    players: Automatics | None = None,
    at: int = 0,
    mode: Mode | None = None,
    meter: MeterFile | None = None,
) -> Sitting:
    """A table with nobody at it yet, on a new journal. By its header others know it, so no two are alike."""
    header = new_header(game, seed, at, mode)
    while meter is not None and known_as(header) in meter.refresh().tables:
        header = replace(header, at=header.at + 1)
    journal.begin(header)
    door = Door(header.mode, game.rules.turn)
    port = None if meter is None else joined(meter, journal)
    table = LiveTable(game, _shoe(game, header, journal.path), journal, players, door=door, meter=port)
    return Sitting(table, journal, header, meter=meter)


def known_as(header: Header) -> str:
    """The name by which a meter will know the table of this header."""
    return link(START, header_row(header)[:-1]).decode("ascii")


def joined(meter: MeterFile, journal: Journal) -> MeterOfTable:
    meter.join(journal.first)
    return MeterOfTable(meter, journal.first)


class OtherMeter(Exception):
    """The table does not play for this meter."""


class SealMissing(Exception):
    """The sealed order of the shoe in use is not there. It may only have been left behind."""


@dataclass(slots=True)
class Recalled:
    """A table as its record has it. Nothing has been written yet."""

    game: Game
    journal: Journal
    record: Record
    shoe: VirtualShoe | None
    rerun: Rerun

    @property
    def state(self) -> TableState:
        return self.rerun.runner.table.state

    def go_on(
        self,
        players: Callable[[Game], Automatics] | None = None,
        *,
        give_up_shoe: bool = True,
        meter: MeterFile | None = None,
    ) -> Sitting:
        """Opens the table where its record ends, and appends what a kill kept from the disk.

        Raises `SealMissing` where the shoe in use cannot be dealt from and is not to be given up for it, and
        `OtherMeter` where the table plays for another one.
        """
        game, journal, rerun = self.game, self.journal, self.rerun
        if self.shoe is not None and self.state.shoe is not None and self.shoe.lost and not give_up_shoe:
            raise SealMissing
        if meter is not None and journal.first not in meter.refresh().tables:
            raise OtherMeter
        port = None if meter is None else MeterOfTable(meter, journal.first)
        seated = players(game) if players else None
        table = LiveTable(game, self.shoe, journal, seated, rerun.runner, rerun.door, port)
        journal.reopened(self.record.dropped)
        if rerun.due_refusal is not None:
            journal.refusal(rerun.due_refusal)
        for fact in rerun.due:
            journal.fact(fact)
            table.door.happened(journal.lines)
        table.resume()
        return Sitting(table, journal, self.record.header, resumed=True, dropped=self.record.dropped, meter=meter)


def recall(journal: Journal, record: Record) -> Recalled:
    """The table of a record: what is finished is read from its facts, and what came after the table last rested is
    played again.

    Raises `NotAJournal` where the record is closed, or not what these rules give.
    """
    header = record.header
    game = game_of(header)
    shoe = _shoe(game, header, journal.path)
    history = History(game, header, shoe, record.snapshot, journal.snapshots.add)
    since = history.recall(record.lines)
    rerun = Rerun(game, header, shoe, state=history.state, door=history.door)
    rerun.runner.records.extend(history.records)
    for line in since:
        difference = rerun.follow(line.number, line.entry)
        if difference is not None:
            raise NotAJournal(f"line {line.number} is not what these rules give; pitboss audit says more")
    if rerun.runner.pending is None and not rerun.due:
        raise NotAJournal("it was closed; choose another name for a new one")
    return Recalled(game, journal, record, shoe, rerun)


def _shoe(game: Game, header: Header, path: Path) -> VirtualShoe | None:
    """The shoe of a table; none where people deal."""
    if header.mode is Mode.LIVE:
        return None
    randomness: Randomness = PracticeRandomness(int(header.seed)) if header.seed else SystemRandomness()
    return VirtualShoe(header.rulebook, game.shoe, randomness, SealedFile(sealed_path(path)))
