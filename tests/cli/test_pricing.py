"""`pitboss edge` and `pitboss strategy`: what they print, and what they say to nonsense."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cli import commands
from pitboss.cli.charts import legend

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> commands.Finished:
    return commands.run(*arguments, cwd=ROOT)


def test_edge_as_json() -> None:
    done = run("edge", "spanish21-ma", "--set", "decks=8", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert set(found) == {"rulebook", "house", "readings", "stakes", "wagers", "combined", "seconds"}
    assert found["house"]["decks"] == 8
    assert found["wagers"]["main"]["ev"] == pytest.approx(-0.003846681, abs=1e-8)
    assert found["wagers"]["main"]["sd"] == pytest.approx(1.16, abs=0.001)
    match = found["wagers"]["match-the-dealer"]
    assert match["ev_exact"] == "-2184/73153"
    assert sum(row["probability"] for row in match["outcomes"]) == pytest.approx(1)
    assert set(match["outcomes"][0]) == {"name", "probability", "probability_exact", "pays"}


def test_the_outcomes_of_the_main_wager() -> None:
    """They make up its expectation; computed and not counted, they have no fraction."""
    main = json.loads(run("edge", "spanish21-ma", "--wager", "main", "--json").out)["wagers"]["main"]
    assert set(main) == {"ev", "ev_exact", "sd", "sd_error", "outcomes", "method"}
    assert sum(row["probability"] for row in main["outcomes"]) == pytest.approx(1, abs=1e-12)
    assert sum(row["probability"] * row["pays"] for row in main["outcomes"]) == pytest.approx(main["ev"], abs=1e-12)
    assert {row["probability_exact"] for row in main["outcomes"]} == {None}
    text = run("edge", "spanish21-ma", "--wager", "main").out
    assert "777 spades" in text
    assert all(row["name"] in text for row in main["outcomes"])


@pytest.mark.parametrize("suffix", ["html", "csv"])
def test_a_sheet_has_the_outcomes_of_the_main_wager(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"sheet.{suffix}"
    assert run("edge", "spanish21-md", "--wager", "main", "--sheet", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    assert "Outcomes of main" in text
    assert "player blackjack" in text
    if suffix == "csv":
        table = text.partition("# Outcomes of main\n")[2].partition("\n\n")[0]
        rows = list(csv.DictReader(io.StringIO(table)))
        back = sum(float(row["contribution to the return"]) for row in rows)
        assert back == pytest.approx(1 - 0.003894, abs=1e-6)
        assert all(row["clauses"] and not row["exactly"] for row in rows)


def test_one_wager_only() -> None:
    found = json.loads(run("edge", "spanish21-md", "--wager", "insurance", "--json").out)
    assert list(found["wagers"]) == ["insurance"]


def test_the_award_grows_with_the_table() -> None:
    alone, four = (
        json.loads(
            run("edge", "spanish21-ma", "--wager", "super-award", "--stake", "25", "--others", others, "--json").out
        )
        for others in ("0", "4")
    )
    chance = alone["wagers"]["super-award"]["outcomes"][0]["probability"]
    more = four["wagers"]["super-award"]["ev"] - alone["wagers"]["super-award"]["ev"]
    assert more == pytest.approx(chance * 4 * 50 / 25)
    assert 0 < alone["wagers"]["super-award"]["ev"] < chance * 5000 / 25  # drawing costs what splitting would have won


def test_an_award_that_is_not_worth_drawing_to_says_so() -> None:
    for stake, says in (("500", "are better split all the same"), ("25", "drawn to instead of splitting")):
        assert says in " ".join(run("edge", "spanish21-ma", "--stake", stake).out.split())


@pytest.mark.parametrize("suffix", ["html", "csv"])
def test_a_sheet_says_what_it_rests_on(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"sheet.{suffix}"
    done = run("edge", "spanish21-charity", "--wager", "match-the-dealer", "--wager", "insurance", "--sheet", str(path))
    assert done.code == 0, done.err
    text = path.read_text(encoding="utf-8")
    assert "3.055481 %" in text
    assert "96.9445 %" in text
    assert "at least 75 %" in text
    assert "1,000,000,000" in text
    assert "CH-mtd" in text
    assert "pitboss edge spanish21-charity" in text
    assert "CH01" in text
    assert list(tmp_path.iterdir()) == [path]


def test_a_sheet_flags_a_poor_wager(tmp_path: Path) -> None:
    """Insurance returns 75.26 %: enough for Maryland's flag, not for the 80 % of Massachusetts."""
    for rulebook, kept in (("spanish21-ma", "NO"), ("spanish21-md", "yes")):
        run("edge", rulebook, "--wager", "insurance", "--sheet", str(tmp_path / "s.csv"))
        row = next(line for line in (tmp_path / "s.csv").read_text().splitlines() if line.startswith("insurance,"))
        assert row.split(",")[3] == kept


