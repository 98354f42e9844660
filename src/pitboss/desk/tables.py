"""Tables of this machine: a new one on a journal of its own, one that goes on where its journal ends, all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.core.meter import MeterRefuses
from pitboss.core.table_state import TableState
from pitboss.desk import houses
from pitboss.desk.handle import PASSED, TableHandle
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.registry import Game
from pitboss.law.house import not_dealt_yet
from pitboss.record.file_tables import OtherMeter, Sitting, new_table, now, recall_journal, resume_table
from pitboss.record.header import new_header, recorded_game
from pitboss.record.history import History
from pitboss.record.opening import Automatics, NotFiled, SealMissing, begin_table, need_filed
from pitboss.record.settings import Settings
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store.chain import opened
from pitboss.store.entries import Header, read_row
from pitboss.store.journal import (
    CannotRecord,
    InUse,
    Journal,
    JournalInMemory,
    SealedFile,
    batches,
    is_in_use,
    sealed_path,
    stands_in,
)
from pitboss.store.lines import NotAJournal, header_of, lines_of
from pitboss.store.meters import Damaged, MeterFile, NotAMeter, Terms, meter_beside
from pitboss.store.snapshots import Snapshots, snapshots_path
from pitboss.tables.commands import Mode
from pitboss.tables.live import LiveTable

__all__ = ["CannotRecord", "FoundTable", "Game", "Sitting", "open_table", "table", "tables_folder", "tables_in"]


def open_table(
    game: Game,
    journal: Path,
    *,
    seed: int | None = None,
    players: Callable[[Game], Automatics] | None = None,
    may_resume: Callable[[], None] | None = None,
    give_up_shoe: bool = False,
    live: bool = False,
    closed_too: bool = False,
    meter: Path | None = None,
) -> Sitting:
    """A table of this game on a journal; one that is there goes on where it ends, under its own house and seed.

    At a `live` one people deal and say which card came. One that was closed is opened only if `closed_too`: it takes
    nothing more, and answers what was said before. `players` are automatic ones by name; `may_resume` may object
    to the journal of a table at which somebody has bought chips. `meter` is the progressive meter that the table
    shares with others, where the game has one; without it there is one beside the journal. Raises `BadQuestion` for a
    file that is no journal of this game, and `Refused` where another process plays, the order of the shoe is gone, or
    people are to deal under a house that is not filed as its text wants it.
    """
    _need_no_seed(seed, live=live)
    _need_openable(game, journal, meter)
    at_meter = meter or meter_beside(journal)
    try:
        if live and not _is_begun(journal):
            need_filed(game)
        file = Journal(journal, now)
        return _opened(
            file, game, seed, players, may_resume, at_meter, give_up_shoe=give_up_shoe, live=live, closed_too=closed_too
        )
    except SealMissing:
        sealed = sealed_path(journal.resolve())
        is_there = SealedFile(sealed).there
        what = "was altered: it is not the order to which the shoe is bound" if is_there else "is missing"
        says = f"{sealed}, the order of the shoe, {what}; put it back, or give the shoe up"
        raise Refused(says, code="seal-missing") from None
    except NotFiled as error:
        raise _not_filed(error) from None
    except OtherMeter:
        raise BadQuestion(f"{at_meter}: the table of {journal} plays for another meter") from None
    except (Damaged, MeterRefuses) as error:
        raise Refused(f"{at_meter}: {error}") from None
    except NotAMeter as error:
        raise BadQuestion(f"{at_meter}: {error}") from None
    except InUse:
        raise Refused(f"{journal}: another process plays at this table", code="in-use") from None
    except NotAJournal as error:
        raise BadQuestion(f"{journal}: {error}") from None
    except CannotRecord as error:
        raise BadQuestion(f"{journal}: the journal cannot be written: {error}") from None


def table(
    rulebook: str | Game,
    journal: str | Path | None = None,
    *,
    house: Settings | None = None,
    readings: Settings | None = None,
    seed: int | None = None,
    live: bool = False,
    dealer: str = "",
    passing: Collection[str] = PASSED,
    meter: str | Path | None = None,
    give_up_shoe: bool = False,
) -> TableHandle:
    """Open a table of this rulebook, in memory or on a journal; one that is there continues where it ends.

    One that was closed is opened to be read.

    At a `live` table people deal, and `dealer` takes over when it is opened. `passing` are kinds of questions that are
    passed without asking. Raises `BadQuestion`, `Unlawful` and `Refused`.

    >>> with table("spanish21-ma", seed=7) as evening:
    ...     evening.sit("ann", 500)
    ...     evening.bet("ann", main=25)
    ...     evening.view("ann").staked
    2500
    """
    dealt = houses.game(rulebook, house, readings) if isinstance(rulebook, str) else rulebook
    if journal is None:
        in_memory = _in_memory(dealt, seed, live=live, meter=meter)
        return TableHandle(in_memory, lambda: None, dealer, passing)
    shared = None if meter is None else Path(meter)
    path = Path(journal)
    sitting = open_table(dealt, path, seed=seed, live=live, meter=shared, give_up_shoe=give_up_shoe, closed_too=True)
    try:
        return TableHandle(sitting.table, sitting.close, dealer, passing)
    except BaseException:
        sitting.close()
        raise


def _in_memory(dealt: Game, seed: int | None, *, live: bool, meter: str | Path | None) -> LiveTable:
    """Return a new table whose record ends with the process."""
    if meter is not None:
        raise BadQuestion("a meter that is shared is for tables with a journal; name one")
    _need_dealt(dealt)
    _need_no_seed(seed, live=live)
    header = new_header(dealt, seed, now(), Mode.LIVE if live else None)
    try:
        return begin_table(dealt, header, VaultInMemory(), JournalInMemory(now))
    except NotFiled as error:
        raise _not_filed(error) from None


def _need_no_seed(seed: int | None, *, live: bool) -> None:
    if live and seed is not None:
        raise BadQuestion("a seed is for a virtual shoe, and at a live table people deal")


def _need_dealt(dealt: Game) -> None:
    undealt = not_dealt_yet(dealt.house)
    if undealt:
        raise BadQuestion("; ".join(defect.says for defect in undealt))


def _not_filed(error: NotFiled) -> Refused:
    return Refused(str(error), error.clauses, code="not-filed")


def _need_openable(game: Game, journal: Path, meter: Path | None) -> None:
    _need_dealt(game)
    for path, what in ((journal, "journal"), (meter, "meter")):
        if path is not None and (not path.parent.is_dir() or (path.exists() and not path.is_file())):
            raise BadQuestion(f"{path}: a {what} is a file in a folder that exists")
    if meter is not None and game.rules.meter is None:
        raise BadQuestion(f"{game.house.rulebook.id} has no progressive meter")


def _is_begun(journal: Path) -> bool:
    """Whether a record is there, so that its house was taken when it began."""
    return journal.is_file() and journal.stat().st_size > 0


def _meter(path: Path, game: Game, *, there: bool) -> MeterFile | None:
    """The meter in a file, where the game has one; a table that goes on needs one that is `there`.

    Raises `NotAMeter` and `CannotRecord`.
    """
    meter = game.rules.meter
    if meter is None:
        return None
    if there and not path.exists():
        raise NotAMeter("the meter of this table is not there; name the one that it plays for")
    return MeterFile(path, Terms.of(path, game.house.rulebook.id, meter), now)


def _opened(
    file: Journal,
    game: Game,
    seed: int | None,
    players: Callable[[Game], Automatics] | None,
    may_resume: Callable[[], None] | None,
    at_meter: Path,
    *,
    give_up_shoe: bool,
    live: bool,
    closed_too: bool,
) -> Sitting:
    try:
        record = file.read()
        if record is None:
            mode = Mode.LIVE if live else None
            seated = players(game) if players else None
            return new_table(file, game, seed, seated, now(), mode, _meter(at_meter, game, there=False))
        if (record.header.mode is Mode.LIVE) != live:
            there = "people deal at this table" if not live else "the cards of this table come from a virtual shoe"
            raise NotAJournal(f"{there}; choose another name for a new one")
        if record.header.rulebook != game.house.rulebook.id:
            raise NotAJournal(f"it is a journal of {record.header.rulebook}; play that, or choose another name")
        recalled = recall_journal(file, record)
        if recalled.is_closed and not closed_too:
            raise NotAJournal("it was closed; choose another name for a new one")
        if may_resume is not None and recalled.state.bought:
            may_resume()
        seated = players(recalled.game) if players else None
        shared = _meter(at_meter, recalled.game, there=True)
        return resume_table(file, recalled, seated, shared, give_up_shoe=give_up_shoe)
    except BaseException:
        file.close()
        raise


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A journal in a folder: its table as it stands, or why there is none to go on with."""

    path: Path
    at: int
    header: Header | None = None
    state: TableState | None = None
    in_use: bool = False
    wrong: str = ""

    @property
    def status(self) -> str:
        if self.state is None:
            return self.wrong
        if self.in_use:
            return "being played"
        return "closed" if self.state.closed else "in a round" if self.state.in_round else "open"


