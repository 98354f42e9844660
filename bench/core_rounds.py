"""Core rounds per second: the real procedures, facts recorded and folded, a plain fixed strategy, one core.

A plain Python loop is timed in the same run as a yardstick, because machines differ and are noisy: compare rounds
for each million steps of the loop, not rounds a second.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from pitboss.core.wagering import Placement
from pitboss.games.registry import Game, compile_game
from pitboss.ids import MAIN, Box, Player
from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.shoe.stack import Stack, shuffled
from pitboss.tables.automatic import plain_play, play_automatically

CARDS_A_BOX = 30
YARDSTICK_STEPS = 3_000_000


def bets(boxes: int) -> list[Placement]:
    return [(Player(f"p{box}"), Box(box), MAIN, Cents(1000)) for box in range(1, boxes + 1)]


def rounds_per_second(game: Game, boxes: int, count: int, generator: random.Random) -> tuple[float, float]:
    """Rounds and facts a second. The shoes are shuffled beforehand, outside the clock."""
    stacks = [Stack(shuffled(game.shoe, generator.randrange)[: CARDS_A_BOX * (boxes + 1)]) for _ in range(count)]
    wagers = bets(boxes)
    facts = 0
    started = time.perf_counter()
    for stack in stacks:
        facts += len(play_automatically(game.rules, wagers, stack, plain_play, generator.randrange).round.facts)
    seconds = time.perf_counter() - started
    return count / seconds, facts / seconds


def yardstick() -> float:
    """Steps a second of a plain loop."""
    total = 0
    started = time.perf_counter()
    for number in range(YARDSTICK_STEPS):
        total += number & 7
    return YARDSTICK_STEPS / (time.perf_counter() - started)


def help_seconds() -> float:
    """How long `pitboss --help` takes, the best of five."""
    command = [str(Path(sys.executable).with_name("pitboss")), "--help"]
    times = []
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    game = compile_game(defaults(load("spanish21-ma")))
    generator = random.Random(1)
    print(f"Python {sys.version.split()[0]}, one core, {game.house.rulebook.id}, hole card with reader")
    print(f"{'boxes':>6} {'rounds/s':>10} {'facts/s':>10} {'rounds per million yardstick steps':>36}")
    for boxes, count in ((1, 20_000), (7, 4_000)):
        steps = yardstick()
        rounds, facts = rounds_per_second(game, boxes, count, generator)
        print(f"{boxes:>6} {rounds:>10,.0f} {facts:>10,.0f} {rounds / steps * 1e6:>36,.0f}")
    print(f"pitboss --help: {help_seconds():.3f} s")


if __name__ == "__main__":
    main()
