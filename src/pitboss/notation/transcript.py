"""A round in sentences, one a fact, as the dealer would call it and a regulator would read it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import spelled
from pitboss.core.facts import (
    BettingClosed,
    CardDealt,
    CardsCollected,
    CardSetAside,
    CardTurned,
    DoubledDown,
    Face,
    Fact,
    HandArranged,
    HandClosed,
    HandRevealed,
    HoleCardRead,
    InsuranceClosed,
    PairSplit,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatButtonPressed,
    WagerAdded,
    WagerPlaced,
    WagerSettled,
    WagerUnwound,
    WheelSpun,
)
from pitboss.core.fold import apply
from pitboss.core.hands import score
from pitboss.core.layout import Layout
from pitboss.ids import DEALER, Clauses, HandId
from pitboss.law.citations import clause
from pitboss.money import Cents, spoken


def cited(clauses: Clauses) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def signed(amount: Cents) -> str:
    return ("+" if amount > 0 else "") + spoken(amount)


@clause("MD-7.H(1)(b)(i)", "MD-7.L(3)", "MD-7.G(2)(a)", "MD-10.D")
@clause("MA-7(e).1", "MA-7(f).2", "MA-7(g).2", "MA-7(g).4", "MA-7(i).4", "MA-9(a).4", "MA-10(c).1", "MA-16(d)(1)")
def transcript(facts: Iterable[Fact]) -> list[str]:
    """What is done and announced, in order. Totals are announced as the texts require."""
    layout = Layout()
    lines: list[str] = []
    for fact in facts:
        apply(layout, fact)
        sentence = _sentence(layout, fact)
        if sentence:
            lines.append(sentence)
    return lines


def place(layout: Layout, hand: HandId) -> str:
    """A hand as it is called at the table."""
    if hand == DEALER:
        return "Dealer"
    number = f", hand {hand.number}" if len(layout.hands_of(hand.box)) > 1 else ""
    return f"Box {hand.box} ({layout.hands[hand].caller}{number})"


def _sentence(layout: Layout, fact: Fact) -> str:  # noqa: C901  one case a fact, none of them nested
    match fact:
        case RoundOpened() | InsuranceClosed() | HandRevealed() | RoundEnded():
            return ""
        case WagerPlaced(player, hand, wager, amount, clauses):
            return f"{player} puts {spoken(amount)} on {wager}, box {hand.box}.{cited(clauses)}"
        case BettingClosed():
            return "No more wagers."
        case CardDealt():
            return _dealt(layout, fact)
        case CardTurned(hand, card):
            return f"{place(layout, hand)} turns {card}: {_held(layout, hand)}."
        case HoleCardRead(_, blackjack, by_device, clauses):
            how = "The hole card goes face down into the reader" if by_device else "The dealer checks the down card"
            return f"{how}: {'blackjack' if blackjack else 'no blackjack'}.{cited(clauses)}"
        case WagerAdded(player, hand, wager, amount, clauses):
            return f"{player} adds {spoken(amount)} to {wager}, box {hand.box}.{cited(clauses)}"
        case DoubledDown(hand, clauses):
            return f"{place(layout, hand)} doubles down.{cited(clauses)}"
        case PairSplit(hand, new_hand, clauses):
            return f"Box {hand.box} splits: hand {hand.number} and hand {new_hand.number}.{cited(clauses)}"
        case HandArranged(hand, groups):
            return f"{place(layout, hand)} sets {' | '.join(spelled(group) for group in groups)}."
        case HandClosed(hand, how, clauses):
            return f"{place(layout, hand)}: {how}.{cited(clauses)}"
        case WagerSettled() | WagerUnwound():
            return _settled(fact)
        case SeatButtonPressed(hand, clauses):
            return f"The dealer presses the seat button of box {hand.box}: blackjack.{cited(clauses)}"
        case WheelSpun(hand, section, clauses):
            return f"The wheel spins for box {hand.box} and stops on section {section}.{cited(clauses)}"
        case CardSetAside(card, found, clauses):
            return f"{card} is {found} and goes to the discard rack.{cited(clauses)}"
        case RoundVoided(why, reshuffle, clauses):
            after = " The cards are to be reshuffled." if reshuffle else ""
            return f"The round is void: {why}.{after}{cited(clauses)}"
        case CardsCollected(_, _, clauses):
            return f"The cards are picked up, the dealer's last.{cited(clauses)}"


def _dealt(layout: Layout, fact: CardDealt) -> str:
    who = place(layout, fact.hand)
    if fact.card is None:
        return f"{who} gets a card face down."
    if fact.face is Face.TO_PLAYER:
        return f"{who} gets {fact.card}, face down."
    second_at_the_end = fact.hand == DEALER and len(layout.dealer.cards) == 2 and not layout.dealer.face_down
    call = "Dealer's Card! " if second_at_the_end and _no_hole_card(layout) else ""
    laid = " sideways" if fact.face is Face.SIDEWAYS else ""
    total = f": {_held(layout, fact.hand)}" if len(layout.hands[fact.hand].cards) > 1 else ""
    return f"{call}{who} gets {fact.card}{laid}{total}."


def _no_hole_card(layout: Layout) -> bool:
    """Whether the dealer's second card was dealt face up, after the players."""
    return all(len(layout.hands[hand].cards) >= 2 for hand in layout.order)


def _held(layout: Layout, hand: HandId) -> str:
    """The cards and the announced total."""
    cards = layout.hands[hand].cards
    return f"{spelled(cards)}, {score(cards).spoken}"


def _settled(fact: WagerSettled | WagerUnwound) -> str:
    if isinstance(fact, WagerUnwound):
        return f"{fact.player}'s {fact.wager} on box {fact.hand.box} is put back.{cited(fact.clauses)}"
    odds = f" at {fact.odds.pays} to {fact.odds.to}" if fact.odds is not None else ""
    staked = f" of {spoken(fact.stake)}" if fact.stake else ""
    name = f"{fact.player}'s {fact.wager}{staked} on box {fact.hand.box}.{fact.hand.number}"
    return f"{name}: {fact.outcome}{odds}, {signed(fact.net)}.{cited(fact.clauses)}"
