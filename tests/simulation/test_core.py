"""The kernel against the table itself: the same cards and the same decisions give the same cents."""

from __future__ import annotations

import random

import pytest

from simulation.rounds import RULEBOOKS, differences, random_compiled

pytestmark = pytest.mark.slow
HOUSES, ROUNDS = 16, 200


@pytest.mark.parametrize("rulebook", [*RULEBOOKS, "straight-jack"])
@pytest.mark.parametrize("part", range(4))
def test_the_same_cents_as_the_table(rulebook: str, part: int) -> None:
    """3,200 rounds a rulebook, 2,400 of them in `make test`, over random houses, readings, stakes and plans."""
    for house in range(part, HOUSES, 4):
        compiled = random_compiled(rulebook, random.Random(f"{rulebook} {house}"))
        found = list(differences(compiled, house, range(ROUNDS), shoes=house % 2 == 1))
        assert not found, (compiled.game.house.values, compiled.game.house.readings, found[:3])
