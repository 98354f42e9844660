"""Straight Jack beyond single rounds: when its wager is taken and paid, which cards are straights."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.cards import STANDARD_DECK, Card, Rank, cards
from pitboss.core.driver import Runner
from pitboss.core.facts import CardDealt, CardsCollected, HandClosed, WagerSettled
from pitboss.core.requests import Act, Decide, Decline, Offer, Window
from pitboss.core.wagering import open_round
from pitboss.games.blackjack.intents import Hit, Split, Stand
from pitboss.ids import MAIN, Box, HandId, Player, Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.wagers.straight_jack import ROWS, Straights

STRAIGHT = Wager("straight-jack")


def played(dealt: str, *decisions: Any, boxes: int = 2) -> Runner[Any]:
    """A round in which every box has both wagers; the decisions are taken in the order in which they are asked."""
    bets = [
        (Player(f"box{box}"), Box(box), wager, Cents(1000)) for box in range(1, boxes + 1) for wager in (MAIN, STRAIGHT)
    ]
    runner, shoe, waiting = open_round(any_game("straight-jack", {}).rules, bets), Stack(cards(dealt)), list(decisions)
    while runner.pending is not None:
        match runner.pending:
            case Decide(player, hand) if waiting:
                answer: Any = Act(player, hand, waiting.pop(0))
            case Offer() | Window():
                answer = Decline()
            case request:
                answer = shoe.answer(request)
        assert runner.answer(answer) is None
    return runner


def told(runner: Runner[Any]) -> list[str]:
    """What was settled, and the first card that somebody drew, in order."""
    found = []
    for number, fact in enumerate(runner.round.facts):
        if isinstance(fact, WagerSettled):
            found.append(f"{fact.wager} {fact.hand.box}")
        elif isinstance(fact, CardDealt) and number > 0 and fact.hand.box and found and "drawn" not in found:
            found.append("drawn")
    return found


@pytest.mark.clause("CO-2109(6)(b)", "CO-2109(6)(c)", "CO-2109(9).1", "CO-2109(9)(a)", "CO-2109(9)(b)")
def test_losers_go_before_anybody_acts_and_winners_are_paid_after_the_main_wager_of_their_box() -> None:
    """Box 1 has 4-5, box 2 has 9-7, box 3 has T-9: from the dealer's right box 3, then 2, then 1."""
    runner = played("4c 9c Tc 6h 5d 7d 9d Th 6c Kc", Hit(), Stand(), Stand(), Stand(), boxes=3)
    assert told(runner) == [
        "straight-jack 2",
        "drawn",
        "main 3",
        "straight-jack 3",
        "main 2",
        "main 1",
        "straight-jack 1",
    ]


@pytest.mark.clause("CO-2109(8).1", "CO-2109(8)(a)", "CO-2109(8)(b)")
def test_a_bust_takes_the_main_wager_first_and_then_pays_the_straight_at_once() -> None:
    """5-6-7 and then an 8: three cards, paid before box 2 has its turn."""
    runner = played("5c Tc 6h 6d 9d Th 7c 8c Kc", Hit(), Hit(), Stand())
    settled = [fact for fact in runner.round.facts if isinstance(fact, WagerSettled | HandClosed)]
    of_box_1 = [fact for fact in settled if fact.hand.box == 1]
    assert [type(fact) for fact in of_box_1] == [HandClosed, WagerSettled, WagerSettled]
    assert settled[:3] == of_box_1
    assert [fact.net for fact in of_box_1 if isinstance(fact, WagerSettled)] == [-1000, 25000]


@pytest.mark.clause("CO-2109(7).1", "CO-2109(9)(b)")
def test_a_split_keeps_two_cards_and_is_paid_when_all_its_hands_are_settled() -> None:
    """Jack and queen are split; both hands bust, and the straight of two waits for the end."""
    runner = played("Jc 6h Qd Th 6c 6d Kc 6s Ks", Split(), Hit(), Hit(), boxes=1)
    assert [each for each in told(runner) if each != "drawn"] == ["main 1", "main 1", "straight-jack 1"]
    assert runner.round.layout.settlements[next(reversed(runner.round.layout.settlements))].net == 3000


