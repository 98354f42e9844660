"""Staff is heard whatever is asked, the dealer's hand is looked at before money moves, and nobody is ever stuck."""

from __future__ import annotations

import pytest

from conformance.suite import any_game
from pitboss.audit.verify import audit
from pitboss.cards import Card
from pitboss.core.driver import Runner
from pitboss.core.facts import BlackjackMissed, CardBurned, DealerRelieved, RoundVoided, ShoeClosed, WagerSettled
from pitboss.core.incidents import Corrected, Ordered, Relieved, Ruled
from pitboss.core.kinds import Decision, Occasion, StaffOrder
from pitboss.core.practices import EARLIER
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, FaceDown, NextCard, Offer, Reader, Window
from pitboss.core.rules import RoundContext
from pitboss.core.shuffling import dealers_way
from pitboss.core.wagering import PlaceWager
from pitboss.desk.irregularities import matrix
from pitboss.games.blackjack.intents import Hit
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Wager, clauses
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.money import Cents
from table.evening import HOUSES, Evening
from table.test_live import ANN, BOB, DAN, DORA, ONE, SUE, TWO, Pit, stand

VOID = Ruled(SUE, Decision.VOID_ROUND, None, "the shoe fell")
RULEBOOKS = [each for each in rulebook_ids() if load(each).ready]
WAYS_OUT = {"void-round", "reshuffle-now", "misdeal", "new-decks", "recut", "relief"}


def a_card_is_asked() -> Pit:
    """Ann has asked for a card."""
    pit = Pit()
    pit.loaded()
    pit.bet(ANN, BOB)
    pit.deal("9h 8h 7h 2s 8s")
    pit.by(ANN, Act(ANN, ONE, Hit()))
    pit.asks(NextCard)
    return pit


def test_a_round_is_voided_while_a_card_is_asked_for() -> None:
    pit = a_card_is_asked()
    pit.say(SUE, VOID)
    assert pit.of(RoundVoided)
    pit.sound()


def test_a_hand_is_voided_while_its_card_is_asked_for() -> None:
    pit = a_card_is_asked()
    pit.say(SUE, Ruled(SUE, Decision.CONTINUE, None, "a cup fell"))
    pit.asks(NextCard)
    pit.say(SUE, Ruled(SUE, Decision.VOID_HAND, ONE, "its cards fell"))
    assert isinstance(pit.table.pending, Decide)
    assert pit.asked == BOB
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    pit.sound()
    assert pit.table.runner.state.chips(ANN) == 10**6


def test_a_dealer_is_relieved_in_a_round_and_the_next_one_burns_a_card() -> None:
    pit = a_card_is_asked()
    burned = len(pit.of(CardBurned))
    assert pit.why_not(DORA, Card.parse("3c")).code == "not-on-duty"
    pit.say(DORA, Relieved(DORA, "dora"), FaceDown())
    assert len(pit.of(CardBurned)) == burned + 1
    assert pit.of(DealerRelieved)[-1] == DealerRelieved("dealer:dora", "dora", clauses("MA-7(c).3"))
    pit.asks(NextCard)
    assert pit.why_not(DAN, Card.parse("3c")).code == "not-on-duty"
    pit.say(DORA, Card.parse("3c"))
    pit.sound()


def test_a_shoe_that_is_ordered_to_end_ends_with_the_round() -> None:
    pit = a_card_is_asked()
    pit.say(SUE, Ordered(SUE, StaffOrder.RESHUFFLE, "a card is marked"))
    pit.deal("3c")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.by(BOB, *stand((BOB, TWO)))
    pit.deal("Kh")
    pit.say(DAN, Close())
    assert isinstance(pit.table.pending, Decide), "the cards are counted"
    assert not pit.of(ShoeClosed)


