"""A job: the tables of a game as bytes, a seed and a range. It can be sent anywhere, and comes to the same anywhere."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.simulation.programme import BLACKJACK, PACKETS
from pitboss.simulation.programmes.blackjack import whole_shoes
from pitboss.simulation.programmes.fast_path import fresh_rounds, new_batch
from pitboss.simulation.programmes.packets import PACKET_TABLES, new_packet_round, packet_rounds
from pitboss.simulation.records import TABLES, Counts, Tables, new_counts, new_round


@dataclass(frozen=True, slots=True)
class Job:
    """Rounds, each from a fresh shoe, or whole shoes: so many of them, counted from `first`, by one of `PROGRAMMES`."""

    tables: bytes
    seed: int
    first: int
    count: int
    shoes: bool = False
    programme: str = BLACKJACK


def packed(tables: Tables) -> bytes:
    return bytes(tables.tobytes())  # type: ignore[attr-defined]


def unpacked(data: bytes) -> Tables:
    found: Any = np.frombuffer(data, dtype=TABLES).copy().view(np.recarray)[0]
    return found  # type: ignore[no-any-return]


def packed_counts(counts: Counts) -> bytes:
    """Small: most results of a round are never met, and most others have small counts."""
    return zlib.compress(b"".join(each.tobytes() for each in counts))


def unpacked_counts(data: bytes, tables: Tables) -> Counts:
    """What was counted of a job with these tables."""
    counts, whole, used = new_counts(tables), zlib.decompress(data), 0
    for each in counts:
        each.reshape(-1)[:] = np.frombuffer(whole, each.dtype, each.size, used)
        used += each.nbytes
    assert used == len(whole), "these are counts of other tables"
    return counts


def play(job: Job) -> Counts:
    """All of it, by this thread alone."""
    return PROGRAMMES[job.programme](job)


def _play_packets(job: Job) -> Counts:
    tables: Any = np.frombuffer(job.tables, dtype=PACKET_TABLES).copy().view(np.recarray)[0]
    counts = new_counts(tables)
    packet_rounds(new_packet_round(), tables, counts, job.first, job.count, np.uint64(job.seed))
    return counts


def _play_blackjack(job: Job) -> Counts:
    tables, seed = unpacked(job.tables), np.uint64(job.seed)
    counts = new_counts(tables)
    if job.shoes:
        whole_shoes(new_round(), tables, counts, job.first, job.count, seed)
    else:
        fresh_rounds(new_round(), new_batch(tables), tables, counts, job.first, job.count, seed)
    return counts


PROGRAMMES = {BLACKJACK: _play_blackjack, PACKETS: _play_packets}
