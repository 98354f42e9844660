"""Ante Up 21 and 21-Hold 'em behind the desk: prices by stakes, when to fold, and questions that make no sense."""

from __future__ import annotations

import json

import pytest

import pitboss
from cli.commands import run
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.stakes import stakes_of
from pitboss.ids import Wager
from pitboss.money import Cents

pytestmark = pytest.mark.slow

PLAYED, ANTE, POKER = Wager("21"), Wager("ante"), Wager("poker")
ALONE = {"require_both": False}


def bets(played: int, ante: int) -> dict[str, Cents]:
    return {"21": Cents(played), "ante": Cents(ante)}


@pytest.mark.clause("CO-2106(9)(a)", "CO-2106(13)(b)(i)", "CO-2106(13)(d)")
@pytest.mark.parametrize(("ante", "adds", "together"), [(500, -0.080527, -0.030945), (1000, -0.010032, -0.008093)])
def test_what_an_ante_adds_beside_ten_dollars(ante: int, adds: float, together: float) -> None:
    prices = pitboss.price(pitboss.game("ante-up-21"), bets=bets(1000, ante))
    price = prices.wagers[ANTE]
    assert price.ev == pytest.approx(adds, abs=2e-5)
    assert prices.combined is not None
    assert prices.combined[0] == pytest.approx(together, abs=1e-5)
    assert prices.wagers[PLAYED].ev == pytest.approx(-0.006154, abs=1e-6)
    assert sum(each.probability for each in price.outcomes) == pytest.approx(1, abs=1e-9)
    assert "standard error of" in price.method


@pytest.mark.clause("CO-2106(2).1", "CO-2106(11).1")
def test_an_ante_alone_is_worth_much_to_the_player_where_it_may_draw() -> None:
    """The trap of the text, which the options of a house close."""
    for decks, worth in ((6, 0.1709527770), (2, 0.1633166079)):
        playing = pitboss.game("ante-up-21", {**ALONE, "decks": decks, "poker_bonus": False})
        prices = pitboss.price(playing, ["ante"], bets={"ante": Cents(500)})
        assert prices.wagers[ANTE].ev == pytest.approx(worth, abs=1e-8)
        assert prices.combined is None
        assert PLAYED not in prices.stakes
    stands = pitboss.game("ante-up-21", ALONE, {"AU07": "stands"})
    assert pitboss.price(stands, ["ante"], bets={"ante": Cents(500)}).wagers[ANTE].ev == pytest.approx(
        -0.34791, abs=1e-5
    )


@pytest.mark.clause("CO-2106(14)(b)-A", "CO-2106(14)(b)-B", "CO-2106(14)(b)-C", "CO-2106(14)(b)-D")
@pytest.mark.parametrize(
    ("schedule", "worth"),
    [("A", "-11348/125333"), ("B", "-66628/626665"), ("C", "-95138/626665"), ("D", "-84238/626665")],
)
def test_the_poker_bonus_by_schedule(schedule: str, worth: str) -> None:
    playing = pitboss.game("ante-up-21", {"schedule": schedule})
    assert pitboss.price(playing, ["poker-bonus"]).wagers[Wager("poker-bonus")].exact == worth


def test_which_wagers_are_placed_where_none_must_be() -> None:
    playing = pitboss.game("ante-up-21", ALONE)
    assert stakes_of(playing) == {PLAYED: 1000}
    assert stakes_of(playing, {"ante": Cents(500)}) == {ANTE: 500}
    assert stakes_of(playing, bets(1000, 500)) == {PLAYED: 1000, ANTE: 500}
    assert stakes_of(pitboss.game("ante-up-21"), {"ante": Cents(800)}) == {PLAYED: 1000, ANTE: 800}
    with pytest.raises(Refused, match="above the 21 wager"):
        stakes_of(pitboss.game("ante-up-21"), bets(500, 1000))
    with pytest.raises(Refused, match="needs a 21 wager"):
        stakes_of(playing, {"ante": Cents(500), "insurance": Cents(200)})
    with pytest.raises(BadQuestion, match="edge says"):
        pitboss.simulate(playing, 10, bets={"ante": Cents(500)})


def test_the_stakes_stand_beside_the_figures_that_are_for_them() -> None:
    """What an ante costs is nothing without its stakes: it is what it adds to the other wager."""
    words = run("edge", "ante-up-21", "--bet", "21=10", "--bet", "ante=10").words
    assert "what $10.00 adds to $10.00 on 21: best play of all less best play of 21 alone" in words
    assert "of all that are played together: $10.00 on 21, $10.00 on ante" in words
    alone = run("edge", "ante-up-21", "--set", "require_both=false", "--bet", "ante=5", "--wager", "ante").words
    assert "best play of $5.00 by itself" in alone


def test_both_stakes_of_a_house_with_compulsory_poker_are_printed() -> None:
    words = run("edge", "21-hold-em", "--set", "poker_entry=compulsory", "--set", "main_min=1").words
    assert "of all that are played together: $4.00 on main, $1.00 on poker" in words


def test_what_folds_and_what_is_split_for_the_sake_of_poker() -> None:
    done = run("strategy", "ante-up-21", "--json")
    assert done.code == 0
    found = json.loads(done.out)["folding"]
    assert found["wager"] == "ante"
    assert found["folds"]["K"][:3] == ["Q9", "Q8", "Q7"]
    assert found["folds"]["8"] == []
    split = {(row["up"], each) for row in found["otherwise"] if row["decision"] == "split" for each in row["hands"]}
    assert {("2", "KQ"), ("7", "JT"), ("K", "QJ")} <= split
    assert ("9", "KQ") not in split
    losses = [round(100 * each["loss"], 2) for each in found["rules"]]
    assert losses == [2.22, 1.27, 0.61, 0.25]
    shown = run("strategy", "ante-up-21").words
    assert "These first cards fold" in shown
    assert "played otherwise than by the chart" in shown
    assert "8.0527 % at $10.00 on 21 and $5.00 on ante, what it" in shown
    assert "surrender" not in shown, "what the game lacks has no place in the legend"


