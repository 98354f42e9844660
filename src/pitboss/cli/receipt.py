"""`pitboss receipt`: the head of a journal, signed, for somebody else to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def receipt(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal that pitboss play wrote.")],
) -> None:
    """Print a receipt for a journal as it is now: its head, signed with your key, which is made on first use.

    Give it to somebody else, with the public key. What was written up to then can be checked against it for ever:
    pitboss audit JOURNAL --receipt FILE --key PUBLIC.

    Example: pitboss receipt evening.journal > evening.receipt
    """
    from pitboss.cli.output import complain, plainly, reading, say
    from pitboss.desk.records import sign_head

    with reading(journal), plainly():
        signed = sign_head(journal)
    say(signed.text.rstrip())
    complain(f"{signed.lines:,} lines signed with the key {signed.key}")
