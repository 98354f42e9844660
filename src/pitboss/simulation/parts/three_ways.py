"""Three first cards in the kernel: those that pass 21, a 21 that is paid at once, and a three-way split."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np

from pitboss.analysis.drawing.outcomes import plays
from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.drawing.tables import RANKS, all_hands, best_total, starts
from pitboss.analysis.drawing.terms import Terms
from pitboss.games.blackjack.intents import Keep
from pitboss.simulation import codes
from pitboss.simulation.codes import DECLINABLE, PAID, SURRENDER, Bytes
from pitboss.simulation.endings import ORDER, Ending, Endings
from pitboss.simulation.parts.part import Decisions, KernelPart, Record, Setting

NAME = "three"


def surrenders_above() -> dict[str, Bytes]:
    """Return the decisions of a plan that gives up all first cards that pass 21."""
    return {"above": np.full((RANKS,) * 4, SURRENDER, dtype=np.uint8)}


def decisions(solution: Solution) -> Decisions | None:
    """Return what is decided on three first cards that pass 21."""
    terms = solution.terms
    if terms.first_cards == 2:
        return None
    plan = surrenders_above()
    for at in solution.up_cards:
        for hand in starts(terms.first_cards):
            if at.deck(hand)[1] >= 0 and best_total(hand)[0] > 21:
                (only,) = plays(solution, at, hand)
                for ranks in permutations([rank for rank, count in enumerate(hand) for _ in range(count)]):
                    plan["above"][(at.up, *ranks)] = only.decision
    return plan


def part(setting: Setting) -> KernelPart | None:
    terms, rules = setting.terms, setting.rules
    if terms.first_cards == 2:
        return None
    surrender, first_21 = rules.surrender, rules.drawing.first_21
    spared = surrender is not None and surrender.spared
    early = first_21 is not None and first_21.before_check
    decided: Decisions = {**surrenders_above(), **setting.decided.get(NAME, {})}
    record: Record = {
        "first_21": _first_21(terms)[ORDER],
        "early": early,
        "spared": _half_lost(setting.endings) if spared else 0,
        "lost_21": _lost(setting.endings) if early else 0,
        "dealt_at_once": rules.splitting is not None and rules.splitting.dealt_at_once,
        **decided,
    }
    return KernelPart(NAME, record, {codes.KEEP: Keep})


def _half_lost(endings: Endings) -> int:
    return endings.number(Ending("half lost to a dealer blackjack", Fraction(-1, 2), 1))


def _lost(endings: Endings) -> int:
    return endings.number(Ending("dealer blackjack", Fraction(-1), 1))


def _first_21(terms: Terms) -> Bytes:
    """Return which hands are a first 21 that is paid at once, or that may be declined."""
    rule = terms.rules.drawing.first_21
    kinds = np.zeros(len(all_hands()), dtype=np.uint8)
    for number, hand in enumerate(all_hands() if rule is not None else ()):
        situation = terms.situation(hand)
        if rule is not None and rule.made_by(situation):
            kinds[number] = DECLINABLE if rule.may_be_declined(situation) else PAID
    return kinds
