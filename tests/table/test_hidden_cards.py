"""A live table at which players look at cards that nobody else sees: they are entered when they are shown, or never."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from conformance.suite import any_game
from pitboss.cards import Card, cards
from pitboss.core.facts import (
    CardsCollected,
    CardTurned,
    HandArranged,
    HandClosed,
    HandFouled,
    PokerHandTold,
    RoundCorrected,
    WagerAdded,
    WagerSettled,
)
from pitboss.core.incidents import Corrected, FoulRuled, Misdealt, Ruled
from pitboss.core.kinds import Closing, Decision, Face, FoulPolicy, Outcome
from pitboss.core.options import Intent
from pitboss.core.practices import EARLIER
from pitboss.core.requests import (
    Act,
    Close,
    Decide,
    Decline,
    FaceDown,
    NextCard,
    Offer,
    Reader,
    Shuffle,
    Shuffled,
    Turn,
    Window,
)
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import Bet, DoubleDown, Fold, Hit, Show, Split, Stand
from pitboss.games.colorado.pai_jack_rules import DeclareBust, HouseWay, SetHand, SetUnseen
from pitboss.ids import DEALER, MAIN, Author, Box, HandId, Player, Role, Wager, clauses
from pitboss.money import Cents
from pitboss.notation.file import Malformed, parse_round
from pitboss.notation.replay import replay
from pitboss.notation.write import write_round
from pitboss.rules.setting import Setting
from pitboss.service.feed import Stream
from pitboss.service.question import question
from pitboss.service.wire import to_json
from pitboss.shoe.stack import Stack
from table.test_live import ANN, BOB, DAN, ONE, SUE, TWO, Pit

HIDDEN: dict[str, object] = {"decks": 2, "player_cards": "face_down"}
PLUS_THREE, POKER, BONUS = Wager("21-plus-3"), Wager("poker"), Wager("pai-jack-bonus")


class Canary(Pit):
    """A live table that knows which cards lie hidden: none of them may be found on record or in any view."""

    def __init__(self, rulebook: str, **house: object) -> None:
        super().__init__(rulebook, **house)
        self.hidden: list[Card] = []

    def wager(self, *wagers: Wager, players: Sequence[Player] = (ANN, BOB)) -> None:
        self.say(DAN, Close())
        for player in players:
            box = self.table.runner.state.seats[player].box
            for wager in wagers:
                self.by(player, Act(player, HandId(box, 1), PlaceWager(wager, Cents(1000))))
        self.say(DAN, Close())

    def until(self, kind: type) -> None:
        """Windows at which nothing is said are closed."""
        while isinstance(self.table.pending, Window):
            self.say(DAN, Close())
        self.asks(kind)

    def lay(self, text: str) -> None:
        """These cards come face down, and only their player looks at them."""
        for card in cards(text):
            request = self.table.pending
            assert isinstance(request, NextCard)
            assert request.face is Face.DOWN
            self.say(DAN, FaceDown())
            self.hidden.append(card)
        self.nothing_leaks()

    def turn(self, text: str) -> None:
        """The dealer turns these, where nobody has anything to say about the cards that lie there."""
        self.until(Turn)
        for card in cards(text):
            self.asks(Turn)
            self.say(DAN, card)
            if card in self.hidden:
                self.hidden.remove(card)
        self.nothing_leaks()

    def does(self, *intents: Intent) -> None:
        """Whoever is asked does this."""
        for intent in intents:
            request = self.table.pending
            assert isinstance(request, Decide | Offer), request
            self.by(request.player, Act(request.player, request.hand, intent))
        self.nothing_leaks()

    def nothing_leaks(self) -> None:
        """The record, and all that anybody is shown, asked and told, but which cards a dealer may enter."""
        shown = [self.journal.data]
        for viewer in (None, DAN, SUE, Author(Role.PLAYER, ANN), Author(Role.PLAYER, BOB)):
            update = dict(to_json(Stream(self.table, viewer, 0, str).take()))
            if isinstance(self.table.pending, NextCard | Turn):
                update["question"].pop("choices", None)
            shown.append(json.dumps(update).encode())
        for card in self.hidden:
            assert not any(card.text.encode() in each for each in shown), f"{card} leaks"

    def closed(self) -> list[Closing]:
        """How players' hands were closed, in this order."""
        return [fact.how for fact in self.facts if isinstance(fact, HandClosed) and fact.hand != DEALER]

    def settled(self, wager: Wager = MAIN) -> dict[Player, Outcome]:
        found = [fact for fact in self.facts if isinstance(fact, WagerSettled)]
        return {fact.player: fact.outcome for fact in found if fact.wager == wager}

    def ends(self) -> None:
        """The round is over, its record sound, and its text comes to the same."""
        while self.table.runner.state.in_round and isinstance(self.table.pending, Window):
            self.say(DAN, Close())
        assert not self.table.runner.state.in_round
        self.sound()
        record = self.table.runner.records[-1]
        again = replay(parse_round(write_round(self.game, record.answers, record.table)))
        assert again.refused is None, again.refused
        assert again.met