def test_wagers_that_are_played_together_come_first_on_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    assert run("edge", "3-card-21", "--wager", "main", "--wager", "three-card-bonus", "--sheet", str(path)).code == 0
    wagers = path.read_text(encoding="utf-8").partition("# Wagers\n")[2].partition("\n\n")[0].splitlines()
    assert [row.split(",")[0] for row in wagers] == ["wager", "combined", "main", "three-card-bonus"]


def test_a_fair_wheel(tmp_path: Path) -> None:
    """Bonus Spin with a wheel that pays what the command calls fair breaks even, to what cents can make of it."""
    house = tmp_path / "wheel.toml"

    def priced(pays: float) -> dict[str, Any]:
        sections = f"[[house.wheel]]\npays = {pays:.2f}\nweight = 1\n" * 2
        house.write_text(f'rulebook = "spanish21-ma"\n[house]\nbonus_spin = true\n{sections}')
        found = run("edge", "spanish21-ma", "--house", str(house), "--wager", "bonus-spin", "--json").out
        return dict(json.loads(found)["wagers"]["bonus-spin"])

    fair = priced(20)["fair_wheel_mean"]
    assert priced(20)["ev"] < -0.1
    assert abs(priced(fair)["ev"]) < 0.0001
    shown = run("edge", "spanish21-ma", "--house", str(house), "--wager", "bonus-spin").out
    assert f"${fair:,.2f} on average" in " ".join(shown.split())


def test_compare_adds_up() -> None:
    found = json.loads(run("edge", "spanish21-ma", "--compare", "spanish21-md", "--json").out)
    edges = [json.loads(run("edge", f"spanish21-{name}", "--wager", "main", "--json").out) for name in ("ma", "md")]
    difference = edges[1]["wagers"]["main"]["ev"] - edges[0]["wagers"]["main"]["ev"]
    assert sum(step["change"] for step in found["steps"]) == pytest.approx(difference, abs=1e-12)
    moved = {step["rule"] for step in found["steps"] if abs(step["change"]) > 1e-9}
    assert moved == {"what wins and what it pays"}


@pytest.mark.parametrize("pair", [("blackjack-co", "spanish21-ma"), ("spanish21-md", "blackjack-co")])
def test_different_games_can_be_compared(pair: tuple[str, str]) -> None:
    """From plain blackjack to Spanish 21 the cards cost most and the payoffs gain most, and the other way round."""
    found = json.loads(run("edge", pair[0], "--compare", pair[1], "--json").out)
    edges = [json.loads(run("edge", name, "--wager", "main", "--json").out) for name in pair]
    difference = edges[1]["wagers"]["main"]["ev"] - edges[0]["wagers"]["main"]["ev"]
    assert found["total"] == pytest.approx(difference, abs=1e-12)
    changes = {step["rule"]: step["change"] for step in found["steps"]}
    cards, pays = changes["cards"], changes["what wins and what it pays"]
    assert (cards < -0.01 < 0.01 < pays) if pair[0] == "blackjack-co" else (pays < -0.01 < 0.01 < cards)


def test_what_if() -> None:
    """Directions that the clauses imply: fewer splits and no premium on splits cost, redoubling pays."""
    changes = json.loads(run("edge", "spanish21-md", "--what-if", "--json").out)["changes"]
    found = {row["what"]: row["change"] for row in changes}
    assert found["max_splits = 1"] < found["max_splits = 2"] < 0
    assert found["readings.S28 = premium"] > 0
    assert found["readings.S09 = redouble"] > 0.004
    assert found["decks = 8"] < 0
    assert 0.010 < found["readings.S03 = literal"] < 0.012


