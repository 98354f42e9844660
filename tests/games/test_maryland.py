"""Maryland: what needs the order of facts, or a round that only an irregularity can bring about (MD02)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import Card, cards
from pitboss.core.driver import Runner
from pitboss.core.facts import CardDealt, CardTurned, HandClosed, WagerSettled
from pitboss.core.kinds import Face
from pitboss.core.ledger import HOUSE, purse
from pitboss.core.legal_answers import choices
from pitboss.core.requests import Act, Decide, FaceDown, NextCard, Offer, Reader, Turn, Window
from pitboss.core.wagering import open_round
from pitboss.games.blackjack.settlement import Finished, HandToPay
from pitboss.games.registry import compile_game
from pitboss.ids import MAIN, Box, Player
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import Replayed, replay
from pitboss.notation.transcript import transcript

ANN, BOB = '[[bets]]\nbox = 1\nplayer = "ann"\nmain = 10\n', '[[bets]]\nbox = 2\nplayer = "bob"\nmain = 10\n'


def rules(**settings: object) -> Any:
    house = check(load("spanish21-md"), settings, {})
    assert isinstance(house, House), house
    return compile_game(house).rules


def play(dealt: str, actions: list[str], *bets: str, house: str = "") -> Replayed:
    text = f'rulebook = "spanish21-md"\ncards = "{dealt}"\nactions = {actions}\n[house]\n{house}\n'
    played = replay(parse_round(text + "".join(bets)))
    assert played.refused is None, played.refused
    return played


def read_as(**readings: object) -> Any:
    house = check(load("spanish21-md"), {}, readings)
    assert isinstance(house, House), house
    return compile_game(house).rules


def missed_check(dealt: str, verbs: list[str], **readings: object) -> Runner[Any]:
    """A round in which the reader says no although the hole card makes a blackjack."""
    runner = open_round(read_as(**readings), [(Player("ann"), Box(1), MAIN, Cents(1000))])
    stack, plan, hole = list(cards(dealt)), list(verbs), Card.parse("Kh")
    while (request := runner.pending) is not None:
        match request:
            case NextCard(_, Face.DOWN):
                runner.answer(FaceDown())
            case NextCard():
                runner.answer(stack.pop(0))
            case Reader():
                runner.answer(False)
            case Turn():
                runner.answer(hole)
            case Decide() | Offer() | Window():
                possible = choices(runner.round, request)
                wanted = plan[0] if plan and isinstance(request, Decide) else None
                taken = [act for act in possible if isinstance(act, Act) and act.intent.verb == wanted]
                runner.answer((taken or possible)[-1])
                plan = plan[1:] if taken else plan
    return runner


@pytest.mark.clause("MD-9.C(2)(a)")
def test_a_missed_blackjack_takes_a_surrendered_wager_whole() -> None:
    assert missed_check("9c Ac 7d", ["surrender"]).round.layout.net(Player("ann")) == -1000


@pytest.mark.clause("MD-10.E")
def test_a_missed_blackjack_takes_only_the_original_of_a_doubled_hand() -> None:
    runner = missed_check("6c Ac 5d 9d", ["double"])
    (row,) = runner.round.layout.settlements.values()
    assert (row.stake, row.net) == (2000, -1000)
    assert "MD-10.E" in row.clauses


@pytest.mark.clause("MD-11.E")
def test_a_missed_blackjack_takes_only_the_original_of_a_split_box() -> None:
    runner = missed_check("8c Ac 8d Kd Ks", ["split", "stand", "stand"])
    rows = list(runner.round.layout.settlements.values())
    assert sorted(row.net for row in rows) == [-1000, 0]
    assert {"MD-11.E"} == {clause for row in rows if not row.net for clause in row.clauses}


@pytest.mark.clause("MD-9.C(2)(a)", "MD-11.E")
def test_a_missed_blackjack_and_split_hands_that_were_surrendered() -> None:
    """S39: each is taken whole, or the original wager is and the other one goes back."""
    dealt, verbs = "8c Ac 8d 7d 6d", ["split", "surrender", "surrender"]
    taken = missed_check(dealt, verbs, S12="split_hands_too").round.layout.settlements.values()
    assert [(row.net, row.clauses) for row in taken] == [(-1000, ("MD-9.C(2)(a)",))] * 2
    spared = missed_check(dealt, verbs, S12="split_hands_too", S39="original_only").round.layout.settlements.values()
    assert [(row.net, row.clauses) for row in spared] == [(-1000, ("MD-9.C(2)(a)",)), (0, ("MD-11.E",))]


@pytest.mark.clause("MD-7.Q")
def test_a_long_21_loses_to_a_blackjack() -> None:
    verdict = rules().settlement.verdict(HandToPay(Finished(21, 3, False)), Finished(21, 2, True))
    assert (verdict.outcome, verdict.clauses) == ("lose", ("MD-7.Q",))


@pytest.mark.clause("MD-7.H(1)(a)", "MD-7.H(1)(b)")
def test_when_a_blackjack_is_paid() -> None:
    for up, hole, at_once in (("9h", "9c", True), ("Kh", "9c", False)):
        facts = play(f"Ac Kc {up} Kd 9d {hole}", ["bob stand"], ANN, BOB).runner.round.facts
        paid = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled) and fact.player == "ann")
        turned = next(at for at, fact in enumerate(facts) if isinstance(fact, CardTurned))
        assert (paid < turned) is at_once


@pytest.mark.clause("MD-7.H(1)(b)")
def test_the_other_reading_pays_a_blackjack_once_the_reader_has_excluded_one() -> None:
    text = 'rulebook = "spanish21-md"\ncards = "Ac Kc Kh Kd 9d 9c"\nactions = ["bob stand"]\n'
    played = replay(parse_round(text + '[readings]\nMD03 = "at_once"\n' + ANN + BOB))
    facts = played.runner.round.facts
    paid = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled) and fact.player == "ann")
    assert paid < next(at for at, fact in enumerate(facts) if isinstance(fact, CardTurned))


@pytest.mark.clause("MD-7.R(1)", "MD-7.R(2)")
def test_the_two_orders_of_settlement() -> None:
    for order, expected in (("losers_then_winners", ["ann", "bob"]), ("one_pass_from_right", ["bob", "ann"])):
        played = play("9c Kc 8h 8d 9d Kd", ["ann stand", "bob stand"], ANN, BOB, house=f'settlement_order = "{order}"')
        assert [row.player for row in played.runner.round.layout.settlements.values()] == expected


@pytest.mark.clause("MD-7.S.1", "MD-7.S.2")
def test_losses_go_to_the_inventory_and_wins_come_from_it() -> None:
    played = play("9c Kc 8h 8d 9d Kd", ["ann stand", "bob stand"], ANN, BOB)
    for fact in [each for each in played.runner.round.facts if isinstance(each, WagerSettled)]:
        for transfer in fact.moves():
            assert HOUSE in transfer[:2] or transfer.target == purse(fact.player), "a stake went to another's purse"


@pytest.mark.clause("MD-7.A", "MD-7.E", "MD-7.I", "MD-7.T", "MD-6.D", "MD-6.E", "MD-2.E")
def test_the_order_of_the_deal() -> None:
    played = play("Kc 9c 8h  9d 5h Kd  3c", ["ann stand", "bob hit", "bob stand"], ANN, BOB)
    dealt = [(str(fact.hand), fact.face) for fact in played.runner.round.facts if isinstance(fact, CardDealt)]
    first = [("1.1", "up"), ("2.1", "up"), ("0.1", "up")]
    assert dealt == [*first, ("1.1", "up"), ("2.1", "up"), ("0.1", "down"), ("2.1", "up")]
    assert " ".join(map(str, played.runner.round.layout.discards)) == "9c 5h 3c Kc 9d 8h Kd"


@pytest.mark.clause("MD-7.G(2)(a)", "MD-7.L(3)", "MD-10.D", "MD-7.H(1)(b)(i)")
def test_the_transcript_tells_the_dealer_what_to_announce() -> None:
    played = play("6c Ac Kh  5d Kd 5c  9d  6h", ["ann double"], ANN, BOB)
    lines = "\n".join(transcript(played.runner.round.facts))
    assert "The hole card goes face down into the reader: no blackjack." in lines
    assert "gets 9d sideways: 6c 5d 9d, 20." in lines
    assert "Box 2 (bob): blackjack." in lines
    assert "Dealer gets 6h: Kh 5c 6h, 21." in lines
    assert any(isinstance(fact, HandClosed) and fact.how == "blackjack" for fact in played.runner.round.facts)


@pytest.mark.clause("MD-7.O.1", "MD-6.A", "MD-3.D")
def test_wins_cite_the_case_and_the_odds() -> None:
    played = play("Kc 8h 9d Kd", ["ann stand"], ANN)
    (row,) = played.runner.round.layout.settlements.values()
    assert row.clauses == ("MD-7.O.1", "MD-7.O(2)", "MD-12.A(1)")
