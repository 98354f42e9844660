"""3 Card 21 beyond single rounds: what is asked when, what a three-way split takes, the sign."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.suite import any_game
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.facts import CardDealt, ShoeClosed
from pitboss.core.kinds import Occasion
from pitboss.core.options import Option
from pitboss.core.requests import Act, Close, Decide, Decline, Offer, Window
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import Hit, Split
from pitboss.ids import MAIN, Box, HandId, Player, Wager
from pitboss.law.sign import sign
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.tables.intents import Sit
from table.driving import watched

ANN, ONE = Player("ann"), HandId(Box(1), 1)
THREE = {"main": Cents(1000), "three-card-bonus": Cents(1000)}


def three_cards(settings: dict[str, object], readings: dict[str, object], dealt: str) -> Runner[Any]:
    """A round of 3 Card 21 on one box, with a rich player, up to the first question."""
    bets = [(ANN, Box(1), Wager(wager), amount) for wager, amount in THREE.items()]
    runner = open_round(any_game("3-card-21", settings, readings).rules, bets)
    shoe = Stack(cards(dealt))
    while runner.pending is not None and not isinstance(runner.pending, Decide | Offer | Window):
        assert runner.answer(shoe.answer(runner.pending)) is None
    return runner


@pytest.mark.clause("CO-2101.2", "CO-2101.3", "CO-2102.2", "CO-2111(3).3", "CO-2111(4).1", "CO-2111(6).1")
def test_both_wagers_of_three_cards_go_down_together_and_see_the_same_cards() -> None:
    """6 7 8 of one suit: the bonus is settled first, then the 21 is paid, before the dealer's ten is looked under."""
    runner = three_cards({}, {}, "6c Ts 7c Ah 8c")
    assert runner.pending is None
    settled = [(key.wager, row.net) for key, row in runner.round.layout.settlements.items()]
    assert settled == [("three-card-bonus", 15000), (MAIN, 1000)]
    assert runner.round.layout.dealer_blackjack_read


@pytest.mark.clause("CO-2111(6).2", "CO-2111-PR(2)(b)", "CO-2111-PR(4)(a)")
@pytest.mark.parametrize("first", ["Ac 5d 5h", "7c 7d 7h", "Ac 2d 8h"])
def test_a_21_with_a_pair_or_an_ace_is_offered_to_be_played_on(first: str) -> None:
    one, two, three = first.split()
    runner = three_cards({}, {}, f"{one} 6s {two} Th {three}")
    assert isinstance(runner.pending, Offer)
    assert {option.verb.verb for option in runner.pending.options} >= {"stand", "hit", "split"}
    early = three_cards({}, {"TC12": "before_check"}, f"{one} 6s {two} Th {three}")
    assert isinstance(early.pending, Offer)
    assert [option.verb.verb for option in early.pending.options] == ["keep"]


@pytest.mark.clause("CO-2111-PR(2)(a).1", "CO-2111-PR(3)(b).1", "CO-2111-PR(2)(a).2", "CO-2111-PR(3)(b).2")
def test_a_three_way_split_takes_two_more_wagers_and_makes_hands_in_the_order_of_the_cards() -> None:
    runner = three_cards({}, {}, "Kc 6s Qd Th 5c")
    rules = runner.round.rules
    assert rules.puts_up(Split(), Cents(1000)) == Cents(2000)
    assert runner.answer(Act(ANN, ONE, Split())) is None
    layout = runner.round.layout
    hands = {hand.number: str(layout.hands[hand].cards[0]) for hand in layout.order}
    assert hands == {1: "Kc", 2: "Qd", 3: "5c"}
    assert [stake.total for key, stake in layout.stakes.items() if key.wager == MAIN] == [1000, 1000, 1000]
    assert layout.hands[ONE].first_cards == cards("Kc Qd 5c")


@pytest.mark.clause("CO-2111(1).3")
@pytest.mark.parametrize(("dealing", "shoes"), [("continuous", 5), ("shoe", 0)])
def test_three_cards_from_a_shoe_or_a_continuous_shuffler(dealing: str, shoes: int) -> None:
    table = watched("3-card-21", {"dealing": dealing})
    table.sit(("ann", 1))
    table.rounds(5)
    assert len(table.of(ShoeClosed)) == shoes
    assert len(table.of(CardDealt)) >= 25


@pytest.mark.clause("CO-2111-PR(3)(b).1")
def test_who_cannot_pay_for_two_more_hands_may_only_surrender() -> None:
    table = watched("3-card-21", {})
    table.must(Act(ANN, ONE, Sit(Cents(3000))))
    table.must(Close())
    while not (isinstance(table.table.pending, Window) and table.table.pending.occasion is Occasion.BETTING):
        table.must(Decline() if isinstance(table.table.pending, Offer) else Close())
    for wager, amount in THREE.items():
        table.must(Act(ANN, ONE, PlaceWager(Wager(wager), amount)))
    table.must(Close())
    offered = table.table.affordable(Decide(ANN, ONE, (Option(Split, (), (Split(),)), Option(Hit, (), (Hit(),)))))
    assert [option.verb for option in offered if option.intents] == [Hit]


@pytest.mark.clause("CO-2111.rights", "CO-2111(2).2", "CO-2111(4).2", "CO-2111(5)")
@pytest.mark.parametrize(("table", "royals"), [(1, "50"), (2, "100 50"), (3, "100 25"), (4, "100 40"), (5, "250 50")])
def test_the_sign_of_three_cards_has_its_pay_table(table: int, royals: str) -> None:
    lines = [line.says for line in sign(any_game("3-card-21", {"paytable": table}).house)]
    named = [
        f"{name} royal: {odds} to 1" for name, odds in zip(("Mini", "Diamond"), royals.split()[::-1], strict=False)
    ]
    assert all(f"Three card bonus wager. {each}" in lines for each in named)
    assert any("Score Gaming" in line for line in lines)
    assert any("The two wagers of a player are equal" in line for line in lines)
