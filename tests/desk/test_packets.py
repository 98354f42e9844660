"""Pai Jack behind the desk: prices, rules of thumb, advice on very cards, and questions that make no sense."""

from __future__ import annotations

import json

import pytest

import pitboss
from cli.commands import run
from pitboss.money import Cents

GAME = pitboss.game("pai-jack")


@pytest.mark.clause("CO-2112(11)", "CO-2112(9)(b)")
def test_the_main_wager_with_the_best_setting_of_every_packet() -> None:
    prices = pitboss.price(GAME)
    main = prices.wagers[GAME.rules.played]
    assert main.exact == "-3341486419/199332305172"
    assert main.sd == pytest.approx(0.8892931562**0.5, abs=1e-9)
    assert "by house way it is worth -0.031073" in main.method
    assert prices.combined is None


@pytest.mark.clause("CO-2112(12)-1.4", "CO-2112(12)-2.4", "CO-2112(12)-3.4", "CO-2112(12)-4.4")
@pytest.mark.parametrize(
    ("table", "worth"), [(1, "-4049/108290"), (2, "-36667/649740"), (3, "-1405/18564"), (4, "-3511/38220")]
)
def test_the_bonus_of_every_table(table: int, worth: str) -> None:
    playing = pitboss.game("pai-jack", {"bonus_table": table})
    (price,) = pitboss.price(playing, ["pai-jack-bonus"]).wagers.values()
    assert price.exact == worth


def test_both_wagers_together_move_together() -> None:
    bets = {"main": Cents(1000), "pai-jack-bonus": Cents(500)}
    prices = pitboss.price(GAME, bets=bets)
    main, bonus = prices.wagers.values()
    assert prices.combined is not None
    ev, sd = prices.combined
    assert ev == pytest.approx((2 * main.ev + bonus.ev) / 3)
    assert main.sd is not None
    assert bonus.sd is not None
    apart = ((2 * main.sd) ** 2 + bonus.sd**2) ** 0.5 / 3
    assert sd > apart  # a Pai Jack wins both


def test_rules_of_thumb_lose_ever_less() -> None:
    play = pitboss.best_play(GAME)
    rules, better = (section.value for section in play.sections)
    assert play.figures == {"ev_exact": "-3341486419/199332305172", "packets": 694, "hands": 429_008}
    losses = [rule["loss"] for rule in rules]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == pytest.approx(2852408837 / 199332305172, rel=1e-15)
    assert all(rule["ev"] + rule["loss"] == pytest.approx(play.value, rel=1e-14) for rule in rules)
    assert better[0]["packet"] == "A 10 9 5 3"


@pytest.mark.clause("CO-2112(9)(b).ex3")
def test_every_setting_of_very_cards() -> None:
    table = pitboss.advise(GAME, "10c 9c 5c 4c Ac", "-").table
    assert table is not None
    assert [row[1] for row in table.rows[1:]] == ["20 over 19", "15 over 14", "16 over 13", "20 over 9"]
    for _, _, _, *chances, _ in table.rows[1:]:
        assert sum(float(chance.removesuffix(" %")) for chance in chances) == pytest.approx(100, abs=0.02)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--explain", "Tc Kc 5c 4c Ac", "-"), 1, "is a Pai Jack"),
        (("--explain", "Tc Kc 9c Jc Qc", "-"), 1, "is a bust"),
        (("--explain", "Tc Kc 5c 4c", "-"), 2, "a packet has 5 cards"),
        (("--explain", "Tc Tc 5c 4c 3c", "-"), 2, "was written more often"),
        (("--explain", "Tc 9c 5c 4c 3x", "-"), 2, "is not a card"),
        (("--explain", "Tc 9c 5c 4c 3c", "7"), 2, "has no up card"),
        (("--meter", "5"), 2, "has no progressive meter"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = run("strategy", "pai-jack", *arguments)
    assert done.code == code
    assert says in done.err
    assert done.err.count("\n") == 1


def test_it_is_not_compared_rule_by_rule() -> None:
    for arguments in (("--compare", "blackjack-co"), ("--what-if",)):
        done = run("edge", "pai-jack", *arguments)
        assert (done.code, "cannot be compared rule by rule" in done.err) == (2, True)


def test_the_figures_as_json() -> None:
    found = json.loads(run("strategy", "pai-jack", "--json").out)
    assert found["ev_exact"] == "-3341486419/199332305172"
    assert len(found["rules"]) == 4
    one = json.loads(run("strategy", "pai-jack", "--explain", "Tc 9c 5c 4c Ac", "-", "--json").out)
    assert one["settings"][0]["low"] == "Tc 9c"
    assert run("strategy", "pai-jack").words.count("which loses") == 4
    assert "house way" in run("strategy", "pai-jack", "--explain", "Tc 9c 5c 4c Ac", "-").out
