"""Steps per second of one seat at Spanish 21 by random legal moves, next to Gymnasium's Blackjack-v1 in the same run.

Machines differ and are noisy: compare the ratio. Turns are taken in turn, and the median of the ratios counts.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

import gymnasium

OURS, THEIRS = "pitboss.env:pitboss/Spanish21-MA-v0", "Blackjack-v1"
STEPS, TURNS = 20_000, 7


def steps_per_second(env: gymnasium.Env[Any, Any], generator: random.Random) -> float:
    """Play by random moves, legal ones where the environment says which are."""
    moves = list(range(int(env.action_space.n)))  # type: ignore[attr-defined]
    _, info = env.reset(seed=1)
    started = time.process_time()
    for _ in range(STEPS):
        mask = info.get("action_mask")
        legal = moves if mask is None else mask.nonzero()[0].tolist()
        _, _, over, _, info = env.step(legal[int(generator.random() * len(legal))])
        if over:
            _, info = env.reset()
    return STEPS / (time.process_time() - started)


def main() -> None:
    ours, theirs, generator = gymnasium.make(OURS), gymnasium.make(THEIRS), random.Random(1)
    pairs = [(steps_per_second(ours, generator), steps_per_second(theirs, generator)) for _ in range(TURNS)]
    for name, found in ((OURS, [one for one, _ in pairs]), (THEIRS, [other for _, other in pairs])):
        print(f"{name:<40} {statistics.median(found):>10,.0f} steps/s")
    print(f"{'ratio':<40} {statistics.median(one / other for one, other in pairs):>10.2f}")


if __name__ == "__main__":
    main()
