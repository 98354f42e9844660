"""Reading a house file: a rulebook, `[house]` choices and `[readings]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pitboss.law.house import Defect, House, judge
from pitboss.law.rulebook import Rulebook, UnknownName, load
from pitboss.notation.file import Malformed, parse_toml, read_text

KEYS = ("rulebook", "house", "readings")


class HouseFile(NamedTuple):
    """What a house file says, not yet checked against its rulebook."""

    rulebook: str
    house: dict[str, Any]
    readings: dict[str, Any]


def read_house_file(path: Path) -> HouseFile:
    """The parts of a house file; raises `Malformed`."""
    return parse_house_file(read_text(path))


def parse_house_file(text: str) -> HouseFile:
    data = parse_toml(text)
    for key in data:
        if key not in KEYS:
            raise Malformed(str(UnknownName("key", key, KEYS)))
    name = data.get("rulebook")
    if not isinstance(name, str):
        raise Malformed('the file must name its rulebook, as in rulebook = "spanish21-ma"')
    return HouseFile(name, _table(data, "house"), _table(data, "readings"))


def read_submission(path: Path) -> tuple[Rulebook, House | list[Defect]]:
    """The house that a file describes, or everything that is wrong with it; raises `Malformed`."""
    return parse_submission(read_text(path))


def parse_submission(text: str) -> tuple[Rulebook, House | list[Defect]]:
    found = parse_house_file(text)
    try:
        rulebook = load(found.rulebook)
    except UnknownName as error:
        raise Malformed(str(error)) from None
    return rulebook, judge(rulebook, found.house, found.readings)


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise Malformed(f"{key!r} must be a table, written [{key}]")
    return table
