"""Solutions kept between commands: most tests of a command are about something else than solving a game once more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

import pytest

from pitboss.analysis.drawing.solver import Solution, UpCard

_known: dict[object, list[UpCard]] = {}


@contextmanager
def remembered() -> Iterator[None]:
    """Solves no game anew that the solver cannot tell from one that it has solved in this process.

    Only its numbers are kept: clauses, limits and what cannot be priced are always those of the game at hand.
    """
    solve = vars(Solution)["up_cards"].func

    def solved(solution: Solution) -> list[UpCard]:
        key = type(solution.terms), solution.terms.key()
        if key not in _known:
            _known[key] = solve(solution)
        return _known[key]

    once = cached_property(solved)
    once.__set_name__(Solution, "up_cards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Solution, "up_cards", once)
        yield
