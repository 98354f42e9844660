"""Transfers between progressive meters: what one sends arrives in the other, to the millionth of a cent.

A transfer is two events of two records, and a third that confirms it. Until then it is in transit: it belongs to
neither meter, and the sender's books say so. A meter receives a transfer once, because it is known by the meter that
sent it and its number there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.core.meter import Shown


@dataclass(frozen=True, slots=True)
class LiabilitySent:
    """All that a meter owes left it, as its transfer of this number, by a granted petition.

    `to` is the name of the jackpot; `meter` is the identity of its record, empty if the jackpot is kept elsewhere.
    """

    number: int
    reference: str
    to: str
    meter: str
    what: Shown


@dataclass(frozen=True, slots=True)
class LiabilityReceived:
    """A transfer of another meter arrived here; `line` is the hash of the line with which it left."""

    number: int
    sender: str
    meter: str
    line: str
    what: Shown


@dataclass(frozen=True, slots=True)
class ArrivalConfirmed:
    """A transfer of this meter arrived; `receipt` is the hash of the line there, or what a keeper elsewhere gave."""

    number: int
    receipt: str


@dataclass(frozen=True, slots=True)
class LiabilityReturned:
    """A transfer was not taken: the other meter was discontinued while it was in transit."""

    number: int


TransferEvent = LiabilitySent | LiabilityReceived | ArrivalConfirmed | LiabilityReturned


class TransferState(StrEnum):
    """How far a transfer is."""

    IN_TRANSIT = "in transit"
    ARRIVED = "arrived"
    RETURNED = "returned"


@dataclass(slots=True)
class Outgoing:
    """A transfer of this meter as it stands."""

    sent: LiabilitySent
    state: TransferState = TransferState.IN_TRANSIT
    receipt: str = ""


@dataclass(slots=True)
class Transfers:
    """What left a meter and what arrived in it; amounts include the reserve."""

    outgoing: dict[int, Outgoing] = field(default_factory=dict)
    incoming: dict[tuple[str, int], LiabilityReceived] = field(default_factory=dict)
    sent: int = 0
    received: int = 0

    @property
    def next_number(self) -> int:
        return len(self.outgoing) + 1

    def in_transit(self) -> Iterator[LiabilitySent]:
        """Yield what has left and has not arrived."""
        return (each.sent for each in self.outgoing.values() if each.state is TransferState.IN_TRANSIT)

    def apply(self, event: TransferEvent) -> Shown:
        """Return what the event adds to the meter; raise `ValueError` if it cannot have happened."""
        match event:
            case LiabilitySent(number, what=what):
                return self._send(event, number, what)
            case LiabilityReceived(number, meter=meter, what=what):
                return self._receive(event, (meter, number), what)
            case ArrivalConfirmed(number, receipt):
                self._end(number, TransferState.ARRIVED, receipt)
                return Shown.none()
            case LiabilityReturned(number):
                what = self._end(number, TransferState.RETURNED, "").what
                self.sent -= sum(what)
                return what

    def _send(self, event: LiabilitySent, number: int, what: Shown) -> Shown:
        if number != self.next_number or sum(what) <= 0:
            raise ValueError("no transfer is sent twice, or with nothing in it")
        self.outgoing[number] = Outgoing(event)
        self.sent += sum(what)
        return what.negative()

    def _receive(self, event: LiabilityReceived, known_as: tuple[str, int], what: Shown) -> Shown:
        if known_as in self.incoming or min(what) < 0:
            raise ValueError("no transfer is received twice")
        self.incoming[known_as] = event
        self.received += sum(what)
        return what

    def _end(self, number: int, state: TransferState, receipt: str) -> LiabilitySent:
        outgoing = self.outgoing[number]
        if outgoing.state is not TransferState.IN_TRANSIT:
            raise ValueError("only what is in transit arrives or comes back")
        outgoing.state, outgoing.receipt = state, receipt
        return outgoing.sent