@pytest.mark.clause("CO-2109(9)(c)")
def test_the_cards_are_picked_up_under_the_clause_of_the_game() -> None:
    runner = played("4c 9c 6h 5d 7d Th Kc", Stand(), Stand())
    (picked_up,) = [fact for fact in runner.round.facts if isinstance(fact, CardsCollected)]
    assert picked_up.clauses[0] == "CO-2109(9)(c)"


@pytest.mark.clause("CO-2109(7)(c)", "CO-2110(10)(c)")
@pytest.mark.parametrize(
    ("rulebook", "cited"), [("straight-jack", "CO-2109(7)(c)"), ("straight-jack-progressive", "CO-2110(10)(c)")]
)
@pytest.mark.parametrize(("ten", "is_cited"), [("K", True), ("Q", False)])
def test_an_ace_and_a_king_cannot_be_hit(rulebook: str, cited: str, ten: str, *, is_cited: bool) -> None:
    """Another blackjack is refused by the usual rules alone."""
    bets = [(Player(f"box{box}"), Box(box), MAIN, Cents(1000)) for box in (1, 2)]
    runner, shoe = open_round(any_game(rulebook, {}).rules, bets), Stack(cards(f"Ac 9c 6h {ten}d 7d Th"))
    while not isinstance(runner.pending, Decide):
        assert runner.pending is not None
        runner.answer(shoe.answer(runner.pending))
    refusal = runner.round.refuses(runner.pending, Act(Player("box1"), HandId(Box(1), 1), Hit()))
    assert refusal is not None
    assert refusal.code == "blackjack"
    assert (cited in refusal.clauses) == is_cited
    assert "CO-2102.1" in refusal.clauses


def at(rank: Rank) -> int:
    return list(Rank).index(rank) + 1


@pytest.mark.clause("CO-2109(6).1", "CO-2109(6)(a)")
def test_every_two_cards_in_sequence_are_a_straight_in_either_order() -> None:
    """An ace is beside a 2 and beside a king; suits are nothing to it."""
    kind = Straights(ROWS)
    for one, other in product(STANDARD_DECK, STANDARD_DECK):
        apart = abs(at(one.rank) - at(other.rank))
        assert (kind.begin(one, other) is not None) == (apart in (1, 12))
        assert kind.begin(one, other) == kind.begin(other, one)


@pytest.mark.clause("CO-2109(7)(a)", "CO-2109(7)(b)", "CO-2109(7)(c)", "CO-2109(7)(d)")
@pytest.mark.parametrize(
    ("dealt", "length"),
    [
        ("4c 5d 3c", 3),
        ("4c 5d 3c 6h", 4),
        ("3c 4d 6h 5s", 2),
        ("3c 4d 4h 5s", 2),
        ("Ac Kd", 2),
        ("Qc Kd As", 3),
        ("Jc Qd As", 2),
        ("Kc Ad 2s", 2),
        ("2c Ad 3s 4h 5h 6c", 6),
    ],
)
def test_a_straight_grows_at_either_end_until_a_card_breaks_it(dealt: str, length: int) -> None:
    kind, (first, second, *drawn) = Straights((*ROWS[:3], "five", "six")), cards(dealt)
    state: Any = kind.begin(first, second)
    for card in drawn:
        state = kind.then(state, card)
    assert state.cards == length
    assert kind.row(state) == ("two", "three", "four", "five", "six")[length - 2]


def test_an_ace_makes_three_of_queen_and_king_by_one_reading_only() -> None:
    queen_king = Straights(ROWS, ace_above_king=False).begin(Card.parse("Qc"), Card.parse("Kd"))
    assert Straights(ROWS).then(queen_king, Card.parse("Ah")).cards == 3
    assert Straights(ROWS, ace_above_king=False).then(queen_king, Card.parse("Ah")).cards == 2
