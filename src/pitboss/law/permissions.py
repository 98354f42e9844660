"""What a text permits an operator to choose: the schema of an option, and whether a value is lawful.

There are five kinds of permission. `fixed` has one lawful value, `one_of` a list, `at_least` and `at_most` a bound,
and `declared` leaves the value to the operator. `must_be_stated` marks what a text wants the operator to file: rounds
take the default, a submission must say it. `needs` names for a value the option that holds its approval.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.ids import Clauses
from pitboss.money import Odds, dollars, plain

Value = int | bool | str | tuple[str, ...] | tuple[tuple[str, Odds], ...] | tuple[tuple[int, int], ...] | None
Type = Literal["integer", "money", "share", "word", "flag", "text", "words", "odds", "wheel"]
Plain = bool | int | str


class _Permission(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    says: str
    clauses: tuple[str, ...]
    unit: str = ""
    type: Type
    default: Plain | tuple[str, ...] | None = None
    default_by_decks: dict[int, Plain] = Field(default_factory=dict)
    not_yet: tuple[Plain, ...] = ()
    approval: tuple[str, ...] = ()
    needs: dict[str, str] = Field(default_factory=dict)
    question: str = ""
    must_be_stated: bool = False
    not_dealt: bool = False

    def permits(self, value: Value, decks: int) -> bool:  # noqa: ARG002  the other kinds are bound by the decks
        return True

    def spoken(self, decks: int) -> str:
        """What is permitted, for a person."""
        raise NotImplementedError

    def show(self, value: Plain) -> str:
        """A value as a house file writes it."""
        if self.type == "money" and not isinstance(value, str):
            return plain(dollars(value))
        if self.type == "share" and not isinstance(value, str):
            return share_text(value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def lawful(self, value: Plain) -> Value:
        """A value of the rulebook in the form that the house holds: money in cents."""
        if self.type == "share" and isinstance(value, str):
            return _share(Decimal(value))
        return dollars(value) if self.type == "money" and not isinstance(value, bool) else value


class Fixed(_Permission):
    kind: Literal["fixed"]
    value: Plain

    def permits(self, value: Value, decks: int) -> bool:  # noqa: ARG002
        return value == self.lawful(self.value)

    def spoken(self, decks: int) -> str:  # noqa: ARG002
        return f"only {self.show(self.value)}"


class OneOf(_Permission):
    """`decks_of` says with which numbers of decks a value is lawful; one that it does not name is with all."""

    kind: Literal["one_of"]
    values: tuple[Plain, ...]
    decks_of: dict[str, tuple[int, ...]] = Field(default_factory=dict)

    def with_decks(self, decks: int) -> list[Plain]:
        """The values that are lawful with this number of decks."""
        return [each for each in self.values if decks in self.decks_of.get(self.show(each), (decks,))]

    def permits(self, value: Value, decks: int) -> bool:
        return value in [self.lawful(each) for each in self.with_decks(decks)]

    def spoken(self, decks: int) -> str:
        values = self.with_decks(decks)
        shown = ", ".join(self.show(each) for each in values)
        only = f"only {shown}" if len(values) == 1 else f"one of {shown}"
        return only if values == list(self.values) else f"{only} with {decks} deck(s)"


class AtLeast(_Permission):
    kind: Literal["at_least"]
    least: Plain | None = None
    least_by_decks: dict[int, int] = Field(default_factory=dict)

    def bound(self, decks: int) -> int:
        least = self.lawful(self.least) if self.least is not None else self.least_by_decks[decks]
        assert isinstance(least, int)
        return least

    def permits(self, value: Value, decks: int) -> bool:
        return isinstance(value, int) and value >= self.bound(decks)

    def spoken(self, decks: int) -> str:
        return f"at least {self.show(self.least if self.least is not None else self.bound(decks))}"


class AtMost(_Permission):
    kind: Literal["at_most"]
    most: Plain
    least: int = 1

    def permits(self, value: Value, decks: int) -> bool:  # noqa: ARG002
        most = self.lawful(self.most)
        assert isinstance(most, int)
        return isinstance(value, int) and self.least <= value <= most

    def spoken(self, decks: int) -> str:  # noqa: ARG002
        return (
            f"from {self.least} to {self.show(self.most)}"
            if self.type == "integer"
            else f"at most {self.show(self.most)}"
        )


class Declared(_Permission):
    """`least` keeps out what makes no sense."""

    kind: Literal["declared"]
    least: int | None = None

    def permits(self, value: Value, decks: int) -> bool:  # noqa: ARG002
        return self.least is None or (isinstance(value, int) and value >= self.least)

    def spoken(self, decks: int) -> str:  # noqa: ARG002
        return "what the operator declares" + (f", at least {self.least}" if self.least is not None else "")


Permission = Annotated[Fixed | OneOf | AtLeast | AtMost | Declared, Field(discriminator="kind")]


def clauses_of(permission: _Permission) -> Clauses:
    return tuple(permission.clauses)  # type: ignore[arg-type]


class Unreadable(ValueError):
    """A value that is not of its option's type; the message completes the sentence "it must be …"."""


