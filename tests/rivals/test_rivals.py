"""Best play against everything that a clever person would try instead, and against single decisions changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pitboss.desk.houses import rulebooks
from pitboss.simulation.codes import STAND, Bytes
from pitboss.simulation.parts import switch
from pitboss.simulation.plans import Plan
from rivals.changes import FAR, Changes, Drawn, Tried, search
from rivals.dealt import Gain, Rounds
from rivals.drawing import Rival
from rivals.games import GAMES, REDOUBLED, SWITCH, after_splits, case_of, contender
from rivals.plans import Case, Policy, Seen
from rivals.switching import switch_changes

pytestmark = pytest.mark.slow
SEED, ROUNDS = 21, 500_000  # in which decisions that are planted wrong are found
TIMES = 6  # changes for each up card
FEWEST = 3  # rivals of a game that play otherwise than best play does
ELEVEN, TWELVE = {"2-9", "3-8", "4-7", "5-6"}, {"2-10", "3-9", "4-8", "5-7", "6-6"}


def better(rounds: Rounds, rivals: list[Rival]) -> dict[str, Gain]:
    """Return the rivals that win more than best play, beyond their error."""
    gains = {rival.says: rounds.gain(rival.plan) for rival in rivals}
    assert len(gains) == len(rivals)
    assert sum(gain.different > 0 for gain in gains.values()) >= FEWEST
    return {says: gain for says, gain in gains.items() if gain.errors > FAR}


def improvements(rounds: Rounds, changes: Changes, apart: Bytes) -> list[Tried]:
    """Return the changes by which best play would win more, beyond their error."""
    tried = list(search(rounds, changes, times=TIMES, seed=SEED, apart=apart))
    assert len(tried) > 8 * TIMES
    assert sum(change.gain.different > 0 for change in tried) > len(tried) // 2
    return [change for change in tried if change.better]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_beats_best_play(name: str) -> None:
    tried = contender(name)
    rounds = Rounds(tried.case.compiled, SEED + GAMES.index(name), ROUNDS)
    assert not better(rounds, tried.rivals)
    assert not improvements(rounds, tried.changes, tried.apart)


def test_nothing_after_a_split_beats_best_play_of_an_ante() -> None:
    tried = after_splits()
    rounds = Rounds(tried.case.compiled, SEED, ROUNDS)
    assert len(tried.rivals) == 18
    assert not better(rounds, tried.rivals)


def test_every_game_is_tried() -> None:
    assert {book.id for book in rulebooks()} == {*GAMES, "pai-jack"} - {REDOUBLED}


def stands_on_11(seen: Seen) -> int | None:
    return STAND if seen.hard and seen.total == 11 and not seen.split else None


def never_draws_to_12(seen: Seen) -> int | None:
    return STAND if seen.hard and seen.total == 12 and not seen.split else None


def planted(name: str, plan: Plan) -> list[Tried]:
    """Search around a plan that is known to be bad, among all first cards alike."""
    case = case_of(name)
    bad = Case(replace(case.compiled, plan=plan), case.solution)
    changes = switch_changes(bad) if name == SWITCH else Drawn(bad).first()
    alike = (change._replace(weight=1.0) for change in changes)
    rounds = Rounds(bad.compiled, SEED, ROUNDS)
    return [tried for tried in search(rounds, alike, times=2 * TIMES, seed=SEED) if tried.better]


@pytest.mark.parametrize(
    ("name", "policy", "totals"),
    [("blackjack-co", stands_on_11, ELEVEN), ("spanish21-ma", never_draws_to_12, TWELVE)],
)
def test_the_search_finds_a_decision_that_is_wrong(name: str, policy: Policy, totals: set[str]) -> None:
    improved = planted(name, case_of(name).by(policy, resplits=False))
    assert improved
    for tried in improved:
        cards, _, decided = tried.change.says.partition(" against ")
        assert cards in totals
        assert decided.endswith("not stand")


def test_the_search_finds_a_switch_that_is_missed() -> None:
    case = case_of(SWITCH)
    best = case.plan.ways[switch.NAME]["plan"]
    improved = planted(SWITCH, case.plan.with_way(switch.NAME, {"plan": np.zeros_like(best)}))
    assert improved
    for tried in improved:
        assert all(best[edit.place] == 1 for edit in tried.change.edits)
