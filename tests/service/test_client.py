"""A client that knows no game plays every rulebook, and nothing that it was offered is refused."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from conformance.suite import WHEEL
from pitboss.core.authority import PERMISSIONS
from pitboss.law.rulebook import rulebook_ids
from service.client import Json, Party, a_table, play

pytestmark = pytest.mark.slow

BY_A_CARD = {"face-up", "ten", "exposed", "overdrawn", "missed", "unseen", "cut-card"}
BY_A_CARD |= {"burn-forgotten", "spots-swapped"}
"""What is reported without a name below it."""
ANSWERS = {"verify", "instruct", "key"}
"""What staff says where it is asked, so that it is a choice and no report."""
STAFFED: Json = {"shuffle_method": "automated", "no_mid_shoe_entry": True, "verbal_wagers": True}
SHARED: Json = {"match_play_coupons": True, "bettors_per_box": 3, "boxes_per_player": 2}
HOUSES: list[tuple[str, Json]] = [
    *((rulebook, {}) for rulebook in rulebook_ids()),
    ("spanish21-md", STAFFED),
    ("spanish21-ma", {**STAFFED, **SHARED, "bonus_spin": True, "wheel": WHEEL}),
    ("21-hold-em", {"burn_count": 1}),
    ("21-plus-3", {"decks": 1, "player_cards": "face_down", "version": "xtreme"}),
]
"""Every rulebook by its defaults, and houses in which more may be said."""


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_stranger_plays_at_a_virtual_table(rulebook: str) -> None:
    *_, party = play(rulebook, 1, 400)
    assert party.table.runner.state.rounds >= 10


@cache
def evening(number: int) -> Party:
    """A live table of one of the houses, where something goes wrong at every tenth command, after 400 of them."""
    rulebook, house = HOUSES[number]
    party = Party(a_table(rulebook, 2, house, live=True), 2, live=True, trouble=0.1, corrects=0.015)
    for number_of_command in range(1200):
        enough = number_of_command >= 400 and party.table.runner.state.rounds >= 2
        if enough or not party.step():
            break
    return party


@pytest.mark.parametrize("number", range(len(HOUSES)), ids=[name for name, _ in HOUSES])
def test_a_stranger_plays_at_a_live_table_where_things_go_wrong(number: int) -> None:
    party = evening(number)
    assert party.table.runner.state.rounds >= 2
    assert party.counts["said correct"] > 0
    assert sum(party.counts[f"said {verb}"] for verb in reported()) > 10


def test_everything_that_may_be_reported_is_reported_somewhere() -> None:
    counts: Counter[str] = Counter()
    for number in range(len(HOUSES)):
        counts.update(evening(number).counts)
    said = {verb for verb in reported() if counts[f"said {verb}"]}
    offered = {verb for verb in reported() if counts[f"offered {verb}"]}
    assert reported() - offered <= {"correct", "foul"}, "corrections are asked for by themselves, and fouls are rare"
    assert len(reported() - said) <= 6, reported() - said


def reported() -> set[str]:
    """Every word with which staff reports or orders something."""
    return (set(PERMISSIONS) | BY_A_CARD) - ANSWERS
