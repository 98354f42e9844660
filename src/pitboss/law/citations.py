"""Citations: which code carries out which clause. Standard library only, because the core uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
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


def cited_in(value: object, path: str = "rule") -> Iterator[tuple[str, str]]:
    """Every clause that a value of rules holds, with the path to it: `rule doubling.amount`."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from cited_in(each, f"{path}[{key}]")
    elif isinstance(value, tuple):
        for each in value:
            yield from cited_in(each, path)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            held = getattr(value, field.name)
            name = f"{path} {field.name}" if path == "rule" else f"{path}.{field.name}"
            if "Clauses" in str(field.type) and isinstance(held, tuple):
                yield from ((each, name) for each in held)
            else:
                yield from cited_in(held, name)


def carriers() -> Mapping[str, list[str]]:
    """For each clause id that code cites, the names of the code. Complete once the games are imported."""
    return MappingProxyType(_CARRIERS)


def covers(cited: str, row: str) -> bool:
    """Whether citing `cited` cites `row`: itself, or a statement or paragraph within it."""
    return row == cited or (row.startswith(cited) and row[len(cited)] in ".(")
