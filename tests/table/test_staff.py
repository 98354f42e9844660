"""Staff at a table: who may report and decide what, on record and audited; a table that may not be dealt."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.audit.verify import audit
from pitboss.cards import cards
from pitboss.core.facts import ReaderBack, ReaderOut, RoundVoided, StaffRuled, WagerSettled
from pitboss.core.incidents import (
    DrawnUnseen,
    Exposed,
    FaceUpInShoe,
    Misdealt,
    Missed,
    ReaderFailed,
    ReaderRepaired,
    Ruled,
    TenInShoe,
    WrongPeek,
)
from pitboss.core.kinds import Decision, Occasion, Outcome
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer, Close, Decide, Window
from pitboss.games.blackjack.intents import Accept
from pitboss.ids import Author, Box, HandId, Role
from pitboss.store.journal import Journal
from pitboss.tables.commands import Mode
from table.driving import Watched, answer, on_disk, reopened, watched

SUE, FLO, DAN = Author(Role.SUPERVISOR, "sue"), Author(Role.FLOOR, "flo"), Author(Role.DEALER, "dan")
REG = Author(Role.REGULATOR, "reg")
ANN = Author(Role.PLAYER, "ann")
ONE = HandId(Box(1), 1)


def deciding(rulebook: str = "spanish21-ma", seed: int = 2) -> Watched:
    person = watched(rulebook, seed=seed)
    person.sit(("ann", 1), ("bob", 2))
    while not isinstance(person.table.pending, Decide):
        person.must(answer(person.table))
    return person


def said(person: Watched, author: Author, says: Answer) -> Refusal | None:
    return person.table.say(author, says)


def code(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.code


def sound(person: Watched) -> None:
    assert person.journal is not None
    assert audit(person.journal.data).problems == []


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity", "blackjack-co", "golden-21"])
def test_a_supervisor_voids_a_round(rulebook: str) -> None:
    person = deciding(rulebook)
    ruling = Ruled(SUE, Decision.VOID_ROUND, None, "a bottle fell on the layout")
    assert said(person, SUE, ruling) is None
    (fact,) = person.of(StaffRuled)
    assert (fact.by, fact.reason) == ("supervisor:sue", "a bottle fell on the layout")
    assert person.of(RoundVoided)
    assert {row.outcome for row in person.of(WagerSettled)} == {Outcome.VOID}
    assert person.table.runner.state.balanced()
    person.rounds(1)
    sound(person)


def test_a_supervisor_voids_a_hand_and_the_others_play_on() -> None:
    person = deciding()
    assert isinstance(person.table.pending, Decide)
    first = person.table.pending.hand
    assert said(person, SUE, Ruled(SUE, Decision.VOID_HAND, first, "its cards were moved")) is None
    assert person.table.runner.state.layout.hands[first].closed == "dead"
    while person.table.runner.state.in_round:
        person.must(answer(person.table))
    outcomes = {row.hand: row.outcome for row in person.of(WagerSettled)}
    assert outcomes[first] is Outcome.VOID
    assert len(outcomes) == 2
    sound(person)


@pytest.mark.parametrize(
    ("author", "says", "refused"),
    [
        (FLO, Ruled(FLO, Decision.VOID_ROUND, None, "why not"), "no-authority"),
        (DAN, Ruled(DAN, Decision.CONTINUE, None, "why not"), "no-authority"),
        (REG, Ruled(REG, Decision.VOID_ROUND, None, "why not"), "no-authority"),  # who only reads
        (ANN, Ruled(SUE, Decision.VOID_ROUND, None, "why not"), "not-yours"),
        (FLO, Ruled(SUE, Decision.VOID_ROUND, None, "she said so"), "not-yours"),  # nobody speaks for her
        (DAN, ReaderFailed(DAN), "no-authority"),
        (FLO, WrongPeek(FLO), "no-authority"),
        (SUE, Ruled(SUE, Decision.VOID_ROUND, None, ""), "no-reason"),
        (SUE, Ruled(SUE, Decision.VOID_ROUND, None, "two\nlines"), "no-reason"),
        (SUE, Ruled(SUE, Decision.VOID_HAND, HandId(Box(3), 1), "why not"), "no-such-hand"),
        (SUE, Misdealt(SUE, Box(1), "three cards"), "no-such-incident"),
        (FLO, ReaderRepaired(FLO), "no-such-incident"),
        (ANN, Act(ANN.name, ONE, Accept()), "nothing-offered"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_what_is_refused_changes_nothing(author: Author, says: Answer, refused: str) -> None:
    person = deciding()
    before = len(person.facts)
    assert code(said(person, author, says)) == refused
    assert len(person.facts) == before
    sound(person)


@pytest.mark.parametrize(
    "says",
    [
        FaceUpInShoe(cards("5c")[0]),
        TenInShoe(cards("Td")[0]),
        Missed(),
        DrawnUnseen(),
        Exposed(cards("5c")[0]),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_virtual_shoe_deals_every_card_when_it_is_due(says: Answer) -> None:
    person = deciding()
    assert code(said(person, SUE, says)) == "no-such-incident"
    sound(person)


@pytest.mark.clause("MA-15(k)bis")
def test_massachusetts_goes_on_without_a_reader() -> None:
    person = deciding()
    assert said(person, FLO, ReaderFailed(FLO)) is None
    while person.table.runner.state.in_round:
        person.must(answer(person.table))
    assert person.table.runner.state.reader_out
    person.rounds(8)
    assert [type(fact) for fact in person.facts].count(ReaderOut) == 1
    after = person.facts[person.facts.index(person.of(ReaderOut)[0]) :]
    assert not any(type(fact).__name__ == "HoleCardRead" for fact in after), "nobody looks any more"
    assert said(person, FLO, ReaderRepaired(FLO)) is None
    person.rounds(8)
    later = person.facts[person.facts.index(person.of(ReaderBack)[0]) :]
    assert any(type(fact).__name__ == "HoleCardRead" for fact in later)
    sound(person)


@pytest.mark.clause("MD-13.Q")
def test_maryland_stops_until_the_reader_is_repaired(tmp_path: Path) -> None:
    table, _ = on_disk(tmp_path / "j", "spanish21-md")
    person = Watched(table)
    person.sit(("ann", 1))
    while not isinstance(table.pending, Decide):
        person.must(answer(table))
    assert said(person, FLO, ReaderFailed(FLO)) is None
    halted: object = table.pending
    assert isinstance(halted, Window)
    assert halted.occasion is Occasion.HALTED
    assert code(said(person, DAN, Close())) == "reader-out"
    table.recorder.close()  # type: ignore[attr-defined]
    again = reopened(Journal(tmp_path / "j", lambda: 0)).table  # killed, and still halted
    person = Watched(again)
    assert code(said(person, DAN, Close())) == "reader-out"
    assert said(person, SUE, Ruled(SUE, Decision.VOID_ROUND, None, "no other reader is at hand")) is None
    assert code(said(person, DAN, Close())) == "reader-out"
    assert code(said(person, DAN, ReaderRepaired(DAN))) == "no-authority"
    assert said(person, FLO, ReaderRepaired(FLO)) is None
    person.rounds(2)
    assert audit((tmp_path / "j").read_bytes()).problems == []


def test_the_house_of_a_demonstration_may_decide_what_a_supervisor_would() -> None:
    person = deciding()
    guest = Author(Role.HOUSE, "guest")
    ruling = Ruled(Author(Role.SUPERVISOR, "guest"), Decision.CONTINUE, None, "nothing happened")
    assert said(person, guest, ruling) is None
    assert code(said(person, guest, Ruled(SUE, Decision.CONTINUE, None, "she said so"))) == "not-yours"
    sound(person)
    person.table.door.mode = Mode.LIVE
    assert code(said(person, guest, ruling)) == "not-yours", "where there is staff it decides itself"
