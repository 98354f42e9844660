"""Pai Jack: the printed examples, every arrangement, the outcomes, what is on record, and what nobody else may know."""

from __future__ import annotations

import pickle
import random
import re
from itertools import combinations, permutations, product
from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.cards import STANDARD_DECK, Card, cards, spelled
from pitboss.core.driver import Runner
from pitboss.core.facts import (
    CardsCollected,
    Fact,
    HandArranged,
    HandClosed,
    HandFouled,
    HandRevealed,
    RoundCorrected,
    WagerSettled,
)
from pitboss.core.hands import score
from pitboss.core.incidents import Dropped, Misdealt
from pitboss.core.kinds import Closing, Outcome
from pitboss.core.options import Intent, Refusal
from pitboss.core.requests import Act, Decide
from pitboss.core.view import Viewer, seen_by
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.colorado.pai_jack_rules import DeclareBust, HouseWay, PaiJackRules, SetHand
from pitboss.games.colorado.pai_jack_settlement import Comparison, outcomes
from pitboss.ids import MAIN, Author, Box, HandId, Player, Role, Wager
from pitboss.money import Cents
from pitboss.notation.transcript import transcript
from pitboss.rules.setting import Arranging, Setting, Totals
from pitboss.shoe.stack import Stack
from pitboss.wagers.pai_jack_bonus import everything, is_pai_jack

BEST, FREE, HIGH_FIRST = Arranging((), ()), Arranging((), (), free_aces=True), Arranging((), (), high_first=True)
ANN, BOB = Player("ann"), Player("bob")
BOXES = ((1, ANN), (2, BOB))
ONE, TWO = HandId(Box(1), 1), HandId(Box(2), 1)
ANNS, BOBS, DEALERS = "Th 8d 3s Ts 6d", "9d 6h Kd 7d 3d", "Jc Tc 5c 5d 2c"
FOUL = SetHand(Setting(cards("Th Ts"), cards("8d 3s 6d")))
BOB_SETS = SetHand(Setting(cards("9d 6h"), cards("Kd 7d 3d")))


def rules(settings: dict[str, object] | None = None, readings: dict[str, object] | None = None) -> PaiJackRules:
    found = any_game("pai-jack", settings or {}, readings).rules
    assert isinstance(found, PaiJackRules)
    return found


def played(dealt: str, *decisions: Intent, under: PaiJackRules | None = None, until_asked: int = 99) -> Runner[Any]:
    """A round of ann and bob, each with both wagers, as far as so many decisions."""
    wagers = [(MAIN, Cents(1000)), (Wager("pai-jack-bonus"), Cents(200))]
    bets = [(player, Box(box), *wager) for box, player in ((1, ANN), (2, BOB)) for wager in wagers]
    runner: Runner[Any] = open_round(under or rules(), bets)
    shoe, waiting = Stack(cards(dealt)), list(decisions)
    while (request := runner.pending) is not None and until_asked:
        if isinstance(request, Decide):
            until_asked -= 1
            if not waiting:
                break
            refusal = runner.answer(Act(request.player, request.hand, waiting.pop(0)))
        else:
            refusal = runner.answer(shoe.answer(request))
        assert refusal is None, refusal
    return runner


def of_kind(runner: Runner[Any], *kinds: type[Fact]) -> list[Any]:
    return [fact for fact in runner.round.facts if isinstance(fact, kinds)]


# How packets are set.


@pytest.mark.clause("CO-2112(9)(b)")
@pytest.mark.parametrize("arranging", [BEST, HIGH_FIRST])
@pytest.mark.parametrize(
    ("text", "totals"),
    [("Tc 8c 3c Td 6c", (21, 16)), ("Tc 7c 5c 4c 2c", (21, 7)), ("Tc 9c 5c 4c Ac", (20, 19))],
)
def test_the_printed_examples_of_the_house_way(text: str, totals: tuple[int, int], arranging: Arranging) -> None:
    for setting in (arranging.house_way(cards(text)), arranging.of_dealer(cards(text))):
        assert setting is not None
        assert arranging.totals(setting) == totals


