"""Ante Up 21 beyond single rounds: when its wagers are asked for and settled, and what an ante alone may do."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.analysis.contest.joint import Joint
from pitboss.analysis.drawing.solver import solve
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import (
    CardDealt,
    CardTurned,
    HandClosed,
    InsuranceClosed,
    PokerFolded,
    PokerHandTold,
    WagerPlaced,
    WagerSettled,
)
from pitboss.core.incidents import Missed
from pitboss.core.kinds import Closing
from pitboss.core.requests import Act, Close, Decide, Offer, Window
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.desk.houses import priceable
from pitboss.games.blackjack.intents import Bet, Fold, Hit, Split, Stand
from pitboss.ids import DEALER, Box, HandId, Player, Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.law.sign import sign
from pitboss.money import Cents
from pitboss.poker.two_cards import TwoCards, best_two
from pitboss.shoe.stack import Stack
from pitboss.simulation.parts.contest import contest_rows

PLAYED, ANTE = Wager("21"), Wager("ante")
Bets = list[tuple[Player, Box, Wager, Cents]]


def on(*boxes: int, wagers: tuple[Wager, ...] = (PLAYED, ANTE)) -> Bets:
    return [(Player(f"box{box}"), Box(box), wager, Cents(1000)) for box in boxes for wager in wagers]


def played(
    bets: Bets, dealt: str, *decisions: Any, readings: dict[str, object] | None = None, **house: object
) -> Runner[Any]:
    """A round; the decisions are taken in the order in which they are asked, and every window is closed."""
    runner = open_round(any_game("ante-up-21", house, readings).rules, bets)
    shoe, waiting = Stack(cards(dealt)), list(decisions)
    while runner.pending is not None:
        match runner.pending:
            case Decide(player, hand):
                answer: Any = Act(player, hand, waiting.pop(0))
            case Offer() | Window():
                answer = Close()
            case request:
                answer = shoe.answer(request)
        refusal = runner.answer(answer)
        assert refusal is None, refusal
    assert not waiting
    return runner


def settled(runner: Runner[Any]) -> list[str]:
    return [f"{fact.wager} {fact.hand.box}" for fact in runner.round.facts if isinstance(fact, WagerSettled)]


def net(runner: Runner[Any], box: int = 1) -> int:
    return runner.round.layout.net(Player(f"box{box}"))


@pytest.mark.clause("CO-2106(13)(b).1", "CO-2106(4).1", "CO-2106(11)(a)")
def test_wagers_are_settled_box_by_box_from_the_right_21_then_ante_then_bet() -> None:
    runner = played(on(1, 2, 3), "Kc 9c 8c Qh 9d 9s 8d 7c", Bet(), Bet(), Fold(), Stand(), Stand(), Stand())
    assert settled(runner) == ["ante 3", "21 3", "21 2", "ante 2", "bet 2", "21 1", "ante 1", "bet 1"]


@pytest.mark.clause("CO-2106(9).1", "CO-2106(9)(c)", "CO-2106(9)(d)", "CO-2106(8).1")
def test_the_bonus_is_settled_first_then_all_are_asked_then_insurance_then_the_look() -> None:
    bets = [*on(1, 2), (Player("box1"), Box(1), Wager("poker-bonus"), Cents(100))]
    facts = played(bets, "Kc 9c Ah Kd 8s 7c", Bet(), Fold(), Stand(), Stand()).round.facts
    told = [type(fact).__name__ for fact in facts]
    bonus = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled))
    bet = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerPlaced) and fact.wager == "bet")
    asked = [bonus, bet, told.index("PokerFolded"), told.index("InsuranceClosed"), told.index("HoleCardRead")]
    assert asked == sorted(asked)
    assert isinstance(facts[told.index("InsuranceClosed")], InsuranceClosed)


@pytest.mark.clause("CO-2106(12).1", "CO-2106(11)(e)(ii)")
def test_the_dealer_plays_out_for_a_poker_hand_though_every_21_wager_is_lost() -> None:
    """16 and a king is a bust; the dealer has 12 and draws for ante and bet, and not for a folded one."""
    bet = played(on(1), "Tc 7h 6d 5c Kc 9h", Bet(), Hit())
    folded = played(on(1), "Tc 7h 6d 5c Kc", Fold(), Hit())
    assert len(bet.round.layout.dealer.cards) == 3
    assert len(folded.round.layout.dealer.cards) == 2
    taken = [fact for fact in bet.round.facts if isinstance(fact, WagerSettled | CardTurned)]
    assert isinstance(taken[0], WagerSettled), "a bust is collected before the dealer's card is turned"
    assert taken[0].wager == PLAYED


@pytest.mark.clause("CO-2106(9)(b)", "CO-2106(2).1")
def test_an_ante_alone_that_is_folded_is_out_of_the_round() -> None:
    runner = played(on(1, wagers=(ANTE,)), "Tc 7h 6d 5c", Fold(), require_both=False)
    closed = [fact for fact in runner.round.facts if isinstance(fact, HandClosed | PokerFolded)]
    assert [type(fact) for fact in closed] == [PokerFolded, HandClosed]
    assert runner.round.hand(HandId(Box(1), 1)).closed is Closing.FOLDED
    assert net(runner) == -1000


@pytest.mark.clause("CO-2106(11).1")
def test_an_ante_alone_draws_or_not_as_the_text_is_read() -> None:
    """T-6 draws a king; under the other reading nothing is asked after the bet."""
    alone, dealt = on(1, wagers=(ANTE,)), "Tc 9h 6d 8c Kc"
    drawn = played(alone, dealt, Bet(), Hit(), require_both=False)
    stood = played(alone, dealt, Bet(), require_both=False, readings={"AU07": "stands"})
    assert [len(each.round.hand(HandId(Box(1), 1)).cards) for each in (drawn, stood)] == [3, 2]


@pytest.mark.clause("CO-2106(13)(c)", "CO-2106(13)(d)", "CO-2106(1)(a)")
def test_who_qualifies_is_read() -> None:
    """The dealer has T-8: neither a queen nor a pair, but a card that counts 10. The player's 9-9 beats it."""
    dealt = "9c Th 9d 8c"
    assert net(played(on(1), dealt, Bet(), Stand())) == 1000  # 18 pushes, ante paid, bet back
    assert net(played(on(1), dealt, Bet(), Stand(), readings={"AU02": "ten_valued"})) == 2000