def read(permission: _Permission, raw: object) -> Value:
    """A raw TOML value in the form that the house holds, or `Unreadable`."""
    return _READ[permission.type](raw)


def _integer(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    raise Unreadable("a whole number")


def _flag(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    raise Unreadable("true or false")


def _word(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    raise Unreadable("a word in quotes")


def _text(raw: object) -> str:
    if isinstance(raw, str) and raw.strip():
        return raw
    raise Unreadable("a text in quotes that is not empty")


def _words(raw: object) -> tuple[str, ...]:
    if isinstance(raw, list) and all(isinstance(each, str) for each in raw):
        return tuple(raw)
    raise Unreadable('a list of words, as in ["riffle", "cut"]')


def _money(raw: object) -> int:
    if isinstance(raw, int | Decimal) and not isinstance(raw, bool):
        try:
            return dollars(raw)
        except ValueError:
            pass
    raise Unreadable("an amount of dollars and whole cents, as in 12.50")


MILLION = 1_000_000


def _share(raw: object) -> int:
    """A share in millionths of the whole."""
    number = Decimal(raw) if isinstance(raw, int | Decimal) and not isinstance(raw, bool) else None
    if number is not None and number.is_finite() and 0 <= number <= 1:
        parts = number * MILLION
        if parts == parts.to_integral_value():
            return int(parts)
    raise Unreadable("a share from 0 to 1 with at most six places, as in 0.15")


def share_text(millionths: int) -> str:
    """A share as a house file writes it."""
    whole, part = divmod(millionths, MILLION)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")


def _odds(raw: object) -> tuple[tuple[str, Odds], ...]:
    try:
        if isinstance(raw, dict) and raw:
            return tuple((str(row), Odds.parse(str(odds))) for row, odds in raw.items())
    except ValueError:
        pass
    raise Unreadable('a table of odds, as in { other_suit = "4:1", same_suit = "9:1" }')


def _wheel(raw: object) -> tuple[tuple[int, int], ...]:
    """Sections of a wheel as (cents, weight)."""
    if not isinstance(raw, list) or not raw:
        raise Unreadable("one [[house.wheel]] table a section, each with pays and weight")
    sections = []
    for row in raw:
        if not isinstance(row, dict) or set(row) != {"pays", "weight"}:
            raise Unreadable("one [[house.wheel]] table a section, each with pays and weight")
        weight = row["weight"]
        if not isinstance(weight, int) or isinstance(weight, bool):
            raise Unreadable("a wheel whose weights are whole numbers")
        sections.append((_money(row["pays"]), weight))
    return tuple(sections)


_READ: dict[str, Callable[[object], Value]] = {
    "integer": _integer,
    "money": _money,
    "share": _share,
    "flag": _flag,
    "word": _word,
    "text": _text,
    "words": _words,
    "odds": _odds,
    "wheel": _wheel,
}
