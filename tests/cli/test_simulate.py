"""`pitboss simulate`: what it prints in every form, rounds dealt again, sessions, checkpoints, and nonsense."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.commands import Finished, run
from cli.terminal import Terminal
from pitboss.analysis.drawing import solver
from pitboss.analysis.drawing.chart import BadChart, Chart, Grid
from pitboss.analysis.drawing.solver import Solution
from pitboss.cli import simulate as command
from pitboss.games.registry import Game, compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import load

pytestmark = pytest.mark.slow
BOOKS = ("spanish21-ma", "spanish21-ma-prior", "spanish21-md", "spanish21-charity", "blackjack-co")
HOUSES = Path(__file__).parents[2] / "docs" / "houses"
MA = ("spanish21-ma", "--rounds", "1e5")


def simulate(*arguments: str, env: Mapping[str, str] | None = None) -> Finished:
    return run("simulate", *arguments, env=env)


def as_json(*arguments: str) -> dict[str, Any]:
    done = simulate(*arguments, "--json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def game_of(book: str) -> Game:
    return compile_game(defaults(load(book)))


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solver.solve(game_of("spanish21-ma"))


@pytest.fixture(scope="module")
def written(solution: Solution) -> list[list[str]]:
    return Chart(solution).grid.written()


# What is printed


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_every_rulebook_is_where_the_exact_value_says(book: str) -> None:
    found = as_json(book, "--rounds", "3e5", "--seed", "11", "--every-wager", "--boxes", "2")
    assert {"rulebook", "house", "rounds", "seed", "wagers", "rounds_per_second"} <= set(found)
    assert (found["rulebook"], found["rounds"], found["seed"], found["boxes"]) == (book, 300_000, 11, 2)
    assert found["house"]["decks"]
    offered = {str(each) for each in game_of(book).rules.betting.wagers}
    assert set(found["wagers"]) - {"super-award"} == {*offered, "insurance"}
    for name, wager in found["wagers"].items():
        assert {"mean", "standard_error", "sd", "skew", "exact", "distance", "stake", "placed"} <= set(wager)
        if name != "super-award":  # which nearly never comes
            assert abs(wager["distance"]) < 4.5
            assert wager["distance"] == pytest.approx((wager["mean"] - wager["exact"]) / wager["standard_error"])
            by_outcome = sum(row["count"] * row["net"] for row in wager["outcomes"])
            assert by_outcome / wager["placed"] == pytest.approx(wager["mean"], abs=1e-12)


def test_figures_add_up() -> None:
    found = as_json("spanish21-ma", "--rounds", "3e5", "--every-wager", "--bet", "main=20")
    together, main, rounds = found["together"], found["wagers"]["main"], found["rounds"]
    assert sum(count for _, count in together["results"]) == rounds
    assert sum(net * count for net, count in together["results"]) / rounds == pytest.approx(together["mean"])
    assert together["standard_error"] == pytest.approx(together["sd"] / rounds**0.5)
    assert found["house_edge_of_initial_wager"] == -main["mean"]
    assert found["element_of_risk"] * found["average_wager"] == pytest.approx(-main["mean"])
    won = sum(each["mean"] * each["stake"] * each["placed"] for each in found["wagers"].values())
    assert won / rounds == pytest.approx(together["mean"])
    named = {"doubles": "doubled", "rescues": "rescued"}
    for name, word in named.items():
        assert found[name] == sum(row["count"] for row in main["outcomes"] if word in row["name"]) > 0
    assert 0 < found["boxes_split"] <= found["splits"]
    assert 0 < found["bonuses"] < found["doubles"]


def test_the_text_names_everything() -> None:
    done = simulate("spanish21-charity", "--rounds", "1e5", "--every-wager", env={"COLUMNS": "80"})
    assert done.code == 0, done.err
    assert not done.err
    assert max(map(len, done.out.splitlines())) <= 80
    for says in (
        "100,000 rounds each from a fresh shoe, with seed 0; $10.00 main, $1.00 match-the-dealer,",
        "WAGER HOUSE EDGE ERROR EXACTLY DISTANCE SD SKEW",
        "dollars a round, error",
        "initial wagers, doubles and splits included",
        "% of the initial main wager",
        "% of all money bet on main",
        "splits a box",
        "doubled 12.",
        "net of a round, all together FREQUENCY SO FAR",
        "million rounds a second",
    ):
        assert says in done.words, says
    nets = done.out.partition("SO FAR\n")[2].splitlines()
    assert nets[-1].split()[-1] == "1.0000000"
    assert len(nets) <= 30


def test_what_a_game_has_not_is_not_counted() -> None:
    assert ", rescued " in simulate(*MA).words
    words = simulate("blackjack-co", "--rounds", "1e4").words
    assert "hands a box doubled " in words
    assert "rescued" not in words
    assert "bonus" not in words


def test_a_narrow_terminal() -> None:
    ends = ("--bankroll", "100", "--stop", "200")
    done = simulate(*MA, "--every-wager", *ends, env={"COLUMNS": "40"})
    assert max(map(len, done.out.splitlines())) <= 40
    assert "main house edge 0.98" in done.words
    assert "1 same suit and 1 other suit frequency 0.00" in done.words


def test_several_boxes_and_no_exact_value_for_shoes() -> None:
    done = simulate(*MA, "--shoes", "--boxes", "7", env={"COLUMNS": "80"})
    assert "whole shoes, dealt to the cut card" in done.words
    assert "on each of 7 boxes" in done.words
    assert "EXACTLY" not in done.out
    found = as_json(*MA, "--shoes")
    assert found["wagers"]["main"]["exact"] is None
    assert found["rounds_asked"] == 100_000 <= found["rounds"] < 115_000  # shoes are whole


def test_csv_is_one_table() -> None:
    done = simulate(*MA, "--every-wager", "--csv", "--bankroll", "100", "--session", "20")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert all(None not in row and None not in row.values() for row in rows)
    assert {row["row"] for row in rows} == {"wager", "together", "outcome", "net", "figure", "session"}
    found = as_json(*MA, "--every-wager", "--bankroll", "100", "--session", "20")
    wagers = {row["wager"]: row for row in rows if row["row"] == "wager"}
    for name, wager in found["wagers"].items():
        for key in ("mean", "standard_error", "sd", "skew", "exact"):
            assert float(wagers[name][key]) == wager[key]
    figures = {row["name"]: float(row["value"]) for row in rows if row["row"] == "figure"}
    assert figures["element_of_risk"] == found["element_of_risk"]
    assert figures["rescues"] == found["rescues"]
    nets = [[float(row["net"]), int(row["count"])] for row in rows if row["row"] == "net"]
    assert nets == found["together"]["results"]
    session = {row["name"]: row["value"] for row in rows if row["row"] == "session"}
    assert float(session["ruin"]) == found["session"]["ruin"]
    assert float(session["5 % after 20 rounds"]) == found["session"]["quantiles"]["5"]


def test_the_same_digits_with_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "ROUNDS_AT_ONCE", 1 << 16)
    one, two = (as_json("spanish21-md", "--rounds", "1e6", "--workers", workers) for workers in ("1", "3"))
    assert one.pop("rounds_per_second") > 0
    del two["rounds_per_second"]
    assert one == two


def test_numbers_as_people_write_them() -> None:
    for rounds in ("1e4", "10_000", "10,000", "10000.0"):
        assert as_json("spanish21-ma", "--rounds", rounds)["rounds"] == 10_000
    assert as_json(*MA, "--seed", str(2**64 - 1))["seed"] == 2**64 - 1


def test_the_stake_is_within_the_limits_of_the_house() -> None:
    """Ten dollars where nothing is said, or the nearest amount that the house takes."""
    stakes = (("main_min=25", 25), ("main_max=8", 8))
    for setting, stake in stakes:
        assert as_json(*MA, "--set", setting)["wagers"]["main"]["stake"] == stake
    house = str(HOUSES / "massachusetts.toml")
    found = as_json(*MA, "--house", house, "--every-wager", "--bet", "insurance=2.50")
    assert found["wagers"]["main"]["stake"] == 15
    assert found["wagers"]["insurance"]["stake"] == 2.5
    assert found["wagers"]["bonus-spin"]["outcomes"]


def test_very_many_splits_are_priced_and_simulated_alike() -> None:
    """Best play stops at eight hands where a house allows more; the price is that of the plan that is dealt."""
    done = simulate("spanish21-md", "--rounds", "1e5", "--set", "max_splits=50", "--json")
    main = json.loads(done.out)["wagers"]["main"]
    assert abs(main["mean"] - main["exact"]) < 4 * main["standard_error"]


# Plans


@pytest.mark.parametrize("book", ["spanish21-ma", "blackjack-co", "21-hold-em"])
def test_a_chart_goes_there_and_back(book: str, tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    path.write_text(run("strategy", book, "--format", "csv").out, encoding="utf-8")
    found = as_json(book, "--rounds", "3e5", "--plan", str(path))
    assert found["plan"] == "the chart chart.csv"
    main = found["wagers"]["main"]
    assert abs(main["distance"]) < 4.5
    most = 0.0003 if book == "21-hold-em" else 0.0001  # with one deck the very cards tell more than their total
    assert 0 < solver.solve(game_of(book)).value - main["exact"] < most


def test_policies() -> None:
    edges = [as_json("spanish21-ma", "--rounds", "3e5", "--plan", plan) for plan in ("mimic-dealer", "never-bust")]
    assert [abs(each["wagers"]["main"]["distance"]) < 4.5 for each in edges] == [True, True]
    assert [each["wagers"]["main"]["exact"] < -0.02 for each in edges] == [True, True]
    assert edges[1]["doubles"] == edges[1]["splits"] == 0


def parsed(text: str, solution: Solution, delimiter: str = ",") -> Grid:
    return Grid.parse(list(csv.reader(io.StringIO(text), delimiter=delimiter)), solution.terms)


def text_of(rows: list[list[str]]) -> str:
    return "\n".join(",".join(row) for row in rows)


def with_row(rows: list[list[str]], name: str, *squares: str) -> str:
    """The chart with other squares in one row; one square is for all up cards."""
    other = [name, *(squares if len(squares) > 1 else squares * 10)]
    return text_of([other if row[0] == name else row for row in rows])


def test_charts_that_are_written_otherwise(written: list[list[str]], solution: Solution) -> None:
    text = text_of(written)
    chart = parsed(text, solution)
    head, *body = written
    for other in (
        text.lower(),
        "\n".join(f"{line},,," for line in text.splitlines()),
        text.replace(",", ", "),
        text_of([head, *reversed(body)]),
        "\n\n" + text + "\n\n",
    ):
        assert parsed(other, solution) == chart


def test_a_file_of_a_spreadsheet(written: list[list[str]], tmp_path: Path) -> None:
    """Semicolons, quotes, Windows line ends and a mark at the start do no harm."""
    lines = [";".join(f'"{each}"' for each in row) for row in written]
    path = tmp_path / "chart.csv"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    assert simulate("spanish21-ma", "--rounds", "1", "--plan", str(path)).code == 0


def wrong_with(text: str, solution: Solution) -> list[str]:
    with pytest.raises(BadChart) as caught:
        parsed(text, solution)
    return caught.value.wrong


def test_everything_that_is_wrong_with_a_chart_is_named(written: list[list[str]], solution: Solution) -> None:
    head, *body = written
    cases = [
        (text_of(body), ["the first line must be"]),
        (text_of([head, *body[4:]]), ["4 of 34 rows are missing: '20', '19', '18', '17'"]),
        (text_of([*written, body[3]]), ["row '17' is there 2 times"]),
        (text_of([*written, ["22", *"S" * 10]]), ["there is no row '22'"]),
        (with_row(written, "16", *"SSSSSSSSS"), ["row '16' has 9 squares, not 10"]),
        (with_row(written, "16", *"SSSSSSSSSSS"), ["row '16' has 11 squares, not 10"]),
        (with_row(written, "16", "S", "", *"SSSSSSSS"), ["row '16' against 3: '' is no square"]),
        (with_row(written, "16", "P"), ["row '16' against 2, 3, 4, 5, 6, 7, 8, 9, 10, A: only a pair can be split"]),
        (with_row(written, "16", *"SXSSSSYSSP"), ["against 3: 'X'", "against 8: 'Y'", "against A: only a pair"]),
        (with_row(written, "8 8", "P4"), ["takes no number"]),
        (with_row(written, "5 5", "S*"), ["a mark is for two cards of 6, 7 and 8"]),
        (with_row(written, "17", "S*"), ["a mark is for two cards of 6, 7 and 8"]),
        (with_row(written, "17", "R"), ["write RH or RS"]),
        (with_row(written, "17", "S8"), ["'S8' is no square"]),
        ("", ["this is no chart"]),
        ("\n \n,,\n", ["this is no chart"]),
        ("once upon a time", ["this is no chart"]),
    ]  # fmt: skip
    for text, wrong in cases:
        found = wrong_with(text, solution)
        assert len(found) == len(wrong)
        for sentence, says in zip(found, wrong, strict=True):
            assert says in sentence


def test_a_pair_that_the_house_does_not_split(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    path.write_text(run("strategy", "blackjack-co", "--format", "csv").out, encoding="utf-8")
    done = simulate("blackjack-co", "--plan", str(path), "--set", "max_splits=0")
    assert done.code == 2
    assert "row '8 8' against 2, 3, 4, 5, 6, 7, 8, 9, 10, A: this house lets no such pair be split" in done.err


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "this is no chart"), (b"\xff\xfe\x00,", "this is no chart"), (b"x" * 200_000, "this is no chart")],
)
def test_files_that_are_no_charts(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    path.write_bytes(content)
    done = simulate("spanish21-ma", "--plan", str(path))
    assert done.code == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1


# One round


@pytest.mark.parametrize(
    "arguments",
    [
        ("spanish21-ma", "--seed", "7", "--round", "123456789", "--as-round"),
        ("spanish21-ma", "--round", "1e15", "--every-wager", "--boxes", "7", "--bet", "main=25"),
        ("spanish21-ma", "--round", "5", "--every-wager", "--boxes", "3", "--house", "massachusetts"),
        ("spanish21-ma-prior", "--shoes", "--round", "17:3", "--every-wager", "--boxes", "2"),
        ("spanish21-md", "--round", "8", "--set", "readings.S09=redouble", "--plan", "never-bust"),
        ("spanish21-charity", "--shoes", "--round", "0:1", "--every-wager", "--boxes", "5"),
        ("blackjack-co", "--round", "0", "--every-wager", "--plan", "mimic-dealer"),
    ],
)
def test_a_round_is_replayed_to_the_same_cents(arguments: tuple[str, ...], tmp_path: Path) -> None:
    house = str(HOUSES / "massachusetts.toml")
    done = simulate(*(house if each == "massachusetts" else each for each in arguments))
    assert done.code == 0, done.err
    assert "of a simulation with seed" in done.out.splitlines()[0]
    path = tmp_path / "round.toml"
    path.write_text(done.out, encoding="utf-8")
    replayed = run("replay", str(path))
    assert replayed.code == 0, replayed.err
    boxes = arguments[arguments.index("--boxes") + 1] if "--boxes" in arguments else "1"
    assert replayed.out.count("as expected") == int(boxes)


# Sessions


def test_a_session() -> None:
    ends = ("--bankroll", "200", "--session", "300", "--stop", "400")
    found = as_json(*MA, *ends)["session"]
    assert (found["rounds"], found["bankroll"], found["stop"]) == (300, 200, 400)
    assert 0 < found["ruin"] < 1
    assert found["bands"]["rounds"][0] == 0
    assert found["bands"]["rounds"][-1] == 300
    assert found["bands"]["ruined"] == sorted(found["bands"]["ruined"])
    assert found["bands"]["ruined"][-1] == found["ruin"]
    assert found["bands"]["reached"][-1] == found["reached"]
    last = [series[-1] for series in found["bands"]["quantiles"].values()]
    assert last == sorted(last) == list(found["quantiles"].values())
    words = simulate(*MA, *ends, env={"COLUMNS": "80"}).words
    until = "played until there is less than the $10.00 of a round or $400.00 are reached: ruined"
    assert f"A session of 300 such rounds with $200.00, {until}" in words
    assert "ROUNDS 1 % 5 % 25 % 50 % 75 % 95 % 99 % RUINED 30 $" in words


def test_a_session_of_one_round() -> None:
    done = simulate(*MA, "--bankroll", "10", "--session", "1")
    assert "A session of 1 such round with $10.00" in done.words


@pytest.mark.parametrize("name", ["session.svg", "SESSION.PNG"])
def test_a_picture(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert simulate(*MA, "--bankroll", "200", "--session", "50", "--stop", "300", "--picture", str(path)).code == 0
    if path.suffix == ".svg":
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    else:
        assert path.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.iterdir()) == [path]


def test_a_result_is_not_lost_with_its_session() -> None:
    """What cannot be worked out or drawn is said after what can."""
    far = simulate(*MA, "--bankroll", "20000", "--stop", "40000", "--session", "1e6")
    assert far.code == 2
    assert "HOUSE EDGE" in far.out
    assert "this session takes too long to compute: try fewer rounds or a nearer stop" in far.err
    unwritable = simulate(*MA, "--json", "--bankroll", "100", "--picture", "/proc/session.svg")
    assert unwritable.code == 2
    assert json.loads(unwritable.out)["session"]["ruin"] > 0
    assert "the picture cannot be written" in unwritable.err


# Checkpoints, interruptions and progress


def test_a_checkpoint_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was ended, and one that came to its end, are continued to the digits of one that never stopped."""
    monkeypatch.setattr(command, "ROUNDS_AT_ONCE", 1 << 16)
    file = ("--checkpoint", str(tmp_path / "saved"))
    for more in ((), ("--shoes",)):
        rounds = [as_json("spanish21-ma", "--rounds", each, *more, *file)["rounds"] for each in ("1e5", "2e5")]
        assert rounds[0] < rounds[1]
        again, alone = (as_json("spanish21-ma", "--rounds", "3e5", *more, *each) for each in (file, ()))
        del again["rounds_per_second"], alone["rounds_per_second"]
        assert again == alone
        (tmp_path / "saved").unlink()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "other",
    [
        ("spanish21-ma", "--seed", "2"),
        ("spanish21-ma", "--bet", "main=20"),
        ("spanish21-ma", "--boxes", "2"),
        ("spanish21-ma", "--plan", "never-bust"),
        ("spanish21-ma", "--set", "decks=8"),
        ("spanish21-ma", "--shoes"),
        ("spanish21-md",),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(other: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "saved"
    assert simulate(*MA, "--checkpoint", str(path)).code == 0
    before = path.read_bytes()
    done = simulate(*other, "--rounds", "1e5", "--checkpoint", str(path))
    assert done.code == 1
    assert "is of another game, house, plan, stake or seed" in done.err
    assert len(done.err.splitlines()) == 1
    assert path.read_bytes() == before


def test_a_checkpoint_with_more_rounds_than_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "ROUNDS_AT_ONCE", 1 << 16)
    path = str(tmp_path / "saved")
    assert simulate(*MA, "--checkpoint", path).code == 0
    done = simulate("spanish21-ma", "--rounds", "1e4", "--checkpoint", path)
    assert done.code == 1
    assert "has 65,536 rounds, with which a run of 10,000 cannot go on" in done.err


def test_a_damaged_checkpoint_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "ROUNDS_AT_ONCE", 1 << 16)
    path = tmp_path / "saved"
    assert simulate(*MA, "--checkpoint", str(path)).code == 0
    whole = json.loads(path.read_text(encoding="utf-8"))
    name = next(name for name, counts in whole["counts"].items() if counts)
    place = whole["counts"][name][0][0]
    damaged: list[str | bytes] = [
        path.read_bytes()[:300],
        b"",
        b"\xff\xfe\x00",
        "[]",
        "[" * 100_000,
        *(json.dumps({**whole, key: value}) for key, value in (("last", -1), ("last", 5), ("last", None), ("key", 1))),
        json.dumps({**whole, "counts": {}}),
        json.dumps({**whole, "counts": {**whole["counts"], name: [[10**9, 1]]}}),
        json.dumps({**whole, "counts": {**whole["counts"], name: [[place, 10**25]]}}),
    ]
    for content in damaged:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        done = simulate(*MA, "--checkpoint", str(path))
        assert done.code == 1, content[:200]
        assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("no/such/folder/saved", "--checkpoint takes a file in a folder that exists"),
        ("", "--checkpoint takes a file in a folder that exists"),
        (".", "--checkpoint takes a file in a folder that exists"),
        ("/proc/saved", "the checkpoint cannot be written"),
        ("n" * 300, "the file cannot be read: file name too long"),
    ],
)
def test_a_checkpoint_that_cannot_be_kept_is_said_before_the_run(place: str, says: str) -> None:
    done = simulate("spanish21-ma", "--rounds", "1e12", "--checkpoint", place)
    assert done.code == 2
    assert says in done.err
    assert not done.out


