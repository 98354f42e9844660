"""A house from Python: as a house file has it, as `edge --json` prints it, and with floats."""

from __future__ import annotations

import json

import pytest

import pitboss
from pitboss.cli.houses import house_object
from pitboss.desk.houses import rulebooks
from pitboss.desk.questions import Unlawful

BOOKS = [book.id for book in rulebooks()]


@pytest.mark.parametrize("book", BOOKS)
def test_a_printed_house_is_the_same_house(book: str) -> None:
    playing = pitboss.game(book)
    printed = json.loads(json.dumps(house_object(playing.house)))
    again = pitboss.game(book, printed, dict(playing.house.readings))
    assert again.house.values == playing.house.values


def test_amounts_and_shares_may_be_floats() -> None:
    stated = {"main_min": 7.5, "bonus_spin": True, "wheel": [{"pays": 12.5, "weight": 3}, {"pays": "40", "weight": 1}]}
    as_floats = pitboss.game("spanish21-ma", stated).house
    assert house_object(as_floats)["main_min"] == "7.50"
    assert house_object(as_floats)["wheel"] == [{"pays": "12.50", "weight": 3}, {"pays": "40.00", "weight": 1}]
    meter = pitboss.game("straight-jack-progressive", {"meter_increment": 0.15}).house
    assert house_object(meter)["meter_increment"] == "0.15"


@pytest.mark.parametrize(
    "stated",
    [
        {"main_min": "abc"},
        {"main_min": float("nan")},
        {"main_min": float("inf")},
        {"main_min": 5.001},
        {"wheel": [1, 2]},
        {"wheel": "x"},
        {"decks": "6"},
        {"chip": []},
    ],
)
def test_what_is_no_amount_is_said_in_a_sentence(stated: dict[str, object]) -> None:
    with pytest.raises(Unlawful) as refused:
        pitboss.game("spanish21-ma", stated)
    assert all(next(iter(stated)) in defect.says for defect in refused.value.defects)
