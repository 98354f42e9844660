"""What may be asked for between rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from pitboss.core.kinds import Tender
from pitboss.core.options import Intent, read_amount
from pitboss.money import Cents, plain


@dataclass(frozen=True, slots=True)
class _WithChips(Intent):
    needs_hand: ClassVar[bool] = False
    chips: Cents
    tender: Tender = Tender.CASH

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        chips = read_amount(words[:1])
        if chips is None:
            raise ValueError("takes an amount of dollars, as in 500")
        if len(words) > 2 or (words[1:] and words[1] not in list(Tender)):
            raise ValueError("takes cash, chips or coupon after its amount, as in 500 chips")
        return cls(chips, *map(Tender, words[1:]))

    def written(self) -> str:
        return f"{self.verb} {plain(self.chips)}" + (f" {self.tender}" if self.tender is not Tender.CASH else "")


@dataclass(frozen=True, slots=True)
class Sit(_WithChips):
    """Take the seat at the box of this act, with chips for so much."""

    verb: ClassVar[str] = "sit"


@dataclass(frozen=True, slots=True)
class BuyChips(_WithChips):
    verb: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    verb: ClassVar[str] = "leave"
    needs_hand: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SeeBurnCard(Intent):
    verb: ClassVar[str] = "see-burn"
    needs_hand: ClassVar[bool] = False
    aside: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OrderReshuffle(Intent):
    verb: ClassVar[str] = "reshuffle"
    needs_hand: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class CloseTable(Intent):
    verb: ClassVar[str] = "close-table"
    needs_hand: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Counted(Intent):
    """The cards of a shoe that is over were counted, and none is missing."""

    verb: ClassVar[str] = "counted"
    needs_hand: ClassVar[bool] = False


BETWEEN_ROUNDS: tuple[type[Intent], ...] = (Sit, BuyChips, Leave, SeeBurnCard, OrderReshuffle, CloseTable)
