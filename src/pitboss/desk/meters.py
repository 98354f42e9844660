"""Progressive meters of this machine: what one shows, whether its books balance, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.core.purse import MeterRefuses, Purse
from pitboss.desk.houses import game
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.law.permissions import share_text
from pitboss.record.file_tables import now
from pitboss.store.journal import CannotRecord
from pitboss.store.meters import Damaged, MeterFile, NotAMeter, Terms


@dataclass(frozen=True, slots=True)
class MeterSeen:
    """A meter as its record has it. Every line of it was folded, and follows from the one before."""

    terms: Terms
    purse: Purse
    lines: int
    torn: int

    @property
    def increment(self) -> str:
        """The share of a wager that raises the meter, as a house file has it."""
        return share_text(self.terms.shares.increment)

    @property
    def reserve_share(self) -> str:
        """The share of a wager that goes to the reserve, as a house file has it."""
        return share_text(self.terms.shares.reserve)


def look_at_meter(path: Path) -> MeterSeen:
    """Raises `BadQuestion` for a file that is no meter, and `Refused` for a damaged one."""
    file = _opened(path)
    try:
        purse = file.refresh()
        assert file.terms is not None
        return MeterSeen(file.terms, purse, file.lines, file.torn)
    finally:
        file.close()


def discontinue_meter(path: Path, petition: str) -> MeterSeen:
    """Gives a meter up: when its highest award has been won, or by a petition that was granted; raises `Refused`."""
    file = _opened(path)
    try:
        file.discontinue(petition.strip())
    except MeterRefuses as error:
        assert file.terms is not None
        meter = game(file.terms.rulebook).rules.meter
        raise Refused(str(error), () if meter is None else meter.kept) from None
    finally:
        file.close()
    return look_at_meter(path)


def _opened(path: Path) -> MeterFile:
    try:
        return MeterFile(path, None, now)
    except Damaged as error:
        raise Refused(f"{path}: {error}") from None
    except NotAMeter as error:
        raise BadQuestion(f"{path}: {error}") from None
    except CannotRecord as error:
        raise BadQuestion(f"{path}: the meter cannot be opened: {error}") from None
