"""Pai Jack's exact prices: against figures of other code, a plain twin over small decks, and the real procedures."""

from __future__ import annotations

import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.analysis.pai_jack import (
    BUST,
    PAI_JACK,
    RULES_OF_THUMB,
    Packets,
    Plan,
    points_of,
)
from pitboss.analysis.walker import Walker
from pitboss.cards import STANDARD_DECK, Card, cards
from pitboss.core.kinds import Outcome
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.ids import MAIN, Box, Player
from pitboss.law.rulebook import load
from pitboss.money import Cents
from pitboss.rules.setting import Totals

pytestmark = pytest.mark.slow

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden/pai-jack.toml").read_text(encoding="utf-8"))
OUTCOME = {"both hands ahead": "win", "one ahead, one tied": "win", "bust": "lose", "both hands behind": "lose"} | {
    "one behind, one tied": "lose",
    "the dealer has a Pai Jack": "lose",
    "the dealer is bust": "push",
    "one ahead, one behind": "push",
    "both hands tied": "push",
    "Pai Jack": "pai_jack",
    "Pai Jack against the dealer's": "pai_jack",
}


def rules(readings: Mapping[str, object] | None = None, **house: object) -> PaiJackRules:
    found = any_game("pai-jack", house, readings).rules
    assert isinstance(found, PaiJackRules)
    return found


@cache
def solved(*readings: tuple[str, str]) -> Packets:
    return Packets(rules(dict(readings)), STANDARD_DECK)


def figures(packets: Packets, plan: Plan) -> dict[str, Fraction]:
    priced = packets.main(plan)
    found: dict[str, Fraction] = {"ev": priced.ev, "variance": priced.variance}
    for each in priced.outcomes:
        name = OUTCOME[each.name]
        found[name] = found.get(name, Fraction(0)) + each.probability
    bust = [packets.chance(each) for each, end in packets.unasked.items() if end == BUST]
    return found | {"bust": sum(bust, Fraction(0))}


# Other code.


@pytest.mark.clause("CO-2112(5).2", "CO-2112(6)", "CO-2112(7).1", "CO-2112(9)", "CO-2112(10)", "CO-2112(11)")
@pytest.mark.parametrize("case", GOLDEN["main"], ids=lambda case: str(case["readings"]))
def test_the_main_wager_by_other_code(case: dict[str, Any]) -> None:
    packets = solved(*case["readings"].items())
    for name, plan in (("house_way", packets.house_way), ("best", packets.best)):
        assert figures(packets, plan) == {key: Fraction(value) for key, value in case[name].items()}
    found = packets.differences
    assert len(found) == case["differs"]["packets"]
    assert sum(each.chance for each in found) == Fraction(case["differs"]["hands"], comb(52, 5))
    loss = sum(each.chance * each.loss for each in found)
    assert loss == Fraction(case["differs"]["loss"]) == packets.lost_by(RULES_OF_THUMB[0])


@pytest.mark.clause("CO-2112(5).3", "CO-2112(12)-1", "CO-2112(12)-2", "CO-2112(12)-3", "CO-2112(12)-4")
@pytest.mark.parametrize("case", GOLDEN["bonus"], ids=lambda case: f"table {case['table']}")
def test_the_bonus_wager_by_other_code(case: dict[str, Any]) -> None:
    packets = Packets(rules(bonus_table=case["table"]), STANDARD_DECK)
    (side,) = packets.rules.sides
    priced = packets.side(side)
    assert (priced.ev, priced.variance) == (Fraction(case["ev"]), Fraction(case["variance"]))
    hands = {each.name: each.probability * comb(52, 5) for each in priced.outcomes}
    assert hands == {"no Pai Jack" if row == "none" else row.replace("_", " "): n for row, n in GOLDEN["hands"].items()}
    assert packets.covariance(packets.house_way, side) == Fraction(case["beside_house_way"])
    assert packets.covariance(packets.best, side) == Fraction(case["beside_best"])


@pytest.mark.parametrize("case", GOLDEN["differences"])
def test_where_other_code_does_not_set_by_house_way(case: str) -> None:
    house_way, best, loss = GOLDEN["differences"][case]
    packets = solved()
    found = next(each for each in packets.differences if each.packet == tuple(map(int, case.split())))
    assert (found.house_way.totals, found.best.totals) == (tuple(house_way), tuple(best))
    assert found.loss == Fraction(loss, packets.deals)


# A plain twin, which deals every packet of a small deck to both sides.


