"""Reading the law: which code carries out which clause of a rulebook, and what two texts come to."""

from __future__ import annotations

from pitboss.games.registry import compile_game
from pitboss.law.coverage import Covered, coverage
from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.notation import replay, transcript  # noqa: F401  importing all rooms makes their citations known
from pitboss.tables import runner  # noqa: F401


def coverage_of(rulebook: str) -> list[Covered]:
    """Every clause of a rulebook with its status, what carries it out and its tests; raises `UnknownName`."""
    book = load(rulebook)
    return coverage(book, compile_game(defaults(book)).rules)
