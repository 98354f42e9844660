"""How fast a table with a journal is on this disk: durable commands, time to acknowledgement, audit, bytes a round.

The yardstick is the disk itself: a bare append of a typical batch and fsync, measured in the same run.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

from pitboss.audit.sitting import new_table
from pitboss.audit.verify import audit
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Window
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import compile_game
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, HandId, Player, Role
from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.store.journal import Journal
from pitboss.table.automatic import plain_play
from pitboss.table.intents import CloseTable, Sit
from pitboss.table.live import LiveTable

ANN = Player("ann")
PLAYER = Author(Role.PLAYER, ANN)
BOX = HandId(Box(1), 1)
ROUNDS = 1500


def yardstick(folder: Path, size: int = 1200, times: int = 400) -> list[float]:
    """Seconds for each append of so many bytes with fsync, without anything else."""
    file = os.open(folder / "yardstick", os.O_RDWR | os.O_CREAT)
    took = []
    for _ in range(times):
        began = time.perf_counter()
        os.write(file, b"x" * size)
        os.fsync(file)
        took.append(time.perf_counter() - began)
    os.close(file)
    return took


def reply(table: LiveTable) -> Answer:
    match table.pending:
        case Window("betting") if not table.floor.layout.order:
            return Act(ANN, BOX, PlaceWager(MAIN, Cents(1000)))
        case Window():
            return Close()
        case Offer():
            return Decline()
        case Decide(player, hand, options):
            t = table.runner.table.round
            assert t is not None
            return Act(player, hand, plain_play(t, hand, options))
    raise AssertionError(table.pending)


def play(path: Path) -> tuple[list[float], int]:
    journal = Journal(path, lambda: 0)
    journal.read()
    table = new_table(journal, compile_game(defaults(load("spanish21-ma")))).table
    table.say(PLAYER, Act(ANN, BOX, Sit(Cents(10**9))))
    took = []
    while table.floor.rounds < ROUNDS or table.floor.in_round:
        answer = reply(table)
        began = time.perf_counter()
        refusal = table.say(PLAYER, answer)
        took.append(time.perf_counter() - began)
        assert refusal is None
        table.take_unread()
    table.say(Author(Role.HOUSE, ANN), Act(HOUSE_DEALER, DEALER, CloseTable()))
    journal.close()
    return took, path.stat().st_size


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def main() -> None:
    with tempfile.TemporaryDirectory(dir=".") as name:  # the project's own disk, not one in memory
        folder = Path(name)
        bare = yardstick(folder)
        took, size = play(folder / "table.journal")
        bare += yardstick(folder)
        data = (folder / "table.journal").read_bytes()
        began = time.perf_counter()
        report = audit(data)
        seconds = time.perf_counter() - began
        assert not report.problems
    print("A table with one player and a journal, spanish21-ma")
    mean, floor = statistics.mean(took), statistics.mean(bare)
    show("bare append and fsync", 1 / floor, f"a second, p99 {1e3 * percentile(bare, 0.99):.2f} ms")
    show("durable commands", 1 / mean, f"a second, {mean / floor:.2f} times a bare append")
    for share in (50, 90, 99, 100):
        show(f"acknowledged, p{share}", 1e6 * percentile(took, share / 100), "microseconds")
    show("journal", size / ROUNDS, "bytes a round")
    show("audit", ROUNDS / seconds, f"rounds a second, {len(data) / seconds / 1e6:.1f} MB a second")


def show(what: str, figure: float, unit: str) -> None:
    print(f"  {what:<24}{figure:10,.0f} {unit}")


if __name__ == "__main__":
    main()
