"""Applying a command, storing it and telling of it are three acts, so that several commands can be stored as one."""

from __future__ import annotations

import pytest

from pitboss.core.facts import Fact, RoundEnded, SeatTaken
from pitboss.core.requests import Act
from pitboss.core.table_state import TableState
from pitboss.core.wagering import PlaceWager
from pitboss.ids import Author, Box, HandId, Player, Role
from pitboss.money import Cents
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Command
from pitboss.tables.intents import Sit
from pitboss.tables.live import TableDropped
from table.driving import Watched, answer, watched

ANN, BOB = Player("ann"), Player("bob")


def sits(person: Watched, player: Player, box: int) -> Command:
    says = Act(player, HandId(Box(box), 1), Sit(Cents(10**6)))
    return Command(Author(Role.PLAYER, player), person.table.lines, "sits", says)


def journal_of(person: Watched) -> JournalInMemory:
    assert person.journal is not None
    return person.journal


def test_two_commands_are_applied_and_stored_as_one() -> None:
    person = watched("spanish21-ma")
    stored = journal_of(person).data
    assert person.table.apply(sits(person, ANN, 1)) is None
    assert person.table.apply(sits(person, BOB, 2)) is None
    assert journal_of(person).data == stored
    assert person.facts == []
    person.table.store()
    assert journal_of(person).data.count(b"SeatTaken") == 2
    assert person.facts == [], "nobody hears of it before it is published"
    person.table.publish()
    assert [type(fact) for fact in person.facts] == [SeatTaken, SeatTaken]


def test_every_listener_is_told_each_fact_with_its_line() -> None:
    person = watched("spanish21-ma")
    told: list[tuple[int, Fact]] = []
    person.table.listeners.append(lambda line, fact: told.append((line, fact)))
    person.sit(("ann", 1))
    assert told == [(3, person.facts[0])]
    assert b"SeatTaken" in journal_of(person).data.splitlines()[2]
    assert person.table.submit(sits(person, ANN, 1)) is not None
    assert len(told) == 1


def test_a_table_is_dropped_when_its_storing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    person = watched("spanish21-ma")
    person.table.apply(sits(person, ANN, 1))

    def fails(_: bytes) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(journal_of(person), "_store", fails)
    with pytest.raises(OSError, match="full"):
        person.table.store()
    assert person.facts == []
    with pytest.raises(TableDropped):
        person.table.publish()
    with pytest.raises(TableDropped):
        person.table.apply(sits(person, BOB, 2))


def test_who_learns_later_that_nothing_was_stored_drops_the_table() -> None:
    person = watched("spanish21-ma")
    person.table.apply(sits(person, ANN, 1))
    person.table.store()
    person.table.drop()
    with pytest.raises(TableDropped):
        person.table.publish()
    assert person.facts == []


def test_vault_meter_and_snapshot_come_after_storing_and_before_telling(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a batch that holds them all is complete before anybody hears of any of it."""
    person = watched("straight-jack-progressive")
    person.sit(("ann", 1))
    order: list[str] = []
    journal, meter, rules = journal_of(person), person.table.meter, person.table.game.rules
    assert meter is not None
    assert rules.meter is not None
    sync, wager = journal.sync, rules.meter.wager

    def syncs() -> None:
        order.append("sync")
        sync()

    def rests(_state: TableState, _last: int) -> None:
        order.append("snapshot")

    def hears(_line: int, fact: Fact) -> None:
        order.append("told" if isinstance(fact, RoundEnded) else "fact")

    monkeypatch.setattr(journal, "sync", syncs)
    monkeypatch.setattr(journal, "rested", rests)
    monkeypatch.setattr(type(meter), "over", lambda *_: order.append("meter"))
    person.table.listeners.append(hears)
    while "told" not in order:
        says = answer(person.table)
        person.must(says)
        if isinstance(says, Act) and isinstance(says.intent, PlaceWager):
            person.must(
                Act(ANN, says.hand, PlaceWager(wager, rules.betting.wagers[wager].smallest(rules.betting.chip)))
            )
    end = order[: order.index("told")]
    while end[-1] == "fact":
        end.pop()
    assert end[-3:] == ["sync", "meter", "snapshot"]


def test_asking_why_something_is_refused_records_nothing() -> None:
    person = watched("spanish21-ma")
    says = sits(person, ANN, 1).says
    before = journal_of(person).data
    assert person.table.refuses(Author(Role.PLAYER, ANN), says) is None
    refusal = person.table.refuses(Author(Role.PLAYER, BOB), says)
    assert refusal is not None
    assert refusal.code == "not-yours"
    person.table.store()
    assert journal_of(person).data == before
    assert person.facts == []


def test_a_closed_table_takes_nothing() -> None:
    person = watched("spanish21-ma")
    person.close()
    before = journal_of(person).data
    refusal = person.table.submit(sits(person, ANN, 1))
    assert refusal is not None
    assert refusal.code == "table-closed"
    assert journal_of(person).data == before
