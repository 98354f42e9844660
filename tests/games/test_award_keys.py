"""A hand that wins from the meter where people deal: dealing stops, and it is verified, keyed and paid, on record."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from conformance.suite import any_game
from games.progressive import DAN, METER_SETTINGS, SIX, SUE, Round
from pitboss.audit.verify import audit
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import (
    AwardVerified,
    CardDealt,
    Fact,
    KeyInstructed,
    KeyPressed,
    MeterKeyed,
    ProcedureFollowed,
    SupervisorCalled,
    WagerSettled,
)
from pitboss.core.incidents import Corrected, DealerKeyed, Instructed, Ruled, Verified
from pitboss.core.kinds import Decision
from pitboss.core.practices import EARLIER, TODAY
from pitboss.core.requests import Act, Decide, KeyAward, MeterShows
from pitboss.core.rules import RoundContext
from pitboss.desk.tables import open_table
from pitboss.games.blackjack.intents import Hit, Stand
from pitboss.ids import Author, Box, HandId, Player, Role, clauses
from pitboss.notation.file import Malformed, parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import new_header
from pitboss.record.opening import recall
from pitboss.service.question import kind_of, question
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store.entries import Happened
from pitboss.store.journal import JournalInMemory
from pitboss.store.meters import MeterFile, MeterOfTable
from pitboss.tables.commands import Door, Mode
from pitboss.tables.live import LiveTable
from service.samples import SAMPLES, Actors

ONE, TWO = HandId(Box(1), 1), HandId(Box(2), 1)
TWO_WINNERS = "2c 2d 9h 3d 3h 9d 4c 5h 6s Ad 4h 5d 6c Ac"  # six cards on each of two boxes
AN_ACE_OF_SPADES = TWO_WINNERS.replace("Ac", "As")


def at_first_award(table: RoundContext | None = None, **settings: object) -> Round:
    return Round(TWO_WINNERS, 2, table, **settings).on(Hit(), Hit(), Hit(), Hit())


def now_asked(played: Round, kind: type[Any]) -> Any:
    assert isinstance(played.runner.pending, kind)
    return played.runner.pending


@pytest.mark.clause("CO-2110(15)(a)")
def test_dealing_stops_as_soon_as_a_hand_wins_from_the_meter() -> None:
    played = at_first_award()
    assert played.runner.pending == KeyAward(ONE, 10, False, clauses("CO-2110(15)(a)"), False, False)
    last = played.runner.round.facts[-2:]
    assert isinstance(last[0], CardDealt)
    assert last[1] == SupervisorCalled(ONE, 10, clauses("CO-2110(15)(a)"))
    assert played.refused(Act(Player("p2"), TWO, Hit())) == "out-of-turn"
    assert played.refused(Act(Player("p1"), ONE, Hit())) == "total-21"
    assert played.refused(MeterShows(10**12, 0)) == "not-verified"
    assert played.refused(Instructed(SUE, ONE)) == "not-verified"
    assert played.refused(DealerKeyed(DAN, ONE, 10)) == "not-instructed"
    played.must(Verified(SUE, ONE))
    assert now_asked(played, Decide).hand == TWO


@pytest.mark.clause("CO-2110(15)(b)(ii)", "CO-2110(15)(c)")
def test_the_dealer_presses_the_key_when_a_supervisor_says_so() -> None:
    """Verifying a hand keys nothing, and neither does the instruction."""
    played = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, ONE))
    played.on()
    assert played.runner.pending == KeyAward(ONE, 10, True, clauses("CO-2110(15)(a)"), False, False)
    assert played.refused(MeterShows(10**12, 0)) == "not-pressed"
    assert played.refused(DealerKeyed(DAN, ONE, 10)) == "not-instructed"
    assert played.refused(Instructed(DAN, ONE)) == "no-authority"
    assert played.refused(Instructed(SUE, TWO)) == "no-such-hand"
    played.must(Instructed(SUE, ONE))
    assert played.refused(Instructed(SUE, ONE)) == "no-such-hand"
    assert played.refused(MeterShows(10**12, 0)) == "not-pressed"
    assert played.refused(DealerKeyed(DAN, ONE, 100)) == "wrong-key"
    assert played.refused(DealerKeyed(DAN, TWO, 10)) == "no-such-hand"
    assert not played.kinds(MeterKeyed)
    played.must(DealerKeyed(DAN, ONE, 10))
    assert played.runner.pending == KeyAward(ONE, 10, True, clauses("CO-2110(15)(a)"))
    assert played.refused(DealerKeyed(DAN, ONE, 10)) == "no-such-hand"
    played.on()
    (told,), (pressed,) = played.kinds(KeyInstructed), played.kinds(KeyPressed)
    assert told == KeyInstructed("supervisor:sue", ONE, 10, clauses("CO-2110(15)(b)(ii)"))
    assert pressed == KeyPressed("dealer:dan", ONE, 10, clauses("CO-2110(15)(b)(ii)"))
    (keyed,) = played.kinds(MeterKeyed)
    assert keyed.award == 100_000


@pytest.mark.clause("CO-2110(15)(a)", "CO-2110(15)(b)(ii)")
def test_who_deals_or_plays_approves_no_award_and_who_approved_it_does_not_key_it() -> None:
    played = Round(SIX, 1, RoundContext(live=True, dealer="dan")).on(Hit(), Hit(), Hit(), Hit())
    for name in ("dan", "p1", "P1"):
        assert played.refused(Verified(Author(Role.SUPERVISOR, name), ONE)) == "own-approval"
    played.must(Verified(SUE, ONE))
    played.on()
    for name in ("dan", "p1"):
        assert played.refused(Instructed(Author(Role.SUPERVISOR, name), ONE)) == "own-approval"
    played.must(Instructed(SUE, ONE))
    for who in (SUE, Author(Role.FLOOR, "dan"), Author(Role.DEALER, "dora")):
        assert played.refused(DealerKeyed(who, ONE, 10)) == "no-authority"
    played.must(DealerKeyed(DAN, ONE, 10))


def test_a_supervisor_who_approved_an_award_does_not_key_it_as_a_dealer() -> None:
    """Where nobody has said who deals."""
    played = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, ONE))
    played.on().must(Instructed(Author(Role.SUPERVISOR, "max"), ONE))
    for name in ("sue", "Max"):
        assert played.refused(DealerKeyed(Author(Role.DEALER, name), ONE, 10)) == "own-approval"
    played.must(DealerKeyed(DAN, ONE, 10))


@pytest.mark.clause("CO-2110(16).1", "CO-2110(16).2", "CO-2110(16).3", "CO-2110(16).4", "CO-2110(15)(c)")
def test_several_awards_are_keyed_from_the_dealers_right_by_the_procedures_of_the_house() -> None:
    """Each takes its share of the meter as it then stands."""
    names = {"award_procedure": "JP-4", "several_awards": "JP-5, one by one"}
    played = Round(AN_ACE_OF_SPADES, 2, None, **names).on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, ONE))
    played.on(Hit(), Hit(), Hit(), Hit()).must(Verified(SUE, TWO))
    played.on()
    assert isinstance(played.runner.pending, KeyAward)
    assert (played.runner.pending.hand, played.runner.pending.percent) == (TWO, 100)
    played.keyed(2, 100).on().keyed(1, 10).on()
    assert [(each.hand, each.award) for each in played.kinds(MeterKeyed)] == [(TWO, 1_000_000), (ONE, 100_000)]
    by = ("supervisor:sue", "supervisor:sue", "dealer:dan")
    cited = clauses("CO-2110(15)(c)", "CO-2110(16).1")
    assert played.kinds(ProcedureFollowed) == [
        ProcedureFollowed(hand, "JP-4", "JP-5, one by one", *by, cited) for hand in (TWO, ONE)
    ]
    order = [fact for fact in played.runner.round.facts if isinstance(fact, ProcedureFollowed | WagerSettled)]
    paid = [each.wager for each in order if isinstance(each, WagerSettled)]
    assert len(paid) == 4


@pytest.mark.clause("CO-2110(15)(c)")
def test_one_award_is_paid_by_the_procedure_for_one() -> None:
    played = Round(SIX, 1, None, award_procedure="JP-4").on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, ONE))
    played.on().keyed(1, 10).on()
    (followed,) = played.kinds(ProcedureFollowed)
    assert (followed.procedure, followed.several, followed.clauses) == ("JP-4", "", clauses("CO-2110(15)(c)"))


def test_a_hand_that_goes_on_after_it_was_verified_stops_no_second_time() -> None:
    """In table SJP4 five cards win, and a sixth may come."""
    played = Round("As 9h 2c 9d 3d 4c 5h 6s", paytable="SJP4").on(Hit(), Hit(), Hit())
    assert isinstance(played.runner.pending, KeyAward)
    played.must(Verified(SUE, ONE))
    played.on(Hit()).keyed(1, 100).on()
    assert len(played.kinds(SupervisorCalled)) == 1
    assert len(played.kinds(MeterKeyed)) == 1


@pytest.mark.clause("CO-2110(15)(a)")
def test_a_supervisor_who_does_not_verify_a_hand_may_void_it() -> None:
    """Play goes on with the next hand, and nothing is keyed; once money moves, single hands stay."""
    played = at_first_award()
    played.must(Ruled(SUE, Decision.VOID_HAND, ONE, "a card came from the wrong deck"))
    assert now_asked(played, Decide).hand == TWO
    played.on(Stand(), *[Hit()] * 4)
    assert not played.kinds(MeterKeyed)
    settled = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    settled.must(Verified(SUE, ONE))
    settled.on()
    assert settled.refused(Ruled(SUE, Decision.VOID_HAND, ONE, "too late")) == "no-such-incident"


@pytest.mark.parametrize(
    ("table", "by"),
    [(RoundContext(), "the machine"), (RoundContext(live=True, practices=EARLIER), "supervisor:sue")],
)
def test_a_machine_keys_by_itself_and_an_earlier_table_as_it_did(table: RoundContext, by: str) -> None:
    played = Round(TWO_WINNERS, 2, table).on(*[Hit()] * 8)
    while isinstance(played.runner.pending, KeyAward):
        assert not played.runner.pending.verified
        played.must(Verified(SUE, played.runner.pending.hand))
        played.on()
    assert [each.by for each in played.kinds(AwardVerified)] == [by, by]
    assert [each.hand for each in played.kinds(MeterKeyed)] == [TWO, ONE]
    for kind in (SupervisorCalled, KeyInstructed, KeyPressed, ProcedureFollowed):
        assert not played.kinds(kind)


# A table on record.


class OnRecord(Actors):
    """A live table whose ann hits until she wins from the meter; it may be opened again at any line."""

    def __init__(self, table: LiveTable) -> None:
        self.table, self.sample = table, SAMPLES["key"]
        self.says, self.always = (
            {},
            {"shuffle": "shuffled", "load": "dealer@0.1 load", "decide": "{} hit", "reader": "no"},
        )
        self.bets = []

    def card(self, hand: str) -> str:
        listed = SAMPLES["key"].cards.get(hand, "").split()
        held = self.table.runner.state.layout.hands.get(HandId.parse(hand)) if hand else None
        self.cards = {} if held is None else {hand: listed[len(held.cards) :]}
        return super().card(hand)

    @property
    def kind(self) -> str:
        assert self.table.pending is not None
        return kind_of(self.table.pending)

    def until_settled(self) -> None:
        while self.table.runner.state.in_round:
            made = question(self.table, None)
            assert made is not None
            self.step(made.kind, made.hand, made.to)

    def step(self, kind: str, hand: str, to: str) -> None:
        if kind == "key":
            self.tell(DAN, f"{DAN} key {hand} 100")
        else:
            super().step(kind, hand, to)


def begun(folder: Path) -> tuple[Any, Actors]:
    sitting = open_table(
        any_game("straight-jack-progressive", {**METER_SETTINGS, "paytable": "SJP4"}), folder / "a", live=True
    )
    actors = Actors(SAMPLES["key"])
    actors.table = sitting.table
    actors.tell(DAN, "dealer:dan relief dan")
    actors.tell(Author(Role.PLAYER, "ann"), "ann@1.1 sit 500")
    return sitting, actors


@pytest.mark.clause("CO-2110(15)(b)(ii)")
def test_only_the_dealers_key_takes_the_award_out_of_the_meter(tmp_path: Path) -> None:
    sitting, actors = begun(tmp_path)
    actors.reach()
    meter = MeterFile(tmp_path / "a.meter", None, lambda: 0)
    assert meter.refresh().paid == 0
    actors.tell(DAN, "dealer:dan key 1.1 100")
    assert meter.refresh().paid > 0
    OnRecord(sitting.table).until_settled()
    sitting.close()
    report = audit((tmp_path / "a").read_bytes())
    assert report.problems == []
    assert meter.refresh().balanced


def test_a_table_that_is_killed_at_any_line_of_an_award_goes_on_and_pays_once(tmp_path: Path) -> None:
    sitting, actors = begun(tmp_path)
    actors.reach()
    OnRecord(sitting.table).until_settled()
    chips = sitting.table.runner.state.chips(Player("ann"))
    sitting.close()
    whole = (tmp_path / "a").read_bytes()
    lines = whole.splitlines(keepends=True)
    called = next(number for number, line in enumerate(lines) if b'"SupervisorCalled"' in line)
    over = next(number for number, line in enumerate(lines) if b'"GameOverPressed"' in line)
    keyed = (tmp_path / "a.meter").read_bytes().splitlines(keepends=True)[:-1]  # the round is not over yet
    assert b'"key":' in keyed[-1]
    seen = set()
    for kept, heard in product(range(called, over), (keyed, keyed[:-1])):
        if heard != keyed and b"".join(lines[:kept]).count(b'{"shoe":"meter') > 1:
            continue  # a table records only what its meter has on disk
        pit, journal = tmp_path / "killed.meter", JournalInMemory(data=b"".join(lines[:kept]))
        pit.write_bytes(b"".join(heard))
        meter = MeterFile(pit, None, lambda: 0)
        table = recall(journal.read(), VaultInMemory()).go_on(journal, meter=MeterOfTable(meter, known(lines[0])))
        again = OnRecord(table)
        seen.add(again.kind)
        again.until_settled()
        assert table.runner.state.chips(Player("ann")) == chips
        assert facts_of(journal.data) == facts_of(whole)
        assert audit(journal.data).problems == []
        assert pit.read_bytes().count(b'{"key":') == 1, "an award was keyed in twice"
        assert meter.refresh().balanced
        meter.close()
    assert {"verify", "instruct", "key"} <= seen


def known(first: bytes) -> str:
    return first[-67:-3].decode("ascii")


def facts_of(data: bytes) -> list[Fact]:
    lines = JournalInMemory(data=data).read().lines
    return [line.entry.fact for line in lines if isinstance(line.entry, Happened)]


def test_a_table_of_the_second_format_goes_on_as_it_began() -> None:
    """Its wins are verified when hands are settled, and keyed at once."""
    game = any_game("straight-jack-progressive", {**METER_SETTINGS, "paytable": "SJP4"})
    header = replace(new_header(game, None, 0, Mode.LIVE), format=2)
    assert header.practices == EARLIER
    journal = JournalInMemory()
    journal.begin(header)
    actors = Actors(replace(SAMPLES["verify"], kind="verify"))
    actors.table = LiveTable(game, None, journal, door=Door(Mode.LIVE, game.rules.turn, header.practices))
    actors.tell(Author(Role.PLAYER, "ann"), "ann@1.1 sit 500")
    actors.reach()
    assert actors.table.pending == KeyAward(ONE, 100, False, clauses("CO-2110(15)(a)"))
    actors.tell(SUE, "supervisor:sue verify 1.1")
    told = facts_of(journal.data)
    assert [type(fact) for fact in told if isinstance(fact, SupervisorCalled | MeterKeyed)] == [MeterKeyed]
    assert audit(journal.data).problems == []


# Corrections and the notation.


def test_a_card_that_was_mistyped_is_corrected_while_dealing_has_stopped(tmp_path: Path) -> None:
    """The hand does not win, and the round goes on without an award."""
    sitting, actors = begun(tmp_path)
    actors.sample = replace(actors.sample, kind="verify")
    actors.reach()
    entry = sum(
        isinstance(each, CardDealt) and each.card is not None for each in sitting.table.runner.table.round.facts
    )
    corrected = Corrected(SUE, entry, cards("9c")[0], "it was a nine")
    assert sitting.table.say(SUE, corrected) is None
    assert not isinstance(sitting.table.pending, KeyAward)
    sitting.close()


LIVE_ROUND = """
rulebook = "straight-jack-progressive"
cards = "As 9h 2c 9d 3d 4c 5h"
actions = [{}]

