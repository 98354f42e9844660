"""Terms that tie a wager to another one, demand whole dollars, or make it compulsory; and boxes with two spots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.suite import game
from pitboss.cards import cards
from pitboss.core.betting import Limit, Tie, WagerTerms
from pitboss.core.driver import Runner
from pitboss.core.kinds import Outcome
from pitboss.core.legal_answers import choices
from pitboss.core.options import Option, Refusal
from pitboss.core.requests import Act, Close, Decide, Window
from pitboss.core.wagering import PlaceWager, open_round
from pitboss.games.blackjack.intents import DoubleDown
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished, HandToPay
from pitboss.games.spanish21.comparison import Comparison
from pitboss.games.spanish21.ma_prior import COMPARISON
from pitboss.ids import MAIN, Box, HandId, Player, StakeId, Wager, clauses
from pitboss.money import Cents
from pitboss.shoe.stack import Stack

SIDE, CITED = Wager("bonus"), clauses("CO-2102.1")
ANN, BOX = Player("ann"), HandId(Box(1), 1)


def with_terms(terms: WagerTerms, spots: int = 1) -> BlackjackRules:
    """The standard game with one more wager, on these terms."""
    rules = game("blackjack-co", {}).rules
    wagers = {**rules.betting.wagers, terms.wager: terms}
    return replace(rules, betting=replace(rules.betting, wagers=wagers, spots=spots))


def bet(runner: Runner[BlackjackRules], wager: Wager, cents: int) -> Refusal | None:
    return runner.answer(Act(ANN, BOX, PlaceWager(wager, Cents(cents))))


def test_a_compulsory_wager_keeps_the_betting_open() -> None:
    runner = Runner(with_terms(WagerTerms(SIDE, CITED, compulsory=CITED)))
    assert runner.answer(Close()) is None, "without any wager there is no round"
    runner = Runner(with_terms(WagerTerms(SIDE, CITED, compulsory=CITED)))
    assert bet(runner, MAIN, 1000) is None
    window = runner.pending
    assert isinstance(window, Window)
    assert Close() not in choices(runner.round, window)
    refusal = runner.answer(Close())
    assert refusal == Refusal("bonus-missing", "ann must place a bonus wager on box 1 before the cards", CITED)
    assert runner.pending is window, "a refusal changes nothing"
    assert bet(runner, SIDE, 500) is None
    assert runner.answer(Close()) is None
    assert runner.round.layout.betting_closed


def test_a_wager_that_must_equal_another() -> None:
    runner = Runner(with_terms(WagerTerms(SIDE, CITED, equals=Tie(MAIN, CITED))))
    assert bet(runner, MAIN, 1000) is None
    assert bet(runner, SIDE, 500) is None
    refusal = runner.answer(Close())
    assert refusal is not None
    assert refusal.code == "not-equal-to-main"
    assert refusal.clauses == CITED
    assert bet(runner, SIDE, 500) is None
    assert runner.answer(Close()) is None


@pytest.mark.parametrize(
    ("terms", "cents", "code"),
    [
        (WagerTerms(SIDE, CITED, multiple_of=Limit(Cents(100), CITED)), 550, "not-a-multiple"),
        (WagerTerms(SIDE, CITED, not_above=Tie(MAIN, CITED)), 1050, "above-main"),
        (WagerTerms(SIDE, CITED, needs=(Tie(Wager("ante"), CITED),)), 500, "needs-ante"),
    ],
    ids=lambda each: str(each)[:12],
)
def test_terms_refuse_with_their_clause(terms: WagerTerms, cents: int, code: str) -> None:
    runner = Runner(with_terms(terms))
    assert bet(runner, MAIN, 1000) is None
    refusal = bet(runner, SIDE, cents)
    assert refusal is not None
    assert (refusal.code, refusal.clauses) == (code, CITED)
    assert terms.cited() == CITED


def test_a_wager_in_two_parts_must_reach_its_minimum_before_the_cards() -> None:
    terms = WagerTerms(SIDE, CITED, least=Limit(Cents(600), CITED))
    runner = Runner(with_terms(terms))
    assert bet(runner, MAIN, 1000) is None
    assert bet(runner, SIDE, 500) is None
    refusal = runner.answer(Close())
    assert refusal is not None
    assert (refusal.code, refusal.clauses) == ("under-minimum", CITED)
    assert bet(runner, SIDE, 100) is None
    assert runner.answer(Close()) is None
    assert terms.cited() == CITED


def test_one_bet_makes_a_stake_on_each_spot() -> None:
    """Two hands of one box, called by one person; a side wager lies on the first."""
    runner = Runner(with_terms(WagerTerms(SIDE, CITED), spots=2))
    assert bet(runner, MAIN, 1000) is None
    assert bet(runner, SIDE, 500) is None
    assert runner.answer(Close()) is None
    layout = runner.round.layout
    second = HandId(Box(1), 2)
    assert layout.order == [BOX, second]
    assert {layout.hands[hand].caller for hand in layout.order} == {ANN}
    assert {key: stake.total for key, stake in layout.stakes.items()} == {
        StakeId(ANN, BOX, MAIN): 1000,
        StakeId(ANN, second, MAIN): 1000,
        StakeId(ANN, BOX, SIDE): 500,
    }


def test_limits_are_spoken() -> None:
    terms = WagerTerms(SIDE, CITED, Limit(Cents(100), CITED), Limit(Cents(2500), CITED), not_above=Tie(MAIN, CITED))
    assert terms.spoken({}) == "from $1.00 to $25.00"
    assert terms.spoken({MAIN: Cents(1000)}) == "from $1.00 to $10.00"
    assert terms.spoken({MAIN: Cents(100)}) == "exactly $1.00"


def test_rules_with_another_part_remember_nothing_of_the_old_ones() -> None:
    """Options and verdicts are remembered by the rules that gave them, and by no others made from these."""
    before = game("spanish21-ma", {}).rules
    assert before.doubling is not None
    other = replace(before, doubling=replace(before.doubling, offered=CITED))
    assert [_double_of(rules).clauses for rules in (before, other)] == [before.doubling.offered, CITED]

    lost = Finished(22, 3, False), Finished(22, 3, False)
    assert before.settlement.verdict(HandToPay(lost[0]), lost[1]).outcome is Outcome.LOSE
    ties = replace(before.settlement, table=Comparison(ties_above_21=True).table(COMPARISON))
    assert ties.verdict(HandToPay(lost[0]), lost[1]).outcome is Outcome.PUSH


def _double_of(rules: BlackjackRules) -> Option:
    """What may be put up to double eleven, with $10 on it."""
    runner = open_round(rules, [(ANN, Box(1), MAIN, Cents(1000))])
    shoe = Stack(cards("6c 5d 5h Kd"))
    while not isinstance(runner.pending, Decide):
        assert runner.pending is not None
        runner.answer(shoe.answer(runner.pending))
    return next(option for option in runner.pending.options if option.verb is DoubleDown)
