"""A name is one person, nobody approves their own work, and whoever types for somebody else is on record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.suite import game
from pitboss.audit.verify import audit
from pitboss.cards import Card
from pitboss.core.facts import AdjustmentProposed, ChipsAdjusted, ChipsBought, SeatTaken
from pitboss.core.incidents import Adjusted, Corrected, Ordered, Relieved, Ruled
from pitboss.core.kinds import Decision, StaffOrder, Tender
from pitboss.core.options import Refusal
from pitboss.core.practices import EARLIER
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, FaceDown, Offer, Shuffled, Window
from pitboss.games.blackjack.intents import Hit, Stand
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Box, HandId, Player, Role, is_name
from pitboss.money import Cents
from pitboss.record.header import new_header
from pitboss.record.opening import recall
from pitboss.shoe.virtual import VaultInMemory
from pitboss.store.chain import opened
from pitboss.store.entries import Place, Said, read_row
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import Command, Door, Mode
from pitboss.tables.intents import BuyChips, Leave, Sit
from pitboss.tables.live import LiveTable
from pitboss.tables.runner import TableRunner
from table.test_live import ANN, BOB, DAN, DORA, FLO, ONE, SUE, TWO, Pit, stand

OF_ANN = Author(Role.PLAYER, "ann")
MAX = Author(Role.SUPERVISOR, "max")
PIT, CLOCK = Author(Role.HOUSE, "pit"), Author(Role.TIME_LIMIT, "clock")


def through(pit: Pit, author: Author, typist: Author, answer: Answer, id_: str = "") -> Refusal | None:
    lines = pit.table.lines
    return pit.table.submit(Command(author, lines, id_ or f"typed-{lines}", answer, typist))


def in_round(rulebook: str = "spanish21-ma", **house: object) -> Pit:
    """Ann and bob have 9-8 each against a 7, and ann is asked."""
    pit = Pit(rulebook, **house)
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal("9h 8h 7h 9s 8s")
    return pit


# A name is one person.


@pytest.mark.parametrize("name", ["Ann", "ANN", "a-nn", "an_n", "A_N-N"])
def test_a_second_spelling_of_somebody_is_refused(name: str) -> None:
    pit = Pit()
    sit = Act(Player(name), HandId(Box(3), 1), Sit(Cents(10**6)))
    assert pit.why_not(Author(Role.PLAYER, name), sit).code == "other-spelling"
    assert pit.why_not(SUE, Relieved(SUE, name)).code == "other-spelling"
    gift = Adjusted(Author(Role.SUPERVISOR, name), BOB, Cents(500), "a gift", 1)
    assert pit.why_not(gift.by, gift).code == "other-spelling"


@pytest.mark.parametrize("name", ["Dan", "da-n", "DAN_"])
def test_a_dealer_does_not_become_a_supervisor_by_spelling(name: str) -> None:
    pit = in_round()
    by = Author(Role.SUPERVISOR, name)
    assert pit.why_not(by, Ruled(by, Decision.VOID_ROUND, None, "I like it")).code == "other-spelling"
    void = Ruled(Author(Role.SUPERVISOR, "dan"), Decision.VOID_ROUND, None, "I like it")
    assert pit.why_not(void.by, void).code == "own-approval"


@pytest.mark.parametrize(
    "name",
    ["player", "Dealer", "floor", "supervisor", "operator", "regulator", "house", "device", "because", "time_limit"],
)
def test_words_for_offices_are_no_names(name: str) -> None:
    assert not is_name(name)
    pit = Pit()
    assert pit.table.say(Author(Role.PLAYER, name), Act(Player(name), TWO, Sit(Cents(100)))) is not None
    assert pit.why_not(Author(Role.FLOOR, name), Relieved(Author(Role.FLOOR, name), "dora")).code == "no-name"


# No one approves their own work.


def test_a_player_holds_no_office_where_they_play() -> None:
    pit = in_round()
    by = Author(Role.SUPERVISOR, "ann")
    assert pit.why_not(by, Ruled(by, Decision.VOID_ROUND, None, "I lose")).code == "plays-here"
    assert pit.why_not(SUE, Ruled(by, Decision.VOID_ROUND, None, "she loses")).code == "not-yours"
    pit.by(ANN, *stand((ANN, ONE)))
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert pit.why_not(SUE, Relieved(SUE, "ann")).code == "plays-here"
    assert pit.why_not(by, Adjusted(by, ANN, Cents(500000), "why not", 1)).code == "plays-here"
    dan = Player("dan")
    assert pit.why_not(Author(Role.PLAYER, "dan"), Act(dan, HandId(Box(3), 1), Sit(Cents(100)))).code == "deals-here"


def test_nothing_is_shuffled_or_dealt_before_a_dealer_is_on_duty() -> None:
    playing = game("spanish21-ma", {"dealing_procedure": "no_hole"})
    table = LiveTable(playing, None, JournalInMemory(), door=Door(Mode.LIVE, playing.rules.turn))
    assert table.say(OF_ANN, Act(ANN, ONE, Sit(Cents(10**6)))) is None
    for author in (DAN, FLO, SUE, PIT, CLOCK):
        assert table.say(author, Close()) is not None, author
    assert isinstance(table.pending, Window)
    refusal = table.pending.refuses_closing()
    assert refusal is not None
    assert (refusal.code, refusal.clauses) == ("no-dealer", ("MA-7(c).3",))
    assert table.say(DAN, Relieved(DAN, "dan")) is None
    assert table.say(DAN, Close()) is None


@pytest.mark.clause("MA-7(c).3", "MD-7.B(4)")
@pytest.mark.parametrize(
    "author", [DORA, FLO, SUE, Author(Role.HOUSE, "pit"), Author(Role.TIME_LIMIT, "clock")], ids=str
)
def test_only_the_dealer_on_duty_enters_cards_and_closes_windows(author: Author) -> None:
    pit = Pit()
    refused = "not-on-duty" if author == DORA else "not-yours"
    assert pit.why_not(author, Close()).code == refused
    pit.to_the_cut()
    while not isinstance(pit.table.pending, Decide):
        pit.by(pit.asked, Decline())
    assert pit.why_not(author, Act(HOUSE_DEALER, DEALER, pit.table.pending.options[0].intents[1])).code == refused
    pit = in_round()
    pit.by(ANN, Act(ANN, ONE, Hit()))
    assert pit.why_not(author, Card.parse("2c")).code == refused
    pit.say(DAN, Card.parse("2c"))


def test_whoever_entered_a_card_counts_as_a_dealer_of_its_round() -> None:
    pit = in_round()
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    both = Author(Role.SUPERVISOR, "dan")
    assert pit.why_not(both, Ruled(both, Decision.VOID_ROUND, None, "I mistyped")).code == "own-approval"
    pit.say(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "dan mistyped"))
    assert pit.why_not(both, Adjusted(both, ANN, Cents(500), "I dealt it", 1)).code == "own-approval"


def test_an_adjustment_names_its_round_and_much_needs_two_people() -> None:
    pit = in_round(adjust_limit=50)
    pit.say(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "a card fell"))
    held = pit.table.runner.state.chips(ANN)
    for number in (0, 2):
        assert pit.why_not(SUE, Adjusted(SUE, ANN, Cents(500), "paid too little", number)).code == "no-such-round"
    pit.say(SUE, Adjusted(SUE, ANN, Cents(4000), "paid too little", 1))
    assert pit.table.runner.state.chips(ANN) == held + 4000
    more = Adjusted(SUE, ANN, Cents(2000), "still too little", 1)
    pit.say(SUE, more)  # with what she gave alone it is more than the house lets one person give
    assert pit.table.runner.state.chips(ANN) == held + 4000
    assert pit.of(AdjustmentProposed) == [AdjustmentProposed("supervisor:sue", ANN, Cents(2000), "still too little", 1)]
    pit.say(SUE, more)
    assert pit.table.runner.state.chips(ANN) == held + 4000, "nobody seconds themselves"
    pit.say(MAX, replace(more, by=MAX, amount=Cents(1900)))  # that is something else
    assert pit.table.runner.state.chips(ANN) == held + 4000
    pit.say(SUE, replace(more, amount=Cents(1900)))
    assert pit.table.runner.state.chips(ANN) == held + 5900
    seconded = ChipsAdjusted("supervisor:max", ANN, Cents(1900), "still too little", 1, "supervisor:sue")
    assert pit.of(ChipsAdjusted)[-1] == seconded
    pit.sound()


# Who typed it.


def test_the_dealer_types_what_a_player_says() -> None:
    pit = Pit()
    buy = Act(ANN, ONE, BuyChips(Cents(500)))
    assert pit.why_not(DAN, buy).code == "not-yours"
    assert through(pit, OF_ANN, DAN, buy) is None
    line = next(each for each in reversed(pit.journal.data.splitlines()) if b'"command"' in each)
    parts = opened(line)
    assert parts is not None
    said = read_row(parts[0])
    assert isinstance(said, Said)
    assert (said.by, said.through) == (OF_ANN, DAN)
    for typist in (DORA, Author(Role.PLAYER, "bob"), Author(Role.DEVICE, "reader"), Author(Role.SUPERVISOR, "ann")):
        assert through(pit, OF_ANN, typist, buy) is not None, typist
    assert through(pit, SUE, DAN, Relieved(SUE, "dora")) is not None, "nobody types for a supervisor"
    pit.sound()


def test_a_correction_asks_who_typed() -> None:
    pit = in_round()
    assert through(pit, OF_ANN, FLO, Act(ANN, ONE, Stand())) is None
    flo = Author(Role.SUPERVISOR, "flo")
    becomes = Act(ANN, ONE, Hit())
    assert pit.why_not(flo, Corrected(flo, 3, becomes, "she waved")).code == "own-approval"
    pit.say(SUE, Corrected(SUE, 3, becomes, "she waved"))


def test_nobody_types_for_players_where_no_staff_deals() -> None:
    playing = game("spanish21-ma", {})
    table = LiveTable(playing, None, JournalInMemory(), door=Door(Mode.DEMO, playing.rules.turn))
    refusal = table.submit(Command(OF_ANN, 0, "sit", Act(ANN, ONE, Sit(Cents(10**6))), DAN))
    assert refusal is not None
    assert refusal.code == "not-yours"


# What is sent again.


def test_an_id_is_remembered_however_much_others_say() -> None:
    pit = Pit()
    buy = Command(OF_ANN, pit.table.lines, "mine", Act(ANN, ONE, BuyChips(Cents(500))))
    assert pit.table.submit(buy) is None
    held = pit.table.runner.state.chips(ANN)
    for _ in range(150):
        assert pit.table.say(Author(Role.PLAYER, "bob"), Act(BOB, TWO, BuyChips(Cents(0)))) is not None
    lines = pit.table.lines
    assert pit.table.submit(buy) is None
    assert pit.table.submit(replace(buy, seen=lines)) is None
    other = pit.table.submit(replace(buy, says=Act(ANN, ONE, BuyChips(Cents(700)))))
    assert other is not None
    assert other.code == "id-reused"
    assert (pit.table.lines, pit.table.runner.state.chips(ANN)) == (lines, held)


def test_what_players_may_not_say_is_counted_and_not_recorded() -> None:
    pit = in_round()
    lines = pit.table.lines
    for number in range(20):
        late = Command(OF_ANN, 1, f"late{number}", Act(ANN, ONE, Stand()))
        assert pit.table.submit(late) is not None
        assert pit.table.say(OF_ANN, Close()) is not None
    assert pit.table.lines == lines
    assert pit.table.turned_away == {"stale": 20, "not-yours": 20}


def test_a_time_limit_takes_nothing_but_what_goes_without_saying() -> None:
    pit = in_round()
    assert pit.why_not(CLOCK, Act(ANN, ONE, Hit())).code == "not-yours"
    pit.say(CLOCK, Act(ANN, ONE, Stand()))


# What a player gives for chips, and where a table stands.


def test_chips_are_bought_with_cash_chips_or_a_coupon() -> None:
    pit = Pit()
    pit.by(ANN, Act(ANN, ONE, BuyChips(Cents(500))), Act(ANN, ONE, BuyChips(Cents(700), Tender.COUPON)))
    eve = Player("eve")
    pit.by(eve, Act(eve, HandId(Box(3), 1), Sit(Cents(900), Tender.CHIPS)))
    assert [fact.tender for fact in pit.of(ChipsBought)] == [Tender.CASH, Tender.COUPON]  # type: ignore[attr-defined]
    assert pit.of(SeatTaken)[-1] == SeatTaken(eve, Box(3), Cents(900), Tender.CHIPS)
    assert b'"command":"eve@3.1 sit 9.00 chips"' in pit.journal.data
    pit.sound()


# What an adversary has tried.


def reopened(pit: Pit) -> TableRunner:
    """The table as its record has it; opening it finds no difference."""
    assert audit(pit.journal.data).problems == []
    return recall(JournalInMemory(data=pit.journal.data).read(), VaultInMemory()).rerun.runner


def test_who_dealt_a_part_of_a_round_does_not_adjust_it() -> None:
    pit = in_round()
    pit.say(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "a card fell"))
    pit.bet(ANN, BOB)
    pit.deal("9h 8h 7h 9s 8s")
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    pit.say(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "again"))
    for name in ("dan", "dora"):
        both = Author(Role.SUPERVISOR, name)
        assert pit.why_not(both, Adjusted(both, ANN, Cents(500), "I dealt it", 2)).code == "own-approval"
    assert reopened(pit).state.dealt(1) == {"dan"}


def test_a_correction_does_not_undo_a_relief() -> None:
    pit = in_round()
    pit.by(ANN, Act(ANN, ONE, Hit()))
    pit.deal("2c")
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    shoe = pit.table.runner.state.shoe
    assert shoe is not None
    undealt = shoe.undealt
    pit.say(
        SUE, Corrected(SUE, 3, Card.parse("Ac"), "it was an ace")
    )  # after which insurance is asked, and no more stands
    state = pit.table.runner.state
    assert state.dealer == "dora"
    assert state.dealt(1) == {"dan", "dora"}
    assert state.shoe is not None
    assert state.shoe.undealt > undealt, "cards that were entered after it are entered anew"
    assert pit.why_not(DAN, Close()).code == "not-on-duty"
    assert reopened(pit).state.dealer == "dora"


def test_a_name_stays_that_of_who_had_it() -> None:
    pit = Pit()
    pit.by(ANN, Act(ANN, ONE, Leave()))
    other = Author(Role.PLAYER, "A-nn")
    assert pit.why_not(other, Act(Player("A-nn"), ONE, Sit(Cents(100)))).code == "other-spelling"
    pit.by(ANN, Act(ANN, ONE, Sit(Cents(100))))


def test_small_adjustments_of_many_rounds_are_counted_together() -> None:
    pit = Pit(adjust_limit=50)
    pit.loaded()
    for number in (1, 2):
        pit.say(DAN, Close(), Close())
        pit.say(SUE, Adjusted(SUE, ANN, Cents(3000), "so be it", number))
    assert len(pit.of(ChipsAdjusted)) == 1
    assert len(pit.of(AdjustmentProposed)) == 1


def test_who_is_nobody_at_the_table_adds_nothing_to_its_record() -> None:
    pit = in_round()
    lines = pit.table.lines
    zed = Player("zed")
    for author, answer in (
        (Author(Role.PLAYER, zed), Act(zed, ONE, Stand())),
        (Author(Role.PLAYER, zed), Act(zed, HandId(Box(1), 1), Sit(Cents(100)))),
        (Author(Role.OPERATOR, "op"), Close()),
        (Author(Role.DEVICE, "reader"), Act(ANN, ONE, Stand())),
    ):
        assert pit.table.say(author, answer) is not None
    assert pit.table.lines == lines


def test_no_device_binds_a_shoe_that_people_deal_from() -> None:
    pit = Pit()
    pit.say(DAN, Close())
    assert pit.why_not(Author(Role.DEVICE, "shuffler"), Shuffled("ab" * 32)).code == "not-yours"


def test_a_table_of_an_earlier_format_names_nobody_who_types() -> None:
    playing = game("spanish21-ma", {})
    journal = JournalInMemory()
    journal.begin(replace(new_header(playing, None, 0, Mode.LIVE), format=2))
    table = LiveTable(playing, None, journal, door=Door(Mode.LIVE, playing.rules.turn, EARLIER))
    refusal = table.submit(Command(OF_ANN, 0, "sit", Act(ANN, ONE, Sit(Cents(10**6))), DAN))
    assert refusal is not None
    assert refusal.code == "no-words"
    assert len(journal.data.splitlines()) == 1


def test_two_consoles_speak_at_the_opening_and_the_record_opens_again() -> None:
    """What stands between rounds is one question, whatever staff does meanwhile; a burn in between is another."""
    pit = Pit()
    seen = 1
    assert pit.table.submit(Command(SUE, seen, "relief", Relieved(SUE, "dora"))) is None
    assert pit.table.submit(Command(OF_ANN, seen, "buy", Act(ANN, ONE, BuyChips(Cents(500))))) is None
    assert reopened(pit).state.dealer == "dora"
    pit = Pit()
    pit.loaded()
    seen = pit.table.lines
    pit.by(ANN, Act(ANN, ONE, BuyChips(Cents(500))))
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    late = pit.table.submit(Command(DORA, seen, "late", Close()))
    assert late is not None
    assert late.code == "stale"
    reopened(pit)


@pytest.mark.parametrize("moment", ["cut", "count"])
def test_a_kill_between_a_command_and_its_refusal_is_mended_once_and_for_all(moment: str) -> None:
    pit = Pit()
    if moment == "cut":
        pit.to_the_cut()
    else:
        pit.loaded()
        pit.say(DAN, Close(), Close())
        pit.say(SUE, Ordered(SUE, StaffOrder.RESHUFFLE, "it is late"))
    assert pit.table.say(OF_ANN, Act(ANN, ONE, BuyChips(Cents(500)))) is not None
    killed = JournalInMemory(data=b"".join(pit.journal.data.splitlines(keepends=True)[:-1]))
    for _ in range(3):
        recall(killed.read(), VaultInMemory()).go_on(killed)
        assert audit(killed.data).problems == []
        killed = JournalInMemory(data=killed.data)


def test_a_header_says_where_the_table_stands_and_keeps_what_it_does_not_know() -> None:
    playing = game("spanish21-ma", {})
    place = Place("BJ-7", "north", "2026-11-19", "ab" * 32)
    header = replace(new_header(playing, None, 0, Mode.LIVE), place=place, more=(("floor", "2nd"),))
    journal = JournalInMemory()
    journal.begin(header)
    assert journal.read().header == header
    assert b'"table":"BJ-7","pit":"north","day":"2026-11-19"' in journal.data


# Tables that were opened before.


def test_a_table_of_an_earlier_format_goes_on_as_it_was_opened() -> None:
    """Its names, its dealers and its supervisors are as they were, and nothing of it is judged anew."""
    playing = game("spanish21-ma", {"dealing_procedure": "no_hole"})
    journal = JournalInMemory()
    header = replace(new_header(playing, None, 0, Mode.LIVE), format=2)
    journal.begin(header)
    assert header.practices == EARLIER
    table = LiveTable(playing, None, journal, door=Door(Mode.LIVE, playing.rules.turn, EARLIER))
    other = Author(Role.PLAYER, "Ann")
    assert table.say(OF_ANN, Act(ANN, ONE, Sit(Cents(10**6)))) is None
    assert table.say(other, Act(Player("Ann"), TWO, Sit(Cents(10**6)))) is None, "another spelling was somebody else"
    assert table.say(DAN, Close()) is None, "nobody had to be on duty"
    assert table.say(DORA, Shuffled()) is None, "and everybody of the staff dealt"
    while isinstance(table.pending, Offer):
        assert table.say(OF_ANN if table.pending.player == ANN else other, Decline()) is None
    refusal = table.say(OF_ANN, Act(ANN, ONE, BuyChips(Cents(5), Tender.CHIPS)))
    assert refusal is not None
    assert audit(journal.data).problems == []
