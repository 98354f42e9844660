"""Reading the law: which code carries out which clause of a rulebook, and what two texts come to."""

from __future__ import annotations

from pitboss.games.colorado import points as colorado
from pitboss.games.registry import compile_game
from pitboss.games.spanish21 import points as spanish21
from pitboss.law.coverage import Covered, coverage
from pitboss.law.diff import Point, Side, Verdict, diff
from pitboss.law.house import defaults
from pitboss.law.rulebook import Rulebook, load
from pitboss.notation import replay, transcript  # noqa: F401  importing all rooms makes their citations known
from pitboss.tables import runner  # noqa: F401

__all__ = ["Covered", "NotComparable", "Point", "Side", "Verdict", "compare_texts", "coverage_of"]


class NotComparable(ValueError):
    """The two texts regulate games that have no topics in common."""


def coverage_of(rulebook: str) -> list[Covered]:
    """Every clause of a rulebook with its status, what carries it out and its tests; raises `UnknownName`."""
    book = load(rulebook)
    return coverage(book, compile_game(defaults(book)).rules)


def compare_texts(left: Rulebook, right: Rulebook) -> list[Point]:
    """Return what two texts say and do under each topic; raise `NotComparable`."""
    of_spanish21 = {book.game == "Spanish 21" for book in (left, right)}
    if len(of_spanish21) > 1 or not (left.ready and right.ready):
        raise NotComparable("two texts of Spanish 21 can be compared, or two games of Colorado's Rule 21")
    family = spanish21 if True in of_spanish21 else colorado
    return diff(left, right, family.points(left), family.points(right))
