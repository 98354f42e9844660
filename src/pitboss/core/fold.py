"""The fold: how each fact changes the layout. It never decides and never refuses.

Rounds of any age can therefore be read without running the rules, even where today's rules would not allow them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.cards import Card
from pitboss.core.facts import (
    BettingClosed,
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardSetAside,
    CardsShuffled,
    CardTurned,
    CutCardPlaced,
    CutCardReached,
    CutDeclined,
    DoubledDown,
    Face,
    Fact,
    Found,
    HandArranged,
    HandClosed,
    HandRevealed,
    HoleCardRead,
    InsuranceClosed,
    Outcome,
    PairSplit,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatButtonPressed,
    ShoeExhausted,
    ShoeLost,
    WagerAdded,
    WagerPlaced,
    WagerSettled,
    WagerUnwound,
    WheelSpun,
)
from pitboss.core.hands import Hand, score
from pitboss.core.layout import Layout, Stake
from pitboss.core.ledger import transfers
from pitboss.ids import StakeId
from pitboss.money import ZERO, Cents


def fold(facts: Iterable[Fact], layout: Layout | None = None) -> Layout:
    """The layout after these facts."""
    layout = Layout() if layout is None else layout
    for fact in facts:
        apply(layout, fact)
    return layout


def apply(layout: Layout, fact: Fact) -> None:
    """Brings the layout from before this fact to after it."""
    _APPLY[type(fact)](layout, fact)


def _post(layout: Layout, fact: Fact) -> None:
    accounts = layout.accounts
    for source, target, amount in transfers(fact):
        accounts[source] = Cents(accounts.get(source, 0) - amount)
        accounts[target] = Cents(accounts.get(target, 0) + amount)


def _round_opened(layout: Layout, fact: RoundOpened) -> None:
    layout.found_before[Found.FACE_UP] = fact.face_up_found
    layout.cut_card_after = fact.cut_card_after


def _wager_placed(layout: Layout, fact: WagerPlaced) -> None:
    if fact.hand not in layout.hands:
        layout.hands[fact.hand] = Hand()
        layout.order.append(fact.hand)
        layout.order.sort()
    stake = layout.stakes.setdefault(StakeId(fact.player, fact.hand, fact.wager), Stake(ZERO))
    stake.original = Cents(stake.original + fact.amount)
    _post(layout, fact)


def _wager_added(layout: Layout, fact: WagerAdded) -> None:
    stake = layout.stakes[StakeId(fact.player, fact.hand, fact.wager)]
    stake.added = Cents(stake.added + fact.amount)
    _post(layout, fact)


def _betting_closed(layout: Layout, fact: BettingClosed) -> None:
    layout.betting_closed = True
    for box, caller in zip(fact.boxes, fact.callers, strict=True):
        for hand in layout.hands_of(box):
            layout.hands[hand].caller = caller


def _insurance_closed(layout: Layout, _: InsuranceClosed) -> None:
    layout.insurance_closed = True


def _lay(hand: Hand, card: Card) -> None:
    hand.cards.append(card)
    hand.score = score(hand.cards)


def _card_dealt(layout: Layout, fact: CardDealt) -> None:
    hand = layout.hands[fact.hand]
    layout.cards_dealt += 1
    if fact.card is None:
        hand.face_down += 1
        return
    _lay(hand, fact.card)
    if fact.face is Face.TO_PLAYER:
        hand.concealed = True


def _card_turned(layout: Layout, fact: CardTurned) -> None:
    hand = layout.hands[fact.hand]
    hand.face_down -= 1
    _lay(hand, fact.card)


def _hole_card_read(layout: Layout, fact: HoleCardRead) -> None:
    layout.dealer_blackjack_read = fact.blackjack


def _doubled_down(layout: Layout, fact: DoubledDown) -> None:
    layout.hands[fact.hand].doubles += 1


def _pair_split(layout: Layout, fact: PairSplit) -> None:
    hand = layout.hands[fact.hand]
    hand.was_split = True
    hand.pair_before_split = hand.pair_before_split or tuple(hand.cards)
    new_hand = layout.hands[fact.new_hand] = Hand(caller=hand.caller, born_of_split=True)
    _lay(new_hand, hand.cards.pop())
    hand.score = score(hand.cards)
    layout.order.insert(layout.order.index(fact.hand) + 1, fact.new_hand)


def _hand_arranged(layout: Layout, fact: HandArranged) -> None:
    layout.hands[fact.hand].groups = fact.groups


def _hand_revealed(layout: Layout, fact: HandRevealed) -> None:
    layout.hands[fact.hand].concealed = False


def _hand_closed(layout: Layout, fact: HandClosed) -> None:
    layout.hands[fact.hand].closed = fact.how


def _wager_settled(layout: Layout, fact: WagerSettled) -> None:
    key = StakeId(fact.player, fact.hand, fact.wager)
    stake = layout.stakes.get(key)
    if stake is not None:
        stake.pending = False
    layout.settlements[key] = fact
    _post(layout, fact)


def _wager_unwound(layout: Layout, fact: WagerUnwound) -> None:
    key = StakeId(fact.player, fact.hand, fact.wager)
    layout.settlements[key] = WagerSettled(
        fact.player, fact.hand, fact.wager, fact.stake, ZERO, ZERO, None, Outcome.VOID, fact.clauses
    )
    _post(layout, fact)


def _nothing(_layout: Layout, _fact: Fact) -> None:
    """Changes nothing on the layout: the settlement that follows moves the money, the shoe is the table's."""