def best(group: tuple[Card, ...], most: int = 21) -> int:
    """The plain twin of a count: every ace as 1 and as 11, the highest that does not pass; else the lowest."""
    ways = [sum(way) for way in product(*((1, 11) if card.points == 11 else (card.points,) for card in group))]
    return max((way for way in ways if way <= most), default=min(ways))


@pytest.mark.clause("CO-2112(6).1", "CO-2112(6)(a)", "CO-2112(7).1", "CO-2112(9)", "CO-2112(10).1")
def test_every_packet_is_set_as_the_best_of_all_its_orders() -> None:
    """The plain twin tries all 120 orders of five cards, under each reading."""
    generator = random.Random(5)
    for _ in range(300):
        packet = generator.sample(STANDARD_DECK, 5)
        if is_pai_jack(packet):
            continue
        orders = [(order[:2], order[2:]) for order in permutations(packet)]
        strict = {(best(high), best(low)) for low, high in orders}
        lawful = {(high, low) for high, low in strict if low <= high <= 21}
        assert {BEST.totals(each) for each in BEST.lawful(packet)} == lawful
        assert totals(BEST, BEST.house_way(packet)) == max(lawful, default=None)
        free = {(best(high), best(low, min(21, best(high)))) for low, high in orders}
        freely = {(high, low) for high, low in free if low <= high <= 21}
        assert totals(FREE, FREE.of_dealer(packet)) == max(freely, default=None)
        highest = max(((high, low) for high, low in strict if high <= 21), default=(0, 1))
        assert totals(HIGH_FIRST, HIGH_FIRST.of_dealer(packet)) == (highest if highest[1] <= highest[0] else None)
        assert totals(HIGH_FIRST, HIGH_FIRST.house_way(packet)) == max(lawful, default=None)


def totals(arranging: Arranging, setting: Setting | None) -> Totals | None:
    return None if setting is None else arranging.totals(setting)


@pytest.mark.clause("CO-2112(9)(a).1", "CO-2112(11)(i)(iii)")
@pytest.mark.parametrize("arranging", [BEST, FREE, HIGH_FIRST])
def test_a_pai_jack_goes_into_the_high_hand_whatever_the_others_are(arranging: Arranging) -> None:
    """King, 9 and 2 over ace and queen would be 21 over 21."""
    for setting in (arranging.house_way(cards("Ac Kd Qh 9s 2c")), arranging.of_dealer(cards("Ac Kd Qh 9s 2c"))):
        assert setting is not None
        assert (spelled(setting.low), spelled(setting.high)) == ("9s 2c", "Ac Kd Qh")
    three = arranging.house_way(cards("Ac Kd Qh Js 2c"))
    assert three is not None
    assert is_pai_jack(three.high)
    assert score(three.low).total == 12


@pytest.mark.clause("CO-2112(6)(b)")
def test_two_cards_make_21_by_ace_and_ten_only() -> None:
    """So nothing depends on whether such a low hand would beat another 21 (PJ10)."""
    for pair in combinations(STANDARD_DECK, 2):
        if score(pair).total == 21:
            assert sorted(card.points for card in pair) == [10, 11]


def test_the_house_way_is_the_last_one_offered() -> None:
    assert BEST.lawful(cards(ANNS))[-1] == BEST.house_way(cards(ANNS))
    assert BEST.lawful(cards("Kd Qh Js 7c 2c")) == []
    assert BEST.house_way(cards("Kd Qh Js 7c 2c")) is None


# What becomes of the main wager.


@pytest.mark.clause("CO-2112(11)", "CO-2112(11)-result")
@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [
        (1, 1, Outcome.WIN),
        (1, 0, Outcome.WIN),
        (0, 1, Outcome.WIN),
        (-1, -1, Outcome.LOSE),
        (0, -1, Outcome.LOSE),
        (-1, 0, Outcome.LOSE),
        (0, 0, Outcome.PUSH),
        (1, -1, Outcome.PUSH),
        (-1, 1, Outcome.PUSH),
    ],
)
def test_the_nine_outcomes(high: int, low: int, expected: Outcome) -> None:
    assert outcomes(Outcome.WIN).decide(Comparison(high, low)).outcome is expected


