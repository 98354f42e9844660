"""A live table killed at any moment opens again as its record has it: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from audit.test_kill import Deadly
from pitboss.audit.verify import audit
from pitboss.core.fold import fold_table
from pitboss.core.requests import Act, Window
from pitboss.core.table_state import TableState
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Role
from pitboss.record.file_tables import Sitting
from pitboss.store.chain import opened
from pitboss.store.entries import Happened, read_row
from pitboss.store.journal import Journal
from pitboss.store.snapshots import snapshots_path
from pitboss.tables.intents import CloseTable
from table.driving import reopened
from table.evening import HOUSES, Evening

pytestmark = pytest.mark.slow


def folded(data: bytes) -> TableState:
    state = TableState()
    for line in data.splitlines():
        parts = opened(line)
        assert parts is not None
        entry = read_row(parts[0])
        if isinstance(entry, Happened):
            fold_table(state, entry.fact)
    return state


def stands(sitting: Sitting, path: Path) -> None:
    """The table is what its record says, down to the layout."""
    known, data = sitting.table.runner.state, path.read_bytes()
    there = folded(data)
    assert (known.seats, known.shoe, known.layout) == (there.seats, there.shoe, there.layout)
    assert (known.dealer, known.decks_out, known.agreed) == (there.dealer, there.decks_out, there.agreed)


def evening(path: Path, book: str, house: dict[str, object], kind: type[Journal] = Journal) -> Evening:
    journal = kind(path, lambda: 7)
    journal.read()
    return Evening(book, 5, house, 0.15, journal)


@pytest.mark.parametrize(("book", "every"), [("spanish21-ma", 1), ("spanish21-md", 4), ("blackjack-switch", 4)])
def test_cut_off_at_every_line(book: str, every: int, tmp_path: Path) -> None:
    """Of the first text at every line of its record, of the others at every fourth."""
    whole = tmp_path / "whole"
    night = evening(whole, book, HOUSES[book][min(1, len(HOUSES[book]) - 1)])
    while night.table.runner.state.rounds < 3 or night.table.runner.state.in_round:
        night.step()
    night.journal.close()
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) > 150
    path = tmp_path / "table"
    for at in range(1, len(lines), every):
        path.write_bytes(b"".join(lines[:at]))
        snapshots_path(path).unlink(missing_ok=True)
        sitting = reopened(Journal(path, lambda: 7))
        stands(sitting, path)
        sitting.close()
        if at % 20 < every:
            assert audit(path.read_bytes()).problems == []


def killed(path: Path, number: int) -> list[str]:
    """An evening in a child process that dies in the middle of it; the heads that it had shown."""
    book = list(HOUSES)[number % len(HOUSES)]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            Deadly.left = random.Random(number).randrange(5_000, 60_000)
            night = evening(path, book, HOUSES[book][0], Deadly)
            while True:
                night.step()
                os.write(writing, night.journal.head.encode() + b"\n")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        heads = pipe.read().split()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child was to die"
    return heads


@pytest.mark.parametrize("number", range(30))
def test_killed_in_an_evening(number: int, tmp_path: Path) -> None:
    path = tmp_path / "table"
    heads = killed(path, number)
    sitting = reopened(Journal(path, lambda: 7))
    stands(sitting, path)
    assert audit(path.read_bytes()).problems == []
    assert len(heads) > 10
    assert all(head.encode() in path.read_bytes() for head in heads), "something acknowledged is lost"
    table = sitting.table
    if isinstance(table.pending, Window) and not table.runner.state.in_round and table.runner.state.shoe is None:
        assert table.say(Author(Role.HOUSE, "boss"), Act(HOUSE_DEALER, DEALER, CloseTable())) is None
    sitting.close()
