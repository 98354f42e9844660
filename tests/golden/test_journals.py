"""Journals of every released version are still read: their chain, and their facts without the rules.

Files are added with each release and never changed. What the rules make of them today is for `pitboss audit` to say.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.audit.verify import audit
from pitboss.core.fold import fold_table
from pitboss.core.table_state import TableState
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.record.opening import recall
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store.chain import START, link, opened
from pitboss.store.encoding import FIRST, FORMAT
from pitboss.store.entries import Happened, Header, read_row
from pitboss.store.journal import JournalInMemory

FOLDER = Path(__file__).parent / "journals"
JOURNALS = sorted(FOLDER.rglob("*.journal"))
TODAY = "0.4.0"


def test_there_is_a_journal_of_every_rulebook_and_of_every_format() -> None:
    assert {path.stem for path in JOURNALS} >= {each for each in rulebook_ids() if load(each).ready}
    first = [json.loads(path.read_bytes().partition(b"\n")[0]) for path in JOURNALS]
    assert {row["journal"] for row in first} == set(range(FIRST, FORMAT + 1))
    lines = [line for path in JOURNALS for line in path.read_bytes().splitlines()]
    kinds = {line.split(b'"')[3] for line in lines if line.startswith(b'{"fact"')}
    assert kinds >= {b"WheelSpun", b"HandRevealed", b"SwitchDecided", b"BurnCardShown", b"ShoeRevealed"}


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_it_still_folds(path: Path) -> None:
    state, head, form = TableState(), START, FORMAT
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        parts = opened(line)
        assert parts is not None, number
        assert link(head, parts[0]) == parts[1], number
        head = parts[1]
        entry = read_row(parts[0], form)
        assert isinstance(entry, Header) == (number == 1)
        form = entry.format if isinstance(entry, Header) else form
        if isinstance(entry, Happened):
            fold_table(state, entry.fact)
    assert state.rounds == 7
    assert state.balanced()
    assert state.closed == (not path.stem.endswith("practice"))


@pytest.mark.parametrize("path", sorted((FOLDER / TODAY).glob("*.journal")), ids=lambda path: path.stem)
def test_todays_rules_give_todays_journals(path: Path) -> None:
    report = audit(path.read_bytes())
    assert report.problems == []
    assert report.differences == 0


LIVE = sorted(FOLDER.rglob("*-live.journal"))


@pytest.mark.parametrize("path", LIVE, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_live_table_goes_on_under_the_practices_that_it_was_opened_with(path: Path) -> None:
    """Whatever people have reported, ordered and corrected at it comes out as it did, and so does what comes after."""
    report = audit(path.read_bytes())
    assert report.problems == []
    assert report.differences == 0
    lines = path.read_bytes().splitlines(keepends=True)
    for until in (len(lines) * quarter // 4 for quarter in (1, 2, 3)):
        record = JournalInMemory(data=b"".join(lines[:until]))
        recalled = recall(record.read(), VaultInMemory())
        table = recalled.go_on(record)
        assert table.pending is not None
        assert record.data.startswith(b"".join(lines[:until]))