def test_a_checkpoint_that_can_no_longer_be_written_costs_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pitboss.simulation.run

    write, calls = pitboss.simulation.run.save_checkpoint, []

    def once(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        write(*arguments)

    monkeypatch.setattr(pitboss.simulation.run, "save_checkpoint", once)
    done = simulate(*MA, "--json", "--checkpoint", str(tmp_path / "saved"))
    assert done.code == 0
    assert json.loads(done.out)["rounds"] == 100_000
    assert "the checkpoint cannot be written: no space left on device" in done.err


def test_on_a_terminal(tmp_path: Path) -> None:
    """A bar with the rate and the time left; Ctrl-C gives the result so far, which a checkpoint goes on from."""
    path = str(tmp_path / "saved")
    assert simulate("spanish21-ma", "--rounds", "1").code == 0  # the first run ever compiles, which takes its time
    terminal = Terminal("simulate", "spanish21-ma", "--rounds", "1e10", "--workers", "1", "--checkpoint", path)
    terminal.wait_for("million rounds/s, ")
    terminal.wait_for(" left")
    os.kill(terminal.pid, signal.SIGINT)
    terminal.wait_for("interrupted; this is the result of the first ")
    terminal.wait_for("HOUSE EDGE")
    assert terminal.end() == 130
    assert json.loads(Path(path).read_text(encoding="utf-8"))["last"] > 0


def test_no_bar_where_there_is_no_terminal() -> None:
    assert not simulate(*MA).err


def test_interrupted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import pitboss.simulation.run

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pitboss.simulation.run, "run", interrupted)
    done = simulate(*MA, "--json")
    assert (done.code, done.out) == (130, "")
    assert "interrupted; nothing was dealt yet of 100,000 rounds" in done.err