[house]
paytable = "SJP4"

[table]
live = true
{}

[[bets]]
box = 1
player = "ann"
main = 10
straight-jack-progressive = 1

[expect]
ann = 10190
"""
ACTIONS = ('"ann hit", "ann hit", "ann hit"', '"ann stand"')
SAID = '"supervisor:sue verify 1.1", {}, "supervisor:sue instruct 1.1", "dealer:dora key 1.1 100"'


@pytest.mark.parametrize("said", [", ".join(ACTIONS), f"{ACTIONS[0]}, {SAID.format(ACTIONS[1])}"])
def test_a_file_may_say_who_verified_and_keyed_and_need_not(said: str) -> None:
    found = replay(parse_round(LIVE_ROUND.format(said, "")))
    assert found.refused is None
    assert found.met, found.nets
    (pressed,) = [fact for fact in found.runner.round.facts if isinstance(fact, KeyPressed)]
    assert pressed.by == ("dealer:dora" if "dora" in said else "dealer:dealer")
    text = write_round(found.file.game, found.runner.answers, found.file.table)
    assert [type(each) for each in replay(parse_round(text)).runner.round.facts] == [
        type(each) for each in found.runner.round.facts
    ]


def test_a_file_of_an_earlier_table_says_so() -> None:
    said = f'{", ".join(ACTIONS)}, "supervisor:sue verify 1.1"'
    found = replay(parse_round(LIVE_ROUND.format(said, 'practices = "earlier"')))
    assert found.met
    assert found.file.table.practices == EARLIER
    text = write_round(found.file.game, found.runner.answers, found.file.table)
    assert 'practices = "earlier"' in text
    assert replay(parse_round(text)).nets == found.nets
    assert parse_round(LIVE_ROUND.format(said, 'practices = "today"')).table.practices == TODAY
    for wrong in ('"later"', "3", "[1]"):
        with pytest.raises(Malformed, match=r"table\.practices must be one of today, earlier"):
            parse_round(LIVE_ROUND.format(said, f"practices = {wrong}"))


def test_a_stand_ends_the_hand_after_the_halt() -> None:
    runner: Runner[Any] = Round("As 9h 2c 9d 3d 4c 5h", paytable="SJP4").on(Hit(), Hit(), Hit()).runner
    assert runner.answer(Verified(SUE, ONE)) is None
    assert runner.answer(Act(Player("p1"), ONE, Stand())) is None