def _card_set_aside(layout: Layout, fact: CardSetAside) -> None:
    layout.cards_dealt += 1
    layout.found[fact.found] = layout.found.get(fact.found, 0) + 1
    layout.discards.append(fact.card)


def _cards_shuffled(layout: Layout, _: CardsShuffled) -> None:
    """The counts of what was found begin anew at each shuffle (S17)."""
    layout.found = {}
    layout.found_before = {Found.FACE_UP: 0}


def _card_burned(layout: Layout, _: CardBurned) -> None:
    layout.cards_dealt += 1
    layout.unseen_discards += 1


def _cut_card_reached(layout: Layout, fact: CutCardReached) -> None:
    layout.cut_card_reached = fact.hand
    layout.reshuffle_due = True


def _shoe_exhausted(layout: Layout, _: ShoeExhausted) -> None:
    layout.exhausted += 1
    layout.reshuffle_due = True


def _round_voided(layout: Layout, fact: RoundVoided) -> None:
    layout.void = True
    layout.reshuffle_due = layout.reshuffle_due or fact.reshuffle


def _cards_collected(layout: Layout, fact: CardsCollected) -> None:
    layout.cleared = True
    layout.discards.extend(fact.cards)
    layout.unseen_discards += fact.unseen


def _round_ended(layout: Layout, _: RoundEnded) -> None:
    layout.ended = True


_APPLY: dict[type[Fact], Callable[[Layout, Any], None]] = {
    RoundOpened: _round_opened,
    WagerPlaced: _wager_placed,
    WagerAdded: _wager_added,
    BettingClosed: _betting_closed,
    InsuranceClosed: _insurance_closed,
    CardDealt: _card_dealt,
    CardTurned: _card_turned,
    HoleCardRead: _hole_card_read,
    DoubledDown: _doubled_down,
    PairSplit: _pair_split,
    HandArranged: _hand_arranged,
    HandRevealed: _hand_revealed,
    HandClosed: _hand_closed,
    WagerSettled: _wager_settled,
    WagerUnwound: _wager_unwound,
    SeatButtonPressed: _nothing,
    WheelSpun: _nothing,
    CardSetAside: _card_set_aside,
    CardsShuffled: _cards_shuffled,
    CutDeclined: _nothing,
    CardsCut: _nothing,
    CutCardPlaced: _nothing,
    CardBurned: _card_burned,
    CutCardReached: _cut_card_reached,
    ShoeExhausted: _shoe_exhausted,
    ShoeLost: _nothing,
    RoundVoided: _round_voided,
    CardsCollected: _cards_collected,
    RoundEnded: _round_ended,
}
