"""`pitboss export`: a recorded round in the notation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal that pitboss play wrote.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="Which round, counted from 1.")],
) -> None:
    """Print a recorded round in the notation, ready for pitboss replay.

    Example: pitboss export evening.journal 12 > dispute.round.toml
    """
    from pitboss.audit.rounds import NoSuchRound, recorded_round
    from pitboss.cli.output import MALFORMED, NO, reading, say, stop
    from pitboss.notation.write import write_round
    from pitboss.store.lines import NotAJournal

    try:
        with reading(journal):
            found = recorded_round(journal, number)
    except NotAJournal as error:
        stop(f"{journal}: {error}", MALFORMED)
    except NoSuchRound as error:
        stop(f"{journal}: {error}", NO)
    title = f"Round {number} of {journal.name}"
    say(write_round(found.game, found.record.answers, found.record.table, title=title, unseen=found.unseen).rstrip())
