"""Progressive meters of this machine: what one shows, whether its books balance, petitions about it, and its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from pitboss.core.meter import MeterRefuses
from pitboss.core.petitions import Addressee, Petition, PetitionDecided, PetitionFiled, PetitionKind, is_one_line
from pitboss.core.purse import Event, Purse
from pitboss.desk.houses import game
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.transfers_seen import TransferSeen, compare_transfers
from pitboss.law.permissions import share_text
from pitboss.record.file_tables import now
from pitboss.store.journal import CannotRecord
from pitboss.store.meters import SUFFIX, Damaged, MeterFile, NotAMeter, Terms
from pitboss.store.transfers import transfer


@dataclass(frozen=True, slots=True)
class PetitionSeen:
    """A petition in words: what it asks, of whom, and whether that was granted, denied or is pending."""

    reference: str
    kind: str
    asks: str
    to: str
    about: str
    licensee: str
    decision: str

    @staticmethod
    def of(petition: Petition) -> PetitionSeen:
        filed = petition.filed
        asks = (str(filed.kind), filed.kind.asks, str(filed.to))
        return PetitionSeen(filed.reference, *asks, filed.about, filed.licensee, petition.decision)


@dataclass(frozen=True, slots=True)
class MeterSeen:
    """A meter as its record has it. Every line of it was folded, and follows from the one before.

    `transfers` are held against the records of the other meters, where those are in the same folder.
    """

    terms: Terms
    purse: Purse
    lines: int
    torn: int
    transfers: tuple[TransferSeen, ...] = ()

    @property
    def increment(self) -> str:
        """The share of a wager that raises the meter, as a house file has it."""
        return share_text(self.terms.shares.increment)

    @property
    def reserve_share(self) -> str:
        """The share of a wager that goes to the reserve, as a house file has it."""
        return share_text(self.terms.shares.reserve)

    @property
    def petitions(self) -> tuple[PetitionSeen, ...]:
        return tuple(PetitionSeen.of(each) for each in self.purse.petitions.by_reference.values())

    @property
    def criteria(self) -> str | None:
        """The eased winning criteria that are in force; None where they are those of the pay table."""
        petitions = self.purse.petitions
        return None if petitions.eased is None else petitions.by_reference[petitions.eased].filed.about


def look_at_meter(path: Path) -> MeterSeen:
    """Raises `BadQuestion` for a file that is no meter, and `Refused` for a damaged one or one that others belie."""
    with _opened(path) as file:
        purse = file.refresh()
        assert file.terms is not None
        with ExitStack() as others:
            try:
                transfers = tuple(compare_transfers(file, _beside(file, others)))
            except Damaged as error:
                raise Refused(f"{path}: {error}") from None
        return MeterSeen(file.terms, purse, file.lines, file.torn, transfers)


def _beside(file: MeterFile, held: ExitStack) -> dict[str, MeterFile]:
    """The other meters of this one's transfers that are in the same folder, by their identities."""
    transfers = file.purse.transfers
    names = {each.sent.to for each in transfers.outgoing.values()} | {
        each.sender for each in transfers.incoming.values()
    }
    others = []
    for name in sorted(names):
        with suppress(NotAMeter, CannotRecord, ValueError):
            others.append(held.enter_context(closing(MeterFile(file.path.with_name(name + SUFFIX), None, now))))
    return {other.identity: other for other in others}


def file_petition(path: Path, reference: str, kind: str, *, to: str, about: str, licensee: str = "") -> MeterSeen:
    """Record a petition, pending until it is decided.

    `kind` is ease, move or pass, `to` director or designee. Raises `Refused`, and `BadQuestion` for an incomplete one.
    """
    filed = PetitionFiled(reference, _word(PetitionKind, kind), _word(Addressee, to), about, licensee)
    if filed.defect is not None:
        raise BadQuestion(filed.defect)
    return _changed(path, lambda purse: purse.petitions.file(filed))


Word = TypeVar("Word", bound=StrEnum)


def _word(words: type[Word], said: str) -> Word:
    try:
        return words(said)
    except ValueError:
        raise BadQuestion(f"a petition takes one of {', '.join(words)}, not {said!r}") from None


def decide_petition(path: Path, reference: str, *, granted: bool) -> MeterSeen:
    """Record what the Director or the designee decided; raise `Refused`."""
    return _changed(path, lambda purse: purse.petitions.decide(PetitionDecided(reference, granted)))


def ease_meter(path: Path, reference: str) -> MeterSeen:
    """Put the winning criteria of a granted petition into force; raise `Refused`."""
    return _changed(path, lambda purse: purse.ease(reference))


def discontinue_meter(path: Path, reference: str = "") -> MeterSeen:
    """Give a meter up: when its highest award has been won, or by a petition that was granted; raise `Refused`."""
    return _changed(path, lambda purse: purse.discontinue(reference.strip()))


def hand_over_meter(path: Path, reference: str) -> MeterSeen:
    """Send all that a meter owes to a jackpot that is kept elsewhere, by a granted petition; raise `Refused`."""

    def sent(purse: Purse) -> Sequence[Event]:
        petition = purse.petitions.by_reference.get(reference)
        return purse.send(reference, "" if petition is None else petition.filed.about, "")

    return _changed(path, sent)


def confirm_hand_over(path: Path, reference: str, receipt: str) -> MeterSeen:
    """Record the receipt of the jackpot kept elsewhere; raise `Refused`, and `BadQuestion` for an empty receipt."""
    if not is_one_line(receipt):
        raise BadQuestion("a receipt is one line of at most 200 characters")
    return _changed(path, lambda purse: purse.confirm(reference, receipt))


def transfer_meter(path: Path, target: Path, reference: str) -> MeterSeen:
    """Move all that a meter owes to another one, or finish a transfer that was cut short; raise `Refused`."""
    with _opened(path) as source, _opened(target) as other, _refusing(source):
        transfer(source, other, reference)
    return look_at_meter(path)


def _changed(path: Path, what: Callable[[Purse], Sequence[Event]]) -> MeterSeen:
    with _opened(path) as file, _refusing(file):
        file.do(what)
    return look_at_meter(path)


@contextmanager
def _refusing(file: MeterFile) -> Iterator[None]:
    """What the meter refuses is refused under the clauses of its game."""
    try:
        yield
    except MeterRefuses as error:
        assert file.terms is not None
        meter = game(file.terms.rulebook).rules.meter
        raise Refused(str(error), () if meter is None else meter.kept) from None
    except Damaged as error:
        raise Refused(f"{file.path}: {error}") from None
    except CannotRecord as error:
        raise Refused(f"{file.path}: the meter cannot be written: {error}") from None


@contextmanager
def _opened(path: Path) -> Iterator[MeterFile]:
    try:
        file = MeterFile(path, None, now)
    except Damaged as error:
        raise Refused(f"{path}: {error}") from None
    except NotAMeter as error:
        raise BadQuestion(f"{path}: {error}") from None
    except CannotRecord as error:
        raise BadQuestion(f"{path}: the meter cannot be opened: {error}") from None
    with closing(file):
        yield file
