"""A foul hand at a live table waits for the pit supervisor, and who helps to set a hand is named."""

from __future__ import annotations

from typing import Any

import pytest

from games.test_pai_jack import ANN, ANNS, DEALERS, FOUL, ONE, TWO, of_kind, rules
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import FoulDecided, HandClosed, HandFouled, HelpGiven
from pitboss.core.incidents import Dropped, FoulRuled
from pitboss.core.kinds import Closing, FoulPolicy, Occasion
from pitboss.core.practices import EARLIER
from pitboss.core.requests import Act, Close, Decide, Offer, Window
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import open_round
from pitboss.games.blackjack.intents import Show
from pitboss.games.colorado.pai_jack_rules import FOUL as CITED
from pitboss.games.colorado.pai_jack_rules import HouseWay
from pitboss.ids import MAIN, Author, Box, Role
from pitboss.money import Cents
from pitboss.shoe.stack import Stack

SUE, DAN = Author(Role.SUPERVISOR, "sue"), Author(Role.DEALER, "dan")
LIVE = RoundContext(live=True, dealer="dan")


def fouled(policy: str, *, table: RoundContext = LIVE) -> Runner[Any]:
    """A round at this table in which ann has just set a foul hand."""
    bets = [(ANN, Box(1), MAIN, Cents(1000))]
    runner: Runner[Any] = open_round(rules({"foul_policy": policy}), bets, table)
    shoe = Stack(cards(f"{ANNS} {DEALERS}"))
    while not isinstance(runner.pending, Decide):
        assert runner.pending is not None
        shows = isinstance(runner.pending, Offer)  # where nobody else knows her cards, she turns them over first
        assert runner.answer(Act(ANN, ONE, Show()) if shows else shoe.answer(runner.pending)) is None
    assert runner.answer(Act(ANN, ONE, FOUL)) is None
    return runner


@pytest.mark.clause("CO-2112(11)(i)")
@pytest.mark.parametrize("policy", list(FoulPolicy))
def test_a_foul_at_a_live_table_waits_for_the_supervisor(policy: FoulPolicy) -> None:
    runner = fouled(policy)
    assert isinstance(runner.pending, Window)
    assert runner.pending.occasion is Occasion.FOULED
    (recorded,) = of_kind(runner, HandFouled)
    assert recorded.clauses == ("CO-2112(6)(a)", "CO-2112(11)(i).1")
    waits = runner.answer(Close())
    assert waits is not None
    assert waits.code == "foul-waits"
    for by, code in ((DAN, "no-authority"), (Author(Role.SUPERVISOR, "dan"), "own-approval")):
        refusal = runner.answer(FoulRuled(by, ONE, policy))
        assert refusal is not None
        assert refusal.code == code
    for other in set(FoulPolicy) - {policy}:
        refusal = runner.answer(FoulRuled(SUE, ONE, other))
        assert refusal is not None
        assert (refusal.code, refusal.clauses) == ("not-elected", CITED[policy])
    refusal = runner.answer(FoulRuled(SUE, TWO, policy))
    assert refusal is not None
    assert refusal.code == "no-such-hand"
    assert runner.answer(FoulRuled(SUE, ONE, policy)) is None
    (decided,) = of_kind(runner, FoulDecided)
    assert (decided.by, decided.hand, decided.policy) == ("supervisor:sue", ONE, policy)
    closed = [fact.how for fact in of_kind(runner, HandClosed) if fact.hand == ONE]
    expected = {FoulPolicy.HOUSE_WAY: [Closing.SET], FoulPolicy.LOSE: [Closing.FOUL], FoulPolicy.RESET: []}
    assert closed == expected[policy]
    assert isinstance(runner.pending, Decide) == (policy is FoulPolicy.RESET)


@pytest.mark.clause("CO-2112(11)(i)(i)", "CO-2112(11)(i)(iii)")
def test_a_second_foul_is_ruled_on_too_and_goes_by_house_way() -> None:
    runner = fouled("reset")
    assert runner.answer(FoulRuled(SUE, ONE, FoulPolicy.RESET)) is None
    assert runner.answer(Act(ANN, ONE, FOUL)) is None
    refusal = runner.answer(FoulRuled(SUE, ONE, FoulPolicy.RESET))
    assert refusal is not None
    assert refusal.code == "not-elected"
    assert runner.answer(FoulRuled(SUE, ONE, FoulPolicy.HOUSE_WAY)) is None
    assert [fact.policy for fact in of_kind(runner, FoulDecided)] == [FoulPolicy.RESET, FoulPolicy.HOUSE_WAY]
    assert [fact.how for fact in of_kind(runner, HandClosed)] == [Closing.SET]


@pytest.mark.clause("CO-2112(11)(i).1", "CO-2112(4).3")
def test_a_hand_that_dies_while_it_waits_is_ruled_on_by_nobody() -> None:
    runner = fouled("house_way")
    assert runner.answer(Dropped(SUE, Box(1), "a card fell")) is None
    assert not isinstance(runner.pending, Window)
    assert not of_kind(runner, FoulDecided)


@pytest.mark.clause("CO-2112(11)(j)")
@pytest.mark.parametrize(
    ("table", "named"),
    [(LIVE, ["dealer:dan"]), (RoundContext(), []), (LIVE._replace(practices=EARLIER), [])],
)
def test_who_helps_to_set_a_hand_is_named(table: RoundContext, named: list[str]) -> None:
    """At a live table the dealer; a machine is nobody, and a table of an earlier format goes on as it did."""
    runner: Runner[Any] = open_round(rules(), [(ANN, Box(1), MAIN, Cents(1000))], table)
    shoe = Stack(cards(f"{ANNS} {DEALERS}"))
    while not isinstance(runner.pending, Decide):
        assert runner.pending is not None
        shows = isinstance(runner.pending, Offer)  # where nobody else knows her cards, she turns them over first
        assert runner.answer(Act(ANN, ONE, Show()) if shows else shoe.answer(runner.pending)) is None
    assert runner.answer(Act(ANN, ONE, HouseWay())) is None
    assert [fact.by for fact in of_kind(runner, HelpGiven)] == named


@pytest.mark.clause("CO-2112(11)(i)")
@pytest.mark.parametrize("table", [RoundContext(), LIVE._replace(practices=EARLIER)])
def test_elsewhere_the_policy_of_the_house_goes_on_by_itself(table: RoundContext) -> None:
    runner = fouled("lose", table=table)
    (recorded,) = of_kind(runner, HandFouled)
    assert recorded.clauses[-1] == "CO-2112(11)(i)(ii)"
    assert [fact.how for fact in of_kind(runner, HandClosed)] == [Closing.FOUL]
    assert not of_kind(runner, FoulDecided)
