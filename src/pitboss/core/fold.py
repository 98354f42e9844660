"""The fold: the state after some facts. It never decides and never refuses, so any record can be read by it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.core.facts import Fact, RoundOpened
from pitboss.core.floor import Floor
from pitboss.core.layout import Layout


def fold(facts: Iterable[Fact], layout: Layout | None = None) -> Layout:
    """The layout of a round after these facts."""
    layout = Layout() if layout is None else layout
    for fact in facts:
        fact.apply(layout)
    return layout


def fold_table(floor: Floor, fact: Fact) -> None:
    """Brings a table from before this fact to after it, its round included."""
    if type(fact) is RoundOpened:
        floor.layout = Layout()
        floor.in_round = True
    if floor.in_round:
        fact.apply(floor.layout)
    fact.note(floor)
