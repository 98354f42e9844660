"""Bust Bonus for hands in play: the walker, the price for everybody, and dealt rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from analysis.test_twins import small
from conformance.suite import game
from pitboss.analysis.drawing.dealer_rows import row_ways, rows_beside
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.analysis.drawing.lost_splits import LostBox
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.tables import with_card
from pitboss.analysis.drawing.terms import multiset, rank_of
from pitboss.analysis.edge import priced_sides
from pitboss.analysis.in_play import InPlay, name_of, price_in_play, sides_in_play
from pitboss.analysis.side import price_of
from pitboss.analysis.walker import Walker
from pitboss.core.kinds import Occasion
from pitboss.core.layout import Layout
from pitboss.core.requests import Act, Answer, Decide, Request, Window
from pitboss.core.wagering import PlaceLate
from pitboss.desk.simulations import prepare
from pitboss.games.blackjack.intents import DoubleDown, Hit, Split, Stand, Surrender
from pitboss.games.registry import Family, family
from pitboss.ids import MAIN, Box, Player
from pitboss.money import Cents, Odds
from pitboss.payouts import Payout
from pitboss.simulation.run import Order, run
from pitboss.simulation.summary import summarize
from pitboss.wagers.bust_bonus import BUST_BONUS
from pitboss.wagers.side import SideWager

pytestmark = pytest.mark.slow
VERBS = {STAND: Stand, HIT: Hit, DOUBLE: DoubleDown, SPLIT: Split, SURRENDER: Surrender}
READINGS = ("not_bust", "in_play")


def bust_bonus(playing: Family) -> SideWager:
    return next(sides_in_play(playing))


def decision(solution: Solution, layout: Layout, request: Decide) -> int:
    """What the solver decides on the hand that is asked about."""
    at, cards = solution.up_cards[rank_of(layout.dealer.cards[0])], layout.hands[request.hand].cards
    hand, rank = multiset(cards), rank_of(cards[0])
    boxes = layout.hands_of(request.hand.box)
    if len(boxes) == 1:
        if len(cards) == 2:
            return solution.chosen(at, hand, None, solution.decisions(at, hand))
        return int(at.plan[at.number(hand), 0])
    split = at.splits[rank]
    if hand == with_card(solution.terms.empty, rank, 2) and len(boxes) < split.most:
        return SPLIT
    return int(split.plan[at.number(hand), 0])


def policy(
    solution: Solution, layout: Layout, request: Request, answers: list[Answer], *, placed: bool
) -> list[Answer]:
    """The main wager as the solver plays it; the least Bust Bonus wherever it is offered, if it is `placed`."""
    acts = [each for each in answers if isinstance(each, Act)]
    if isinstance(request, Decide):
        verb = VERBS[decision(solution, layout, request)]
        return [next(each for each in acts if isinstance(each.intent, verb))]
    late = [each for each in acts if isinstance(each.intent, PlaceLate)]
    if placed and late and isinstance(request, Window) and request.occasion is Occasion.LATE_WAGER:
        return [late[0]]
    return [each for each in answers if not isinstance(each, Act)]


def walked(playing: Family, solution: Solution, *, placed: bool) -> Fraction:
    bets = [(Player("ann"), Box(1), MAIN, Cents(1000))]
    return Walker(playing.rules, 0, partial(policy, solution, placed=placed)).walk(bets, playing.shoe).value


def paying(playing: Family, odds: int | None) -> Family:
    """The game in which each row of Bust Bonus pays the same; as it is if no odds are given."""
    if odds is None:
        return playing
    side = bust_bonus(playing)
    flat = replace(side, pays={row: Payout(Odds(odds, 1), side.loses) for row in side.pays})
    sides = tuple(flat if each is side else each for each in playing.rules.sides)
    return replace(playing, rules=replace(playing.rules, sides=sides))


CASES = [
    ("7c*2 7d*2 8c*2 8d*2 Kc*3 Kd*3", 0, "not_bust"),
    ("9c*2 9d*2 Kc*3 Kd*3 Ac*1 Ad*1", 0, "not_bust"),
    ("9c*2 9d*2 Kc*3 Kd*3 Ac*1 Ad*1", 0, "in_play"),
    ("8c*6 5c*5 9c*6", 2, "not_bust"),  # all hands of split boxes may be lost, of two and of three
    ("3c*6 Kc*5 9c*6", 2, "not_bust"),
]


@pytest.mark.clause("CO-2113(7).1", "CO-2113(7).3", "CO-2113(9).1")
@pytest.mark.parametrize(("shoe", "splits", "reading"), CASES)
def test_the_walker_agrees_given_that_it_is_offered(shoe: str, splits: int, reading: str) -> None:
    """What three pay tables add to a round says how often the wager is offered, and what it is then worth."""
    settings: dict[str, object] = {"surrender": "late", "max_splits": splits}
    usual = game("buffalo-2", settings, {"BB05": reading})
    playing = replace(small("buffalo-2", shoe, settings, splits=splits), rules=usual.rules)
    solution = solve(playing)
    alone = walked(playing, solution, placed=False)
    by_odds = [walked(paying(playing, odds), solution, placed=True) - alone for odds in (1, 3, None)]
    least = 100
    bust = (by_odds[1] - by_odds[0]) / 2 / least
    offered = 2 * bust - by_odds[0] / least
    found = price_in_play(solution, bust_bonus(playing))
    assert found.offered == pytest.approx(float(offered), abs=1e-12)
    assert found.ev == pytest.approx(float(by_odds[2] / least / offered), abs=1e-12 + found.error)
    assert sum(each.probability for each in found.outcomes[1:]) == pytest.approx(float(bust / offered), abs=1e-9)


@pytest.mark.parametrize("decks", [1, 6])
def test_offered_to_everybody_it_is_worth_the_fraction(decks: int) -> None:
    """Beside all first cards together the rows are as likely as from a shoe of which nothing is known."""
    playing = family(game("buffalo-2", {"decks": decks}))
    assert playing is not None
    solution = solve(playing)
    both, blind = InPlay(solution, bust_bonus(playing)), price_of(playing, bust_bonus(playing))
    assert blind.by_up_card is not None
    for at in solution.up_cards:
        dealt = [(chance, hand) for chance, hand, up in solution.starts() if up == at.up]
        chances = np.array([chance * (1.0 - at.dealer_blackjack(hand)) for chance, hand in dealt])
        ways = row_ways(at, both.ways[name_of(at)], both.rows)
        rows = rows_beside(at, ways, np.array([hand for _, hand in dealt]), chances)
        worth = float(rows @ (both.pays + 1.0)) / chances.sum() - 1.0
        assert worth == pytest.approx(float(blind.by_up_card[name_of(at)]), abs=1e-12)


@pytest.mark.parametrize("reading", READINGS)
def test_what_is_left_out_of_lost_boxes_stays_below_its_bound(reading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = family(game("buffalo-2", {"decks": 1}, {"BB05": reading}))
    assert playing is not None
    solution, side = solve(playing), bust_bonus(playing)
    fine = price_in_play(solution, side)
    monkeypatch.setattr("pitboss.analysis.in_play.LostBox", partial(LostBox, tolerance=1e-11))
    rough = price_in_play(solution, side)
    assert 0.0 < fine.error < 1e-6 < rough.error
    assert abs(rough.ev - fine.ev) < rough.error + fine.error
    assert f"by {fine.error:.0e} at most" in fine.method


FIGURES = {
    (1, "not_bust"): -0.116259341,
    (1, "in_play"): -0.116439914,
    (6, "not_bust"): -0.093407830,
}


@pytest.mark.parametrize(("decks", "reading"), FIGURES)
def test_dealt_rounds_lie_where_they_should(decks: int, reading: str) -> None:
    playing = game("buffalo-2", {"decks": decks}, {"BB05": reading})
    prepared = prepare(playing, {MAIN: Cents(1000), BUST_BONUS: Cents(500)})
    assert prepared.solution is not None
    found = next(each for each in priced_sides(playing, lambda: solve(playing)) if each.wager == BUST_BONUS)
    assert float(found.ev) == pytest.approx(FIGURES[decks, reading], abs=2e-9)
    *_, part = run(Order(prepared.compiled, 2026, 4_000_000))
    dealt = summarize(prepared.compiled, part).wagers[BUST_BONUS]
    assert abs(dealt.mean - float(found.ev)) < 4.5 * dealt.standard_error
    rounds, offered = part.rounds, found.offered  # type: ignore[union-attr]
    assert abs(dealt.placed - rounds * offered) < 4.5 * (rounds * offered * (1.0 - offered)) ** 0.5


def test_in_the_newer_game_everybody_may_have_it() -> None:
    assert not list(sides_in_play(game("buffalo-3", {})))