def test_a_rule_that_moves_nothing_but_rounding_is_not_shown_as_moving() -> None:
    text = run("edge", "buffalo-2", "--what-if").out
    moves, _, still = text.partition("It does not move with:")
    assert "split_by" in still
    assert "split_by" not in moves
    assert "0.0000 %" not in moves


def test_the_chart_as_csv() -> None:
    done = run("strategy", "spanish21-ma", "--format", "csv")
    rows = list(csv.reader(io.StringIO(done.out)))
    assert rows[0] == ["", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    chart = {row[0]: row[1:] for row in rows[1:]}
    assert chart["17"][-1] == "RH"
    assert chart["8 8"] == ["P"] * 10
    assert chart["11"][0] == "D4"


def test_the_chart_in_every_form() -> None:
    from xml.etree import ElementTree

    text = run("strategy", "spanish21-md").out
    told = (
        "House edge of $10.00, its award included, with best play 0.3762 %; keeping to this chart costs 0.0025 % more."
    )
    assert told in " ".join(text.split())
    svg = ElementTree.fromstring(run("strategy", "spanish21-md", "--format", "svg").out)
    squares = list(svg.iter("{http://www.w3.org/2000/svg}rect"))
    assert len(squares) == 1 + 34 * 10
    page = run("strategy", "spanish21-md", "--format", "html").out
    assert page.count("<td") == 34 * 10
    assert page.startswith("<!doctype html>")


def test_explain() -> None:
    done = run("strategy", "spanish21-ma", "--explain", "8c 8d", "A")
    assert done.out.splitlines()[2].split()[:2] == ["P", "split"]
    assert "MA-10(a).1" in done.out
    suited = run("strategy", "spanish21-ma", "--explain", "7s 8s", "4").out
    mixed = run("strategy", "spanish21-ma", "--explain", "7s 8c", "4").out
    assert suited.splitlines()[2].split()[1] == "hit"
    assert mixed.splitlines()[2].split()[1] == "stand"
    assert "double" in run("strategy", "spanish21-ma", "--explain", "2c 3d 4h", "6").out
    assert "+3.000000" in run("strategy", "spanish21-ma", "--explain", "6s 7S 8s", "10").out
    assert "surrender" not in run("strategy", "spanish21-ma", "--explain", "Ac Kc", "5h").out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["edge", "no-such"], 2, "unknown rulebook"),
        (["edge", "pai-jack", "--what-if"], 2, "cannot be compared rule by rule"),
        (["edge", "spanish21-ma", "--set", "decks=7"], 1, "decks is set to 7"),
        (["edge", "spanish21-ma", "--set", "decks"], 2, "--set takes NAME=VALUE"),
        (["edge", "spanish21-ma", "--set", "dekcs=6"], 2, "unknown option"),
        (["edge", "spanish21-ma", "--set", "readings.S02=no"], 2, "S02"),
        (["edge", "spanish21-ma", "--wager", "lottery"], 2, "unknown wager"),
        (["edge", "spanish21-ma", "--wager", "bonus-spin"], 2, "is not offered by this house"),
        (["edge", "spanish21-ma", "--stake", "-5"], 2, "--stake takes an amount"),
        (["edge", "spanish21-ma", "--stake", "lots"], 2, "--stake takes an amount"),
        (["edge", "spanish21-ma", "--what-if", "--compare", "spanish21-md"], 2, "one at a time"),
        (["edge", "spanish21-ma", "--sheet", "sheet.pdf"], 2, "--sheet takes a file"),
        (["edge", "spanish21-ma", "--sheet", "no/such/sheet.csv"], 2, "--sheet takes a file"),
        (["edge", "spanish21-ma", "--house", "docs/houses/maryland.toml"], 2, "is a house of spanish21-md"),
        (["strategy", "spanish21-ma", "--format", "pdf"], 2, "--format takes text, csv, html or svg"),
        (["strategy", "spanish21-ma", "--explain", "Tc 8d", "A"], 2, "have no ten: Tc; write J, Q or K"),
        (["strategy", "spanish21-ma", "--explain", "7h 7h 7h 7h 7h 7h 7h", "A"], 2, "7h was written 7 times"),
        (["strategy", "spanish21-ma", "--explain", "8c", "A"], 2, "two cards or more"),
        (["strategy", "spanish21-ma", "--explain", "8c 8d", "Z"], 2, "is not an up card"),
        (["strategy", "spanish21-ma", "--explain", "8c Kd 9h", "A"], 1, "bust"),
    ],
)
def test_bad_input(arguments: list[str], code: int, says: str) -> None:
    done = run(*arguments)
    assert done.code == code, done.err
    assert says in done.err
    assert "Traceback" not in done.err


