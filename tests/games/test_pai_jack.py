"""Pai Jack: the printed examples, the nine outcomes and the house way."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from pitboss.cards import STANDARD_DECK, cards
from pitboss.core.kinds import Outcome
from pitboss.games.colorado.pai_jack import OUTCOMES, Comparison, Setting, house_way, is_pai_jack, legal_settings


@pytest.mark.clause("CO-2112(9)(b)")
@pytest.mark.parametrize(
    ("text", "totals"),
    [("Tc 8c 3c Td 6c", (21, 16)), ("Tc 7c 5c 4c 2c", (21, 7)), ("Tc 9c 5c 4c Ac", (20, 19))],
)
def test_the_printed_examples_of_the_house_way(text: str, totals: tuple[int, int]) -> None:
    setting = house_way(cards(text))
    assert setting is not None
    assert setting.totals == totals


@pytest.mark.clause("CO-2112(7).1", "CO-2112(10).1")
def test_the_house_way_is_the_best_of_every_arrangement() -> None:
    """The plain twin tries all 120 orders of the five cards."""
    generator = random.Random(5)
    for _ in range(200):
        packet = generator.sample(STANDARD_DECK, 5)
        found = [Setting(order[:2], order[2:]).totals for order in permutations(packet)]
        legal = [(high, low) for high, low in found if low <= high <= 21]
        setting = house_way(packet)
        assert (setting.totals if setting else None) == max(legal, default=None)
        assert bool(legal_settings(packet)) == bool(legal)


@pytest.mark.clause("CO-2112(11)")
@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [
        (1, 1, Outcome.WIN),
        (1, 0, Outcome.WIN),
        (0, 1, Outcome.WIN),
        (-1, -1, Outcome.LOSE),
        (0, -1, Outcome.LOSE),
        (-1, 0, Outcome.LOSE),
        (0, 0, Outcome.PUSH),
        (1, -1, Outcome.PUSH),
        (-1, 1, Outcome.PUSH),
    ],
)
def test_the_nine_outcomes(high: int, low: int, expected: Outcome) -> None:
    assert OUTCOMES.decide(Comparison(False, False, False, high, low)).outcome is expected


@pytest.mark.clause("CO-2112(9)(a).2", "CO-2112(10).3", "CO-2112(11)(g)", "CO-2112(11)(h)")
def test_busts_and_the_dealers_pai_jack() -> None:
    assert OUTCOMES.decide(Comparison(True, False, False, 1, 1)).outcome is Outcome.LOSE
    assert OUTCOMES.decide(Comparison(False, True, True, 0, 0)).outcome is Outcome.PUSH
    assert OUTCOMES.decide(Comparison(False, True, False, 0, 0)).outcome is Outcome.PUSH
    assert OUTCOMES.decide(Comparison(False, False, True, 0, 0)).outcome is Outcome.LOSE


@pytest.mark.clause("CO-2112(5).1")
def test_what_a_pai_jack_is() -> None:
    assert is_pai_jack(cards("Ac Kd Th 2c 3c"))
    assert not is_pai_jack(cards("Ac Kd 9h 2c 3c"))
    assert not is_pai_jack(cards("Qc Kd Th 2c 3c"))
