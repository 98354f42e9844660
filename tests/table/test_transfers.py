"""Petitions about a meter, and transfers between two: nothing is doubled or lost, whoever is killed when."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.core.meter import MeterRefuses, Micro, Shown
from pitboss.core.petitions import Addressee, PetitionDecided, PetitionFiled, PetitionKind
from pitboss.core.purse import Discontinued, Purse
from pitboss.core.transfers import TransferState
from pitboss.ids import Box, HandId
from pitboss.money import Cents
from pitboss.store.chain import START, sealed
from pitboss.store.encoding import as_line
from pitboss.store.journal import CannotRecord
from pitboss.store.meters import Damaged, MeterFile, NotAMeter
from pitboss.store.transfers import transfer
from table.meters import SEED, SHARES
from table.transfers import HAND, REFERENCE, meter, owes, owing, permit

ALL_OF_IT = SEED * 10**6 + 12_345 * 200_000


def said(purse: Purse, events: object) -> None:
    assert isinstance(events, list)
    for event in events:
        purse.apply(event)


@pytest.mark.clause("CO-2110(15)(d).2")
def test_a_meter_that_was_won_owes_again_with_the_next_contribution() -> None:
    purse = Purse(SEED, SHARES)
    said(purse, purse.lock("north", 1, [(HAND, Cents(100))]))
    said(purse, purse.key("north", 1, HAND, 100))
    assert purse.discontinue() == [Discontinued("")]
    said(purse, purse.over("north", 1, {HAND: Cents(100)}))
    assert purse.won, "the wagers of the round that won were contributed before"
    said(purse, purse.lock("south", 1, [(HAND, Cents(100))]))
    with pytest.raises(MeterRefuses, match="has not been won since the last contribution"):
        purse.discontinue()


@pytest.mark.clause("CO-2110(15)(d).2")
def test_a_wager_that_went_back_opens_no_liability() -> None:
    purse = Purse(SEED, SHARES)
    said(purse, purse.lock("north", 1, [(HAND, Cents(100)), (HandId(Box(2), 1), Cents(100))]))
    said(purse, purse.key("north", 1, HAND, 100))
    said(purse, purse.over("north", 1, {HAND: Cents(100)}))
    assert purse.won


@pytest.mark.clause("CO-2110(15)(d).3", "CO-2110(15)(d).4")
@pytest.mark.parametrize(
    ("filed", "says"),
    [
        (PetitionFiled("", PetitionKind.EASE, Addressee.DIRECTOR, "five cards"), "a reference"),
        (PetitionFiled("1", PetitionKind.EASE, Addressee.DIRECTOR, " "), "what it asks for"),
        (PetitionFiled("1", PetitionKind.EASE, Addressee.DIRECTOR, "a\nb"), "one line"),
        (PetitionFiled("1", PetitionKind.PASS, Addressee.DESIGNEE, "pit"), "names the other licensee"),
        (PetitionFiled("1", PetitionKind.MOVE, Addressee.DESIGNEE, "pit", "Golden Gate"), "only a petition to pass"),
    ],
)
def test_an_incomplete_petition_is_refused(filed: PetitionFiled, says: str) -> None:
    with pytest.raises(MeterRefuses, match=says):
        Purse(SEED, SHARES).petitions.file(filed)


@pytest.mark.clause("CO-2110(15)(d).3")
def test_criteria_are_eased_once_the_petition_is_granted() -> None:
    purse = Purse(SEED, SHARES)
    filed = PetitionFiled("1", PetitionKind.EASE, Addressee.DESIGNEE, "100 % for five cards")
    said(purse, purse.petitions.file(filed))
    with pytest.raises(MeterRefuses, match="filed before"):
        purse.petitions.file(filed)
    with pytest.raises(MeterRefuses, match="1 is pending"):
        purse.ease("1")
    said(purse, purse.petitions.decide(PetitionDecided("1", True)))
    with pytest.raises(MeterRefuses, match="was granted before"):
        purse.petitions.decide(PetitionDecided("1", False))
    said(purse, purse.ease("1"))
    assert purse.petitions.eased == "1"
    with pytest.raises(MeterRefuses, match="in force"):
        purse.ease("1")
    with pytest.raises(MeterRefuses, match="permits nothing else"):
        purse.discontinue("1")
    assert purse.in_play


@pytest.mark.clause("CO-2110(15)(d).3")
def test_what_leaves_one_meter_arrives_in_the_other(tmp_path: Path) -> None:
    source, target = owing(tmp_path / "pit.meter"), meter(tmp_path / "wheel.meter", "wheel-of-straights")
    transfer(source, target, REFERENCE)
    assert source.refresh().shown == Shown(Micro(0), Micro(0))
    assert owes(target.refresh()) == SEED * 10**6 + ALL_OF_IT
    assert target.purse.shown.reserve == 12_345 * SHARES.reserve
    assert source.purse.transfers.outgoing[1].state is TransferState.ARRIVED
    assert source.purse.balanced
    assert target.purse.balanced
    assert meter(tmp_path / "pit.meter", new=False).purse == source.purse
    assert meter(tmp_path / "wheel.meter", new=False).purse == target.purse
    with pytest.raises(MeterRefuses, match="nothing is left"):
        transfer(source, target, REFERENCE)


@pytest.mark.clause("CO-2110(15)(d).3", "CO-2110(15)(d).4")
def test_a_transfer_that_nobody_permitted_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    source = meter(tmp_path / "pit.meter")
    other = meter(tmp_path / "wheel.meter", "wheel-of-straights")
    alike, stranger = meter(tmp_path / "alike.meter"), meter(tmp_path / "x.meter", "x")

    def refused(target: MeterFile, says: str) -> None:
        before = source.path.read_bytes(), target.path.read_bytes()
        with pytest.raises(MeterRefuses, match=says):
            transfer(source, target, REFERENCE)
        assert (source.path.read_bytes(), target.path.read_bytes()) == before

    refused(source, "its own liability")
    refused(other, "no petition 17/2026")
    permit(source)
    refused(alike, "jackpot of the same game")
    refused(stranger, "names the jackpot wheel, not x")
    refused(other, "discontinue it under the petition first")
    source.lock("north", 1, [(HAND, Cents(100))])
    source.discontinue(REFERENCE)
    refused(other, "is not over")
    source.over("north", 1, {HAND: Cents(100)})
    permit(other, about="pit")
    other.discontinue(REFERENCE)
    refused(other, "takes no liability")


@pytest.mark.clause("CO-2110(15)(d).4")
def test_another_licensee_takes_liability_and_fund_with_a_jackpot_of_the_same_game(tmp_path: Path) -> None:
    source, target = meter(tmp_path / "pit.meter"), meter(tmp_path / "gate.meter")
    permit(source, PetitionKind.PASS, "gate")
    source.discontinue(REFERENCE)
    transfer(source, target, REFERENCE)
    assert owes(target.refresh()) == 2 * SEED * 10**6
    assert owes(source.refresh()) == 0


def test_what_a_table_wagered_before_it_heard_is_sent_after(tmp_path: Path) -> None:
    """A wager that was placed before the meter was given up may be locked after it was emptied."""
    source, target = owing(tmp_path / "pit.meter"), meter(tmp_path / "wheel.meter", "wheel-of-straights")
    transfer(source, target, REFERENCE)
    source.lock("south", 1, [(HAND, Cents(100))])
    source.over("south", 1, {HAND: Cents(100)})
    transfer(source, target, REFERENCE)
    assert owes(source.refresh()) == 0
    assert owes(target.refresh()) == SEED * 10**6 + ALL_OF_IT + 100 * 200_000
    assert list(target.purse.transfers.incoming) == [(source.identity, 1), (source.identity, 2)]


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("torn", range(0, 260, 13))
@pytest.mark.parametrize("stage", ["sent", "received", "arrived"])
def test_a_transfer_that_was_cut_short_anywhere_is_finished(tmp_path: Path, stage: str, torn: int) -> None:
    """Whichever line was being written, and however much of it is there: the records are those of an unbroken one."""
    paths = tmp_path / "pit.meter", tmp_path / "wheel.meter"
    source, target = owing(paths[0]), meter(paths[1], "wheel-of-straights")
    before = len(lines_of(paths[0])), len(lines_of(paths[1]))
    transfer(source, target, REFERENCE)
    source.close()
    target.close()
    whole = [lines_of(path) for path in paths]
    kept = {"sent": (0, 0), "received": (1, 0), "arrived": (1, 1)}[stage]
    for path, lines, begun, more in zip(paths, whole, before, kept, strict=True):
        rest = lines[begun + more] if (path == paths[1]) == (stage == "received") else b""
        path.write_bytes(b"".join(lines[: begun + more]) + rest[:torn].removesuffix(b"\n"))
    source, target = (meter(path, new=False) for path in paths)
    there = owes(source.refresh()) + owes(target.refresh())
    in_transit = sum(sum(each.what) for each in source.purse.transfers.in_transit())
    arrived = sum(sum(each.what) for each in target.purse.transfers.incoming.values())
    assert there + in_transit - (arrived if in_transit else 0) == SEED * 10**6 + ALL_OF_IT
    transfer(source, target, REFERENCE)
    assert [lines_of(path) for path in paths] == whole


def test_what_cannot_be_written_leaves_the_transfer_in_transit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = owing(tmp_path / "pit.meter"), meter(tmp_path / "wheel.meter", "wheel-of-straights")
    synced, full = os.fsync, OSError(28, "No space left on device")
    calls: list[int] = []

    def second_fails(file: int) -> None:
        calls.append(file)
        if len(calls) == 2:
            raise full
        synced(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", second_fails)
        with pytest.raises(CannotRecord, match="no space left"):
            transfer(source, target, REFERENCE)
    transfer(source, target, REFERENCE)
    assert owes(source.refresh()) == 0
    assert owes(target.refresh()) == SEED * 10**6 + ALL_OF_IT


def cut_off_the_arrival(source: MeterFile, target: MeterFile) -> None:
    """Leave the records as a kill would that came when the amount had left."""
    before = lines_of(target.path)
    transfer(source, target, REFERENCE)
    target.path.write_bytes(b"".join(before))
    source.path.write_bytes(b"".join(lines_of(source.path)[:-1]))


def test_a_transfer_comes_back_if_the_other_meter_was_given_up_meanwhile(tmp_path: Path) -> None:
    source, target = owing(tmp_path / "pit.meter"), meter(tmp_path / "wheel.meter", "wheel-of-straights")
    permit(target, about="pit")
    cut_off_the_arrival(source, target)
    source, target = (meter(each.path, new=False) for each in (source, target))
    target.discontinue(REFERENCE)
    with pytest.raises(MeterRefuses, match="back in this meter"):
        transfer(source, target, REFERENCE)
    assert owes(source.refresh()) == ALL_OF_IT
    assert source.purse.balanced
    assert source.purse.transfers.outgoing[1].state is TransferState.RETURNED
    assert meter(source.path, new=False).purse == source.purse


def test_a_record_that_was_put_back_to_an_older_state_is_found_out(tmp_path: Path) -> None:
    """The sender's record comes from a backup, and another transfer has the number of the one that arrived."""
    source, target = owing(tmp_path / "pit.meter"), meter(tmp_path / "wheel.meter", "wheel-of-straights")
    backup = source.path.read_bytes()
    transfer(source, target, REFERENCE)
    source.path.write_bytes(backup)
    older = meter(source.path, new=False)
    older.lock("south", 1, [(HAND, Cents(100))])
    older.over("south", 1, {HAND: Cents(100)})
    with pytest.raises(Damaged, match="is another one in the record of wheel"):
        transfer(older, target, REFERENCE)
    assert owes(target.refresh()) == SEED * 10**6 + ALL_OF_IT


