"""Points of a game that shared code carries out, whatever the text: each edition says under which of its clauses.

A step that several texts share names the point that it carries out and no jurisdiction. An edition maps points to its
clauses, so that coverage can tell which code carries out which clause of which text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from pitboss.ids import Clauses

F = TypeVar("F", bound=Callable[..., object])


class Point(StrEnum):
    """What shared code does, in the order of a round; first what holds all the time."""

    DECKS = "the decks in the shoe"
    CARD_VALUES = "what cards count"
    BLACKJACK = "what a blackjack is"
    ANNOUNCED = "what is announced"

    NEW_SHOE = "a new shoe"
    CUT_OFFERED = "to whom the cut is offered"
    CUT = "the cut"
    BURN_AFTER_BETS = "a card burned once the bets are down"
    BURN_SEEN = "the burn card shown"
    BURN_FORGOTTEN = "a burn that was forgotten"
    RECUT = "a cut that is made again"
    SHUFFLER = "a shuffler that fails, and what comes after it"
    NEW_DECKS = "decks that are replaced"
    RELIEF = "another dealer"
    ENTRY = "who sat out since the shuffle"
    SPOKEN = "a wager that is spoken"
    RESHUFFLE = "a reshuffle that the house orders"
    LAST_ROUND = "the last round of a shoe"
    SHOE_COUNTED = "the count at the end of a shoe"
    SHOE_EXHAUSTED = "a shoe that runs out in a round"
    TABLE_LEFT = "a table that everybody leaves"
    FACE_UP_CARD = "a card found face up in the shoe"
    TEN_FOUND = "a 10 found in the shoe"
    DRAWN_IN_ERROR = "a card drawn in error"
    OVERDRAWN = "a card too many for the dealer"
    PASSED_OVER = "a card that was due and not dealt"
    READER_MISUSED = "the reader used when it must not be"
    READER_FAILED = "a reader that fails"
    MISDEALT = "a wrong number of cards"
    POKER_MISDEALT = "a wrong number of cards in a poker part"
    POKER_SPOTS = "community cards on each other's spots"
    SHARED = "several people on one box"
    MANUAL_SHUFFLE = "the steps of a shuffle by hand"

    WAGERS_TAKEN = "the betting window"
    SIDE_TERMS = "on what terms a side wager is taken"
    FIRST_CARDS = "cards to each box"
    UP_CARD = "the dealer's up card"
    HOLE_CARD = "the dealer's hole card"
    INSURANCE_OFFERED = "the offer of insurance"
    INSURE = "whether a hand may be insured"
    HOLE_CHECKED = "the look for a blackjack"
    LATE_OFFERED = "the offer of a wager when cards lie"
    LATE_PLACED = "whether a wager may be placed when cards lie"
    CLAIM = "a hidden hand shown to win"
    TIPS = "on what terms a tip is taken"
    CONTEST_ASKED = "a poker hand beside the blackjack hand, bet or folded"
    POKER_SHUFFLED = "the cards shuffled for a poker part"
    POKER_ASKED = "a hand of the poker part, bet or folded"
    BLACKJACKS_AT_ONCE = "blackjacks paid at once"
    TURNS = "the turns of the boxes"
    STAND = "standing"
    HIT = "drawing"
    DOUBLE = "whether a hand may be doubled"
    DOUBLED = "a double carried out"
    SPLIT = "whether a hand may be split"
    SPLIT_MADE = "a split carried out"
    SURRENDER = "whether a hand may be surrendered"
    SURRENDERED = "a surrender carried out"
    RESCUE = "whether a double may be rescued"
    RESCUED = "a rescue carried out"
    SECOND_CARD = "the dealer's second card shown"
    INSURANCE_SETTLED = "insurance settled"
    SURRENDERS_SETTLED = "held surrenders settled"
    DEALER_DRAWS = "the dealer's draws"
    MAIN_SETTLED = "main wagers settled"
    CONTEST_TOLD = "the dealer's poker hand, said"
    CONTEST_SETTLED = "a poker hand beside the blackjack hand, settled"
    POKER_SETTLED = "a hand of the poker part, settled"
    SIDE_SETTLED = "a side wager settled"
    WHEEL = "a spin of the wheel"
    METER_LOCKED = "progressive wagers locked"
    METER_KEYED = "a progressive award keyed in"
    METER_OVER = "the meter told that the round is over"
    METER_KEPT = "a meter that is not discontinued"
    AWARD_PAID = "fixed awards paid"
    PICK_UP = "cards picked up"


Points = Mapping[Point, Clauses]

_CARRIERS: dict[Point, list[str]] = {}


def carries(*points: Point) -> Callable[[F], F]:
    """Marks a function as carrying out these points for every text that has them."""

    def mark(function: F) -> F:
        for point in points:
            _CARRIERS.setdefault(point, []).append(f"{function.__module__}.{function.__qualname__}")
        return function

    return mark


def carriers_of(point: Point) -> list[str]:
    """The code that carries out a point. Complete once the games are imported."""
    return list(_CARRIERS.get(point, ()))
