"""The progressive meter: nothing is lost or found, whoever says what twice, and whoever is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.core.meter import MeterRefuses, Micro, Shares, Shown, after_award, rounded_down
from pitboss.core.purse import Purse
from pitboss.ids import Box, HandId
from pitboss.money import Cents
from pitboss.store.journal import CannotRecord
from pitboss.store.meters import MeterFile, NotAMeter, Terms
from table.meters import SEED, SHARES, TABLES, Crowd, keys_of, wagers_of

ONE, TWO = HandId(Box(1), 1), HandId(Box(2), 1)
TERMS = Terms("pit", "straight-jack-progressive", SEED, SHARES)


@pytest.mark.clause("CO-2110(16).2", "CO-2110(16).3")
def test_an_award_is_rounded_down_and_the_rest_stays() -> None:
    shown = Shown(Micro(1_234_567_999_999), Micro(7_000_001))
    assert rounded_down(shown, 10) == 123_456
    assert after_award(shown, 10, SEED) == Shown(Micro(1_111_111_999_999), Micro(7_000_001))
    assert rounded_down(shown, 100) == 1_234_567
    assert after_award(shown, 100, SEED) == Shown(Micro(SEED * 10**6 + 7_000_001 + 999_999), Micro(0))


def test_only_the_first_dollar_may_count() -> None:
    assert Shares(150_000, 50_000).of(Cents(550)) == Shown(Micro(82_500_000), Micro(27_500_000))
    assert Shares(150_000, 50_000, first_dollar=True).of(Cents(550)) == Shown(Micro(15_000_000), Micro(5_000_000))
    assert Shares(150_000, 50_000, first_dollar=True).of(Cents(50)) == Shown(Micro(7_500_000), Micro(2_500_000))


def test_a_contribution_is_what_a_hand_has_wagered_and_not_what_was_said() -> None:
    purse = Purse(SEED, SHARES)
    for wager in (500, 500, 300):
        for event in purse.lock("north", 1, [(ONE, Cents(wager)), (TWO, Cents(100))]):
            purse.apply(event)
    assert purse.contributed == 400 * 200_000
    for event in purse.over("north", 1, {TWO: Cents(100)}):
        purse.apply(event)
    assert purse.contributed == 100 * 200_000
    assert purse.over("north", 1, {TWO: Cents(100)}) == []
    with pytest.raises(MeterRefuses, match="round 1 of this table is over"):
        purse.lock("north", 1, [(ONE, Cents(500))])


def test_a_hand_is_keyed_in_once() -> None:
    purse = Purse(SEED, SHARES)
    for event in purse.key("north", 1, ONE, 100):
        purse.apply(event)
    assert purse.key("north", 1, ONE, 100) == []
    assert purse.answered("north", 1, ONE).cents == SEED
    with pytest.raises(MeterRefuses, match="was keyed in for 100 %"):
        purse.key("north", 1, ONE, 10)
    assert purse.paid == SEED * 10**6
    assert purse.seeds == 2 * SEED * 10**6


@pytest.mark.slow
@pytest.mark.clause("CO-2110(16)")
def test_nothing_is_lost_or_found_in_a_hundred_thousand_events() -> None:
    """After every event seeds and contributions are what is shown, in reserve and paid; `make soak` has a million."""
    Crowd(1).play(100_000)


def test_the_file_comes_back_as_it_was(tmp_path: Path) -> None:
    meter = MeterFile(tmp_path / "pit.meter", TERMS, lambda: 5)
    meter.join("north")
    shown = meter.lock("north", 1, [(ONE, Cents(500))])
    assert meter.key("north", 1, ONE, 10) == shown
    meter.over("north", 1, {ONE: Cents(500)})
    again = MeterFile(tmp_path / "pit.meter", TERMS, lambda: 9)
    assert again.purse == meter.purse
    assert again.lines == 5
    again.lock("south", 1, [(TWO, Cents(100))])
    assert meter.refresh() == again.purse


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_line_is_cut_off_and_said_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "pit.meter"
    meter = MeterFile(path, TERMS, lambda: 5)
    meter.lock("north", 1, [(ONE, Cents(500)), (TWO, Cents(700))])
    meter.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    again = MeterFile(path, TERMS, lambda: 5)
    again.lock("north", 1, [(ONE, Cents(500)), (TWO, Cents(700))])
    assert path.read_bytes() == whole


def test_an_altered_line_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "pit.meter"
    meter = MeterFile(path, TERMS, lambda: 5)
    meter.lock("north", 1, [(ONE, Cents(500))])
    meter.close()
    path.write_bytes(path.read_bytes().replace(b'"wager":500', b'"wager":900'))
    with pytest.raises(NotAMeter, match="line 2 breaks its chain"):
        MeterFile(path, TERMS, lambda: 5)


def test_what_cannot_be_written_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = MeterFile(tmp_path / "pit.meter", TERMS, lambda: 5)
    before = meter.refresh().contributed

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(CannotRecord, match="no space left"):
            meter.lock("north", 1, [(ONE, Cents(500))])
    meter.lock("north", 1, [(ONE, Cents(500))])
    assert meter.purse.contributed == before + 500 * 200_000
    assert meter.purse.balanced


@pytest.mark.slow
def test_three_tables_that_are_killed_and_go_on(tmp_path: Path) -> None:
    """Each is a process of its own; every one is killed again and again until it has played all its rounds."""
    path, rounds, chance, kills = tmp_path / "pit.meter", 200, random.Random(3), 0
    here = Path(__file__).with_name("meters.py")

    def start(table: str) -> subprocess.Popen[bytes]:
        folder = {**os.environ, "PYTHONPATH": str(here.parents[1])}
        return subprocess.Popen([sys.executable, str(here), str(path), table, str(rounds)], env=folder)

    running = {table: start(table) for table in TABLES}
    while running:
        for table, process in list(running.items()):
            try:
                process.wait(timeout=chance.uniform(0.05, 0.25))
            except subprocess.TimeoutExpired:
                if kills < 25 and path.exists():
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    kills += 1
                    running[table] = start(table)
                continue
            assert process.returncode == 0
            del running[table]
    purse = MeterFile(path, TERMS, lambda: 0).refresh()
    every = [(table, number) for table in TABLES for number in range(1, rounds + 1)]
    wagers = [wager for each in every for wager in wagers_of(*each).values()]
    assert purse.contributed == sum(wagers) * (SHARES.increment + SHARES.reserve)
    keyed = sum(len(keys_of(*each)) for each in every)
    assert path.read_bytes().count(b'{"key":') == keyed > 5
    assert purse.balanced
    assert kills > 5