def test_a_jackpot_kept_elsewhere_is_in_transit_until_its_receipt(tmp_path: Path) -> None:
    source = owing(tmp_path / "pit.meter")
    source.do(lambda purse: purse.send(REFERENCE, "wheel", ""))
    assert owes(source.purse) == 0
    assert [each.to for each in source.purse.transfers.in_transit()] == ["wheel"]
    with pytest.raises(MeterRefuses, match="nothing is in transit under petition 18"):
        source.do(lambda purse: purse.confirm("18", "R-1"))
    source.do(lambda purse: purse.confirm(REFERENCE, "R-1"))
    assert source.purse.transfers.outgoing[1].receipt == "R-1"
    assert not list(source.purse.transfers.in_transit())
    assert source.purse.balanced


def record_of(path: Path, *rows: dict[str, int | str]) -> bytes:
    head, data = START, b""
    for row in rows:
        line, head = sealed(head, as_line(row))
        data += line
    path.write_bytes(data)
    return data


FIRST: dict[str, int | str] = {
    "meter": 1,
    "name": "pit",
    "rulebook": "straight-jack-progressive",
    "seed": SEED,
    "increment": SHARES.increment,
    "reserve": SHARES.reserve,
    "first_dollar": 0,
    "at": 5,
}


def test_a_record_of_the_first_format_is_read_and_goes_on(tmp_path: Path) -> None:
    """An old meter may have been given up by any words; it stays so, and may be emptied by a petition now."""
    shows: dict[str, int | str] = {"shown": SEED * 10**6, "in_reserve": 0, "at": 6}
    old: dict[str, int | str] = {"discontinued": "petition 3"}
    data = record_of(tmp_path / "pit.meter", FIRST, {"joined": "north", **shows}, {**old, **shows})
    source = meter(tmp_path / "pit.meter")
    assert source.refresh().petition == "petition 3"
    assert source.lines == 3
    permit(source)
    transfer(source, meter(tmp_path / "wheel.meter", "wheel-of-straights"), REFERENCE)
    assert source.path.read_bytes().startswith(data)
    assert meter(source.path, new=False).purse == source.purse


