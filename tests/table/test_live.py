"""A live table: people deal and enter cards, and staff orders, relieves, confirms and corrects, each by its clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from conformance.suite import any_game, game
from pitboss.audit.verify import audit
from pitboss.cards import Card, cards
from pitboss.core.authority import PERMISSIONS
from pitboss.core.cut_card import PlaceCutCard
from pitboss.core.facts import (
    CardBurned,
    CardsCut,
    CashChanged,
    DealerRelieved,
    DecksOut,
    RoundCorrected,
    ShoeClosed,
    StaffOrdered,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.core.incidents import (
    Adjusted,
    Admitted,
    ByStaff,
    Confirmed,
    Corrected,
    DealerKeyed,
    Dropped,
    FoulRuled,
    Heard,
    Instructed,
    Miscounted,
    Misdealt,
    Ordered,
    ReaderFailed,
    ReaderRepaired,
    Relieved,
    Ruled,
    TenInShoe,
    Verified,
    WrongPeek,
)
from pitboss.core.kinds import Decision, FoulPolicy, StaffOrder
from pitboss.core.options import Intent, Refusal
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, FaceDown, NextCard, Offer, Shuffle, Shuffled
from pitboss.core.shuffling import Cut, Load, dealers_way
from pitboss.core.wagering import PlaceWager, Withdraw
from pitboss.games.blackjack.intents import Bet, DoubleDown, Fold, Hit, Stand
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, HandId, Player, Role, Wager, clauses
from pitboss.money import Cents
from pitboss.notation.file import parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.record.header import new_header
from pitboss.store.answers import read_answer, verbs_of, write_answer
from pitboss.store.journal import JournalInMemory
from pitboss.tables.commands import STAFF, Door, Mode
from pitboss.tables.intents import Counted, OrderReshuffle, Sit
from pitboss.tables.live import LiveTable

SUE, FLO, DAN = Author(Role.SUPERVISOR, "sue"), Author(Role.FLOOR, "flo"), Author(Role.DEALER, "dan")
DORA = Author(Role.DEALER, "dora")
ANN, BOB, ONE, TWO = Player("ann"), Player("bob"), HandId(Box(1), 1), HandId(Box(2), 1)


class Pit:
    """A live table with a script: what is said must be taken, unless it is asked why not."""

    def __init__(self, rulebook: str = "spanish21-ma", **house: object) -> None:
        no_hole = {"dealing_procedure": "no_hole"} if rulebook == "spanish21-ma" else {}
        self.game: Any = any_game(rulebook, {**no_hole, **house})
        self.journal = JournalInMemory()
        self.journal.begin(new_header(self.game, None, 0, Mode.LIVE))
        self.table = LiveTable(self.game, None, self.journal, door=Door(Mode.LIVE, self.game.rules.turn))
        self.facts: list[object] = []
        self.table.listeners.append(lambda _, fact: self.facts.append(fact))
        self.say(DAN, Relieved(DAN, "dan"))
        self.take_seats()

    def take_seats(self) -> None:
        for player, box in ((ANN, 1), (BOB, 2)):
            self.by(player, Act(player, HandId(Box(box), 1), Sit(Cents(10**6))))

    def why_not(self, author: Author, answer: Answer) -> Refusal:
        lines, facts = self.table.lines, len(self.facts)
        refusal = self.table.say(author, answer)
        assert refusal is not None, f"{answer} was taken"
        assert len(self.facts) == facts
        added = self.table.lines - lines
        assert added == 2 or (added == 0 and author.role not in STAFF), "what was said and why not, and nothing else"
        return refusal

    def say(self, author: Author, *answers: Answer) -> None:
        for answer in answers:
            refusal = self.table.say(author, answer)
            assert refusal is None, (answer, refusal)

    def by(self, player: Player, *answers: Answer) -> None:
        self.say(Author(Role.PLAYER, player), *answers)

    @property
    def dealer(self) -> Author:
        return Author(Role.DEALER, self.table.runner.state.dealer)

    def asks(self, kind: type) -> None:
        """Of what kind the pending request is."""
        assert type(self.table.pending) is kind, self.table.pending

    @property
    def asked(self) -> Player:
        """Who is asked."""
        assert isinstance(self.table.pending, Decide | Offer)
        return self.table.pending.player

    def of(self, kind: type) -> list[object]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def to_the_cut(self) -> None:
        self.say(self.dealer, Close(), Shuffled())

    def loaded(self) -> None:
        """A shoe is shuffled, cut by the dealer, and burned from."""
        self.to_the_cut()
        while isinstance(self.table.pending, Offer):
            self.by(self.table.pending.player, Decline())
        while isinstance(self.table.pending, Decide):
            self.say(self.dealer, Act(HOUSE_DEALER, DEALER, dealers_way(self.table.pending.options)))
        if isinstance(self.table.pending, NextCard):
            self.say(self.dealer, FaceDown())

    def bet(self, *players: Player) -> None:
        self.say(self.dealer, Close())
        for player in players:
            self.by(
                player, Act(player, HandId(self.table.runner.state.seats[player].box, 1), PlaceWager(MAIN, Cents(1000)))
            )
        self.say(self.dealer, Close())

    def deal(self, text: str) -> None:
        """Cards in the order in which they are asked for; `?` lies face down."""
        self.say(self.dealer, *(FaceDown() if each == "?" else Card.parse(each) for each in text.split()))

    def sound(self) -> None:
        assert audit(self.journal.data).problems == []
        assert self.table.runner.state.balanced()


def stand(*players: tuple[Player, HandId]) -> Sequence[Act]:
    return [Act(player, hand, Stand()) for player, hand in players]


@pytest.mark.clause("MA-4(f)", "MA-4(e).5")
@pytest.mark.parametrize(("recut_by", "then"), [("last_cutter", ANN), ("next_entitled", BOB)])
def test_a_recut_before_the_stack_is_loaded(recut_by: str, then: Player) -> None:
    pit = Pit(recut_by=recut_by)
    pit.to_the_cut()
    pit.asks(Offer)
    assert pit.asked == ANN, "the first to arrive"
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "too soon")).code == "no-such-incident"
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    refusal = pit.why_not(FLO, Ordered(FLO, StaffOrder.RECUT, "it was shown"))
    assert (refusal.code, refusal.says) == ("no-authority", "that is for a supervisor to say, and flo speaks as floor")
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "")).code == "no-reason"
    pit.say(SUE, Ordered(SUE, StaffOrder.RECUT, "it was shown"))
    pit.asks(Offer)
    assert pit.asked == then
    pit.by(then, Act(then, HandId(pit.table.runner.state.seats[then].box, 1), Cut(50)))
    assert pit.table.runner.state.shoe is not None
    assert pit.table.runner.state.shoe.cut == 150, "a second cut turns what was cut"
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(72)), Act(HOUSE_DEALER, DEALER, Load()), FaceDown(), Close())
    pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    pit.say(DAN, Close(), Card.parse("9h"))
    assert pit.why_not(SUE, Ordered(SUE, StaffOrder.RECUT, "too late")).code == "no-such-incident"
    (order,) = pit.of(StaffOrdered)
    assert order == StaffOrdered("supervisor:sue", StaffOrder.RECUT, "it was shown", clauses("MA-4(f).1", "MA-4(f).2"))
    assert len(pit.of(CardsCut)) == 2
    pit.sound()


@pytest.mark.clause("MD-5.F.1", "MD-5.F(1)", "MD-5.F(2)", "MD-5.E(3)", "MD-7.B.1")
def test_in_maryland_a_floorperson_orders_it() -> None:
    pit = Pit("spanish21-md")
    pit.to_the_cut()
    pit.by(ANN, Act(ANN, ONE, Cut(100)))
    pit.say(FLO, Ordered(FLO, StaffOrder.RECUT, "it was shown"))
    pit.asks(Offer)
    pit.by(
        BOB,
        Act(BOB, TWO, Cut(60)),
    )
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, PlaceCutCard(72)), Act(HOUSE_DEALER, DEALER, Load()))
    assert pit.why_not(FLO, Ordered(FLO, StaffOrder.RECUT, "too late")).code == "no-such-incident"
    assert pit.of(StaffOrdered) == [
        StaffOrdered("floor:flo", StaffOrder.RECUT, "it was shown", clauses("MD-5.F.1", "MD-5.F(1)"))
    ]
    pit.sound()


@pytest.mark.clause("MA-7(c).3", "MD-7.B(4)")
@pytest.mark.parametrize(("rulebook", "cited"), [("spanish21-ma", "MA-7(c).3"), ("spanish21-md", "MD-7.B(4)")])
def test_a_relieving_dealer_burns_a_card(rulebook: str, cited: str) -> None:
    pit = Pit(rulebook)
    pit.loaded()
    assert pit.table.runner.state.shoe is not None
    before = pit.table.runner.state.shoe.undealt
    assert pit.why_not(DAN, Relieved(DAN, "dan")).says == "dan deals already"
    assert pit.why_not(DORA, Relieved(DORA, "max")).code == "not-on-duty"
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    assert pit.table.runner.state.shoe.undealt == before - 1
    assert pit.of(CardBurned)[-1] == CardBurned(clauses(cited))
    assert pit.of(DealerRelieved)[-1] == DealerRelieved("dealer:dora", "dora", clauses(cited))
    pit.sound()


def test_nobody_approves_himself() -> None:
    """Who deals has no authority over his own deal, whatever else he may be."""
    pit = Pit()
    pit.say(DAN, Relieved(DAN, "sue"))
    pit.loaded()
    assert pit.why_not(SUE, Adjusted(SUE, ANN, Cents(500), "a gift")).code == "own-approval"
    pit.bet(ANN, BOB)
    pit.deal("9h 8h 7h 9s 8s")
    assert pit.why_not(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "I misdealt")).code == "own-approval"
    sam = Author(Role.SUPERVISOR, "sam")
    pit.say(sam, Ruled(sam, Decision.VOID_ROUND, None, "sue misdealt"))
    pit.sound()


@pytest.mark.clause("MA-5(j)")
@pytest.mark.clause("MD-6.C.1", "MD-6.C(1)", "MD-6.C(2)")
@pytest.mark.parametrize(
    ("rulebook", "boss", "barred", "permitted"),
    [("spanish21-ma", SUE, "MA-5(j)", "MA-5(j)"), ("spanish21-md", FLO, "MD-6.C.1", "MD-6.C(1)")],
)
def test_who_sits_out_waits_for_the_shuffle(rulebook: str, boss: Author, barred: str, permitted: str) -> None:
    pit = Pit(rulebook, no_mid_shoe_entry=True)
    pit.loaded()
    hole = pit.game.rules.dealing.hole_card
    pit.bet(ANN)
    pit.deal("9h 7h 8s" + (" ?" if hole else ""))
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.say(DAN, Close())
    wager = Act(BOB, TWO, PlaceWager(MAIN, Cents(1000)))
    refusal = pit.why_not(Author(Role.PLAYER, BOB), wager)
    assert (refusal.code, refusal.clauses) == ("mid-shoe", clauses(barred))
    pit.say(DAN, Close())  # nobody bets: no round of play, so nobody has sat one out
    assert pit.why_not(boss, Admitted(boss, ANN, "she asked")).says == "ann is not kept out"
    assert pit.why_not(DAN, Admitted(DAN, BOB, "he asked")).code == "no-authority"
    pit.say(boss, Admitted(boss, BOB, "he asked"))
    assert pit.facts[-1].clauses == clauses(permitted)  # type: ignore[attr-defined]
    pit.say(DAN, Close())
    pit.by(BOB, wager)
    pit.sound()


@pytest.mark.clause("CO-2108-GW(3)(a).1")
def test_nobody_is_let_into_the_middle_of_a_deck() -> None:
    """Golden 21 has nobody who could let a player in before the next shuffle."""
    pit = Pit("golden-21", decks=2, no_mid_deck_main_entry=True)
    pit.loaded()
    pit.bet(ANN)
    pit.deal("9h 7h 8s ?")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    refusal = pit.why_not(SUE, Admitted(SUE, BOB, "he asked"))
    assert (refusal.says, refusal.clauses) == (
        "who is kept out waits for the next shuffle",
        clauses("CO-2108-GW(3)(a).1"),
    )
    pit.say(DAN, Close())
    refusal = pit.why_not(Author(Role.PLAYER, BOB), Act(BOB, TWO, PlaceWager(MAIN, Cents(1000))))
    assert refusal.code == "mid-deck"
    pit.sound()


def test_a_reshuffle_ends_the_bar() -> None:
    pit = Pit(no_mid_shoe_entry=True)
    pit.loaded()
    pit.bet(ANN)
    pit.deal("9h 7h 8s")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert pit.why_not(DAN, Ordered(DAN, StaffOrder.RESHUFFLE, "tired")).code == "no-authority"
    assert pit.why_not(DAN, Act(HOUSE_DEALER, DEALER, OrderReshuffle())).code == "no-authority"
    pit.say(
        SUE,
        Ordered(SUE, StaffOrder.RESHUFFLE, "a bent card"),
    )
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, Counted()))
    assert pit.of(ShoeClosed)
    pit.loaded()
    pit.say(DAN, Close())
    pit.by(BOB, Act(BOB, TWO, PlaceWager(MAIN, Cents(1000))))
    pit.sound()


@pytest.mark.clause("MA-5(c).2", "MA-5(c).3", "MA-6(c).2", "MA-6(c).3")
def test_a_spoken_wager_needs_two_people_in_massachusetts() -> None:
    pit = Pit(verbal_wagers=True)
    pit.loaded()
    pit.say(DAN, Close())
    pit.say(DAN, Heard(DAN, ANN, ONE, MAIN, Cents(5000)))
    refusal = pit.why_not(DAN, Close())
    assert (refusal.code, refusal.clauses) == ("unconfirmed", clauses("MA-5(c).2", "MA-6(c).2"))
    both = Author(Role.SUPERVISOR, "dan")
    assert pit.why_not(both, Confirmed(both, ANN, ONE)).code == "own-approval"
    assert pit.why_not(FLO, Confirmed(FLO, ANN, ONE)).code == "no-authority"
    pit.say(SUE, Confirmed(SUE, ANN, ONE))
    (changed,) = pit.of(CashChanged)
    assert changed == CashChanged("supervisor:sue", ANN, ONE, MAIN, Cents(5000), clauses("MA-5(c).3", "MA-6(c).3"))
    assert pit.of(WagerPlaced) == [WagerPlaced(ANN, ONE, MAIN, Cents(5000), clauses("MA-5(a).1"))]
    assert pit.table.runner.state.chips(ANN) == 10**6, "the wager is paid by the cash that was changed"
    pit.say(DAN, Close())
    assert pit.why_not(DAN, Heard(DAN, BOB, TWO, MAIN, Cents(5000))).code == "no-such-incident"
    pit.deal("9h 7h 8s")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.sound()


@pytest.mark.clause("MD-6.B.1", "MD-6.B.2")
def test_a_spoken_wager_needs_the_dealer_in_maryland() -> None:
    pit = Pit("spanish21-md", verbal_wagers=True)
    pit.loaded()
    pit.say(DAN, Close())
    assert pit.why_not(DAN, Heard(DAN, ANN, ONE, MAIN, Cents(10**9))).code == "over-maximum"
    pit.say(DAN, Heard(DAN, ANN, ONE, MAIN, Cents(5000)))
    assert [fact.clauses for fact in pit.of(CashChanged)] == [clauses("MD-6.B.2")]  # type: ignore[attr-defined]
    pit.say(DAN, Close())


def test_a_house_that_takes_no_spoken_wagers() -> None:
    pit = Pit()
    pit.loaded()
    pit.say(DAN, Close())
    refusal = pit.why_not(DAN, Heard(DAN, ANN, ONE, MAIN, Cents(5000)))
    assert (refusal.code, refusal.clauses) == ("not-offered", clauses("MA-5(c).2", "MA-6(c).2"))


@pytest.mark.clause("MA-5(d)", "MD-6.E")
def test_a_wager_is_taken_back_before_the_cards_where_the_text_lets_it() -> None:
    pit = Pit()
    pit.loaded()
    pit.say(DAN, Close())
    pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    match_wager = PlaceWager(next(each for each in pit.game.rules.betting.wagers if each != MAIN), Cents(500))
    pit.by(ANN, Act(ANN, ONE, match_wager))
    author = Author(Role.PLAYER, ANN)
    assert pit.why_not(author, Act(ANN, ONE, Withdraw(MAIN))).code == "needs-main"
    assert pit.why_not(Author(Role.PLAYER, BOB), Act(BOB, TWO, Withdraw(MAIN))).code == "no-such-wager"
    pit.by(ANN, Act(ANN, ONE, Withdraw(match_wager.wager)), Act(ANN, ONE, Withdraw(MAIN)))
    assert [fact.clauses for fact in pit.of(WagerWithdrawn)] == [clauses("MA-5(d)")] * 2  # type: ignore[attr-defined]
    assert pit.table.runner.state.chips(ANN) == 10**6
    pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    pit.say(DAN, Close())
    pit.deal("9h 7h 8s")
    refusal = pit.why_not(author, Act(ANN, ONE, Withdraw(MAIN)))
    assert (refusal.code, refusal.clauses) == ("too-late", clauses("MA-5(d)"))
    maryland = Pit("spanish21-md")
    maryland.loaded()
    maryland.say(DAN, Close())
    maryland.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    refusal = maryland.why_not(author, Act(ANN, ONE, Withdraw(MAIN)))
    assert (refusal.code, refusal.clauses) == ("wager-stays", clauses("MD-6.E"))


@pytest.mark.clause("MA-15(j)", "MA-15(k)", "MD-13.R", "MD-13.S")
@pytest.mark.parametrize(
    ("rulebook", "boss", "failed", "removed"),
    [("spanish21-ma", SUE, "MA-15(j)", "MA-15(k)"), ("spanish21-md", FLO, "MD-13.R", "MD-13.S")],
)
def test_a_shuffler_that_fails(rulebook: str, boss: Author, failed: str, removed: str) -> None:
    """The cards are shuffled again; by hand, and then cut, once the device is gone."""
    pit = Pit(rulebook, shuffle_method="automated")
    pit.say(DAN, Close())
    pit.asks(Shuffle)
    pit.say(boss, Ordered(boss, StaffOrder.SHUFFLER_FAILED, "it jammed"))
    pit.asks(Shuffle)
    pit.say(boss, Ordered(boss, StaffOrder.SHUFFLER_REMOVED, "it stays jammed"))
    assert pit.why_not(boss, Ordered(boss, StaffOrder.SHUFFLER_FAILED, "it jammed")).says == "no shuffler is at work"
    assert [fact.clauses for fact in pit.of(StaffOrdered)] == [clauses(failed), clauses(removed)]  # type: ignore[attr-defined]
    pit.say(DAN, Shuffled())
    pit.asks(Offer)
    by_device = Pit(rulebook, shuffle_method="automated")
    by_device.say(DAN, Close(), Shuffled())
    by_device.asks(Offer if rulebook == "spanish21-md" else Decide)  # Massachusetts does not cut what it has shuffled
    pit.sound()


@pytest.mark.clause("MA-7(j)(2)")
def test_a_card_is_missing_at_the_count() -> None:
    pit = Pit()
    pit.loaded()
    pit.bet(ANN)
    pit.deal("9h 7h 8s")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.say(SUE, Ordered(SUE, StaffOrder.RESHUFFLE, "a bent card"))
    assert pit.why_not(SUE, Miscounted(SUE, 288, "none is missing")).code == "no-such-incident"
    assert pit.why_not(DAN, Miscounted(DAN, 287, "one is missing")).code == "no-authority"
    pit.say(SUE, Miscounted(SUE, 287, "one is missing"))
    assert pit.table.runner.state.shoe is None
    refusal = pit.why_not(DAN, Close())
    assert (refusal.code, refusal.clauses) == ("decks-out", clauses("MA-7(j)(2)"))
    pit.say(SUE, Ordered(SUE, StaffOrder.NEW_DECKS, "the old ones are short"))
    pit.loaded()
    pit.sound()


@pytest.mark.clause("MD-13.C", "MD-13.D")
def test_after_a_second_10_maryland_takes_new_decks() -> None:
    pit = Pit("spanish21-md")
    pit.loaded()
    pit.bet(ANN)
    ten = Card.parse("Td")
    assert pit.why_not(DAN, TenInShoe(ten)).code == "not-yours", "a floorperson takes it out"
    assert pit.why_not(DAN, ten).code == "no-such-card", "it is no card of these decks"
    pit.say(FLO, TenInShoe(ten))
    pit.deal("9h")
    pit.say(FLO, TenInShoe(Card.parse("Th")))
    assert pit.of(DecksOut) == [DecksOut(clauses("MD-13.D"))]
    assert {fact.outcome.value for fact in pit.of(WagerSettled)} == {"void"}  # type: ignore[attr-defined]
    pit.say(DAN, Act(HOUSE_DEALER, DEALER, Counted()))
    refusal = pit.why_not(DAN, Close())
    assert (refusal.code, refusal.clauses) == ("decks-out", clauses("MD-13.D"))
    pit.say(FLO, Ordered(FLO, StaffOrder.NEW_DECKS, "two tens"))
    pit.loaded()
    pit.sound()


# Corrections.


def dealt(text: str) -> Pit:
    pit = Pit()
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal(text)
    return pit


def test_a_mistyped_card_that_changes_no_question() -> None:
    """8h was Kh: nobody is asked anything else, so all other entries stand."""
    pit = dealt("8h 7h 8s 9c 9s")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.say(SUE, Corrected(SUE, 1, Card.parse("Kh"), "misread"))
    (told,) = pit.of(RoundCorrected)
    assert isinstance(told, RoundCorrected)
    assert (told.was, told.becomes, told.by, told.reason) == ("8h", "Kh", "supervisor:sue", "misread")
    layout = pit.table.runner.state.layout
    assert layout.hands[ONE].cards == list(cards("Kh 9c"))
    pit.asks(Decide)
    assert pit.asked == BOB, "ann has stood already"
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert {fact.player: fact.paid for fact in pit.of(WagerSettled)} == {ANN: 1000, BOB: 0}  # type: ignore[attr-defined]
    assert pit.table.runner.state.chips(ANN) == 10**6 + 1000, "19 against 18"
    pit.sound()


def test_a_pair_that_was_overlooked_may_be_split() -> None:
    """With a 9 instead of an 8 ann may split, so she is asked again."""
    pit = dealt("8h 7h 8s 9c 9s")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.say(SUE, Corrected(SUE, 1, Card.parse("9h"), "misread"))
    assert pit.asked == ANN
    pit.sound()


def test_a_correction_stops_at_the_first_question_that_differs() -> None:
    """A hand that was taken for 21 is 12: its player is to be asked, and what came after is entered anew."""
    pit = dealt("Ah 7h 8s Kc 9s")
    pit.asks(Decide)
    assert pit.asked == BOB, "ann had a blackjack"
    pit.by(BOB, Act(BOB, TWO, Hit()))
    pit.deal("2c")
    pit.say(SUE, Corrected(SUE, 4, Card.parse("2h"), "misread"))
    pit.asks(Decide)
    assert pit.asked == ANN
    (told,) = pit.of(RoundCorrected)
    assert isinstance(told, RoundCorrected)
    assert told.kept == 8, "two wagers, the close, and five cards"
    assert pit.table.runner.state.layout.hands[TWO].cards == list(cards("7h 9s"))
    pit.by(ANN, *stand((ANN, ONE)))
    pit.by(BOB, Act(BOB, TWO, Hit()))
    pit.deal("2c")
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.sound()
    record = pit.table.runner.records[-1]
    again = replay(parse_round(write_round(pit.game, record.answers, record.table)))
    assert again.met


def test_a_correction_of_a_decision_and_of_a_correction() -> None:
    pit = dealt("8h 7h 8s 9c 9s")
    pit.by(ANN, Act(ANN, ONE, Hit()))
    pit.deal("2c")
    decision = 3  # after two wagers
    pit.say(SUE, Corrected(SUE, decision, Act(ANN, ONE, Stand()), "she waved"))
    pit.asks(Decide)
    assert pit.asked == BOB
    sam = Author(Role.SUPERVISOR, "sam")
    assert pit.why_not(SUE, Corrected(SUE, decision, Act(ANN, ONE, Hit()), "or not")).code == "own-approval"
    pit.say(sam, Corrected(sam, decision, Act(ANN, ONE, Hit()), "she did tap"))
    pit.asks(NextCard)
    assert len(pit.of(RoundCorrected)) == 2
    pit.deal("2c")
    pit.sound()


def test_what_is_no_correction() -> None:
    pit = dealt("8h 7h 8s 9c 9s")
    nine = Card.parse("9h")
    cases = [
        (DAN, Corrected(DAN, 1, nine, "misread"), "no-authority"),
        (SUE, Corrected(SUE, 1, nine, ""), "no-reason"),
        (SUE, Corrected(SUE, 6, nine, "misread"), "no-such-entry"),
        (SUE, Corrected(SUE, 0, nine, "misread"), "no-such-entry"),
        (SUE, Corrected(SUE, 1, Card.parse("8h"), "misread"), "no-correction"),
        (SUE, Corrected(SUE, 1, TenInShoe(nine), "misread"), "no-correction"),
        (SUE, Corrected(SUE, 1, FaceDown(), "misread"), "no-such-entry"),
        (SUE, Corrected(SUE, 1, Act(ANN, ONE, PlaceWager(MAIN, Cents(10**9))), "misheard"), "over-maximum"),
    ]
    for author, answer, code in cases:
        assert pit.why_not(author, answer).code == code
    both = Author(Role.SUPERVISOR, "dan")
    assert pit.why_not(both, Corrected(both, 1, nine, "I misread it")).code == "own-approval"
    pit.by(ANN, *stand((ANN, ONE)))
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert pit.why_not(SUE, Corrected(SUE, 1, nine, "misread")).code == "round-over"
    chips = pit.table.runner.state.chips(ANN)
    pit.say(SUE, Adjusted(SUE, ANN, Cents(1000), "her 8 was a 9", 1))
    assert pit.table.runner.state.chips(ANN) == chips + 1000
    assert pit.why_not(SUE, Adjusted(SUE, ANN, Cents(-(10**9)), "she is rich", 1)).code == "not-enough-chips"
    assert pit.why_not(SUE, Adjusted(SUE, Player("eve"), Cents(100), "who")).code == "not-seated"
    pit.sound()


def at_poker() -> Pit:
    """ann has stood, the dealer has turned a 9 beside his 10, and her first poker card lies face down."""
    pit = Pit("21-hold-em")
    pit.loaded()
    pit.say(DAN, Close())
    for wager, amount in ((MAIN, 1000), (Wager("poker"), 200)):
        pit.by(ANN, Act(ANN, ONE, PlaceWager(wager, Cents(amount))))
    pit.say(DAN, Close())
    pit.deal("Kc Th Qd ?")
    pit.say(DAN, False)
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("9d")
    pit.say(DAN, Close(), Shuffled())
    pit.deal("?")
    return pit


def at_the_turn() -> Pit:
    """She has bet twice, and the dealer has turned the first of her three cards."""
    pit = at_poker()
    for _ in range(2):
        pit.by(ANN, Act(ANN, ONE, Bet()))
        pit.deal("?")
    pit.say(DAN, Close())
    pit.deal("2s")
    return pit


def test_a_correction_after_the_hole_card_was_turned() -> None:
    """ann had tapped: she draws, and the dealer's cards are entered anew."""
    pit = at_poker()
    pit.say(SUE, Corrected(SUE, 3, Act(ANN, ONE, Hit()), "she tapped"))
    pit.deal("5h 9d")
    pit.say(DAN, Close(), Shuffled())
    pit.deal("?")
    pit.by(ANN, Act(ANN, ONE, Fold()))
    pit.sound()
    assert pit.table.runner.state.chips(ANN) == 10**6 - 1200