@pytest.mark.clause("CO-2112(5).2", "CO-2112(9)(a).2", "CO-2112(10).3", "CO-2112(11)(g)", "CO-2112(11)(h)")
def test_the_table_is_total() -> None:
    """Every hand against every dealer, and what no comparison decides."""
    table = outcomes(Outcome.PUSH)
    hands: list[dict[str, bool]] = [{}, {"bust": True}, {"foul": True}, {"pai_jack": True}]
    dealers: list[dict[str, bool]] = [{}, {"dealer_bust": True}, {"dealer_pai_jack": True}]
    found = {}
    for hand, dealer in product(range(4), range(3)):
        for high, low in product((-1, 0, 1), repeat=2):
            found[hand, dealer] = table.decide(Comparison(high, low, **hands[hand], **dealers[dealer])).outcome
    win, lose, push = Outcome.WIN, Outcome.LOSE, Outcome.PUSH
    assert [found[0, dealer] for dealer in (1, 2)] == [push, lose]
    assert [found[1, dealer] for dealer in range(3)] == [lose, push, lose]
    assert [found[2, dealer] for dealer in range(3)] == [lose, lose, lose]
    assert [found[3, dealer] for dealer in range(3)] == [win, win, push]


@pytest.mark.clause("CO-2112(5).1", "CO-2112(12)-1", "CO-2112(12)-2", "CO-2112(12)-3", "CO-2112(12)-4")
def test_which_rows_a_packet_makes() -> None:
    assert everything(cards("Ac Kd Th 2c 3c")) == {"pai_jack"}
    assert everything(cards("Ac Kd 9h 2c 3c")) == set()
    assert everything(cards("Qc Kd Th 2c 3c")) == set()
    assert everything(cards("Jc Jd Jh Js 3c")) == set()
    assert everything(cards("Jc Jd Jh Js Ac")) == {"pai_jack", "jack", "super"}
    assert everything(cards("Ac Kc Qc Js Jd")) == {"pai_jack", "jack", "royal"}
    assert everything(cards("Ac Kc Qd Js Kd")) == {"pai_jack"}
    assert everything(cards("Ac Ad Kd Qd 2d")) == {"pai_jack", "royal"}
    assert everything(cards("Ac Ad Kc Qd 2d")) == {"pai_jack"}


# A round, and its record.


@pytest.mark.clause("CO-2112(3)", "CO-2112(5).1", "CO-2112(5).3", "CO-2112(8)", "CO-2112(10).2", "CO-2112(11).1")
def test_the_order_of_a_round() -> None:
    """Ann's Pai Jack and its bonus are paid before bob sets; a bonus that loses goes with its main wager."""
    runner = played(f"Ts Ah 2d Kh 8h {BOBS} {DEALERS}", BOB_SETS)
    told = [
        f"{type(fact).__name__} {getattr(fact, 'hand', '')} {getattr(fact, 'wager', getattr(fact, 'how', ''))}".strip()
        for fact in of_kind(runner, HandRevealed, HandClosed, WagerSettled, CardsCollected)
    ]
    assert told == [
        "HandRevealed 1.1",
        "HandClosed 1.1 pai jack",
        "WagerSettled 1.1 main",
        "WagerSettled 1.1 pai-jack-bonus",
        "HandClosed 2.1 set",
        "HandClosed 0.1 set",
        "HandRevealed 2.1",
        "WagerSettled 2.1 main",
        "WagerSettled 2.1 pai-jack-bonus",
        "CardsCollected",
    ]


@pytest.mark.clause("CO-2112(10).2")
def test_wagers_are_settled_from_the_dealers_right() -> None:
    runner = played(f"{ANNS} {BOBS} {DEALERS}", HouseWay(), BOB_SETS)
    assert [str(fact.hand) for fact in of_kind(runner, HandRevealed)] == ["2.1", "1.1"]


