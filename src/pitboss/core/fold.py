"""The fold: the state after some facts. It never decides and never refuses, so any record can be read by it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.core.facts import Fact, RoundOpened
from pitboss.core.layout import Layout
from pitboss.core.table_state import TableState


def fold(facts: Iterable[Fact], layout: Layout | None = None) -> Layout:
    """The layout of a round after these facts."""
    layout = Layout() if layout is None else layout
    for fact in facts:
        fact.apply(layout)
    return layout


def fold_table(state: TableState, fact: Fact) -> None:
    """Brings a table from before this fact to after it, its round included."""
    if type(fact) is RoundOpened:
        state.layout = Layout()
        state.in_round = True
    if state.in_round:
        fact.apply(state.layout)
    fact.note(state)
