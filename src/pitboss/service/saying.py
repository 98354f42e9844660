"""Saying something to a table in the words of the record, as every face does."""

from __future__ import annotations

from pitboss.core.requests import Answer
from pitboss.ids import Author
from pitboss.service.asked import No
from pitboss.service.choices import no
from pitboss.store.answers import read_answer, verbs_of
from pitboss.tables.commands import Command
from pitboss.tables.live import LiveTable

UNREADABLE = "unreadable"
LONGEST = 2_000
"""How many characters may be said at once: the order of a shoe of eight decks, and more than any reason."""
SHOWN = 40
"""How much of what cannot be read is repeated."""


def say(table: LiveTable, author: Author, text: str, seen: int | None = None, command_id: str = "") -> No | None:
    """Say something for this author, in the words of a choice; return why it was refused, or None.

    `seen` is that of the question, and what comes too late is refused; without it the author sees the table as it is.
    A command that is sent again under the same id counts once. What cannot be read is refused as `unreadable`, and it
    is not recorded.
    """
    try:
        answer = _read(table, text)
        line = table.lines
        command = Command(author, line if seen is None else seen, command_id or str(line), answer)
    except ValueError as error:
        return _unreadable(text, error)
    refusal = table.submit(command)
    return None if refusal is None else no(verb_of(text), refusal)


def refuses(table: LiveTable, author: Author, text: str) -> No | None:
    """Return why the table would refuse these words of this author now, or None. Nothing is changed or recorded."""
    try:
        refusal = table.refuses(author, _read(table, text))
    except ValueError as error:
        return _unreadable(text, error)
    return None if refusal is None else no(verb_of(text), refusal)


def verb_of(text: str) -> str:
    """Return the verb in the words of an answer, or its first word, as far as it is shown."""
    first, _, rest = text.partition(" ")
    return (rest.partition(" ")[0] if "@" in first or ":" in first else first)[:SHOWN]


def _read(table: LiveTable, text: str) -> Answer:
    """Return what these words mean; raise `ValueError` if they are not words of the record."""
    if len(text) > LONGEST:
        raise ValueError(f"it has {len(text)} characters, and may have {LONGEST}")
    if not text.isprintable() or any(each.isdigit() and not each.isascii() for each in text):
        raise ValueError("write characters that can be printed, and the digits 0 to 9")
    return read_answer(text, verbs_of(table.game))


def _unreadable(text: str, error: ValueError) -> No:
    shown = repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r} and more"
    why = str(error) if len(text) <= SHOWN else str(error).replace(text, "that")
    return No(verb_of(text), UNREADABLE, f"{shown} cannot be read: {why[:LONGEST]}")