@pytest.mark.clause("CO-2112(6)(a)", "CO-2112(11)(i)")
@pytest.mark.parametrize(
    ("policy", "closing", "clause"),
    [("house_way", Closing.SET, "CO-2112(11)(i)(iii)"), ("lose", Closing.FOUL, "CO-2112(11)(i)(ii)")],
)
def test_a_foul_is_on_record_with_what_was_done_about_it(policy: str, closing: Closing, clause: str) -> None:
    runner = played(f"{ANNS} {BOBS} {DEALERS}", FOUL, BOB_SETS, under=rules({"foul_policy": policy}))
    (fouled,) = of_kind(runner, HandFouled)
    assert fouled.groups == tuple(FOUL.setting)
    assert fouled.clauses == ("CO-2112(6)(a)", "CO-2112(11)(i).1", clause)
    closed = next(fact for fact in of_kind(runner, HandClosed) if fact.hand == ONE)
    assert (closed.how, closed.clauses) == (closing, (clause,))
    sentences = "\n".join(transcript(runner.round.facts))
    assert "sets Th Ts | 8d 3s 6d: a foul, and the pit supervisor is told." in sentences


@pytest.mark.clause("CO-2112(11)(i)(i)")
def test_a_foul_may_be_set_anew_once() -> None:
    under = rules({"foul_policy": "reset"})
    waiting = played(f"{ANNS} {BOBS} {DEALERS}", FOUL, under=under)
    assert isinstance(waiting.pending, Decide)
    assert waiting.pending.player == ANN
    runner = played(f"{ANNS} {BOBS} {DEALERS}", FOUL, FOUL, BOB_SETS, under=under)
    first, second = of_kind(runner, HandFouled)
    assert first.clauses[-1] == "CO-2112(11)(i)(i)"
    assert second.clauses[-1] == "CO-2112(11)(i)(iii)"
    assert of_kind(runner, HandArranged)[0].groups == tuple(under.arranging.house_way(cards(ANNS)) or ())


@pytest.mark.clause("CO-2112(11)(j).1", "CO-2112(11)(j).2")
def test_help_is_the_house_way_and_nothing_else() -> None:
    runner = played(f"{ANNS} {BOBS} {DEALERS}", HouseWay(), BOB_SETS)
    closed = next(fact for fact in of_kind(runner, HandClosed) if fact.hand == ONE)
    assert closed.clauses == ("CO-2112(11)(j).1", "CO-2112(11)(j).2")
    assert of_kind(runner, HandArranged)[0].groups == tuple(BEST.house_way(cards(ANNS)) or ())
    nobody = played(f"{ANNS} {BOBS} {DEALERS}", under=rules({"assistance": False}))
    assert isinstance(nobody.pending, Decide)
    assert [option.verb for option in nobody.pending.options] == [SetHand]


# What nobody else may know.


def leaves_open(runner: Runner[Any], viewer: Viewer, hidden: str) -> list[str]:
    """What somebody is told that names one of these cards."""
    sentences = transcript(runner.round.facts, viewer=viewer)
    return [sentence for sentence in sentences if set(hidden.split()) & set(re.findall(r"\w+", sentence))]


@pytest.mark.parametrize("decisions", [(), (HouseWay(),), (FOUL,), (FOUL, FOUL)])
def test_a_packet_is_its_players_own_until_it_is_shown(decisions: tuple[Intent, ...]) -> None:
    """Ann sets, fouls or asks for help; bob and a bystander learn no card of it, and she sees all of hers."""
    runner = played(f"{ANNS} {BOBS} {DEALERS}", *decisions, under=rules({"foul_policy": "reset"}))
    for viewer in (Viewer(BOB), Viewer()):
        assert leaves_open(runner, viewer, ANNS) == []
    assert len(leaves_open(runner, Viewer(ANN), ANNS)) >= 5
    assert leaves_open(runner, Viewer(ANN), BOBS) == []
    assert leaves_open(runner, Viewer(reads_record=True), DEALERS) == [], "nobody has seen these"


