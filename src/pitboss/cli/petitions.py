"""What `pitboss meter` is to do with a meter: one deed, as its options say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.output import MALFORMED, stop

if TYPE_CHECKING:
    from pitboss.desk.meters import MeterSeen

Deed = Callable[[Path], "MeterSeen"]


@dataclass(frozen=True, slots=True)
class Petitioning:
    """The petition that a deed is about, the options that name deeds, and those that tell more of a new petition."""

    petition: str
    deeds: Mapping[str, object]
    details: Mapping[str, str]

    def deed(self) -> Deed:
        """Return what is to be done; stop with one sentence if the options do not go together."""
        from pitboss.desk.meters import discontinue_meter, look_at_meter

        wanted = [option for option, value in self.deeds.items() if value]
        if len(wanted) > 1:
            stop(f"{wanted[0]} and {wanted[1]} are two steps; take one at a time", MALFORMED)
        for option, value in self.details.items():
            if value and wanted != ["--ask"]:
                stop(f"{option} says more of a petition that is filed with --ask", MALFORMED)
        if not wanted:
            if self.petition:
                stop(f"--petition goes with one of {', '.join(self.deeds)}", MALFORMED)
            return look_at_meter
        if wanted == ["--discontinue"]:
            return lambda file: discontinue_meter(file, self.petition)
        if not self.petition:
            stop(f"{wanted[0]} needs --petition with the reference of the petition", MALFORMED)
        return self._filing() if wanted == ["--ask"] else self._under_petition(wanted[0])

    def _filing(self) -> Deed:
        from pitboss.desk.meters import file_petition

        told = {name.removeprefix("--"): text.strip() for name, text in self.details.items()}
        for name in ("to", "about"):
            if not told[name]:
                stop(f"--ask needs --{name}, as in --to director --about pit-4", MALFORMED)
        return lambda file: file_petition(file, self.petition, str(self.deeds["--ask"]), **told)

    def _under_petition(self, option: str) -> Deed:
        from pitboss.desk import meters

        target, receipt = self.deeds["--transfer"], str(self.deeds["--receipt"])
        known: dict[str, Deed] = {
            "--granted": lambda file: meters.decide_petition(file, self.petition, granted=True),
            "--denied": lambda file: meters.decide_petition(file, self.petition, granted=False),
            "--ease": lambda file: meters.ease_meter(file, self.petition),
            "--transfer": lambda file: meters.transfer_meter(file, Path(str(target)), self.petition),
            "--hand-over": lambda file: meters.hand_over_meter(file, self.petition),
            "--receipt": lambda file: meters.confirm_hand_over(file, self.petition, receipt),
        }
        return known[option]
