"""A house checked, and the game that it makes."""

from __future__ import annotations

from pitboss.analysis.claims import NotPriced, need_claimed
from pitboss.desk.questions import BadQuestion
from pitboss.games.registry import Family, Game, family
from pitboss.law.house import Defect
from pitboss.law.rulebook import Rulebook, UnknownName
from pitboss.money import Cents
from pitboss.record.settings import (
    IncompleteRulebook,
    Settings,
    complete_rulebook,
    complete_rulebooks,
    defects_of,
    game_under,
)

__all__ = [
    "Game",
    "check_house",
    "game",
    "need_known",
    "need_meter",
    "priceable",
    "rulebook",
    "rulebooks",
]


def rulebooks() -> list[Rulebook]:
    """Return all complete rulebooks, sorted by id."""
    return complete_rulebooks()


def rulebook(name: str) -> Rulebook:
    """Return a complete rulebook by its id; raise `BadQuestion`."""
    try:
        return complete_rulebook(name)
    except (UnknownName, IncompleteRulebook) as error:
        raise BadQuestion(str(error)) from None


def game(name: str, house: Settings | None = None, readings: Settings | None = None) -> Game:
    """Return the game of a rulebook under a house and its readings; raise `BadQuestion` and `Unlawful`.

    Amounts and shares may be numbers, floats among them, or text as `pitboss edge --json` prints a house.
    """
    return game_under(rulebook(name), house, readings)


def check_house(name: str, house: Settings | None = None, readings: Settings | None = None) -> list[Defect]:
    """Return all defects of a submitted house; an empty list if it is lawful. Raise `BadQuestion`."""
    return defects_of(rulebook(name), house, readings)


def priceable(game: Game) -> Family:
    """The game as one of the blackjack family, whose rules are compared one by one; raises `BadQuestion`."""
    need_known(game)
    found = family(game)
    if found is None:
        raise BadQuestion(f"{game.house.rulebook.id} cannot be compared rule by rule")
    return found


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