@pytest.mark.clause("CO-2106(11)(e)(i)", "CO-2106(13)(a)")
def test_which_cards_make_the_poker_hand_is_read() -> None:
    """7-5 draws a seven and then a six, 25: sevens beat the dealer's K-7; the first two cards do not."""
    dealt = "7c Kh 5d 7s 7d 6c"
    assert net(played(on(1), dealt, Bet(), Hit(), Hit())) == 1000
    assert net(played(on(1), dealt, Bet(), Hit(), Hit(), readings={"AU04": "first_two"})) == -3000


@pytest.mark.clause("CO-2106(11)(c)", "CO-2106(13)(b)(i)")
def test_what_a_natural_pays_is_read() -> None:
    dealt = "Ac 9h Kd 8c"
    assert net(played(on(1), dealt, Fold())) == 500
    assert net(played(on(1), dealt, Fold(), readings={"AU03": "even"})) == 0


@pytest.mark.clause("CO-2106(1)(a)", "CO-2106(1)(b)")
def test_two_card_poker() -> None:
    assert best_two(cards("2c 2d")) > best_two(cards("Ac Kc")) > best_two(cards("Ac Qd")) > best_two(cards("Kc Qc"))
    assert best_two(cards("3c 3d")) > best_two(cards("2c 2d Ah Ks"))
    assert best_two(cards("4c 9d Kh 4s")) == TwoCards(True, 4, 4)
    assert best_two(cards("5c 5d 9h 9s 2c")) == TwoCards(True, 9, 9)
    assert best_two(cards("Qc Jc Tc")) == best_two(cards("Qd Jh"))


