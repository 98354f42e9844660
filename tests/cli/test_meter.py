"""`pitboss meter`: petitions, the end of a meter, and transfers, in words and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import Finished, run
from table.transfers import HAND, meter

ASK = ("--petition", "17/2026", "--ask", "move", "--to", "director", "--about", "wheel")


@pytest.fixture
def pit(tmp_path: Path) -> Path:
    path = tmp_path / "pit.meter"
    source = meter(path)
    source.join("north")
    source.close()
    return path


def done(path: Path, *options: str) -> Finished:
    finished = run("meter", str(path), *options)
    assert (finished.code, finished.err) == (0, "")
    return finished


def refused(path: Path, *options: str) -> Finished:
    before = path.read_bytes()
    finished = run("meter", str(path), *options)
    assert finished.out == ""
    assert finished.err.startswith("pitboss: ")
    assert finished.err.count("\n") == 1, "one sentence"
    assert path.read_bytes() == before
    return finished


@pytest.mark.clause("CO-2110(15)(d).3")
def test_a_petition_is_filed_decided_and_carried_out(pit: Path) -> None:
    wheel = meter(pit.with_name("wheel.meter"), "wheel-of-straights")
    says = "Petition 17/2026 to move the liability to the jackpot of a different game (wheel), to the director:"
    assert f"{says} pending." in done(pit, *ASK).words
    assert f"{says} granted." in done(pit, "--petition", "17/2026", "--granted").words
    assert (
        "pit, a meter of straight-jack-progressive, discontinued"
        in done(pit, "--petition", "17/2026", "--discontinue").words
    )
    moved = done(pit, "--petition", "17/2026", "--transfer", str(wheel.path)).words
    assert "Transfer 1 to wheel, $10000.00000000: arrived, and the other record says the same." in moved
    there = json.loads(done(wheel.path, "--json").out)
    assert there["received"] == "10000.00000000"
    assert there["shown"] == "20000.00000000"
    assert there["transfers"] == [
        {
            "number": 1,
            "from": "pit",
            "amount": "10000.00000000",
            "state": "arrived, and the other record says the same",
        }
    ]
    wheel.close()


@pytest.mark.clause("CO-2110(15)(d).3")
def test_either_meter_says_that_a_transfer_is_in_transit_or_belied(pit: Path) -> None:
    wheel = meter(pit.with_name("wheel.meter"), "wheel-of-straights").path
    for options in (ASK, ("--petition", "17/2026", "--granted"), ("--petition", "17/2026", "--discontinue")):
        done(pit, *options)
    before, transfer = wheel.read_bytes(), ("--petition", "17/2026", "--transfer", str(wheel))
    done(pit, *transfer)
    here, there = pit.read_bytes(), wheel.read_bytes()
    pit.write_bytes(b"".join(here.splitlines(keepends=True)[:-1]))
    assert "in transit, it arrived there; transfer again to finish it." in done(pit).words
    assert "Transfer 1 from pit, $10000.00000000: arrived, and the other" in done(wheel).words
    wheel.write_bytes(before)
    assert "in transit, the other record does not have it; transfer again" in done(pit).words
    pit.write_bytes(here)
    assert "transfer 1 is arrived here, and wheel says otherwise" in refused(pit).err
    wheel.unlink()
    assert "arrived; the other record is not next to this one." in done(pit).words
    wheel.write_bytes(there)
    pit.write_bytes(b"".join(here.splitlines(keepends=True)[:-2]))
    assert "transfer 1 of pit is not in the record of pit" in refused(wheel).err
    assert refused(wheel).code == 1


@pytest.mark.clause("CO-2110(15)(d).3")
def test_criteria_are_eased_as_the_petition_says(pit: Path) -> None:
    done(pit, "--petition", "4", "--ask", "ease", "--to", "designee", "--about", "100 % for five cards")
    assert refused(pit, "--petition", "4", "--ease").code == 1
    done(pit, "--petition", "4", "--granted")
    assert "The winning criteria were eased: 100 % for five cards." in done(pit, "--petition", "4", "--ease").words
    found = json.loads(done(pit, "--json").out)
    assert found["criteria"] == "100 % for five cards"
    assert found["petitions"] == [
        {
            "reference": "4",
            "asks": "ease",
            "to": "designee",
            "about": "100 % for five cards",
            "licensee": "",
            "decision": "granted",
        }
    ]


@pytest.mark.clause("CO-2110(15)(d).4")
def test_liability_and_fund_are_handed_over_to_another_licensee(pit: Path) -> None:
    asked = ("--ask", "pass", "--to", "director", "--about", "gate", "--licensee", "Golden Gate")
    assert "(gate of Golden Gate)" in done(pit, "--petition", "9", *asked).words
    for options in (("--granted",), ("--discontinue",)):
        done(pit, "--petition", "9", *options)
    assert "Transfer 1 to gate, $10000.00000000: in transit" in done(pit, "--petition", "9", "--hand-over").words
    assert "Transfer 1 to gate, $10000.00000000: arrived" in done(pit, "--petition", "9", "--receipt", "R-1").words


@pytest.mark.clause("CO-2110(15)(d).2")
def test_a_meter_that_has_been_won_is_given_up_without_a_petition(pit: Path) -> None:
    source = meter(pit, new=False)
    source.key("north", 1, HAND, 100)
    source.close()
    assert "discontinued" in done(pit, "--discontinue").words


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (("--petition", "1"), 2, "--petition goes with one of --ask, --granted"),
        (("--granted",), 2, "--granted needs --petition"),
        (("--petition", "1", "--granted", "--denied"), 2, "--granted and --denied are two steps"),
        (("--petition", "1", "--granted", "--to", "director"), 2, "--to says more of a petition that is filed"),
        (("--petition", "1", "--ask", "drop", "--to", "director", "--about", "x"), 2, "ease, move, pass, not 'drop'"),
        (("--petition", "1", "--ask", "move", "--about", "x"), 2, "--ask needs --to"),
        (("--petition", "1", "--ask", "move", "--to", "mayor", "--about", "x"), 2, "director, designee, not 'mayor'"),
        (("--petition", "1", "--ask", "move", "--to", "director"), 2, "--ask needs --about"),
        (("--petition", "1", "--ask", "pass", "--to", "director", "--about", "x"), 2, "names the other licensee"),
        (("--petition", "1", "--transfer", "nowhere.meter"), 2, "nowhere.meter: the meter cannot be opened"),
        (("--petition", "1\n2", "--ask", "move", "--to", "director", "--about", "x"), 2, "one line"),
        (("--petition", "1", "--receipt", "a\nb"), 2, "a receipt is one line"),
        (("--petition", "1", "--granted"), 1, "no petition 1 was filed for this meter"),
        (("--petition", "1", "--hand-over"), 1, "no petition 1 was filed for this meter"),
        (("--petition", "1", "--receipt", "R"), 1, "nothing is in transit under petition 1"),
        (("--discontinue",), 1, "has not been won since the last contribution"),
    ],
)
def test_what_a_meter_does_not_do_is_one_sentence(pit: Path, options: tuple[str, ...], code: int, says: str) -> None:
    finished = refused(pit, *options)
    assert finished.code == code
    assert says in finished.err
