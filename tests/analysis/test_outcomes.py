"""The outcomes of the main wager: they add up to what the solver found, and to what can be counted otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from analysis.test_twins import no_insurance, small, with_splits
from conformance.suite import game
from pitboss.analysis import walker
from pitboss.analysis.drawing.kernel import SPLIT
from pitboss.analysis.drawing.outcomes import main_wager
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.tables import numbers
from pitboss.analysis.drawing.terms import multiset
from pitboss.analysis.priced import Outcome
from pitboss.analysis.side import odds_of
from pitboss.cards import STANDARD_DECK
from pitboss.core.layout import Layout
from pitboss.core.requests import Act, Answer, Decide, Offer, Request
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Box, Player
from pitboss.money import Cents, Odds
from pitboss.payouts import Payout

pytestmark = pytest.mark.slow
HOUSES: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("spanish21-ma", {}, {}),
    ("spanish21-ma-prior", {}, {}),
    ("spanish21-md", {}, {}),
    ("spanish21-charity", {}, {}),
    ("blackjack-co", {}, {}),
    ("blackjack-co", {"surrender": "late", "double": "any_number", "decks": 2}, {}),
    ("spanish21-ma", {"decks": 8}, {}),
    ("spanish21-ma", {"dealing_procedure": "no_hole"}, {}),
    ("spanish21-ma", {"dealing_procedure": "hole_no_reader"}, {}),
    ("spanish21-ma", {}, {"S01": "literal"}),
    ("spanish21-ma", {}, {"S06": "literal"}),
    ("spanish21-ma", {}, {"S09": "redouble"}),
    ("spanish21-ma", {}, {"MA20": "premium_on_original"}),
    ("spanish21-ma", {}, {"MA20": "premium_on_original", "MA24": "unsplit_only"}),
    ("spanish21-md", {}, {"S28": "premium"}),
    ("spanish21-charity", {}, {"CH01": "stand", "CH06": "may_double"}),
]


def add_up(solution: Solution) -> None:
    """Nothing is left out, and what the outcomes pay is what the game is worth."""
    found = main_wager(solution).outcomes
    assert all(each.probability > 0 for each in found)
    assert len({(each.name, each.pays) for each in found}) == len(found)
    assert sum(each.probability for each in found) == pytest.approx(1, abs=1e-12)
    assert sum(each.probability * each.pays for each in found) == pytest.approx(solution.value, abs=1e-12)


@pytest.mark.parametrize(("rulebook", "settings", "readings"), HOUSES)
def test_the_outcomes_add_up(rulebook: str, settings: dict[str, object], readings: dict[str, object]) -> None:
    add_up(solve(game(rulebook, settings, readings)))


def premiums_of(playing: Family) -> Mapping[str, Payout]:
    assert playing.rules.settlement.premiums is not None
    return playing.rules.settlement.premiums.pays


def with_premiums(playing: Family, pays: Mapping[str, Payout]) -> Family:
    before = playing.rules.settlement
    assert before.premiums is not None
    premiums = replace(before.premiums, pays=pays)
    settlement = replace(before, premiums=premiums)
    return replace(playing, rules=replace(playing.rules, settlement=settlement))


def test_the_outcomes_of_other_cards_without_premiums_add_up() -> None:
    playing = with_premiums(replace(game("spanish21-ma", {}), shoe=STANDARD_DECK * 2), {})
    solution = solve(playing)
    add_up(solution)
    rows = {row.replace("_", " ") for row in premiums_of(game("spanish21-ma", {}))}
    assert not rows & set(named(solution))


def named(solution: Solution) -> dict[str, Outcome[float]]:
    return {each.name: each for each in main_wager(solution).outcomes}


def test_blackjacks_are_as_likely_as_counting_says() -> None:
    """A player's wins whatever the dealer has; a dealer's is met by every other hand."""
    playing = game("spanish21-ma", {})
    found = named(solve(playing))
    size, aces, tens = 288, 24, 72
    one = Fraction(aces * tens, comb(size, 2))
    both = one * Fraction((aces - 1) * (tens - 1), comb(size - 2, 2))
    assert found["player blackjack"].probability == pytest.approx(float(one), abs=1e-15)
    assert found["dealer blackjack"].probability == pytest.approx(float(one - both), abs=1e-15)


def test_a_split_box_is_one_outcome_with_its_mean() -> None:
    solution = solve(game("spanish21-ma", {}))
    chance, worth = 0.0, 0.0
    for start, hand, up in solution.starts():
        at = solution.up_cards[up]
        decisions = at.decisions(hand)
        if max(hand) == 2 and max(decisions.values()) == decisions.get(SPLIT):
            likely = start * (1 - at.dealer_blackjack(hand))
            chance, worth = chance + likely, worth + likely * decisions[SPLIT]
    *_, split = main_wager(solution).outcomes
    assert split.name == "split, with its mean"
    assert split.probability == pytest.approx(chance, rel=1e-3)  # two suited sevens may be drawn on, which is not here
    assert split.pays == pytest.approx(worth / chance, rel=1e-3)


def test_each_outcome_stands_under_its_clauses() -> None:
    found = named(solve(game("spanish21-ma", {})))
    assert "MA-5(f)(2).2" in found["678 spades"].clauses
    assert "MA-9(b)" in found["win, doubled"].clauses
    assert found["push"].clauses == ("MA-5(b).1",)
    assert found["surrendered"].clauses == ("MA-8(a)(1)", "MA-8(a)(2).3")
    assert all(each.clauses for each in found.values())


EXTRA = Fraction(1, 1_000_000)


def raised(playing: Family, row: str) -> Family:
    """The same game, in which one premium pays a little more."""
    premiums = premiums_of(playing)
    pays = odds_of(premiums[row].odds) + EXTRA
    more = replace(premiums[row], odds=Odds(pays.numerator, pays.denominator))
    return with_premiums(playing, {**premiums, row: more})


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-charity"])
def test_a_premium_that_pays_more_is_worth_its_chance_more(rulebook: str) -> None:
    """The solver, going backwards, finds the same chance of each premium in another way."""
    base = game(rulebook, {})
    playing = with_splits(base, 0)
    solution = solve(playing)
    found = named(solution)
    for row in premiums_of(playing):
        chance = (solve(raised(playing, row)).value - solution.value) / float(EXTRA)
        assert found[row.replace("_", " ")].probability == pytest.approx(chance, abs=1e-9), row


class Planned:
    """Lets the walker play exactly as the solver has planned."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def __call__(self, layout: Layout, request: Request, answers: list[Answer]) -> list[Answer]:
        answers = no_insurance(layout, request, answers)
        if not isinstance(request, Decide | Offer):
            return answers
        verb = self._verb(layout, layout.hands[request.hand])
        planned: list[Answer] = [each for each in answers if isinstance(each, Act) and each.intent.verb == verb]
        return planned[-1:] or answers[-1:]

    def _verb(self, layout: Layout, hand: Any) -> str:
        at = self.solution.up_cards[multiset(layout.dealer.cards[:1]).index(1)]
        held = multiset(hand.cards)
        decision = int(at.plan[numbers()[held], hand.doubles])
        if len(hand.cards) == 2:
            decisions = at.decisions(held)
            decision = max(decisions, key=lambda each: decisions[each])
        return ("stand", "hit", "double", "surrender", "split", "rescue")[decision]


