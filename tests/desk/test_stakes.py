"""What lies on each wager if nothing is said, and what is left out when 0 is."""

from __future__ import annotations

import pytest

import pitboss
from cli.commands import run
from pitboss.desk.questions import BadQuestion
from pitboss.desk.stakes import stakes_of
from pitboss.money import ZERO, Cents, dollars


@pytest.mark.parametrize(
    ("book", "bets", "stakes"),
    [
        ("spanish21-ma", {}, {"main": 10}),
        ("spanish21-ma", {"insurance": 0}, {"main": 10}),
        ("straight-jack", {}, {"main": 10, "straight-jack": 10}),
        ("straight-jack", {"main": 25}, {"main": 25, "straight-jack": 25}),
        ("straight-jack", {"straight-jack": 5}, {"main": 10, "straight-jack": 5}),
        ("straight-jack", {"straight-jack": 0}, {"main": 10}),
        ("straight-jack-progressive", {"main": 50}, {"main": 50, "straight-jack-progressive": 1}),
        ("3-card-21", {}, {"main": 10, "three-card-bonus": 10}),
        ("ante-up-21", {"ante": 10}, {"21": 10, "ante": 10}),
    ],
)
def test_a_wager_that_changes_play_has_a_stake(book: str, bets: dict[str, int], stakes: dict[str, int]) -> None:
    placed = stakes_of(pitboss.game(book), {wager: dollars(amount) for wager, amount in bets.items()})
    assert placed == {wager: dollars(amount) for wager, amount in stakes.items()}


def test_it_is_no_larger_than_the_house_lets_it_be() -> None:
    playing = pitboss.game("straight-jack", {"side_max": 15})
    assert stakes_of(playing, {"main": dollars(25)})["straight-jack"] == dollars(15)  # type: ignore[index]


@pytest.mark.parametrize(("book", "wager"), [("spanish21-ma", "main"), ("3-card-21", "three-card-bonus")])
def test_what_must_be_placed_cannot_be_left_out(book: str, wager: str) -> None:
    with pytest.raises(BadQuestion, match=f"{wager} cannot be left out; give it an amount"):
        stakes_of(pitboss.game(book), {wager: ZERO})


@pytest.mark.slow
@pytest.mark.clause("CO-2105(2).2")
@pytest.mark.parametrize(
    ("option", "left_out", "other"),
    [("super_match", "super-match", "buster"), ("buster_offered", "buster", "super-match")],
)
def test_a_wager_that_is_left_out_is_priced_and_simulated_by_nobody(option: str, left_out: str, other: str) -> None:
    """The house without one of two optional wagers still has the other, at the same price and in the same rounds."""
    without, full = pitboss.game("blackjack-switch", {option: False}), pitboss.game("blackjack-switch")
    for ask in (
        lambda: stakes_of(without, {left_out: dollars(5)}),
        lambda: pitboss.price(without, [left_out]),
        lambda: pitboss.simulate(without, 100, bets={left_out: dollars(5)}),
    ):
        with pytest.raises(BadQuestion, match=f"{left_out}.*this house does not offer it|{left_out} is not offered"):
            ask()
    assert left_out not in stakes_of(without, every=True)
    assert pitboss.price(without, [other]).wagers == pitboss.price(full, [other]).wagers
    dealt = [pitboss.simulate(each, 500, seed=2, bets={other: dollars(5)}).wagers for each in (without, full)]
    assert dealt[0] == dealt[1]


@pytest.mark.slow
def test_one_convention_for_two_spots() -> None:
    """Price, advice and simulation are for each unit on both spots."""
    playing = pitboss.game("blackjack-switch")
    main = pitboss.price(playing, ["main"]).wagers[playing.rules.played]
    advice = pitboss.advise(playing, "Tc 5d / 6h Td", "7")
    dealt = pitboss.simulate(playing, 300_000, seed=3).wagers[playing.rules.played]
    assert main.unit == advice.per
    assert abs(dealt.mean - main.ev) < 4 * dealt.standard_error
    assert dealt.standard_error == pytest.approx(dealt.sd / 300_000**0.5, rel=1e-12)
    assert -1 < advice.best.worth < 1.1
    assert "divided by two" in run("edge", "blackjack-switch").words
    assert "divided by two" in run("strategy", "blackjack-switch", "--explain", "Tc 5d / 6h Td", "7").words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("spanish21-md", "played for super-award too, which costs it"),
        ("straight-jack", "as both are played for together"),
        ("blackjack-switch", "what this rule is worth; best play of both spots"),
        ("3-card-21", "what this rule is worth; best play, which edge prices"),
    ],
)
def test_a_simulation_says_why_its_exact_value_is_another(book: str, says: str) -> None:
    assert says in run("simulate", book, "--rounds", "1000").words


def test_a_game_that_simulates_its_price_says_nothing_of_it() -> None:
    stakes = {"main": Cents(1000)}
    assert stakes_of(pitboss.game("blackjack-co")) == stakes
    assert "exactly" not in run("simulate", "blackjack-co", "--rounds", "1000").out