@pytest.mark.parametrize(("entry", "card"), [(5, "9d"), (5, "Th"), (4, "Th"), (1, "Th")])
def test_a_corrected_card_is_one_that_can_have_come(entry: int, card: str) -> None:
    pit = at_the_turn()
    assert pit.why_not(SUE, Corrected(SUE, entry, Card.parse(card), "misread")).code == "no-such-card"


@pytest.mark.parametrize("intent", [Hit(), Stand(), DoubleDown(Cents(1000))])
def test_nobody_decides_on_cards_to_come(intent: Intent) -> None:
    pit = Pit()
    pit.loaded()
    pit.say(DAN, Close())
    pit.by(ANN, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))))
    assert pit.why_not(Author(Role.PLAYER, ANN), Act(ANN, ONE, intent)).code == "too-early"


def test_a_card_that_cannot_come() -> None:
    """Six decks have six of each; the seventh is a mistake."""
    pit = Pit()
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal("2h 2h 2h 2h 2h")
    pit.by(ANN, Act(ANN, ONE, Hit()))
    pit.deal("2h")
    pit.by(ANN, Act(ANN, ONE, Hit()))
    refusal = pit.why_not(DAN, Card.parse("2h"))
    assert (refusal.code, refusal.clauses) == ("no-such-card", clauses("MA-7(j)(2)"))
    pit.deal("2d")