def test_a_dead_hand_is_shown_to_nobody() -> None:
    runner = played(f"{ANNS} {BOBS} {DEALERS}")
    assert runner.answer(Misdealt(Author(Role.SUPERVISOR, "sue"), Box(1), "six cards")) is None
    assert runner.answer(Act(BOB, TWO, BOB_SETS)) is None
    for card in cards(DEALERS):
        assert runner.answer(card) is None
    assert runner.pending is None
    assert leaves_open(runner, Viewer(BOB), ANNS) == []


def test_a_correction_tells_nobody_else_which_card_was_misread() -> None:
    runner = played(f"{ANNS} {BOBS} {DEALERS}")
    corrected = RoundCorrected("supervisor:sue", 1, "Th", "Tc", 1, "misread")
    seen = seen_by(corrected, Viewer(BOB), runner.round.layout)
    assert isinstance(seen, RoundCorrected)
    assert (seen.was, seen.becomes) == ("hidden", "hidden")


@pytest.mark.clause("CO-2112(4).1", "CO-2112(4).3")
def test_no_hand_is_dead_before_its_cards_are_dealt() -> None:
    runner: Runner[Any] = Runner(rules())
    assert runner.answer(Act(ANN, ONE, PlaceWager(MAIN, Cents(1000)))) is None
    sue = Author(Role.SUPERVISOR, "sue")
    for report in (
        Misdealt(sue, Box(1), "six cards"),
        Misdealt(sue, None, "six cards"),
        Dropped(sue, Box(1), "it fell"),
    ):
        refusal = runner.answer(report)
        assert refusal is not None
        assert (refusal.code, refusal.says) == ("no-such-incident", "no card is dealt yet")


def test_a_setting_as_text() -> None:
    assert SetHand.read(["Th", "Ts", "|", "8d", "3s", "6d"]) == FOUL
    assert FOUL.written() == "set Th Ts | 8d 3s 6d"
    with pytest.raises(ValueError, match="takes two low cards, a bar and three high cards"):
        SetHand.read(["Th", "Ts", "8d", "3s", "6d"])


BUST = "Kd Qh Js 7c 2c"


@pytest.mark.parametrize("packet", [ANNS, BUST, "As Ts Js 2d 3d"])
@pytest.mark.parametrize("intent", [FOUL, HouseWay(), DeclareBust()])
def test_a_refusal_says_nothing_of_another_players_packet(packet: str, intent: Intent) -> None:
    """Whatever ann holds, bob gets the same answer when he tries to play her hand before its turn is over."""
    runner = played(f"9c 6c Kh 7h 3h {packet} 4c 4d 4h 8s 9s")
    assert isinstance(runner.pending, Decide)
    refusal = runner.round.refuses(runner.pending, Act(ANN, TWO, intent))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-your-hand"


@pytest.mark.parametrize("dealt", ["", "Th 9d 8d 6h"])
@pytest.mark.parametrize("intent", [FOUL, HouseWay(), DeclareBust()])
def test_nobody_decides_on_a_packet_before_it_is_dealt(dealt: str, intent: Intent) -> None:
    """Fewer than five cards cannot be set, which does not make them a bust."""
    runner: Runner[Any] = open_round(rules(), [(player, Box(box), MAIN, Cents(1000)) for box, player in BOXES])
    shoe = Stack(cards(dealt))
    for _ in cards(dealt):
        assert runner.pending is not None
        runner.answer(shoe.answer(runner.pending))
    refusal = runner.round.why_not(Act(ANN, ONE, intent))
    assert refusal.code == "too-early"
    assert "once its five cards are dealt" in refusal.says


def test_the_rules_can_be_sent_anywhere() -> None:
    for settlement in (rules().settlement, rules({}, {"PJ01": "loses"}).settlement):
        again = pickle.loads(pickle.dumps(settlement))
        assert again.pays_at_once == settlement.pays_at_once
