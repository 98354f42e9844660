"""All ways of playing that the kernel knows."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.drawing.solver import Solution
from pitboss.simulation.parts import contest, meter, own_hand, poker_part, switch, three_ways
from pitboss.simulation.parts.part import Decisions, KernelPart, Setting

DECIDED_BY_SOLUTION = (three_ways, poker_part)
"""Ways whose best play needs nothing but the rules and the solution of drawing."""

MAKERS = (switch.part, three_ways.part, own_hand.part, meter.part, contest.part, poker_part.part)


def decisions_of(solution: Solution) -> Iterator[tuple[str, Decisions]]:
    """Return the decisions of ways that need nothing but a solution, each with the name of its record."""
    for way in DECIDED_BY_SOLUTION:
        decisions = way.decisions(solution)
        if decisions is not None:
            yield way.NAME, decisions


def parts_of(setting: Setting) -> tuple[KernelPart, ...]:
    """Return the parts of the ways that a game has, at these stakes."""
    parts = tuple(part for make in MAKERS if (part := make(setting)) is not None)
    assert sum(part.wager is not None for part in parts) <= 1, "the kernel has room for one poker hand"
    return parts
