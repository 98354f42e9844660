"""A progressive meter: a purse that wagers fill and winning hands empty, counted in millionths of a cent.

What it shows, and the reserve behind it, are all that a round must know of it. The purse itself is shared by tables and
has a record of its own; here is only its arithmetic, so that both come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NewType

from pitboss.core.requests import ByMeter, GameOver, KeyAward, MeterShows, Pressed
from pitboss.ids import Clauses, Wager
from pitboss.law.points import Point, carries
from pitboss.money import Cents

Micro = NewType("Micro", int)
"""Millionths of a cent."""

PARTS = 1_000_000  # of a cent in a purse, and of a wager in a share of it
ALL = 100
DOLLAR = Cents(100)


class MeterRefuses(Exception):
    """The meter does not take this. The message says why."""


def micro(cents: Cents) -> Micro:
    return Micro(cents * PARTS)


class Shown(NamedTuple):
    """What a meter shows, and what lies in reserve behind it."""

    amount: Micro
    reserve: Micro

    @property
    def cents(self) -> Cents:
        """What the display can show."""
        return Cents(self.amount // PARTS)

    @staticmethod
    def none() -> Shown:
        return Shown(Micro(0), Micro(0))

    def plus(self, other: Shown) -> Shown:
        return Shown(Micro(self.amount + other.amount), Micro(self.reserve + other.reserve))

    def negative(self) -> Shown:
        return Shown(Micro(-self.amount), Micro(-self.reserve))


class Shares(NamedTuple):
    """Which parts of a wager go to the meter and to its reserve, in millionths; of its first dollar only, or of all."""

    increment: int
    reserve: int
    first_dollar: bool = False

    def of(self, wager: Cents) -> Shown:
        """What a wager adds. A share of a cent is a whole number of its millionths, so nothing is rounded."""
        counted = min(wager, DOLLAR) if self.first_dollar else wager
        return Shown(Micro(counted * self.increment), Micro(counted * self.reserve))


def rounded_down(shown: Shown, percent: int) -> Cents:
    """What an award of this share of the meter pays: whole cents; what is left of a cent stays in the meter (SP04)."""
    return Cents(shown.amount * percent // (ALL * PARTS))


def after_award(shown: Shown, percent: int, seed: Cents) -> Shown:
    """The meter when an award was keyed: all of it resets it to its seed and the reserve (16)."""
    left = shown.amount - micro(rounded_down(shown, percent))
    if percent < ALL:
        return Shown(Micro(left), shown.reserve)
    return Shown(Micro(micro(seed) + shown.reserve + left), Micro(0))


@carries(Point.METER_KEPT)
def may_be_given_up(*, won: bool, liability_leaves: bool) -> bool:
    """Whether a meter may be discontinued: its highest award has been won and nothing was wagered since, or a granted
    petition lets another jackpot take the liability.
    """
    return won or liability_leaves


@dataclass(frozen=True, slots=True)
class AwardProcedures:
    """By which procedures of the house an award is paid, and several awards of one round.

    `told` are the clauses under which the dealer is told to press the key; `paid` and `shared` those of the procedures.
    """

    one: str
    several: str
    told: Clauses
    paid: Clauses
    shared: Clauses


@dataclass(frozen=True, slots=True)
class Meter:
    """What a text and a house say of a progressive meter.

    `locked` are the clauses under which wagers are locked, `stopped` those that call the supervisor to a winning hand,
    `keyed` those of the key press, and `reset` of all of it won; `over` is the end of a round, and `kept`
    forbids that the meter is discontinued. `at_once` pays a bust hand before the others (SP08).
    """

    wager: Wager
    seed: Cents
    shares: Shares
    locked: Clauses
    stopped: Clauses
    keyed: Clauses
    reset: Clauses
    over: Clauses
    kept: Clauses
    procedures: AwardProcedures
    at_once: bool = False


class Display:
    """A meter of one table alone, which nobody records: for rounds that are read from a file, tried or counted."""

    def __init__(self, shown: Shown, seed: Cents) -> None:
        self.shown, self._seed = shown, seed

    def answer(self, request: ByMeter) -> MeterShows | Pressed:
        """What a round is told. The wagers that are locked are in the amount already."""
        if isinstance(request, GameOver):
            return Pressed()
        shown = self.shown
        if isinstance(request, KeyAward):
            self.shown = after_award(shown, request.percent, self._seed)
        return MeterShows(*shown)

    def paid(self, percents: Iterable[int]) -> list[Cents]:
        """What awards one after the other would be, if they were keyed in now."""
        shown, found = self.shown, []
        for percent in percents:
            found.append(rounded_down(shown, percent))
            shown = after_award(shown, percent, self._seed)
        return found


def at_seed(meter: Meter | None) -> Display:
    """A meter that shows what it starts with; of a game without one it is never asked."""
    seed = Cents(0) if meter is None else meter.seed
    return Display(Shown(micro(seed), Micro(0)), seed)
