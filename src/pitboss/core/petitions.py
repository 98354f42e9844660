"""Petitions about a progressive meter: what a licensee asks of the Director, and what the Director decides.

A petition is filed, then granted or denied; both are events of the meter's own record. What a petition permits is the
text's: to ease the winning criteria, to move the liability to the jackpot of a different game, or to pass liability and
fund to another licensee. No petition permits a licensee to drop a liability.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from pitboss.core.meter import MeterRefuses


class PetitionKind(StrEnum):
    """What a petition asks for."""

    EASE = "ease"
    MOVE = "move"
    PASS = "pass"

    @property
    def asks(self) -> str:
        return ASKS[self]


ASKS = {
    PetitionKind.EASE: "to ease the winning criteria",
    PetitionKind.MOVE: "to move the liability to the jackpot of a different game",
    PetitionKind.PASS: "to pass liability and fund to another licensee",
}


class Addressee(StrEnum):
    """To whom a petition goes."""

    DIRECTOR = "director"
    DESIGNEE = "designee"


@dataclass(frozen=True, slots=True)
class PetitionFiled:
    """A petition was filed.

    `about` are the eased criteria, or the name of the jackpot that takes the liability; `licensee` is who offers it,
    where it is passed to another licensee.
    """

    reference: str
    kind: PetitionKind
    to: Addressee
    about: str
    licensee: str = ""

    @property
    def defect(self) -> str | None:
        """What is missing or too much in the petition; None if it is complete."""
        for text, what in ((self.reference, "a reference"), (self.about, "what it asks for")):
            if not is_one_line(text):
                return f"a petition needs {what}: one line of at most 200 characters"
        if self.kind is PetitionKind.PASS and not is_one_line(self.licensee):
            return "a petition to pass the liability names the other licensee"
        if self.kind is not PetitionKind.PASS and self.licensee:
            return "only a petition to pass the liability names another licensee"
        return None


@dataclass(frozen=True, slots=True)
class PetitionDecided:
    """The Director or the designee has decided a petition."""

    reference: str
    granted: bool


@dataclass(frozen=True, slots=True)
class CriteriaEased:
    """The winning criteria are those of a granted petition from now on."""

    reference: str


PetitionEvent = PetitionFiled | PetitionDecided | CriteriaEased


@dataclass(frozen=True, slots=True)
class Petition:
    """A petition as it stands; `granted` is None while it is pending."""

    filed: PetitionFiled
    granted: bool | None = None

    @property
    def decision(self) -> str:
        return {None: "pending", True: "granted", False: "denied"}[self.granted]


@dataclass(slots=True)
class Petitions:
    """All petitions about a meter by their references; `eased` is the one whose criteria are in force."""

    by_reference: dict[str, Petition] = field(default_factory=dict)
    eased: str | None = None

    def file(self, filed: PetitionFiled) -> list[PetitionEvent]:
        """Raise `MeterRefuses` if the reference is taken or the petition is incomplete."""
        defect = filed.defect
        if defect is not None:
            raise MeterRefuses(defect)
        if filed.reference in self.by_reference:
            raise MeterRefuses(f"petition {filed.reference} was filed before")
        return [filed]

    def decide(self, decided: PetitionDecided) -> list[PetitionEvent]:
        """Raise `MeterRefuses` if the petition is unknown or has been decided."""
        petition = self._known(decided.reference)
        if petition.granted is not None:
            raise MeterRefuses(f"petition {decided.reference} was {petition.decision} before")
        return [decided]

    def ease(self, reference: str) -> list[PetitionEvent]:
        """Raise `MeterRefuses` unless the petition permits it and its criteria are not in force yet."""
        self.need_granted(reference, PetitionKind.EASE)
        if self.eased == reference:
            raise MeterRefuses(f"the criteria of petition {reference} are in force")
        return [CriteriaEased(reference)]

    def need_granted(self, reference: str, *kinds: PetitionKind) -> PetitionFiled:
        """Return the petition; raise `MeterRefuses` unless it asked for one of these and was granted."""
        petition = self._known(reference)
        if petition.filed.kind not in kinds:
            raise MeterRefuses(f"petition {reference} asks {petition.filed.kind.asks} and permits nothing else")
        if not petition.granted:
            raise MeterRefuses(f"petition {reference} is {petition.decision}; it permits this once it is granted")
        return petition.filed

    def _known(self, reference: str) -> Petition:
        if reference not in self.by_reference:
            raise MeterRefuses(f"no petition {reference} was filed for this meter")
        return self.by_reference[reference]

    def apply(self, event: PetitionEvent) -> None:
        match event:
            case PetitionFiled(reference):
                self.by_reference[reference] = Petition(event)
            case PetitionDecided(reference, granted):
                self.by_reference[reference] = replace(self.by_reference[reference], granted=granted)
            case CriteriaEased(reference):
                self.eased = self.by_reference[reference].filed.reference


def is_one_line(text: str) -> bool:
    """Whether a text is a line of words: neither empty nor long, and every character shows."""
    return 0 < len(text) <= 200 and text == text.strip() and text.isprintable()
