"""A game from a rulebook, `--house` and `--set`, for the commands that deal and price; a house as JSON."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.desk.houses import Game
    from pitboss.desk.submissions import House


def need_numba() -> None:
    """The solver is compiled; where numba is missing, one sentence says so."""
    from importlib.util import find_spec

    from pitboss.cli.output import MALFORMED, stop

    if find_spec("numba") is None or find_spec("numpy") is None:
        stop("this command needs numba and numpy; install them with pip install 'pitboss[analysis]'", MALFORMED)


def game_for(rulebook: str | None, house_file: Path | None, settings: list[str]) -> Game:
    """The game of a rulebook under a house file and single settings; stops with one sentence where that is none.

    A house file names its rulebook, so it need not be named beside it.
    """
    from pitboss.cli.output import MALFORMED, plainly, stop
    from pitboss.desk import houses

    if rulebook is None and house_file is None:
        stop("name a rulebook, as pitboss games lists them, or a house file with --house", MALFORMED)
    with plainly():
        if rulebook is not None:
            houses.rulebook(rulebook)
        rulebook, house, readings = _from_file(rulebook, house_file)
        book = houses.rulebook(rulebook)
        for each in settings:
            name, value = _setting(each)
            if name.startswith("readings.") or name in book.interpretations:
                readings[name.removeprefix("readings.")] = value
            else:
                house[name.removeprefix("house.")] = value
        return houses.game(rulebook, house, readings)


def _from_file(rulebook: str | None, path: Path | None) -> tuple[str, dict[str, Any], dict[str, Any]]:
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.desk.questions import BadQuestion
    from pitboss.desk.submissions import house_file

    if path is None:
        assert rulebook is not None
        return rulebook, {}, {}
    try:
        found = house_file(path)
    except BadQuestion as error:
        stop(f"{path}: {error}", MALFORMED)
    if rulebook not in (None, found.rulebook):
        stop(f"{path} is a house of {found.rulebook}, not of {rulebook}", MALFORMED)
    return found.rulebook, dict(found.house), dict(found.readings)


def _setting(text: str) -> tuple[str, object]:
    """`decks=8` or `readings.S02=literal`; a value that is not a number or a flag is a word."""
    from pitboss.cli.output import MALFORMED, stop

    name, equals, raw = text.partition("=")
    if not equals or not name.strip() or not raw.strip():
        stop(f"--set takes NAME=VALUE, as in --set decks=8, not {text!r}", MALFORMED)
    try:
        return name.strip(), tomllib.loads(f"value = {raw}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), raw.strip()


def house_object(house: House) -> dict[str, Any]:
    """A house as JSON: money as decimal strings, everything else as it is written in a house file."""
    from pitboss.desk.submissions import values_of

    return values_of(house)
