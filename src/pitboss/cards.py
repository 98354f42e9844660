"""Cards and decks: the words everyone uses.

There are 52 card values and one object for each of them, so cards compare and hash by identity.
Copies of a card from different decks are the same value: no text tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, final


class Rank(StrEnum):
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def spoken(self) -> str:
        """As a person says it: seven."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """As a person says it of several: sixes."""
        return f"{self.spoken}{'es' if self is Rank.SIX else 's'}"


class Suit(StrEnum):
    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


FACES: Final = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
TEN_VALUED: Final = FACES | {Rank.TEN}

_POINTS: Final = {rank: 10 if rank in TEN_VALUED else 11 if rank is Rank.ACE else int(rank) for rank in Rank}


@final
class Card:
    """One of the 52 card values. `points` counts an ace as 11; a hand's score may lower it to 1."""

    __slots__ = ("points", "rank", "suit", "text")
    rank: Rank
    suit: Suit
    points: int
    text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        return _BY_TEXT[f"{rank}{suit}"]

    @staticmethod
    def parse(text: str) -> Card:
        """The card written `7h`; raises `ValueError` with a sentence for a person."""
        card = _BY_TEXT.get(text)
        if card is None:
            meant = in_our_letters(text)
            if meant in _BY_TEXT:
                raise ValueError(f"{text!r} is not a card; did you mean {meant}?")
            raise ValueError(
                f"{text!r} is not a card; write a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (c d h s), as in 7h"
            )
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card is a value and does not change")

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Card:
        return self

    @property
    def spoken(self) -> str:
        """As a person says it: seven of hearts."""
        return f"{self.rank.spoken} of {self.suit.name.lower()}"

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text


def _make(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    for name, value in (("rank", rank), ("suit", suit), ("points", _POINTS[rank]), ("text", f"{rank}{suit}")):
        object.__setattr__(card, name, value)
    return card


_BY_TEXT: Final[dict[str, Card]] = {f"{rank}{suit}": _make(rank, suit) for suit in Suit for rank in Rank}

STANDARD_DECK: Final[tuple[Card, ...]] = tuple(_BY_TEXT.values())
SPANISH_DECK: Final[tuple[Card, ...]] = tuple(card for card in STANDARD_DECK if card.rank is not Rank.TEN)


def cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them, as in `cards("7h 9c Kd")`."""
    return tuple(Card.parse(word) for word in text.split())


def in_our_letters(word: str) -> str:
    """A card as people type it, `10H` or `8C`, as it is written here."""
    return f"{word[:-1].upper().replace('10', 'T')}{word[-1:].lower()}"


def spelled(those: Iterable[Card]) -> str:
    """The inverse of `cards`."""
    return " ".join(card.text for card in those)
