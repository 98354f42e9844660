"""What a table is connected to: where it records what happens, and the progressive meter that it tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from pitboss.core.facts import Fact
from pitboss.core.meter import Meter, Shown
from pitboss.core.options import Refusal
from pitboss.core.purse import Event, Purse
from pitboss.core.requests import Answer
from pitboss.core.table_state import TableState
from pitboss.ids import HandId
from pitboss.money import Cents
from pitboss.tables.commands import Command


class Recorder(Protocol):
    """Where a table writes what is said and what happens. Nothing counts before `sync` returns: it is stored then, or
    handed to who will store it before anybody is told of it.
    """

    @property
    def lines(self) -> int:
        """The number of the last line."""

    @property
    def names_authors(self) -> bool:
        """Whether it says who speaks."""

    def command(self, command: Command) -> None:
        """Somebody said this."""

    def from_shoe(self, answer: Answer) -> None:
        """The shoe, the card reader or the wheel said this."""

    def fact(self, fact: Fact) -> None: ...

    def refusal(self, refusal: Refusal) -> None: ...

    def sync(self) -> None:
        """Makes all of the above durable."""

    def rested(self, state: TableState, last_fact: int) -> None:
        """A round has ended, is stored, and the table rests so; to be kept or not."""


class MeterPort(Protocol):
    """A progressive meter, as a table speaks to it. What it is told twice it does once."""

    def shown(self) -> Shown:
        """What it shows now, for people to look at."""

    def in_play(self) -> bool:
        """Whether wagers on it are still taken; what was taken before is played out."""

    def lock(self, round_: int, wagers: Iterable[tuple[HandId, Cents]]) -> Shown:
        """What it shows with these wagers."""

    def key(self, round_: int, hand: HandId, percent: int) -> Shown:
        """What it showed when this award was keyed in."""

    def over(self, round_: int, wagers: Mapping[HandId, Cents]) -> None:
        """A round has ended, and these wagers stood."""


class OwnMeter:
    """A meter of one table that is not on record anywhere else."""

    def __init__(self, meter: Meter) -> None:
        self.purse = Purse(meter.seed, meter.shares)

    def shown(self) -> Shown:
        return self.purse.shown

    def in_play(self) -> bool:
        return self.purse.in_play

    def lock(self, round_: int, wagers: Iterable[tuple[HandId, Cents]]) -> Shown:
        self._apply(self.purse.lock("", round_, wagers))
        return self.purse.shown

    def key(self, round_: int, hand: HandId, percent: int) -> Shown:
        self._apply(self.purse.key("", round_, hand, percent))
        return self.purse.answered("", round_, hand)

    def over(self, round_: int, wagers: Mapping[HandId, Cents]) -> None:
        self._apply(self.purse.over("", round_, wagers))

    def _apply(self, events: Iterable[Event]) -> None:
        for event in events:
            self.purse.apply(event)
