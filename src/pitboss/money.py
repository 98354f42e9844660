"""Money is an integer number of cents; odds are a pair of integers; nothing is ever rounded in silence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, NewType

Cents = NewType("Cents", int)

ZERO = Cents(0)

_MOST_DIGITS = 12


def dollars(amount: Decimal | int | str) -> Cents:
    """A dollar amount as cents, exactly; raises `ValueError` if it is not a whole number of cents."""
    try:
        number = Decimal(amount)
        if not number.is_finite() or number.adjusted() > _MOST_DIGITS:
            raise ValueError
        sign, digits, exponent = number.as_tuple()
        assert isinstance(exponent, int)
        whole, rest = _shifted("".join(map(str, digits)), exponent + 2)
    except (ValueError, ArithmeticError):
        whole, rest, sign = 0, 1, 0
    if rest:
        raise ValueError(f"{str(amount)[:40]} is not an amount of dollars and whole cents")
    return Cents(-whole if sign else whole)


def beyond_counting(amount: Decimal | int) -> bool:
    """Whether an amount of dollars is larger than all that is counted here, whichever its sign."""
    return Decimal(amount).adjusted() > _MOST_DIGITS


def _shifted(digits: str, places: int) -> tuple[int, int]:
    """The number that these digits write, moved by decimal places: its whole part, and what is left over."""
    if places >= 0:
        return int(digits) * 10**places, 0
    return int(digits[:places] or 0), int(digits[places:])


def plain(amount: Cents) -> str:
    """Cents as a decimal string of dollars, as programs read it: `-12.50`."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}{whole}.{cents:02}"


def spoken(amount: Cents) -> str:
    """Cents as people read them: `$1,000.00`, `-$12.50`."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{cents:02}"


def half(amount: Cents) -> Cents:
    """Exactly one half; an odd number of cents is a bug, because the house's chip must divide (S31)."""
    assert amount % 2 == 0, f"{amount} cents cannot be halved"
    return Cents(amount // 2)


def down_to_chip(amount: Fraction, chip: Cents) -> Cents:
    """The largest number of chips that is at most this amount."""
    return Cents(amount // chip * chip)


def up_to_chip(amount: Fraction, chip: Cents) -> Cents:
    """The smallest number of chips that is at least this amount (MA 11(b): the next unit)."""
    return Cents(-(-amount // chip) * chip)


class Odds(NamedTuple):
    """`pays` to `to`: 3 to 2 is `Odds(3, 2)`."""

    pays: int
    to: int = 1

    @staticmethod
    def parse(text: str) -> Odds:
        """Odds written `3:2`; raises `ValueError` with a sentence for a person."""
        pays, colon, to = text.partition(":")
        if not (colon and pays.isdecimal() and to.isdecimal() and pays.isascii() and to.isascii() and int(to) > 0):
            raise ValueError(f"{text!r} are not odds; write them like 3:2")
        return Odds(int(pays), int(to))

    def winnings(self, stake: Cents) -> Cents:
        """What the house adds to a winning stake, exact to the cent (S31)."""
        amount, rest = divmod(stake * self.pays, self.to)
        assert rest == 0, f"{self} on {stake} cents is not a whole number of cents"
        return Cents(amount)

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.to)

    def at_least(self, other: Odds) -> bool:
        return self.ratio >= other.ratio

    def plus(self, other: Odds) -> Odds:
        """The odds of two awards on one stake: 9 to 1 and 4 to 1 are 13 to 1."""
        together = self.ratio + other.ratio
        return Odds(together.numerator, together.denominator)

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"
