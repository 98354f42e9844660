"""Who may open a table at which people deal: a house as it would be filed today. Old records go on as they are."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import pitboss
from conformance.suite import any_game
from filed import filed
from pitboss.audit.verify import audit
from pitboss.law.house import judge
from pitboss.law.rulebook import load
from pitboss.record.header import game_of, new_header, recorded_game
from pitboss.record.opening import NotFiled, begin_table
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store.journal import Journal, JournalInMemory
from pitboss.tables.commands import Door, Mode
from pitboss.tables.live import LiveTable

# Houses that were taken once and would be refused today.
EARLIER: dict[str, dict[str, Any]] = {
    "spanish21-md": {"payout_limit": 60, "opening": "preshuffled"},
    "buffalo-3": {"side_min": Decimal("1.50"), "aggregate_limit": 50},
    "straight-jack-progressive": {"meter_increment": 0},
}
LIMITED = {"21-plus-3": {"aggregate_limit": 60}, "spanish21-md": {}, "buffalo-3": EARLIER["buffalo-3"]}


@pytest.mark.parametrize("rulebook", LIMITED)
def test_people_deal_under_a_house_that_could_be_filed_today(rulebook: str, tmp_path: Path) -> None:
    path = tmp_path / "live.journal"
    for journal in (None, path):
        with pytest.raises(pitboss.Refused) as refused:
            pitboss.table(rulebook, journal, house=LIMITED[rulebook], live=True, dealer="dora")
        assert refused.value.code == "not-filed"
        assert refused.value.clauses
    assert not path.exists()
    game = any_game(rulebook, LIMITED[rulebook])
    store = JournalInMemory()
    with pytest.raises(NotFiled):
        begin_table(game, new_header(game, None, 0, Mode.LIVE), VaultInMemory(), store)
    assert store.data == b""


@pytest.mark.clause("MD-6.G(1)", "MD-6.H", "MD-7.A", "MD-7.R.1", "MD-11.D")
def test_maryland_opens_with_its_elections_stated_and_none_left_out() -> None:
    stated = filed("spanish21-md")
    with pitboss.table("spanish21-md", house=stated, live=True, dealer="dora") as t:
        t.sit("ann", 500)
    for left_out in stated:
        rest = {name: value for name, value in stated.items() if name != left_out}
        with pytest.raises(pitboss.Refused, match=f"does not state {left_out}; state each under"):
            pitboss.table("spanish21-md", house=rest, live=True, dealer="dora")


def test_nobody_files_anything_to_practise(tmp_path: Path) -> None:
    for rulebook, house in {**LIMITED, **EARLIER}.items():
        path = tmp_path / f"{rulebook}.journal"
        pitboss.table(rulebook, house=house, seed=7).close()
        for box in (1, 2):  # and the record goes on
            with pitboss.table(rulebook, path, house=house) as t:
                t.sit(f"ann{box}", 500, box=box)
        assert audit(path.read_bytes()).problems == []


@pytest.mark.parametrize("rulebook", EARLIER)
def test_an_older_record_of_a_live_table_is_read_audited_and_continued(rulebook: str, tmp_path: Path) -> None:
    """Its header has a house that only what binds new submissions speaks against."""
    settings, path = EARLIER[rulebook], tmp_path / "old.journal"
    game = any_game(rulebook, settings)
    assert isinstance(judge(load(rulebook), settings, {}), list)
    header = new_header(game, None, 0, Mode.LIVE)
    journal = Journal(path, lambda: 0)
    journal.begin(header)
    LiveTable(game, None, journal, door=Door(Mode.LIVE, game.rules.turn))
    journal.sync()
    journal.close()
    assert game_of(header).house.values == game.house.values
    assert recorded_game(header)[1] == []
    assert audit(path.read_bytes()).problems == []
    if game.rules.meter is None:
        with pitboss.table(rulebook, path, live=True, dealer="dora") as t:
            t.sit("ann", 500)
            assert t.view().on_duty == "dora"
            t.close()
        report = audit(path.read_bytes())
        assert report.problems == []
        assert not any("lawful" in note for note in report.notes)
