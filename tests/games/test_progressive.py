"""Straight Jack Progressive beyond single rounds: the lock, verification, key presses, misdeals, and the meter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.suite import any_game
from games.progressive import DAN, METER_SETTINGS, PROGRESSIVE, SIX, SUE, Round
from pitboss.audit.verify import audit
from pitboss.cards import cards
from pitboss.core.correction import refuses_correction
from pitboss.core.driver import Runner
from pitboss.core.facts import (
    AwardVerified,
    CardDealt,
    CardsCollected,
    GameOverPressed,
    MeterKeyed,
    MisdealCalled,
    WagerSettled,
    WagersLocked,
)
from pitboss.core.incidents import Corrected, Misdealt, Verified
from pitboss.core.kinds import Occasion
from pitboss.core.ledger import HOUSE, METER
from pitboss.core.meter import Display, Micro, Shown
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decline,
    KeyAward,
    MeterShows,
    NextCard,
    Offer,
    Window,
)
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager
from pitboss.desk.meters import decide_petition, discontinue_meter, file_petition, look_at_meter
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.tables import open_table
from pitboss.games.blackjack.intents import Hit, Stand
from pitboss.games.colorado.straight_jack_progressive import BackOut
from pitboss.ids import MAIN, Author, Box, HandId, Player, Role, clauses
from pitboss.law.sign import sign
from pitboss.money import Cents
from pitboss.tables.intents import Sit
from table.driving import answer, say, speaker


@pytest.mark.clause("CO-2110(7).1", "CO-2110(7).2", "CO-2110(13)")
def test_wagers_are_locked_before_the_first_card_and_game_over_comes_when_the_cards_are_in_the_rack() -> None:
    facts = Round("4c 9h 9d 8d").on(Stand()).runner.round.facts
    order = [
        type(fact) for fact in facts if isinstance(fact, WagersLocked | CardDealt | CardsCollected | GameOverPressed)
    ]
    assert order[0] is WagersLocked
    assert order[1] is CardDealt
    assert order[-2:] == [CardsCollected, GameOverPressed]


def test_nothing_is_locked_where_nobody_plays_for_the_meter() -> None:
    game = any_game("straight-jack-progressive", METER_SETTINGS)
    runner: Runner[Any] = Runner(game.rules)
    assert runner.answer(Act(Player("ann"), HandId(Box(1), 1), PlaceWager(MAIN, Cents(1000)))) is None
    assert runner.answer(Close()) is None
    assert isinstance(runner.pending, NextCard)


@pytest.mark.clause("CO-2110(15)(a)", "CO-2110(15)(b)(ii)", "CO-2110(15)(c)")
def test_an_award_is_keyed_in_only_when_a_supervisor_has_verified_the_hand() -> None:
    played = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    assert isinstance(played.runner.pending, KeyAward)
    assert played.refused(MeterShows(10**12, 0)) == "not-verified"
    assert played.refused(Verified(DAN, HandId(Box(1), 1))) == "no-authority"
    assert played.refused(Verified(SUE, HandId(Box(2), 1))) == "no-such-hand"
    played.must(Verified(SUE, HandId(Box(1), 1)))
    played.on()
    assert played.refused(Verified(SUE, HandId(Box(1), 1))) == "no-such-hand"
    played.keyed(1, 10).on()
    (verified,) = played.kinds(AwardVerified)
    assert verified.by == "supervisor:sue"
    (keyed,) = played.kinds(MeterKeyed)
    assert (keyed.percent, keyed.award) == (10, 100_000)


@pytest.mark.clause("CO-2110(16).1", "CO-2110(16).2", "CO-2110(16).3", "CO-2110(16).4", "CO-2110(4)")
def test_the_award_comes_out_of_the_meter_and_the_odds_out_of_the_tray() -> None:
    """All of it, odds of 200 to 1 on a dollar, and a main wager that wins: the meter is back at its seed."""
    played = Round("2c 9h 3d 9d 4c 5h 6s As", table=RoundContext())
    played.meter = Display(Shown(Micro(1_234_567_654_321), Micro(5_000_000)), Cents(1_000_000))
    played.on(Hit(), Hit(), Hit(), Hit())
    layout = played.runner.round.layout
    assert layout.accounts[METER] == -1_234_567
    assert layout.net(Player("p1")) == 1_234_567 + 200 * 100 + 1000
    assert layout.accounts[HOUSE] == -(200 * 100 + 1000)
    assert layout.meter == Shown(Micro(10**12 + 5_000_000 + 654_321), Micro(0))


def test_a_meter_below_zero_is_refused() -> None:
    played = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, HandId(Box(1), 1)))
    played.on().keyed(1, 10)
    assert played.refused(MeterShows(-1, 0)) == "below-zero"


def test_a_round_in_which_the_meter_has_paid_is_not_corrected() -> None:

    played = Round(SIX).on(Hit(), Hit(), Hit(), Hit())
    played.must(Verified(SUE, HandId(Box(1), 1)))
    played.on().keyed(1, 10).must(MeterShows(10**12, 0))
    round_ = played.runner.round
    corrected = Corrected(SUE, 1, cards("3c")[0], "misread")
    refusal = refuses_correction(round_.rules, round_.table, played.runner.answers, corrected, None)
    assert refusal is not None
    assert refusal.code == "meter-keyed"


@pytest.mark.clause("CO-2110(9).2", "CO-2110(9).3")
def test_after_a_misdeal_of_the_first_cards_players_may_back_out_before_another_comes() -> None:
    played = Round("4c Tc 9h 5d 9s 9d 8c", boxes=2)
    played.must(MeterShows(10**12, 0))
    for _ in range(3):
        assert isinstance(played.runner.pending, NextCard)
        played.must(played.shoe.answer(played.runner.pending))
    assert played.refused(Misdealt(DAN, Box(1), "two cards stuck")) == "no-authority"
    played.must(Misdealt(SUE, Box(1), "two cards stuck"))
    assert isinstance(played.runner.pending, Offer)
    played.must(Act(Player("p1"), HandId(Box(1), 1), BackOut()))
    played.must(Decline())
    played.on(Stand())
    (called,) = played.kinds(MisdealCalled)
    assert called.about == "box 1"
    settled = {(row.player, row.wager): row.net for row in played.kinds(WagerSettled)}
    assert settled[Player("p1"), MAIN] == settled[Player("p1"), PROGRESSIVE] == 0
    assert len([fact for fact in played.kinds(CardDealt) if fact.hand == HandId(Box(1), 1)]) == 1
    assert played.runner.round.layout.stood(PROGRESSIVE) == {HandId(Box(2), 1): 100}


def test_whoever_has_drawn_may_not_back_out_any_more() -> None:
    played = Round("4c 9h 9d 8d 2c 2d").on(Hit())
    assert played.refused(Misdealt(SUE, Box(1), "three cards")) == "no-such-incident"
    assert played.refused(Act(Player("p1"), HandId(Box(1), 1), BackOut())) == "too-late"


def test_when_everybody_backs_out_the_round_is_over() -> None:
    played = Round("4c 9h 9d 8d").on()
    played.must(Misdealt(SUE, None, "one card too many"))
    played.must(Act(Player("p1"), HandId(Box(1), 1), BackOut()))
    assert played.runner.pending is None
    assert played.runner.round.layout.void
    assert played.runner.round.layout.net(Player("p1")) == 0


@pytest.mark.clause("CO-2110.rights", "CO-2110(14).1", "CO-2110(15)(d).2")
def test_the_sign_has_the_meter() -> None:
    lines = [line.says for line in sign(any_game("straight-jack-progressive", {"paytable": "SJP3"}).house)]
    assert any("200 to 1 and 100 % of the meter" in line for line in lines)
    assert any("SG Gaming" in line for line in lines)
    assert any("not discontinued" in line for line in lines)


def table_at(folder: Path, name: str, **settings: object) -> Any:
    game = any_game("straight-jack-progressive", {**METER_SETTINGS, **settings})
    return open_table(game, folder / name, seed=7, meter=folder / "pit.meter")


def permit_moving(meter: Path, reference: str = "17/2026") -> None:
    """The Director has granted that the liability is moved to the jackpot of a different game."""
    file_petition(meter, reference, "move", to="director", about="wheel")
    decide_petition(meter, reference, granted=True)


@pytest.mark.clause("CO-2110(15)(d).2", "CO-2110(15)(d).3", "CO-2110(15)(d).4")
def test_a_meter_that_owes_a_jackpot_is_given_up_by_a_granted_petition_only(tmp_path: Path) -> None:
    table_at(tmp_path, "a").close()
    meter = tmp_path / "pit.meter"
    with pytest.raises(Refused, match="has not been won") as refused:
        discontinue_meter(meter, "  ")
    assert refused.value.clauses == clauses("CO-2110(15)(d).2", "CO-2110(15)(d).3", "CO-2110(15)(d).4")
    with pytest.raises(Refused, match="no petition 17/2026 was filed"):
        discontinue_meter(meter, "17/2026")
    file_petition(meter, "17/2026", "move", to="director", about="wheel")
    with pytest.raises(Refused, match="17/2026 is pending"):
        discontinue_meter(meter, "17/2026")
    decide_petition(meter, "17/2026", granted=False)
    with pytest.raises(Refused, match="17/2026 is denied"):
        discontinue_meter(meter, "17/2026")
    assert look_at_meter(meter).purse.petition is None
    permit_moving(meter, "18/2026")
    assert discontinue_meter(meter, "18/2026").purse.petition == "18/2026"


def until_the_bets(table: Any) -> None:
    while not (isinstance(table.pending, Window) and table.pending.occasion is Occasion.BETTING):
        assert say(table, answer(table)) is None


@pytest.mark.clause("CO-2110(15)(d).2")
def test_a_meter_that_was_given_up_takes_no_more_wagers_and_no_more_tables(tmp_path: Path) -> None:
    """What lies on it when it is given up is played out; its table goes on without it."""
    sitting = table_at(tmp_path, "a")
    table, ann = sitting.table, Author(Role.PLAYER, "ann")
    hand = HandId(Box(1), 1)
    table.say(ann, Act(Player("ann"), hand, Sit(Cents(100_000))))
    until_the_bets(table)
    wagers = [Act(Player("ann"), hand, PlaceWager(wager, Cents(1000))) for wager in (MAIN, PROGRESSIVE)]
    assert [table.say(ann, wager) for wager in wagers] == [None, None]
    permit_moving(tmp_path / "pit.meter")
    discontinue_meter(tmp_path / "pit.meter", "17/2026")
    with pytest.raises(Refused, match="discontinued before"):
        discontinue_meter(tmp_path / "pit.meter", "17/2026")
    while table.runner.state.rounds < 1 or table.runner.state.in_round:
        assert say(table, answer(table)) is None, "the round in progress is played out"
    until_the_bets(table)
    main, progressive = (table.say(ann, wager) for wager in wagers)
    assert main is None
    assert progressive is not None
    assert progressive.code == "meter-discontinued"
    sitting.close()
    table_at(tmp_path, "a").close()
    with pytest.raises(Refused, match="no more tables"):
        table_at(tmp_path, "b")


def test_a_meter_that_was_altered_or_is_gone_is_said_to_be(tmp_path: Path) -> None:
    table_at(tmp_path, "a").close()
    meter = tmp_path / "pit.meter"
    sound = meter.read_bytes()
    meter.write_bytes(sound + b'{"joined":"torn')
    assert look_at_meter(meter).torn == 15
    meter.write_bytes(sound.replace(b"joined", b"jained"))
    with pytest.raises(Refused, match="breaks its chain"):
        look_at_meter(meter)
    meter.unlink()
    with pytest.raises(BadQuestion, match="is not there"):
        table_at(tmp_path, "a")
    assert not meter.exists(), "no other one is made in its place"


def test_two_meters_cannot_have_one_name(tmp_path: Path) -> None:
    table_at(tmp_path, "a").close()
    before = (tmp_path / "pit.meter").read_bytes()
    with pytest.raises(BadQuestion, match="two meters cannot have one name"):
        table_at(tmp_path, "b", meter_seed=5000)
    assert (tmp_path / "pit.meter").read_bytes() == before


def test_a_table_goes_on_at_its_own_meter_only(tmp_path: Path) -> None:
    table_at(tmp_path, "a").close()
    game = any_game("straight-jack-progressive", METER_SETTINGS)
    open_table(game, tmp_path / "b", seed=8, meter=tmp_path / "other.meter").close()
    with pytest.raises(BadQuestion, match="plays for another meter"):
        open_table(game, tmp_path / "a", seed=7, meter=tmp_path / "other.meter")
    with pytest.raises(BadQuestion, match="has no progressive meter"):
        open_table(any_game("straight-jack", {}), tmp_path / "c", meter=tmp_path / "pit.meter")


def test_tables_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    sittings = [table_at(tmp_path, name) for name in "abc"]
    assert len(look_at_meter(tmp_path / "pit.meter").purse.tables) == 3
    for sitting in sittings:
        sitting.close()


def test_a_file_that_is_no_meter_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "pit.meter").write_text("hello\n", encoding="utf-8")
    with pytest.raises(BadQuestion, match="not a meter"):
        look_at_meter(tmp_path / "pit.meter")
    with pytest.raises(BadQuestion, match="cannot be opened"):
        look_at_meter(tmp_path / "nothing.meter")
    with pytest.raises(BadQuestion, match="not a meter"):
        table_at(tmp_path, "a")


def test_a_table_audits_without_the_meter(tmp_path: Path) -> None:
    """What the meter showed is on the table's own record."""

    sitting = table_at(tmp_path, "a")
    ann = Player("ann")
    sitting.table.say(Author(Role.PLAYER, "ann"), Act(ann, HandId(Box(1), 1), Sit(Cents(10**6))))
    for _ in range(12):
        play_one(sitting.table, ann)
    sitting.close()
    meter = look_at_meter(tmp_path / "pit.meter")
    assert meter.purse.contributed == 12 * 100 * 150_000
    assert meter.purse.balanced
    (tmp_path / "pit.meter").unlink()
    report = audit((tmp_path / "a").read_bytes())
    assert report.problems == []
    assert report.rounds == 12


def play_one(table: Any, player: Player) -> None:
    """A round with both wagers, stood on whatever comes."""

    rounds = table.runner.state.rounds
    while table.runner.state.rounds == rounds or table.runner.state.in_round:
        placed = table.runner.state.layout.placed_by(player) if table.runner.state.in_round else {}
        said: Answer
        if (
            isinstance(table.pending, Window)
            and table.runner.state.in_round
            and not table.runner.state.layout.betting_closed
        ):
            wanted = [each for each in ((MAIN, Cents(1000)), (PROGRESSIVE, Cents(100))) if each[0] not in placed]
            said = Act(player, HandId(Box(1), 1), PlaceWager(*wanted[0])) if wanted else Close()
        else:
            said = answer(table)
        assert table.say(speaker(table, said), said) is None
