"""Every game through the suite, from seeds. A failure prints its seed."""

from __future__ import annotations

import random

import pytest

from conformance.suite import GAMES, Drive, any_game, shoe
from pitboss.core.facts import (
    CardMissed,
    CardSetAside,
    DoubledDown,
    DrawnInError,
    HandClosed,
    HandFouled,
    PairSplit,
    PokerFolded,
    SplitThreeWays,
    StaffRuled,
)
from pitboss.core.rules import RoundContext
from pitboss.law.rulebook import load

SEEDS = 120
ELSEWHERE = {
    "charity": {"rescued", "surrendered"},
    "blackjack": {"rescued", "surrendered"},
    "blackjack, one deck": {"rescued"},
    "21+3": {"rescued", "surrendered"},
    "21+3, face down": {"rescued"},
    "21+3 xtreme, limited": {"rescued", "surrendered"},
    "golden 21": {"rescued", "surrendered"},
    "golden 21, two decks": {"rescued"},
    "buffalo 2": {"rescued"},
    "buffalo 2, one deck": {"rescued", "surrendered"},
    "buffalo 3": {"rescued", "surrendered"},
    "switch": {"rescued", "surrendered"},
    "switch, 8 decks": {"rescued", "surrendered"},
    "switch, no buster": {"rescued", "surrendered"},
    "switch, no side wagers": {"rescued", "surrendered"},
    "straight jack": {"rescued"},
    "straight jack progressive": {"rescued", "surrendered"},
    "ante up 21": {"rescued", "surrendered", "folded"},
    "ante up 21, two decks": {"rescued", "surrendered", "folded"},
    "ante up 21, an ante alone": {"rescued", "surrendered"},
    "21-hold 'em": {"rescued", "surrendered"},
    "21-hold 'em, compulsory": {"rescued"},
    "3 card 21": {"rescued", "blackjack"},
    "3 card 21, 8 decks": {"rescued", "blackjack"},
}


def drive(name: str, seed: int) -> Drive:
    """One checked round; in every second one things go wrong, two in three have a shoe short of ranks."""
    rulebook, settings = GAMES[name]
    generator = random.Random(f"{name} {seed}")
    playing = any_game(rulebook, settings)
    often = 0.4 if rulebook == "pai-jack" else 0.08  # packets have few decisions at which anything may be reported
    incidents = often if seed % 2 else 0.0
    table = RoundContext(live=bool(seed % 4))
    driven = Drive(playing, generator, shoe(playing, generator, rich=seed % 3 > 0), incidents, table)
    driven.play()
    return driven


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.clause("MA-5(d)", "MA-5(h)", "MA-7(e).2", "MA-7(i).2")
def test_a_random_round_conforms(name: str, seed: int) -> None:
    drive(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_suite_sees_what_the_game_can_do(name: str) -> None:
    """Many more rounds, with the same checks, which would prove little if the interesting things never happened."""
    rulebook, _ = GAMES[name]
    seen: set[object] = set()
    for seed in range(SEEDS):
        try:
            facts = drive(name, seed).runner.round.facts
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        seen |= {fact.how if isinstance(fact, HandClosed) else type(fact) for fact in facts}
    if rulebook == "pai-jack":
        assert {"pai jack", "set", "bust", "dead", HandFouled, StaffRuled} <= seen
        assert ("foul" in seen) == (name == "pai jack, fouls lose")
    else:
        only_elsewhere = ELSEWHERE.get(name, set())
        assert {"stood", "bust", "doubled", "rescued", "surrendered", "blackjack", "21"} - only_elsewhere <= seen
        assert not only_elsewhere & seen
        poker = rulebook in ("ante-up-21", "21-hold-em")
        assert (PokerFolded in seen) == poker
        assert ("folded" in seen) == (poker and "folded" not in only_elsewhere)
        foreseen = load(rulebook).game == "Spanish 21" and rulebook != "spanish21-charity"
        incidents = {CardSetAside, CardMissed, DrawnInError} if foreseen else set()
        split = SplitThreeWays if rulebook == "3-card-21" else PairSplit
        assert {DoubledDown, split, StaffRuled} | incidents <= seen
