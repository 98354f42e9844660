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
    from pitboss.cli.output import plainly, reading, say
    from pitboss.desk.records import round_as_text

    with reading(journal), plainly():
        text = round_as_text(journal, number)
    say(text.rstrip())
