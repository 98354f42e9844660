"""What a way of playing tells the kernel of a game in which it occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from pitboss.analysis.drawing.terms import Terms
from pitboss.core.options import Intent
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.money import ZERO, Cents
from pitboss.simulation.endings import Endings
from pitboss.simulation.sides import Row

Decisions = Mapping[str, NDArray[Any]]
"""What is decided in one way of playing: arrays by their names in its record."""

Record = Mapping[str, NDArray[Any] | int]


@dataclass(frozen=True, slots=True)
class Setting:
    """A game with its stakes and boxes, and what is decided in it, of which parts are made."""

    terms: Terms
    stakes: Mapping[Wager, Cents]
    boxes: int
    meter: Cents | None
    decided: Mapping[str, Decisions]
    endings: Endings

    @property
    def rules(self) -> BlackjackRules:
        return self.terms.rules

    def stake(self, wager: Wager) -> Cents:
        return self.stakes.get(wager, ZERO)


@dataclass(frozen=True, slots=True)
class KernelPart:
    """One way of playing: what fills the `record` of its `name`, and which intent each of its decisions is.

    A poker hand has a place among the side wagers: its `wager`, under which the `later` ones are counted, and the
    `rows` of them all. `awards` are what the boxes of a round win from a meter, by pattern, and `award_of` is a single
    award of each percentage; `awarded` is the number of the wager that wins them. `most_hands` is how
    many hands it makes of a box at most.
    """

    name: str
    record: Record
    decisions: Mapping[int, type[Intent]] = field(default_factory=dict)
    wager: Wager | None = None
    later: tuple[Wager, ...] = ()
    rows: Sequence[Row] = ()
    awards: tuple[int, ...] = (0,)
    award_of: Mapping[int, int] = field(default_factory=dict)
    awarded: int = -1
    most_hands: int = 1
