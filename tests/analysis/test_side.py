"""Side wagers counted a second way: by dealing every pair of cards, one after the other."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from conformance.suite import WHEEL, game
from pitboss.analysis.priced import Priced
from pitboss.analysis.side import odds_of, price_side_wagers
from pitboss.cards import STANDARD_DECK, Card
from pitboss.games.registry import Game

pytestmark = pytest.mark.slow


def priced(playing: Game, wager: str) -> Priced:
    return next(each for each in price_side_wagers(playing) if each.wager == wager)


def dealt(playing: Game) -> Counter[tuple[Card, Card, Card]]:
    """Every dealer's card and two cards, in order, with the number of ways."""
    shoe = Counter(playing.shoe)
    found: Counter[tuple[Card, Card, Card]] = Counter()
    for dealer, copies in shoe.items():
        for one in shoe:
            for other in shoe:
                held = [dealer, one, other]
                ways = copies * (shoe[one] - (one is dealer)) * (shoe[other] - held[:2].count(other))
                found[dealer, one, other] += ways
    return found


@pytest.mark.parametrize(
    ("rulebook", "settings"),
    [
        ("spanish21-ma", {}),
        ("spanish21-ma", {"decks": 8}),
        ("spanish21-md", {"decks": 8}),
        ("spanish21-charity", {}),
        ("spanish21-ma", {"match_odds": {"other_suit": "5:1"}}),
    ],
)
@pytest.mark.clause("MA-6(e)", "MD-12.A(4)", "CH-mtd")
def test_match_the_dealer(rulebook: str, settings: dict[str, object]) -> None:
    playing = game(rulebook, settings)
    side = next(each for each in playing.rules.sides if each.id == "match-the-dealer")
    total, ways = Fraction(0), 0
    for (dealer, one, other), count in dealt(playing).items():
        rows = [
            "same_suit" if card.suit is dealer.suit else "other_suit"
            for card in (one, other)
            if card.rank is dealer.rank
        ]
        pays = sum((odds_of(side.odds([row]).odds) for row in rows), Fraction(0)) if rows else Fraction(-1)
        total += count * pays
        ways += count
    assert priced(playing, "match-the-dealer").ev == total / ways


@pytest.mark.clause("MA-11(c)", "MD-12.A(3)", "CH-ins.3")
@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity"])
def test_insurance(rulebook: str) -> None:
    """72 of the 287 other cards make the blackjack."""
    assert priced(game(rulebook, {}), "insurance").ev == Fraction(72, 287) * 2 - Fraction(215, 287)


@pytest.mark.parametrize(
    ("reading", "wins", "names"),
    [("blackjack", 24, ["no blackjack", "dealer blackjack"]), ("face_below", 71, ["no face below", "face below"])],
)
def test_insurance_against_faces(reading: str, wins: int, names: list[str]) -> None:
    """MD01, MD18: one of four such up cards is an ace; under the others 24 aces win, or 71 face cards."""
    found = priced(game("spanish21-md", {}, {"MD01": "faces_too", "MD18": reading}), "insurance")
    won = (Fraction(72, 287) + 3 * Fraction(wins, 287)) / 4
    assert found.ev == 3 * won - 1
    assert [each.name for each in found.outcomes] == names


