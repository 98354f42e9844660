"""Plans that are compared exactly: settings of packets in Pai Jack, and bets on a poker hand in 21-Hold 'em."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

import numpy as np
import pytest

from pitboss.analysis.hold_em import RULES_OF_THUMB, PokerHands, PokerPlan
from pitboss.analysis.pai_jack import RULES_OF_THUMB as RULES_FOR_PACKETS
from pitboss.analysis.pai_jack import Packets, Plan, Points, Way
from pitboss.desk.houses import game, priceable
from pitboss.desk.ways.packets import packets_of

pytestmark = pytest.mark.slow
SOME = 60  # changes of each kind that are priced one by one
Choice = Callable[[Sequence[Way]], Way]


@cache
def packets() -> Packets:
    made = packets_of(game("pai-jack"))
    assert made is not None
    return made


@cache
def poker() -> PokerHands:
    playing = priceable(game("21-hold-em"))
    assert playing.rules.poker is not None
    return PokerHands(playing.rules.poker, playing.shoe)


def best_high_hand(ways: Sequence[Way]) -> Way:
    """What the house way comes to."""
    return max(ways, key=lambda way: (way.totals.high, way.totals.low))


def best_low_hand(ways: Sequence[Way]) -> Way:
    return max(ways, key=lambda way: (way.totals.low, way.totals.high))


def most_balanced(ways: Sequence[Way]) -> Way:
    return min(ways, key=lambda way: (abs(way.totals.high - way.totals.low), -way.totals.low))


def most_points(ways: Sequence[Way]) -> Way:
    return max(ways, key=lambda way: (way.totals.high + way.totals.low, way.totals.high))


def high_of_20(ways: Sequence[Way]) -> Way:
    """The best low hand that leaves 20 or more high, otherwise the best high hand."""
    good = [way for way in ways if way.totals.high >= 20]
    return best_low_hand(good) if good else best_high_hand(ways)


def low_of_17(ways: Sequence[Way]) -> Way:
    """The best high hand that leaves 17 or more low, otherwise the best low hand."""
    good = [way for way in ways if way.totals.low >= 17]
    return best_high_hand(good) if good else best_low_hand(ways)


RIVALS: Mapping[str, Choice] = {
    "the best low hand first": best_low_hand,
    "the most balanced hands": most_balanced,
    "the most points on both hands": most_points,
    "20 high and more, then the best low hand": high_of_20,
    "17 low and more, then the best high hand": low_of_17,
    **{rule.says: rule.chosen for rule in RULES_FOR_PACKETS},
}


@pytest.mark.parametrize("says", RIVALS)
def test_no_other_way_to_set_packets_is_better(says: str) -> None:
    ways, best = packets().ways, packets().best
    plan: Plan = {packet: RIVALS[says](ways[packet]) for packet in ways}
    assert plan != best
    assert packets().main(plan).ev < packets().main(best).ev


def test_no_packet_is_better_set_otherwise() -> None:
    """All other settings of all packets by what they are worth; some of them as plans of their own."""
    best = packets().best
    others: list[tuple[Points, Way]] = []
    for packet, ways in packets().ways.items():
        others += [(packet, way) for way in ways if way != best[packet]]
        worth = packets().worth(packet, best[packet].totals)
        assert all(packets().worth(packet, way.totals) <= worth for way in ways)
    assert len(others) > 1000
    worth = packets().main(best).ev
    for packet, way in Random(1).sample(others, SOME):
        assert packets().main({**best, packet: way}).ev <= worth


def test_a_packet_that_is_set_badly_is_noticed() -> None:
    house_way = packets().house_way
    worst = packets().differences[0]
    better = {**house_way, worst.packet: packets().best[worst.packet]}
    assert packets().main(better).ev - packets().main(house_way).ev == worst.chance * worst.loss > 0


def test_no_rule_of_thumb_for_poker_is_better() -> None:
    """The last of them is best play."""
    best, worths = poker().priced().ev, [poker().by_rule(rule) for rule in RULES_OF_THUMB]
    assert worths[-1] == best
    assert max(worths[:-1]) < best


@pytest.mark.parametrize("card", ["first", "second"])
def test_no_bet_at_poker_is_better_folded_and_no_fold_better_bet(card: str) -> None:
    best = poker().priced().ev
    plan = poker().plan
    states = np.argwhere(np.ones_like(getattr(plan, card))).tolist()
    gains = []
    for state in Random(2).sample(states, SOME):
        changed = getattr(plan, card).copy()
        changed[tuple(state)] ^= True
        gains.append(poker().priced(plan._replace(**{card: changed})).ev - best)
    assert max(gains) <= 0
    assert sum(gain < 0 for gain in gains) > SOME // 2


def test_a_bet_that_should_be_folded_is_noticed() -> None:
    """Whoever never folds with one own card gains by folding the worst of such hands."""
    plan = poker().plan
    careless = PokerPlan(np.ones_like(plan.first), plan.second)
    before = poker().priced(careless).ev
    folds = np.argwhere(~plan.first).tolist()
    gains = []
    for state in Random(3).sample(folds, SOME):
        changed = careless.first.copy()
        changed[tuple(state)] = False
        gains.append(poker().priced(careless._replace(first=changed)).ev - before)
    assert max(gains) > 0
