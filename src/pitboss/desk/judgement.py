"""What the oracle answers: the worth of each decision, or why nobody knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.core.options import Intent
from pitboss.desk.answers import BY_POLICY, EXACT, SIMULATED

PASSING = "pass"
KINDS_OF_WORTH = (EXACT, BY_POLICY, SIMULATED)
"""From the best kind of figure to the least good."""


@dataclass(frozen=True, slots=True)
class DecisionWorth:
    """What a decision is worth in units of the first wager, what kind of figure that is, and its standard error."""

    value: float
    kind: str = EXACT
    error: float = 0.0

    def scaled(self, share: float) -> DecisionWorth:
        """Return the same worth in another unit."""
        return DecisionWorth(self.value * share, self.kind, self.error * share)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worth of every decision that may be made; a pass is None. If there are no `worths`, `unknown` says why.

    A question with one possible answer is `forced`, and its answer has no regret, whatever it is worth.
    """

    worths: Mapping[Intent | None, DecisionWorth] = field(default_factory=dict)
    unknown: str = ""
    forced: bool = False

    @property
    def kind(self) -> str:
        """The least good kind of figure among the worths; empty if they are not known."""
        return max((worth.kind for worth in self.worths.values()), key=KINDS_OF_WORTH.index, default="")

    @property
    def best(self) -> Intent | None:
        """The decision that is worth most. The worths must be known."""
        return max(self.worths, key=lambda intent: self.worths[intent].value)

    def regret(self, intent: Intent | None) -> float | None:
        """Return what a decision loses against the best one; None if that is not known."""
        if self.forced:
            return 0.0
        worth = self.worths.get(intent)
        return None if worth is None else max(each.value for each in self.worths.values()) - worth.value


def unknown(why: str) -> Judgement:
    """Return a judgement that knows nothing, and says why."""
    return Judgement(unknown=why)
