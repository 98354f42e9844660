"""Long evenings at live tables: two thousand rounds of each rulebook and house by `make soak`, or as many as is said.

`python tools/soak.py [ROUNDS [SEED]]`. A failure ends with the seed and the round file of the round that failed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from table.evening import HOUSES, Evening
from table.meters import Crowd

LENGTH = 100  # rounds of one evening
METER_EVENTS = 1_000_000


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    print(f"from seed {seed}")
    for book, houses in HOUSES.items():
        began, played = time.monotonic(), 0
        while played < rounds:
            house = houses[played // LENGTH % len(houses)]
            Evening(book, seed + played, house).play(LENGTH)
            played += LENGTH
        print(f"{book}: {played} rounds, all sound, in {time.monotonic() - began:.0f} s")
    began, crowd = time.monotonic(), Crowd(seed)
    crowd.play(METER_EVENTS * rounds // 2000)
    print(f"a meter: {crowd.events:,} events of three tables, its books balanced, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