def at_poker() -> Canary:
    """Both have stood on 20 against 17, and the 50 cards are shuffled."""
    pit = Canary("21-hold-em")
    pit.loaded()
    pit.wager(MAIN, POKER)
    pit.deal("Ks Kh 9h Qs Qh ?")
    pit.say(DAN, *[False] * isinstance(pit.table.pending, Reader))
    pit.does(Stand(), Stand())
    pit.deal("8h")
    pit.until(Shuffle)
    pit.say(DAN, Shuffled())
    return pit


@pytest.mark.clause("CO-2104(7).1", "CO-2104(8).4", "CO-2104(10).4", "CO-2104(13)(a).1")
def test_poker_cards_are_entered_when_the_dealer_turns_them() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Bet(), Bet())
    pit.lay("Ah 3s")
    pit.does(Bet(), Fold())
    pit.lay("7s")
    pit.until(Turn)
    assert pit.table.pending == Turn(ONE)
    pit.turn("As Ah 7s")
    assert [card.text for card in pit.hidden] == ["2s", "3s"], "a folded hand stays unknown for ever"
    (told,) = pit.of(PokerHandTold)
    assert told.makes == "a pair of aces"  # type: ignore[attr-defined]
    collected = pit.of(CardsCollected)[-1]
    assert isinstance(collected, CardsCollected)
    assert collected.unseen == 2
    pit.ends()
    pit.nothing_leaks()


@pytest.mark.clause("CO-2104(9)")
def test_nobody_ever_learns_what_all_have_folded() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Fold(), Fold())
    pit.ends()
    pit.nothing_leaks()
    assert not [fact for fact in pit.of(CardTurned) if fact.hand != DEALER]  # type: ignore[attr-defined]


@pytest.mark.clause("CO-2104(12)")
def test_a_hand_that_is_misdealt_is_not_turned() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Bet(), Bet())
    pit.lay("Ah 3s")
    pit.does(Bet(), Bet())
    pit.lay("7s 6s")
    pit.say(SUE, Misdealt(SUE, Box(2), "four cards"))
    pit.turn("As Ah 7s")
    pit.ends()
    pit.nothing_leaks()


def test_a_card_that_was_mistyped_when_it_was_turned_is_corrected() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Bet(), Fold())
    pit.lay("Ah")
    pit.does(Bet())
    pit.lay("7s")
    pit.until(Turn)
    assert pit.why_not(DAN, Card.parse("8h")).code == "no-such-card", "it lies there as a community card"
    pit.turn("As")
    pit.say(DAN, Card.parse("Th"))
    entries = [each for each in pit.table.runner.records[-1].answers if isinstance(each, Card)]
    pit.say(SUE, Corrected(SUE, len(entries), Card.parse("Ah"), "a glance too short"))
    pit.hidden.remove(Card.parse("Ah"))
    pit.turn("7s")
    assert pit.of(RoundCorrected)
    pit.ends()


def test_a_card_that_was_turned_comes_no_second_time() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Bet(), Bet())
    pit.lay("Ah 3s")
    pit.does(Bet(), Bet())
    pit.lay("7s 6s")
    pit.turn("2s 3s 6s")
    assert pit.why_not(DAN, Card.parse("3s")).code == "no-such-card"
    pit.turn("As Ah 7s")
    pit.ends()


