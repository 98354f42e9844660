"""What was said to a table, so that what is sent twice counts once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import NamedTuple

from pitboss.core.options import Refusal
from pitboss.core.requests import Answer
from pitboss.ids import Author

KEPT_EARLIER = 100  # commands that were known at tables that did not know people yet


class Remembered(NamedTuple):
    """The digest of what was said under an id, and what was answered."""

    digest: bytes
    refusal: Refusal | None


SaidUnder = tuple[Author, str]
"""An author and the id that they gave to what they said."""
Earlier = Callable[[], Iterable[tuple[SaidUnder, Answer, Refusal | None]]]
"""Reads what was said before the part of the record that was read."""


def digest_of(answer: Answer) -> bytes:
    return blake2b(repr(answer).encode(), digest_size=12).digest()


class Memory:
    """Remembers every command for as long as the table is open, or the last `most`.

    Where a record was read from its middle, `earlier` reads the rest the first time that somebody asks for it.
    """

    def __init__(self, most: int | None = None) -> None:
        self.earlier: Earlier | None = None
        self._most = most
        self._said: dict[SaidUnder, Remembered] = {}

    def of(self, key: SaidUnder) -> Remembered | None:
        """Return what is remembered under this author's id, if anything is."""
        if key not in self._said and self.earlier is not None:
            self._read_earlier(self.earlier)
        return self._said.get(key)

    def _read_earlier(self, earlier: Earlier) -> None:
        self.earlier, newer = None, self._said
        self._said = {key: Remembered(digest_of(answer), refusal) for key, answer, refusal in earlier()} | newer

    def keep(self, key: SaidUnder, answer: Answer, refusal: Refusal | None) -> None:
        """Remember what was said and what was answered."""
        self._said[key] = Remembered(digest_of(answer), refusal)
        if self._most is not None and len(self._said) > self._most:
            del self._said[next(iter(self._said))]
