"""The solver against figures of others: every digit that they print."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.ordinary import Ordinary, ordinary_game
from conformance.suite import game
from pitboss.analysis.family.kernel import Pays
from pitboss.analysis.family.solver import Solution, solve
from pitboss.analysis.family.terms import NotPriced, Terms
from pitboss.analysis.side import price_side_wagers
from pitboss.cards import SPANISH_DECK, STANDARD_DECK
from pitboss.ids import Wager

# House edge in per cent. Split hands are played as hands that were not split, as in the analyzers behind the figures.
STONES: dict[str, tuple[float, Any, int, dict[str, Any], dict[str, bool]]] = {
    "six decks, S17": (0.402870, STANDARD_DECK, 6, {}, {}),
    "six decks, H17": (0.615389, STANDARD_DECK, 6, {"hits_soft_17": True}, {}),
    "six decks, S17, late surrender": (0.330268, STANDARD_DECK, 6, {"surrender": True}, {}),
    "six decks, H17, late surrender": (0.527192, STANDARD_DECK, 6, {"surrender": True, "hits_soft_17": True}, {}),
    "six decks, H17, double any number": (0.385630, STANDARD_DECK, 6, {"hits_soft_17": True}, {"any_number": True}),
    "one deck, S17, one split, no double after": (
        -0.024274,
        STANDARD_DECK,
        1,
        {"max_splits": 1},
        {"after_split": False},
    ),
    "six Spanish decks, ordinary payoffs": (
        2.455621,
        SPANISH_DECK,
        6,
        {"hits_soft_17": True, "surrender": True, "max_splits_aces": 3},
        {"any_number": True},
    ),
}


@pytest.mark.parametrize("name", STONES)
def test_ordinary_payoffs(name: str) -> None:
    edge, deck, decks, rules, options = STONES[name]
    terms = Ordinary(ordinary_game(deck, decks, **rules), zero_memory=True, **options)
    assert -100 * Solution(terms).value == pytest.approx(edge, abs=6e-7)


@pytest.mark.parametrize("name", ["six decks, H17, double any number", "six Spanish decks, ordinary payoffs"])
def test_the_better_play_of_split_hands_is_better_by_little(name: str) -> None:
    edge, deck, decks, rules, options = STONES[name]
    value = -100 * Solution(Ordinary(ordinary_game(deck, decks, **rules), **options)).value
    assert edge - 1e-3 < value < edge


TRUTHS = tomllib.loads((Path(__file__).parents[1] / "golden/truths.toml").read_text(encoding="utf-8"))


def spanish(decks: int, *, hits: bool) -> float:
    base = game("spanish21-ma", {"decks": decks})
    return -100 * solve(replace(base, rules=replace(base.rules, hits_soft_17=hits))).value


def ordinary(*, hits: bool) -> float:
    terms = Ordinary(ordinary_game(STANDARD_DECK, 6, hits_soft_17=hits), zero_memory=True)
    return -100 * Solution(terms).value


def match(decks: int) -> float:
    priced = {each.wager: each for each in price_side_wagers(game("spanish21-charity", {}))}
    assert decks == 6
    return float(-100 * priced[Wager("match-the-dealer")].ev)


OURS: dict[str, Callable[[], float]] = {
    "match-6": lambda: match(6),
    "blackjack-s17": lambda: ordinary(hits=False),
    "blackjack-h17": lambda: ordinary(hits=True),
    "spanish-s17-6": lambda: spanish(6, hits=False),
    "spanish-h17-6": lambda: spanish(6, hits=True),
    "spanish-s17-8": lambda: spanish(8, hits=False),
    "spanish-h17-8": lambda: spanish(8, hits=True),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_truths(name: str) -> None:
    truth = TRUTHS[name]
    assert truth["source"]
    assert OURS[name]() == pytest.approx(truth["edge"], abs=truth["within"])


def test_the_standard_deviation() -> None:
    """One deck, S17, one split, no double after it: a published 1.143090; split boxes are an approximation in ours."""
    _, deck, decks, rules, options = STONES["one deck, S17, one split, no double after"]
    terms = Ordinary(ordinary_game(deck, decks, **rules), zero_memory=True, **options)
    assert Solution(terms).sd == pytest.approx(1.143090, abs=5e-5)


class HalfRescued(Terms):
    """In the published game a rescue after the second double gives up half of all that is at stake, not one unit."""

    def pays(self, *, split: bool) -> Pays:
        return super().pays(split=split)._replace(rescue=np.array([-1.0, -1.0, -2.0]))


@pytest.mark.parametrize(("decks", "edge"), [(6, 0.42), (8, 0.45)])
def test_spanish_21_with_redoubling_to_three_doubles(decks: int, edge: float) -> None:
    """The published game doubles up to three times; the solver knows two, so it must lie a little above."""
    base = game("spanish21-ma", {"decks": decks})
    rules = replace(base.rules, hits_soft_17=True, max_doubles=2, second_double_is_what_is_at_stake=True)
    value = -100 * Solution(HalfRescued(replace(base, rules=rules))).value
    assert edge < value < edge + 0.05


def test_what_cannot_be_priced_yet_is_said() -> None:
    with pytest.raises(NotPriced, match="S03"):
        Terms(game("spanish21-ma", {}, {"S03": "literal"}))


@pytest.mark.parametrize("procedure", ["no_hole", "hole_no_reader", "hole_reader"])
def test_the_dealing_procedure_moves_nothing_by_default(procedure: str) -> None:
    """A dealer's blackjack takes the original wager and no more (S04), so it does not matter when it is seen."""
    base = solve(game("spanish21-ma", {})).value
    assert solve(game("spanish21-ma", {"dealing_procedure": procedure})).value == base
