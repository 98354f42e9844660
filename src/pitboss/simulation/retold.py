"""A simulated round dealt by the kernel and by the table's own procedures, side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.core.driver import Runner
from pitboss.core.options import Intent
from pitboss.core.requests import Decide, Offer, Request, Window
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.simulation.sides import NotSimulated
from pitboss.tables.answering import Answers

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


def refusing(known: Collection[type[Intent]]) -> Answers[object]:
    """Raise `NotSimulated` with the name of any request or decision; for what nobody answers in a kernel's stead.

    To decline it would make kernel and table agree on a game that is not this one. `known` is what the kernel decides.
    """

    def refuse(_: object, request: Request) -> None:
        match request:
            case Decide(_, _, options) | Offer(_, _, options):
                unknown = [option for option in options if option.verb not in known] or options
                verbs = ", ".join(repr(option.verb.verb) for option in unknown)
                raise NotSimulated(f"the table offers {verbs}, which the kernel does not decide")
            case Window(occasion):
                raise NotSimulated(f"the table opens a window for {occasion}, which the kernel does not know")
        raise NotSimulated(f"the table asks for {type(request).__name__}, which the kernel does not know")

    return refuse
