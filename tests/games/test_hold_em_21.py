"""21-Hold 'em beyond single rounds: the shuffle between its parts, who sees which card, what is settled when."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.audit.verify import audit
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import (
    CardDealt,
    CardsCollected,
    CardsShuffled,
    HandRevealed,
    PokerBegun,
    PokerHandTold,
    TipSettled,
    WagerSettled,
)
from pitboss.core.incidents import Incident, Misdealt, Ruled
from pitboss.core.kinds import Decision, Face, Occasion
from pitboss.core.requests import Act, Close, Decide, Offer, Shuffle, Shuffled, Window
from pitboss.core.rules import RoundContext
from pitboss.core.view import Viewer, layout_seen
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import Bet, Fold, Hit, Stand
from pitboss.ids import DEALER, MAIN, Author, Box, HandId, Player, Role, Wager
from pitboss.law.house import check
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from table.driving import answer, watched

POKER = Wager("poker")
SUE = Author(Role.SUPERVISOR, "sue")
Bets = list[tuple[Player, Box, Wager, Cents]]


def on(*boxes: int, wagers: tuple[Wager, ...] = (MAIN, POKER)) -> Bets:
    return [(Player(f"box{box}"), Box(box), wager, Cents(1000)) for box in boxes for wager in wagers]


def played(
    bets: Bets,
    dealt: str,
    then: str,
    *decisions: Any,
    readings: dict[str, object] | None = None,
    shuffles: list[Shuffle] | None = None,
    **house: object,
) -> Runner[Any]:
    """A round: cards of the blackjack part, cards of the poker part, and decisions in the order of the questions."""
    runner = open_round(any_game("21-hold-em", house, readings).rules, bets)
    shoe, waiting = Stack(cards(dealt)), list(decisions)
    while runner.pending is not None:
        request = runner.pending
        match request:
            case Decide(player, hand):
                next_one = waiting.pop(0)
                answer: Any = next_one if isinstance(next_one, Incident) else Act(player, hand, next_one)
            case Offer() | Window():
                answer = Close()
            case Shuffle():
                assert not shoe.cards, "cards of the blackjack part are left over"
                shoe, answer = Stack(cards(then)), Shuffled()
                if shuffles is not None:
                    shuffles.append(request)
            case _:
                answer = shoe.answer(request)
        refusal = runner.answer(answer)
        assert refusal is None, refusal
    assert not waiting
    return runner


@pytest.mark.clause("CO-2104(6).1", "CO-2104(6).2", "CO-2104(4).2", "CO-2104(5).1", "CO-2104(5).2", "CO-2104(14)")
def test_fifty_cards_are_shuffled_and_two_stay() -> None:
    shuffles: list[Shuffle] = []
    runner = played(on(1), "Kc 9h Qd 8d", "Kc Qd 2s", Stand(), Bet(), Bet(), shuffles=shuffles)
    assert shuffles == [Shuffle(50, cards("9h 8d"), fresh=False)]
    (begun,) = [fact for fact in runner.round.facts if isinstance(fact, PokerBegun)]
    assert begun.community == cards("9h 8d")
    assert begun.collected == cards("Kc Qd")
    collected = runner.round.facts[-2]
    assert isinstance(collected, CardsCollected)
    assert sorted(map(str, collected.cards)) == sorted(map(str, cards("9h 8d Kc Qd 2s"))), "community cards too"


@pytest.mark.clause("CO-2104(13)(a).1", "CO-2104(7).1", "CO-2104(13)(b).1")
def test_hands_are_shown_from_the_right_and_all_three_wagers_settled() -> None:
    decisions = [Stand(), Stand(), Bet(), Bet(), Bet(), Bet()]
    runner = played(on(1, 2), "Kc Tc 9h Qd Td 8d", "9c 2c 3c 4s 5h 6d", *decisions)
    after = runner.round.facts[[type(fact) for fact in runner.round.facts].index(PokerBegun) :]
    told = [
        f"{type(fact).__name__} {fact.hand.box}" if isinstance(fact, HandRevealed) else f"{fact.wager} {fact.hand.box}"
        for fact in after
        if isinstance(fact, HandRevealed | WagerSettled)
    ]
    assert told == [
        *("HandRevealed 2", "poker 2", "poker-2 2", "poker-3 2"),
        *("HandRevealed 1", "poker 1", "poker-2 1", "poker-3 1"),
    ]
    dealt = [fact for fact in after if isinstance(fact, CardDealt)]
    assert [fact.hand.box for fact in dealt] == [1, 2] * 3
    assert {fact.face for fact in dealt} == {Face.TO_PLAYER}


@pytest.mark.clause("CO-2104(7).2", "CO-2104(7).3", "CO-2104(5).4")
def test_own_cards_are_seen_by_their_player_alone_and_a_folded_hand_by_nobody_else() -> None:
    bets = [*on(1, 2), *on(3, wagers=(MAIN,))]
    runner = open_round(any_game("21-hold-em", {}).rules, bets)
    shoe = Stack(cards("Kc Tc 8c 9h Qd Td 8s 8d"))
    waiting: list[Any] = [Stand(), Stand(), Stand(), Fold()]
    while waiting:
        match runner.pending:
            case Decide(player, hand):
                runner.answer(Act(player, hand, waiting.pop(0)))
            case Shuffle():
                shoe = Stack(cards("5c 6c"))
                runner.answer(Shuffled())
            case Offer() | Window():
                runner.answer(Close())
            case request:
                assert request is not None
                runner.answer(shoe.answer(request))
    layout = runner.round.layout
    for viewer in (None, Player("box2"), Player("box3")):
        assert layout_seen(layout, Viewer(viewer)).hands[HandId(Box(1), 1)].cards == []
    assert layout_seen(layout, Viewer(Player("box1"))).hands[HandId(Box(1), 1)].cards == list(cards("5c"))
    assert layout.hands[DEALER].cards == list(cards("9h 8d"))
    assert not layout.hands[HandId(Box(3), 1)].cards, "who has no poker wager gets no card"


@pytest.mark.clause("CO-2104(12)")
def test_a_misdealt_poker_hand_gives_back_its_wagers_or_all_of_the_box() -> None:
    """The blackjack wager is lost before it: 18 against 19."""
    misdeal = Misdealt(SUE, Box(1), "two cards")
    lost = played(on(1), "Kc 9h 8s Td", "5c", Stand(), misdeal)
    back = played(on(1), "Kc 9h 8s Td", "5c", Stand(), misdeal, readings={"HE07": "all"})
    assert lost.round.layout.net(Player("box1")) == -1000
    assert back.round.layout.net(Player("box1")) == 0


@pytest.mark.clause("CO-2104(12)")
def test_a_misdeal_is_called_of_a_poker_hand_only() -> None:
    runner = open_round(any_game("21-hold-em", {}).rules, on(1))
    shoe = Stack(cards("Kc 9h 6s Td"))
    while not isinstance(runner.pending, Decide):
        assert runner.pending is not None
        runner.answer(Close() if isinstance(runner.pending, Window) else shoe.answer(runner.pending))
    for box in (Box(1), None):
        refusal = runner.answer(Misdealt(SUE, box, "three cards"))
        assert refusal is not None
        assert "CO-2104(12)" in refusal.clauses


@pytest.mark.clause("CO-2104(13)(a).2")
def test_a_pair_of_community_cards_pays_as_the_text_is_read() -> None:
    decisions = [Stand(), Bet(), Bet()]
    paid = played(on(1), "Kc 8h Qd 8d Kd", "5c 6d 2s", *decisions)
    unpaid = played(on(1), "Kc 8h Qd 8d Kd", "5c 6d 2s", *decisions, readings={"HE05": "own_card"})
    with_own = played(on(1), "Kc 8h Qd 8d Kd", "5c 6d 8s", *decisions, readings={"HE05": "own_card"})
    assert [each.round.layout.net(Player("box1")) for each in (paid, unpaid, with_own)] == [4000, -2000, 10000]


@pytest.mark.clause("CO-2104(2)(b).2", "CO-2104(2)(b).4", "CO-2104(2)(a).2")
@pytest.mark.parametrize(
    ("house", "readings", "wagers", "code"),
    [
        ({"poker_entry": "compulsory", "main_min": 1}, {}, [(1, "main", 300), (1, "poker", 200)], None),
        ({"poker_entry": "compulsory", "main_min": 1}, {}, [(1, "main", 300), (1, "poker", 250)], "over-together"),
        (
            {"poker_entry": "compulsory", "main_min": 1},
            {},
            [(1, "main", 300), (1, "poker", 200), (1, "main", 50)],
            "over-together",
        ),
        ({"poker_entry": "compulsory", "main_min": 1}, {}, [(1, "main", 300)], "poker-missing"),
        ({}, {"HE01": "always"}, [(1, "main", 500), (1, "poker", 100)], "over-together"),
        ({}, {}, [(1, "main", 500), (1, "poker", 5000)], None),
        ({}, {}, [(1, "poker", 500)], "needs-main"),
        ({}, {}, [(1, "main", 500), (2, "main", 500)], "too-many-boxes"),
        (
            {"extra_blackjack_hands": True, "boxes_per_player": 2},
            {},
            [(1, "main", 500), (1, "poker", 100), (2, "main", 500), (2, "poker", 100)],
            "one-box-only",
        ),
        ({}, {}, [(1, "main", 500), (1, "poker-2", 100)], "too-early"),
    ],
)
def test_which_wagers_a_player_may_have(
    house: dict[str, object], readings: dict[str, object], wagers: list[tuple[int, str, int]], code: str | None
) -> None:
    runner: Runner[Any] = Runner(any_game("21-hold-em", house, readings).rules)
    answers: list[Any] = [
        Act(Player("ann"), HandId(Box(box), 1), PlaceWager(Wager(wager), Cents(amount)))
        for box, wager, amount in wagers
    ]
    refusals = [refusal for answer in [*answers, Close()] if (refusal := runner.answer(answer)) is not None]
    assert (refusals[0].code if refusals else None) == code


@pytest.mark.clause("CO-2104(2)(b).2", "CO-2104(2)(b).4", "CO-2104(2)(a).3")
def test_a_house_that_leaves_no_lawful_bet_is_refused() -> None:
    """Five dollars are the most that both wagers may be together, and the usual smallest blackjack wager is that."""
    found = check(load("21-hold-em"), {"poker_entry": "compulsory", "extra_blackjack_hands": True}, {})
    assert isinstance(found, list)
    assert [each.where for each in found] == ["house.main_min", "house.extra_blackjack_hands"]
    assert "no lawful bet is left" in found[0].says
    alone = check(load("21-hold-em"), {"boxes_per_player": 2}, {})
    assert isinstance(alone, list)
    assert [each.where for each in alone] == ["house.boxes_per_player"]


@pytest.mark.clause("CO-2104(1).2", "CO-2104(1).3", "CO-2104(4).1")
@pytest.mark.parametrize("burned", [0, 3])
def test_every_round_has_a_deck_of_its_own_and_a_second_shuffle(burned: int) -> None:
    """Two shuffles a round, each bound to its order; as many cards are burned as the house has it, before the first."""
    person = watched("21-hold-em", {"burn_count": burned}, seed=5)
    person.sit(("ann", 1))
    while person.table.runner.state.rounds < 3 or person.table.runner.state.in_round:
        betting = isinstance(person.table.pending, Window) and person.table.pending.occasion is Occasion.BETTING
        placed = person.table.runner.state.layout.placed_by(Player("ann")) if betting else {}
        poker = Act(Player("ann"), HandId(Box(1), 1), PlaceWager(POKER, Cents(100)))
        person.must(poker if placed and POKER not in placed else answer(person.table))
    told = [type(fact).__name__ for fact in person.facts]
    shuffled = [fact.cards for fact in person.facts if isinstance(fact, CardsShuffled)]
    assert shuffled == [52, 50] * 3
    assert told.count("CardBurned") == burned * 3
    person.close()
    assert person.journal is not None
    assert audit(person.journal.data, person.journal.head).problems == []


@pytest.mark.clause("CO-2104(9)", "CO-2104(11)", "CO-2104.object")
def test_a_round_ends_when_nobody_is_in_at_poker() -> None:
    one = played(on(1), "Kc 9h Qd 8d", "2s", Stand(), Fold())
    two = played(on(1), "Kc 9h Qd 8d", "2s 3h", Stand(), Bet(), Fold())
    none = played(on(1, wagers=(MAIN,)), "Kc 9h 2d 8d Qs", "", Hit())
    assert [each.round.layout.net(Player("box1")) for each in (one, two, none)] == [0, -1000, -1000]
    assert not [fact for fact in none.round.facts if isinstance(fact, PokerBegun)]


def cited(runner: Runner[Any], box: int, wager: str) -> set[str]:
    facts = [fact for fact in runner.round.facts if isinstance(fact, WagerSettled | TipSettled)]
    (found,) = [fact.clauses for fact in facts if (fact.hand.box, fact.wager) == (box, wager)]
    return {each.removeprefix("CO-2104") for each in found if each.startswith("CO-2104")}


@pytest.mark.clause("CO-2104(8).2", "CO-2104(9)", "CO-2104(10).2", "CO-2104(11)", "CO-2104(14)")
def test_a_fold_is_by_its_own_clause_and_the_end_of_all_by_another() -> None:
    one = played(on(1, 2), "Kc Tc 9h Qd Td 8d", "2c 3c 4c 5c", Stand(), Stand(), Fold(), Bet(), Bet())
    assert cited(one, 1, "poker") == {"(8).2"}
    every = played(on(1, 2), "Kc Tc 9h Qd Td 8d", "2c 3c", Stand(), Stand(), Fold(), Fold())
    later = played(on(1), "Kc 9h Qd 8d", "2c 3c", Stand(), Bet(), Fold())
    assert cited(later, 1, "poker-2") == {"(10).2"}
    picked_up = [
        [fact.clauses for fact in each.round.facts if isinstance(fact, CardsCollected)] for each in (one, every, later)
    ]
    assert [len(each) for each in picked_up] == [1, 1, 1]
    assert [each[0][0] for each in picked_up] == ["CO-2104(14)", "CO-2104(9)", "CO-2104(11)"]


@pytest.mark.clause("CO-2104(3).1", "CO-2104(3).3")
def test_a_lost_tip_is_not_paid_at_the_odds_of_anything() -> None:
    for then, clause in (("9c 9d 2s", "(3).3"), ("3c 4d 2s", "(3).1")):
        bets = [*on(1), (Player("box1"), Box(1), Wager("tip-poker"), Cents(100))]
        runner = played(bets, "Kc 9h Qd 8d", then, Stand(), Bet(), Bet(), tip_bets=True)
        assert cited(runner, 1, "tip-poker") & {"(3).1", "(3).3"} == {clause}


@pytest.mark.clause("CO-2104(13)(a).2", "CO-2104(5).4")
@pytest.mark.parametrize(
    ("then", "says"),
    [
        ("9c 2d 3s", "a pair of nines"),
        ("9c 8c 3s", "two pairs, nines and eights"),
        ("9c 9d 3s", "three nines"),
        ("7c Td Js", "a straight"),
        ("9c 9d 8c", "a full house, nines and eights"),
        ("9c 9d 9s", "four nines"),
        ("Ac 2d 3s", "ace high"),
    ],
)
def test_a_hand_that_is_shown_is_named(then: str, says: str) -> None:
    facts = played(on(1), "Kc 9h Qd 8d", then, Stand(), Bet(), Bet()).round.facts
    assert [fact.makes for fact in facts if isinstance(fact, PokerHandTold)] == [says]


@pytest.mark.clause("CO-2104(12)")
def test_a_misdeal_of_the_last_cards_is_seen_where_people_deal() -> None:
    runner = Runner(any_game("21-hold-em", {}).rules, RoundContext(live=True))
    for player, box, wager, amount in on(1, 2):
        assert runner.answer(Act(player, HandId(box, 1), PlaceWager(wager, amount))) is None
    shoe = Stack(cards("Kc Tc 9h Qd Td 8d"))
    while not (isinstance(runner.pending, Window) and runner.pending.occasion is Occasion.POKER_DEALT):
        match runner.pending:
            case Decide(player, hand, options):
                verb = Bet if any(option.verb is Bet for option in options) else Stand
                given: Any = Act(player, hand, verb())
            case Shuffle():
                shoe, given = Stack(cards("9c 2c 3c 4s 5h 6d")), Shuffled()
            case Offer() | Window():
                given = Close()
            case request:
                assert request is not None
                given = shoe.answer(request)
        assert runner.answer(given) is None
    assert runner.answer(Misdealt(SUE, Box(1), "four cards")) is None
    assert runner.answer(Close()) is None
    layout = runner.round.layout
    assert layout.net(Player("box1")) == 1000, "what the blackjack hand won stands"
    assert layout.net(Player("box2")) == 1000 - 3000


@pytest.mark.clause("CO-2104(12)")
def test_a_supervisor_who_calls_a_poker_hand_void_leaves_the_blackjack_hand_as_it_ended() -> None:
    void = Ruled(SUE, Decision.VOID_HAND, HandId(Box(1), 1), "cards were mixed up")
    runner = played(on(1, 2), "Kc Tc 9h Qd Td 8d", "9c 2c", Stand(), Stand(), void, Fold())
    assert runner.round.layout.net(Player("box1")) == 1000