def test_a_record_of_a_newer_format_is_said_to_be_one(tmp_path: Path) -> None:
    record_of(tmp_path / "pit.meter", {**FIRST, "meter": 3})
    with pytest.raises(NotAMeter, match="newer"):
        meter(tmp_path / "pit.meter", new=False)


@pytest.mark.parametrize(
    "row",
    [
        {"decided": "1", "granted": 1},
        {"eased": "1"},
        {"arrived": 1, "receipt": "R-1"},
        {"sent": 1, "under": "1", "to": "x", "meter": "", "amount": 5, "reserve": 0},
        {"received": 1, "from": "x", "meter": "m", "line": "l", "amount": -5, "reserve": 0},
        {"petition": "1", "asks": "drop", "to": "director", "about": "x", "licensee": ""},
    ],
)
def test_a_line_that_no_meter_writes_is_damage(tmp_path: Path, row: dict[str, int | str]) -> None:
    shows: dict[str, int | str] = {"shown": SEED * 10**6, "in_reserve": 0, "at": 6}
    record_of(tmp_path / "pit.meter", {**FIRST, "meter": 2}, {**row, **shows})
    with pytest.raises(Damaged, match="line 2 is not what a meter does"):
        meter(tmp_path / "pit.meter", new=False)


@pytest.mark.slow
def test_transfers_that_are_killed_and_go_on(tmp_path: Path) -> None:
    pairs, kills = 60, 0
    for number in range(pairs):
        (tmp_path / str(number)).mkdir()
        owing(tmp_path / str(number) / "pit.meter").close()
        meter(tmp_path / str(number) / "wheel.meter", "wheel-of-straights").close()
    here = Path(__file__).with_name("transfers.py")
    folder = {**os.environ, "PYTHONPATH": str(here.parents[1])}
    while True:
        process = subprocess.Popen([sys.executable, str(here), str(tmp_path), str(pairs)], env=folder)
        try:
            assert process.wait(timeout=0.05 + 0.02 * kills if kills < 25 else None) == 0  # each time a little later
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
    for number in range(pairs):
        source, target = (
            meter(tmp_path / str(number) / name, new=False).refresh() for name in ("pit.meter", "wheel.meter")
        )
        assert (owes(source), owes(target)) == (0, SEED * 10**6 + ALL_OF_IT)
        assert [each.state for each in source.transfers.outgoing.values()] == [TransferState.ARRIVED]
    assert kills > 0


def test_transfers_in_both_directions_at_once_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Every process takes the locks of two meters in the same order."""
    paths = tmp_path / "pit.meter", tmp_path / "wheel.meter"
    meter(paths[0]).close()
    meter(paths[1], "wheel-of-straights").close()

    def ask(first: Path, second: Path) -> int:
        source, target = meter(first, new=False), meter(second, new=False)
        for _ in range(200):
            with pytest.raises(MeterRefuses, match="no petition"):
                transfer(source, target, REFERENCE)
        source.close()
        target.close()
        return 200

    with ThreadPoolExecutor(2) as pool:
        assert [each.result() for each in (pool.submit(ask, *paths), pool.submit(ask, *paths[::-1]))] == [200, 200]