def of_21_plus_3(*, side: bool = False) -> Canary:
    """Two packs; ann and bob have two cards each that only they look at."""
    pit = Canary("21-plus-3", **HIDDEN)
    pit.loaded()
    pit.wager(MAIN, *[PLUS_THREE] * side)
    return pit


def dealt(pit: Canary, first: str, up: str, second: str) -> Canary:
    pit.lay(first)
    pit.deal(up)
    pit.lay(second)
    pit.deal("?")
    return pit


@pytest.mark.clause("CO-2107-SG.note.1")
def test_hit_and_stand_show_nothing() -> None:
    pit = dealt(of_21_plus_3(), "Ks Qs", "7h", "2s 5s")
    pit.does(Hit())
    pit.deal("4h")
    pit.does(Stand(), Hit())
    pit.deal("6h")
    pit.does(Stand())
    pit.deal("Kh")  # the hole card: 17 and no draw
    pit.turn("Qs 5s Ks 2s")
    assert pit.closed() == [Closing.STOOD, Closing.STOOD]
    assert pit.settled() == {BOB: Outcome.WIN, ANN: Outcome.LOSE}
    pit.ends()


@pytest.mark.clause("CO-2107-SG.note.1")
def test_a_bust_is_shown_or_found_at_the_end_and_loses_all_the_same() -> None:
    pit = dealt(of_21_plus_3(), "Ks Qs", "7h", "8s 5s")
    pit.does(Hit())
    pit.deal("9h")  # ann has 27 and says so
    pit.does(Show())
    pit.turn("Ks 8s")
    assert pit.closed() == [Closing.BUST]
    pit.does(Hit())
    pit.deal("8h")  # bob has 23 and says nothing
    pit.does(Stand())
    pit.deal("9s Th")  # the dealer has 26
    pit.turn("Qs 5s")
    assert pit.closed() == [Closing.BUST, Closing.STOOD, Closing.BUST]
    assert pit.settled() == {ANN: Outcome.LOSE, BOB: Outcome.LOSE}
    pit.ends()


def test_what_lies_open_may_be_a_bust_whatever_is_hidden() -> None:
    pit = dealt(of_21_plus_3(), "2s Qs", "7h", "3s 5s")
    pit.does(Hit())
    pit.deal("Th")
    pit.does(Hit())
    pit.deal("Kh")
    pit.turn("2s 3s")
    assert pit.closed() == [Closing.BUST]


def test_a_double_shows_the_cards_and_so_does_a_split() -> None:
    pit = dealt(of_21_plus_3(), "6s 8s", "7h", "5s 8h")
    pit.does(DoubleDown(Cents(1000)))
    pit.turn("6s 5s")
    pit.deal("Kh")
    assert pit.of(WagerAdded)
    pit.does(Split())
    pit.turn("8s 8h")
    pit.deal("Th")
    pit.does(Stand())
    pit.deal("Td")
    pit.does(Stand())
    pit.deal("Qh")
    pit.ends()
    assert pit.hidden == []


def test_a_split_that_is_none_is_refused_when_the_cards_are_shown() -> None:
    pit = dealt(of_21_plus_3(), "6s 8s", "7h", "5s 9s")
    pit.does(Split())
    pit.turn("6s 5s")
    assert isinstance(pit.table.pending, Decide)
    offered = {option.verb for option in pit.table.pending.options}
    assert offered == {Stand, Hit, DoubleDown}, "no split, and nothing is left to show"
    refused = question(pit.table, Author(Role.PLAYER, ANN))
    assert refused is not None
    assert [each.verb for each in refused.refused] == ["surrender", "split"]


def test_after_a_hit_no_cards_could_be_doubled() -> None:
    pit = dealt(of_21_plus_3(), "2s 8s", "7h", "3s 9s")
    assert isinstance(pit.table.pending, Decide)
    assert {option.verb for option in pit.table.pending.options} == {Stand, Hit, DoubleDown, Split, Show}
    pit.does(Hit())
    pit.deal("4h")
    assert isinstance(pit.table.pending, Decide)
    assert {option.verb for option in pit.table.pending.options} == {Stand, Hit, Show}
    assert not pit.table.runner.state.layout.hands[ONE].score.total > 4