@pytest.mark.clause("MA-16(c)", "MA-16(d).1", "MA-16(d)(2).2")
@pytest.mark.parametrize("wheel", [WHEEL, [{"pays": 40, "weight": 1}] * 2], ids=["two sums", "one sum"])
@pytest.mark.parametrize("two_aces", ["once", "per_ace"])
@pytest.mark.parametrize("stake_back", ["in_all", "plus_stake", "plus_stake_always"])
@pytest.mark.parametrize("blackjack", ["wheel_only", "both"])
def test_bonus_spin(blackjack: str, stake_back: str, two_aces: str, wheel: list[dict[str, int]]) -> None:
    """Count every two cards of six Spanish decks, in dollars: the expectation, and the wheel that breaks even."""
    deck = [(rank, suit) for rank in "A23456789JQK" for suit in "cdhs"] * 6
    mean = Fraction(sum(each["pays"] * each["weight"] for each in wheel), sum(each["weight"] for each in wheel))
    total, spins = Fraction(0), 0
    for at, (one, _) in enumerate(deck):
        for other, _ in deck[at + 1 :]:
            aces = (one + other).count("A")
            has_blackjack = aces == 1 and (one in "JQK" or other in "JQK")
            paid = Fraction(0)
            if aces and (not has_blackjack or blackjack == "both"):
                paid += 10 * (aces if two_aces == "per_ace" else 1)
                paid += 0 if stake_back == "in_all" else 5
            elif has_blackjack and stake_back == "plus_stake_always":
                paid += 5
            spins += has_blackjack
            total += paid + (mean if has_blackjack else 0) - 5
    ways = len(deck) * (len(deck) - 1) // 2
    readings = {"MA15": blackjack, "MA16": stake_back, "MA17": two_aces}
    found = priced(game("spanish21-ma", {"bonus_spin": True, "wheel": wheel}, readings), "bonus-spin")
    assert found.ev == total / ways / 5
    fair = mean - total / spins  # so much less on each spin
    assert found.fair_wheel_mean == fair / 5
    dollars = round(fair)  # a wheel pays cents, so take whole dollars and count the rest
    near = [{"pays": dollars, "weight": 1}] * 2
    even = priced(game("spanish21-ma", {"bonus_spin": True, "wheel": near}, readings), "bonus-spin")
    assert even.ev * 5 == Fraction(spins, ways) * (dollars - fair)


def test_chances_add_up() -> None:
    for each in price_side_wagers(game("spanish21-charity", {})):
        assert sum(row.probability for row in each.outcomes) == 1


COUNTED = tomllib.loads((Path(__file__).parents[1] / "golden/colorado-sides.toml").read_text())


@pytest.mark.clause("CO-2107(2)", "CO-2107-X", "CO-2107-HR")
@pytest.mark.parametrize("case", COUNTED["21-plus-3"])
def test_21_plus_3_counted_twice(case: str) -> None:
    version, decks = case.split()
    playing = game("21-plus-3", {"version": version, "decks": int(decks)})
    assert priced(playing, "21-plus-3").ev == Fraction(COUNTED["21-plus-3"][case])


@pytest.mark.clause("CO-2108-GW(9)")
@pytest.mark.parametrize("case", COUNTED["golden-21"])
def test_golden_21_counted_twice(case: str) -> None:
    schedule, decks, rows, ace_and_two = case.split()
    settings = {"schedule": int(schedule), "decks": int(decks)}
    playing = game("golden-21", settings, {"GP01": rows, "GP02": ace_and_two})
    assert priced(playing, "golden-21").ev == Fraction(COUNTED["golden-21"][case])


@pytest.mark.clause("CO-2108-GW(9)-1.4", "CO-2108-GW(9)-1.5")
@pytest.mark.parametrize("rows", ["highest", "sum", "table_order"])
def test_every_row_of_golden_21_is_paid_under_every_reading(rows: str) -> None:
    """GP01: the schedules end with the straight flush and the Golden 21, so the last row is the highest hand."""
    (side,) = [each for each in game("golden-21", {}, {"GP01": rows}).rules.sides if each.id == "golden-21"]
    made = {row for one in STANDARD_DECK for other in STANDARD_DECK for row in side.rows((one, other))}
    assert made == set(side.pays)
    suited, mixed = (tuple(map(Card.parse, each.split())) for each in ("Ac Kc", "Ac Kd"))
    paid = {"highest": ("30:1", "3:2"), "sum": ("77:2", "5:2"), "table_order": ("30:1", "1:1")}[rows]
    assert tuple(str(side.odds(side.rows(each)).odds) for each in (suited, mixed)) == paid


