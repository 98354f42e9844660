"""Citations: which code carries out which clause. Standard library only, because the core uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_CARRIERS: dict[str, list[str]] = {}


def clause(*ids: str) -> Callable[[F], F]:
    """Marks a function as carrying out these clauses. Citing a parent cites all the rows below it."""

    def mark(function: F) -> F:
        cite(f"{function.__module__}.{function.__qualname__}", *ids)
        return function

    return mark


def cite(carrier: str, *ids: str) -> None:
    """Names something that carries out clauses and is not a function: a row of a table, a constant."""
    for each in ids:
        names = _CARRIERS.setdefault(each, [])
        if carrier not in names:
            names.append(carrier)


def cite_fields(carrier: str, cites: object) -> None:
    """Names the fields of a table of citations, each of which stands for one point of the game."""
    for field in fields(cites):  # type: ignore[arg-type]
        cite(f"{carrier}.{field.name}", *getattr(cites, field.name))


def carriers() -> Mapping[str, list[str]]:
    """For each clause id that code cites, the names of the code. Complete once the games are imported."""
    return MappingProxyType(_CARRIERS)


def covers(cited: str, row: str) -> bool:
    """Whether citing `cited` cites `row`: itself, or a statement or paragraph within it."""
    return row == cited or (row.startswith(cited) and row[len(cited)] in ".(")
