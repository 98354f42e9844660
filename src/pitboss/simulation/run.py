"""Runs: chunks of rounds, played by all cores, added up.

A chunk is a fixed stretch of rounds (or of shoes), and what it comes to depends on its number and on nothing else. All
counts are whole numbers, so their sum does not depend on who played which chunk, or when.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.analysis.compiling import fingerprint
from pitboss.law.housefile import written_house
from pitboss.simulation import codes, records
from pitboss.simulation.jobs import Job, packed, play
from pitboss.simulation.programme import Programme

CHUNK = 1 << 22  # rounds of a chunk where every round has a fresh shoe
SHOES = 1 << 13  # shoes of a chunk where shoes are dealt to the cut card
MOST_ROUNDS = 10**15
FORMAT = 2


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be simulated: a compiled game, a seed, how many rounds, and whether shoes are dealt on."""

    compiled: Programme
    seed: int
    rounds: int
    shoes: bool = False
    chunk: int = 0

    @property
    def stretch(self) -> int:
        """How many rounds or shoes are in a chunk."""
        return self.chunk or (SHOES if self.shoes else CHUNK)

    def key(self) -> str:
        """Equal for two orders whose chunks can be added up."""
        compiled, digest = self.compiled, hashlib.sha256()
        house = compiled.game.house
        digest.update("\n".join((house.rulebook.id, *written_house(house, everything=True))).encode())
        digest.update(packed(compiled.tables))
        digest.update(f"{FORMAT} {self.seed} {self.shoes} {self.stretch} {fingerprint()}".encode())
        return digest.hexdigest()

    def job(self, number: int) -> Job:
        """One chunk."""
        first = number * self.stretch
        count = self.stretch if self.shoes else min(self.stretch, self.rounds - first)
        return Job(packed(self.compiled.tables), self.seed, first, count, self.shoes, self.compiled.name)


class Lost(Exception):
    """Those who play a run are gone, and it cannot go on. The message says why."""


class Overlap(ValueError):
    """Two parts of a run share some chunks and not others, so they cannot be added up."""


@dataclass(frozen=True, slots=True)
class Part:
    """The chunks from `first` to before `last`, added up. A run is its parts merged, in any order."""

    first: int
    last: int
    counts: records.Counts

    @property
    def rounds(self) -> int:
        return int(self.counts.more[codes.ROUNDS])

    def merged(self, other: Part) -> Part:
        """Both together; a part of which the other is a part already adds nothing."""
        small, large = sorted((self, other), key=lambda each: each.last - each.first)
        if large.first <= small.first and small.last <= large.last:
            return large
        low, high = sorted((self, other), key=lambda each: each.first)
        if low.last != high.first:
            raise Overlap(f"chunks {low.first} to {low.last} and {high.first} to {high.last} do not follow each other")
        counts = records.Counts(*(one + two for one, two in zip(low.counts, high.counts, strict=True)))
        return Part(low.first, high.last, counts)


def play_chunk(order: Order, number: int) -> Part:
    """One chunk, by this thread alone."""
    return Part(number, number + 1, play(order.job(number)))


def nothing(order: Order) -> Part:
    return Part(0, 0, records.new_counts(order.compiled.tables))


def enough(order: Order, part: Part) -> bool:
    return part.rounds >= order.rounds


def run(order: Order, begun: Part | None = None, workers: int = 0) -> Iterator[Part]:
    """What has been played so far, after every chunk; the last one is the result.

    Chunks are added in their order, so that a run of shoes ends after the same shoe whoever dealt it. Shoes are whole,
    so such a run may have a few rounds more than were asked for.
    """
    part = begun or nothing(order)
    count = workers or os.cpu_count() or 1
    ready: dict[int, Part] = {}
    stopping = threading.Event()
    with ThreadPoolExecutor(count) as pool:
        playing: dict[Future[Part | None], int] = {}
        following = part.last
        try:
            while not enough(order, part):
                while len(playing) < count and len(ready) < 4 * count and _needed(order, following):
                    playing[pool.submit(_unless, stopping, order, following)] = following
                    following += 1
                done, _ = wait(playing, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    number = playing.pop(future)
                    ready[number] = future.result() or nothing(order)
                while part.last in ready and not enough(order, part):
                    part = part.merged(ready.pop(part.last))
                if done:
                    yield part
        finally:
            stopping.set()
    yield part


def _needed(order: Order, number: int) -> bool:
    return order.shoes or number * order.stretch < order.rounds


def _unless(stopping: threading.Event, order: Order, number: int) -> Part | None:
    return None if stopping.is_set() else play_chunk(order, number)


class BadCheckpoint(Exception):
    """A checkpoint that is not of this run. The message says why."""


def load_checkpoint(path: Path, order: Order) -> Part | None:
    """How far an earlier run of the same order came; nothing where there is no file yet."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        found: dict[str, Any] = json.loads(data.decode("utf-8"))
        digest, key, last = found.pop("digest"), found["key"], found["last"]
        if digest != _digest(found) or type(last) is not int or last < 0:
            raise ValueError("a checkpoint is of all chunks from the first on, and says so")
        part = Part(0, last, _read_counts(order, found["counts"]))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise BadCheckpoint("is not a checkpoint, or it was damaged") from error
    if key != order.key():
        raise BadCheckpoint("is of another game, house, plan, stake or seed, or was made by another version of pitboss")
    if not order.shoes and part.rounds != min(part.last * order.stretch, order.rounds):
        raise BadCheckpoint(f"has {part.rounds:,} rounds, with which a run of {order.rounds:,} cannot go on")
    return part


def _digest(found: dict[str, Any]) -> str:
    """So that a damaged file is not taken for a result."""
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def _read_counts(order: Order, found: dict[str, Any]) -> records.Counts:
    counts = records.new_counts(order.compiled.tables)
    for name, array in counts._asdict().items():
        flat = array.reshape(-1)
        for place, count in found[name]:
            if type(place) is not int or type(count) is not int or place < 0 or count < 0:
                raise ValueError("a count is a whole number")
            flat[place] = count
    return counts


def save_checkpoint(path: Path, order: Order, part: Part) -> None:
    """Written whole beside the file and put in its place, so that a kill leaves the old one or the new one."""
    counts = {
        name: [[int(place), int(array.reshape(-1)[place])] for place in np.flatnonzero(array.reshape(-1))]
        for name, array in part.counts._asdict().items()
    }
    assert part.first == 0, "a checkpoint is of all chunks from the first on"
    found = {"key": order.key(), "last": part.last, "counts": counts}
    text = json.dumps({**found, "digest": _digest(found)})
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
