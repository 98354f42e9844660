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
    from pitboss.cli.output import MALFORMED, complain, reading, say, stop
    from pitboss.record.file_tables import now
    from pitboss.store.journal import batches
    from pitboss.store.lines import NotAJournal
    from pitboss.store.receipts import BadReceipt, key_path, own_key, public, receipt_of

    try:
        with reading(journal):
            found = receipt_of(batches(journal), now())
    except NotAJournal as error:
        stop(f"{journal}: {error}", MALFORMED)
    try:
        key = own_key(key_path())
    except BadReceipt as error:
        stop(str(error), MALFORMED)
    except OSError as error:
        stop(f"{key_path()}: the key cannot be kept there: {(error.strerror or 'unknown reason').lower()}", MALFORMED)
    say(found.signed_by(key).decode("ascii").rstrip())
    complain(f"{found.lines:,} lines signed with the key {public(key)}")
