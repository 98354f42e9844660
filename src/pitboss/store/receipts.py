"""Receipts: the head of a journal, signed, for somebody else to keep.

Whoever can write a journal can write another one from its first line on, with a chain that is whole. Such a journal is
found out by a head that was handed over before. A receipt is such a head with the number of lines up to it, signed with
Ed25519, so that nobody can say later that it was another one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.store.chain import START, link, opened
from pitboss.store.encoding import as_line
from pitboss.store.lines import NotAJournal, lines_of

FORMAT = 1


class BadReceipt(ValueError):
    """What was handed over is no receipt, or its signature is not that of its key. The message says which."""


class AlteredReceipt(BadReceipt):
    """It was a receipt once: its signature is not that of what it says."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """At this time a journal had so many lines, the last of which had this hash."""

    lines: int
    head: str
    at: int

    def signed_by(self, key: Ed25519PrivateKey) -> bytes:
        """The receipt as the one line that is handed over."""
        return as_line({**self._row(public(key)), "signature": key.sign(self._bytes(public(key))).hex()}) + b"\n"

    def _row(self, key: str) -> dict[str, int | str]:
        return {"receipt": FORMAT, "lines": self.lines, "head": self.head, "at": self.at, "key": key}

    def _bytes(self, key: str) -> bytes:
        return as_line(self._row(key))


def public(key: Ed25519PrivateKey) -> str:
    """The public half of a key, in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


def read_receipt(data: bytes) -> tuple[Receipt, str]:
    """A receipt and the public key that signed it; raises `BadReceipt`."""
    try:
        row = json.loads(data)
        receipt, key = Receipt(row["lines"], row["head"], row["at"]), str(row["key"])
        signature = bytes.fromhex(row["signature"])
        written = as_line({**receipt._row(key), "signature": row["signature"]})
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadReceipt("this is no receipt of pitboss") from None
    if data.rstrip(b"\n") != written or not all(type(each) is int for each in (receipt.lines, receipt.at)):
        raise BadReceipt("this is no receipt of pitboss")
    try:
        signer.verify(signature, receipt._bytes(key))
    except InvalidSignature:
        raise AlteredReceipt("the signature of this receipt is not that of its key: it was altered") from None
    return receipt, key


def receipt_of(data: Iterable[bytes], at: int) -> Receipt:
    """The head of a journal that comes in batches, whose chain must be whole; raises `NotAJournal`."""
    head, number = START, 0
    for line, whole in lines_of(data):
        parts = opened(line)
        if not whole:
            break
        if parts is None or link(head, parts[0]) != parts[1]:
            broken = f"line {number + 1} breaks its chain; pitboss audit says more"
            raise NotAJournal(broken if number else "it is not a journal of pitboss")
        head, number = parts[1], number + 1
    if not number:
        raise NotAJournal("it is not a journal of pitboss")
    return Receipt(number, head.decode("ascii"), at)


def key_path() -> Path:
    base = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    return base / "pitboss" / "receipt.key"


def own_key(path: Path) -> Ed25519PrivateKey:
    """The key of this user, made on first use and readable by nobody else; raises `OSError` and `BadReceipt`."""
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text(encoding="ascii").strip()))
    except FileNotFoundError:
        pass
    except ValueError:
        raise BadReceipt(f"{path} does not hold a key; move it away, and a new one is made") from None
    key = Ed25519PrivateKey.generate()
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, key.private_bytes_raw().hex().encode("ascii") + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    return key