def tables_folder() -> Path:
    """Where journals are kept that nobody has given another place."""
    return Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser() / "pitboss"


def tables_in(folder: Path) -> list[FoundTable]:
    """All tables with a journal here, the one that was played last first; raises `BadQuestion`."""
    try:
        journals = [path for path in folder.iterdir() if path.name.endswith(".journal") and path.is_file()]
        return sorted(map(_found, journals), key=lambda table: (-table.at, table.path.name))
    except OSError as error:
        raise BadQuestion(
            f"{folder}: the folder cannot be read: {(error.strerror or 'unknown reason').lower()}"
        ) from None


def _found(path: Path) -> FoundTable:
    at = int(path.stat().st_mtime)
    try:
        header = header_of(next(lines_of(batches(path)), (b"", False))[0])
        return FoundTable(path, at, header, _floor(path, header), is_in_use(path))
    except (NotAJournal, ValueError) as error:
        return FoundTable(path, at, wrong=f"damaged: {error}")
    except OSError as error:
        return FoundTable(path, at, wrong=f"unreadable: {(error.strerror or 'unknown reason').lower()}")


def _floor(path: Path, header: Header) -> TableState:
    """The table as its record ends, from the last snapshot on."""
    snapshot, _ = Snapshots(snapshots_path(path)).latest(stands_in(path))
    history = History(recorded_game(header)[0], header, snapshot=snapshot)
    offset, lines = (0, 0) if snapshot is None else (snapshot.offset, snapshot.lines)
    for number, line in enumerate(_lines(path, offset), start=lines + 1):
        parts = opened(line)
        if parts is None:
            raise NotAJournal("pitboss audit says more")
        history.follow(number, read_row(parts[0], header.format))
    return history.state


def _lines(path: Path, offset: int) -> Iterator[bytes]:
    return (line for line, whole in lines_of(batches(path, offset)) if whole)
