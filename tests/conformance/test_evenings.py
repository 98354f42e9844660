"""Evenings at live tables, by seed: irregularities, refusals, staff, shared boxes, spoken wagers and corrections.

About two thousand rounds over all rulebooks; `make soak` plays two thousand of each.
"""

from __future__ import annotations

import pytest

from table.evening import HOUSES, Evening

pytestmark = pytest.mark.slow
ROUNDS = 50
EVENINGS = [(book, number) for book, houses in HOUSES.items() for number in range(len(houses))]


@pytest.mark.parametrize(("book", "number"), EVENINGS)
@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening(book: str, number: int, seed: int) -> None:
    Evening(book, seed, HOUSES[book][number]).play(ROUNDS)


def test_there_are_two_thousand_rounds() -> None:
    assert 2 * ROUNDS * len(EVENINGS) >= 2000


def test_everything_happens() -> None:
    """What an evening is for does happen in some of them."""
    seen = Evening("spanish21-ma", 1, HOUSES["spanish21-ma"][1])
    seen.play(100)
    maryland = Evening("spanish21-md", 1, HOUSES["spanish21-md"][0])
    maryland.play(100)
    found = seen.seen + maryland.seen
    facts: tuple[str, ...] = (
        "RoundCorrected",
        "DealerRelieved",
        "EntryPermitted",
        "CashChanged",
        "BoxShared",
        "ChipsAdjusted",
    )
    facts += ("StaffOrdered", "StaffRuled", "ShoeMiscounted", "CardMissed", "DrawnInError", "CardSetAside", "ReaderOut")
    codes = ("no-authority", "own-approval", "no-reason", "not-yours", "mid-shoe", "decks-out", "no-such-card")
    assert [each for each in (*facts, *codes) if not found[each]] == []


def test_what_fails_is_shown_as_a_round_file(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("spanish21-ma", 3)

    def loses_a_chip(self: Evening) -> None:
        assert self.table.runner.state.rounds < 4, "a chip is gone"

    monkeypatch.setattr(Evening, "check", loses_a_chip)
    with pytest.raises(AssertionError, match=r'(?s)spanish21-ma, seed 3: .*a chip is gone.*rulebook = "spanish21-ma"'):
        evening.play(10)
