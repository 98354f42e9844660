"""Options and refusals: what a player may do now and by which clause, or why not and by which clause.

One rule a verb says yes with an `Option` or no with a `Refusal`. The prompt, the validator, the fuzzer and the
analyzer all ask the same rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self

from pitboss.ids import Clauses, once_each
from pitboss.money import ZERO, Cents, dollars, spoken


class Intent:
    """Something a player asks for, in the imperative. Each kind has the verb under which people know it.

    An `aside` may be said whatever is asked in a round, and the question is put again.
    What goes without saying is what a time limit may say for a player who says nothing.
    """

    __slots__ = ()
    verb: ClassVar[str]
    needs_hand: ClassVar[bool] = True
    aside: ClassVar[bool] = False
    goes_without_saying: ClassVar[bool] = False

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """The intent written with these words after its verb; nothing if they leave it at the option's default.

        Raises `ValueError` where the words make no sense.
        """
        if words:
            raise ValueError("takes nothing after it")
        return cls()

    def written(self) -> str:
        """The inverse of `read`, with the verb."""
        return self.verb

    def puts_up(self, _original: Cents) -> Cents:
        """How many chips this takes from its player, on a hand with this original wager."""
        return ZERO


def read_amount(words: Sequence[str]) -> Cents | None:
    """The amount of dollars that follows a verb, or nothing where none is given."""
    if not words:
        return None
    if len(words) == 1 and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", words[0]):
        try:
            return dollars(words[0])
        except ValueError:
            pass
    raise ValueError("takes an amount of dollars, as in 12.50")


@dataclass(frozen=True, slots=True)
class Refusal:
    """No: a code for programs, a sentence for people, and the clauses that forbid it."""

    code: str
    says: str
    clauses: Clauses

    def __post_init__(self) -> None:
        object.__setattr__(self, "clauses", once_each(self.clauses))


class Taken(StrEnum):
    """What kind of thing is said after a verb."""

    CENTS = "cents"
    CARDS = "cards"
    PLAYER = "player"
    NAME = "name"
    NAME_AND_WORDS = "name and words"


@dataclass(frozen=True, slots=True)
class Takes:
    """What is said after a verb, and after this `word` where there is one: the name of a player, or a number from
    `least` to `most` in steps; it has no end where there is no `most`.
    """

    kind: Taken
    least: int = 0
    most: int | None = None
    step: int = 1
    word: str = ""


def no_words() -> tuple[Takes, ...]:
    """What an option takes that lists its ways."""
    return ()


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amounts that may be put up: from `least` to `most` in whole chips, under these clauses."""

    least: Cents
    most: Cents
    chip: Cents
    clauses: Clauses
    chip_clauses: Clauses

    def takes(self) -> tuple[Takes, ...]:
        return (Takes(Taken.CENTS, self.least, self.most, self.chip),)

    def refuses(self, amount: Cents) -> Refusal | None:
        if amount <= 0:
            return Refusal("not-positive", f"{spoken(amount)} is not an amount that can be wagered", self.clauses)
        if amount > self.most:
            says = f"{spoken(amount)} is more than the {spoken(self.most)} that may be wagered here"
            return Refusal("too-much", says, self.clauses)
        if amount < self.least:
            says = f"{spoken(amount)} is less than the {spoken(self.least)} that must be wagered here"
            return Refusal("too-little", says, self.clauses)
        if amount % self.chip:
            says = f"{spoken(amount)} cannot be made of chips of {spoken(self.chip)}"
            return Refusal("not-in-chips", says, self.chip_clauses)
        return None


@dataclass(frozen=True, slots=True)
class Option:
    """Yes: a verb that may be used now, under these clauses.

    An option lists its ways or says what it takes, and at least one way passes: where none would, the rule refuses.
    `intents` are ways to use it: all of them unless it `takes` something, some of them otherwise. `check` says what
    speaks against one particular way, or nothing. What it takes is worked out by `taking` for who wants to know.
    """

    verb: type[Intent]
    clauses: Clauses
    intents: tuple[Intent, ...]
    check: Callable[[Intent], Refusal | None] | None = None
    taking: Callable[[], tuple[Takes, ...]] = field(default=no_words, compare=False)

    @property
    def takes(self) -> tuple[Takes, ...]:
        """What is said after the verb; nothing where `intents` are all the ways there are."""
        return self.taking()

    def refuses(self, intent: Intent) -> Refusal | None:
        return None if self.check is None else self.check(intent)


Ruling = Option | Refusal
