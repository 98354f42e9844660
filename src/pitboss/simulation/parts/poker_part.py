"""A poker hand after the blackjack hand in the kernel: its rows, and when it is bet on."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.hold_em import PokerHands
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.rules.poker_part import PokerPart
from pitboss.simulation import codes
from pitboss.simulation.parts.part import Decisions, KernelPart, Record, Setting
from pitboss.simulation.sides import Row

NAME = "poker"


def decisions(solution: Solution) -> Decisions | None:
    """Return best play: whether to bet after the first and after the second own card."""
    poker = solution.terms.rules.poker
    if poker is None:
        return None
    plan = PokerHands(poker, solution.terms.game.shoe).plan
    return {"first": plan.first.astype(np.uint8), "second": plan.second.astype(np.uint8)}


def part(setting: Setting) -> KernelPart | None:
    poker = setting.rules.poker
    if poker is None:
        return None
    hands = PokerHands(poker, setting.terms.game.shoe)
    record: Record = {"deals": 1, "folds": len(poker.pays) + 1, "rows": hands.rows.astype(np.uint8)}
    first, *later = poker.wagers
    return KernelPart(
        NAME,
        {**record, **setting.decided.get(NAME, {})},
        {codes.BET: Bet, codes.FOLD: Fold},
        wager=first,
        later=tuple(later),
        rows=_rows(poker, setting),
    )


def _rows(poker: PokerPart, setting: Setting) -> list[Row]:
    """Return every way in which a poker hand ends: rows of the pay table, none, and folds."""
    whole, stake = len(poker.wagers), setting.stake(poker.wager)
    paid = [Row(pays.says, whole * pays.odds.winnings(stake)) for pays in poker.pays.values()]
    folds = [Row(f"a fold at card {step}", -step * stake) for step in range(1, whole)]
    return [*paid, Row("no row", -whole * stake), *folds]
