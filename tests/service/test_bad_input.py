"""Whatever is said to a table is carried out, or refused with a sentence and a code and nothing else moves."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.audit.verify import audit
from pitboss.ids import Author, Role
from pitboss.service.asked import No
from pitboss.service.bets import Bets
from pitboss.service.question import question
from pitboss.service.saying import LONGEST, UNREADABLE, refuses, say
from pitboss.service.view import view
from pitboss.tables.live import LiveTable
from service.client import HOUSE, PLAYERS, STAFF, a_table, asked, play

ANN, BOB = PLAYERS
DAN, SUE = STAFF[0], STAFF[3]
ZOE, REG = Author(Role.PLAYER, "zoe"), Author(Role.REGULATOR, "reg")
NOBODY = [
    Author(Role.PLAYER, ""),
    Author(Role.PLAYER, "a b"),
    Author(Role.PLAYER, "ann\n"),
    Author(Role.PLAYER, "\u00fcnal"),
    Author(Role.PLAYER, "x" * 100),
    Author("king", "ann"),  # type: ignore[arg-type]
]
"""Authors whom no record could name."""
HUGE = "9" * 1500
NONSENSE = [
    "",
    " ",
    "\n",
    "\0",
    "\ud800",
    "?",
    "fly",
    "ann@1.1",
    "ann@1.1 ",
    "ann@1.1 fly",
    " ann@1.1 stand",
    "ann@1.1  stand",
    "ann@1.1\tstand",
    "ann@1.1 stand\u2028",
    "ann\u200b@1.1 stand",
    "ann@1.1 STAND",
    "ann@1.1 stand stand",
    "ann@1 stand",
    "ann@1. stand",
    "ann@.1 stand",
    "ann@1.1.1 stand",
    "ann@x.y stand",
    "ann@+1.1 stand",
    "ann@1_0.1 sit 5",
    "ann@01.1 stand",
    "ann@\u0663.1 sit 5",
    "ann@ stand",
    "ann@1.1 sit",
    "ann@1.1 sit 5 5",
    "ann@1.1 sit 0.005",
    "ann@1.1 sit five",
    "ann@1.1 buy \u0661\u0662",
    "ann@1.1 buy \uff15",
    "ann@1.1 buy 1e400",
    "ann@1.1 buy nan",
    "ann@1.1 buy " + HUGE,
    "ann@1.1 wager",
    "ann@1.1 wager main",
    "ann@1.1 wager main ten",
    "ann@1.1 wager main 10 20",
    "ann@1.1 wager main 5\0",
    "ann@1.1 wager main 9" + "9" * 13,
    "ann@1.1 withdraw",
    "ann@1.1 withdraw \x1b[2J",
    "ann@1.1 insurance " + HUGE,
    "ann@1.1 cut x",
    "ann@1.1 cut \u0663",
    "5c 6c",
    "1c",
    "Xx",
    "spin x",
    "spin \u0663",
    "meter x y",
    "meter 1",
    "shuffled x y",
    "shuffled \0",
    "revealed x 5",
    "face-up",
    "face-up Xx",
    "supervisor:sue",
    "supervisor:sue fly",
    "supervisor: void-round why",
    "king:sue void-round why",
    "supervisor:sue void-round two\nlines",
    "supervisor:sue void-round \x1b[31m",
    "supervisor:sue void-hand x why",
    "supervisor:sue misdeal \u0663 why",
    "supervisor:sue dropped 99999999 why",
    "supervisor:sue adjust ann x why",
    "supervisor:sue miscount \u0663 why",
    "supervisor:sue relief a b",
    "supervisor:sue hears ann main 5",
    "supervisor:sue correct x 5c because why",
    "supervisor:sue correct 1 fly because why",
    "supervisor:sue correct 1 5c",
    "x" * (LONGEST + 1),
    "ann@1.1 wager " + "m" * 10**6 + " 5",
    "supervisor:sue void-round " + "why " * 10**5,
]
"""What is not words of the record at all."""
OUT_OF_PLACE = [
    "@1.1 stand",
    "ann@1.1 wager nothing 10",
    "ann@1.1 wager main 0",
    "ann@1.1 wager main -5",
    "ann@1.1 wager main 999999999.99",
    "ann@1.1 buy 0",
    "ann@1.1 buy -5",
    "ann@1.1 buy 9999999999999",
    "ann@99.1 stand",
    f"ann@{HUGE}.1 stand",
    f"ann@1.{HUGE} stand",
    "ann@0.1 stand",
    "ann@1.9 hit",
    "ann@1.1 cut 0",
    f"ann@1.1 cut {HUGE}",
    "ann@1.1 agree dealer",
    "ann@1.1 withdraw nothing",
    "floor@1.1 sit 5",
    "dealer@1.1 sit 5",
    "zoe@1.1 stand",
    "zoe@1.1 wager main 10",
    "spin 0",
    "spin -1",
    f"spin {HUGE}",
    "meter 1 1",
    "meter -1 -1",
    "shuffled 00ff",
    "revealed 00ff 5c",
    "seal-lost",
    "game-over",
    "face-up Td",
    "supervisor:sue void-hand 99.9 why",
    "supervisor:sue adjust ann 9999999999 why",
    "supervisor:sue adjust zoe 5 why",
    "supervisor:sue relief dealer",
    "supervisor:sue correct 99999 5c because why",
    "supervisor:sue hears ann@1.1 main -5",
    "supervisor:sue confirms zoe@1.1",
    "supervisor:sue dropped 999 why",
    "supervisor:sue void-round",
    "supervisor:joe void-round why",
    "dealer:dan void-round why",
]
"""Words of the record that mean nothing at any of these tables, whoever says them."""


def stakes_and_chips(table: LiveTable) -> tuple[object, ...]:
    """All that a refusal must leave as it is; it may be on record itself."""
    state = table.runner.state
    return repr(state), table.pending, table.seen_by(None), len(table.recent)


def refused(table: LiveTable, author: Author, text: str) -> No:
    """Say something that must be refused, and return the refusal, which `refuses` has foreseen."""
    before, foreseen = stakes_and_chips(table), refuses(table, author, text)
    said = say(table, author, text)
    assert said is not None, f"{author} said {text[:80]!r}, and it was taken"
    assert said.code, said
    assert 3 < len(said.says) < LONGEST + 300, said
    assert foreseen == said
    assert stakes_and_chips(table) == before, text[:80]
    return said


@pytest.mark.parametrize(("rulebook", "live"), [("spanish21-ma", True), ("21-hold-em", False), ("pai-jack", True)])
def test_bad_words_are_refused_at_every_question(rulebook: str, live: bool) -> None:  # noqa: FBT001
    kinds: Counter[str] = Counter()
    for party in play(rulebook, 4, 120, live=live):
        made = asked(party.table, None)
        assert made is not None
        kinds[made["kind"]] += 1
        if kinds[made["kind"]] > 1:
            continue
        for author in (ANN, DAN, SUE, HOUSE, REG):
            for text in NONSENSE:
                assert refused(party.table, author, text).code == UNREADABLE, text[:80]
            for text in OUT_OF_PLACE:
                refused(party.table, author, text)
        for author in NOBODY:
            assert refuses(party.table, author, "close") is not None
            assert say(party.table, author, "close") is not None
    assert len(kinds) >= 5
    sound(party.table)


def sound(table: LiveTable) -> None:
    """The record can be read and played again; a client who deals by chance may read a hole card wrongly."""
    checked = audit(table.recorder.data)  # type: ignore[attr-defined]
    assert [each for each in checked.problems if "was read otherwise" not in each.says] == []


def betting(rulebook: str = "spanish21-ma") -> LiveTable:
    """A virtual table at which ann may bet, and bob sits next to her."""
    table = a_table(rulebook, seed=3)
    for who, text in ((ANN, "ann@1.1 sit 500"), (BOB, "bob@2.1 sit 500"), (ANN, "close")):
        assert say(table, who, text) is None
    pass_until(table, "betting")
    return table


def pass_until(table: LiveTable, kind: str) -> None:
    """Let both players pass until this is asked."""
    while (made := question(table, None)) is not None and made.kind != kind:
        asked_of = BOB if made.to == "player:bob" else ANN
        passes = question(table, asked_of)
        assert passes is not None
        assert say(table, asked_of, passes.passes) is None


def deciding() -> LiveTable:
    """The same table when ann decides."""
    table = betting()
    for who, text in ((ANN, "ann@1.1 wager main 10"), (BOB, "bob@2.1 wager main 10"), (ANN, "close")):
        assert say(table, who, text) is None
    pass_until(table, "decide")
    made = question(table, ANN)
    assert made is not None
    assert made.yours
    return table


@pytest.mark.parametrize(
    ("author", "text", "code"),
    [
        (Author(Role.DEVICE, "shoe"), "5c", "no-answer"),
        (HOUSE, "5c", "not-yours"),
        (ANN, "5c", "not-yours"),
        (ANN, "ann@1.1 fly", UNREADABLE),
        (ANN, "ann@1.1 sit 5", "between-rounds"),
        (ANN, "bob@2.1 stand", "not-yours"),
        (BOB, "bob@2.1 stand", "out-of-turn"),
        (BOB, "ann@1.1 stand", "not-yours"),
        (BOB, "bob@1.1 stand", "not-your-hand"),
        (ZOE, "zoe@1.1 stand", "not-your-hand"),
        (REG, "close", "not-yours"),
        (ANN, "close", "no-answer"),
        (ANN, "decline", "no-answer"),
        (ANN, "ann@1.1 wager main 10", "too-late"),
        (ANN, "ann@1.1 double 9999", "too-much"),
        (DAN, "dealer:dan void-round why", "no-authority"),
        (SUE, "supervisor:joe void-round why", "not-yours"),
        (ANN, "supervisor:sue void-round why", "not-yours"),
    ],
    ids=str,
)
def test_what_is_not_for_them_now(author: Author, text: str, code: str) -> None:
    table = deciding()
    assert refused(table, author, text).code == code
    sound(table)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ann@1.1 wager match-the-dealer 5", "needs-main"),
        ("ann@2.1 wager main 10", "box-taken"),
        ("ann@9.1 wager main 10", "no-such-box"),
        ("ann@1.1 wager main 10.25", "not-in-chips"),
        ("ann@1.1 wager main 500.50", "over-maximum"),
        ("ann@1.1 stand", "too-early"),
        ("ann@1.1 withdraw main", "no-such-wager"),
    ],
    ids=str,
)
def test_bets_that_cannot_be_placed(text: str, code: str) -> None:
    table = betting()
    assert refused(table, ANN, text).code == code
    assert refused(table, ZOE, text.replace("ann", "zoe", 1)).code in (code, "not-seated")


@pytest.mark.parametrize(
    ("bet", "code"),
    [
        ({"main": 0}, "not-positive"),
        ({"main": -500}, "not-positive"),
        ({"main": 10**15}, "over-maximum"),
        ({"nothing": 500}, "not-in-rulebook"),
        ({"match-the-dealer": 500}, "needs-main"),
        ({"main": 400}, "under-minimum"),
        ({"main": 5010}, "not-in-chips"),
        ({"match-the-dealer": 1000, "main": 500}, "above-main"),
        ({"main": 50000, "match-the-dealer": 100}, "not-enough-chips"),
    ],
    ids=str,
)
def test_whole_bets_that_cannot_lie_there(bet: dict[str, int], code: str) -> None:
    table = betting()
    said = Bets(table, ANN.name).refuses(bet)  # type: ignore[arg-type]
    assert said is not None
    assert said.code == code


def test_a_whole_bet_is_taken_in_any_order() -> None:
    table = betting()
    bets = Bets(table, ANN.name)  # type: ignore[arg-type]
    bet = {"match-the-dealer": 500, "main": 1000}
    assert bets.refuses(bet) is None  # type: ignore[arg-type]
    assert bets.words(bet) == ["ann@1.1 wager main 10.00", "ann@1.1 wager match-the-dealer 5.00"]  # type: ignore[arg-type]


def test_a_wager_and_the_one_that_it_may_not_exceed_are_raised_together() -> None:
    table = betting("ante-up-21")
    bets = Bets(table, ANN.name)  # type: ignore[arg-type]
    assert say(table, ANN, "ann@1.1 wager 21 5") is None
    assert say(table, ANN, "ann@1.1 wager ante 5") is None
    bet = {"ante": 1000, "21": 1000}
    assert bets.refuses(bet) is None  # type: ignore[arg-type]
    for text in bets.words(bet):  # type: ignore[arg-type]
        assert say(table, ANN, text) is None
    assert bets.placed() == bet


def test_an_answer_to_an_old_question_is_refused() -> None:
    table = deciding()
    made = question(table, ANN)
    assert made is not None
    assert say(table, ANN, "ann@1.1 hit", made.seen) is None
    late = say(table, ANN, "ann@1.1 hit", made.seen)
    assert late is not None
    assert late.code in ("stale", "hand-closed")
    early = say(table, ANN, "ann@1.1 stand", table.lines + 1)
    assert early is not None
    assert early.code == "not-on-record"
    for seen, id_ in ((-1, ""), (None, "no id at all"), (None, "x" * 65), (None, "\n")):
        bad = say(table, ANN, "ann@1.1 stand", seen, id_)
        assert bad is not None
        assert bad.code == UNREADABLE
    sound(table)


def test_a_command_that_is_sent_twice_counts_once() -> None:
    table = betting()
    for _ in range(2):
        assert say(table, ANN, "ann@1.1 wager main 10", command_id="click-1") is None
    assert Bets(table, ANN.name).placed() == {"main": 1000}  # type: ignore[arg-type]
    assert say(table, ANN, "ann@1.1 wager nothing 10", command_id="click-2") is not None
    assert say(table, ANN, "ann@1.1 wager nothing 10", command_id="click-2") is not None


def test_a_closed_table_asks_and_takes_nothing() -> None:
    table = a_table("spanish21-ma")
    assert say(table, ANN, "ann@1.1 sit 500") is None
    assert say(table, HOUSE, "dealer@0.1 close-table") is None
    for who in (None, ANN, HOUSE, *STAFF):
        assert question(table, who) is None
    assert view(table, ANN).closed
    lines = table.lines
    for who, text in ((ANN, "ann@1.1 sit 500"), (HOUSE, "close"), (SUE, "supervisor:sue void-round why"), (DAN, "5c")):
        assert refused(table, who, text).code == "table-closed"
    assert refused(table, ANN, "ann@1.1 fly").code == UNREADABLE
    assert table.lines == lines


def test_people_bind_no_shoe_to_an_order() -> None:
    """A commitment that nobody can open would leave a live table waiting for its order for ever."""
    table = a_table("spanish21-ma", live=True)
    assert say(table, ANN, "ann@1.1 sit 500") is None
    assert say(table, DAN, "close") is None
    assert refused(table, DAN, "shuffled 00ff").code == "not-yours"
    assert say(table, DAN, "shuffled") is None
