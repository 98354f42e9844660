"""Facts: what happened, in the past tense and frozen.

Names and fields are append-only: a later version must be able to read every round that was ever recorded.
A new field gets a default, and no field changes its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Card
from pitboss.ids import Box, Clauses, HandId, Player, Wager
from pitboss.money import Cents, Odds


class Face(StrEnum):
    """How a card comes to lie. `TO_PLAYER` is face down on the table, looked at by its own player only."""

    UP = "up"
    SIDEWAYS = "sideways"
    DOWN = "down"
    TO_PLAYER = "to-player"


class Outcome(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"
    SURRENDERED = "surrendered"
    RESCUED = "rescued"
    AWARD = "award"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round began. The table brings the number of face-up cards found in this shoe so far.

    It also brings how many more cards come before the cut card, where there is one.
    """

    face_up_found: int
    cut_card_after: int | None = None


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class WagerAdded:
    """A wager that lies there was raised, as a double raises it."""

    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No further wagers before the cards: the boxes to be dealt, from the dealer's left, and who calls on each."""

    boxes: tuple[Box, ...]
    callers: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class InsuranceClosed:
    """Nobody may insure any more in this round."""


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card left the shoe for a hand. A card dealt face down has no name here."""

    hand: HandId
    face: Face
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A face-down card was turned and is known from now on."""

    hand: HandId
    card: Card


@dataclass(frozen=True, slots=True)
class HoleCardRead:
    """The card reader or the dealer's look answered yes or no; the card stays hidden."""

    hand: HandId
    blackjack: bool
    by_device: bool
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class DoubledDown:
    """The hand will get one more card and no other; the wagers added to it are facts of their own."""

    hand: HandId
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class PairSplit:
    """The hand's second card became the first card of a new hand, which lies to the hand's right.

    The wagers on the new hand are facts of their own.
    """

    hand: HandId
    new_hand: HandId
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class HandArranged:
    """The hand's cards were laid out in groups."""

    hand: HandId
    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class HandRevealed:
    """Cards that only their player had seen were shown to the table."""

    hand: HandId


@dataclass(frozen=True, slots=True)
class HandClosed:
    """No more decisions on this hand; `how` is the game's word for the reason."""

    hand: HandId
    how: str
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """One wager on one hand was decided and implemented.

    Of the stake, `collected` went to the house and the rest back to the player; `paid` came from the house.
    """

    player: Player
    hand: HandId
    wager: Wager
    stake: Cents
    collected: Cents
    paid: Cents
    odds: Odds | None
    outcome: Outcome
    clauses: Clauses

    @property
    def net(self) -> Cents:
        return Cents(self.paid - self.collected)


@dataclass(frozen=True, slots=True)
class WagerUnwound:
    """A wager that had been settled was put back to nothing, because the round is void."""

    player: Player
    hand: HandId
    wager: Wager
    stake: Cents
    collected: Cents
    paid: Cents
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class SeatButtonPressed:
    """A player's blackjack was put on display, for the wheel to follow."""

    hand: HandId
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class WheelSpun:
    """A bonus wheel stopped on a section, counted from 1."""

    hand: HandId
    section: int
    clauses: Clauses


class Found(StrEnum):
    """Why a card that left the shoe was not used."""

    FACE_UP = "face up in the shoe"


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card was found that may not be used, and went to the discard rack."""

    card: Card
    found: Found
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """So many cards were shuffled; a virtual shoe binds itself to their order by the commitment."""

    cards: int
    commitment: str
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CutDeclined:
    player: Player
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CardsCut:
    """The cards above the cut, so many of them, went to the bottom of the stack."""

    by: Player
    at: int
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CutCardPlaced:
    """The cut card lies in the shoe with so many cards behind it."""

    behind: int
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CardBurned:
    """The first card of the shoe went to the discard rack, unseen."""

    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CutCardReached:
    """The cut card came out when this hand was to get a card."""

    hand: HandId
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class ShoeExhausted:
    """The shoe could not finish the round; the discards are shuffled to go on."""

    clauses: Clauses


@dataclass(frozen=True, slots=True)
class ShoeLost:
    """The order of the shoe is known to nobody any more; no card can come from it."""

    clauses: Clauses


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round counts as not played; `reshuffle` says that the law orders the cards to be shuffled before the next."""

    why: str
    reshuffle: bool
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class CardsCollected:
    """The layout was cleared into the discard rack in this order, unseen cards counted, not named.

    Hands keep the memory of their cards, so that a finished round can still be asked about.
    """

    cards: tuple[Card, ...]
    unseen: int
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class RoundEnded:
    pass


Fact = (
    RoundOpened
    | WagerPlaced
    | WagerAdded
    | BettingClosed
    | InsuranceClosed
    | CardDealt
    | CardTurned
    | HoleCardRead
    | DoubledDown
    | PairSplit
    | HandArranged
    | HandRevealed
    | HandClosed
    | WagerSettled
    | WagerUnwound
    | SeatButtonPressed
    | WheelSpun
    | CardSetAside
    | CardsShuffled
    | CutDeclined
    | CardsCut
    | CutCardPlaced
    | CardBurned
    | CutCardReached
    | ShoeExhausted
    | ShoeLost
    | RoundVoided
    | CardsCollected
    | RoundEnded
)
