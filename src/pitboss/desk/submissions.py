"""House files: what one chooses, whether its rulebook permits that, and the sign that goes up for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.desk.questions import BadQuestion
from pitboss.desk.signs import sign_of
from pitboss.law.house import Defect, House, not_dealt_yet
from pitboss.law.permissions import share_text
from pitboss.law.rulebook import Rulebook
from pitboss.law.sign import Line
from pitboss.money import Cents, plain
from pitboss.notation.file import Malformed
from pitboss.notation.submission import HouseFile, read_house_file, read_submission

__all__ = ["Defect", "House", "HouseFile", "Submission", "house_file", "submission", "values_of"]


@dataclass(frozen=True, slots=True)
class Submission:
    """A house as it was submitted: `house` is None if it has `defects`."""

    rulebook: Rulebook
    house: House | None
    defects: tuple[Defect, ...] = ()

    @property
    def is_malformed(self) -> bool:
        """Whether a defect is of the file and not of the house."""
        return any(defect.malformed for defect in self.defects)

    @property
    def notes(self) -> list[Defect]:
        """What is lawful about the house and cannot be dealt yet."""
        return [] if self.house is None else not_dealt_yet(self.house)

    @property
    def other_readings(self) -> dict[str, str]:
        """The readings that the house takes otherwise than by default."""
        taken = {} if self.house is None else self.house.readings
        return {code: value for code, value in taken.items() if value != self.rulebook.default_reading(code)}

    @property
    def sign(self) -> list[Line]:
        """The lines of the sign that must be posted; an empty list if the house is not lawful."""
        return [] if self.house is None else sign_of(self.house)


def submission(path: Path) -> Submission:
    """Read a house file and check it against its rulebook; raise `BadQuestion` if it is malformed."""
    try:
        rulebook, judged = read_submission(path)
    except Malformed as error:
        raise BadQuestion(str(error)) from None
    if isinstance(judged, House):
        return Submission(rulebook, judged)
    return Submission(rulebook, None, tuple(judged))


def house_file(path: Path) -> HouseFile:
    """Return what a house file says, not checked against its rulebook; raise `BadQuestion` if it is malformed."""
    try:
        return read_house_file(path)
    except Malformed as error:
        raise BadQuestion(str(error)) from None


def values_of(house: House) -> dict[str, Any]:
    """Return the values of a house for JSON: money as decimal numbers in text, the rest as in a house file."""
    shown: dict[str, Any] = {}
    for name, value in house.values.items():
        if value is None:
            continue
        if house.rulebook.options[name].type == "share":
            shown[name] = share_text(int(str(value)))
        elif house.rulebook.options[name].type == "money":
            shown[name] = plain(Cents(int(str(value))))
        elif name == "wheel":
            shown[name] = [{"pays": plain(pays), "weight": weight} for pays, weight in house.wheel("wheel")]
        else:
            shown[name] = value if isinstance(value, bool | int | str) else [str(each) for each in value]
    return shown