@pytest.mark.clause("CO-2113-A", "CO-2113-B", "CO-2113-HR", "CO-2114-A", "CO-2114-B", "CO-2114-TA", "CO-2114-TB")
@pytest.mark.clause("CO-2114-HR", "CO-2114-T3")
@pytest.mark.parametrize("case", COUNTED["buffalo"])
def test_wagers_of_buffalo_counted_twice(case: str) -> None:
    wager, table, decks = case.split()
    option = "top_3_table" if wager == "top-3" else "table_21_plus_3"
    books = ["buffalo-2"] if int(decks) < 4 else ["buffalo-3"] if wager == "top-3" else ["buffalo-2", "buffalo-3"]
    for book in books:
        found = priced(game(book, {option: table, "decks": int(decks)}), wager)
        assert found.ev == Fraction(COUNTED["buffalo"][case])


@pytest.mark.clause("CO-2113-BB", "CO-2114-BB")
@pytest.mark.parametrize("case", COUNTED["bust-bonus"])
def test_bust_bonus_counted_twice(case: str) -> None:
    """Every way in which the dealer can bust, suits included, against each up card."""
    decks, soft17 = case.split()
    counted = {up: Fraction(worth) for up, worth in COUNTED["bust-bonus"][case].items()}
    for book in ("buffalo-2", "buffalo-3") if decks in "46" else ("buffalo-2",):
        found = priced(game(book, {"decks": int(decks), "soft17": soft17}), "bust-bonus")
        assert found.ev == counted["overall"]
        assert {**(found.by_up_card or {}), "overall": found.ev} == counted


@pytest.mark.clause("CO-2105(10)-SM1", "CO-2105(10)-SM2", "CO-2105(10)-BB", "CO-2105(2).4", "CO-2105(6)")
@pytest.mark.parametrize("case", COUNTED["switch"])
def test_wagers_of_switch_counted_twice(case: str) -> None:
    wager, decks, soft17 = case.split()
    found = priced(game("blackjack-switch", {"decks": int(decks), "soft17": soft17}), wager)
    assert found.ev == Fraction(COUNTED["switch"][case])


@pytest.mark.clause("CO-2111(4)", "CO-2111(5)")
@pytest.mark.parametrize("case", COUNTED["three-card-bonus"])
def test_three_card_bonus_counted_twice(case: str) -> None:
    table, decks = map(int, case.split())
    found = priced(game("3-card-21", {"paytable": table, "decks": decks}), "three-card-bonus")
    assert found.ev == Fraction(COUNTED["three-card-bonus"][case])


@pytest.mark.clause("CO-2111(4).1", "CO-2111(5).note")
def test_rows_of_the_three_card_bonus_counted_twice() -> None:
    found = priced(game("3-card-21", {"paytable": 5}), "three-card-bonus")
    counted = {name.replace("_", " "): Fraction(chance) for name, chance in COUNTED["three-card-bonus rows"].items()}
    assert {each.name: each.probability for each in found.outcomes} == counted


@pytest.mark.clause("CO-2111(7).2", "CO-2111(7).3", "CO-2111(6).1")
@pytest.mark.parametrize("decks", [6, 8])
def test_insurance_of_three_cards_is_for_those_that_have_not_been_paid(decks: int) -> None:
    """Card by card: a 21 without a pair and without an ace is gone before anybody insures."""
    values = [1, *range(2, 10), 10, 10, 10, 10]
    there, won = Fraction(0), Fraction(0)
    for three in product(range(13), repeat=3):
        counts = [4 * decks - (rank == 0) for rank in range(13)]
        ways = 1
        for rank in three:
            ways *= counts[rank]
            counts[rank] -= 1
        held = [values[rank] for rank in three]
        if sum(held) != 21 or 1 in held or len(set(held)) < 3:
            there += ways
            won += Fraction(ways * sum(counts[9:]), sum(counts))
    assert priced(game("3-card-21", {"decks": decks}), "insurance").ev == 3 * won / there - 1