def walked_nets(solution: Solution, monkeypatch: pytest.MonkeyPatch) -> dict[float, float]:
    """The chance of each net result of a box, in units of its wager."""
    nets: set[int] = set()

    def chance_of(wanted: int | None) -> float:
        def leaf(runner: Any, _: walker.Walk) -> Fraction:
            nets.add(net := runner.round.layout.net(Player("ann")))
            return Fraction(net == wanted)

        monkeypatch.setattr(walker, "_leaf", leaf)
        playing = solution.terms.game
        walk = walker.Walker(playing.rules, 0, Planned(solution))
        return float(walk.walk([(Player("ann"), Box(1), MAIN, Cents(1000))], playing.shoe).value)

    chance_of(None)
    return {net / 1000: chance_of(net) for net in sorted(nets)}


@pytest.mark.parametrize(
    ("rulebook", "shoe", "settings"),
    [
        ("spanish21-ma", "5c*7 6c*7 Kc*5", {}),
        ("spanish21-ma", "Ac*5 9c*4 Kc*8", {"dealing_procedure": "no_hole"}),
        ("spanish21-md", "4c*6 8c*6 Kc*6", {}),
        ("spanish21-charity", "5c*7 6c*7 Kc*5", {}),
    ],
)
def test_the_walker_agrees(
    rulebook: str, shoe: str, settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every net result has the chance that it has when the real procedures are played."""
    solution = solve(small(rulebook, shoe, settings))
    nets: Counter[float] = Counter()
    for each in main_wager(solution).outcomes:
        nets[each.pays] += each.probability  # type: ignore[assignment]
    assert dict(nets) == pytest.approx(walked_nets(solution, monkeypatch), abs=1e-13)
