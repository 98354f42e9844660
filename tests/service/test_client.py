"""A client that knows no game plays every rulebook, and nothing that it was offered is refused."""

from __future__ import annotations

import pytest

from pitboss.law.rulebook import rulebook_ids
from service.client import play


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_stranger_plays_at_a_virtual_table(rulebook: str) -> None:
    *_, party = play(rulebook, 1, 400)
    assert party.table.runner.state.rounds >= 10


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_stranger_plays_at_a_live_table_where_things_go_wrong(rulebook: str) -> None:
    *_, party = play(rulebook, 2, 400, live=True)
    assert party.table.runner.state.rounds >= 3
