"""Tables whose record is a journal file, with the files next to it: the sealed order, the snapshots, the meter."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from pitboss.games.registry import Game
from pitboss.record.header import known_as, new_header
from pitboss.record.opening import Automatics, Recalled, begin_table, recall
from pitboss.store.entries import Header
from pitboss.store.journal import Journal, SealedFile, sealed_path
from pitboss.store.lines import Record
from pitboss.store.meters import MeterFile, MeterOfTable
from pitboss.tables.commands import Mode
from pitboss.tables.live import LiveTable


def now() -> int:
    """Return the seconds since 1970; the only clock that a journal sees."""
    return int(time.time())


class OtherMeter(Exception):
    """The table plays for another meter."""


@dataclass(slots=True)
class Sitting:
    """A table with its journal. When it was opened again, `dropped` bytes of a torn line were cut off."""

    table: LiveTable
    journal: Journal
    header: Header
    resumed: bool = False
    dropped: int = 0
    meter: MeterFile | None = None

    def close(self) -> None:
        """Release the journal and the meter; what is on record stays as it is."""
        self.journal.close()
        if self.meter is not None:
            self.meter.close()


def new_table(
    journal: Journal,
    game: Game,
    seed: int | None = None,
    players: Automatics | None = None,
    at: int = 0,
    mode: Mode | None = None,
    meter: MeterFile | None = None,
) -> Sitting:
    """Return a table with nobody at it yet, on a new journal. No other table of its meter has the same header."""
    header = new_header(game, seed, at, mode)
    while meter is not None and known_as(header) in meter.refresh().tables:
        header = replace(header, at=header.at + 1)
    port = None if meter is None else MeterOfTable(meter, known_as(header))
    table = begin_table(game, header, vault_of(journal), journal, players, port)
    if meter is not None:
        meter.join(journal.first)
    return Sitting(table, journal, header, meter=meter)


def recall_journal(journal: Journal, record: Record) -> Recalled:
    """Return the table of a journal as its record has it, and keep its snapshots; raises as `recall`."""
    return recall(record, vault_of(journal), journal.snapshots.add)


def resume_table(
    journal: Journal,
    recalled: Recalled,
    players: Automatics | None = None,
    meter: MeterFile | None = None,
    *,
    give_up_shoe: bool = True,
) -> Sitting:
    """Open a recalled table again; raise `SealMissing` as `Recalled.go_on`, and `OtherMeter`."""
    if meter is not None and journal.first not in meter.refresh().tables:
        raise OtherMeter
    port = None if meter is None else MeterOfTable(meter, journal.first)
    table = recalled.go_on(journal, players, port, give_up_shoe=give_up_shoe)
    record = recalled.record
    return Sitting(table, journal, record.header, resumed=True, dropped=record.dropped, meter=meter)


def vault_of(journal: Journal) -> SealedFile:
    """Return the vault next to a journal."""
    return SealedFile(sealed_path(journal.path))
