"""Killed at any byte, a table opens again: nothing acknowledged is lost, nothing is doubled, the next card is the same.

A child process plays a scripted session and kills itself with SIGKILL after so many bytes have reached the journal,
or at a moment around the sealed file. It reports every acknowledgement through a pipe, as a screen would show it. Then
the journal is opened again, played to its end, and compared with what was acknowledged and with the undisturbed run.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.test_snapshots import damages
from conformance.suite import game
from pitboss.audit.verify import audit
from pitboss.core.facts import ShoeRevealed
from pitboss.core.requests import Act, Answer
from pitboss.core.shuffling import Reshuffles
from pitboss.ids import Box, HandId, Player
from pitboss.money import Cents
from pitboss.record.file_tables import Sitting, new_table, recall_journal, resume_table
from pitboss.store.chain import opened
from pitboss.store.entries import Happened, read_row
from pitboss.store.journal import Journal, SealedFile, sealed_path
from pitboss.store.snapshots import snapshots_path
from pitboss.tables.intents import BuyChips, CloseTable, OrderReshuffle, Sit
from pitboss.tables.live import LiveTable
from table.driving import answer, say

pytestmark = pytest.mark.slow
ROUNDS = 3
RULEBOOKS = ["spanish21-ma", "spanish21-md", "spanish21-charity"]


class Deadly(Journal):
    """A journal whose process dies when so many bytes have been written."""

    left = 10**9

    def _write(self, data: bytes) -> None:
        if len(data) < Deadly.left:
            Deadly.left -= len(data)
            super()._write(data)
            return
        super()._write(data[: Deadly.left])
        os.kill(os.getpid(), signal.SIGKILL)


def deadly_vault(moment: str) -> None:
    """The process dies around the second time that an order is sealed."""
    keep, count = SealedFile.keep, 0

    def dying(self: SealedFile, seals: object) -> None:
        nonlocal count
        count += 1
        if count == 2 and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        keep(self, seals)  # type: ignore[arg-type]
        if count == 2 and moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    SealedFile.keep = dying  # type: ignore[method-assign]


def reply(table: LiveTable) -> Answer:
    """Two players, some rounds, chips bought and a reshuffle in between: always the same from the same state."""
    state, dealer = table.runner.state, (Player("dealer"), HandId(Box(0), 1))
    missing = [seat for seat in ((Player("ann"), 1), (Player("bob"), 2)) if seat[0] not in state.seats]
    if state.in_round:
        return answer(table)
    if missing:
        return Act(missing[0][0], HandId(Box(missing[0][1]), 1), Sit(Cents(10**6)))
    if state.rounds >= ROUNDS:
        return Act(*dealer, CloseTable())
    if state.rounds == 1 and state.bought == 2 * 10**6:
        return Act(Player("ann"), HandId(Box(1), 1), BuyChips(Cents(100)))
    may_reshuffle = table.game.rules.shoe.reshuffles is not Reshuffles.NEVER
    if state.rounds == 2 and state.shoes == 1 and state.shoe is not None and may_reshuffle:
        return Act(*dealer, OrderReshuffle())
    return answer(table)


def session(sitting: Sitting) -> Iterator[str]:
    """Plays to the end, with a refusal on record before each purchase; gives the head after each answer."""
    table = sitting.table
    while table.pending is not None:
        said = reply(table)
        if isinstance(said, Act) and isinstance(said.intent, BuyChips):
            assert say(table, Act(Player("eve"), HandId(Box(3), 1), said.intent)) is not None
            yield sitting.journal.head
        assert say(table, said) is None
        yield sitting.journal.head


def open_table(path: Path, rulebook: str, seed: int | None, kind: type[Journal] = Journal) -> Sitting | None:
    """A new table, or the one that is there; nothing if its record says that it was closed."""
    journal = kind(path, lambda: 7)
    record = journal.read()
    if record is None:
        return new_table(journal, game(rulebook, {}), seed)
    if is_closed(path):
        journal.close()
        return None
    return resume_table(journal, recall_journal(journal, record))


def killed(path: Path, rulebook: str, seed: int | None, *, after: int = 10**9, vault: str = "") -> list[str]:
    """Plays in a child that dies; the heads that it had acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            Deadly.left = after
            if vault:
                deadly_vault(vault)
            sitting = open_table(path, rulebook, seed, Deadly)
            assert sitting is not None
            for head in session(sitting):
                os.write(writing, head.encode() + b"\n")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        heads = pipe.read().split()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or after >= 10**8 or is_closed(path), "the child was to die"
    return heads


def facts(data: bytes) -> list[bytes]:
    """The lines of a journal without hashes, and without those that a second opening may double."""
    bodies = [parts[0] for line in data.splitlines() if (parts := opened(line))]
    again = (b'{"opened"', b'{"command":"eve', b'{"refusal"')  # eve, who is refused, may have to ask again
    of_opening = rb',"seen":[0-9]+,"id":"(line-)?[0-9]+"'  # an opening is a line more
    bodies = [re.sub(of_opening, b"", body) for body in bodies]
    return [body for body in bodies if not body.startswith(again)]


def undisturbed(path: Path, rulebook: str, seed: int | None) -> bytes:
    sitting = open_table(path, rulebook, seed)
    assert sitting is not None
    for _ in session(sitting):
        pass
    sitting.close()
    return path.read_bytes()


