"""A house checked, and the game that it makes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.desk.questions import BadQuestion, Unlawful
from pitboss.games.registry import Family, Game, compile_game, family
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
    """The game of a rulebook under a house and its readings; raises `BadQuestion` and `Unlawful`."""
    made = check(rulebook(name), house or {}, readings or {})
    if isinstance(made, list):
        raise Unlawful(made)
    return compile_game(made)


def check_house(name: str, house: Settings | None = None, readings: Settings | None = None) -> list[Defect]:
    """Everything that is wrong with a submission; nothing if it is lawful. Raises `BadQuestion`."""
    made = judge(rulebook(name), house or {}, readings or {})
    return [] if isinstance(made, House) else made


def priceable(game: Game) -> Family:
    """The game as one of the blackjack family, whose rules are compared one by one; raises `BadQuestion`."""
    found = family(game)
    if found is None:
        raise BadQuestion(f"{game.house.rulebook.id} cannot be compared rule by rule")
    return found


def need_meter(game: Game, meter: Cents | None) -> None:
    """Raises `BadQuestion` where a meter is named and the game has none."""
    if meter is not None and game.rules.meter is None:
        raise BadQuestion(f"{game.house.rulebook.id} has no progressive meter")
