"""Fuzzed round and house files never give a traceback: they are played, refused, or malformed with a sentence."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from pitboss.notation.file import Malformed, Unlawful, parse_round
from pitboss.notation.replay import replay
from pitboss.notation.submission import parse_submission
from seeds import seeds

ROOT = Path(__file__).parents[2]
ROUNDS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/golden/rounds").glob("*.toml"))]
HOUSES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/houses").glob("*.toml"))]
CASES_A_SEED = 1100

NASTY = [
    "nan",
    "-inf",
    "1e400",
    "-1",
    "0",
    "0x" + "f" * 400,
    "9" * 30,
    "true",
    '""',
    "[]",
    "{}",
    "[[[1]]]",
    "1979-05-27",
]
NASTY += ['"' + "x" * 300 + '"', "0.1e-300", '"\\u0000"', "07:32:00", "'7h'", '["ann hit"]']


def mangled(text: str, generator: random.Random) -> str:
    """One of the ways in which a file goes wrong."""
    at = generator.randrange(len(text))
    match generator.randrange(8):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + chr(generator.choice([0, 7, 34, 91, 93, 61, 10, 0x2028, 0x1F0A1, 0xFFFF])) + text[at:]
        case 2:
            return "".join(generator.choice(text) for _ in range(generator.randrange(400)))
        case 3:
            lines = text.splitlines()
            generator.shuffle(lines)
            return "\n".join(lines)
        case 4:
            lines = text.splitlines()
            del lines[generator.randrange(len(lines))]
            return "\n".join(lines)
        case 5:
            values = list(re.finditer(r"= (.+)$", text, re.MULTILINE))
            chosen = generator.choice(values)
            return text[: chosen.start(1)] + generator.choice(NASTY) + text[chosen.end(1) :]
        case 6:
            words = text.split(" ")
            words[generator.randrange(len(words))] = generator.choice(words)
            return " ".join(words)
        case _:
            return text + "\n" + text[at:]


def sentence_for_round(text: str) -> str | None:
    """What a person is told about a round file, if anything; whatever else is raised fails the test."""
    try:
        replay(parse_round(text))
    except (Malformed, Unlawful) as error:
        return str(error)
    return None


def sentence_for_house(text: str) -> str | None:
    try:
        parse_submission(text)
    except Malformed as error:
        return str(error)
    return None


@pytest.mark.parametrize("seed", seeds(16, few=2))
def test_fuzzed_rounds(seed: int) -> None:
    generator = random.Random(seed)
    said = [sentence_for_round(mangled(generator.choice(ROUNDS), generator)) for _ in range(CASES_A_SEED)]
    assert all(each is None or (each and "\n" not in each) for each in said)
    assert len(set(said)) > 50, "the cases are meant to go wrong in many ways"


@pytest.mark.parametrize("seed", range(4))
def test_fuzzed_houses(seed: int) -> None:
    generator = random.Random(seed)
    said = [sentence_for_house(mangled(generator.choice(HOUSES), generator)) for _ in range(CASES_A_SEED)]
    assert all(each is None or (each and "\n" not in each) for each in said)
    assert len(set(said)) > 20


def test_random_bytes_are_said_to_be_no_text(tmp_path: Path) -> None:
    from pitboss.notation.file import read_round
    from pitboss.notation.submission import read_submission

    generator = random.Random(7)
    path = tmp_path / "bytes"
    for _ in range(300):
        path.write_bytes(generator.randbytes(generator.randrange(1, 400)))
        for read in (read_round, read_submission):
            with pytest.raises(Malformed):
                read(path)