def hashes(data: bytes) -> list[str]:
    return [json.loads(line)["hash"] for line in data.splitlines()]


def finish(path: Path, rulebook: str, seed: int | None) -> bytes:
    """Opens a journal again, as often as it takes, and plays it to its end."""
    sitting = open_table(path, rulebook, seed)
    if sitting is not None:
        for _ in session(sitting):
            pass
        sitting.close()
    return path.read_bytes()


def survives(folder: Path, rulebook: str, seed: int | None, whole: bytes, **death: int | str) -> None:
    path = folder / "table.journal"
    heads = killed(path, rulebook, seed, **death)  # type: ignore[arg-type]
    data = finish(path, rulebook, seed)
    report = audit(data)
    assert report.problems == [], f"{rulebook} {seed} {death}"
    assert report.closed
    assert not sealed_path(path).exists(), "a revealed order is not kept"
    assert set(heads) <= set(hashes(data)), "something acknowledged is lost"
    if seed is not None:
        assert facts(data) == facts(whole), "lost, doubled, or another card"
    for each in (path, sealed_path(path)):
        each.unlink(missing_ok=True)


@pytest.mark.parametrize(("rulebook", "every"), [(each, 1 + 2 * bool(at)) for at, each in enumerate(RULEBOOKS)])
def test_killed_at_every_fact_boundary(rulebook: str, every: int, tmp_path: Path) -> None:
    """Of the first text at every one of them, of the others at every third."""
    whole = undisturbed(tmp_path / "whole.journal", rulebook, 11)
    boundaries = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    assert len(boundaries) > 90
    for at in boundaries[:-1:every]:
        survives(tmp_path, rulebook, 11, whole, after=at)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_killed_at_random_bytes(rulebook: str, tmp_path: Path) -> None:
    """With shoes from the operating system: only the sealed file can bring the same cards again."""
    whole = undisturbed(tmp_path / "whole.journal", rulebook, None)
    generator = random.Random(rulebook)
    for _ in range(40):
        survives(tmp_path, rulebook, None, whole, after=generator.randrange(1, len(whole) * 9 // 10))


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_around_the_sealed_file(moment: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path / "whole.journal", "spanish21-ma", 11)
    survives(tmp_path, "spanish21-ma", 11, whole, vault=moment)


def test_killed_with_snapshots_deleted_and_corrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer evening, killed at random bytes; what lies beside the journal is then damaged, or is not there."""
    monkeypatch.setattr("audit.test_kill.ROUNDS", 16)
    path, generator = tmp_path / "table.journal", random.Random("snapshots")
    whole = undisturbed(tmp_path / "whole.journal", "spanish21-ma", 11)
    for number in range(14):
        heads = killed(path, "spanish21-ma", 11, after=generator.randrange(len(whole) // 2, len(whole) * 9 // 10))
        if number % 3:
            damages(path, generator)
        if number % 2:  # killed once more where it was opened again
            heads += killed(path, "spanish21-ma", 11, after=generator.randrange(1, len(whole) // 5))
        data = finish(path, "spanish21-ma", 11)
        assert audit(data).problems == []
        assert set(heads) <= set(hashes(data))
        assert facts(data) == facts(whole)
        for each in (path, sealed_path(path), snapshots_path(path)):
            each.unlink(missing_ok=True)


def test_killed_again_and_again(tmp_path: Path) -> None:
    path, heads = tmp_path / "table.journal", []
    for number in range(30):
        heads += killed(path, "spanish21-ma", None, after=300 + 97 * number)
        if is_closed(path):
            break
    data = finish(path, "spanish21-ma", None)
    report = audit(data)
    assert report.problems == []
    assert report.openings > 5
    assert set(heads) <= set(hashes(data))


def is_closed(path: Path) -> bool:
    lines = path.read_bytes().split(b"\n")
    parts = opened(lines[-2]) if len(lines) > 1 else None
    return parts is not None and parts[0] == b'{"fact":"TableClosed"'


def test_the_same_cards_come_after_a_kill(tmp_path: Path) -> None:
    """The order that was sealed before the kill is the one that is revealed at the end."""
    path = tmp_path / "table.journal"
    killed(path, "spanish21-ma", None, after=6000)
    sealed = SealedFile(sealed_path(path)).kept()
    assert len(sealed) == 1
    data = finish(path, "spanish21-ma", None)
    entries = [read_row(parts[0]) for line in data.splitlines() if (parts := opened(line))]
    facts = [entry.fact for entry in entries if isinstance(entry, Happened)]
    revealed = [fact for fact in facts if isinstance(fact, ShoeRevealed)]
    assert revealed[0].order == sealed[0].order


def test_a_lost_seal_ends_the_shoe_and_the_journal_says_so(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    killed(path, "spanish21-ma", None, after=6000)
    sealed_path(path).unlink()
    report = audit(finish(path, "spanish21-ma", None))
    assert report.problems == []
    assert report.lost == 1
    assert any("lost" in note for note in report.notes)


def test_a_damaged_seal_is_a_lost_one(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    killed(path, "spanish21-ma", None, after=6000)
    text = sealed_path(path).read_text()
    sealed_path(path).write_text(text.replace("A", "K", 1))
    assert audit(finish(path, "spanish21-ma", None)).lost == 1