# The table of permissions.

SAID: dict[str, ByStaff] = {
    "relief": Relieved(DAN, "dora"),
    "hears": Heard(DAN, ANN, ONE, MAIN, Cents(1250)),
    "confirms": Confirmed(SUE, ANN, ONE),
    "reader-failed": ReaderFailed(FLO),
    "reader-repaired": ReaderRepaired(FLO),
    "wrong-peek": WrongPeek(SUE),
    **{order.value: Ordered(SUE, order, "it had to be") for order in StaffOrder},
    "permit-entry": Admitted(SUE, BOB, "he asked"),
    "miscount": Miscounted(SUE, 287, "one is gone"),
    "misdeal": Misdealt(SUE, Box(1), "three cards"),
    "verify": Verified(SUE, ONE),
    "instruct": Instructed(SUE, ONE),
    "key": DealerKeyed(DAN, ONE, 100),
    "foul": FoulRuled(SUE, ONE, FoulPolicy.RESET),
    "dropped": Dropped(SUE, Box(1), "a card fell"),
    **{each.value: Ruled(SUE, each, ONE if each is Decision.VOID_HAND else None, "so be it") for each in Decision},
    "correct": Corrected(SUE, 2, Act(ANN, ONE, PlaceWager(MAIN, Cents(1000))), "she said ten"),
    "adjust": Adjusted(SUE, ANN, Cents(-1250), "paid twice"),
}


