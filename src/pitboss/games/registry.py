"""Which code plays which rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pitboss.cards import SPANISH_DECK, STANDARD_DECK, Card
from pitboss.core.options import Intent
from pitboss.core.rules import Rules
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado import (
    ante_up_21,
    blackjack_switch,
    buffalo,
    golden_21,
    hold_em_21,
    pai_jack,
    standard,
    straight_jack,
    straight_jack_progressive,
    three_card_21,
    twenty_one_plus_three,
)
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.spanish21 import charity, ma, ma_prior, md
from pitboss.law.house import House
from pitboss.law.points import Point, carries

AnyRules = BlackjackRules | PaiJackRules
R_co = TypeVar("R_co", bound=Rules, covariant=True)

_COMPILE: dict[str, Callable[[House], AnyRules]] = {
    "spanish21-ma": ma.compile_rules,
    "spanish21-ma-prior": ma_prior.compile_rules,
    "spanish21-md": md.compile_rules,
    "spanish21-charity": charity.compile_rules,
    "blackjack-co": standard.compile_rules,
    "21-plus-3": twenty_one_plus_three.compile_rules,
    "golden-21": golden_21.compile_rules,
    "3-card-21": three_card_21.compile_rules,
    "blackjack-switch": blackjack_switch.compile_rules,
    "buffalo-2": buffalo.bonus_2,
    "buffalo-3": buffalo.bonus_3,
    "straight-jack": straight_jack.compile_rules,
    "straight-jack-progressive": straight_jack_progressive.compile_rules,
    "ante-up-21": ante_up_21.compile_rules,
    "pai-jack": pai_jack.compile_rules,
    "21-hold-em": hold_em_21.compile_rules,
}


def register(rulebook: str, compile_rules: Callable[[House], AnyRules]) -> None:
    """From now on this code plays that rulebook."""
    assert rulebook not in _COMPILE, f"{rulebook} is played already"
    _COMPILE[rulebook] = compile_rules


def unregister(rulebook: str) -> None:
    del _COMPILE[rulebook]


@dataclass(frozen=True, slots=True)
class GameOf(Generic[R_co]):
    """A rulebook under one house, ready to be dealt."""

    house: House
    rules: R_co
    shoe: tuple[Card, ...]
    verbs: Mapping[str, type[Intent]]


Game = GameOf[AnyRules]
Family = GameOf[BlackjackRules]
"""A game of the blackjack family, which the solver and the kernel know."""


def compile_game(house: House) -> Game:
    compiler = _COMPILE[house.rulebook.id]
    rules = _with_limit(compiler(house), house)
    if compiler.__module__.startswith("pitboss."):
        object.__setattr__(rules, "as_compiled", True)  # rules that are made from others do not have it
    verbs = {verb.verb: verb for verb in rules.menu if verb is not PlaceWager}
    return GameOf(house, rules, shoe_of(house), verbs)


def _with_limit(rules: AnyRules, house: House) -> AnyRules:
    """What every house states for its staff, whatever its game."""
    return replace(rules, supervision=replace(rules.supervision, adjust_limit=house.cents("adjust_limit")))


def is_as_compiled(game: Game) -> bool:
    """Whether a game is wholly described by its house and the code of this package."""
    return game.rules.as_compiled


def family(game: Game) -> Family | None:
    """The game as one of the blackjack family, if it is one."""
    rules = game.rules
    return GameOf(game.house, rules, game.shoe, game.verbs) if isinstance(rules, BlackjackRules) else None


@carries(Point.DECKS)
def shoe_of(house: House) -> tuple[Card, ...]:
    """The cards of the house's decks, before they are shuffled; Spanish decks have no tens."""
    deck = SPANISH_DECK if house.rulebook.deck == "spanish" else STANDARD_DECK
    return deck * house.integer("decks")
