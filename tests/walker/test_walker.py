"""The walker over tiny shoes: kept counts, non-zero events, and its weights against plain enumeration."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pitboss.analysis.walker import Stock, StockTooSmall, TooManyRounds, Walker
from pitboss.cards import Rank, cards
from pitboss.core.layout import Layout
from pitboss.core.requests import Answer, Decide, Request
from pitboss.games.registry import compile_game
from pitboss.ids import MAIN, Box, Player
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.tables.automatic import plain_play, play_automatically
from walker.shoes import COUNTS, SHOES, report

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SHOES)
def test_counts_of_reachable_rounds(name: str) -> None:
    """Run `make perft` and read the difference when this fails."""
    walk = SHOES[name].walk()
    assert report(walk) == (COUNTS / f"{name}.txt").read_text(encoding="utf-8")
    for event in SHOES[name].must:
        assert walk.events[event] > 0, f"{event} does not occur"


def test_every_kept_count_belongs_to_a_shoe() -> None:
    assert {path.stem for path in COUNTS.glob("*.txt")} == set(SHOES)


def rules(procedure: str) -> Any:
    house = check(load("spanish21-ma"), {"dealing_procedure": procedure}, {})
    assert isinstance(house, House)
    return compile_game(house).rules


BETS = [(Player("ann"), Box(1), MAIN, Cents(1000))]


@pytest.mark.parametrize("procedure", ["no_hole", "hole_no_reader", "hole_reader"])
@pytest.mark.parametrize("text", ["Ac Kc 9d 8h Ks 7s", "Kc Kd 9c 9d Ac 8h 7s"])
def test_the_weights_are_those_of_all_orders_of_the_shoe(procedure: str, text: str) -> None:
    """A fixed play, walked, is worth what it is worth on average over every order of the cards.

    The twin knows nothing of weights, hole cards or readers: it deals every order of the cards.
    """
    playing = rules(procedure)

    def fixed(layout: Layout, request: Request, answers: list[Answer]) -> list[Answer]:
        if not isinstance(request, Decide):
            return answers[-1:]
        table = _Reading(layout)
        intent = plain_play(table, request.hand, request.options)  # type: ignore[arg-type]
        return [answer for answer in answers if getattr(answer, "intent", None) == intent][:1]

    few = cards(text)
    total, orders = Fraction(0), list(permutations(few))
    for order in orders:
        layout = play_automatically(playing, BETS, Stack(order), plain_play, lambda n: n - 1).round.layout
        total += layout.net(Player("ann"))
    walked = Walker(playing, policy=fixed).walk(BETS, few)
    assert walked.value == total / len(orders)


class _Reading:
    """As much of a round as the plain policy reads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def hand(self, hand: Any) -> Any:
        return self.layout.hands[hand]


def test_the_reader_bears_on_the_next_card() -> None:
    """Two aces and a king, one of them face down: if the reader says it is no ace, both aces are still to come."""
    stock = Stock.of(cards("Ac Ac Kc"))
    (hidden,) = [replace(stock, face_down=1)]
    answers = {answer: after for answer, _, after in hidden.read(frozenset({Rank.ACE}))}
    no_ace = [(str(card), weight) for card, weight, _ in answers[False].draw()]
    assert no_ace == [("Ac", 2)]
    ace = {str(card): weight for card, weight, _ in answers[True].draw()}
    assert Fraction(ace["Ac"], sum(ace.values())) == Fraction(1, 2)


def test_a_stock_that_is_too_small_is_said_so() -> None:
    with pytest.raises(StockTooSmall):
        Walker(rules("no_hole")).walk(BETS, cards("2c 2c 2c 2c"))


def test_a_walk_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.analysis.walker.MOST_ROUNDS", 10)
    with pytest.raises(TooManyRounds):
        SHOES["aces"].walk()


@pytest.mark.parametrize("name", ["aces-no-reader", "sevens"])
def test_best_play_is_not_clairvoyant(name: str) -> None:
    """A hole card that nobody may look at is worth exactly as much as one that is still in the shoe."""
    hidden = SHOES[name].walk()
    undealt = replace(SHOES[name], settings={"dealing_procedure": "no_hole"}).walk()
    assert hidden.value == undealt.value