def test_every_matter_is_said_and_read_back() -> None:
    assert set(SAID) == set(PERMISSIONS)
    verbs = verbs_of(game("spanish21-ma", {}))
    for matter, report in SAID.items():
        assert report.matter == matter
        assert read_answer(write_answer(report), verbs) == report


@pytest.mark.parametrize("rulebook", ["spanish21-ma", "spanish21-md", "spanish21-charity", "blackjack-co"])
@pytest.mark.parametrize("in_round", [False, True])
def test_who_is_too_low_in_rank_is_refused(rulebook: str, in_round: bool) -> None:  # noqa: FBT001
    """Between rounds and in one: whatever is dealt with there is refused for want of authority, and for that alone."""
    pit = Pit(rulebook)
    pit.loaded()
    if in_round:
        pit.say(DAN, Close())
    table = pit.table.runner.table
    known = {Corrected, *(table.incidents if table.round is None else table.round.incidents)}
    tried = 0
    for matter, role in product(PERMISSIONS, Role):
        author = DAN if role is Role.DEALER else Author(role, "max")
        said = replace(SAID[matter], by=author)  # type: ignore[type-var]
        if not role.may_act_as(PERMISSIONS[matter].needs(pit.game.rules.supervision.in_charge)):
            refusal = pit.why_not(author, said)
            assert (refusal.code == "no-authority") == (type(said) in known), (matter, role, refusal)
            tried += refusal.code == "no-authority"
    assert tried > 20