def test_two_open_cards_on_hidden_ones_are_no_blackjack() -> None:
    pit = dealt(of_21_plus_3(), "2s 8s", "7h", "3s 9s")
    pit.does(Hit())
    pit.deal("Ah")
    pit.does(Hit())
    pit.deal("Kh")
    pit.does(Stand(), Stand())
    pit.deal("Td")
    pit.turn("8s 9s 2s 3s")
    assert pit.closed() == [Closing.STOOD, Closing.STOOD]
    assert pit.settled() == {ANN: Outcome.LOSE, BOB: Outcome.PUSH}
    pit.ends()


def test_a_blackjack_is_shown_or_found_at_the_end_and_pays_the_same() -> None:
    pit = dealt(of_21_plus_3(), "As Ks", "7h", "Js Ah")
    pit.does(Show())
    pit.turn("As Js")
    assert pit.closed() == [Closing.BLACKJACK]
    pit.does(Stand())
    pit.deal("Td")
    pit.turn("Ks Ah")
    assert [fact.net for fact in pit.of(WagerSettled)] == [1500, 1500]  # type: ignore[attr-defined]
    pit.ends()


@pytest.mark.clause("CO-2107-HR(1).5", "CO-2107-HR(2)")
def test_a_side_wager_is_claimed_by_showing_or_collected_unseen() -> None:
    pit = dealt(of_21_plus_3(side=True), "8s 2s", "7h", "6s 4s")
    assert pit.table.pending is not None
    assert isinstance(pit.table.pending, Offer)
    assert pit.table.pending.player == BOB, "from the dealer's right"
    pit.by(BOB, Decline())
    pit.nothing_leaks()
    pit.does(Show())
    pit.turn("8s 6s")
    assert pit.settled(PLUS_THREE) == {BOB: Outcome.LOSE, ANN: Outcome.WIN}
    assert [card.text for card in pit.hidden] == ["2s", "4s"]
    pit.does(Stand(), Stand())
    pit.deal("Td")
    pit.turn("2s 4s")
    pit.ends()


def test_a_dealers_blackjack_shows_every_hand() -> None:
    pit = dealt(of_21_plus_3(), "As 2s", "Kh", "Js 4s")
    pit.asks(Reader)
    pit.say(DAN, True)
    pit.deal("Ah")
    pit.turn("2s 4s As Js")
    assert pit.settled() == {BOB: Outcome.LOSE, ANN: Outcome.PUSH}
    pit.ends()


def test_a_void_hand_stays_unknown() -> None:
    pit = dealt(of_21_plus_3(), "As 2s", "7h", "Js 4s")
    pit.say(SUE, Ruled(SUE, Decision.VOID_HAND, ONE, "a card fell"))
    pit.does(Stand())
    pit.deal("Td")
    pit.turn("2s 4s")
    assert [card.text for card in pit.hidden] == ["As", "Js"]
    pit.ends()
    pit.nothing_leaks()


def test_a_void_round_leaves_all_unknown() -> None:
    pit = dealt(of_21_plus_3(), "As 2s", "7h", "Js 4s")
    pit.say(SUE, Ruled(SUE, Decision.VOID_ROUND, None, "a drink was spilled"))
    assert len(pit.hidden) == 4
    pit.ends()
    pit.nothing_leaks()


# Pai Jack.


def packets(first: str, second: str, **house: object) -> Canary:
    """ann and bob look at five cards each, and nobody has turned any over."""
    pit = Canary("pai-jack", **house)
    pit.loaded()
    pit.wager(MAIN, BONUS)
    pit.lay(first)
    pit.lay(second)
    pit.deal("? ? ? ? ?")
    return pit


TWENTY_ONE_AND_EIGHTEEN = "Th 9h 8h 2h Kh"
"""The dealer sets 21 over 18."""


def declined(pit: Canary) -> Canary:
    """Neither turns over a Pai Jack."""
    pit.by(ANN, Decline())
    pit.by(BOB, Decline())
    return pit


