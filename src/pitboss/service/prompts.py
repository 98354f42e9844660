"""What a person is asked and told where a face has keys and lines alone, as at a terminal or in a chat."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pitboss.ids import Clauses
from pitboss.money import Cents
from pitboss.service.asked import Choice, No
from pitboss.service.words import amount_in

Subjects = Sequence[tuple[str, Clauses]]
"""What is asked about, each by its name and with its clauses."""
ENTER = ""
"""The name of the reply that a person gives without a word."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One of the replies to a prompt: its name, a verb mostly; what it means in a sentence; the clauses behind it."""

    name: str
    means: str
    clauses: Clauses = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing that a person is asked: to choose a reply, or to type a line too if it `takes_lines`.

    `about` is what the rules say about it, next to the clauses of its replies.
    """

    says: str
    replies: Sequence[Reply] = ()
    about: Subjects = ()
    takes_lines: bool = False


_Result = TypeVar("_Result")
Talk = Generator[Prompt | No | str, Reply | str, _Result]
"""A conversation. It yields what the person is told, refused or asked; what they reply or type is sent to it."""


def subjects(choices: Sequence[Choice]) -> Subjects:
    """Return choices as what is asked about."""
    return [(each.verb, each.clauses) for each in choices]


def dollars(text: str) -> Talk[Cents | None]:
    """Read an amount of dollars; tell the person and return None if the text is not one."""
    amount = amount_in(text)
    if amount is None:
        yield "Type an amount of dollars, for example 25 or 12.50."
    return amount


def chosen(prompt: Prompt) -> Talk[Reply]:
    """Ask for one of the replies; the prompt takes no lines."""
    heard = yield prompt
    assert isinstance(heard, Reply), "a line where none was asked for"
    return heard


def typed(prompt: Prompt, read: Callable[[str], Talk[_Result | None]]) -> Talk[_Result | Reply]:
    """Ask until a line makes sense; return what it means, or the reply that was given instead.

    `read` returns None if a line makes no sense, and tells the person why.
    """
    while True:
        heard = yield prompt
        if isinstance(heard, Reply):
            return heard
        meant = yield from read(heard)
        if meant is not None:
            return meant