def test_the_chart_says_what_squares_cannot() -> None:
    """Doubles are rescued as published strategies of Spanish 21 rescue them; charity doubles again instead."""
    rescue = " ".join(run("strategy", "spanish21-ma").out.split())
    assert "Rescue a double hard 6 to 16 and soft 13 to 16 against 8, 9 and 10; hard 6 to 17" in rescue
    assert "Insurance is not taken: it loses 24.7387 % of itself." in rescue
    found = json.loads(run("strategy", "spanish21-charity", "--json").out)
    assert [note.split(" ")[0] for note in found["notes"]] == ["Double", "Insurance"]
    assert found["rows"]["8 8"]["10"] == "P"
    assert found["ev_of_chart"] < found["ev"]
    assert len(json.loads(run("strategy", "blackjack-co", "--json").out)["notes"]) == 1


def test_the_chart_has_sections() -> None:
    lines = run("strategy", "spanish21-md").out.splitlines()
    assert [line for line in lines if line in ("hard", "soft", "pairs")] == ["hard", "soft", "pairs"]
    assert lines[2].strip() == "dealer's card"


@pytest.mark.clause("CO-2114-BB")
def test_a_wager_that_is_placed_when_the_up_card_is_known(tmp_path: Path) -> None:
    """Its worth against each up card, printed, in the JSON, and on the sheet."""
    sheet = tmp_path / "sheet.csv"
    done = run("edge", "buffalo-3", "--wager", "bust-bonus", "--sheet", str(sheet))
    assert "bust-bonus AGAINST  HOUSE EDGE  EXACTLY" in done.out
    assert "    A                  24.3520 %" in done.out
    assert "# bust-bonus against each up card" in sheet.read_text(encoding="utf-8")
    found = json.loads(run("edge", "buffalo-3", "--wager", "bust-bonus", "--json").out)["wagers"]["bust-bonus"]
    assert list(found["by_up_card"]) == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert found["by_up_card"]["10"] == {
        "ev": pytest.approx(-0.088547, abs=1e-6),
        "ev_exact": "-163043529199/1841318182165",
    }


