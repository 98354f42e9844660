"""Transfers of a meter held against the record of the other meter: what left one must have arrived in the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.core.transfers import LiabilityReceived, LiabilitySent, TransferState
from pitboss.store.meters import Damaged, MeterFile


@dataclass(frozen=True, slots=True)
class TransferSeen:
    """A transfer as one meter has it; `other` says what the record of the other meter has, None if it is not there."""

    name: str
    number: int
    what: int
    leaves: bool
    state: TransferState
    other: bool | None = None

    @property
    def says(self) -> str:
        """How far the transfer is, and what was compared."""
        if self.other is None:
            return f"{self.state}; the other record is not next to this one"
        if self.state is TransferState.IN_TRANSIT:
            there = "it arrived there" if self.other else "the other record does not have it"
            return f"{self.state}, {there}; transfer again to finish it"
        return f"{self.state}, and the other record says the same"


def compare_transfers(meter: MeterFile, others: Mapping[str, MeterFile]) -> Iterator[TransferSeen]:
    """Yield every transfer of a meter, held against the records of the other meters by their identities.

    Raises `Damaged` where two records contradict each other.
    """
    for number, outgoing in meter.purse.transfers.outgoing.items():
        other = others.get(outgoing.sent.meter)
        arrived = None if other is None else _arrived(meter, outgoing.sent, other)
        ended = outgoing.state is not TransferState.IN_TRANSIT
        if other is not None and ended and arrived is not (outgoing.state is TransferState.ARRIVED):
            raise Damaged(f"transfer {number} is {outgoing.state} here, and {outgoing.sent.to} says otherwise")
        yield TransferSeen(outgoing.sent.to, number, sum(outgoing.sent.what), True, outgoing.state, arrived)
    for received in meter.purse.transfers.incoming.values():
        other = others.get(received.meter)
        left = None if other is None else _left(received, other)
        if left is False:
            raise Damaged(f"transfer {received.number} of {received.sender} is not in the record of {received.sender}")
        yield TransferSeen(received.sender, received.number, sum(received.what), False, TransferState.ARRIVED, left)


def _arrived(meter: MeterFile, sent: LiabilitySent, other: MeterFile) -> bool:
    there = other.purse.transfers.incoming.get((meter.identity, sent.number))
    if there is None:
        return False
    if (there.line, there.what) != (meter.hashes[sent], sent.what):
        raise Damaged(f"transfer {sent.number} is another one in the record of {sent.to}")
    return True


def _left(received: LiabilityReceived, other: MeterFile) -> bool:
    outgoing = other.purse.transfers.outgoing.get(received.number)
    return outgoing is not None and outgoing.sent.what == received.what and other.hashes[outgoing.sent] == received.line
