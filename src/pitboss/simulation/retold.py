"""A simulated round dealt by the kernel and by the table's own procedures, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.core.driver import Runner
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack

Nets = tuple[Mapping[Wager, Cents], ...]


class NoSuchRound(Exception):
    """There is no such round, or it cannot be dealt again. The message says why."""


@dataclass(frozen=True, slots=True)
class Retold:
    """The nets of every box by the kernel and by the table, and the table with the cards that it did not need."""

    by_kernel: Nets
    by_table: Nets
    runner: Runner[Any]
    stack: Stack

    @property
    def difference(self) -> str:
        """What differs, in words; empty if nothing does."""
        left = "" if not self.stack.cards else f"the table did not need {list(self.stack.cards)}; "
        if self.by_kernel == self.by_table:
            return left
        return f"{left}{self.by_table} at the table, {self.by_kernel} in the kernel"
