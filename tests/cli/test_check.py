"""`pitboss check`: lawful houses, unlawful ones with all their defects, and files that make no sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import commands

HOUSES = Path(__file__).parents[2] / "docs/houses"


def run(*arguments: str) -> tuple[int, str, str]:
    done = commands.run("check", *arguments)
    return done.code, done.out, done.err


@pytest.mark.parametrize("path", sorted(HOUSES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_example_houses(path: Path) -> None:
    code, text, _ = run(str(path))
    if path.stem == "unlawful":
        assert code == 1
        assert text.count("house.") >= 5
    else:
        assert code == 0
        assert "lawful under" in text


def test_five_unlawful_settings_get_five_findings() -> None:
    code, text, stderr = run("--json", str(HOUSES / "unlawful.toml"))
    found = json.loads(text)
    assert (code, found["lawful"], len(found["defects"])) == (1, False, 5)
    assert [each["where"] for each in found["defects"]] == [
        "house.decks",
        "house.soft17",
        "house.max_splits",
        "house.match_odds",
        "house.wheel",
    ]
    assert all(each["clauses"] and each["says"] for each in found["defects"])
    assert stderr == ""


def test_what_is_lawful_is_said_to_be_so_even_where_it_cannot_be_dealt_yet(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'rulebook = "spanish21-ma"\n[house]\ncontinuous_shuffler = true\napproved_procedure = "MGC 2026-17"\n'
    )
    code, text, _ = run(str(path))
    assert code == 0
    assert "lawful under" in " ".join(text.split())
    assert json.loads(run("--json", str(path))[1])["notes"]
    assert "Note: continuous_shuffler is lawful as it is set, but pitboss cannot deal it yet" in " ".join(text.split())


def test_what_maryland_wants_declared_must_be_declared(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rulebook = "spanish21-md"\n')
    code, text, _ = run("--json", str(path))
    missing = {each["where"] for each in json.loads(text)["defects"]}
    assert code == 1
    assert missing == {
        f"house.{name}"
        for name in (
            "main_min",
            "main_max",
            "match_offered",
            "boxes_per_player",
            "max_splits",
            "max_splits_aces",
            "settlement_order",
            "shoe_location",
        )
    }
    path.write_text('rulebook = "spanish21-ma"\n')
    assert run(str(path))[0] == 0, "Massachusetts asks for no submission"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file is empty"),
        ("x", "not valid TOML"),
        ("[house]\ndecks = 6\n", "must name its rulebook"),
        ('rulebook = "spanish21-xx"\n', "did you mean"),
        ('rulebook = "spanish21-ma"\nhouse = 5\n', "'house' must be a table"),
        ('rulebook = "spanish21-ma"\nhuose = 5\n', "did you mean house?"),
        ('rulebook = "spanish21-ma"\n[house]\ndeks = 6\n', "1 defect"),
        ('rulebook = "spanish21-ma"\n[readings]\nS02 = "x"\n', "1 defect"),
    ],
)
def test_malformed_is_exit_2(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    code, _, stderr = run(str(path))
    assert code == 2
    assert sentence in stderr


def test_a_house_that_is_not_there() -> None:
    code, _, stderr = run("/no/such/house.toml")
    assert code == 2
    assert "there is no such file" in stderr
