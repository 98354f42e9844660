"""Facts as bytes: one line of JSON each, made of integers and strings only.

A line names the fact and its fields. Facts may grow: a field says since which format of the journal it is there, and in
a journal of an older one it is not written and has its default. Reading needs no rules.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from pitboss.cards import Card, cards, spelled
from pitboss.core.facts import Fact, kinds
from pitboss.core.kinds import Closing, Decision, Face, FoulPolicy, Found, Outcome, StaffOrder, Tender
from pitboss.ids import Clauses, HandId
from pitboss.money import Odds

_written = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode
FORMAT = 3  # of journals that are written from now on
FIRST = 1  # in which a line may lack a member that has a default
OPEN = 3  # since which a line may have members that are not known here; they stand after those that are
_CLASSES: dict[str, type[Any]] = dict(kinds())


@dataclasses.dataclass(frozen=True, slots=True)
class _Form:
    """How the values of one type are written and read."""

    write: Callable[[Any], int | str]
    read: Callable[[Any], Any]


def _maybe(form: _Form) -> _Form:
    """Nothing is written as an empty string."""
    return _Form(
        lambda value: "" if value is None else form.write(value), lambda raw: None if raw == "" else form.read(raw)
    )


_CARD = _Form(lambda card: card.text, Card.parse)
_ODDS = _Form(str, Odds.parse)


def _only(kind: type[int] | type[str]) -> _Form:
    """Values that are written as they are; a truth or a float is no integer."""

    def read(raw: Any) -> Any:
        if type(raw) is not kind:
            raise TypeError(f"{raw!r} is no {kind.__name__}")
        return raw

    return _Form(lambda value: value, read)


_INT, _STR = _only(int), _only(str)
_CARDS = _Form(spelled, cards)
_FORMS: dict[Any, _Form] = {
    int: _INT,
    str: _STR,
    bool: _Form(int, bool),
    Card: _CARD,
    int | None: _maybe(_INT),
    Card | None: _maybe(_CARD),
    Odds | None: _maybe(_ODDS),
    HandId: _Form(str, HandId.parse),
    Face: _Form(str, Face),
    Found: _Form(str, Found),
    Closing: _Form(str, Closing),
    Decision: _Form(str, Decision),
    FoulPolicy: _Form(str, FoulPolicy),
    StaffOrder: _Form(str, StaffOrder),
    Tender: _Form(str, Tender),
    Outcome: _Form(str, Outcome),
    Clauses: _Form(" ".join, lambda raw: tuple(raw.split())),
    tuple[Card, ...]: _CARDS,
    tuple[int, ...]: _Form(lambda many: " ".join(map(str, many)), lambda raw: tuple(map(int, raw.split()))),
    tuple[tuple[Card, ...], ...]: _Form(
        lambda groups: "|".join(spelled(group) for group in groups),
        lambda raw: tuple(cards(group) for group in raw.split("|")) if raw else (),
    ),
}


@cache
def _fields_of(fact: str, form: int) -> tuple[tuple[str, _Form], ...]:
    """The members of a fact of this name in a journal of this format."""
    kind = _CLASSES[fact]
    hints = get_type_hints(kind)
    known = [field.name for field in dataclasses.fields(kind) if _since(field) <= form]
    return tuple((name, _form(hints[name])) for name in known)


def _since(field: dataclasses.Field[Any]) -> int:
    since: int = field.metadata.get("since", FIRST)
    return since


@cache
def _newer(fact: str, form: int) -> dict[str, Any]:
    """The defaults of the members that have come since this format."""
    return {field.name: field.default for field in dataclasses.fields(_CLASSES[fact]) if _since(field) > form}


def known_in(fact: Fact, form: int) -> Fact:
    """A fact as a journal of this format has it."""
    newer = _newer(type(fact).__name__, form)
    return dataclasses.replace(fact, **newer) if newer else fact  # type: ignore[type-var]


def _form(hint: Any) -> _Form:
    if hint in _FORMS:
        return _FORMS[hint]
    if hasattr(hint, "__supertype__"):  # Cents, Player, Wager: an integer or a string under its own name
        return _form(hint.__supertype__)
    arguments = get_args(hint)
    if len(arguments) == 2 and arguments[1] is ... and hasattr(arguments[0], "__supertype__"):
        plain: type[int] | type[str] = arguments[0].__supertype__
        return _Form(lambda many: " ".join(map(str, many)), lambda raw: tuple(map(plain, raw.split())))
    raise TypeError(f"facts may not hold a {hint}")


for _name in _CLASSES:
    _fields_of(_name, FORMAT)  # a fact that could not be written is found out when pitboss is loaded


def row_of(fact: Fact, form: int = FORMAT) -> dict[str, int | str]:
    """A fact as the members of a line."""
    kind = type(fact).__name__
    row: dict[str, int | str] = {"fact": kind}
    for name, written in _fields_of(kind, form):
        row[name] = written.write(getattr(fact, name))
    return row


def encode(fact: Fact, form: int = FORMAT) -> bytes:
    """One line, without its end."""
    return as_line(row_of(fact, form))


def as_line(row: Mapping[str, int | str]) -> bytes:
    """Members as the one line in which they are written."""
    return _written(row).encode("ascii")


def is_written_so(fact: Fact, line: bytes, form: int = FORMAT) -> bool:
    """Whether these are the very bytes of a fact; in the first format a line may lack members with a default."""
    row = row_of(fact, form)
    if is_row(row, line, form):
        return True
    there = json.loads(line)
    return form == FIRST and as_line({name: value for name, value in row.items() if name in there}) == line


def is_row(row: Mapping[str, int | str], line: bytes, form: int) -> bool:
    """Whether these are the bytes of a row in this format, with members after it that are not known here."""
    if as_line(row) == line:
        return True
    return form >= OPEN and as_line({**row, **unknown_in(row, json.loads(line))}) == line


def unknown_in(known: Mapping[str, object], there: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the members of a line that a row does not know; raise `TypeError` where one is no integer and no text."""
    unknown = {name: value for name, value in there.items() if name not in known}
    if "hash" in unknown or not all(type(value) in (int, str) for value in unknown.values()):
        raise TypeError("members are integers and texts, and the hash comes last")
    return unknown


def decode(line: bytes, form: int = FORMAT) -> Fact:
    """The fact that a line records."""
    return decode_row(json.loads(line), form)


def decode_row(row: dict[str, Any], form: int = FORMAT) -> Fact:
    """The fact of a line that has been read as JSON; a member that is not known raises `KeyError` where none may be."""
    kind = row.pop("fact")
    forms = dict(_fields_of(kind, form))
    there = {name: raw for name, raw in row.items() if name in forms} if form >= OPEN else row
    fact: Fact = _CLASSES[kind](**{name: forms[name].read(raw) for name, raw in there.items()})
    return fact
