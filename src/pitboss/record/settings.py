"""The game of a rulebook under settings and readings, as a house file has them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from pitboss.games.registry import Game, compile_game
from pitboss.law.house import Defect, House, check, judge
from pitboss.law.rulebook import Rulebook, load, rulebook_ids

Settings = Mapping[str, object]


class IncompleteRulebook(ValueError):
    """The rulebook cannot be dealt yet. The message says so."""


class Unlawful(Exception):
    """A house that its rulebook does not permit, or that makes no sense; `defects` has everything that is wrong."""

    def __init__(self, defects: list[Defect]) -> None:
        super().__init__("; ".join(defect.says for defect in defects))
        self.defects = defects

    @property
    def malformed(self) -> bool:
        return any(defect.malformed for defect in self.defects)


def complete_rulebooks() -> list[Rulebook]:
    """Return all rulebooks that can be dealt, sorted by id."""
    return [book for book in map(load, rulebook_ids()) if book.ready]


def complete_rulebook(name: str) -> Rulebook:
    """Return the rulebook of this id; raise `UnknownName` or `IncompleteRulebook`."""
    book = load(name)
    if not book.ready:
        raise IncompleteRulebook(f"rulebook {name} is incomplete and cannot be dealt; choose one of pitboss games")
    return book


def game_under(book: Rulebook, house: Settings | None = None, readings: Settings | None = None) -> Game:
    """Return the game of a rulebook under a house and its readings; raise `Unlawful`.

    >>> game_under(complete_rulebook("spanish21-ma"), {"decks": 8}).house.integer("decks")
    8
    """
    checked = check(book, as_filed(book, house or {}), readings or {})
    if isinstance(checked, list):
        raise Unlawful(checked)
    return compile_game(checked)


def defects_of(book: Rulebook, house: Settings | None = None, readings: Settings | None = None) -> list[Defect]:
    """Return all defects of a submitted house; an empty list if it is lawful."""
    judged = judge(book, as_filed(book, house or {}), readings or {})
    return [] if isinstance(judged, House) else judged


def as_filed(book: Rulebook, house: Settings) -> dict[str, object]:
    """Return the values of a house as a house file has them: amounts and shares as decimal numbers."""
    options = book.options
    return {name: _number(value, options[name].type if name in options else "") for name, value in house.items()}


def _number(value: object, kind: str) -> object:
    if kind == "wheel" and isinstance(value, list):
        return [_section(row) if isinstance(row, Mapping) else row for row in value]
    if isinstance(value, float):
        return Decimal(repr(value))
    if kind in ("money", "share") and isinstance(value, str):
        try:
            return Decimal(value)
        except InvalidOperation:
            return value
    return value


def _section(row: Mapping[str, object]) -> dict[str, object]:
    """Return a section of a wheel as a house file has it."""
    return {name: _number(value, "money" if name == "pays" else "") for name, value in row.items()}
