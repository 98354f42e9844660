"""Which clauses a settlement, a refusal or another fact stands on, where a neighbouring clause would say less or the
opposite; the rounds are golden ones.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from conformance.suite import game
from pitboss.core.facts import (
    CardsCollected,
    CardsCut,
    CardsShuffled,
    CutDeclined,
    Fact,
    ReshuffleOrdered,
    ShoeClosed,
)
from pitboss.core.hands import Situation
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Close, Decline, Offer
from pitboss.core.shuffling import Cut
from pitboss.games.blackjack.intents import DoubleDown, Insure, Keep, Stand
from pitboss.games.colorado.buffalo import PlaceBustBonus
from pitboss.ids import Box, HandId, Player, Wager
from pitboss.law.house import House, check
from pitboss.law.points import Point, carriers_of
from pitboss.law.rulebook import load
from pitboss.notation.file import Unlawful, read_round
from pitboss.notation.replay import Replayed, replay
from pitboss.tables.intents import OrderReshuffle
from table.driving import Watched, watched

GOLDEN = Path(__file__).parents[1] / "golden" / "rounds"
STD = {"tc": "CO-2111.std CO-2102.1", "sw": "CO-2105.std CO-2102.1"}
SPLIT_PLAY = f"CO-2111-PR(2)(a).2 CO-2111-PR(3)(b).2 {STD['tc']}"


@cache
def golden(name: str) -> Replayed:
    return replay(read_round(GOLDEN / f"{name}.round.toml"))


def told(fact: Any) -> str:
    """The kind of a fact with what tells it from others of its kind."""
    words = [getattr(fact, each, None) for each in ("wager", "how", "outcome", "odds", "blackjack")]
    return " ".join([type(fact).__name__, *(str(each) for each in words if each is not None)])


def facts(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in golden(name).runner.round.facts:
        found.setdefault(told(fact), []).append(" ".join(getattr(fact, "clauses", ())))
    return found


FACTS = [
    # a 21 that is no blackjack
    ("ch-b21-bonus-against-dealer-21", "WagerSettled main win 3:2", "CH-21wins CH-b21.5"),
    ("ch-21wins-doubled-21-against-21", "WagerSettled main win 1:1", "CH-21wins CH-21.1"),
    ("ch-21wins-doubled-21-against-21", "WagerSettled main win 1:1", "CH-21wins CH-pay.1 CH-split.3"),
    ("ch-bonus-five-card-20-and-four-card-21-pay-even", "WagerSettled main win 1:1", "CH-object CH-21wins CH-21.1"),
    ("ma-1-split-ace-king-beats-three-card-21", "WagerSettled main win 1:1", "MA-5(a)(4) MA-5(e).3 MA-1.blackjack.2"),
    ("ma-1-split-ace-king-is-not-blackjack", "WagerSettled main win 1:1", "MA-5(a)(2) MA-5(e).3 MA-1.blackjack.2"),
    ("ma-1-split-ace-king-loses-to-blackjack", "WagerSettled main lose", "MA-5(b).2 MA-1.blackjack.2 MA-10(d)"),
    ("md-7o4-split-ace-king-against-21", "WagerSettled main win 1:1", "MD-7.O.1 MD-7.O(4) MD-12.A(1) MD-1.B(1)"),
    ("tc-kept-21s-hit-doubled-stood-on", "WagerSettled main win 1:1", "CO-2111(6).1 CO-2111-PR(1)"),
    ("tc-kept-21s-hit-doubled-stood-on", "HandClosed 21", "CO-2111(6).1 CO-2111-PR(1)"),
    ("ch-split-3-ace-king-asked-and-doubled", "HandClosed 21", "CH-stay"),
    # lost and pushed
    ("ma-5a2-lower-score-loses", "WagerSettled main lose", "MA-5(a)(2) MA-5(e).1"),
    ("ma-10d-split-no-hole-blackjack", "WagerSettled main lose", "MA-5(a)(2) MA-5(e).1 MA-10(d)"),
    ("tc-blackjack-under-a-ten-whole", "WagerSettled main lose", f"CO-2111(7).1 {STD['tc']}"),
    ("sw-dealer-blackjack-ace-up-two-blackjacks", "WagerSettled main push", "CO-2105(8)(b).4 CO-2105(8)(e).2"),
    ("sw-switched-blackjack-pushes-dealer-21", "WagerSettled main push", "CO-2105(8)(b).3 CO-2105(8)(e).3"),
    # premiums
    ("reading-s28-no-premium-split-hands", "WagerSettled main win 1:1", "MA-5(a)(2) MA-5(e).3 MA-10(e)"),
    (
        "reading-ma20-premium-on-original",
        "WagerSettled main win",
        "MA-5(a)(2) MA-5(f)(5) MA-5(e).3 MA-5(f).1 MA-9(b)",
    ),
    # side wagers and insurance
    ("ma-6e1-no-match", "WagerSettled match-the-dealer lose", "MA-6(a).1 MA-6(d).2"),
    ("md-7f1b-match-of-faces-by-rank", "WagerSettled match-the-dealer lose", "MD-7.F(1)(a) MD-7.F(1).1"),
    ("ma-16d-blackjack-earns-the-wheel", "WagerSettled bonus-spin win", "MA-16(d).1 MA-16(d)(2).2"),
    ("reading-ma15-both", "WagerSettled bonus-spin win", "MA-16(d).1 MA-16(d)(2).2 MA-16(c)"),
    ("g21-tips-lost", "WagerSettled golden-21 lose", "CO-2108-GW(5) CO-2108-GW(9).1"),
    ("bb2-ace-up-dealer-blackjack-insured", "WagerSettled insurance win 2:1", "CO-2113.std CO-2102.1"),
    ("tc-insurance-lost", "WagerSettled insurance lose", f"CO-2111(7).2 {STD['tc']}"),
    ("tc-insurance-lost", "WagerPlaced insurance", f"CO-2111(7).2 {STD['tc']}"),
    # the look for a blackjack
    ("tc-insurance-lost", "HoleCardRead False", f"CO-2111(7).2 {STD['tc']}"),
    ("tc-blackjack-under-a-ten-whole", "HoleCardRead True", "CO-2111(7).1"),
    ("ch-ins-2-dollar-chips", "HoleCardRead True", "CH-peek.1"),
    ("ch-peek-king-up", "HoleCardRead True", "CH-peek.2"),
    # placed, doubled, split, given up
    ("ch-limits-1-and-10", "WagerPlaced main", "CH-ante"),
    ("bb2-21p3-at-the-posted-limits", "WagerPlaced main", "CO-2113.std CO-2102.1"),
    ("ch-double-2-twice-quadruples-at-the-limit", "DoubledDown", "CH-double.1 CH-double.2"),
    ("ch-double-2-twice-quadruples-at-the-limit", "WagerAdded main", "CH-double.1 CH-added.1"),
    ("ch-double-2-twice-quadruples-at-the-limit", "WagerAdded main", "CH-double.1 CH-added.1 CH-double.2"),
    ("tc-soft-21-doubled", "DoubledDown", "CO-2111(6).2 CO-2111-PR(4)(a)"),
    ("tc-two-players-split-in-turn", "HandClosed stood", SPLIT_PLAY),
    ("tc-two-players-split-in-turn", "WagerPlaced main", "CO-2111-PR(2)(a).1"),
    ("tc-two-players-split-in-turn", "WagerPlaced main", "CO-2111-PR(3)(b).1"),
    ("tc-three-sevens-split-instead-of-paid", "WagerPlaced main", "CO-2111(6).2 CO-2111-PR(2)(b)"),
    ("tc-over-21-surrender", "WagerSettled main surrendered", "CO-2111-PR(3)(a)"),
    ("tc-split-cards-at-once-with-an-ace-and-a-21", "SplitThreeWays", "CO-2111-PR(3)(b).1 CO-2111-PR(4).1"),
    ("sw-two-players-each-with-two-spots", "PairSplit", f"CO-2105(8)(c).1 {STD['sw']}"),
]


@pytest.mark.parametrize(("name", "what", "clauses"), FACTS, ids=[f"{name}: {what}" for name, what, _ in FACTS])
def test_a_fact_stands_on_its_own_clauses(name: str, what: str, clauses: str) -> None:
    assert clauses in facts(name)[what]


REFUSED = {
    "refused-md-10a1-double-on-blackjack": "MD-7.H(2)(b) MD-10.A.1",
    "refused-md-10a1-double-on-21": "MD-7.J.1 MD-7.J(2)",
    "refused-ma-9a1-double-on-21": "MA-12(a).1 MA-12(a)(1)",
    "refused-ma-8a1-surrender-on-blackjack": "MA-5(a)(3) MA-8(a).1",
    "refused-ma-12a2-hit-after-double": "MA-9(a).3 MA-12(a)(2)",
    "refused-ma-11b1-second-insurance": "MA-5(i)",
    "refused-md-8a1-second-insurance": "MD-6.E",
    "refused-ch-double-1-double-for-less": "CH-double.1 CH-added.1",
    "refused-bb2-bust-bonus-before-the-player-acts": "CO-2113(7).1",
    "refused-bb2-bust-bonus-all-bust": "CO-2113(7).1 CO-2113(7).3",
    "refused-sw-split-after-the-switch-broke-the-pair": f"CO-2105(8)(c).1 {STD['sw']}",
    "refused-sw-fifth-hand-on-a-spot": STD["sw"],
    "refused-tc-double-above-21": "CO-2111-PR(3)(a) CO-2111-PR(3)(b).1",
    "refused-tc-double-after-split-not-offered": SPLIT_PLAY,
    "refused-tc-hit-a-split-ace": SPLIT_PLAY,
    "refused-tc-hit-a-paid-21": "CO-2111(6).1 CO-2111-PR(1)",
    "refused-tc-hit-after-21-by-a-hit": "CO-2111-PR(5)",
    "refused-tc-insurance-against-a-ten": f"CO-2111(7).2 {STD['tc']}",
    "refused-tc-insurance-of-a-paid-21": "CO-2111(6).1 CO-2111-PR(1)",
    "refused-tc-not-in-chips": STD["tc"],
    "refused-tc-over-the-house-maximum": "CO-2111(2).2",
    "refused-tc-split-without-a-pair": "CO-2111-PR(2)(a).1 CO-2111-PR(3)(b).1",
    "refused-tc-surrender-after-a-hit": "CO-2111-PR(3)(a)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_cites_what_forbids_it_and_nothing_that_permits_it(name: str) -> None:
    refused = golden(name).refused
    assert refused is not None
    assert " ".join(refused.refusal.clauses) == REFUSED[name]


def test_a_pay_table_for_six_decks_is_so_by_the_rows_that_say_it() -> None:
    with pytest.raises(Unlawful) as unlawful:
        golden("refused-tc-table-2-with-eight-decks")
    assert unlawful.value.clauses == ("CO-2111(5)-2.4", "CO-2111(5)-2.5", "CO-2111(5).1")


def test_odds_below_the_table_are_forbidden_by_the_clause_that_forbids_them() -> None:
    defects = check(load("spanish21-ma"), {"match_odds": {"same_suit": "8:1"}}, {})
    assert not isinstance(defects, House)
    assert [each.clauses for each in defects] == [("MA-6(e).1", "MA-6(e)(1).2")]


def ended(name: str) -> Round[Any]:
    """A golden round when it is over; everything may still be asked of it."""
    return golden(name).runner.round


def why_not(t: Round[Any], verb: Any, player: str = "ann", hand: str = "1.1") -> tuple[str, str]:
    ruling = t.ruling(verb, Player(player), HandId.parse(hand))
    assert isinstance(ruling, Refusal)
    return ruling.code, " ".join(ruling.clauses)


def test_a_bust_hand_may_not_draw_because_it_is_not_below_21() -> None:
    t = ended("ma-9c-doubled-bust-no-hole-blackjack")
    assert why_not(t, Stand) == ("hand-closed", "MA-7(e).2")
    for rulebook, clauses in (
        ("spanish21-ma", ("MA-12(a).1", "MA-5(a)(1)")),
        ("spanish21-md", ("MD-7.J.1", "MD-7.O(1)")),
    ):
        rules, bust = game(rulebook, {}).rules, Situation(23, False, 3)
        assert rules.doubling is not None
        refusals = (rules.drawing.refuses(bust), rules.doubling.refuses(bust))
        assert [each.clauses for each in refusals if each is not None] == [clauses, clauses]
    charity = game("spanish21-charity", {}).rules.doubling
    assert charity is not None
    refusal = charity.refuses(Situation(23, False, 3))
    assert refusal is not None
    assert refusal.clauses == ("CH-object", "CH-double.1")


def test_split_aces_under_the_other_reading() -> None:
    ace = Situation(15, True, 2, split=True, ace=True)
    charity = game("spanish21-charity", {}, {"S08": "one_card"}).rules.drawing.refuses(ace)
    assert charity is not None
    assert charity.clauses == ("CH-split.5", "CH-double.1")
    for rulebook, limit in (("spanish21-ma", "MA-10(c).3"), ("spanish21-md", "MD-11.D")):
        splitting = game(rulebook, {}, {"S08": "one_card"}).rules.splitting
        assert splitting is not None
        assert splitting.limit_aces == (limit,)


def test_who_may_not_call_a_hand_is_told_whose_turn_it_is() -> None:
    for name, turn in (
        ("ma-11a-insurance-wins-king", "MA-7(e).2"),
        ("md-8a2-insurance-wins", "MD-7.H.1"),
        ("ch-ins-3-insurance-wins", "CH-order.2"),
        ("refused-tc-decline-too-late", STD["tc"]),
    ):
        assert why_not(ended(name), Stand, "stranger") == ("not-your-hand", turn)


def test_who_has_no_wager_has_nothing_to_insure_or_to_bet_beside() -> None:
    for name, verb, clauses in (
        ("ma-11a-insurance-wins-king", Insure, "MA-11(b).1 MA-11(b).2"),
        ("md-8a2-insurance-wins", Insure, "MD-8.B MD-8.C"),
        ("ch-ins-3-insurance-wins", Insure, "CH-ins.2"),
        ("bb2-21p3-at-the-posted-limits", PlaceBustBonus, "CO-2113(7).3"),
    ):
        assert why_not(ended(name), verb, "stranger") == ("not-your-hand", clauses)


def test_insurance_that_comes_too_late() -> None:
    """Where there is no reader, nothing is said of one."""
    assert why_not(ended("ma-10d-split-no-hole-blackjack"), Insure)[1] == "MA-11(b).3"
    assert why_not(ended("ch-dealer-stands-on-soft-18"), Insure)[1] == "CH-peek.1"
    insurance = game("spanish21-ma", {"dealing_procedure": "hole_reader"}).rules.insurance
    assert insurance is not None
    assert insurance.moment == ("MA-11(b).3", "MA-11(b).4")


def test_a_21_that_was_drawn_is_closed_as_one() -> None:
    t = ended("refused-tc-hit-after-21-by-a-hit")
    closed = [str(hand) for hand, each in t.layout.hands.items() if each.closed == "21" and len(each.cards) > 3]
    assert closed == ["1.1"]
    assert [why_not(t, verb) for verb in (Stand, Keep)] == [("hand-closed", "CO-2111-PR(5)")] * 2


def test_what_may_be_done_with_a_second_bettors_wager_is_another_option() -> None:
    """Options are remembered, and two of the same amounts may stand on different clauses."""
    rules = game("spanish21-charity", {}).rules
    assert rules.doubling is not None
    once = Situation(12, False, 3, doubles=1)
    assert rules.doubling.cited(Situation(11, False, 2)) == ("CH-double.1",)
    assert rules.doubling.cited(once) == ("CH-double.1", "CH-double.2")
    t = ended("ma-13d-all-three-double")
    offered = {key: option.clauses for key, option in t.rules.options.items() if option.verb is DoubleDown}
    assert {("MA-9(a).1",), ("MA-13(d).1",)} <= set(offered.values())


def test_boxes_and_chips_are_not_amounts() -> None:
    for rulebook, rest in (("golden-21", "CO-2108(4).1"), ("3-card-21", "CO-2111.std"), ("buffalo-2", "CO-2113.std")):
        betting = game(rulebook, {}).rules.betting
        assert {betting.box_clauses, betting.sharing_clauses, betting.chip_clauses} == {(rest, "CO-2102.1")}
    assert game("blackjack-switch", {}).rules.betting.box_clauses == ("CO-2105.std", "CO-2102.1")
    assert game("buffalo-3", {}).rules.betting.unknown_clauses == ("CO-2114(2).1", "CO-2114.std", "CO-2102.1")
    charity = game("spanish21-charity", {}).rules.betting
    assert charity.before_first_card == ("CH-burn", "CH-deal.1")
    most = charity.wagers[Wager("main")].most
    assert most is not None
    assert most.clauses == ("CH-limits.1", "CH-limits.2")


def with_a_shoe(rulebook: str, **settings: object) -> Watched:
    """A table at which everybody has declined the cut."""
    table = watched(rulebook, settings)
    table.sit(("ann", 1), ("bob", 2))
    table.must(Close())
    while isinstance(table.table.pending, Offer):
        table.must(Decline())
    return table


def cited(table: Watched, kind: type[Fact]) -> list[str]:
    return [" ".join(fact.clauses) for fact in table.of(kind)]


@pytest.mark.parametrize(
    ("rulebook", "shuffled", "declined", "cut"),
    [
        ("spanish21-charity", "CH-shuffle.1 CH-shuffle.2 CH-shuffle.3 CH-shuffle.4", "CH-cut.1", "CH-cut.3"),
        ("21-plus-3", "CO-2107.shuffle", "CO-2107.shuffle CO-2102.1", "CO-2102.1 CO-2107.shuffle"),
        ("blackjack-switch", "CO-2105(7).1", STD["sw"], f"{STD['sw']} CO-2105(7).2"),
    ],
)
def test_shuffle_and_cut(rulebook: str, shuffled: str, declined: str, cut: str) -> None:
    table = with_a_shoe(rulebook)
    assert cited(table, CardsShuffled) == [shuffled]
    assert cited(table, CutDeclined) == [declined] * 2
    assert cited(table, CardsCut) == [cut]


def test_nobody_is_offered_a_cut_after_a_device() -> None:
    automated = game("spanish21-ma", {"shuffle_method": "automated"}).rules
    by_hand = game("spanish21-ma", {}).rules
    assert automated.shoe.cites.offer == ("MA-4(b)(1).1",)
    assert by_hand.shoe.cites.offer == ("MA-4(b)(2)", "MA-4(c).1")


def test_a_cut_by_somebody_else() -> None:
    table = watched("spanish21-md")
    table.sit(("ann", 1), ("bob", 2))
    table.must(Close())
    refusal = table.submit(Act(Player("bob"), HandId(Box(2), 1), Cut(60)))
    assert (refusal.code, refusal.clauses) == ("out-of-turn", ("MD-5.B",))


def test_a_reshuffle_that_is_ordered_before_any_round() -> None:
    table = with_a_shoe("spanish21-md")
    table.must(Act(Player("dealer"), HandId(Box(0), 1), OrderReshuffle()))
    assert cited(table, ReshuffleOrdered) == ["MD-5.A.1"]


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [("spanish21-ma", "MA-4(i).1 MA-4(i).3"), ("spanish21-md", "MD-5.H.1 MD-5.I(1)"), ("21-plus-3", "CO-2102.1")],
)
def test_a_shoe_that_is_closed_because_everybody_has_left(rulebook: str, clauses: str) -> None:
    table = with_a_shoe(rulebook)
    table.close()
    assert cited(table, ShoeClosed) == [clauses]


def test_what_the_charity_text_does_not_say_is_not_cited_to_its_silence_on_other_things() -> None:
    assert {fact.clauses for fact in ended("ch-peek-king-up").facts if isinstance(fact, CardsCollected)} == {()}
    assert game("spanish21-charity", {}).rules.shoe.cites.count == ("CH-cut.5",)


def test_one_function_settles_every_side_wager() -> None:
    assert carriers_of(Point.SIDE_SETTLED) == ["pitboss.games.blackjack.sides.settle_side"]
