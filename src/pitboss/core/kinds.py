"""Words of the core that name one of a few kinds: how a card lies, how a hand closed, how a wager ended."""

from __future__ import annotations

from enum import StrEnum


class Face(StrEnum):
    """How a card comes to lie. `TO_PLAYER` is face down on the table, looked at by its own player only.

    Where people deal, nobody tells the table what a player has looked at, so such a card is dealt `DOWN`.
    """

    UP = "up"
    SIDEWAYS = "sideways"
    DOWN = "down"
    TO_PLAYER = "to-player"


class Outcome(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"
    SURRENDERED = "surrendered"
    RESCUED = "rescued"
    AWARD = "award"
    VOID = "void"


class Closing(StrEnum):
    """Why a hand takes no more decisions."""

    STOOD = "stood"
    TWENTY_ONE = "21"
    BLACKJACK = "blackjack"
    BUST = "bust"
    DOUBLED = "doubled"
    RESCUED = "rescued"
    SURRENDERED = "surrendered"
    SET = "set"
    REFUSED_CARD = "refused a card"
    DEAD = "dead"
    PAI_JACK = "pai jack"
    FOUL = "foul"
    FOLDED = "folded"


class Found(StrEnum):
    """Why a card that left the shoe was not used."""

    FACE_UP = "face up in the shoe"
    TEN = "a 10 in the shoe"
    SEEN = "seen too early, and nobody's"
    OVERDRAWN = "one card more than the dealer may have"


class Occasion(StrEnum):
    """What a window is open for."""

    BETTING = "betting"
    INSURANCE = "insurance"
    RESCUE = "rescue"
    LATE_WAGER = "late wager"
    DEALER_DONE = "what the dealer has"
    POKER_DEALT = "what the poker hands have"
    HALTED = "a table that may not be dealt"
    FOULED = "what becomes of a foul hand"
    BETWEEN_ROUNDS = "between rounds"


class Tender(StrEnum):
    """What a player gives for chips: what is dropped, chips from elsewhere, or a coupon."""

    CASH = "cash"
    CHIPS = "chips"
    COUPON = "coupon"


class FoulPolicy(StrEnum):
    """What is done about a hand that is set as it may not be."""

    HOUSE_WAY = "house_way"
    RESET = "reset"
    LOSE = "lose"


class Decision(StrEnum):
    """What a supervisor decides about something that a text does not foresee."""

    CONTINUE = "continue"
    VOID_HAND = "void-hand"
    VOID_ROUND = "void-round"


class StaffOrder(StrEnum):
    """What somebody with authority orders about the cards and what shuffles them."""

    RECUT = "recut"
    RESHUFFLE = "reshuffle-now"
    SHUFFLER_FAILED = "shuffler-failed"
    SHUFFLER_REMOVED = "shuffler-removed"
    NEW_DECKS = "new-decks"
