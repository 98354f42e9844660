"""A round in sentences, one a fact, as the dealer would call it and a regulator would read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
    ShoeExhausted,
    ShoeLost,
    WagerAdded,
    WagerPlaced,
    WagerSettled,
    WagerUnwound,
    WheelSpun,
)
from pitboss.core.fold import apply
from pitboss.core.hands import score
from pitboss.core.layout import Layout
from pitboss.ids import DEALER, HOUSE_DEALER, Clauses, HandId
from pitboss.law.citations import clause
from pitboss.money import Cents, spoken
from pitboss.table.facts import (
    AnyFact,
    BurnCardShown,
    ChipsBought,
    ReshuffleOrdered,
    SeatLeft,
    SeatTaken,
    ShoeClosed,
    ShoeRevealed,
    TableClosed,
    TableFact,
)


def cited(clauses: Clauses) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def signed(amount: Cents) -> str:
    return ("+" if amount > 0 else "") + spoken(amount)


class Narrator:
    """Tells facts as they come. It folds the round for itself, because a total is announced when it is reached.

    `name` says how a card is called: `7h` by default, `seven of hearts` for the ear.
    """

    def __init__(self, name: Callable[[Card], str] = str) -> None:
        self._name = name
        self._layout = Layout()
        self._in_round = False

    def tell(self, fact: AnyFact) -> str:
        """One sentence with its clauses, or nothing where there is nothing to say."""
        if isinstance(fact, TableFact):
            return _at_the_table(fact, self._name)
        if isinstance(fact, RoundOpened):
            self._layout = Layout()
            self._in_round = True
        if self._in_round:
            apply(self._layout, fact)
        self._in_round = self._in_round and not isinstance(fact, RoundEnded)
        return _sentence(self._layout, fact, self._name)


@clause("MD-7.H(1)(b)(i)", "MD-7.L(3)", "MD-7.G(2)(a)", "MD-10.D")
@clause("MA-7(e).1", "MA-7(f).2", "MA-7(g).2", "MA-7(g).4", "MA-7(i).4", "MA-9(a).4", "MA-10(c).1", "MA-16(d)(1)")
def transcript(facts: Iterable[AnyFact], name: Callable[[Card], str] = str) -> list[str]:
    """What is done and announced, in order. Totals are announced as the texts require."""
    narrator = Narrator(name)
    return [sentence for fact in facts if (sentence := narrator.tell(fact))]


def place(layout: Layout, hand: HandId) -> str:
    """A hand as it is called at the table."""
    if hand == DEALER:
        return "Dealer"
    number = f", hand {hand.number}" if len(layout.hands_of(hand.box)) > 1 else ""
    return f"Box {hand.box} ({layout.hands[hand].caller}{number})"


def _sentence(layout: Layout, fact: Fact, name: Callable[[Card], str]) -> str:  # noqa: C901  one case a fact, none of them nested
    match fact:
        case RoundOpened() | InsuranceClosed() | HandRevealed() | RoundEnded():
            return ""
        case WagerPlaced(player, hand, wager, amount, clauses):
            return f"{player} puts {spoken(amount)} on {wager}, box {hand.box}.{cited(clauses)}"
        case BettingClosed():
            return "No more wagers."
        case CardDealt():
            return _dealt(layout, fact, name)
        case CardTurned(hand, card):
            return f"{place(layout, hand)} turns {name(card)}: {_held(layout, hand, name)}."
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
            return f"{place(layout, hand)} sets {' | '.join(_named(group, name) for group in groups)}."
        case HandClosed(hand, how, clauses):
            return f"{place(layout, hand)}: {how}.{cited(clauses)}"
        case WagerSettled() | WagerUnwound():
            return _settled(fact)
        case SeatButtonPressed(hand, clauses):
            return f"The dealer presses the seat button of box {hand.box}: blackjack.{cited(clauses)}"
        case WheelSpun(hand, section, clauses):
            return f"The wheel spins for box {hand.box} and stops on section {section}.{cited(clauses)}"
        case CardSetAside(card, found, clauses):
            return f"{name(card)} is {found} and goes to the discard rack.{cited(clauses)}"
        case CardsShuffled(count, commitment, clauses):
            bound = f"; the order is sealed under {commitment}" if commitment else ""
            return f"{count} cards are shuffled{bound}.{cited(clauses)}"
        case CutDeclined(player, clauses):
            return f"{player} declines the cut.{cited(clauses)}"
        case CardsCut(by, at, clauses):
            who = "The dealer" if by == HOUSE_DEALER else by
            return f"{who} cuts {at} cards below the top.{cited(clauses)}"
        case CutCardPlaced(behind, clauses):
            return f"The cut card goes in with {behind} cards behind it.{cited(clauses)}"
        case CardBurned(clauses):
            return f"One card is burned, face down.{cited(clauses)}"
        case CutCardReached(_, clauses):
            return f"The cut card is out: this is the last round of the shoe.{cited(clauses)}"
        case ShoeExhausted(clauses):
            return f"The shoe is empty: the discards are shuffled to finish the round.{cited(clauses)}"
        case ShoeLost(clauses):
            return f"The sealed order of the shoe is lost.{cited(clauses)}"
        case RoundVoided(why, reshuffle, clauses):
            after = " The cards are to be reshuffled." if reshuffle else ""
            return f"The round is void: {why}.{after}{cited(clauses)}"
        case CardsCollected(_, _, clauses):
            return f"The cards are picked up, the dealer's last.{cited(clauses)}"


def _dealt(layout: Layout, fact: CardDealt, name: Callable[[Card], str]) -> str:
    who = place(layout, fact.hand)
    if fact.card is None:
        return f"{who} gets a card face down."
    if fact.face is Face.TO_PLAYER:
        return f"{who} gets {name(fact.card)}, face down."
    second_at_the_end = fact.hand == DEALER and len(layout.dealer.cards) == 2 and not layout.dealer.face_down
    call = "Dealer's Card! " if second_at_the_end and _no_hole_card(layout) else ""
    laid = " sideways" if fact.face is Face.SIDEWAYS else ""
    total = f": {_held(layout, fact.hand, name)}" if len(layout.hands[fact.hand].cards) > 1 else ""
    return f"{call}{who} gets {name(fact.card)}{laid}{total}."


def _no_hole_card(layout: Layout) -> bool:
    """Whether the dealer's second card was dealt face up, after the players."""
    return all(len(layout.hands[hand].cards) >= 2 for hand in layout.order)