@pytest.mark.clause("CO-2106(2).1")
@pytest.mark.parametrize(
    ("wagers", "house", "code"),
    [
        ({"21": 1000, "ante": 1050}, {}, "above-21"),
        ({"ante": 1000, "21": 500}, {}, "above-21"),
        ({"ante": 1000, "21": 500}, {"ante_at_most_21": False}, None),
        ({"21": 1000}, {}, "ante-missing"),
        ({"ante": 1000}, {}, "21-missing"),
        ({"ante": 1000}, {"require_both": False}, None),
        ({"21": 1000}, {"require_both": False}, None),
        ({"poker-bonus": 100}, {"require_both": False}, "needs-ante"),
        ({"21": 1000, "bet": 1000}, {}, "too-early"),
        ({"main": 1000}, {}, "not-in-rulebook"),
    ],
)
def test_which_wagers_a_box_may_have(wagers: dict[str, int], house: dict[str, object], code: str | None) -> None:
    runner: Runner[Any] = Runner(any_game("ante-up-21", house).rules)
    answers: list[Any] = [
        Act(Player("ann"), HandId(Box(1), 1), PlaceWager(Wager(wager), Cents(amount)))
        for wager, amount in wagers.items()
    ]
    refusals = [refusal for answer in [*answers, Close()] if (refusal := runner.answer(answer)) is not None]
    assert (refusals[0].code if refusals else None) == code


@pytest.mark.clause("CO-2106(1).3")
def test_the_bonus_needs_six_decks() -> None:
    """A house with two decks that says nothing else has no bonus."""
    found = check(load("ante-up-21"), {"decks": 2, "poker_bonus": True}, {})
    assert isinstance(found, list)
    assert [each.where for each in found] == ["house.poker_bonus"]
    for decks, offered in ((2, False), (6, True)):
        house = check(load("ante-up-21"), {"decks": decks}, {})
        assert isinstance(house, House)
        assert house.offers("poker-bonus") == offered


@pytest.mark.clause("CO-2106(7).1", "CO-2106(7).2")
def test_cards_are_dealt_from_the_left_and_the_dealer_last() -> None:
    runner = played(on(1, 2), "Kc 9c Qh Kd 9s 7c", Bet(), Bet(), Stand(), Stand())
    dealt = [fact.hand for fact in runner.round.facts if isinstance(fact, CardDealt)]
    assert dealt == [HandId(Box(1), 1), HandId(Box(2), 1), DEALER] * 2


def cited(runner: Runner[Any]) -> dict[str, set[str]]:
    """The clauses of the text by which each wager of the first box was settled; without those of the standard game."""
    facts = [fact for fact in runner.round.facts if isinstance(fact, WagerSettled)]
    return {
        fact.wager: {each.removeprefix("CO-2106") for each in fact.clauses if each.startswith("CO-2106")}
        for fact in facts
    }


@pytest.mark.clause("CO-2106(10).1", "CO-2106(10)(a)", "CO-2106(13)(e)")
def test_a_dealers_natural_decides_by_its_own_clause() -> None:
    lost = cited(played(on(1), "Kc Ah Kd Kh", Bet()))
    assert lost["21"] == {"(10).1", "(10)(a)"}
    assert "(10)(a)" in lost["ante"] & lost["bet"]
    tied = cited(played(on(1), "Ac Ah Kd Kh", Bet()))
    assert tied["21"] == {"(10).1", "(10)(a)", "(13)(e)"}


@pytest.mark.clause("CO-2106(13)(e)")
def test_a_tie_is_a_push_by_the_texts_own_clause() -> None:
    assert cited(played(on(1), "Qc Qh 7d 7c", Bet(), Stand()))["21"] == {"(13)(e)"}


@pytest.mark.clause("CO-2106(11)(e).1", "CO-2106(11)(e)(i)", "CO-2106(11)(e)(ii)", "CO-2106(13)(a)")
def test_a_bust_hand_is_still_in_at_poker_and_says_by_what() -> None:
    in_play = {"(11)(e)(i)", "(11)(e)(ii)", "(13)(a)"}
    bust = cited(played(on(1), "Th Kh 6c 7c Ts", Bet(), Hit()))
    assert bust["21"] == {"(11)(e).1"}
    assert bust["ante"] >= in_play
    assert bust["bet"] >= in_play
    stood = cited(played(on(1), "Th Kh 6c 7c", Bet(), Stand()))
    assert not stood["ante"] & in_play
    dealer_bust = cited(played(on(1), "Th Kh 8c 6c Kd", Bet(), Stand()))
    assert dealer_bust["ante"] & in_play == {"(13)(a)"}


