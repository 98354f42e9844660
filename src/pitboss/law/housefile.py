"""A house as the text of a house file: the inverse of reading and checking one."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from typing import Any

from pitboss.law.house import Defect, House, as_set, defaults
from pitboss.law.permissions import share_text
from pitboss.law.rulebook import Rulebook
from pitboss.money import Odds, plain


def written_house(house: House, *, everything: bool = False) -> list[str]:
    """The lines of `[house]` and `[readings]`: what differs from the rulebook's defaults, or everything that is set.

    A record states everything, because the defaults of a later version may be others.
    """
    usual = defaults(house.rulebook)
    values = {
        name: value
        for name, value in house.values.items()
        if value is not None and (everything or value != usual.values[name])
    }
    readings = {code: value for code, value in house.readings.items() if everything or value != usual.readings[code]}
    wheel = values.pop("wheel", None)
    lines = ["", "[house]", *(f"{name} = {_value(house, name, value)}" for name, value in values.items())]
    lines = lines if values else []
    if wheel:
        for pays, weight in house.wheel("wheel"):
            lines += ["", "[[house.wheel]]", f"pays = {plain(pays)}", f"weight = {weight}"]
    if readings:
        lines += ["", "[readings]", *(f'{code} = "{value}"' for code, value in readings.items())]
    return lines


def read_house(rulebook: Rulebook, text: str) -> House | list[Defect]:
    """The house of such a text; raises `tomllib.TOMLDecodeError` where it is none."""
    house, defects = recorded_house(rulebook, text)
    return defects or house


def recorded_house(rulebook: Rulebook, text: str) -> tuple[House, list[Defect]]:
    """The house of a record as it was, and what is wrong with it today; raises as `read_house`."""
    data = tomllib.loads(text, parse_float=Decimal)
    return as_set(rulebook, data.get("house", {}), data.get("readings", {}))


def _value(house: House, name: str, value: Any) -> str:
    if house.rulebook.options[name].type == "money":
        return str(Decimal(plain(value)))
    if house.rulebook.options[name].type == "share":
        return share_text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value)
    if all(isinstance(each, str) for each in value):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    rows: list[tuple[str, Odds]] = list(value)
    return "{ " + ", ".join(f'{row} = "{odds}"' for row, odds in rows) + " }"
