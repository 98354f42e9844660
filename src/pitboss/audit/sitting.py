"""Sitting down at a table with a journal: a new one, or one that goes on where its record ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.audit.history import History, rested_at
from pitboss.audit.rerun import Rerun
from pitboss.audit.verify import game_of
from pitboss.games.registry import Game
from pitboss.ids import Player
from pitboss.law.housefile import written_house
from pitboss.shoe.randomness import PracticeRandomness, Randomness, SystemRandomness
from pitboss.shoe.virtual import VirtualShoe
from pitboss.store.entries import Entry, Header, edition_fingerprint, engine_fingerprint, pitboss_version
from pitboss.store.journal import Journal, NotAJournal, SealedFile, sealed_path
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

    def close(self) -> None:
        """Lets go of the journal; what is on record stays as it is."""
        self.journal.close()


def new_header(game: Game, seed: int | None, at: int) -> Header:
    return Header(
        rulebook=game.house.rulebook.id,
        house="\n".join(written_house(game.house, everything=True)).strip() + "\n",
        seed="" if seed is None else str(seed),
        version=pitboss_version(),
        engine=engine_fingerprint(),
        edition=edition_fingerprint(),
        at=at,
    )


Automatics = Mapping[Player, Automatic]


def new_table(
    journal: Journal, game: Game, seed: int | None = None, players: Automatics | None = None, at: int = 0
) -> Sitting:
    """A table with nobody at it yet, on a new journal."""
    header = new_header(game, seed, at)
    journal.begin(header)
    return Sitting(LiveTable(game, _shoe(game, header, journal.path), journal, players), journal, header)


class SealMissing(Exception):
    """The sealed order of the shoe in use is not there. It may only have been left behind."""


def resume(
    journal: Journal,
    entries: list[Entry],
    dropped: int,
    players: Callable[[Game], Automatics] | None = None,
    *,
    give_up_shoe: bool = True,
) -> Sitting:
    """The table of a record: what is finished is read from its facts, and what came after the table last rested is
    played again. Then what a kill kept from the disk is appended.

    Raises `NotAJournal` where the record is closed, or not what these rules give, and `SealMissing` where the shoe
    in use cannot be dealt from and is not to be given up for it.
    """
    header = entries[0]
    assert isinstance(header, Header)
    game = game_of(header)
    shoe = _shoe(game, header, journal.path)
    history, rested = History(game, shoe), rested_at(entries)
    for number, entry in enumerate(entries[:rested], start=1):
        history.follow(number, entry)
    rerun = Rerun(game, shoe, floor=history.floor)
    rerun.runner.records.extend(history.records)
    for number, entry in enumerate(entries[rested:], start=rested + 1):
        difference = rerun.follow(entry)
        if difference is not None:
            raise NotAJournal(f"line {number} is not what these rules give; pitboss audit says more")
    if rerun.runner.pending is None and not rerun.due:
        raise NotAJournal("it was closed; choose another name for a new one")
    if rerun.runner.table.floor.shoe is not None and shoe.lost and not give_up_shoe:
        raise SealMissing
    table = LiveTable(game, shoe, journal, players(game) if players else None, rerun.runner)
    journal.reopened(dropped)
    if rerun.due_refusal is not None:
        journal.refusal(rerun.due_refusal)
    for fact in rerun.due:
        journal.fact(fact)
    table.resume()
    return Sitting(table, journal, header, resumed=True, dropped=dropped)


def _shoe(game: Game, header: Header, path: Path) -> VirtualShoe:
    randomness: Randomness = PracticeRandomness(int(header.seed)) if header.seed else SystemRandomness()
    return VirtualShoe(header.rulebook, game.shoe, randomness, SealedFile(sealed_path(path)))
