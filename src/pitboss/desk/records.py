"""What a journal proves: whether it is sound, its head signed for somebody else, and a round of it as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.audit.rounds import NoSuchRound, recorded_round
from pitboss.audit.verify import Report, audit_batches
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.notation.write import write_round
from pitboss.record.file_tables import now
from pitboss.store.journal import batches
from pitboss.store.lines import NotAJournal
from pitboss.store.receipts import (
    AlteredReceipt,
    BadReceipt,
    Receipt,
    key_path,
    own_key,
    public,
    read_receipt,
    receipt_of,
)

__all__ = ["Receipt", "Report", "SignedHead", "audit_journal", "receipt_in", "round_as_text", "sign_head"]


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A receipt as text, the number of lines for which it stands, and the public key that signed it."""

    text: str
    lines: int
    key: str


def audit_journal(journal: Path, head: str | None, receipt: Receipt | None, progress: Callable[[int], None]) -> Report:
    """Verify a journal, which must end with this head and agree with this receipt, if they are given.

    `progress` is told the line that was read last. Raises `BadQuestion` if it is no journal, and `OSError`.
    """
    with _a_journal(journal):
        return audit_batches(batches(journal), head, receipt, progress)


def receipt_in(path: Path, data: bytes, key: str | None) -> tuple[Receipt, str]:
    """Return the receipt that a file holds, and the public key that signed it, which must be `key` if it is given.

    Raises `BadQuestion` if it is none, and `Refused` if it was altered or is signed with another key.
    """
    try:
        receipt, signer = read_receipt(data)
    except AlteredReceipt as error:
        raise Refused(f"{path}: {error}") from None
    except BadReceipt as error:
        raise BadQuestion(f"{path}: {error}") from None
    if key is not None and key.strip().lower() != signer:
        raise Refused(f"{path}: the receipt was signed with another key, {signer}")
    return receipt, signer


def sign_head(journal: Path) -> SignedHead:
    """Sign the head of a journal with the key of this user; raise `BadQuestion`, and `OSError` if it cannot be read."""
    with _a_journal(journal):
        receipt = receipt_of(batches(journal), now())
    try:
        key = own_key(key_path())
    except BadReceipt as error:
        raise BadQuestion(str(error)) from None
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise BadQuestion(f"{key_path()}: the key cannot be kept there: {reason}") from None
    return SignedHead(receipt.signed_by(key).decode("ascii"), receipt.lines, public(key))


def round_as_text(journal: Path, number: int) -> str:
    """Return a recorded round in the notation; raise `BadQuestion`, `Refused` if it is not there, and `OSError`."""
    with _a_journal(journal):
        try:
            found = recorded_round(journal, number)
        except NoSuchRound as error:
            raise Refused(f"{journal}: {error}") from None
    title = f"Round {number} of {journal.name}"
    return write_round(found.game, found.record.answers, found.record.table, title=title, unseen=found.unseen)


@contextmanager
def _a_journal(path: Path) -> Iterator[None]:
    try:
        yield
    except NotAJournal as error:
        raise BadQuestion(f"{path}: {error}") from None
