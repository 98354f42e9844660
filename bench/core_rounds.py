"""Core rounds per second: the real procedures, facts recorded and folded, a plain fixed strategy.

Speed is printed as a ratio to a plain Python loop measured in the same run, because machines differ and are noisy.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from pitboss.games.registry import Game, compile_game
from pitboss.ids import MAIN, Box, Player
from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.shoe.stack import Stack, shuffled
from pitboss.table.automatic import Placement, plain_play, play_automatically

CARDS_A_BOX = 30


def bets(boxes: int) -> list[Placement]:
    return [(Player(f"p{box}"), Box(box), MAIN, Cents(1000)) for box in range(1, boxes + 1)]


def rounds(game: Game, boxes: int, count: int, generator: random.Random) -> int:
    """Plays this many rounds and returns the number of facts. Stacks are shuffled beforehand, outside the clock."""
    stacks = [Stack(shuffled(game.shoe, generator.randrange)[: CARDS_A_BOX * (boxes + 1)]) for _ in range(count)]
    wagers = bets(boxes)
    started = time.perf_counter()
    facts = 0
    for stack in stacks:
        facts += len(play_automatically(game.rules, wagers, stack, plain_play, generator.randrange).round.facts)
    seconds = time.perf_counter() - started
    print(f"  {boxes} box(es): {count / seconds:9,.0f} rounds a second, {facts / seconds:11,.0f} facts a second")
    return facts


def reference() -> float:
    """Seconds for a fixed amount of plain Python: the yardstick of this run."""

    def work() -> int:
        total = 0
        for number in range(3_000_000):
            total += number & 7
        return total

    return timed(work)


def timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    game = compile_game(defaults(load("spanish21-ma")))
    generator = random.Random(1)
    print(f"Python {sys.version.split()[0]}, one core, {game.house.rulebook.id}, hole card with reader")
    yardstick = reference()
    for boxes, count in ((1, 20_000), (7, 4_000)):
        seconds = timed(lambda boxes=boxes, count=count: rounds(game, boxes, count, generator))  # type: ignore[misc]
        del seconds
    print(f"  yardstick: 3,000,000 steps of a plain loop take {yardstick:.3f} s")


if __name__ == "__main__":
    main()