# Nonsense

BAD: list[tuple[str, int, str]] = [
    ("no-such", 2, "unknown rulebook"),
    *(
        (f"spanish21-ma --rounds {each}", 2, "--rounds takes a whole number from 1 to")
        for each in ("0", "-1", "nan", "inf", "-inf", "1e16", "1e99", "1e999999999", "1.5", "abc", "''", "sNaN", "0x10")
    ),
    *(
        (f"spanish21-ma --seed {each}", 2, "--seed takes a whole number from 0 to 18,446,744,073,709,551,615")
        for each in ("-1", str(2**64), "1.5", "x", "''")
    ),
    *((f"spanish21-ma --boxes {each}", 2, "from 1 to 7") for each in ("0", "8", "-1", "x", "1.5", "''")),
    *((f"spanish21-ma --workers {each}", 2, "from 0 to 512") for each in ("-1", "1000000", "x", "''")),
    ("spanish21-ma --set seats=3 --boxes 5", 1, "this house has 3 boxes, not 5"),
    ("spanish21-ma --set decks=7", 1, "decks is set to 7"),
    ("spanish21-ma --set decks", 2, "--set takes NAME=VALUE"),
    ("spanish21-ma --house no-such.toml", 2, "there is no such file"),
    ("spanish21-ma --json --csv", 2, "two forms"),
    ("spanish21-ma --as-round", 2, "say which"),
    ("spanish21-ma --round 1 --json", 2, "does not go with --json"),
    ("spanish21-ma --round 1 --bankroll 100", 2, "does not go with --bankroll"),
    ("spanish21-ma --round 1 --checkpoint saved", 2, "does not go with --checkpoint"),
    *(
        (f"spanish21-ma --bet {each}", 2, says)
        for each, says in (
            ("main", "--bet takes WAGER=DOLLARS"),
            ("''", "--bet takes WAGER=DOLLARS"),
            ("=5", "unknown wager ''"),
            ("lottery=5", "unknown wager 'lottery'"),
            ("main=10 --bet main=20", "--bet main is given twice"),
            ("bonus-spin=5", "Bonus Spin is not offered"),
            *((f"main={each}", "--bet main takes dollars") for each in ("-5", "nan", "10.005", "1e3", "", "1=1")),
            ("main=0", "main cannot be left out; give it an amount of dollars"),
            ("insurance=-1", "--bet insurance takes dollars"),
        )
    ),
    *(
        (f"spanish21-ma --bet {each}", 1, says)
        for each, says in (
            ("main=4", "under the minimum of $5.00 [MA-5(a).1]"),
            ("main=501", "over the maximum of $500.00"),
            ("main=10.25", "cannot be made of chips of $0.50"),
            ("match-the-dealer=0.50", "under the minimum of $1.00"),
            ("match-the-dealer=11", "above the main wager of $10.00"),
            ("insurance=5.50", "insurance of $10.00 is at most, in whole chips, $5.00, not $5.50"),
        )
    ),
    ("spanish21-ma --stop 100", 2, "--stop is about a session"),
    ("spanish21-ma --session 100", 2, "--session is about a session"),
    ("spanish21-ma --picture x.svg", 2, "--picture is about a session"),
    ("spanish21-ma --bankroll 100 --picture x.jpg", 2, "named *.svg or *.png"),
    ("spanish21-ma --bankroll 100 --picture no/such/x.svg", 2, "in a folder that exists"),
]  # fmt: skip