def dealer_turns(pit: Canary) -> None:
    pit.deal(TWENTY_ONE_AND_EIGHTEEN)
    while isinstance(pit.table.pending, Window):
        pit.say(DAN, Close())


@pytest.mark.clause("CO-2112(3)", "CO-2112(10).2")
def test_packets_are_set_unseen_and_entered_as_the_dealer_turns_them() -> None:
    pit = declined(packets("Ks 9s Js 6s 5s", "7s 3s Ts 8s 2s"))
    pit.does(SetUnseen(), SetUnseen())
    assert pit.of(HandArranged) == [HandArranged(ONE, ()), HandArranged(TWO, ())]
    dealer_turns(pit)
    asked = question(pit.table, DAN)
    assert asked is not None
    assert asked.says == "Turn a card of the low hand of box 2 (bob)."
    pit.turn("7s 2s Ts 8s 3s")  # bob: 9 low, 21 high
    pit.turn("Ks 9s Js 6s 5s")  # ann: 19 low, 21 high
    groups = [pit.table.runner.state.layout.hands[hand].groups for hand in (ONE, TWO)]
    assert groups == [(cards("Ks 9s"), cards("Js 6s 5s")), (cards("7s 2s"), cards("Ts 8s 3s"))]
    assert pit.settled() == {BOB: Outcome.LOSE, ANN: Outcome.WIN}
    pit.ends()


@pytest.mark.clause("CO-2112(5).1", "CO-2112(5).2", "CO-2112(5).3")
def test_a_pai_jack_is_turned_over_by_its_player_and_paid() -> None:
    pit = packets("As Ks Js 6s 5s", "Ah Qs Ts 8s 2s")
    pit.does(Show())
    pit.turn("As Ks Js 6s 5s")
    assert pit.settled() == {ANN: Outcome.WIN}
    pit.by(BOB, Decline())  # he has not seen his
    pit.does(SetUnseen())
    dealer_turns(pit)
    pit.turn("8s 2s Ah Qs Ts")
    assert pit.settled() == {ANN: Outcome.WIN, BOB: Outcome.LOSE}
    assert pit.settled(BONUS) == {ANN: Outcome.WIN, BOB: Outcome.LOSE}
    pit.ends()


def test_what_is_shown_and_is_no_pai_jack_is_set_openly() -> None:
    pit = packets("2s Ks Js 6s 5s", "7s 3s Ts 8s 4s")
    pit.does(Show())
    pit.turn("2s Ks Js 6s 5s")
    pit.by(BOB, Decline())
    assert pit.why_not(Author(Role.PLAYER, ANN), Act(ANN, ONE, SetUnseen())).code == "face-up"
    pit.does(SetHand(Setting(cards("Ks 2s"), cards("Js 6s 5s"))), SetUnseen())
    dealer_turns(pit)
    pit.turn("7s 4s Ts 8s 3s")
    pit.ends()


def test_the_cards_are_not_said_while_they_lie_face_down() -> None:
    pit = declined(packets("2s Ks Js 6s 5s", "7s 3s Ts 8s 4s"))
    setting = SetHand(Setting(cards("Ks 2s"), cards("Js 6s 5s")))
    refusal = pit.why_not(Author(Role.PLAYER, ANN), Act(ANN, ONE, setting))
    assert (refusal.code, refusal.clauses) == ("face-down", clauses("CO-2112(6).1"))


@pytest.mark.clause("CO-2112(11)(j).1", "CO-2112(11)(j).2")
def test_who_is_helped_shows_the_cards() -> None:
    pit = declined(packets("2s Ks 7s 6s 5s", "Qs Js Ts 8s 9s"))
    pit.does(HouseWay())
    pit.turn("2s Ks 7s 6s 5s")
    assert pit.table.runner.state.layout.hands[ONE].closed is Closing.SET
    pit.does(HouseWay())
    pit.turn("Qs Js Ts 8s 9s")
    pit.does(DeclareBust())
    assert pit.closed() == [Closing.SET, Closing.BUST]


FOUL = "Ks Qs 2s 3s 4s"  # 20 low, 9 high


