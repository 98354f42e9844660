"""What each rule is worth: every other choice and reading one at a time, and two rulebooks rule by rule."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.terms import terms_of
from pitboss.analysis.switch import Switching
from pitboss.games.blackjack.settlement import Settlement
from pitboss.games.registry import Family, Game, compile_game
from pitboss.ids import Clauses
from pitboss.law.house import House, check
from pitboss.law.housefile import written_house
from pitboss.law.permissions import clauses_of
from pitboss.rules.dealing import Dealing
from pitboss.rules.drawing import Drawing
from pitboss.rules.splitting import Splitting


@dataclass(frozen=True, slots=True)
class Change:
    """One thing set otherwise, and the player's expectation then."""

    what: str
    value: float
    difference: float
    clauses: Clauses


MOST_TRIED = 8  # numbers of splits, boxes or decks; larger ones are limits of money or of cards
Progress = Callable[[int, int], None]


def what_if(house: House, progress: Progress | None = None) -> Iterator[Change]:
    """Every other permitted choice and every other reading, one at a time, in the main wager's expectation.

    A change that alters nothing the solver looks at is not solved again: it is worth nothing.
    """
    known: dict[object, float] = {}
    before = _value(compile_game(house), known)
    changes = list(others(house))
    for done, (what, clauses, other) in enumerate(changes, start=1):
        value = _value(compile_game(other), known)
        yield Change(what, value, value - before, clauses)
        if progress is not None:
            progress(done, len(changes))


def _value(game: Game | Family, known: dict[object, float]) -> float:
    terms = terms_of(game)
    key = terms.key()
    if key not in known:
        spots = terms.rules.betting.spots
        known[key] = Solution(terms).value if spots == 1 else Switching(terms).value
    return known[key]


def others(house: House) -> Iterator[tuple[str, Clauses, House]]:
    """Every other permitted choice and reading, one at a time: what it is, its clauses, and the house with it."""
    book = house.rulebook
    for name, option in book.options.items():
        for value in _alternatives(option, house.values[name]):
            other = check(book, {**_settings(house), name: value}, house.readings)
            if isinstance(other, House):
                yield f"{name} = {_shown(value)}", clauses_of(option), other
    for code, chosen in house.readings.items():
        question = book.interpretations[code]
        for value in question.values:
            if value != chosen:
                other = check(book, _settings(house), {**house.readings, code: value})
                if isinstance(other, House):
                    yield f"readings.{code} = {value}", tuple(question.clauses), other  # type: ignore[arg-type]


def _settings(house: House) -> dict[str, Any]:
    """The house's own choices, as its file would state them; everything else is left to the defaults."""
    text = "\n".join(written_house(house))
    settings: dict[str, Any] = tomllib.loads(text, parse_float=Decimal).get("house", {})
    return settings


def _alternatives(option: Any, chosen: object) -> list[object]:
    if option.kind == "one_of":
        return [value for value in option.values if value != chosen]
    if option.type == "integer" and isinstance(chosen, int) and chosen <= MOST_TRIED:
        near = range(max(0, chosen - 3), chosen + 2)
        return [value for value in near if value != chosen and option.permits(value, 6)]
    return []


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """One rule of the first game replaced by that of the second, and what that moves."""

    rule: str
    difference: float
    clauses: Clauses


RULES = {
    "dealer on soft 17": "dealer",
    "the look for a blackjack": "dealing",
    "surrender": "surrender",
    "rescue": "rescue",
    "drawing": "drawing",
    "doubling": "doubling",
    "splits": "splitting",
    "what wins and what it pays": "settlement",
}
"""The parts of the rules that the solver looks at, in the order in which they are replaced."""


def compare(one: Family, other: Family) -> Iterator[Step]:
    """The rules of the first game replaced by those of the second, one after the other; the steps add up."""
    known: dict[object, float] = {}
    value = _value(one, known)
    game = replace(one, shoe=other.shoe)
    now = _value(game, known)
    yield Step("cards", now - value, ())
    for rule, part in RULES.items():
        value, taken = now, getattr(other.rules, part)
        game = replace(game, rules=replace(game.rules, **{part: taken}))
        now = _value(game, known)
        yield Step(rule, now - value, _cited(other, rule, taken))
    assert abs(now - _value(other, known)) < 1e-12, "a rule that matters is in no step"


def _cited(game: Family, rule: str, part: object) -> Clauses:
    """The clauses that offer what was taken over, or that say what the dealer does."""
    if rule == "dealer on soft 17":
        option = game.house.rulebook.options.get("soft17") or game.house.rulebook.options["dealer_stands"]
        return clauses_of(option)
    if isinstance(part, Settlement):
        bars = () if part.premiums is None else (part.premiums.doubled or ()) + (part.premiums.split or ())
        return tuple(dict.fromkeys(bars))
    if isinstance(part, Dealing):
        return () if part.check is None else part.check.clauses
    if isinstance(part, Drawing):
        return part.below_21 + part.not_on_21
    return part.limit if isinstance(part, Splitting) else getattr(part, "offered", game.rules.conduct.silent)