BAD_ONCE_SOLVED: list[tuple[str, int, str]] = [
    *((f"--round {each}", 2, "--round takes a whole number from 0 to") for each in ("1e30", "-1", "x", "''", "1:1")),
    ("--shoes --round 5", 2, "with --shoes a round is SHOE:K"),
    *((f"--shoes --round {each}", 2, "the shoe of --round") for each in ("1e30:1", "-1:1", ":1")),
    *((f"--shoes --round {each}", 2, "the round of --round") for each in ("1:0", "1:", "1:1:1", "1:10001")),
    ("--shoes --round 1:999", 1, "that shoe reaches its cut card before"),
    ("--plan no-such", 2, "--plan takes best, a chart named *.csv, or one of mimic-dealer, never-bust"),
    ("--plan no-such.csv", 2, "the file cannot be read: no such file"),
    *((f"--bankroll {each}", 2, "--bankroll takes dollars") for each in ("0", "-5", "nan", "1e3", "10.005", "''")),
    ("--bankroll 9.99", 1, "a bankroll of $9.99 does not suffice for one round, which takes $10.00"),
    ("--bankroll 10 --boxes 2", 1, "which takes $20.00"),
    ("--bankroll 100 --stop 100", 1, "it must be more than the bankroll of $100.00"),
    *((f"--bankroll 100 --stop {each}", 2, "--stop takes dollars") for each in ("0", "-1", "inf", "''")),
    *(
        (f"--bankroll 100 --session {each}", 2, "from 1 to 1,000,000")
        for each in ("0", "-1", "1000001", "nan", "1.5", "''")
    ),
]


def check_bad(line: str, code: int, says: str) -> None:
    import shlex

    done = simulate(*shlex.split(line))
    assert done.code == code, done.err
    assert says in done.err
    assert not done.out
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(("line", "code", "says"), BAD)
def test_bad_input(line: str, code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_bad(line, code, says)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("more", "code", "says"), BAD_ONCE_SOLVED)
def test_bad_input_for_a_game(more: str, code: int, says: str) -> None:
    check_bad(f"spanish21-ma --rounds 1e12 {more}", code, says)


def test_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert simulate(*MA, "--bankroll", "100", "--session", "5", "--picture", "here.svg").code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["here.svg"]
