"""Walks the tiny shoes again and writes their counts; read the difference before committing it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from walker.shoes import COUNTS, SHOES, report


def main() -> None:
    COUNTS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SHOES:
        started = time.perf_counter()
        walk = SHOES[name].walk()
        (COUNTS / f"{name}.txt").write_text(report(walk), encoding="utf-8")
        missing = [event for event in SHOES[name].must if not walk.events[event]]
        print(f"{name}: {walk.rounds} rounds, {time.perf_counter() - started:.1f} s {missing or ''}", flush=True)


if __name__ == "__main__":
    main()
