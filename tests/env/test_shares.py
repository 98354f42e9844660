"""The table of what the oracle knows is current: run `tools/oracle.py` when this fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle import ROUNDS, row, shares

PAGE = Path(__file__).parents[2] / "docs/reference/environments.md"


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["blackjack-co", "spanish21-ma", "pai-jack"])
def test_the_table_is_current(rulebook: str) -> None:
    written = row(rulebook, shares(rulebook, ROUNDS), shares(rulebook, ROUNDS // 5, seats=3))
    assert written in PAGE.read_text(encoding="utf-8").splitlines()
