"""Kernel and table side by side: one round, or enough of them to trust a game that this package does not contain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.simulation.programme import BLACKJACK, PACKETS, Programme
from pitboss.simulation.retell import retell
from pitboss.simulation.retell_packets import retell_packets
from pitboss.simulation.retold import NoSuchRound, Retold
from pitboss.simulation.sides import NotSimulated

ROUNDS = 200
"""How many rounds of a foreign game are dealt by both before it is simulated."""

_RETELLERS: dict[str, Callable[[Any, int, int, int | None], Retold]] = {BLACKJACK: retell, PACKETS: retell_packets}


def retold(programme: Programme, seed: int, number: int, round_of_shoe: int | None = None) -> Retold:
    """Deal one round by the kernel and by the table; raise `NoSuchRound` or `NotSimulated`."""
    return _RETELLERS[programme.name](programme, seed, number, round_of_shoe)


def need_agreement(programme: Programme, rounds: int = ROUNDS) -> None:
    """Raise `NotSimulated` if kernel and table differ in one of the first rounds."""
    for number in range(rounds):
        try:
            difference = retold(programme, 0, number).difference
        except NoSuchRound:
            continue
        if difference:
            raise NotSimulated(f"the kernel does not play this game as the table does: round {number}, {difference}")
