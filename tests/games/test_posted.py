"""What the sign says of the rules of play follows from the compiled rules of each house."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.posted import posted_lines
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.law.sign import Heading, Line, sign

PUSH_22 = "A dealer total of 22 is a push against every hand that is not bust"
NO_DAS = {"double_after_split": False}


def posted(book: str, settings: dict[str, Any] | None = None, readings: dict[str, Any] | None = None) -> list[Line]:
    return posted_lines(any_game(book, settings or {}, readings))


def line(start: str, *house: Any) -> Line:
    (found,) = [each for each in posted(*house) if each.says.startswith(start)]
    return found


@pytest.mark.clause("CO-2105(8)(e).3", "CO-2105(9)")
def test_the_22_of_the_dealer_that_pushes_in_switch() -> None:
    found = line("A dealer total", "blackjack-switch")
    assert found.says == f"{PUSH_22}, except a blackjack, which wins"
    assert {"CO-2105(8)(e).3", "CO-2105(9)"} <= set(found.clauses)
    switched = line("A dealer total", "blackjack-switch", {}, {"SW01": "only_switched"})
    assert switched.says == "A dealer total of 22 is a push against a switched blackjack only"
    for book in set(rulebook_ids()) - {"blackjack-switch"}:
        assert not any("dealer total" in each.says for each in posted(book)), book


@pytest.mark.parametrize(
    ("house", "says", "cited"),
    [
        (("spanish21-ma",), "The dealer stands on soft 17", "MA-12(b)"),
        (("spanish21-md",), "The dealer stands on soft 17", "MD-7.M"),
        (("spanish21-charity",), "The dealer hits soft 17", "CH-dealer"),
        (("spanish21-charity", {}, {"CH01": "stand"}), "The dealer stands on soft 17", "CH-dealer"),
        (("golden-21",), "The dealer hits soft 17", "CO-2108(7)"),
        (("ante-up-21",), "The dealer hits soft 17", "CO-2106(12)(b)"),
        (("blackjack-switch",), "The dealer hits soft 17", "CO-2105(9)"),
        (("blackjack-co", {"soft17": "stand"}), "The dealer stands on soft 17", "CO-2102.1"),
        (("blackjack-co", {"soft17": "hit"}), "The dealer hits soft 17", "CO-2102.1"),
    ],
    ids=str,
)
def test_what_the_dealer_does_with_a_soft_17(house: Any, says: str, cited: str) -> None:
    found = line("The dealer", *house)
    assert (found.heading, found.says) == (Heading.RULES, says)
    assert cited in found.clauses


@pytest.mark.parametrize(
    ("house", "says", "cited"),
    [
        (
            ("spanish21-ma",),
            "any number of cards, also after a split, for the original wager or less, once",
            "MA-9(a).1",
        ),
        (
            ("spanish21-charity",),
            "any number of cards, also after a split, a 21 too, for the original wager, twice (the second time for",
            "CH-double.2",
        ),
        (("blackjack-co",), "the first two cards, also after a split, for the original wager, once", "CO-2102.1"),
        (("blackjack-co", NO_DAS), "the first two cards, not after a split, for the original wager, once", "CO-2102.1"),
        (("blackjack-co", {"double": "any_number"}), "any number of cards, also", "CO-2102.1"),
        (("blackjack-switch",), "the first two cards, also after a split", "CO-2105(8)(d)"),
        (("3-card-21",), "the first three cards, or two after a split", "CO-2111-PR(2).1"),
        (("3-card-21", {}, {"TC08": "no"}), "two cards after a split only", "CO-2111-PR(2).1"),
    ],
    ids=str,
)
def test_on_what_a_hand_may_be_doubled(house: Any, says: str, cited: str) -> None:
    found = line("A hand may be doubled", *house)
    assert found.says.startswith(f"A hand may be doubled on {says}")
    assert cited in found.clauses


@pytest.mark.parametrize(
    ("house", "says", "cited"),
    [
        (("spanish21-md", {"max_splits": 2, "max_splits_aces": 1}), "up to 2 times on a box, aces once", "MD-11.D"),
        (("spanish21-charity",), "equal value may be split up to 3 times on a box, aces once", "CH-split.5"),
        (("blackjack-switch",), "up to 3 times on a spot, aces once", "CO-2105(8)(c).1"),
        (("blackjack-co", {"split_by": "rank"}), "equal rank may be split", "CO-2102.1"),
        (("blackjack-co", {"resplit_aces": True}), "on a box, aces up to 3 times", "CO-2102.1"),
        (("3-card-21",), "into three hands if two are of equal value or if they are above 21", "CO-2111-PR(2)(a).1"),
        (("blackjack-co", {"max_splits": 0}), "No hand may be split", "CO-2102.1"),
    ],
    ids=str,
)
def test_how_often_a_hand_may_be_split(house: Any, says: str, cited: str) -> None:
    (found,) = [each for each in posted(*house) if "be split" in each.says]
    assert says in found.says
    assert cited in found.clauses


def test_what_a_split_ace_gets() -> None:
    assert line("A split ace gets one card and no more", "blackjack-co").clauses == ("CO-2102.1",)
    for house in (("blackjack-co", {"hit_split_aces": True}), ("spanish21-ma",)):
        assert not any("split ace" in each.says for each in posted(*house))


@pytest.mark.parametrize("book", rulebook_ids())
def test_what_a_blackjack_is_paid(book: str) -> None:
    game = any_game(book, {})
    says = [each.says for each in posted_lines(game) if each.says.startswith("A blackjack is paid")]
    if not isinstance(game.rules, BlackjackRules) or book == "3-card-21":
        assert says == []
    else:
        odds = game.house.payout(game.rules.played, "blackjack").odds
        assert says == [f"A blackjack is paid {odds.pays} to {odds.to}"]
    assert ("A blackjack is paid 1 to 1" in says) == (book == "blackjack-switch")


@pytest.mark.clause("CH-mtd.s", "CH-mtd.n")
def test_the_match_with_the_down_card_is_paid_as_the_one_with_the_up_card() -> None:
    down = [each for each in posted("spanish21-charity") if each.heading is Heading.PAYOUTS]
    assert [(each.says, each.clauses) for each in down] == [
        ("Match the dealer down wager. Each matching card of the same suit: 9 to 1", ("CH-mtd.s",)),
        ("Match the dealer down wager. Each matching card of another suit: 4 to 1", ("CH-mtd.n",)),
    ]


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_side_wager_that_is_offered_has_its_odds_on_the_sign(book: str) -> None:
    game = any_game(book, {})
    shown = [each.says for each in (*sign(game.house), *posted_lines(game)) if each.heading is Heading.PAYOUTS]
    for side in game.rules.sides:
        name = side.id.replace("-", " ").capitalize()
        assert any(says.startswith(f"{name} wager.") for says in shown), side.id
    assert load(book).stated_edges == () or book == "spanish21-charity"