def test_an_edge_that_is_no_fraction_has_no_column_of_fractions(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    done = run("edge", "buffalo-2", "--wager", "bust-bonus", "--sheet", str(sheet))
    heads = [line.split() for line in done.out.splitlines() if "AGAINST" in line]
    assert heads == [["bust-bonus", "AGAINST", "HOUSE", "EDGE"]]
    assert "\nup card,house edge\n" in sheet.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.clause("CO-2105(8)(b)")
def test_two_spots_are_advised_together() -> None:
    done = run("strategy", "blackjack-switch", "--explain", "Tc 5d / 6h Td", "7")
    assert [line.split()[:2] for line in done.out.splitlines()[2:3]] == [["W", "switch"]]
    assert run("strategy", "blackjack-switch", "--explain", "Ac Kd / 6h 5d", "7").out.splitlines()[2].startswith("K ")
    play = json.loads(run("strategy", "blackjack-switch", "--json").out)
    assert play["ev"] > play["ev_of_chart"] > play["ev"] - 5e-5
    assert play["switching"]["A 10"]["A"] == 100 > play["switching"]["A 10 switched"]["A"]
    text = run("strategy", "blackjack-switch").out
    assert "loses 0.0023 %" in " ".join(text.split())
    assert "add up both spots, and switch where that makes more" in " ".join(text.split())


@pytest.mark.slow
@pytest.mark.clause("CO-2111(2).1", "CO-2111(2).2")
def test_three_cards_are_priced_advised_and_simulated() -> None:
    found = json.loads(run("edge", "3-card-21", "--json").out)
    assert found["stakes"] == {"main": "10.00", "three-card-bonus": "10.00"}
    assert found["wagers"]["main"]["ev"] == pytest.approx(0.152783, abs=1e-6)
    assert found["wagers"]["three-card-bonus"]["ev_exact"] == "-104029/626665"
    assert found["combined"] == {
        "ev": pytest.approx(-0.0066107, abs=1e-6),
        "sd": pytest.approx(1.18912, abs=3e-4),
        "kind": "exact for a stated policy",
        "unit": "for each unit of all that is staked on main and three-card-bonus",
        "sd_error": pytest.approx(9.6e-7, abs=1e-7),
    }
    assert "  combined            0.6611 %" in run("edge", "3-card-21").out
    assert json.loads(run("edge", "3-card-21", "--wager", "main", "--json").out)["combined"] is None
    done = run("strategy", "3-card-21", "--explain", "Tc 5d 9h", "7")
    assert [line.split()[:2] for line in done.out.splitlines()[2:4]] == [["P", "split"], ["surrender", "-0.500000"]]
    play = json.loads(run("strategy", "3-card-21", "--json").out)
    assert play["ev"] > play["ev_of_chart"] > play["ev"] - 5e-5
    assert play["singles"]["A"]["6"] > 0 > play["singles"]["6"]["10"]
    assert play["kept"]["20"]["8"] > 50
    text = run("strategy", "3-card-21").out
    assert "loses 0.0034 % more" in " ".join(text.split())
    assert "pairs" not in text
    summary = json.loads(run("simulate", "3-card-21", "--rounds", "200000", "--seed", "4", "--json").out)
    assert set(summary["wagers"]) == {"main", "three-card-bonus"}


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["strategy", "3-card-21", "--explain", "Tc 5d", "7"], 2, "a hand has three cards or more"),
        (["strategy", "3-card-21", "--explain", "Tc 5d 4c 9h", "7"], 1, "a bust hand has nothing left to decide"),
        (["edge", "3-card-21", "--compare", "blackjack-co"], 2, "begins with three cards and cannot be compared"),
        (["edge", "3-card-21", "--bet", "main=20", "--bet", "three-card-bonus=10"], 1, "must be equal"),
        (["edge", "3-card-21", "--set", "decks=8", "--set", "paytable=2"], 1, "paytable 2 is for six decks"),
        (["simulate", "3-card-21", "--rounds", "10", "--plan", "never-bust"], 2, "plays by its own rule for them"),
        (["strategy", "blackjack-switch", "--explain", "Tc 5d 2h / 6h Td", "7"], 2, "two spots have two cards each"),
        (["strategy", "blackjack-switch", "--explain", "Tc 5d / 6h", "7"], 2, "two cards or more"),
        (["strategy", "blackjack-co", "--explain", "Tc 5d / 6h Td", "7"], 2, "is not a card"),
        (["edge", "blackjack-switch", "--compare", "blackjack-co"], 2, "cannot be compared rule by rule"),
        (["edge", "buffalo-2", "--bet", "bust-bonus=0.50"], 1, "under the minimum"),
        (["edge", "buffalo-3", "--bet", "bust-bonus=1.50"], 1, "no multiple of $1.00"),
    ],
)
def test_questions_about_the_newer_games_that_make_no_sense(arguments: list[str], code: int, says: str) -> None:
    done = commands.run(*arguments)
    assert done.code == code
    assert says in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("squares", "says"),
    [
        (["S", "H", "D", "P"], ["S stand, H hit, D double, P split."]),
        (["H", "RH"], ["H hit; RH surrender two cards and hit more."]),
        (["S4", "H3"], ["S stand, H hit.", "A number: from so many cards on hit instead (after H stand)."]),
        (
            ["D3S", "H3D"],
            [
                "H hit, D double.",
                "A number: from so many cards on hit instead (after D3S stand too; after H3D double).",
            ],
        ),
        (
            ["S\u2020", "S\u2021"],
            ["S stand.", "\u2020 hit two cards of 6, 7 and 8 if they are of one suit; \u2021 if they are spades."],
        ),
    ],
)
def test_a_legend_has_what_is_in_the_chart_and_nothing_else(squares: list[str], says: list[str]) -> None:
    assert legend([["", *"23456"[: len(squares)]], ["16", *squares]]) == says
