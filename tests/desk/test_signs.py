"""The whole sign: part by part, with our own figure next to a house edge that the text states."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

import pitboss
from pitboss.desk import signs
from pitboss.desk.signs import sign_of
from pitboss.law.rulebook import rulebook_ids
from pitboss.law.sign import Heading


def edges(settings: dict[str, Any] | None = None, readings: dict[str, Any] | None = None) -> list[str]:
    house = pitboss.game("spanish21-charity", settings, readings).house
    lines = [line for line in sign_of(house) if line.heading is Heading.EDGE]
    assert all(line.clauses == ("CH-edge",) for line in lines)
    return [line.says for line in lines]


@pytest.mark.clause("CH-edge")
def test_the_edge_that_the_text_states_is_next_to_our_own_and_each_says_whose_it_is() -> None:
    assert edges() == [
        "The text states a house edge of .42 % on the main wager, as its own figure",
        "pitboss computes 0.5988 % on the main wager of this house, with best play",
    ]


def test_our_own_figure_is_that_of_the_house() -> None:
    stated, own = edges({}, {"CH01": "stand"})
    assert ".42 %" in stated
    assert "0.5988" not in own
    assert own.startswith("pitboss computes ")


def test_without_numba_nothing_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any) -> None:
        raise ModuleNotFoundError("numba")

    monkeypatch.setattr(signs, "price", missing)
    assert edges()[1] == "pitboss has computed no figure of its own on the main wager of this house"


@pytest.mark.parametrize("book", [book for book in rulebook_ids() if book != "spanish21-charity"])
def test_every_sign_is_in_parts(book: str) -> None:
    headings = [heading for heading, _ in groupby(line.heading for line in sign_of(pitboss.game(book).house))]
    assert headings == [heading for heading in Heading if heading in headings]
    assert Heading.EDGE not in headings, "no other text states one"
    assert (Heading.RULES in headings) == (book != "pai-jack")
