"""Section 5 as a decision table: total, exclusive, and row by row what the text says."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.cards import cards
from pitboss.core.kinds import Outcome
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.games.blackjack.settlement import Case, Finished, HandToPay
from pitboss.games.spanish21.comparison import Comparison
from pitboss.games.spanish21.ma_prior import COMPARISON, settlement
from pitboss.games.spanish21.premiums import premium
from pitboss.law.house import House, check, defaults
from pitboss.law.rulebook import load

BLACKJACK = Finished(21, 2, True)
SPLIT_21 = Finished(21, 2, False)
LONG_21 = Finished(21, 3, False)

PLAYERS = [BLACKJACK, SPLIT_21, *(Finished(total, 3, False) for total in range(4, 31))]
DEALERS = [BLACKJACK, *(Finished(total, 3, False) for total in range(4, 27))]


@pytest.mark.clause("MA-5(a)", "MA-5(b)")
@pytest.mark.parametrize("switches", list(product((False, True), repeat=2)))
def test_the_table_is_total_and_its_rows_exclude_each_other(switches: tuple[bool, bool]) -> None:
    for best, ties in ((False, False), (True, False), (False, True)):
        readings = Comparison(best, ties, *switches)
        every_case_has_one_row(readings.table(COMPARISON))


def every_case_has_one_row(table: DecisionTable[Case]) -> None:
    for player, dealer in product(PLAYERS, DEALERS):
        table.decide(Case(player, dealer))


def test_two_fitting_rows_are_an_error() -> None:
    empty: DecisionTable[int] = DecisionTable(())
    row: SettlementRow[int] = SettlementRow("any", Outcome.WIN, (), lambda _: True)
    with pytest.raises(AssertionError):
        DecisionTable((row, row)).decide(1)
    with pytest.raises(AssertionError):
        empty.decide(1)


def outcome(player: Finished, dealer: Finished, **readings: bool) -> Outcome:
    return Comparison(**readings).table(COMPARISON).decide(Case(player, dealer)).outcome


@pytest.mark.clause("MA-5(a)(1)", "MA-5(a)(2)", "MA-5(a)(3)", "MA-5(a)(4)", "MA-5(b)", "MA-1.push")
def test_who_wins() -> None:
    def of(total: int) -> Finished:
        return Finished(total, 3, False)

    for total in range(4, 22):
        assert outcome(of(total), of(22)) is Outcome.WIN
    for mine, theirs in product(range(4, 22), range(17, 21)):
        expected = Outcome.WIN if mine > theirs else Outcome.PUSH if mine == theirs else Outcome.LOSE
        assert outcome(of(mine), of(theirs)) is expected
    assert outcome(BLACKJACK, BLACKJACK) is Outcome.WIN
    assert outcome(BLACKJACK, LONG_21) is Outcome.WIN
    assert outcome(LONG_21, LONG_21) is Outcome.WIN
    assert outcome(LONG_21, BLACKJACK) is Outcome.LOSE
    assert outcome(of(20), BLACKJACK) is Outcome.LOSE
    assert outcome(SPLIT_21, LONG_21) is Outcome.WIN
    assert outcome(SPLIT_21, BLACKJACK) is Outcome.LOSE
    assert outcome(of(22), of(22)) is Outcome.LOSE


def test_the_other_readings() -> None:
    assert outcome(SPLIT_21, BLACKJACK, split_21_is_best=True) is Outcome.WIN
    assert outcome(Finished(22, 3, False), Finished(22, 3, False), ties_above_21=True) is Outcome.PUSH
    assert outcome(Finished(23, 3, False), Finished(22, 3, False), ties_above_21=True) is Outcome.LOSE


@pytest.mark.clause("MA-12(c)")
def test_when_the_dealers_total_cannot_matter() -> None:
    priced = settlement(defaults(load("spanish21-ma")))
    for decided in (BLACKJACK, SPLIT_21, LONG_21, Finished(22, 3, False)):
        assert priced.decided(HandToPay(decided))
    for open_ in (Finished(20, 2, False), Finished(12, 2, False)):
        assert not priced.decided(HandToPay(open_))


@pytest.mark.clause("MA-12(c)")
def test_a_reading_that_makes_a_hand_depend_on_the_dealer_keeps_him_drawing() -> None:
    house = check(load("spanish21-ma"), {}, {"S01": "literal", "S03": "literal"})
    assert isinstance(house, House)
    priced = settlement(house)
    assert not priced.decided(HandToPay(BLACKJACK))
    assert not priced.decided(HandToPay(Finished(22, 3, False)))


@pytest.mark.clause("MA-5(f)")
@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("6c 7d 8h", "678_mixed"),
        ("8c 6c 7c", "678_suited"),
        ("7s 6s 8s", "678_spades"),
        ("7c 7d 7c", "777_mixed"),
        ("7h 7h 7h", "777_suited"),
        ("7s 7s 7s", "777_spades"),
        ("2c 3c 4c 5c 7c", "five_cards"),
        ("2c 3c 4c 5c 6c Ac", "six_cards"),
        ("2c 3c 4c 5c 4d 2d Ad", "seven_cards"),
        ("2c 2c 2c 3c 3c 3c 3c 3c", "seven_cards"),
        ("Kc 5c 6c", None),
        ("2c 3c 6c Kc", None),
        ("2c 3c 4c 5c 6c", None),
        ("Ac Kc", None),
    ],
)
def test_which_premium_a_hand_makes(text: str, row: str | None) -> None:
    assert premium(cards(text)) == row
