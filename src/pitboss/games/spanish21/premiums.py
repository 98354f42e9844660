"""Premium hands of Spanish 21: three cards that are 6-7-8 or 7-7-7, or a 21 of five cards and more."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, Rank, Suit
from pitboss.core.hands import score

_SIX_SEVEN_EIGHT = frozenset({Rank.SIX, Rank.SEVEN, Rank.EIGHT})
_SEVENS = frozenset({Rank.SEVEN})
_BY_COUNT = {5: "five_cards", 6: "six_cards"}

SUITED_SEVENS = frozenset({"777_suited", "777_spades"})


def premium(cards: Sequence[Card], *, most_cards: int | None = None) -> str | None:
    """The row of the premium table that these cards make. The rows exclude each other.

    `most_cards` ends the table at that many cards (CH07); else seven stands for seven or more.
    """
    count = len(cards)
    if count < 3 or count == 4 or score(cards).total != 21 or (most_cards is not None and count > most_cards):
        return None
    if count >= 7:
        return "seven_cards"
    if count >= 5:
        return _BY_COUNT[count]
    ranks = frozenset(card.rank for card in cards)
    if ranks == _SIX_SEVEN_EIGHT:
        return "678_" + _suits(cards)
    if ranks == _SEVENS:
        return "777_" + _suits(cards)
    return None


def _suits(cards: Sequence[Card]) -> str:
    suits = {card.suit for card in cards}
    if len(suits) > 1:
        return "mixed"
    return "spades" if suits == {Suit.SPADES} else "suited"
