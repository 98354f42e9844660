"""Blackjack Switch in the kernel: whether the second cards of two spots are switched."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.switch import ByOwnCards
from pitboss.games.blackjack.intents import Keep
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.simulation import codes
from pitboss.simulation.endings import SWITCHED_21
from pitboss.simulation.parts.part import Decisions, KernelPart, Record, Setting

NAME = "switch"


def decisions(rule: ByOwnCards) -> Decisions:
    """Return when second cards are switched by a rule."""
    return {"plan": rule.switches.astype(np.uint8)}


def part(setting: Setting) -> KernelPart | None:
    if setting.rules.betting.spots < 2:
        return None
    record: Record = {"made_21": setting.endings.classes[SWITCHED_21, None], **setting.decided.get(NAME, {})}
    return KernelPart(NAME, record, {codes.SWITCH: Switch, codes.KEEP: Keep})
