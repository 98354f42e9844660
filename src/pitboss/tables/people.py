"""Who the people at a table are: each has one name and one office, and one of them deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.core.incidents import ByStaff, Relieved
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer
from pitboss.core.table_state import TableState
from pitboss.ids import HOUSE_DEALER, RANKS, Author, Clauses, Role, canonical, is_name

if TYPE_CHECKING:
    from pitboss.tables.commands import Command


def refuses_people(command: Command, state: TableState, clauses: Clauses, *, live: bool) -> Refusal | None:
    """Return why nobody of this name may say this here, whatever is asked."""
    typist = command.through
    if typist is not None and not (live and typist.role in RANKS and command.author.role is Role.PLAYER):
        says = f"at a live table staff enters what players say, and nobody else types for {command.author.name}"
        return Refusal("not-yours", says, clauses)
    people = [each for each in (command.author, typist) if each is not None and _is_person(each, live=live)]
    for refusal in _about_names(command, people, state, clauses):
        return refusal
    staff = [each for each in people if each.role in RANKS]
    for refusal in _about_offices(command, staff, state, clauses) if live else ():
        return refusal
    return None


def _is_person(author: Author, *, live: bool) -> bool:
    """Whether somebody of flesh and blood speaks; the dealer of a virtual table is none."""
    return author.role is Role.PLAYER or (live and author.role in RANKS)


def _about_names(command: Command, people: list[Author], state: TableState, clauses: Clauses) -> Iterator[Refusal]:
    """What speaks against a name that is none, or that is somebody's in another spelling."""
    for author in people:
        if not is_name(author.name):
            yield Refusal("no-name", f"{author.name} is no name of a person; choose another one", clauses)
    for name in (*(each.name for each in people), *filter(None, (named_in(command.says),))):
        other = state.people.get(canonical(name), name)
        if other != name:
            yield Refusal("other-spelling", f"{name} is known here as {other}; spell the name so", clauses)


def _about_offices(command: Command, staff: list[Author], state: TableState, clauses: Clauses) -> Iterator[Refusal]:
    """What speaks against an office: nobody holds one where they play, and one dealer deals."""
    for author in staff:
        if author.name in state.seats:
            yield Refusal("plays-here", f"{author.name} plays at this table, and holds no office here", clauses)
        if author.role is Role.DEALER and author.name != state.dealer and not _takes_over(command.says, author):
            on_duty = f"{state.dealer} deals here" if state.dealer else "nobody deals here yet"
            says = f"{on_duty}; {author.name} takes over first, with relief {author.name}"
            yield Refusal("not-on-duty", says, clauses)


def _takes_over(answer: Answer, author: Author) -> bool:
    return isinstance(answer, Relieved) and answer.dealer == author.name


def named_in(answer: Answer) -> str | None:
    """The player or the dealer of whom an answer speaks, if it names one."""
    if isinstance(answer, Act):
        return None if answer.player == HOUSE_DEALER else answer.player
    if not isinstance(answer, ByStaff):
        return None
    return answer.dealer if isinstance(answer, Relieved) else getattr(answer, "player", None)
