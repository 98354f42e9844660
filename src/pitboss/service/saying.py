"""Saying something to a table in the words of the record, as every face does."""

from __future__ import annotations

from pitboss.ids import Author
from pitboss.service.asked import No
from pitboss.service.choices import no
from pitboss.store.answers import read_answer, verbs_of
from pitboss.tables.commands import Command
from pitboss.tables.live import LiveTable

UNREADABLE = "unreadable"


def say(table: LiveTable, author: Author, text: str, seen: int | None = None, command_id: str = "") -> No | None:
    """Say something for this author, in the words of a choice; return why it was refused, or None.

    `seen` is that of the question, and what comes too late is refused; without it the author sees the table as it is.
    A command that is sent again under the same id counts once. What cannot be read is refused as `unreadable`, and it
    is not recorded.
    """
    try:
        answer = read_answer(text, verbs_of(table.game))
        line = table.lines
        command = Command(author, line if seen is None else seen, command_id or str(line), answer)
    except ValueError as error:
        return No(verb_of(text), UNREADABLE, f"{text!r} cannot be read: {error}")
    refusal = table.submit(command)
    return None if refusal is None else no(verb_of(text), refusal)


def refuses(table: LiveTable, author: Author, text: str) -> No | None:
    """Return why the table would refuse these words of this author now, or None. Nothing is changed or recorded."""
    try:
        refusal = table.refuses(author, read_answer(text, verbs_of(table.game)))
    except ValueError as error:
        return No(verb_of(text), UNREADABLE, f"{text!r} cannot be read: {error}")
    return None if refusal is None else no(verb_of(text), refusal)


def verb_of(text: str) -> str:
    """Return the verb in the words of an answer, or its first word."""
    first, _, rest = text.partition(" ")
    return rest.partition(" ")[0] if "@" in first or ":" in first else first
