"""Where a table stood when each of its rounds had ended: a cache beside the journal, one line a round.

It makes opening a table and finding a round cost the same after ten rounds and after a million. It holds positions and
never an order of cards. Whatever is wrong with it, the journal is read from its beginning instead and it is made anew;
an audit does not look at it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pitboss.core.layout import Layout
from pitboss.core.table_state import Duty, Proposal, Seat, ShoeState, TableState
from pitboss.ids import Player, Wager
from pitboss.store.chain import opened, sealed
from pitboss.store.fingerprints import engine_fingerprint

MARK = b"pitboss snapshot 1"
OF_TABLE = [each.name for each in fields(TableState) if each.name not in ("layout", "opening")]
OF_SHOE = [each.name for each in fields(ShoeState)]
_written = json.JSONEncoder(separators=(",", ":")).encode
KEEP = 10  # rounds before the last one that are read again when a table is opened, so that they can be shown
BLOCK = 1 << 15  # bytes from the end in which the last rounds are looked for


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at rest: its record's last line, where that ends and its hash; the line of its last fact; its state."""

    lines: int
    offset: int
    head: str
    last_fact: int
    state: TableState


def written(snapshot: Snapshot) -> bytes:
    """One line, which no accident turns into another."""
    return sealed(MARK, _written(_row(snapshot)).encode("ascii"))[0]


def _row(snapshot: Snapshot) -> dict[str, Any]:
    state = snapshot.state
    row = {name: getattr(state, name) for name in OF_TABLE}
    row["seats"] = [[player, seat.box, seat.chips] for player, seat in state.seats.items()]
    row["agreed"] = sorted(state.agreed)
    if state.shoe is not None:
        opened_with = state.shoe.opened_with
        row["shoe"] = {name: getattr(state.shoe, name) for name in OF_SHOE}
        row["shoe"]["opened_with"] = None if opened_with is None else sorted(opened_with)
        row["shoe"]["stayed"] = None if state.shoe.stayed is None else sorted(state.shoe.stayed)
    return {
        "snapshot": state.rounds,
        "engine": engine_fingerprint(),
        "lines": snapshot.lines,
        "offset": snapshot.offset,
        "head": snapshot.head,
        "last_fact": snapshot.last_fact,
        "floor": row,
    }


def read(line: bytes) -> Snapshot | None:
    """The snapshot of a line; nothing where it is damaged, or another engine's, which may count otherwise."""
    parts = opened(line)
    if parts is None or sealed(MARK, parts[0] + b"}")[0] != line + b"\n":
        return None
    whole = json.loads(parts[0] + b"}")
    if whole["engine"] != engine_fingerprint():
        return None
    row, shoe = whole["floor"], whole["floor"]["shoe"]
    row["seats"] = {Player(name): Seat(box, chips) for name, box, chips in row["seats"]}
    row["agreed"] = {(box, Player(name)) for box, name in row["agreed"]}
    row["duties"] = [Duty(*each) for each in row["duties"]]
    row["proposed"] = None if row["proposed"] is None else Proposal(*row["proposed"])
    if shoe is not None:
        placed = shoe["opened_with"]
        shoe["opened_with"] = None if placed is None else frozenset((Player(p), Wager(w)) for p, w in placed)
        shoe["stayed"] = None if shoe["stayed"] is None else frozenset(map(Player, shoe["stayed"]))
        row["shoe"] = ShoeState(**shoe)
    state = TableState(layout=Layout(), **row)
    return Snapshot(whole["lines"], whole["offset"], whole["head"], whole["last_fact"], state)


class Snapshots:
    """The file of a journal's snapshots. Nothing is lost if it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, snapshot: Snapshot) -> None:
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.write(file, written(snapshot))
            finally:
                os.close(file)

    def latest(self, stands: Callable[[Snapshot], bool], back: int = 0) -> tuple[Snapshot | None, int]:
        """The last but so many that the journal bears out, and where its line ends; nothing if there are not enough."""
        try:
            size = self.path.stat().st_size
            start = max(0, size - BLOCK)
            found = [(each, end) for each, end in self._read(start, BLOCK) if each is not None and stands(each)]
        except OSError:
            return None, 0
        return found[-1 - back] if len(found) > back else (None, 0)

    def before(self, round_number: int, stands: Callable[[Snapshot], bool]) -> Snapshot | None:
        """The last one before a round; nothing where the way to it is damaged."""
        try:
            return self._between(0, self.path.stat().st_size, round_number, stands)
        except OSError:
            return None

    def _between(self, low: int, high: int, number: int, stands: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Rounds stand in the order in which they were played, so the range that holds the one sought is halved."""
        while high - low > 2 * BLOCK:
            middle = (low + high) // 2
            here = next(iter(self._read(middle, BLOCK)), (None, 0))[0]
            if here is None:
                return None
            low, high = (middle, high) if here.state.rounds < number else (low, middle + BLOCK)
        found = [each for each, _ in self._read(low, high - low) if each is not None and each.state.rounds < number]
        return found[-1] if found and stands(found[-1]) else None

    def _read(self, start: int, size: int) -> Iterator[tuple[Snapshot | None, int]]:
        """The whole lines in a part of the file, and where each ends."""
        with self.path.open("rb") as file:
            file.seek(start)
            data = file.read(size)
        at = start
        for number, line in enumerate(data.split(b"\n")[:-1]):
            at += len(line) + 1
            if number or not start:  # the first line of a part that begins in the middle is none
                yield read(line), at

    def cut(self, end: int) -> None:
        """Forgets everything after this place."""
        with suppress(OSError):
            os.truncate(self.path, end)


def snapshots_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".snapshots")
