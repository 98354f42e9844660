"""A wager on the cards of its own box in the kernel: its states, and how hands are played while it may still win."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.own_hand import Beside
from pitboss.simulation.codes import KINDS, MOST_OWN, NOT_PLAYED, Bytes
from pitboss.simulation.parts.part import Decisions, KernelPart, Setting
from pitboss.simulation.sides import number_of, own_states
from pitboss.wagers.side import OwnHand, SideWager

NAME = "own"


def as_the_main_wager() -> dict[str, Bytes]:
    """Return the decisions of a plan that plays every hand for the main wager alone."""
    return {"plan": np.full((KINDS, MOST_OWN), NOT_PLAYED, dtype=np.uint8)}


def decisions(beside: Beside) -> Decisions:
    """Return what is decided on hands whose cards may still count, by up card and state of the wager."""
    numbered = {state: number for number, state in enumerate(own_states(beside.own).states) if state is not None}
    plan = as_the_main_wager()
    for up_card, held, played in beside.all_played():
        if beside.is_open(held.state):
            for card in beside.cards_of(up_card):
                plan["plan"][number_of(card), numbered[held.state]] = played.decision
    return plan


def staked(setting: Setting) -> tuple[int, SideWager, OwnHand] | None:
    """Return the wager on the cards of its own box that is staked, with its number among the side wagers."""
    sides = [
        (number, side, side.own)
        for number, side in enumerate(setting.rules.sides)
        if side.own is not None and setting.stake(side.id)
    ]
    assert len(sides) <= 1, "a box has one wager on its own cards"
    return sides[0] if sides else None


def part(setting: Setting) -> KernelPart | None:
    wager = staked(setting)
    if wager is None:
        return None
    number, _, own = wager
    steps = own_states(own).steps
    still_open = np.array([(steps[state] != state).any() for state in range(len(steps))], dtype=np.uint8)
    decided: Decisions = {**as_the_main_wager(), **setting.decided.get(NAME, {})}
    return KernelPart(NAME, {"side": 1 + number, "doubles": own.doubles, "open": still_open, **decided})