@pytest.mark.clause("CO-2112(11)(i).1", "CO-2112(11)(i)(ii)", "CO-2112(11)(i)(iii)")
@pytest.mark.parametrize(("policy", "closed"), [("lose", Closing.FOUL), ("house_way", Closing.SET)])
def test_a_foul_is_found_when_the_dealer_turns_it(policy: str, closed: Closing) -> None:
    pit = declined(packets("2s 3s 4s Ks Qs", "7s 6s Ts 8s 5s", foul_policy=policy))
    pit.does(SetUnseen(), SetUnseen())
    dealer_turns(pit)
    pit.turn("7s 5s Ts 8s 6s")  # 24 high: no setting like that is lawful, but others are
    pit.say(SUE, FoulRuled(SUE, TWO, FoulPolicy(policy)))
    pit.turn(FOUL)
    pit.say(SUE, FoulRuled(SUE, ONE, FoulPolicy(policy)))
    assert [fact.hand for fact in pit.of(HandFouled)] == [TWO, ONE]  # type: ignore[attr-defined]
    assert pit.table.runner.state.layout.hands[ONE].closed is closed
    pit.ends()


@pytest.mark.clause("CO-2112(11)(i)(i)")
def test_a_foul_that_was_turned_is_set_anew() -> None:
    pit = declined(packets("2s 3s 4s Ks Qs", "7s 6s Ts 8s 5s", foul_policy="reset"))
    pit.does(SetUnseen(), DeclareBust())
    dealer_turns(pit)
    pit.turn("7s 5s Ts 8s 6s")
    assert pit.closed()[1] is Closing.BUST, "it could have been set, and was not"
    pit.turn(FOUL)
    pit.say(SUE, FoulRuled(SUE, ONE, FoulPolicy.RESET))
    pit.does(SetHand(Setting(cards("Ks 2s"), cards("Qs 3s 4s"))))
    pit.ends()


@pytest.mark.clause("CO-2112(7).1", "CO-2112(11)(g)")
def test_a_bust_that_was_set_is_a_bust() -> None:
    pit = declined(packets("Js 8s 9s Ks Qs", "7s 6s Ts 4s 5s"))
    pit.does(SetUnseen(), SetUnseen())
    dealer_turns(pit)
    pit.turn("7s 5s Ts 6s 4s")
    pit.turn("Js 8s 9s Ks Qs")
    assert pit.closed()[-1] is Closing.BUST
    assert pit.settled()[ANN] is Outcome.LOSE
    pit.ends()


@pytest.mark.clause("CO-2112(4).1")
def test_a_packet_that_is_dead_is_never_turned() -> None:
    pit = declined(packets("Js 8s 9s Ks Qs", "7s 6s Ts 4s 5s"))
    pit.say(SUE, Misdealt(SUE, Box(1), "six cards"))
    pit.does(DeclareBust())
    dealer_turns(pit)
    pit.turn("7s 5s Ts 6s 4s")
    assert len(pit.hidden) == 5
    pit.ends()
    pit.nothing_leaks()


@pytest.mark.parametrize("rulebook", ["21-hold-em", "21-plus-3", "pai-jack"])
def test_a_table_that_was_opened_before_goes_on_as_it_did(rulebook: str) -> None:
    """Its dealer enters each card as it is dealt; at a virtual table the shoe knows it, as ever."""
    assert Face.TO_PLAYER in faces(rulebook, RoundContext(live=True, practices=EARLIER))
    assert Face.TO_PLAYER in faces(rulebook, RoundContext())
    assert Face.TO_PLAYER not in faces(rulebook, RoundContext(live=True))


