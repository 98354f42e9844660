"""Rulebooks as data: they load, cite clauses that exist, and share what did not change."""

from __future__ import annotations

import pytest

from pitboss.games.registry import compile_game
from pitboss.law.citations import carriers, covers
from pitboss.law.coverage import citations, coverage, evidence, gaps
from pitboss.law.house import defaults
from pitboss.law.rulebook import UnknownName, load, read_data, rulebook_ids
from pitboss.notation import replay, transcript  # noqa: F401  importing all rooms makes their citations known
from pitboss.tables import procedure, staff  # noqa: F401

READY = [each for each in rulebook_ids() if load(each).ready]


def test_the_rulebooks() -> None:
    colorado = [
        "21-hold-em",
        "21-plus-3",
        "3-card-21",
        "ante-up-21",
        "blackjack-co",
        "blackjack-switch",
        "buffalo-2",
        "buffalo-3",
        "golden-21",
    ]
    spanish = [f"spanish21-{each}" for each in ("charity", "ma", "ma-prior", "md")]
    assert [*colorado, "pai-jack", *spanish, "straight-jack", "straight-jack-progressive"] == READY


def test_the_inventories_are_complete() -> None:
    found = [len(load(each).clauses) for each in READY]
    assert found == [70, 46, 82, 98, 12, 62, 61, 69, 76, 85, 83, 229, 211, 219, 39, 77]


def test_the_older_edition_is_not_a_copy() -> None:
    """What the newer edition has of its own is three insertions; everything else is the older one's."""
    older, newer = load("spanish21-ma-prior"), load("spanish21-ma")
    added = {row.id for row in newer.clauses} - {row.id for row in older.clauses}
    assert {each.split(".")[0] if each.startswith("MA-7") else each[:7] for each in added} == {
        "MA-4(j)",
        "MA-7(b)",
        "MA-16(a",
        "MA-16(b",
        "MA-16(c",
        "MA-16(d",
    }
    assert len(added) == 18
    assert {row.id: row for row in older.clauses}.items() <= {row.id: row for row in newer.clauses}.items()
    assert list(read_data("spanish21-ma", "rulebook.toml")["payouts"]) == ["bonus-spin"]


def test_added_rows_stand_in_the_order_of_the_text() -> None:
    ids = [str(row.id) for row in load("spanish21-ma").clauses]
    assert ids[ids.index("MA-4(i).3") + 1] == "MA-4(j).1"
    assert ids[ids.index("MA-7(b).2") + 1] == "MA-7(b).3"
    assert ids[-1] == "MA-16(d)(2).2"


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_citation_of_the_data_exists(book: str) -> None:
    """A question or a step that several texts share cites clauses of each of them."""
    known = [row.id for each in rulebook_ids() for row in load(each).clauses]
    cited = citations(load(book), compile_game(defaults(load(book))).rules)
    assert [each for each in cited if not any(covers(each, row) for row in known)] == []


def test_every_citation_of_the_code_exists() -> None:
    known = {row.id for book in rulebook_ids() for row in load(book).clauses}
    assert [each for each in carriers() if not any(covers(each, row) for row in known)] == []


@pytest.mark.parametrize("book", READY)
def test_every_clause_has_a_status_a_carrier_and_a_test(book: str) -> None:
    assert gaps(coverage(load(book), compile_game(defaults(load(book))).rules)) == []


def test_the_evidence_cites_known_clauses() -> None:
    known = {row.id for book in rulebook_ids() for row in load(book).clauses}
    assert [each for each in evidence() if not any(covers(each, row) for row in known)] == []


@pytest.mark.parametrize("book", READY)
def test_questions_of_the_clauses_are_answered(book: str) -> None:
    """Each open question that a clause names is in the register, with a default and a reason."""
    rulebook = load(book)
    asked = {code for row in rulebook.clauses for code in row.questions}
    assert asked <= set(rulebook.interpretations)
    for each in rulebook.interpretations.values():
        assert each.default
        assert each.why
        assert len(each.values) != 1, "a switch needs two sides"


def test_an_unknown_rulebook_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean spanish21-ma"):
        load("spanish-21-ma")
