"""Plays a million random rounds a rulebook in the kernel and at the table, and compares every wager to the cent.

tools/verify.py [ROUNDS]    of each rulebook; a million by itself
"""

from __future__ import annotations

import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from simulation.rounds import RULEBOOKS, differences, random_compiled

ROUNDS_OF_A_HOUSE = 2_000


def verify(task: tuple[str, int]) -> list[str]:
    """One random house, and what differs in it."""
    rulebook, house = task
    compiled = random_compiled(rulebook, random.Random(f"verify {rulebook} {house}"))
    found = differences(compiled, house, range(ROUNDS_OF_A_HOUSE), shoes=house % 2 == 1)
    return [f"{rulebook}, house {house}: {each}" for each in found]


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    houses = -(-rounds // ROUNDS_OF_A_HOUSE)
    failed = 0
    with ProcessPoolExecutor() as pool:
        for rulebook in RULEBOOKS:
            began = time.perf_counter()
            tasks = [(rulebook, house) for house in range(houses)]
            wrong = [each for found in pool.map(verify, tasks, chunksize=4) for each in found]
            seconds = time.perf_counter() - began
            print(
                f"{rulebook:<20} {houses * ROUNDS_OF_A_HOUSE:>11,} rounds, {len(wrong)} differ, {seconds:.0f} s",
                flush=True,
            )
            for each in wrong[:5]:
                print(f"  {each}")
            failed += len(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
