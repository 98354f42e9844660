"""What was said in the part of a record that a snapshot sums up, so that no command is forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.core.options import Refusal
from pitboss.core.requests import Answer
from pitboss.store.answers import Verbs, read_answer
from pitboss.store.chain import opened
from pitboss.store.entries import Entry, Refused, Said, read_row
from pitboss.tables.memory import SaidUnder

COMMAND, REFUSAL = b'{"command"', b'{"refusal"'


def said_in(lines: Iterable[bytes], form: int, verbs: Verbs) -> Iterator[tuple[SaidUnder, Answer, Refusal | None]]:
    """Yield every command of these lines, with what was answered; most lines are facts, and are not read."""
    said: Said | None = None
    for line in lines:
        entry = _entry(line, form)
        if isinstance(entry, Refused) and said is not None:
            yield from _remembered(said, entry.refusal, verbs)
            said = None
        elif isinstance(entry, Said):
            if said is not None:
                yield from _remembered(said, None, verbs)
            said = entry
    if said is not None:
        yield from _remembered(said, None, verbs)


def _entry(line: bytes, form: int) -> Entry | None:
    """The entry of a line that is a command or a refusal; a line that is neither is passed over."""
    parts = opened(line) if line.startswith((COMMAND, REFUSAL)) else None
    return None if parts is None else read_row(parts[0], form)


def _remembered(
    said: Said, refusal: Refusal | None, verbs: Verbs
) -> Iterator[tuple[SaidUnder, Answer, Refusal | None]]:
    if said.by is not None:
        yield (said.by, said.id), read_answer(said.says, verbs), refusal
