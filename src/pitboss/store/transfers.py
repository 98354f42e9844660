"""Transfers between two meters on disk: the liability leaves one record and arrives in the other, once.

Both meters are held for as long as a transfer takes. First the sender's record says what left, then the other record
that it arrived, with the hash of the sender's line, then the sender's that this is confirmed. A kill in between leaves
the amount in transit; the same transfer, asked for again, is finished from where it ended.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pitboss.core.meter import MeterRefuses
from pitboss.core.petitions import PetitionKind
from pitboss.core.transfers import ArrivalConfirmed, LiabilityReceived, LiabilityReturned, LiabilitySent
from pitboss.store.meters import Damaged, MeterFile, Terms


def transfer(source: MeterFile, target: MeterFile, reference: str) -> None:
    """Move all that one meter owes to another by a granted petition; finish what was begun under it before.

    Raises `MeterRefuses` where the text or either meter does not permit it, and `Damaged` where the records contradict
    each other.
    """
    if source.path.samefile(target.path):
        raise MeterRefuses("a meter does not take its own liability")
    with _both_alone(source, target):
        if not list(_on_its_way(source, target, reference)):
            _need_takes(source, target, reference)
            source.write(source.purse.send(reference, _terms(target).name, target.identity))
            source.reread()
        for sent in list(_on_its_way(source, target, reference)):
            _finish(source, target, sent)


def _on_its_way(source: MeterFile, target: MeterFile, reference: str) -> Iterator[LiabilitySent]:
    for sent in source.purse.transfers.in_transit():
        if sent.reference == reference and sent.meter == target.identity:
            yield sent


def _need_takes(source: MeterFile, target: MeterFile, reference: str) -> None:
    """Refuse a jackpot that takes nothing, or that the petition did not ask for."""
    filed = source.purse.petitions.need_granted(reference, PetitionKind.MOVE, PetitionKind.PASS)
    terms = _terms(target)
    if filed.kind is PetitionKind.MOVE and terms.rulebook == _terms(source).rulebook:
        raise MeterRefuses(f"{terms.name} is a jackpot of the same game, and the petition moves it to a different one")
    if not target.purse.in_play:
        raise MeterRefuses(f"{terms.name} was discontinued and takes no liability")


def _finish(source: MeterFile, target: MeterFile, sent: LiabilitySent) -> None:
    line = source.hashes[sent]
    arriving = LiabilityReceived(sent.number, _terms(source).name, source.identity, line, sent.what)
    there = target.purse.transfers.incoming.get((source.identity, sent.number))
    if there is None and not target.purse.in_play:
        source.write([LiabilityReturned(sent.number)])
        raise MeterRefuses(f"{sent.to} was discontinued meanwhile; what was in transit is back in this meter")
    if there is None:
        target.write([arriving])
        target.reread()
    elif there != arriving:
        raise Damaged(f"transfer {sent.number} is another one in the record of {sent.to}")
    source.write([ArrivalConfirmed(sent.number, target.hashes[arriving])])


def _terms(meter: MeterFile) -> Terms:
    assert meter.terms is not None
    return meter.terms


@contextmanager
def _both_alone(*meters: MeterFile) -> Iterator[None]:
    """Hold meters in an order that every process has, so that no two wait for each other."""
    with ExitStack() as held:
        for meter in sorted(meters, key=lambda each: (os.stat(each.path).st_dev, os.stat(each.path).st_ino)):
            held.enter_context(meter.alone())
        yield
