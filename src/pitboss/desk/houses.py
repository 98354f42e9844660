"""A house checked, and the game that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation

from pitboss.analysis.claims import NotPriced, need_claimed
from pitboss.desk.questions import BadQuestion, Unlawful
from pitboss.games.colorado import pai_jack
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import Family, Game, compile_game, family, is_as_compiled
from pitboss.law.house import Defect, House, check, judge
from pitboss.law.rulebook import Rulebook, UnknownName, load, rulebook_ids
from pitboss.money import Cents

Settings = Mapping[str, object]


def rulebooks() -> list[Rulebook]:
    """Every rulebook that is whole."""
    return [book for book in map(load, rulebook_ids()) if book.ready]


def rulebook(name: str) -> Rulebook:
    """A rulebook that is whole, by its id; raises `BadQuestion`."""
    try:
        book = load(name)
    except UnknownName as error:
        raise BadQuestion(str(error)) from None
    if not book.ready:
        raise BadQuestion(f"{name} is not whole yet; choose one of pitboss games")
    return book


def game(name: str, house: Settings | None = None, readings: Settings | None = None) -> Game:
    """Return the game of a rulebook under a house and its readings; raise `BadQuestion` and `Unlawful`.

    Amounts and shares may be numbers, floats among them, or text as `pitboss edge --json` prints a house.
    """
    book = rulebook(name)
    made = check(book, _as_filed(book, house or {}), readings or {})
    if isinstance(made, list):
        raise Unlawful(made)
    return compile_game(made)


def check_house(name: str, house: Settings | None = None, readings: Settings | None = None) -> list[Defect]:
    """Everything that is wrong with a submission; nothing if it is lawful. Raises `BadQuestion`."""
    book = rulebook(name)
    made = judge(book, _as_filed(book, house or {}), readings or {})
    return [] if isinstance(made, House) else made


def _as_filed(book: Rulebook, house: Settings) -> dict[str, object]:
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


def priceable(game: Game) -> Family:
    """The game as one of the blackjack family, whose rules are compared one by one; raises `BadQuestion`."""
    need_known(game)
    found = family(game)
    if found is None:
        raise BadQuestion(f"{game.house.rulebook.id} cannot be compared rule by rule")
    return found


def is_of_its_house(game: Game) -> bool:
    """Return whether a game is wholly described by its house and the code of this package."""
    rules = game.rules
    if not isinstance(rules, PaiJackRules):
        return is_as_compiled(game)
    if game.house.rulebook.id != "pai-jack":
        return False
    ours = pai_jack.compile_rules(game.house)
    return all(getattr(rules, field.name) == getattr(ours, field.name) for field in fields(ours))


def need_known(game: Game) -> None:
    """Raise `BadQuestion` if a game has a step, verb, ruling or value that no engine accounts for."""
    try:
        need_claimed(game)
    except NotPriced as error:
        raise BadQuestion(str(error)) from None


def need_meter(game: Game, meter: Cents | None) -> None:
    """Raises `BadQuestion` where a meter is named and the game has none."""
    if meter is not None and game.rules.meter is None:
        raise BadQuestion(f"{game.house.rulebook.id} has no progressive meter")