def faces(rulebook: str, table: RoundContext) -> set[Face]:
    """How ann's cards come in a round in which she stands and bets."""
    hold_em = rulebook == "21-hold-em"
    game_ = any_game(rulebook, HIDDEN if rulebook == "21-plus-3" else {})
    shoe, found = Stack(cards("Ks 9h Qs 8h 2s 3s 4s 5s 6s 7s Ts Js Ad")), set()
    runner = open_round(game_.rules, [(ANN, Box(1), each, Cents(1000)) for each in (MAIN, POKER)[: 1 + hold_em]], table)
    while (request := runner.pending) is not None:
        if isinstance(request, NextCard) and request.to == ONE:
            found.add(request.face)
        verbs = [option.verb for option in request.options] if isinstance(request, Decide) else []
        match request:
            case Decide(player, hand):
                chosen = Bet() if Bet in verbs else Stand() if Stand in verbs else request.options[0].intents[-1]
                refusal = runner.answer(Act(player, hand, chosen))
            case Offer() | Window():
                refusal = runner.answer(Decline() if isinstance(request, Offer) else Close())
            case Shuffle():
                refusal = runner.answer(Shuffled())
            case _:
                refusal = runner.answer(shoe.answer(request))
        assert refusal is None, refusal
    return found


EARLIER_ROUND = """
rulebook = "pai-jack"
cards = "7d 5h 9c 6h 2s Kc Qc 4d 4h 3c"
actions = ["bob set 7d 5h | 9c 6h 2s"]
[table]
live = true
practices = "earlier"
[[bets]]
box = 2
player = "bob"
main = 10
"""


def test_a_round_of_such_a_table_is_written_and_read_as_one() -> None:
    first = replay(parse_round(EARLIER_ROUND))
    assert first.refused is None
    text = write_round(first.file.game, first.runner.answers, first.file.table)
    assert 'practices = "earlier"' in text
    assert replay(parse_round(text)).met
    today = replay(parse_round(EARLIER_ROUND.replace('practices = "earlier"', ""))).refused
    assert today is not None
    assert today.refusal.code == "face-down"


def test_what_is_turned_must_be_in_the_file() -> None:
    pit = at_poker()
    pit.lay("As 2s")
    pit.does(Bet(), Fold())
    pit.lay("Ah")
    pit.does(Bet())
    pit.lay("7s")
    pit.turn("As Ah 7s")
    record = pit.table.runner.records[-1]
    text = write_round(pit.game, record.answers, record.table)
    assert "As [unknown] Ah 7s" in text
    with pytest.raises(Malformed, match="the card of box 1, hand 1 is turned here, and cards has it as"):
        replay(parse_round(text.replace("As [unknown] Ah 7s", "?? [unknown] Ah 7s")))


def test_who_declines_a_claim_and_shows_later_does_so_in_the_file() -> None:
    pit = dealt(of_21_plus_3(side=True), "8s 2s", "7h", "6s 4s")
    pit.by(BOB, Decline())
    pit.by(ANN, Decline())
    pit.does(Show())
    pit.turn("8s 6s")
    pit.does(Stand(), Stand())
    pit.deal("Td")
    pit.turn("2s 4s")
    assert pit.settled(PLUS_THREE) == {BOB: Outcome.LOSE, ANN: Outcome.LOSE}
    pit.ends()


def test_a_hand_that_has_stood_and_is_void_is_not_turned() -> None:
    pit = dealt(of_21_plus_3(), "As 2s", "7h", "Js 4s")
    pit.does(Stand())
    pit.say(SUE, Ruled(SUE, Decision.VOID_HAND, ONE, "she held them under the table"))
    pit.does(Stand())
    pit.deal("Td")
    pit.turn("2s 4s")
    pit.ends()
    assert [card.text for card in pit.hidden] == ["As", "Js"]
    pit.nothing_leaks()


def test_what_is_said_between_two_turns_is_said_there_in_the_file() -> None:
    pit = packets("2s Ks 7s 6s 5s", "Qs Js Ts 8s 9s")
    pit.does(Show())
    pit.turn("2s Ks 7s 6s 5s")
    pit.does(Show())
    pit.turn("Qs Js")
    pit.say(SUE, Misdealt(SUE, Box(2), "six cards"))
    pit.does(HouseWay())
    dealer_turns(pit)
    record = pit.table.runner.records[-1]
    assert "[meanwhile 7 supervisor:sue misdeal 2 six cards]" in write_round(pit.game, record.answers, record.table)
    assert [card.text for card in pit.hidden] == ["Ts", "8s", "9s"]
    pit.ends()
