"""Opening a table: a new one on a journal of its own, or one that goes on where its journal ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitboss.audit.sitting import Automatics, SealMissing, Sitting, new_table, now, recall
from pitboss.core.floor import Floor
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.registry import Game
from pitboss.law.house import not_dealt_yet
from pitboss.store.journal import CannotRecord, InUse, Journal, NotAJournal, SealedFile, sealed_path

__all__ = ["CannotRecord", "Sitting", "open_table"]


def open_table(
    game: Game,
    journal: Path,
    *,
    seed: int | None = None,
    players: Callable[[Game], Automatics] | None = None,
    may_resume: Callable[[Floor], None] | None = None,
    give_up_shoe: bool = False,
) -> Sitting:
    """A table of this game on a journal; one that is there goes on where it ends, under its own house and seed.

    `players` are automatic ones by name; `may_resume` may object to a journal that is there. Raises `BadQuestion` for
    a file that is no journal of this game, and `Refused` where another process plays or the order of the shoe is gone.
    """
    undealt = not_dealt_yet(game.house)
    if undealt:
        raise BadQuestion("; ".join(defect.says for defect in undealt))
    if not journal.parent.is_dir() or (journal.exists() and not journal.is_file()):
        raise BadQuestion(f"{journal}: a journal is a file in a folder that exists")
    try:
        return _opened(Journal(journal, now), game, seed, players, may_resume, give_up_shoe=give_up_shoe)
    except SealMissing:
        sealed = sealed_path(journal.resolve())
        is_there = SealedFile(sealed).there
        what = "was altered: it is not the order to which the shoe is bound" if is_there else "is missing"
        raise Refused(f"{sealed}, the order of the shoe, {what}; put it back, or play with --give-up-shoe") from None
    except InUse:
        raise Refused(f"{journal}: another process plays at this table") from None
    except NotAJournal as error:
        raise BadQuestion(f"{journal}: {error}") from None
    except CannotRecord as error:
        raise BadQuestion(f"{journal}: the journal cannot be written: {error}") from None


def _opened(
    file: Journal,
    game: Game,
    seed: int | None,
    players: Callable[[Game], Automatics] | None,
    may_resume: Callable[[Floor], None] | None,
    *,
    give_up_shoe: bool,
) -> Sitting:
    try:
        record = file.read()
        if record is None:
            return new_table(file, game, seed, players(game) if players else None, now())
        if record.header.rulebook != game.house.rulebook.id:
            raise NotAJournal(f"it is a journal of {record.header.rulebook}; play that, or choose another name")
        recalled = recall(file, record)
        if may_resume is not None:
            may_resume(recalled.floor)
        return recalled.go_on(players, give_up_shoe=give_up_shoe)
    except BaseException:
        file.close()
        raise