def test_bet_fold_and_every_decision_on_very_cards() -> None:
    done = run("strategy", "ante-up-21", "--explain", "Tc Jd", "K", "--json")
    found = json.loads(done.out)
    assert [each["decision"] for each in found["asked"]] == ["bet", "fold"]
    assert found["best"] == "split"
    ten = json.loads(run("strategy", "ante-up-21", "--explain", "Tc Jd", "10", "--json").out)
    assert ten["asked"] != found["asked"], "at poker a ten is no king"
    three = json.loads(run("strategy", "ante-up-21", "--explain", "Kc 6d 2c", "4", "--json").out)
    assert (three["unit"], three["stakes"]) == ("21", {"21": "10.00", "ante": "5.00"})
    said = run("strategy", "ante-up-21", "--explain", "Kc 6d 2c", "4").words
    assert "Kc 6d 2c against 4, after a bet, the dealer having no blackjack:" in said
    assert "Worth in units of the 21 wager, with $10.00 on 21 and $5.00 on ante." in said
    assert "asked" not in three
    assert {each["decision"] for each in three["decisions"]} == {"hit", "stand"}


@pytest.mark.clause("CO-2104(13)(b)")
def test_the_poker_part_and_both_wagers_together() -> None:
    playing = pitboss.game("21-hold-em")
    prices = pitboss.price(playing, bets={"main": Cents(1000), "poker": Cents(500)})
    assert prices.wagers[POKER].exact == "-22331/108290"
    main, poker = prices.wagers[Wager("main")], prices.wagers[POKER]
    assert main.ev == pytest.approx(0.00183073, abs=1e-8)
    assert prices.combined is not None
    assert prices.combined[0] == pytest.approx((10 * main.ev + 5 * poker.ev) / 15)
    assert main.sd is not None
    assert poker.sd is not None
    apart = ((10 * main.sd) ** 2 + (5 * poker.sd) ** 2) ** 0.5 / 15
    assert prices.combined[1] == pytest.approx((apart**2 + 2 * 50 * -0.0941381849863 / 225) ** 0.5, abs=1e-9)
    own = pitboss.game("21-hold-em", readings={"HE05": "own_card"})
    assert pitboss.price(own, ["poker"]).wagers[POKER].exact == "-39227/108290"
    assert pitboss.price(playing).combined is None, "nobody has to place a poker wager"


@pytest.mark.clause("CO-2104(2)(b).2")
def test_the_usual_stakes_of_a_house_with_both_wagers_compulsory() -> None:
    playing = pitboss.game("21-hold-em", {"poker_entry": "compulsory", "main_min": 1})
    assert stakes_of(playing) == {Wager("main"): 400, POKER: 100}
    with pytest.raises(Refused, match="over the"):
        stakes_of(playing, {"main": Cents(1000)})


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["strategy", "21-hold-em", "--explain", "Kd 9c 2c", "5h 8d"], 2, "one or two own cards beside two"),
        (["strategy", "21-hold-em", "--explain", "Kd", "5h Kd"], 2, "Kd was written 2 times"),
        (["strategy", "21-hold-em", "--explain", "Kd", "5h xx"], 2, "is not a card"),
        (["edge", "21-hold-em", "--wager", "poker-2"], 2, "poker-2 is as large as poker, placed when cards lie, and"),
        (["edge", "21-hold-em", "--bet", "poker-3=5"], 2, "and priced with it: ask for poker\n"),
        (["simulate", "21-hold-em", "--bet", "poker-2=5", "--rounds", "10"], 2, "ask for poker\n"),
        (["edge", "ante-up-21", "--wager", "bet"], 2, "bet is as large as ante, placed when cards lie, and"),
        (["edge", "ante-up-21", "--bet", "bet=5"], 2, "and priced with it: ask for ante\n"),
        (["edge", "ante-up-21", "--bet", "ante=1000"], 1, "over the maximum"),
        (["edge", "ante-up-21", "--bet", "main=10"], 2, "unknown wager"),
        (["simulate", "21-hold-em", "--shoes", "--rounds", "10"], 2, "no cut card"),
        (["check", "docs/houses/21-hold-em.toml"], 0, "lawful"),
        (["check", "docs/houses/ante-up-21.toml"], 0, "lawful"),
    ],
)
def test_questions_that_are_answered_in_one_sentence(arguments: list[str], code: int, says: str) -> None:
    done = run(*arguments)
    assert done.code == code, done.shown
    assert says in done.shown
    assert "Traceback" not in done.shown


def test_bet_and_fold_beside_two_community_cards() -> None:
    found = json.loads(run("strategy", "21-hold-em", "--explain", "Kd 9c", "5h 8d", "--json").out)
    assert [(each["decision"], each["worth"]) for each in found["decisions"]] == [("bet", -1.875), ("fold", -2.0)]
    said = run("strategy", "21-hold-em", "--explain", "Kd 9c", "5h 8d").out
    assert said.endswith("\nWorth in units of the poker wager.\n"), "whatever the stakes are"
    rules = json.loads(run("strategy", "21-hold-em", "--json").out)["folding"]["rules"]
    assert rules[-1]["loss"] == 0
    assert rules[0]["loss"] == pytest.approx(68871 / 216580)
