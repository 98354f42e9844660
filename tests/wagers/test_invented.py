"""A wager that nobody knows by name is dealt, priced, simulated, signed, shown and written; nothing else is touched."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from conformance.suite import Drive, any_game, game, shoe
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.side import price_side_wagers
from pitboss.core.requests import Act
from pitboss.desk.prices import price
from pitboss.desk.simulations import exact_values, prepare
from pitboss.desk.stakes import stakes_of
from pitboss.games import registry
from pitboss.ids import Box, HandId, Player
from pitboss.law import rulebook
from pitboss.law.house import House, check
from pitboss.law.sign import sign
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.service.bets import Bets
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import summarize
from pitboss.tables.intents import Sit
from simulation.rounds import differences, random_plan
from table.driving import say, watched
from wagers.lucky_pair import LUCKY_PAIR, RULEBOOK, compile_rules


@pytest.fixture(autouse=True)
def invented(tmp_path: Path) -> Iterator[None]:
    """The rulebook on a shelf, and the code that plays it."""
    (tmp_path / "lucky-21").mkdir()
    (tmp_path / "lucky-21/rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    rulebook.add_shelf(tmp_path)
    registry.register("lucky-21", compile_rules)
    yield
    registry.unregister("lucky-21")
    rulebook.remove_shelf(tmp_path)


def dealt(cards: str, *actions: str) -> str:
    """A round with both wagers and these cards."""
    quoted = ", ".join(f'"{action}"' for action in actions)
    return f"""
rulebook = "lucky-21"
cards = "{cards}"
actions = [{quoted}]
[[bets]]
box = 1
player = "ann"
main = 10
lucky-pair = 5
"""


@pytest.mark.parametrize(
    ("cards", "net"), [("9c Kd 9c 9d", 125 - 10), ("9c Kd 9h 9d", 50 - 10), ("9c Kd Th 9d", -5)], ids=str
)
def test_it_is_dealt_and_settled(cards: str, net: int) -> None:
    played = replay(parse_round(dealt(cards, "ann stand")))
    assert played.refused is None, played.refused
    settled = played.runner.round.layout.settlements
    row = next(row for key, row in settled.items() if key.wager == LUCKY_PAIR)
    assert row.clauses
    assert played.nets == {"ann": Cents(100 * net)}


def test_it_needs_a_main_wager_and_keeps_to_its_limits() -> None:
    for bets, code in (("lucky-pair = 5", "needs-main"), ("main = 10\nlucky-pair = 30", "over-maximum")):
        refused = replay(parse_round(dealt("9c", "ann stand").replace("main = 10\nlucky-pair = 5", bets))).refused
        assert refused is not None
        assert refused.refusal.code == code
        assert refused.refusal.clauses


def test_another_rulebook_refuses_it() -> None:
    refused = replay(parse_round(dealt("9c", "ann stand").replace("lucky-21", "blackjack-co"))).refused
    assert refused is not None
    assert refused.refusal.code == "not-in-rulebook"


def test_it_comes_back_from_the_notation() -> None:
    played = replay(parse_round(dealt("9c Kd 9h 9d", "ann stand")))
    text = write_round(played.file.game, played.runner.answers)
    assert "lucky-pair = 5.00" in text
    assert replay(parse_round(text)).met is True


def test_it_conforms() -> None:
    playing = any_game("lucky-21", {})
    for seed in range(20):
        chance = random.Random(seed)
        Drive(playing, chance, shoe(playing, chance, rich=seed % 2 == 0)).play()


def test_it_is_priced() -> None:
    """Counted by hand: six decks of 52 cards."""
    found = next(each for each in price_side_wagers(game("lucky-21", {})) if each.wager == LUCKY_PAIR)
    pairs, same, total = 13 * comb(24, 2), 52 * comb(6, 2), comb(312, 2)
    assert {each.name: each.probability for each in found.outcomes} == {
        "no pair": 1 - Fraction(pairs, total),
        "pair": Fraction(pairs - same, total),
        "same card": Fraction(same, total),
    }
    assert found.ev == Fraction(25 * same + 10 * (pairs - same) - (total - pairs), total)
    assert price(game("lucky-21", {}), [LUCKY_PAIR]).wagers[LUCKY_PAIR].exact == str(found.ev)


def test_it_is_simulated() -> None:
    playing = game("lucky-21", {})
    prepared = prepare(playing, stakes_of(playing, every=True))
    *_, part = run(Order(prepared.compiled, 1, 200_000))
    result = summarize(prepared.compiled, part).wagers[LUCKY_PAIR]
    assert {row.name for row in result.rows} == {"no pair", "pair", "same card"}
    assert abs(result.mean - exact_values(prepared)[LUCKY_PAIR]) < 4 * result.standard_error


def test_the_kernel_gives_the_same_cents_as_the_table() -> None:
    playing = game("lucky-21", {})
    plan = random_plan(Terms(playing), np.random.default_rng(3))
    compiled = Compiled(playing, plan, stakes_of(playing, every=True), 3)
    assert list(differences(compiled, 5, range(300))) == []


def test_it_is_on_the_sign() -> None:
    house = check(rulebook.load("lucky-21"), {"lucky_max": 10}, {})
    assert isinstance(house, House)
    said = [line.says for line in sign(house)]
    assert "Lucky pair wager: $1.00 to $10.00" in said
    assert "Lucky pair wager. Two equal cards: 25 to 1" in said


def test_limits_that_leave_nothing_are_found() -> None:
    defects = check(rulebook.load("lucky-21"), {"lucky_min": 5, "lucky_max": 2}, {})
    assert isinstance(defects, list)


def test_it_is_offered_on_the_screen() -> None:
    person = watched("lucky-21")
    assert say(person.table, _sit()) is None
    bets = Bets(person.table, Player("ann"))
    assert bets.pay_table(LUCKY_PAIR) == "Lucky pair pays two equal cards 25:1; any other pair 10:1."
    assert bets.limits(LUCKY_PAIR, {}) == "from $1.00 to $25.00"


def _sit() -> Act:
    return Act(Player("ann"), HandId(Box(1), 1), Sit(Cents(100_000)))


def test_its_rules_can_be_sent_anywhere() -> None:
    rules = game("lucky-21", {}).rules
    again = pickle.loads(pickle.dumps(rules))
    assert again.sides[0].rows is rules.sides[0].rows
    assert again.settlement.win == rules.settlement.win
