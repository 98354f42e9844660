"""Open questions of the texts: the readings, the one we take, and why.

Where a reading changes play or money it is a switch with named values, which a house may set under `[readings]`.
"""

from __future__ import annotations

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
