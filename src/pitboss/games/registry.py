"""Which code plays which rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards import SPANISH_DECK, STANDARD_DECK, Card
from pitboss.core.options import Intent
from pitboss.core.procedure import Rules
from pitboss.core.wagering import PlaceWager
from pitboss.games.colorado import pai_jack, standard
from pitboss.games.spanish21 import charity, ma, ma_prior, md
from pitboss.law.citations import clause
from pitboss.law.house import House

_COMPILE: Mapping[str, Callable[[House], Rules]] = {
    "spanish21-ma": ma.compile_rules,
    "spanish21-ma-prior": ma_prior.compile_rules,
    "spanish21-md": md.compile_rules,
    "spanish21-charity": charity.compile_rules,
    "blackjack-co": standard.compile_rules,
    "pai-jack": pai_jack.compile_rules,
}


@dataclass(frozen=True, slots=True)
class Game:
    """A rulebook under one house, ready to be dealt."""

    house: House
    rules: Any
    shoe: tuple[Card, ...]
    verbs: Mapping[str, type[Intent]]


def compile_game(house: House) -> Game:
    rules = _COMPILE[house.rulebook.id](house)
    verbs = {verb.verb: verb for verb in rules.menu if verb is not PlaceWager}
    return Game(house, rules, shoe_of(house), verbs)


@clause("MA-2(a).1", "MA-2(a).5", "MD-3.A", "MD-3.B", "CH-decks", "CO-2102.1")
def shoe_of(house: House) -> tuple[Card, ...]:
    """The cards of the house's decks, before they are shuffled; Spanish decks have no tens."""
    deck = SPANISH_DECK if house.rulebook.deck == "spanish" else STANDARD_DECK
    return deck * house.integer("decks")