def count(group: Iterable[Card], most: int) -> int:
    """The highest count that does not pass, aces as 1 or 11; else the lowest."""
    ways = {0}
    for card in group:
        ways = {way + points for way in ways for points in ((1, 11) if card.points == 11 else (card.points,))}
    return max((way for way in ways if way <= most), default=min(ways))


def arranged(packet: tuple[Card, ...], *, free: bool) -> set[Totals]:
    """What all ten settings come to, lawful or not."""
    found = set()
    for low in combinations(range(5), 2):
        high = count((packet[at] for at in range(5) if at not in low), 21)
        found.add(Totals(high, count((packet[at] for at in low), min(21, high) if free else 21)))
    return found


def has_pai_jack(packet: tuple[Card, ...]) -> bool:
    return 11 in (points := [card.points for card in packet]) and points.count(10) >= 2


def net(mine: Totals | str, theirs: Totals | str, both: Fraction) -> Fraction:
    """For each unit, by the words of the text."""
    if mine == PAI_JACK:
        return both if theirs == PAI_JACK else Fraction(3, 2)
    if theirs == PAI_JACK:
        return Fraction(-1)
    if theirs == BUST:
        return Fraction(0)
    if mine == BUST:
        return Fraction(-1)
    assert isinstance(mine, Totals)
    assert isinstance(theirs, Totals)
    ahead = sum((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
    return Fraction((ahead > 0) - (ahead < 0))


def twin(deck: tuple[Card, ...], readings: Mapping[str, object]) -> tuple[Fraction, Fraction]:
    """What best setting and house way are worth, dealing every packet against every other."""
    free, high_first = readings.get("PJ11") == "free", readings.get("PJ04") == "high_first"
    both = {"loses": Fraction(-1), "pushes": Fraction(0)}.get(str(readings.get("PJ01")), Fraction(3, 2))

    def lawful(packet: tuple[Card, ...]) -> list[Totals]:
        return sorted(each for each in arranged(packet, free=free) if each.low <= each.high <= 21)

    def dealers(packet: tuple[Card, ...]) -> Totals | str:
        if has_pai_jack(packet):
            return PAI_JACK
        if high_first:
            highest = max((each for each in arranged(packet, free=free) if each.high <= 21), default=Totals(0, 1))
            return BUST if highest.low > highest.high else highest
        return max(lawful(packet), default=BUST)

    best = house_way = Fraction(0)
    for mine in combinations(range(len(deck)), 5):
        packet, left = tuple(deck[at] for at in mine), [card for at, card in enumerate(deck) if at not in mine]
        ends = Counter(dealers(each) for each in combinations(left, 5))
        ways: list[Totals | str] = [PAI_JACK] if has_pai_jack(packet) else [*lawful(packet)] or [BUST]
        worths = [sum(net(way, end, both) * n for end, n in ends.items()) for way in ways]
        best, house_way = best + max(worths), house_way + worths[-1]
    rounds = comb(len(deck), 5) * comb(len(deck) - 5, 5)
    return best / rounds, house_way / rounds


DECKS = (
    "Ac Ad Kc Kd Qh 8c 6c 6d 9c 9d 2c 5c",
    "Ac Ad Ah Tc Td 9c 8c 7c 6c 5c 4c 3c",
    "9c 9d 8c 8d Tc Td 2c 2d 7c 7d Ac 3c",
)
READINGS: tuple[dict[str, object], ...] = (
    {},
    {"PJ01": "loses"},
    {"PJ01": "pushes"},
    {"PJ04": "high_first"},
    {"PJ11": "free"},
    {"PJ11": "free", "PJ04": "high_first"},
)


@pytest.mark.parametrize("readings", READINGS, ids=str)
@pytest.mark.parametrize("deck", DECKS)
def test_a_small_deck_by_a_plain_twin(deck: str, readings: Mapping[str, object]) -> None:
    packets = Packets(rules(readings), cards(deck))
    assert (packets.main(packets.best).ev, packets.main(packets.house_way).ev) == twin(cards(deck), readings)


def test_the_rows_of_the_bonus_by_all_packets_of_a_small_deck() -> None:
    """Every packet is put to the wager; which small cards lie beside the others does not matter."""
    deck = cards("Ac Ad Kc Qc Kd Qd Jc Jd Jh Js Th 2c 3d 4h 9s")
    packets = Packets(rules(), deck)
    (side,) = packets.rules.sides
    made = Counter(side.named(side.rows(packet)) for packet in combinations(deck, 5))
    assert len(made) == 5
    assert {each.name: each.probability * made.total() for each in packets.side(side).outcomes} == made


# The real procedures.


TINY: list[tuple[str, dict[str, object]]] = [
    ("Ac " + "Kc " * 5 + "4c " * 5, {}),
    ("Ac Kc " + "8c " * 2 + "6c " * 6, {"PJ04": "high_first"}),
    ("Ac Kc " + "8c " * 2 + "6c " * 6, {"PJ11": "free"}),
    *(("Ac Kc Qc " + "4c " * 7, each) for each in READINGS[:3]),
]


@pytest.mark.clause("CO-2112(3)", "CO-2112(5)", "CO-2112(8)")
@pytest.mark.parametrize(("deck", "readings"), TINY, ids=str)
def test_a_tiny_deck_walked_through_the_procedures(deck: str, readings: Mapping[str, object]) -> None:
    """Both wagers, every card and every decision, to the last digit."""
    packets = Packets(rules(readings), cards(deck))
    (side,) = packets.rules.sides
    bets = [(Player("ann"), Box(1), MAIN, Cents(1000)), (Player("ann"), Box(1), side.id, Cents(200))]
    walked = Walker(packets.rules).walk(bets, cards(deck))
    assert walked.value == 1000 * packets.main(packets.best).ev + 200 * packets.side(side).ev


# What a player can use.


@pytest.mark.clause("CO-2112(6).1", "CO-2112(9)(b)")
def test_every_setting_of_given_cards() -> None:
    """Four sixes and a seven: 18 over 13 is better than the house way, 19 over 12."""
    packets = solved()
    (best, worth), (house_way, other) = packets.settings(cards("6c 6d 6h 6s 7c"))
    assert (points_of(best.low), worth.totals) == ((6, 7), (18, 13))
    assert (points_of(house_way.low), other.totals) == ((6, 6), (19, 12))
    assert worth.ev - other.ev == Fraction(59598, packets.deals)
    assert worth.wins + worth.pushes + worth.loses == 1
    assert worth.ev == worth.wins - worth.loses
    assert packets.settings(cards("Ac Kd Qh 2c 3c")) == []
    assert packets.settings(cards("Kd Qh Js 7c 2c")) == []


@pytest.mark.clause("CO-2112(6).1")
def test_rules_of_thumb_lose_less_and_less() -> None:
    packets = solved()
    losses = [packets.lost_by(each) for each in RULES_OF_THUMB]
    assert losses == sorted(losses, reverse=True)
    shares = ("2852408837/199332305172", "1278944617/249165381465", "15397562/14656787145", "127576457/249165381465")
    assert losses == [Fraction(each) for each in shares]
    for each in RULES_OF_THUMB:
        plan = packets.by(each)
        assert set(plan) == set(packets.ways)
        assert all(way in packets.ways[packet] for packet, way in plan.items())


def test_a_plan_is_a_lawful_setting_of_every_packet() -> None:
    packets = solved()
    for packet, way in packets.best.items():
        assert tuple(sorted(way.low + way.high)) == packet
        assert way.totals.low <= way.totals.high <= 21
    assert len(packets.best) + len(packets.unasked) == len(packets.number) == 1993


@pytest.mark.clause("CO-2112(5).2", "CO-2112(11)(a)", "CO-2112(11)(b)")
@pytest.mark.parametrize(("row", "odds"), [("pai_jack", "2:1"), ("win", "6:5")])
def test_what_is_paid_comes_from_the_rulebook(row: str, odds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load("pai-jack")
    before = solved().main(solved().best).ev
    rows = tuple(each.model_copy(update={"odds": odds}) if each.row == row else each for each in book.payouts["main"])
    monkeypatch.setitem(book.payouts, "main", rows)
    packets = Packets(rules(), STANDARD_DECK)
    gained = [each for each in packets.main(packets.best).outcomes if each.pays == Fraction(*map(int, odds.split(":")))]
    assert gained
    assert packets.main(packets.best).ev > before


@pytest.mark.clause("CO-2112(5).2", "CO-2112(9)(a).2")
def test_a_pai_jack_that_loses_to_the_dealers_costs_what_both_have() -> None:
    stands, loses = solved(), solved(("PJ01", "loses"))
    both = next(each for each in stands.main(stands.best).outcomes if each.name == "Pai Jack against the dealer's")
    assert both.pays == Fraction(3, 2)
    assert stands.main(stands.best).ev - loses.main(loses.best).ev == both.probability * Fraction(5, 2)
    assert loses.rules.settlement.table.rows[1].outcome is Outcome.LOSE


def test_it_takes_no_time() -> None:
    began = time.perf_counter()
    packets = Packets(rules(), STANDARD_DECK)
    packets.main(packets.best)
    packets.covariance(packets.best, packets.rules.sides[0])
    assert time.perf_counter() - began < 10
