"""Facts: what happened, by topic. Each owns its fields, its effect and its sentence (`base`)."""

from pitboss.core.facts.base import Fact, clauses_of, kinds
from pitboss.core.facts.cards import CardDealt, CardsCollected, CardSetAside, CardTurned, HoleCardRead
from pitboss.core.facts.hands import DoubledDown, HandArranged, HandClosed, HandRevealed, PairSplit
from pitboss.core.facts.rounds import RoundEnded, RoundOpened, RoundVoided
from pitboss.core.facts.seats import ChipsBought, SeatLeft, SeatTaken, TableClosed
from pitboss.core.facts.shoe import (
    BurnCardShown,
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutCardReached,
    CutDeclined,
    ReshuffleOrdered,
    ShoeClosed,
    ShoeExhausted,
    ShoeLost,
    ShoeRevealed,
)
from pitboss.core.facts.wagers import (
    BettingClosed,
    InsuranceClosed,
    SeatButtonPressed,
    WagerAdded,
    WagerPlaced,
    WagerSettled,
    WagerUnwound,
    WheelSpun,
)

__all__ = [
    "BettingClosed",
    "BurnCardShown",
    "CardBurned",
    "CardDealt",
    "CardSetAside",
    "CardTurned",
    "CardsCollected",
    "CardsCut",
    "CardsShuffled",
    "ChipsBought",
    "CutCardPlaced",
    "CutCardReached",
    "CutDeclined",
    "DoubledDown",
    "Fact",
    "HandArranged",
    "HandClosed",
    "HandRevealed",
    "HoleCardRead",
    "InsuranceClosed",
    "PairSplit",
    "ReshuffleOrdered",
    "RoundEnded",
    "RoundOpened",
    "RoundVoided",
    "SeatButtonPressed",
    "SeatLeft",
    "SeatTaken",
    "ShoeClosed",
    "ShoeExhausted",
    "ShoeLost",
    "ShoeRevealed",
    "TableClosed",
    "WagerAdded",
    "WagerPlaced",
    "WagerSettled",
    "WagerUnwound",
    "WheelSpun",
    "clauses_of",
    "kinds",
]
