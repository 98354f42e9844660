"""Every fact owns its fields, its effect and its sentence."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.core import facts
from pitboss.core.facts import Fact, clauses_of, kinds
from pitboss.core.fold import fold, fold_table
from pitboss.core.kinds import Closing, Decision, Face, FoulPolicy, Found, Outcome, StaffOrder
from pitboss.core.layout import Layout
from pitboss.core.table_state import TableState
from pitboss.core.telling import Told
from pitboss.ids import DEALER, HOUSE_DEALER, MAIN, Box, HandId, Player, Wager, clauses, tip_on
from pitboss.money import ZERO, Cents, Odds
from pitboss.store.encoding import decode, encode

ANN, HAND, NEW, CITED = Player("ann"), HandId(Box(1), 1), HandId(Box(1), 2), clauses("MA-5(a).1")
MORE = HandId(Box(1), 3), HandId(Box(1), 4)
SEVEN, TEN, TIP, SIDE = Card.parse("7h"), Cents(1000), tip_on(MAIN), Wager("match-up")

# One of each kind, in an order in which they may happen, with what is said of it.
TOLD: list[tuple[Fact, str]] = [
    (facts.SeatTaken(ANN, Box(1), Cents(50000)), "ann sits down at box 1 with $500.00."),
    (facts.ChipsBought(ANN, TEN), "ann buys chips for $10.00."),
    (facts.CardsShuffled(288, "abc", CITED), "288 cards are shuffled; the order is sealed under abc. [MA-5(a).1]"),
    (facts.CutDeclined(ANN, CITED), "ann declines the cut. [MA-5(a).1]"),
    (facts.CardsCut(HOUSE_DEALER, 144, CITED), "The dealer cuts 144 cards below the top. [MA-5(a).1]"),
    (facts.CutCardPlaced(72, CITED), "The cut card goes in with 72 cards behind it. [MA-5(a).1]"),
    (
        facts.SealBroken(288, "4471", "A-12 of 1 March", CITED),
        "288 cards come shuffled: seal 4471, approval A-12 of 1 March. [MA-5(a).1]",
    ),
    (
        facts.CutCardAtBurn(-2, CITED),
        "The cut card is out before a card is burned. By the count it is 2 card(s) too late. [MA-5(a).1]",
    ),
    (
        facts.CutCardOverdue(3, CITED),
        "By the count the cut card was due 3 card(s) ago, and nobody has reported it. [MA-5(a).1]",
    ),
    (facts.CardBurned(CITED), "One card is burned, face down. [MA-5(a).1]"),
    (facts.BurnCardShown(SEVEN, CITED), "The burn card is shown: 7h. [MA-5(a).1]"),
    (facts.RoundOpened(0), ""),
    (facts.WagerPlaced(ANN, HAND, MAIN, TEN, CITED), "ann puts $10.00 on main, box 1. [MA-5(a).1]"),
    (facts.WagerPlaced(ANN, HAND, TIP, TEN, CITED), "ann puts $10.00 on tip-main, box 1. [MA-5(a).1]"),
    (facts.CouponPlaced(ANN, HAND, TEN, CITED), "ann puts a coupon for $10.00 on box 1. [MA-5(a).1]"),
    (facts.CouponDecided(ANN, HAND, TEN, False, CITED), "ann's coupon for $10.00 goes back. [MA-5(a).1]"),
    (
        facts.WagerSpoken("dealer:dan", ANN, HAND, SIDE, TEN, CITED),
        "ann says $10.00 on match-up, box 1, with cash; dealer:dan has heard it. [MA-5(a).1]",
    ),
    (
        facts.CashChanged("supervisor:sue", ANN, HAND, SIDE, TEN, CITED),
        "$10.00 of ann's cash becomes chips (supervisor:sue). [MA-5(a).1]",
    ),
    (facts.WagerPlaced(ANN, HAND, SIDE, TEN, CITED), "ann puts $10.00 on match-up, box 1. [MA-5(a).1]"),
    (
        facts.WagerWithdrawn(ANN, HAND, SIDE, TEN, CITED),
        "ann takes back $10.00 from match-up, box 1. [MA-5(a).1]",
    ),
    (facts.BettingClosed((Box(1),), (ANN,)), "No more wagers."),
    (facts.CardDealt(HAND, Face.UP, SEVEN), "Box 1 (ann) gets 7h."),
    (facts.CardDealt(DEALER, Face.DOWN, None), "Dealer gets a card face down."),
    (facts.CardTurned(DEALER, SEVEN), "Dealer turns 7h: 7h, 7."),
    (facts.InsuranceClosed(), ""),
    (
        facts.HoleCardRead(DEALER, False, True, CITED),
        "The hole card goes face down into the reader: no blackjack. [MA-5(a).1]",
    ),
    (
        facts.CardSetAside(SEVEN, Found.FACE_UP, CITED),
        "7h is face up in the shoe and goes to the discard rack. [MA-5(a).1]",
    ),
    (facts.WagerAdded(ANN, HAND, MAIN, TEN, CITED), "ann adds $10.00 to main, box 1. [MA-5(a).1]"),
    (facts.DoubledDown(HAND, CITED), "Box 1 (ann) doubles down. [MA-5(a).1]"),
    (facts.CardDealt(HAND, Face.SIDEWAYS, SEVEN), "Box 1 (ann) gets 7h sideways: 7h 7h, 14."),
    (facts.PairSplit(HAND, NEW, CITED), "Box 1 splits: hand 1 and hand 2. [MA-5(a).1]"),
    (
        facts.WagerMoved(ANN, HAND, NEW, MAIN, Cents(2000), CITED),
        "ann's main goes with hand 2 of box 1. [MA-5(a).1]",
    ),
    (
        facts.WagerMoved(ANN, NEW, HAND, MAIN, Cents(2000), CITED),
        "ann's main goes with hand 1 of box 1. [MA-5(a).1]",
    ),
    (facts.SwitchDecided(HAND, NEW, False, CITED), "Box 1 keeps: 7h, 7 and 7h, 7. [MA-5(a).1]"),
    (facts.TwentyOneKept(HAND, CITED), "Box 1 (ann, hand 1) keeps its 21 and is not paid yet. [MA-5(a).1]"),
    (facts.CardDealt(HAND, Face.UP, SEVEN), "Box 1 (ann, hand 1) gets 7h: 7h 7h, 14."),
    (facts.CardDealt(HAND, Face.UP, SEVEN), "Box 1 (ann, hand 1) gets 7h: 7h 7h 7h, 21."),
    (facts.SplitThreeWays(HAND, *MORE, CITED), "Box 1 splits three ways: hands 1, 3 and 4. [MA-5(a).1]"),
    (facts.HandArranged(HAND, (cards("7h"), cards("7h"))), "Box 1 (ann, hand 1) sets 7h | 7h."),
    (
        facts.HandFouled(HAND, (cards("7h"), cards("7h")), CITED),
        "Box 1 (ann, hand 1) sets 7h | 7h: a foul, and the pit supervisor is told. [MA-5(a).1]",
    ),
    (
        facts.HandFouled(HAND, (), CITED),
        "Box 1 (ann, hand 1) sets its cards: a foul, and the pit supervisor is told. [MA-5(a).1]",
    ),
    (
        facts.FoulDecided("supervisor:sue", HAND, FoulPolicy.RESET, CITED),
        "supervisor:sue rules on the foul of Box 1 (ann, hand 1): its player sets it again. [MA-5(a).1]",
    ),
    (
        facts.HelpGiven("dealer:dan", HAND, CITED),
        "dealer:dan shows Box 1 (ann, hand 1) the house way to set its cards. [MA-5(a).1]",
    ),
    (facts.PokerFolded(HAND, CITED), "Box 1 (ann, hand 1) folds at poker. [MA-5(a).1]"),
    (
        facts.PokerHandTold(HAND, "a pair of sixes", True, CITED),
        "Box 1 (ann, hand 1) has a pair of sixes at poker. [MA-5(a).1]",
    ),
    (
        facts.PokerHandTold(DEALER, "jack-ten high", False, CITED),
        "Dealer has jack-ten high at poker, which does not qualify. [MA-5(a).1]",
    ),
    (facts.HandRevealed(HAND), "Box 1 (ann, hand 1) shows 7h."),
    (facts.HandClosed(HAND, Closing.STOOD, CITED), "Box 1 (ann, hand 1): stood. [MA-5(a).1]"),
    (
        facts.CardMissed(HAND, Face.UP, CITED),
        "Box 1 (ann, hand 1) was passed over and has a card to come. [MA-5(a).1]",
    ),
    (
        facts.DrawnInError(None, CITED),
        "A card was drawn in error, unseen. It is used as the next one. [MA-5(a).1]",
    ),
    (
        facts.DrawnInError(SEVEN, CITED),
        "A card was drawn in error, and seen: 7h. It is used as the next one. [MA-5(a).1]",
    ),
    (facts.BoxShared(ANN, HAND, Player("cat"), CITED), "ann agrees to cat on box 1. [MA-5(a).1]"),
    (facts.CardRefused(ANN, CITED), "ann refuses the card, and gets no more in this round. [MA-5(a).1]"),
    (
        facts.BlackjackMissed(DEALER, CITED),
        "The hole card was said to make no blackjack, and it makes one; a supervisor has to be called. [MA-5(a).1]",
    ),
    (
        facts.ErrorForgiven("a burn was forgotten", CITED),
        "A harmless error: a burn was forgotten. Play goes on. [MA-5(a).1]",
    ),
    (
        facts.ErrorForgiven("the dealer forgot to burn a card", CITED),
        "A harmless error: the dealer forgot to burn a card. Play goes on. [MA-5(a).1]",
    ),
    (facts.ReaderOut("floor:flo", CITED), "The card reader has failed (floor:flo). [MA-5(a).1]"),
    (facts.ReaderBack("floor:flo", CITED), "The card reader works again (floor:flo). [MA-5(a).1]"),
    (
        facts.ReaderMisused("supervisor:sue", CITED),
        "The hole card was put into the reader by mistake; supervisor:sue was told. [MA-5(a).1]",
    ),
    (
        facts.StaffRuled("supervisor:sue", Decision.VOID_HAND, "hand 1.1", "a drink fell on it", CITED),
        "supervisor:sue decides: void-hand hand 1.1, because a drink fell on it. [MA-5(a).1]",
    ),
    (facts.CutCardReached(HAND, CITED), "The cut card is out: this is the last round of the shoe. [MA-5(a).1]"),
    (facts.ShoeExhausted(CITED), "The shoe is empty: the discards are shuffled to finish the round. [MA-5(a).1]"),
    (
        facts.WagerSettled(ANN, HAND, MAIN, Cents(2000), ZERO, Cents(2000), Odds(1), Outcome.WIN, CITED),
        "ann's main of $20.00 on box 1.1: win at 1 to 1, +$20.00. [MA-5(a).1]",
    ),
    (
        facts.WagerUnwound(ANN, HAND, MAIN, Cents(2000), ZERO, Cents(2000), CITED),
        "ann's main on box 1 is put back. [MA-5(a).1]",
    ),
    (
        facts.TipSettled(ANN, HAND, TIP, TEN, ZERO, TEN, Odds(1), Outcome.WIN, CITED),
        "ann's tip-main of $10.00 on box 1.1: win at 1 to 1, $20.00 for the dealer. [MA-5(a).1]",
    ),
    (
        facts.TipUnwound(ANN, HAND, TIP, TEN, ZERO, TEN, CITED),
        "ann's tip-main on box 1 is put back. [MA-5(a).1]",
    ),
    (facts.SeatButtonPressed(HAND, CITED), "The dealer presses the seat button of box 1: blackjack. [MA-5(a).1]"),
    (facts.WheelSpun(HAND, 2, CITED), "The wheel spins for box 1 and stops on section 2. [MA-5(a).1]"),
    (
        facts.RoundVoided("it had to be", True, CITED),
        "The round is void: it had to be. The cards are to be reshuffled. [MA-5(a).1]",
    ),
    (facts.HandRemoved(HAND, (SEVEN,), CITED), "The cards of Box 1 (ann, hand 1) go to the discard rack. [MA-5(a).1]"),
    (facts.CardsCollected(cards("7h 7h 7h"), 0, CITED), "The cards are picked up, the dealer's last. [MA-5(a).1]"),
    (
        facts.WagersLocked(1234567_999999, 0, CITED),
        "The progressive wagers are locked; the meter shows $12,345.67. [MA-5(a).1]",
    ),
    (
        facts.AwardVerified("supervisor:sue", HAND, CITED),
        "supervisor:sue verifies the progressive win of Box 1 (ann, hand 1). [MA-5(a).1]",
    ),
    (
        facts.MeterKeyed(HAND, 10, Cents(0), 1234567_999999, 0, CITED),
        "Box 1 (ann, hand 1) wins 10 % of the meter, $0.00; the meter now shows $12,345.67. [MA-5(a).1]",
    ),
    (
        facts.SupervisorCalled(HAND, 10, CITED),
        "Box 1 (ann, hand 1) wins 10 % of the meter: the dealer stops and calls a supervisor. [MA-5(a).1]",
    ),
    (
        facts.KeyInstructed("supervisor:sue", HAND, 10, CITED),
        "supervisor:sue tells the dealer to press the key for 10 %, Box 1 (ann, hand 1). [MA-5(a).1]",
    ),
    (
        facts.KeyPressed("dealer:dan", HAND, 10, CITED),
        "dealer:dan presses the key for 10 %, Box 1 (ann, hand 1). [MA-5(a).1]",
    ),
    (
        facts.ProcedureFollowed(HAND, "JP-4", "", "supervisor:sue", "supervisor:sue", "dealer:dan", CITED),
        "The award of Box 1 (ann, hand 1), verified by supervisor:sue, is paid by 'JP-4'. [MA-5(a).1]",
    ),
    (facts.GameOverPressed(CITED), "The dealer presses Game Over. [MA-5(a).1]"),
    (
        facts.MisdealCalled("supervisor:sue", "box 1", "two cards stuck", CITED),
        "supervisor:sue is called to a misdeal of box 1, because two cards stuck. [MA-5(a).1]",
    ),
    (
        facts.PokerBegun(cards("7h 6s"), (Box(1),), cards("7h"), CITED),
        "Poker begins: 7h 6s stay as community cards, all others are picked up. [MA-5(a).1]",
    ),
    (facts.RoundEnded(), ""),
    (
        facts.StaffOrdered("floor:flo", StaffOrder.RESHUFFLE, "a card is bent", CITED),
        "floor:flo orders: reshuffle-now, because a card is bent. [MA-5(a).1]",
    ),
    (facts.DealerRelieved("floor:flo", "dora", CITED), "dora takes over the deal (floor:flo). [MA-5(a).1]"),
    (
        facts.EntryPermitted("supervisor:sue", ANN, "she was on the phone", CITED),
        "supervisor:sue lets ann bet again, because she was on the phone. [MA-5(a).1]",
    ),
    (
        facts.ChipsAdjusted("supervisor:sue", ANN, Cents(500), "she was paid too little"),
        "ann gets $5.00 by order of supervisor:sue: she was paid too little.",
    ),
    (
        facts.BlackjackMissed(HandId(Box(0), 1), CITED),
        "The hole card was said to make no blackjack, and it makes one; a supervisor has to be called. [MA-5(a).1]",
    ),
    (
        facts.AdjustmentProposed("supervisor:sue", ANN, Cents(50000), "she was not paid", 7),
        ("supervisor:sue wants ann to get $500.00 for round 7: she was not paid. Somebody else has to say so too."),
    ),
    (facts.DecksOut(CITED), "The decks are taken out of play. [MA-5(a).1]"),
    (facts.ReshuffleOrdered(CITED), "The house orders a reshuffle. [MA-5(a).1]"),
    (facts.ShoeClosed(283, 5, CITED), "The shoe ends: 283 undealt and 5 dealt cards, none missing. [MA-5(a).1]"),
    (
        facts.ShoeRevealed("abc", cards("7h"), "n"),
        "The order sealed under abc is now in the journal, for anybody to check.",
    ),
    (facts.ShoeLost(()), "The sealed order of the shoe is lost."),
    (facts.CardsShuffled(288, "", CITED), "288 cards are shuffled. [MA-5(a).1]"),
    (facts.RoundOpened(0), ""),
    (
        facts.RoundCorrected("supervisor:sue", 3, "8h", "9h", 5, "misread"),
        (
            "supervisor:sue corrects: entry 3 of its kind was 8h and is 9h, because misread."
            " The round begins anew, and 5 entries stand."
        ),
    ),
    (
        facts.ShoeMiscounted("floor:flo", 287, 288, "one is missing", CITED),
        "floor:flo counts 287 cards and not 288: one is missing. The decks are taken out of play. [MA-5(a).1]",
    ),
    (facts.SeatLeft(ANN, Cents(52500)), "ann leaves with $525.00."),
    (facts.TableClosed(), "The table is closed."),
]


def test_every_kind_is_here() -> None:
    assert {type(fact).__name__ for fact, _ in TOLD} == set(kinds())


def test_every_fact_is_told_after_it_happened() -> None:
    state = TableState()
    for fact, sentence in TOLD:
        fold_table(state, fact)
        assert fact.tell(Told(state.layout)) == sentence
    assert state.closed
    assert state.balanced()
    assert state.shoe is None


@pytest.mark.parametrize("fact", [fact for fact, _ in TOLD], ids=lambda fact: type(fact).__name__)
def test_every_fact_comes_back_from_its_bytes(fact: Fact) -> None:
    assert decode(encode(fact)) == fact
    assert set(clauses_of(fact)) <= set(CITED)


def test_a_fact_of_a_round_needs_no_table() -> None:
    of_the_round = [fact for fact, _ in TOLD if fact.__class__.apply is not Fact.apply]
    layout = fold(of_the_round)
    assert layout.ended
    assert layout.void
    assert sum(layout.accounts.values()) == 0
    assert fold([], layout) is layout != Layout()


def test_cards_have_other_names_for_the_ear() -> None:
    layout = fold([facts.WagerPlaced(ANN, HAND, MAIN, TEN, ()), facts.BettingClosed((Box(1),), (ANN,))])
    dealt = facts.CardDealt(HAND, Face.TO_PLAYER, SEVEN)
    dealt.apply(layout)
    assert layout.hands[HAND].concealed
    assert dealt.tell(Told(layout, lambda card: card.spoken)) == "Box 1 (ann) gets seven of hearts, face down."
