"""The sign of a house says what the texts want posted, from the house itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.law.sign import sign
from pitboss.notation.submission import read_submission

HOUSES = Path(__file__).parents[2] / "docs/houses"


def lines(name: str) -> str:
    _, house = read_submission(HOUSES / f"{name}.toml")
    assert isinstance(house, House)
    return "\n".join(f"{line.heading}: {line.says} {' '.join(line.clauses)}" for line in sign(house))


@pytest.mark.clause("MA-6(b)(2).2", "MA-7(i).6", "MA-7(l)")
def test_massachusetts() -> None:
    text = lines("massachusetts")
    assert "Main wager: $15.00 to $1,000.00" in text
    assert "Match the dealer wager: $1.00 to $50.00" in text
    assert "Bonus spin wager: $5.00 exactly" in text
    assert "same suit, eight decks: 13 to 1" in text
    assert "another suit, eight decks: 3 to 1" in text
    assert "six decks: 4 to 1" not in text
    assert "A blackjack spins the wheel: $1,000.00 on 1 of 18 parts" in text
    assert "hole card, which nobody looks at" in text
    assert "MA-7(i).6" in text
    assert "MA-7(l)" in text


def test_without_a_hole_card_there_is_no_notice_of_one() -> None:
    text = lines("massachusetts-prior")
    assert "hole card" not in text
    assert "MA-16" not in text


@pytest.mark.clause("MD-2.B(3)", "MD-2.B(5)", "MD-2.B(6)")
def test_maryland() -> None:
    text = lines("maryland")
    assert "Blackjack: 3 to 2" in text
    assert "makes a blackjack: 2 to 1" in text
    assert "Doubled hands do not receive the additional payouts." in text
    assert "$5,000.00" in text


@pytest.mark.clause("CH-edge")
def test_charity() -> None:
    text = lines("charity")
    assert "Main wager: $2.00 to $10.00" in text
    assert ".42 %" in text
    assert "FIXED AWARDS" not in text


@pytest.mark.clause("CO-2112(2).2", "CO-2112(2).3", "CO-2112(5).3", "CO-2112(11)(i)(i)")
def test_pai_jack() -> None:
    text = lines("pai-jack")
    assert "Main wager: $10.00 to $100.00" in text
    assert "Pai jack bonus wager: $1.00 to $25.00" in text
    assert "Royal Pai Jack, ace, king and queen of one suit: 50 to 1" in text
    assert "Any other Pai Jack: 5 to 1" in text
    assert "15 to 1" not in text, "of another table"
    assert "A foul hand is set anew by its player, and by house way if it is foul again." in text
    assert "Tips for the dealer are taken" in text
    assert "Score Gaming" in text


def test_the_sign_follows_the_readings() -> None:
    plain = check(load("spanish21-ma"), {}, {})
    other = check(load("spanish21-ma"), {}, {"S01": "literal", "MA20": "premium_on_original", "S28": "no_premium"})
    assert isinstance(plain, House)
    assert isinstance(other, House)
    usual, unusual = [line.says for line in sign(plain)], [line.says for line in sign(other)]
    assert "A hand that was doubled is paid 1 to 1 only." in usual
    assert "A hand that was doubled is paid 1 to 1 only." not in unusual
    assert "A split hand earns no premium." in unusual
    assert any("Only a blackjack that meets a dealer 21" in line for line in unusual)
    assert not any(line.heading.startswith("READ") for line in sign(plain))


def test_a_payout_limit_is_posted() -> None:
    house = check(load("spanish21-md"), {"payout_limit": 25000}, {})
    assert isinstance(house, House)
    assert "No hand is paid more than $25,000.00 in all" in [line.says for line in sign(house)]


def test_a_wager_that_is_not_offered_is_not_on_the_sign() -> None:
    house = check(load("spanish21-ma"), {"match_offered": False}, {})
    assert isinstance(house, House)
    assert not any("match" in line.says.lower() for line in sign(house))


@pytest.mark.clause("CO-2105(2).2")
@pytest.mark.parametrize(
    ("option", "gone", "there"), [("super_match", "match", "bust"), ("buster_offered", "bust", "match")]
)
def test_the_sign_of_switch_has_the_side_wagers_that_are_offered(option: str, gone: str, there: str) -> None:
    house = check(load("blackjack-switch"), {option: False, "tip_bets": True}, {})
    assert isinstance(house, House)
    said = [line.says.lower() for line in sign(house)]
    assert not any(gone in says for says in said)
    assert any(there in says for says in said)
