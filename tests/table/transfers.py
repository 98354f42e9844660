"""Pairs of meters of which one moves all that it owes to the other; run as a program, it may be killed and go on."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.core.petitions import Addressee, PetitionDecided, PetitionFiled, PetitionKind
from pitboss.core.purse import Purse
from pitboss.ids import Box, HandId
from pitboss.money import Cents
from pitboss.store.meters import MeterFile, Terms
from pitboss.store.transfers import transfer
from table.meters import SEED, SHARES

HAND = HandId(Box(1), 1)
REFERENCE = "17/2026"


def meter(path: Path, rulebook: str = "straight-jack-progressive", *, new: bool = True) -> MeterFile:
    terms = Terms(path.name.removesuffix(".meter"), rulebook, SEED, SHARES)
    return MeterFile(path, terms if new else None, lambda: 5)


def owing(path: Path) -> MeterFile:
    """A meter that owes a jackpot and was discontinued, because a petition to move the liability was granted."""
    source = meter(path)
    source.lock("north", 1, [(HAND, Cents(12_345))])
    source.over("north", 1, {HAND: Cents(12_345)})
    permit(source)
    source.discontinue(REFERENCE)
    return source


def permit(source: MeterFile, kind: PetitionKind = PetitionKind.MOVE, about: str = "wheel") -> None:
    licensee = "Golden Gate" if kind is PetitionKind.PASS else ""
    filed = PetitionFiled(REFERENCE, kind, Addressee.DIRECTOR, about, licensee)
    source.do(lambda purse: purse.petitions.file(filed))
    source.do(lambda purse: purse.petitions.decide(PetitionDecided(REFERENCE, True)))


def owes(purse: Purse) -> int:
    return sum(purse.shown)


def move_pairs(folder: Path, pairs: int) -> None:
    """Finish what was begun, and move the others."""
    for number in range(pairs):
        source_path = folder / str(number) / "pit.meter"
        source, target = meter(source_path, new=False), meter(source_path.with_name("wheel.meter"), new=False)
        if any(source.refresh().shown) or list(source.purse.transfers.in_transit()):
            transfer(source, target, REFERENCE)
        source.close()
        target.close()


if __name__ == "__main__":
    move_pairs(Path(sys.argv[1]), int(sys.argv[2]))