@pytest.mark.parametrize("moment", ["the cut", "the cut is made", "the burn"])
def test_a_shoe_that_falls_while_it_is_made_ready_is_shuffled_again(moment: str) -> None:
    pit = Pit()
    pit.to_the_cut()
    while moment != "the cut" and isinstance(pit.table.pending, Offer):
        pit.by(pit.asked, Decline())
    while moment == "the burn" and isinstance(pit.table.pending, Decide):
        pit.say(DAN, Act(HOUSE_DEALER, DEALER, dealers_way(pit.table.pending.options)))
    pit.say(SUE, Ordered(SUE, StaffOrder.RESHUFFLE, "it fell"))
    assert isinstance(pit.table.pending, Decide), "the cards are counted"


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_moment_of_a_live_table_has_a_way_out(rulebook: str) -> None:
    found = matrix(any_game(rulebook, {}))
    moments = {cell.moment for cell in found}
    stuck = moments - {cell.moment for cell in found if cell.taken and cell.matter in WAYS_OUT}
    assert not stuck
    in_rounds = {cell.moment for cell in found if cell.taken and cell.matter == "continue"}
    assert in_rounds == {cell.moment for cell in found if cell.taken and cell.matter == "void-round"}
    assert len(in_rounds) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_live_table_looks_before_money_moves(rulebook: str) -> None:
    """The last card of the dealer can be corrected, because the round is still there."""
    evening = Evening(rulebook, 5, HOUSES[rulebook][0], wrong=0.0)
    looked = 0
    while evening.table.runner.state.rounds < 8 or evening.table.runner.state.in_round:
        request = evening.table.pending
        looked += isinstance(request, Window) and request.occasion is Occasion.DEALER_DONE
        evening.step()
    assert looked >= 3, "now and then a round ends before the dealer plays"


def test_a_table_of_an_earlier_format_settles_with_the_last_card() -> None:
    context = RoundContext(live=True, practices=EARLIER)
    runner = Runner(any_game("blackjack-co", {}).rules, context)
    bet = Act(ANN, ONE, PlaceWager(MAIN, Cents(1000)))
    script: list[Answer] = [
        bet,
        Close(),
        *map(Card.parse, ("Th", "9c", "8h")),
        FaceDown(),
        *stand((ANN, ONE)),
        Card.parse("9s"),
    ]
    for answer in script:
        assert runner.answer(answer) is None, answer
    assert runner.pending is None


def test_the_dealers_last_card_can_be_corrected() -> None:
    pit = Pit("blackjack-co")
    pit.loaded()
    pit.bet(ANN)
    pit.deal("Th 9c 9h ?")
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("8s")
    assert not pit.of(WagerSettled)
    pit.say(SUE, Corrected(SUE, 4, Card.parse("Ts"), "it was a ten"))
    pit.say(DAN, Close())
    pit.sound()
    assert pit.table.runner.state.chips(ANN) == 10**6


def test_what_was_paid_stands_when_a_supervisor_voids_the_hand() -> None:
    """S41: Match the Dealer was decided under its own rule before."""
    pit = Pit("spanish21-ma")
    pit.loaded()
    pit.say(DAN, Close())
    for wager in (MAIN, Wager("match-the-dealer")):
        pit.by(ANN, Act(ANN, ONE, PlaceWager(wager, Cents(1000))))
    pit.say(DAN, Close())
    pit.deal("9h 9c 8s")
    won = pit.table.runner.state.chips(ANN) - (10**6 - 1000)
    assert won > 0
    pit.say(SUE, Ruled(SUE, Decision.VOID_HAND, ONE, "a card fell"))
    while pit.table.runner.table.round is not None:
        pit.deal("Kh") if isinstance(pit.table.pending, NextCard) else pit.say(DAN, Close())
    assert pit.table.runner.state.chips(ANN) == 10**6 + won
    pit.sound()


def test_a_blackjack_that_the_reader_did_not_find_is_an_incident() -> None:
    pit = Pit("spanish21-ma", dealing_procedure="hole_reader")
    pit.loaded()
    pit.bet(ANN)
    pit.deal("9h Ac 8s ?")
    while not isinstance(pit.table.pending, Reader):
        pit.say(DAN, Close())
    pit.say(DAN, False)
    pit.by(ANN, *stand((ANN, ONE)))
    pit.deal("Kh")
    assert len(pit.of(BlackjackMissed)) == 1
    while pit.table.runner.table.round is not None:
        pit.say(DAN, Close())
    pit.sound()
    assert audit(pit.journal.data).problems == []
