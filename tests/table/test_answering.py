"""Answerers: who is asked first, what a policy may choose from, and what happens when nobody answers."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.suite import game
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import CardDealt
from pitboss.core.incidents import DealerKeyed, Instructed, Verified
from pitboss.core.kinds import Face, Occasion
from pitboss.core.meter import Display, Micro, Shown
from pitboss.core.options import Intent, Option
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    KeyAward,
    MeterShows,
    NextCard,
    Offer,
    Reader,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Turn,
    Window,
)
from pitboss.core.shuffling import Cut
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import Hit, Show, Stand, Surrender
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Author, Box, HandId, Player, Role, clauses
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.tables.answering import (
    Answers,
    Unanswered,
    at,
    by_policy,
    claiming,
    closing_empty,
    cutting,
    drive,
    first,
    from_meter,
    from_shoe,
    knowing,
    one_by_one,
    passing,
    shuffling,
    to,
    verifying,
    wheel,
)

ANN, HAND, CITED = Player("ann"), HandId(Box(1), 1), clauses("CO-2102.1")
SHOW, STAND = Option(Show, CITED, (Show(),)), Option(Stand, CITED, (Stand(),))
SPIN = Spin(HAND, (1, 2, 3))
SUPERVISOR = Author(Role.SUPERVISOR, "sue")
DEALER_ON_DUTY = Author(Role.DEALER, "dan")


def opened() -> Runner[BlackjackRules]:
    rules: BlackjackRules = game("blackjack-co", {}).rules
    return open_round(rules, [(ANN, Box(1), MAIN, Cents(1000))])


def standing(_: object, _hand: HandId, _options: tuple[Option, ...]) -> Intent:
    return Stand()


def dealing(text: str = "Th 9c 8d Kh") -> Answers[object]:
    return from_shoe(Stack(cards(text)))


def test_the_first_who_answers_is_heard_and_nobody_after() -> None:
    asked: list[str] = []

    def named(name: str, answer: Answer | None) -> Answers[object]:
        def say(_: object, _request: Request) -> Answer | None:
            asked.append(name)
            return answer

        return say

    chosen = first(named("silent", None), named("no", False), named("yes", True))
    assert chosen(None, Reader(HAND, frozenset())) is False
    assert asked == ["silent", "no"]
    nobody: Answers[object] = first()
    assert nobody(None, SPIN) is None
    assert first(named("silent", None), first(named("inner", 3)))(None, SPIN) == 3


def test_a_round_is_driven_to_its_end() -> None:
    runner = opened()
    assert drive(runner, first(dealing(), by_policy(standing), passing)) is runner
    assert runner.pending is None
    dealt = [fact for fact in runner.round.facts if isinstance(fact, CardDealt)]
    assert len(dealt) == 4
    assert runner.round.layout.net(ANN) == Cents(-1000)


def test_a_policy_is_asked_only_what_the_rules_allow() -> None:
    runner, seen = opened(), list[tuple[HandId, set[type[Intent]]]]()

    def choose(t: Round[BlackjackRules], hand: HandId, options: tuple[Option, ...]) -> Intent:
        assert t is runner.round
        request = runner.pending
        assert isinstance(request, Decide)
        assert options is request.options
        for option in options:
            assert all(t.refuses(request, Act(ANN, hand, intent)) is None for intent in option.intents)
        seen.append((hand, {option.verb for option in options}))
        return Hit() if len(t.hand(hand).cards) == 2 else Stand()

    drive(runner, first(dealing("2h 9c 3d Kh 4s"), by_policy(choose), passing))
    assert [hand for hand, _ in seen] == [HAND, HAND]
    assert seen[1][1] == {Hit, Stand}
    assert by_policy(choose)(runner.round, Offer(ANN, HAND, (STAND,))) is None


def test_a_choice_that_the_rules_refuse_stops_the_round() -> None:
    def surrender(_: object, _hand: HandId, _options: tuple[Option, ...]) -> Intent:
        return Surrender()

    with pytest.raises(AssertionError, match=r"Surrender.* was refused"):
        drive(opened(), first(dealing("2h 9c 3d Kh"), by_policy(surrender), passing))


def test_a_request_that_nobody_answers_stops_the_round_by_its_name() -> None:
    runner = opened()
    with pytest.raises(Unanswered, match="Nobody answers Decide") as stopped:
        drive(runner, first(dealing(), passing))
    assert stopped.value.request is runner.pending
    with pytest.raises(Unanswered, match="Nobody answers NextCard"):
        drive(opened(), first(by_policy(standing), passing))


def test_hidden_cards_are_shown_where_nothing_else_is_offered() -> None:
    assert claiming(None, Offer(ANN, HAND, (SHOW,))) == Act(ANN, HAND, Show())
    assert claiming(None, Offer(ANN, HAND, (SHOW, STAND))) is None
    assert claiming(None, Offer(ANN, HAND, (STAND,))) is None
    assert claiming(None, Decide(ANN, HAND, (SHOW,))) is None
    assert claiming(None, Window(Occasion.INSURANCE, (Show,))) is None


def test_passing_declines_offers_and_closes_windows_and_decides_nothing() -> None:
    assert passing(None, Offer(ANN, HAND, (STAND,))) == Decline()
    assert passing(None, Window(Occasion.INSURANCE, (Stand,))) == Close()
    assert passing(None, Decide(ANN, HAND, (STAND,))) is None
    assert passing(None, SPIN) is None
    assert passing(None, Shuffle(52, (), fresh=True)) is None


def test_who_knows_some_verbs_is_not_asked_about_others() -> None:
    knows = knowing({Stand}, first(by_policy(standing), passing))
    assert knows(None, Decide(ANN, HAND, (STAND,))) == Act(ANN, HAND, Stand())
    assert knows(None, Offer(ANN, HAND, (STAND,))) == Decline()
    assert knows(None, Offer(ANN, HAND, (STAND, SHOW))) is None
    assert knows(None, Window(Occasion.INSURANCE, (Stand,))) is None


def test_only_a_window_without_verbs_is_closed_as_empty() -> None:
    assert closing_empty(None, Window(Occasion.DEALER_DONE, ())) == Close()
    assert closing_empty(None, Window(Occasion.INSURANCE, (Stand,))) is None
    assert closing_empty(None, Offer(ANN, HAND, ())) is None


def test_in_a_window_people_act_until_there_is_no_more_to_do() -> None:
    acts = iter([Act(ANN, HAND, PlaceWager(MAIN, Cents(1000)))])
    betting: Answers[Any] = at(Occasion.BETTING, lambda _played, _window: next(acts, None))
    window = Window(Occasion.BETTING, (PlaceWager,))
    assert betting(None, Window(Occasion.INSURANCE, (Stand,))) is None
    assert betting(None, window) == Act(ANN, HAND, PlaceWager(MAIN, Cents(1000)))
    assert betting(None, window) == Close()


def test_answers_that_are_known_beforehand_come_first_whatever_is_asked() -> None:
    said = first(one_by_one([Close(), 2]), wheel(lambda n: n - 1))
    assert [said(None, SPIN) for _ in range(4)] == [Close(), 2, 3, 3]


def test_the_shoe_answers_for_cards_and_reader_alone() -> None:
    shoe = dealing("As Kh")
    assert shoe(None, NextCard(DEALER, Face.DOWN)) is not None
    assert shoe(None, Reader(DEALER, frozenset({cards("Ad")[0].rank}))) is True
    assert shoe(None, Turn(DEALER)) == cards("As")[0]
    assert shoe(None, Shuffle(52, (), fresh=False)) is None
    assert shoe(None, SPIN) is None


def test_a_shuffle_loads_what_it_was_given() -> None:
    stack = Stack(())
    again = shuffling(stack, lambda request: cards("As Kh")[: request.cards])
    assert again(None, SPIN) is None
    assert again(None, Shuffle(1, (), fresh=False)) == Shuffled()
    assert list(stack.cards) == list(cards("As"))


def test_a_wheel_stops_as_chance_has_it() -> None:
    assert [wheel(lambda _, at=at: at)(None, SPIN) for at in range(6)] == [1, 2, 2, 3, 3, 3]  # type: ignore[misc]
    assert to(Spin, lambda spin: len(spin.weights))(None, SPIN) == 3
    assert to(Spin, lambda _: 1)(None, Turn(DEALER)) is None


def test_a_hand_that_wins_from_the_meter_is_verified_before_it_is_paid() -> None:
    display = Display(Shown(Micro(10**9), Micro(0)), Cents(50))
    answers = first(verifying(SUPERVISOR, DEALER_ON_DUTY), from_meter(display))
    waits, keyed = (KeyAward(HAND, 100, verified, CITED) for verified in (False, True))
    assert answers(None, waits) == Verified(SUPERVISOR, HAND)
    told, pressed = (KeyAward(HAND, 100, True, CITED, instructed, False) for instructed in (False, True))
    assert answers(None, told) == Instructed(SUPERVISOR, HAND)
    assert answers(None, pressed) == DealerKeyed(DEALER_ON_DUTY, HAND, 100)
    assert answers(None, keyed) == MeterShows(10**9, 0)
    assert display.shown == Shown(Micro(50 * 10**6), Micro(0))
    assert answers(None, SPIN) is None


def test_the_dealer_cuts_in_the_middle() -> None:
    options = (Option(Cut, CITED, (Cut(10), Cut(20), Cut(30))),)
    assert cutting(None, Decide(HOUSE_DEALER, DEALER, options)) == Act(HOUSE_DEALER, DEALER, Cut(20))
    assert cutting(None, Decide(ANN, HAND, options)) is None


def test_the_betting_window_is_closed_once_the_bets_lie() -> None:
    runner: Runner[BlackjackRules] = Runner(game("blackjack-co", {}).rules)
    bets: list[Answer] = [Act(ANN, HAND, PlaceWager(MAIN, Cents(1000))), Close()]
    drive(runner, first(one_by_one(bets), dealing(), by_policy(standing), passing))
    assert runner.answers[:2] == bets
    assert runner.pending is None
