"""Every table of every game stands in every format: text, CSV, HTML, SVG and JSON."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from xml.etree import ElementTree

import pytest

import pitboss
from pitboss.cli import charts, drawings
from pitboss.cli.output import cell
from pitboss.cli.strategy import _play_object
from pitboss.desk.answers import BestPlay
from pitboss.desk.houses import rulebooks
from pitboss.money import dollars

pytestmark = pytest.mark.slow
STAKES = {
    "21-hold-em": {"poker": dollars(5)},
    "straight-jack": {"straight-jack": dollars(5)},
    "straight-jack-progressive": {"straight-jack-progressive": dollars(1)},
    "ante-up-21": {"21": dollars(10), "ante": dollars(10)},
}
NAMES = {
    "21-hold-em": ["folding"],
    "blackjack-switch": ["switching"],
    "3-card-21": ["singles", "kept"],
    "straight-jack": ["chase"],
    "straight-jack-progressive": ["chase"],
    "ante-up-21": ["folding", "otherwise", "rules"],
    "pai-jack": ["rules", "better"],
}
BOOKS = [book.id for book in rulebooks()]


@cache
def play_of(book: str) -> BestPlay:
    return pitboss.best_play(pitboss.game(book), bets=STAKES.get(book))


def words(text: str) -> str:
    """The words of a text, wherever its lines end."""
    return " ".join(text.split())


def drawn_words(svg: str) -> str:
    return words(" ".join("".join(label.itertext()) for label in ElementTree.fromstring(svg).iter() if label.text))


def page_words(page: str) -> str:
    return words(html.unescape(re.sub(r"<[^>]*>", " ", page)))


def words_of_rows(play: BestPlay) -> set[str]:
    """The words in the rows of all sections; figures are left out, because JSON has more digits."""
    cells = (square for section in play.sections for row in section.rows[1:] for square in row)
    return {word for cell in cells for word in cell.split() if word.isalpha()}


def json_words(told: object) -> Iterator[str]:
    if isinstance(told, Mapping):
        for name, value in told.items():
            yield from (*str(name).split(), *json_words(value))
    elif isinstance(told, list | tuple):
        for value in told:
            yield from json_words(value)
    elif isinstance(told, str):
        yield from told.split()


@pytest.mark.parametrize("book", BOOKS)
def test_every_section_is_in_every_format(book: str) -> None:
    play = play_of(book)
    assert [section.name for section in play.sections] == NAMES.get(book, [])
    as_csv = list(csv.reader(io.StringIO(charts.as_csv(play))))
    formats = {
        "text": words(charts.as_text(play)),
        "html": page_words(drawings.as_html(play)),
        "svg": drawn_words(drawings.as_svg(play)),
    }
    for section in play.sections:
        for sentence in (section.says, *section.rules):
            assert all(words(sentence) in text for text in formats.values()), (section.name, sentence)
            assert not sentence or [sentence] in as_csv
        for row in section.rows:
            assert [cell(text) for text in row] in as_csv
            for text in formats.values():
                assert all(words(square) in text for square in row), (section.name, row)


@pytest.mark.parametrize("book", BOOKS)
def test_every_section_is_in_json(book: str) -> None:
    play = play_of(book)
    told = _play_object(play)
    for section in play.sections:
        if section.value is not None:
            assert told[section.name] == section.value
    assert words_of_rows(play) <= set(json_words(told))
    assert set(told) >= {"stakes", "ev", "ev_of_chart", "rows", "notes"}
    assert bool(told["rows"]) == bool(play.rows)


@pytest.mark.parametrize("book", ["straight-jack", "straight-jack-progressive"])
def test_a_straight_is_worth_more_if_it_is_played_for(book: str) -> None:
    (chase,) = play_of(book).sections
    assert -1 < chase.value["ev_by_the_chart"] < chase.value["ev"] < 0


def test_a_share_of_the_meter_counts_less_for_each_unit_of_a_larger_wager() -> None:
    name = "straight-jack-progressive"
    (small,), (large,) = (
        pitboss.best_play(pitboss.game(name), bets={name: dollars(stake)}).sections for stake in (1, 5)
    )
    assert -0.25 < large.value["ev_by_the_chart"] < small.value["ev_by_the_chart"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_chart_in_csv_ends_at_the_first_empty_line(book: str) -> None:
    """So a plan for a simulation is read up to there."""
    play = play_of(book)
    chart = charts.as_csv(play).split("\n\n")[0].splitlines()
    assert len(chart) == len(play.rows) or not play.rows
