"""How fast a table with a journal is on this disk: durable commands, time to acknowledgement, audit, bytes a round.

The yardstick is the disk itself: a bare append of a typical batch and fsync, measured in the same run. Then the time
to open a table by its age, to export its middle round and to list it, each beside the same without snapshots.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.audit.rounds import recorded_round
from pitboss.audit.verify import audit
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Window
from pitboss.core.wagering import PlaceWager
from pitboss.desk.tables import tables_in
from pitboss.games.registry import compile_game
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, HandId, Player, Role
from pitboss.law.house import defaults
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.record.file_tables import new_table, recall_journal
from pitboss.store.journal import Journal
from pitboss.tables.automatic import plain_play
from pitboss.tables.intents import CloseTable, Sit
from pitboss.tables.live import LiveTable

ANN = Player("ann")
PLAYER = Author(Role.PLAYER, ANN)
BOX = HandId(Box(1), 1)
ROUNDS = 1500
AGES = (10, 1_000, 20_000)


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
        case Window("betting") if not table.runner.state.layout.order:
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


class Hasty(Journal):
    """A journal that waits for no disk, to come by an old one quickly."""

    def _store(self, data: bytes) -> None:
        os.lseek(self._file, self._durable, os.SEEK_SET)
        self._write(data)
        self._durable += len(data)


def aged(path: Path, rounds: int) -> None:
    """A table that has dealt so many rounds and is open."""
    journal = Hasty(path, lambda: 0)
    journal.read()
    table = new_table(journal, compile_game(defaults(load("spanish21-ma")))).table
    table.say(PLAYER, Act(ANN, BOX, Sit(Cents(10**9))))
    while table.runner.state.rounds < rounds or table.runner.state.in_round:
        assert table.say(PLAYER, reply(table)) is None
    journal.close()


def opened(path: Path) -> None:
    journal = Journal(path, lambda: 0)
    record = journal.read()
    assert record is not None
    recall_journal(journal, record)
    journal.close()


def best(action: Callable[[], object], times: int = 5) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        took.append(time.perf_counter() - began)
    return min(took)


def ages(folder: Path) -> None:
    print("By age, in milliseconds")
    print(f"  {'rounds':>8}{'open':>10}{'export':>10}{'list':>10}{'open without snapshots':>26}")
    for rounds in AGES:
        path = folder / f"of-{rounds}.journal"
        aged(path, rounds)
        opens = best(lambda: opened(path))  # noqa: B023  called at once
        exports = best(lambda: recorded_round(path, rounds // 2))  # noqa: B023
        lists = best(lambda: tables_in(folder))
        Path(f"{path}.snapshots").unlink()
        began = time.perf_counter()
        opened(path)
        plain = time.perf_counter() - began
        print(f"  {rounds:>8,}{1e3 * opens:10.1f}{1e3 * exports:10.1f}{1e3 * lists:10.1f}{1e3 * plain:26.1f}")
        for each in folder.glob(f"{path.name}*"):
            each.unlink()


def play(path: Path) -> tuple[list[float], int]:
    journal = Journal(path, lambda: 0)
    journal.read()
    table = new_table(journal, compile_game(defaults(load("spanish21-ma")))).table
    table.say(PLAYER, Act(ANN, BOX, Sit(Cents(10**9))))
    took = []
    while table.runner.state.rounds < ROUNDS or table.runner.state.in_round:
        answer = reply(table)
        began = time.perf_counter()
        refusal = table.say(PLAYER, answer)
        took.append(time.perf_counter() - began)
        assert refusal is None
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
        (folder / "table.journal").unlink()
        ages(folder)
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
