"""The game of a rulebook under settings, without a desk."""

from __future__ import annotations

import doctest
from dataclasses import replace

import pytest

from pitboss.law.rulebook import Rulebook, UnknownName, load
from pitboss.record import settings
from pitboss.record.header import game_of, known_as, new_header
from pitboss.record.settings import (
    IncompleteRulebook,
    Unlawful,
    as_filed,
    complete_rulebook,
    complete_rulebooks,
    defects_of,
    game_under,
)
from pitboss.store.journal import JournalInMemory


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(settings)
    assert (failed, tried > 0) == (0, True)


def test_an_unlawful_house_is_refused_with_all_its_defects() -> None:
    book = complete_rulebook("spanish21-ma")
    with pytest.raises(Unlawful) as refused:
        game_under(book, {"decks": 5, "main_min": "abc"})
    assert {defect.where for defect in refused.value.defects} == {"house.decks", "house.main_min"}
    assert refused.value.malformed
    assert defects_of(book, {"decks": 8}) == []


def test_an_unknown_or_incomplete_rulebook_has_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="did you mean spanish21-md"):
        complete_rulebook("spanish21-mx")
    monkeypatch.setattr(settings, "load", lambda name: replace(load(name), ready=False))
    with pytest.raises(IncompleteRulebook, match="incomplete"):
        complete_rulebook("spanish21-ma")


@pytest.mark.parametrize("book", complete_rulebooks(), ids=lambda book: book.id)
def test_a_header_names_the_game_that_it_was_made_of(book: Rulebook) -> None:
    game = game_under(book)
    header, recorder = new_header(game, 5, 0), JournalInMemory()
    recorder.begin(header)
    assert recorder.first == known_as(header)
    assert game_of(header).house.values == game.house.values
    assert game_of(header).house.readings == game.house.readings
    assert as_filed(book, {"decks": 8}) == {"decks": 8}