@pytest.mark.clause("CO-2106(8)(b)", "CO-2106(4).2")
def test_what_the_up_card_plays_for_in_the_bonus() -> None:
    bets = [*on(1), (Player("box1"), Box(1), Wager("poker-bonus"), Cents(100))]
    for dealt, by_up_card in (("9c 9h 9d 8c", True), ("9c 8h 9d 8c", False), ("Ac Ah Kd 8c", True)):
        decisions = [Bet()] if dealt.startswith("A") else [Bet(), Stand()]
        rest = " 3c" if dealt.endswith("9d 8c") and dealt[3] == "8" else ""
        assert ("(8)(b)" in cited(played(bets, dealt + rest, *decisions))["poker-bonus"]) is by_up_card


@pytest.mark.clause("CO-2106(13).1", "CO-2106(13).2", "CO-2106(13)(c)")
@pytest.mark.parametrize(
    ("dealt", "says", "plays"),
    [
        ("Tc 9h 8d 9d", "a pair of nines", True),
        ("Tc Qh 8d 7d", "queen-seven high", True),
        ("Tc Jh 8d 7d", "jack-seven high", False),
        ("Tc Ah 8d 8s", "ace-eight high", True),
    ],
)
def test_the_dealer_says_his_poker_hand_before_he_compares(dealt: str, says: str, *, plays: bool) -> None:
    facts = played(on(1), dealt, Bet(), Stand()).round.facts
    dealers, own = (fact for fact in facts if isinstance(fact, PokerHandTold))
    assert (dealers.hand, dealers.makes, dealers.plays) == (DEALER, says, plays)
    assert (own.hand, own.makes) == (HandId(Box(1), 1), "ten-eight high")
    first = next(at for at, fact in enumerate(facts) if isinstance(fact, WagerSettled))
    assert facts.index(dealers) < first


@pytest.mark.clause("CO-2106(9)(a)", "CO-2106(9)(b)")
def test_after_a_split_the_box_has_bet_already() -> None:
    runner = open_round(any_game("ante-up-21", {}).rules, on(1))
    shoe, waiting = Stack(cards("8c 7h 8d 9c 3c")), [Bet(), Split()]
    while waiting:
        match runner.pending:
            case Decide(player, hand):
                assert runner.answer(Act(player, hand, waiting.pop(0))) is None
            case request:
                assert request is not None
                assert runner.answer(shoe.answer(request)) is None
    refusal = runner.answer(Act(Player("box1"), HandId(Box(1), 2), Fold()))
    assert refusal is not None
    assert refusal.code == "already-placed"


@pytest.mark.clause("CO-2106(11)(c)", "CO-2106(13)(b)(i)")
def test_a_sign_says_what_a_natural_is_paid_as_it_is_read() -> None:
    for reading, odds in (("three_to_two", "3 to 2"), ("even", "1 to 1")):
        house = check(load("ante-up-21"), {}, {"AU03": reading})
        assert isinstance(house, House)
        said = [line.says for line in sign(house) if "Natural" in line.says]
        assert said == [f"21 wager. Natural blackjack: {odds}"]


@pytest.mark.clause("CO-2106(7)(a)")
def test_a_card_that_was_passed_over_is_to_be_called_a_misdeal() -> None:
    runner = open_round(any_game("ante-up-21", {}).rules, on(1, 2))
    refusal = runner.answer(Missed())
    assert refusal is not None
    assert "misdeal" in refusal.says
    assert "CO-2106(7)(a)" in refusal.clauses


@pytest.mark.clause("CO-2106(13)(b)(i)")
@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_each_wager_is_paid_by_its_own_row_in_all_three_engines(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were one of them paid 2 to 1: a pair of tens against king high at the table, in the kernel and in the price."""
    rows = tuple(row.model_copy(update={"odds": "2:1"}) for row in load("ante-up-21").payouts[wager])
    monkeypatch.setitem(load("ante-up-21").payouts, wager, rows)
    assert net(played(on(1), "Th Kh 6c 7c Ts", Bet(), Hit())) == -1000 + 3000
    playing = priceable(any_game("ante-up-21", {}))
    contest = playing.rules.contest
    assert contest is not None
    assert contest_rows(contest, Cents(1000))[0].net == 3000
    assert Joint(solve(playing), contest).units.max() == 3
