"""Who says what: nobody speaks for somebody else, nobody decides on what he has not seen, nothing counts twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from audit.test_tamper import chained
from conformance.suite import game
from pitboss.audit.verify import audit
from pitboss.core.incidents import Relieved
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Shuffled
from pitboss.games.blackjack.intents import Hit, Stand
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, HandId, Player, Role
from pitboss.money import Cents
from pitboss.record.file_tables import new_table
from pitboss.store.chain import opened
from pitboss.store.encoding import decode, encode
from pitboss.store.entries import Place
from pitboss.store.journal import Journal
from pitboss.store.lines import NotAJournal, lines_of
from pitboss.store.snapshots import KEEP
from pitboss.tables.commands import Command, Mode
from pitboss.tables.intents import BuyChips, CloseTable, Leave, Sit
from pitboss.tables.live import LiveTable
from table.driving import Watched, answer, on_disk, reopened, say, speaker, watched

ANN, BOB = Author(Role.PLAYER, "ann"), Author(Role.PLAYER, "bob")
DAN, BOSS = Author(Role.DEALER, "dan"), Author(Role.FLOOR, "boss")
CLOCK, SCANNER = Author(Role.TIME_LIMIT, "clock"), Author(Role.DEVICE, "scanner")
ONE = HandId(Box(1), 1)
BUY = Act(Player("ann"), ONE, BuyChips(Cents(100)))
SHUT = Act(HOUSE_DEALER, DEALER, CloseTable())


def seated() -> Watched:
    person = watched("spanish21-ma", seed=2)
    person.sit(("ann", 1), ("bob", 2))
    return person


def bodies(person: Watched) -> list[bytes]:
    assert person.journal is not None
    return [parts[0] for line, _ in lines_of([person.journal.data]) if (parts := opened(line))]


def row(body: bytes, **changes: object) -> bytes:
    return json.dumps({**json.loads(body + b"}"), **changes}, separators=(",", ":")).encode("ascii")[:-1]


def code(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("author", "says", "refused"),
    [
        (ANN, BUY, ""),
        (BOB, BUY, "not-yours"),
        (DAN, BUY, "not-yours"),
        (CLOCK, BUY, "not-yours"),  # a time limit speaks only for who is asked
        (SCANNER, BUY, "not-yours"),
        (ANN, SHUT, "not-yours"),
        (CLOCK, SHUT, "not-yours"),
        (DAN, SHUT, ""),
        (BOSS, SHUT, ""),
        (Author(Role.HOUSE, "ann"), SHUT, ""),
        (DAN, Close(), ""),
        (CLOCK, Close(), ""),
        (ANN, Close(), ""),  # at a demonstration whoever sits there
        (Author(Role.PLAYER, "eve"), Close(), "not-yours"),
        (SCANNER, Close(), "not-yours"),
        (ANN, Decline(), "no-answer"),
    ],
    ids=str,
)
def test_who_may_say_what_between_rounds(author: Author, says: Answer, refused: str) -> None:
    person = seated()
    assert code(person.table.say(author, says)) == refused
    assert person.journal is not None
    assert audit(person.journal.data).problems == []


def asked(person: Watched, kind: type) -> Decide | Offer:
    while not isinstance(person.table.pending, kind):
        person.must(answer(person.table))
    assert isinstance(person.table.pending, Decide | Offer)
    return person.table.pending


def test_who_may_answer_what_a_player_is_asked() -> None:
    person = seated()
    offer = asked(person, Offer)
    assert code(person.table.say(BOB if offer.player == "ann" else ANN, Decline())) == "not-yours"
    assert person.table.say(CLOCK, Decline()) is None
    decide = asked(person, Decide)
    stand = answer(person.table)
    assert isinstance(stand, Act)
    for author in (BOB if decide.player == "ann" else ANN, DAN, BOSS, SCANNER):
        assert code(person.table.say(author, stand)) == "not-yours", author
    assert code(person.table.say(CLOCK, Act(decide.player, decide.hand, Hit()))) == "not-yours", "it cannot be granted"
    assert person.table.say(CLOCK, Act(decide.player, decide.hand, Stand())) is None
    assert person.journal is not None
    assert audit(person.journal.data).problems == []


@pytest.mark.parametrize("mode", Mode)
def test_at_a_live_table_staff_runs_the_game(mode: Mode, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: 0)
    journal.read()
    table = new_table(journal, game("spanish21-ma", {}), None, mode=mode).table
    assert say(table, Act(Player("ann"), ONE, Sit(Cents(10**6)))) is None
    assert code(table.say(ANN, Close())) == ("not-yours" if mode is Mode.LIVE else "")
    if mode is Mode.LIVE:
        assert code(table.say(DAN, Close())) == "not-on-duty"
        assert table.say(DAN, Relieved(DAN, "dan")) is None
        assert table.say(DAN, Close()) is None
        assert code(table.say(ANN, Shuffled())) == "not-yours"
        assert table.say(DAN, Shuffled()) is None
    assert isinstance(table.pending, Offer), "the cards are shuffled, and the cut is offered"
    journal.close()
    data = (tmp_path / "j").read_bytes()
    assert f'"mode":"{mode}"'.encode() in data.splitlines()[0]
    assert audit(data).problems == []


def test_a_late_answer_is_refused() -> None:
    """Two players answer at the same moment; the second had not seen what the first has set in motion."""
    person = seated()
    asked(person, Decide)
    table = person.table
    saw, said = table.lines, answer(table)
    author = speaker(table, said)
    assert table.submit(Command(author, saw, "a", said)) is None
    if isinstance(table.pending, Decide) and table.pending.player == author.name:
        assert code(table.submit(Command(author, saw, "b", answer(table)))) == "stale"
    asked(person, Decide)
    last = speaker(table, answer(table))
    assert code(table.submit(Command(last, saw, "c", answer(table)))) == "stale"
    assert code(table.submit(Command(last, table.lines + 1, "d", answer(table)))) == "not-on-record"
    assert person.journal is not None
    assert audit(person.journal.data).problems == []


def test_a_window_is_one_question_however_many_use_it() -> None:
    """Who saw the window open may still use it when others have; who saw the round before may not."""
    person = seated()
    person.rounds(1)
    table, saw = person.table, person.table.lines
    assert table.submit(Command(BOB, saw, "buy", Act(Player("bob"), HandId(Box(2), 1), BuyChips(Cents(500))))) is None
    assert table.submit(Command(ANN, saw, "buy", BUY)) is None
    person.rounds(1)
    assert code(table.submit(Command(ANN, saw, "late", BUY))) == "stale"


def test_what_is_sent_twice_counts_once(tmp_path: Path) -> None:
    table, _ = on_disk(tmp_path / "j", "spanish21-ma")
    say(table, Act(Player("ann"), ONE, Sit(Cents(10**6))))
    command = Command(ANN, table.lines, "mine", BUY)
    wrong = Command(ANN, table.lines, "other", Act(Player("ann"), ONE, BuyChips(Cents(0))))
    assert table.submit(command) is None
    refusal = table.submit(wrong)
    assert refusal is not None
    lines = table.lines
    assert table.submit(command) is None
    assert table.submit(wrong) == refusal
    assert (table.lines, table.runner.state.chips(Player("ann"))) == (lines, 10**6 + 100)
    table.recorder.close()  # type: ignore[attr-defined]
    again: LiveTable = reopened(Journal(tmp_path / "j", lambda: 0)).table
    assert again.submit(command) is None
    assert again.submit(wrong) == refusal
    assert again.runner.state.chips(Player("ann")) == 10**6 + 100
    assert audit((tmp_path / "j").read_bytes()).problems == []


@pytest.mark.parametrize("wrong", ["", "a b", "x" * 65, "\u00e9", "a\n"])
def test_an_id_is_a_word(wrong: str) -> None:
    with pytest.raises(ValueError, match="an id of up to 64 letters"):
        Command(ANN, 1, wrong, Close())


@pytest.mark.parametrize("wrong", ["ann", "player:", "king:ann", "player:a b", "player:1st", "player:ann:ann"])
def test_an_author_is_a_role_and_a_name(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Author.parse(wrong)


def test_another_author_on_record_is_found_by_the_rules() -> None:
    person = seated()
    person.rounds(1)
    lines = bodies(person)
    at = next(number for number, each in enumerate(lines) if b" wager main" in each)
    report = audit(chained([*lines[:at], row(lines[at], by="player:bob"), *lines[at + 1 :]]))
    assert report.problems[0].line == at + 2
    assert "not-yours" in report.problems[0].says


def test_a_command_on_record_twice_is_found() -> None:
    person = seated()
    assert person.table.say(ANN, BUY) is None
    lines = bodies(person)
    report = audit(chained([*lines, *lines[-2:]]))
    assert "has said this before" in report.problems[0].says


def format_1(lines: list[bytes]) -> list[bytes]:
    """The same table as the first format had it: without a mode, authors, and what facts did not say then."""
    old = []
    for each in lines:
        members = json.loads(each + b"}")
        if "fact" in members:
            old.append(encode(decode(each + b"}"), 1)[:-1])
            continue
        unknown = {"command": ("by", "seen", "id"), "journal": ("mode", *Place._fields)}.get(next(iter(members)), ())
        members = {key: value for key, value in members.items() if key not in unknown}
        old.append(json.dumps(members, separators=(",", ":")).encode("ascii")[:-1])
    old[0] = row(old[0], journal=1)
    return old


def test_a_journal_of_the_first_format_goes_on_in_it(tmp_path: Path) -> None:
    person = seated()
    person.rounds(2)
    path = tmp_path / "old"
    path.write_bytes(chained(format_1(bodies(person))))
    assert audit(path.read_bytes()).problems == []
    sitting = reopened(Journal(path, lambda: 0))
    assert code(sitting.table.say(BOB, BUY)) == "not-yours"  # for which such a record has no words
    Watched(sitting.table).rounds(1)
    sitting.close()
    data = path.read_bytes()
    assert b'"seen"' not in data
    assert audit(data).problems == []


def test_a_member_that_the_format_of_the_header_does_not_know_is_unknown() -> None:
    person = seated()
    person.rounds(1)
    new = bodies(person)
    old = format_1(new)
    at = next(number for number, each in enumerate(new) if b'"command"' in each)
    for lines in ([*old[:at], new[at], *old[at + 1 :]], [*new[:at], old[at], *new[at + 1 :]]):
        assert audit(chained(lines)).problems[0].says == "this is no line that pitboss writes"
    opening = next(number for number, each in enumerate(new) if b'"RoundOpened"' in each)
    short = {key: value for key, value in json.loads(new[opening] + b"}").items() if key != "cut_card_after"}
    lacking = json.dumps(short, separators=(",", ":")).encode("ascii")[:-1]
    assert audit(chained([*new[:opening], lacking, *new[opening + 1 :]])).problems[0].line == opening + 1
    hidden = b'{"fact":"HandRevealed","hand":"1.1","cards":"","groups":""'
    assert audit(chained([*old, hidden])).problems[0].says == "this is no line that pitboss writes"


def test_a_newer_format_says_so(tmp_path: Path) -> None:
    lines = bodies(seated())
    data = chained([row(lines[0], journal=4), *lines[1:]])
    with pytest.raises(NotAJournal, match="of format 4, and this version of pitboss reads 1 to 3"):
        audit(data)
    (tmp_path / "j").write_bytes(data)
    with pytest.raises(NotAJournal, match="of format 4"):
        reopened(Journal(tmp_path / "j", lambda: 0))


def test_who_leaves_says_so_himself() -> None:
    person = seated()
    leave = Act(Player("ann"), ONE, Leave())
    assert code(person.table.say(BOB, leave)) == "not-yours"
    assert person.table.say(ANN, leave) is None


def test_what_was_said_is_known_however_often_the_table_was_opened_since(tmp_path: Path) -> None:
    """A table is opened from a snapshot, and what was said before that is looked up in the record."""
    table, _ = on_disk(tmp_path / "j", "spanish21-ma")
    person = Watched(table)
    person.sit(("ann", 1), ("bob", 2))
    command = Command(ANN, table.lines, "mine", BUY)
    refused = Command(ANN, table.lines, "nothing", Act(Player("ann"), ONE, BuyChips(Cents(0))))
    assert table.submit(command) is None
    refusal = table.submit(refused)
    person.rounds(KEEP + 4)
    for _ in range(2):
        table.recorder.close()  # type: ignore[attr-defined]
        journal = Journal(tmp_path / "j", lambda: 0)
        table = reopened(journal).table
        assert table.door.memory.earlier is not None, "the table was opened from a snapshot"
        lines, chips = table.lines, table.runner.state.chips(Player("ann"))
        assert table.submit(command) is None
        assert table.submit(replace(command, seen=lines)) is None
        assert table.submit(refused) == refusal
        assert code(table.submit(replace(command, says=SHUT))) == "id-reused"
        assert (table.lines, table.runner.state.chips(Player("ann"))) == (lines, chips)
