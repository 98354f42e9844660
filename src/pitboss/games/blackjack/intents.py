"""The verbs of the blackjack family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from pitboss.core.options import Intent, read_amount
from pitboss.money import Cents, plain


@dataclass(frozen=True, slots=True)
class Hit(Intent):
    verb: ClassVar[str] = "hit"


@dataclass(frozen=True, slots=True)
class Stand(Intent):
    verb: ClassVar[str] = "stand"
    goes_without_saying: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Split(Intent):
    verb: ClassVar[str] = "split"

    def puts_up(self, original: Cents) -> Cents:
        return original


@dataclass(frozen=True, slots=True)
class Keep(Intent):
    """Cards are kept as they are: not switched for others, or not given up for a payment."""

    verb: ClassVar[str] = "keep"
    goes_without_saying: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Bet(Intent):
    """Stay in at poker, with a further wager as large as the one that lies there."""

    verb: ClassVar[str] = "bet"

    def puts_up(self, original: Cents) -> Cents:
        return original


@dataclass(frozen=True, slots=True)
class Fold(Intent):
    """Give a poker hand up with what was wagered on it."""

    verb: ClassVar[str] = "fold"
    goes_without_saying: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Show(Intent):
    """Cards that lie face down are turned, to claim what they have won."""

    verb: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class Surrender(Intent):
    verb: ClassVar[str] = "surrender"


@dataclass(frozen=True, slots=True)
class Rescue(Intent):
    verb: ClassVar[str] = "rescue"


@dataclass(frozen=True, slots=True)
class Accept(Intent):
    """Take a card that was seen too early, or one that is owed."""

    verb: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Cover(Intent):
    """On a shared box that is split: an equal wager on the new hand too."""

    verb: ClassVar[str] = "cover"


@dataclass(frozen=True, slots=True)
class Take(Intent):
    """On a shared box that is split: one's wager goes with this hand of it."""

    verb: ClassVar[str] = "take"
    goes_without_saying: ClassVar[bool] = True
    number: int

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 4):
            raise ValueError("takes the number of a hand, as in take 2")
        return cls(int(words[0]))

    def written(self) -> str:
        return f"{self.verb} {self.number}"


@dataclass(frozen=True, slots=True)
class DoubleDown(Intent):
    verb: ClassVar[str] = "double"
    amount: Cents

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        amount = read_amount(words)
        return None if amount is None else cls(amount)

    def written(self) -> str:
        return f"{self.verb} {plain(self.amount)}"

    def puts_up(self, _original: Cents) -> Cents:
        return self.amount


@dataclass(frozen=True, slots=True)
class Insure(Intent):
    verb: ClassVar[str] = "insurance"
    amount: Cents

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        amount = read_amount(words)
        if amount is None:
            raise ValueError("takes an amount of dollars, as in insurance 5")
        return cls(amount)

    def written(self) -> str:
        return f"{self.verb} {plain(self.amount)}"

    def puts_up(self, _original: Cents) -> Cents:
        return self.amount
