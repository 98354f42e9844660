"""What a game says of itself to be simulated, whatever its rounds are like: its kernel, its tables, its outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents

BLACKJACK, PACKETS = "blackjack", "packets"  # kernels


@dataclass(frozen=True, slots=True)
class Named:
    """One way in which a wager ends, by the number under which the kernel counts it: its name, and its net and all that
    was staked in units of the first wager.
    """

    code: int
    name: str
    net: float
    staked: int = 1
    split: bool = False
    bonus: bool = False


class Programme(Protocol):
    """A game at these stakes and boxes, by a plan, ready for the kernel of this `name`.

    `tables` is one record, which goes to it as bytes; its `bins` and `units` say how results of rounds are counted.
    `awards` is what lies on top of all results of a plane, in cents.
    """

    @property
    def name(self) -> str: ...

    @property
    def game(self) -> Game: ...

    @property
    def stakes(self) -> Mapping[Wager, Cents]: ...

    @property
    def boxes(self) -> int: ...

    @property
    def spots(self) -> int:
        """How many of the main wager a box has."""

    @property
    def draws(self) -> bool:
        """Whether hands draw cards, and are doubled and split."""

    @property
    def tables(self) -> Any: ...

    @property
    def wagers(self) -> tuple[tuple[int, Wager], ...]:
        """The wagers that are counted, each with its number."""

    @property
    def awards(self) -> tuple[int, ...]: ...

    @property
    def awarded(self) -> int:
        """The number of the wager that the awards belong to."""

    def outcomes(self, number: int) -> Sequence[Named]:
        """Every way in which a wager can end."""

    def placed_sometimes(self, number: int) -> bool:
        """Whether a wager is placed in some rounds only."""
