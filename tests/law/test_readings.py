"""Every switch does something: its other values compile to other rules."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from typing import Any

import pytest

from conformance.suite import BESIDE, WHEEL
from pitboss.analysis.drawing.terms import terms_of
from pitboss.analysis.side import price_side_wagers
from pitboss.games.blackjack.settlement import Case, Finished
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.colorado.pai_jack_settlement import Comparison
from pitboss.games.registry import compile_game
from pitboss.law.house import House, check
from pitboss.law.rulebook import load, rulebook_ids

READY = [each for each in rulebook_ids() if load(each).ready]
SWITCHES = [(book, code) for book in READY for code, each in load(book).interpretations.items() if each.switch]
PLAYERS = [
    Finished(21, 2, True),
    Finished(21, 2, False),
    Finished(21, 2, False, True),
    *(Finished(total, 3, False) for total in range(15, 26)),
]
MATTERS: dict[str, dict[str, object]] = {  # settings under which all of a text's switches matter
    "spanish21-ma": {"bonus_spin": True, "wheel": WHEEL},
    "spanish21-md": {"payout_limit": 5000},
    "golden-21": {"tip_bets": True, "tip_even_dollar": True},
    "blackjack-switch": {"tip_bets": True, "tip_even_dollar": True},
    "buffalo-2": {"tip_bets": True, "tip_even_dollar": True},
    "buffalo-3": {"tip_bets": True, "tip_even_dollar": True},
    "straight-jack-progressive": {"paytable": "SJP4"},
    "pai-jack": {"tip_bets": True, "tip_even_dollar": True},
    "ante-up-21": {"tip_bets": True, "tip_even_dollar": True},
    "21-hold-em": {"tip_bets": True, "tip_even_dollar": True, "main_min": 4},  # five dollars for both wagers (HE01)
}
LAWFUL_BY_READING = {"TC01": {"paytable": 2, "decks": 8}}  # a house that only the other reading permits
DEALERS = [PLAYERS[0], *PLAYERS[3:]]


def compiled(book: str, code: str, value: str) -> list[Any]:
    """What the rules come to: their plain values, and what their settlement table decides."""
    readings = BESIDE.get(code, {}) | {code: value}
    house = check(load(book), MATTERS.get(book, {}) | LAWFUL_BY_READING.get(code, {}), readings)
    if code in LAWFUL_BY_READING and not isinstance(house, House):
        return house
    assert isinstance(house, House)
    rules = compile_game(house).rules
    values = [repr(getattr(rules, each.name)) for each in fields(rules) if each.name not in ("settlement", "steps")]
    if isinstance(rules, PaiJackRules):
        met = Comparison(pai_jack=True, dealer_pai_jack=True)
        return [values, rules.settlement.table.decide(met).outcome]
    settlement = rules.settlement
    table = [settlement.table.decide(Case(player, dealer)).name for player, dealer in product(PLAYERS, DEALERS)]
    prices = [
        settlement.blackjack,
        settlement.blackjack_rows,
        repr(settlement.premiums),
        settlement.at_once,
        settlement.busts_lost,
    ]
    return [values, table, prices]


@pytest.mark.parametrize(("book", "code"), SWITCHES)
def test_every_value_of_a_switch_means_something(book: str, code: str) -> None:
    rulebook = load(book)
    default = compiled(book, code, rulebook.default_reading(code))
    for value in rulebook.interpretations[code].values:
        if value != rulebook.default_reading(code):
            assert compiled(book, code, value) != default, value


@pytest.mark.parametrize(("book", "code"), [each for each in SWITCHES if each[1] in BESIDE])
def test_some_switches_mean_something_beside_another_only(book: str, code: str) -> None:
    """They name it in their question, and without it they leave all prices as they are."""
    question = load(book).interpretations[code]
    assert all(f"({other})" in question.question for other in BESIDE[code])
    for value in question.values:
        assert prices_of(book, {code: value}) == prices_of(book, {})


def prices_of(book: str, readings: dict[str, object]) -> object:
    """All that the solver and the pricer of side wagers see of a house."""
    house = check(load(book), MATTERS.get(book, {}), readings)
    assert isinstance(house, House)
    game = compile_game(house)
    return terms_of(game).key(), [(each.wager, each.outcomes) for each in price_side_wagers(game)]


def test_there_are_many_switches() -> None:
    assert len({code for _, code in SWITCHES}) >= 30


def test_what_the_text_itself_settles_has_no_switch() -> None:
    assert not load("spanish21-charity").interpretations["S09"].switch
    assert load("spanish21-ma").interpretations["S09"].switch
