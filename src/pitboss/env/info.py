"""What an environment tells beside the observation: the mask, a refusal, and what the oracle knows."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from pitboss.desk.agents import MoveResult, PracticeSeats
from pitboss.desk.judgement import Judgement
from pitboss.env.observation import Info


def info_of(seats: PracticeSeats, said: MoveResult | None, mask: NDArray[np.int8], *, asked: bool = True) -> Info:
    """Return the info for one seat after its move, or after a reset if it has said nothing.

    What decisions are worth is told to the seat that is `asked`: it follows from cards that others may not see.
    """
    info: Info = {"action_mask": mask}
    if said is not None and said.refused is not None:
        info["refused"] = asdict(said.refused)
    if seats.oracle is not None:
        info["regret"] = None if said is None else said.regret
        info |= _worths(seats, seats.judged if asked else None)
    return info


def _worths(seats: PracticeSeats, judged: Judgement | None) -> Info:
    worths: list[float | None] = [None] * len(seats.moves.all)
    if judged is None:
        return {"worth": tuple(worths), "worth_kind": "", "worth_unknown": ""}
    for number, intent in seats.legal.items():
        worth = judged.worths.get(intent)
        worths[number] = None if worth is None else worth.value
    return {"worth": tuple(worths), "worth_kind": judged.kind, "worth_unknown": judged.unknown}
