"""The commands: what they print, and that they are quick to start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli import commands
from pitboss.law.rulebook import load, rulebook_ids

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/rounds"


def run(*arguments: str, code: int = 0) -> str:
    done = commands.run(*arguments)
    assert done.code == code, done.shown
    return done.out


COLORADO = (
    "21-hold-em",
    "21-plus-3",
    "3-card-21",
    "ante-up-21",
    "blackjack-co",
    "blackjack-switch",
    "buffalo-2",
    "buffalo-3",
    "golden-21",
    "pai-jack",
    "straight-jack",
    "straight-jack-progressive",
)
SPANISH = ("spanish21-charity", "spanish21-ma", "spanish21-ma-prior", "spanish21-md")


def test_games() -> None:
    text = run("games")
    assert "spanish21-ma " in text
    rows = json.loads(run("games", "--json"))
    wagers = {row["id"]: row["wagers"] for row in rows}
    assert list(wagers) == sorted([*COLORADO, *SPANISH])
    assert "bonus-spin" in wagers["spanish21-ma"]
    assert "bonus-spin" not in wagers["spanish21-ma-prior"]


def test_rules_of_a_whole_book() -> None:
    text = run("rules", "spanish21-ma")
    assert "229 statements" in text
    assert "MA-16(d)(2).2" in text
    assert "dealing_procedure" in text


def test_rules_of_one_clause_and_of_a_paragraph() -> None:
    text = run("rules", "spanish21-ma", "MA-9(d).1")
    assert "take the double wager back" in text
    assert "games.blackjack.steps.rescue" in text
    assert "refused-ma-9d1-rescue-without-double" in text
    assert "S11" in text
    assert run("rules", "spanish21-ma", "MA-9(d)").count("Status:") == 2


def test_rules_of_an_option_and_of_a_question() -> None:
    assert "one of 6, 8" in run("rules", "spanish21-ma", "decks")
    assert 'readings.S02 = "literal"' in run("rules", "spanish21-ma", "S02")


def test_names_are_found_in_any_case() -> None:
    assert run("rules", "spanish21-ma", "ma-9(d)") == run("rules", "spanish21-ma", "MA-9(d)")
    assert run("rules", "spanish21-ma", "s01") == run("rules", "spanish21-ma", "S01")


@pytest.mark.parametrize(
    "arguments",
    [
        ("spanish21-ma", "--json"),
        ("spanish21-ma", "decks", "extra"),
        ("spanish21-ma", "S01", "--readings"),
        ("coverage", "--readings"),
        ("coverage", "spanish21-ma", "spanish21-md"),
        ("sign", "house.toml", "extra"),
    ],
)
def test_what_would_be_ignored_is_refused(arguments: tuple[str, ...]) -> None:
    run("rules", *arguments, code=2)


def test_version() -> None:
    assert run("--version").startswith("pitboss 0.")


def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pitboss", "rules", "spanish21-ma"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "pitboss: the output cannot be written: no space left on device\n"


def test_readings() -> None:
    text = run("rules", "spanish21-ma", "--readings")
    assert "MA16" in text
    assert 'readings.S01 = "every_blackjack" (default)' in text


def test_coverage() -> None:
    covered = json.loads(run("rules", "coverage", "--json"))
    rows = covered["rulebooks"]["spanish21-ma"]["clauses"]
    assert len(rows) == 229
    assert set(rows[0]) == {"id", "status", "by", "tests"}
    assert all(row["tests"] and row["by"] for row in rows if row["status"] in ("rule", "option", "wager"))
    assert "229" not in run("rules", "coverage", "spanish21-ma-prior")
    assert "SPANISH21-MA-PRIOR" in run("rules", "coverage")


def test_replay_prints_every_settlement_with_its_clauses() -> None:
    text = run("replay", str(GOLDEN / "ma-5f1-678-mixed.round.toml"))
    assert "MA-5(f)(1)" in text
    assert "as expected" in text


def test_replay_json() -> None:
    path = GOLDEN / "ma-9d-rescue-after-double-for-less.round.toml"
    row = json.loads(run("replay", "--json", str(path)))
    assert set(row) == {"file", "rulebook", "net", "settlements", "met", "refused"}
    assert row["met"] is True
    assert row["refused"] is None
    (settlement,) = row["settlements"]
    assert set(settlement) == {"player", "box", "hand", "wager", "stake", "odds", "net", "clauses"}
    assert settlement["clauses"] == ["MA-9(d).1"]
    assert settlement["odds"] is None


def test_replay_json_of_a_refusal_and_of_an_unlawful_house() -> None:
    for name in ("refused-ma-10a1-split-unequal-cards", "refused-ma-16d2-bonus-spin-on-but-wheel-missing"):
        row = json.loads(run("replay", "--json", str(GOLDEN / f"{name}.round.toml"), code=1))
        assert set(row["refused"]) == {"action", "code", "clauses", "says"}
        assert row["refused"]["clauses"]
        assert row["net"] == {}


def test_replay_json_has_an_object_for_every_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.round.toml"
    bad.write_text("x")
    good = GOLDEN / "ma-5f1-678-mixed.round.toml"
    lines = run("replay", "--json", str(bad), str(good), code=2).splitlines()
    assert "not valid TOML" in json.loads(lines[0])["error"]
    assert json.loads(lines[1])["met"] is True


def test_replay_of_all_golden_rounds_at_once() -> None:
    files = [str(path) for path in sorted(GOLDEN.glob("*.round.toml")) if not path.name.startswith("refused-")]
    lines = run("replay", "--json", *files).splitlines()
    assert len(lines) == len(files)
    assert all(json.loads(line)["met"] for line in lines)


@pytest.mark.parametrize("rulebook", [each for each in rulebook_ids() if load(each).ready])
def test_every_rulebook_has_a_demonstration(rulebook: str) -> None:
    assert "The same round as text" in run("demo", rulebook)


def test_demo_is_reproducible_and_replays(tmp_path: Path) -> None:
    text = run("demo", "--seed", "5")
    assert text == run("demo", "--seed", "5")
    assert text != run("demo", "--seed", "6")
    path = tmp_path / "demo.round.toml"
    path.write_text(text[text.index("# Demonstration round") :])
    assert "as expected" in run("replay", str(path))
    assert "older edition" in run("demo", "spanish21-ma-prior")


def test_a_narrow_terminal_is_respected() -> None:
    for arguments in (["rules", "spanish21-ma"], ["demo"], ["games"], ["rules", "coverage"]):
        done = commands.run(*arguments, env={"COLUMNS": "60"})
        assert done.code == 0, done.err
        prose = [line for line in done.out.splitlines() if " " in line.strip()]
        assert max(map(len, prose)) <= 80, arguments


@pytest.mark.parametrize("arguments", [["--help"], ["replay", "--help"], ["rules", "--help"]])
def test_help_has_an_example_and_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys; sys.argv = ['pitboss'] + sys.argv[1:]\n"
        "from pitboss.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'matplotlib', 'distributed'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    assert len(arguments) == 1 or "Example" in done.stdout


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m pitboss rules spanish21-ma | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 141), "141 is how a shell tells of a closed pipe"


def test_coverage_by_the_command_alone_names_what_carries_out_every_rule() -> None:
    """In a process of its own, where no test has imported the rooms."""
    command = [sys.executable, "-m", "pitboss", "rules", "coverage", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for rulebook, found in json.loads(done.stdout)["rulebooks"].items():
        idle = [row["id"] for row in found["clauses"] if row["status"] in ("rule", "irregularity") and not row["by"]]
        assert idle == [], rulebook
