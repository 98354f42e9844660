"""Cents, odds and the amounts that chips can make."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import Cents, Odds, dollars, half, plain, spoken, up_to_chip


@given(st.integers(-(10**9), 10**9))
def test_dollars_and_plain_are_inverse(cents: int) -> None:
    assert dollars(Decimal(plain(Cents(cents)))) == cents


def test_how_amounts_are_written() -> None:
    assert [plain(Cents(each)) for each in (0, 5, -5, 123456)] == ["0.00", "0.05", "-0.05", "1234.56"]
    assert [spoken(Cents(each)) for each in (0, -1250, 500000)] == ["$0.00", "-$12.50", "$5,000.00"]


@pytest.mark.parametrize("bad", ["0.005", "nan", "inf", "-inf", "1e30", "1e999999"])
def test_only_whole_cents_are_money(bad: str) -> None:
    with pytest.raises(ValueError, match="whole cents"):
        dollars(Decimal(bad))


@pytest.mark.clause("MA-5(e).2")
def test_three_to_two_is_one_and_a_half_stakes() -> None:
    assert Odds(3, 2).winnings(Cents(1000)) == 1500
    assert Odds(3, 2).winnings(Cents(550)) == 825


def test_odds_never_round() -> None:
    with pytest.raises(AssertionError):
        Odds(3, 2).winnings(Cents(5))
    with pytest.raises(AssertionError):
        half(Cents(5))


def test_odds_compare_and_add() -> None:
    assert Odds.parse("9:1").plus(Odds.parse("4:1")) == Odds(13)
    assert Odds(9, 2).at_least(Odds(4))
    assert not Odds(7, 2).at_least(Odds(4))
    assert str(Odds(3, 2)) == "3:2"


@pytest.mark.parametrize("bad", ["3", "3:0", "x:1", "3:2:1", "-3:2", "³:1", ""])
def test_what_is_not_odds_is_said_so(bad: str) -> None:
    with pytest.raises(ValueError, match="are not odds"):
        Odds.parse(bad)


@pytest.mark.clause("MA-11(b).2")
def test_the_next_amount_that_chips_can_make() -> None:
    assert up_to_chip(Fraction(500, 2), Cents(100)) == 300
    assert up_to_chip(Fraction(1000, 2), Cents(100)) == 500
    assert up_to_chip(Fraction(550, 2), Cents(50)) == 300
