"""Nothing that comes from outside reaches a screen raw: whatever stands in a file or is its name."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from audit.test_tamper import BODIES, chained
from cli import commands
from pitboss.cli.output import cell, visible

pytestmark = pytest.mark.slow

TITLE = "\x1b]0;owned\x07"  # renames the window of many terminals
NASTY = (TITLE, "\x9b31m", "\u202eevil", "\x00")
HOUSE = 'rulebook = "spanish21-ma"\n[house]\ndecks = 6\nopening = "preshuffled"\n[readings]\nS10 = "full"\n'
ROUND = """rulebook = "spanish21-ma"
cards = "7h 7c 7d 9s 7s"
actions = ["ann hit"]
[house]
opening = "preshuffled"
[readings]
S10 = "full"
[[bets]]
box = 1
player = "ann"
main = 10
[expect]
ann = 1.00
"""
STRINGS = re.compile(r'"([^"\n]+)"')


def shows_only_signs(done: commands.Finished) -> None:
    for text in (done.out, done.err):
        raw = {each for each in text if each != "\n" and unicodedata.category(each) in ("Cc", "Cf", "Cs")}
        assert not raw, (raw, text[:300])
    assert "Traceback" not in done.err


def injected(text: str) -> list[str]:
    """The text with each of its strings poisoned in turn, in the escapes of TOML."""
    found = []
    for match in STRINGS.finditer(text):
        for nasty in NASTY:
            escaped = "".join(f"\\u{ord(each):04x}" for each in nasty)
            found.append(f"{text[: match.start(1)]}{match[1]}{escaped}{text[match.end(1) :]}")
    keys = re.finditer(r"^([\w-]+) =", text, re.MULTILINE)
    found += [f'{text[: key.start()]}"{key[1]}\\u001b]0;x\\u0007"{text[key.end(1) :]}' for key in keys]
    return found


@pytest.mark.parametrize("text", injected(HOUSE))
def test_a_house_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    shows_only_signs(commands.run("check", str(path)))
    shows_only_signs(commands.run("check", str(path), "--json"))
    shows_only_signs(commands.run("rules", "sign", str(path)))


@pytest.mark.parametrize("text", injected(ROUND))
def test_a_round_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "one.round.toml"
    path.write_text(text, encoding="utf-8")
    shows_only_signs(commands.run("replay", str(path)))
    shows_only_signs(commands.run("replay", "--json", str(path)))


@pytest.mark.parametrize("nasty", NASTY)
def test_every_member_of_a_journal(nasty: str, tmp_path: Path) -> None:
    """One line of each kind with each of its strings poisoned, the chain mended."""
    path = tmp_path / "evening.journal"
    kinds: dict[str, int] = {}
    for number, body in enumerate(BODIES):
        row = json.loads(body + b"}")
        kinds.setdefault(str(row.get("fact", next(iter(row)))), number)
    for number in kinds.values():
        row = json.loads(BODIES[number] + b"}")
        for name in [each for each, value in row.items() if isinstance(value, str)]:
            other = json.dumps({**row, name: row[name] + nasty}, separators=(",", ":")).encode("ascii")[:-1]
            path.write_bytes(chained([*BODIES[:number], other, *BODIES[number + 1 : number + 30]]))
            shows_only_signs(commands.run("audit", str(path)))
        shows_only_signs(commands.run("audit", str(path), "--json"))


@pytest.mark.parametrize("name", [f"a{TITLE}b.toml".replace("/", ""), "\udcff.toml", "\u202e.toml"])
def test_the_name_of_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("nonsense", encoding="utf-8")
    for command in (["check"], ["replay"], ["audit"], ["export", "1"], ["simulate", "blackjack-co", "--plan"]):
        first, *rest = command
        place = [first, str(path), *rest] if first == "export" else [first, *rest, str(path)]
        shows_only_signs(commands.run(*place))
    shows_only_signs(commands.run("check", str(tmp_path / f"not there {name}")))


def test_what_is_shown_of_what_does_not_show() -> None:
    assert visible("a\x1b[31mb\nc\x9b\u202e\udcff\U000e0001") == "a\\x1b[31mb\nc\\x9b\\u202e\\udcff\\U000e0001"
    assert visible("Bürgermeister 10 €") == "Bürgermeister 10 €"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("@x", "'@x"),
        ("-cmd", "'-cmd"),
        ("-12.5 %", "-12.5 %"),
        ("+3", "+3"),
        ("-1/2", "-1/2"),
        ("S", "S"),
    ],
)
def test_a_cell_is_no_formula(text: str, written: str) -> None:
    assert cell(text) == written