def _held(layout: Layout, hand: HandId, name: Callable[[Card], str]) -> str:
    """The cards and the announced total."""
    cards = layout.hands[hand].cards
    return f"{_named(cards, name)}, {score(cards).spoken}"


def _named(cards: Iterable[Card], name: Callable[[Card], str]) -> str:
    return (" " if name is str else ", ").join(name(card) for card in cards)


def _settled(fact: WagerSettled | WagerUnwound) -> str:
    if isinstance(fact, WagerUnwound):
        return f"{fact.player}'s {fact.wager} on box {fact.hand.box} is put back.{cited(fact.clauses)}"
    odds = f" at {fact.odds.pays} to {fact.odds.to}" if fact.odds is not None else ""
    staked = f" of {spoken(fact.stake)}" if fact.stake else ""
    name = f"{fact.player}'s {fact.wager}{staked} on box {fact.hand.box}.{fact.hand.number}"
    return f"{name}: {fact.outcome}{odds}, {signed(fact.net)}.{cited(fact.clauses)}"


def _at_the_table(fact: TableFact, name: Callable[[Card], str]) -> str:
    match fact:
        case SeatTaken(player, box, chips):
            return f"{player} sits down at box {box} with {spoken(chips)}."
        case ChipsBought(player, chips):
            return f"{player} buys chips for {spoken(chips)}."
        case SeatLeft(player, chips):
            return f"{player} leaves with {spoken(chips)}."
        case BurnCardShown(card, clauses):
            return f"The burn card is shown: {name(card)}.{cited(clauses)}"
        case ReshuffleOrdered(clauses):
            return f"The house orders a reshuffle.{cited(clauses)}"
        case ShoeClosed(undealt, discarded, clauses):
            return f"The shoe ends: {undealt} undealt and {discarded} dealt cards, none missing.{cited(clauses)}"
        case ShoeRevealed(commitment):
            return f"The order sealed under {commitment} is now in the journal, for anybody to check."
        case TableClosed():
            return "The table is closed."
