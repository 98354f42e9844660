"""What a fact is: something that happened, in the past tense and frozen.

A fact owns its fields, what it changes and the sentence that tells it. Names and fields are append-only: a later
version must be able to read every round that was ever recorded. A new field gets a default, and no field changes its
meaning. A fact never decides and never refuses, so history can be read that today's rules would not allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from pitboss.core.ledger import Transfer
from pitboss.core.telling import Told
from pitboss.ids import Clauses

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState
    from pitboss.core.view import Viewer

_KINDS: dict[str, type[Fact]] = {}
T = TypeVar("T")


def since_format(number: int, default: T) -> T:
    """A field that records have from this format of the journal on; in an older one it has its default."""
    made: T = field(default=default, metadata={"since": number})
    return made


class Fact:
    """By default a fact changes nothing, moves no chips, and there is nothing to say about it."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        known = _KINDS.setdefault(cls.__name__, cls)
        assert known.__module__ == cls.__module__, f"two facts are called {cls.__name__}"
        _KINDS[cls.__name__] = cls  # a dataclass with slots is made twice, and the second one counts

    def apply(self, layout: Layout) -> None:
        """Brings the layout of a round from before this fact to after it."""

    def note(self, state: TableState) -> None:
        """What this means for the table. If it is of a round, the layout has it already."""

    def moves(self) -> tuple[Transfer, ...]:
        """The chips that changed hands, from which account to which."""
        return ()

    def seen_by(self, _viewer: Viewer, _layout: Layout) -> Fact:
        """What one viewer may know of it, given the round before it. By default everybody may know everything."""
        return self

    def tell(self, _: Told) -> str:
        """One sentence with its clauses, after the fact; nothing where there is nothing to say."""
        return ""


def clauses_of(fact: Fact) -> Clauses:
    """The clauses under which something happened; nothing where a fact has none."""
    clauses: Clauses = getattr(fact, "clauses", ())
    return clauses


def kinds() -> Mapping[str, type[Fact]]:
    """Every kind of fact by its name."""
    return MappingProxyType(_KINDS)
