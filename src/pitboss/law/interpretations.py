"""Open questions of the texts: the readings, the one we take, and why.

Where a reading changes play or money it is a switch with named values, which a house may set under `[readings]`.
"""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, Field


class Interpretation(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    question: str
    readings: str
    default: str
    why: str
    clauses: tuple[str, ...]
    values: dict[str, str] = Field(default_factory=dict)

    @property
    def switch(self) -> bool:
        return bool(self.values)

    @property
    def default_value(self) -> str:
        """The first value of a switch is the reading we take."""
        return next(iter(self.values))

    @property
    def taken(self) -> str:
        """The reading that we take, in words: a default that is a number alone stands for one of the readings."""
        number = re.fullmatch(r"\((\w+)\)\.?", self.default)
        words = number and re.search(rf"\({number[1]}\)\s*(.+?)(?=;\s*\(\w+\)|$)", self.readings)
        return (words[1] if words else self.default).rstrip(".")
