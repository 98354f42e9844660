"""Spins of the bonus wheel are bound as the shoe is: to the nonce that was committed to before the cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from audit.test_authors import format_1
from audit.test_tamper import chained, verifier
from pitboss.audit.verify import Report, audit
from pitboss.core.facts import WheelSpun
from pitboss.core.kinds import Occasion
from pitboss.core.requests import Act, Answer, Spin, Window
from pitboss.core.wagering import PlaceWager
from pitboss.ids import MAIN, Box, HandId, Player, Wager
from pitboss.money import Cents
from pitboss.shoe.virtual import ShoeRequest, VirtualShoe
from pitboss.store.chain import opened
from table.driving import BET, Watched, answer, watched

pytestmark = pytest.mark.slow
WHEEL = {"bonus_spin": True, "wheel": [{"pays": 20, "weight": 3}, {"pays": 20, "weight": 1}, {"pays": 50, "weight": 2}]}
ONE = HandId(Box(1), 1)


def bets(person: Watched) -> Answer:
    """A main wager and one on the wheel; otherwise as plain players do."""
    table = person.table
    if not isinstance(table.pending, Window) or table.pending.occasion is not Occasion.BETTING:
        return answer(table)
    placed = table.runner.state.layout.placed_by(Player("ann"))
    for wager, amount in ((MAIN, BET), (Wager("bonus-spin"), Cents(500))):
        if wager not in placed:
            return Act(Player("ann"), ONE, PlaceWager(wager, amount))
    return answer(table)


def played(spins: int = 3, *, close: bool = True) -> Watched:
    person = watched("spanish21-ma", WHEEL, seed=8)
    person.sit(("ann", 1))
    while len(person.of(WheelSpun)) < spins or person.table.runner.state.in_round:
        person.must(bets(person))
    if close:
        person.close()
    return person


def rows(person: Watched) -> list[dict[str, Any]]:
    assert person.journal is not None
    return [json.loads(parts[0] + b"}") for line in person.journal.data.splitlines() if (parts := opened(line))]


def audited(found: list[dict[str, Any]]) -> Report:
    return audit(chained([json.dumps(row, separators=(",", ":")).encode("ascii")[:-1] for row in found]))


def test_spins_follow_from_what_the_shoe_had_bound_itself_to(tmp_path: Path) -> None:
    person = played()
    assert person.journal is not None
    report = audit(person.journal.data)
    assert report.problems == []
    assert not any("spin" in note for note in report.notes)
    assert "0 wrong" in verifier(person.journal.data, tmp_path).stdout


def test_a_spin_that_was_altered_is_found_though_it_pays_the_same(tmp_path: Path) -> None:
    """Sections 1 and 2 pay alike, so the rules have nothing to say; the revealed nonce has."""
    found = rows(played(6))
    at = next(number for number, row in enumerate(found) if row.get("fact") == "WheelSpun" and row["section"] < 3)
    other = 3 - found[at]["section"]
    found[at]["section"], found[at - 1]["shoe"] = other, f"spin {other}"
    report = audited(found)
    assert [each.says.partition(" stopped")[0] for each in report.problems] in (
        [f"spin {number} of the wheel"] for number in range(1, 7)
    )
    data = chained([json.dumps(row, separators=(",", ":")).encode("ascii")[:-1] for row in found])
    assert verifier(data, tmp_path).returncode == 1


def test_weights_that_were_altered_are_found_by_the_rules() -> None:
    found = rows(played())
    at = next(number for number, row in enumerate(found) if row.get("fact") == "WheelSpun")
    found[at]["weights"] = "1 1 1"
    assert any("the record has" in each.says for each in audited(found).problems)


class Rigged(VirtualShoe):
    """A wheel that always stops on its first section."""

    def answer(self, request: ShoeRequest) -> Answer:
        return 1 if isinstance(request, Spin) else super().answer(request)


def test_a_rigged_wheel_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.driving.VirtualShoe", Rigged)
    person = played(8)
    assert person.journal is not None
    assert any("the revealed nonce gives another" in each.says for each in audit(person.journal.data).problems)


def test_spins_of_a_shoe_in_use_are_counted() -> None:
    person = played(2, close=False)
    assert person.journal is not None
    report = audit(person.journal.data)
    waiting = person.table.runner.state.shoe
    assert waiting is not None
    assert report.unproven_spins == waiting.spins > 0
    assert any("bound to that shoe too" in note for note in report.notes)


def test_old_spins_are_bound_to_nothing_and_the_audit_says_so() -> None:
    found = rows(played())
    lines = [json.dumps(row, separators=(",", ":")).encode("ascii")[:-1] for row in found]
    report = audit(chained(format_1(lines)))
    assert report.problems == []
    assert any("no commitment binds them" in note for note in report.notes)
