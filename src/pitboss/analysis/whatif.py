"""What each rule is worth: every other choice and reading one at a time, and two rulebooks rule by rule."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.terms import NotPriced, Terms
from pitboss.games.registry import Game, compile_game
from pitboss.ids import Clauses
from pitboss.law.house import House, check
from pitboss.law.housefile import written_house
from pitboss.law.permissions import clauses_of


@dataclass(frozen=True, slots=True)
class Change:
    """One thing set otherwise, and the player's expectation then. Nothing where it cannot be priced yet."""

    what: str
    value: float | None
    difference: float | None
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
        try:
            value = _value(compile_game(other), known)
            yield Change(what, value, value - before, clauses)
        except NotPriced:
            yield Change(what, None, None, clauses)
        if progress is not None:
            progress(done, len(changes))


def _value(game: Game, known: dict[object, float]) -> float:
    terms = Terms(game)
    terms.need_known()
    key = terms.key()
    if key not in known:
        known[key] = Solution(terms).value
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


RULES: dict[str, tuple[str, ...]] = {
    "dealer on soft 17": ("dealer_stands", "hits_soft_17"),
    "the look for a blackjack": ("checks_hole", "busted_bets_lost_to_blackjack"),
    "surrender": ("surrender", "surrender_split_hands"),
    "rescue": ("rescue", "late_rescue"),
    "doubling": (
        "max_doubles",
        "doubles_any_number",
        "doubles_after_split",
        "doubles_21",
        "doubles_blackjack",
        "redoubles_21",
        "second_double_is_what_is_at_stake",
        "double_for_less",
    ),
    "splits": ("max_splits", "max_splits_aces", "split_aces_one_card", "split_by_rank"),
    "what wins and what it pays": ("settlement", "most_premium_cards"),
    "drawing on 21": ("hits_soft_21",),
}


def compare(one: Game, other: Game) -> Iterator[Step]:
    """The rules of the first game replaced by those of the second, one after the other; the steps add up."""
    known: dict[object, float] = {}
    value = _value(one, known)
    game = replace(one, rules=_carrier(one.rules, other.rules), shoe=other.shoe)
    yield Step("cards", _value(game, known) - value, ())
    value = _value(game, known)
    for rule, fields in RULES.items():
        changed = {name: getattr(other.rules, name) for name in fields if hasattr(other.rules, name)}
        game = replace(game, rules=replace(game.rules, **changed))
        now = _value(game, known)
        yield Step(rule, now - value, _cited(other, rule))
        value = now
    assert abs(value - _value(other, known)) < 1e-12, "a rule that matters is in no step"


def _carrier(one: Any, other: Any) -> Any:
    """The rules of the first game, in a form that can take those of the second: only some games know premiums."""
    if isinstance(one, type(other)):
        return one
    return replace(
        other, **{name: getattr(one, name) for names in RULES.values() for name in names if hasattr(one, name)}
    )


def _cited(game: Game, rule: str) -> Clauses:
    cites, settlement = game.rules.cites, game.rules.settlement
    found: dict[str, Clauses] = {
        "the look for a blackjack": cites.check,
        "surrender": cites.surrender,
        "rescue": cites.rescue,
        "doubling": cites.double,
        "splits": cites.split_limit,
        "what wins and what it pays": tuple(each for bars in settlement.no_premium.values() for each in bars),
        "drawing on 21": cites.draw_below_21,
    }
    if rule == "dealer on soft 17":
        option = game.house.rulebook.options.get("soft17") or game.house.rulebook.options["dealer_stands"]
        return clauses_of(option)
    return found[rule]
