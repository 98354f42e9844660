"""Best play of all wagers at given stakes as plain arrays, and best play read from such arrays.

arrays = as_arrays(contested)          # once, to be put into a file
saved = from_arrays(contest, arrays)   # later, and `saved.worths(hand, up_card)` looks one row up
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.patterns import Plan, SplitTables
from pitboss.analysis.contest.tables import PLACE, RANKS, STARTS, rank_number
from pitboss.analysis.drawing.kernel import NAMES, NEVER, SPLIT
from pitboss.analysis.drawing.tables import Floats
from pitboss.cards import Card
from pitboss.rules.contest import Contest

if TYPE_CHECKING:
    from pitboss.analysis.contest.joint import Contested

Arrays = Mapping[str, NDArray[np.generic]]
SHAPES = {
    "asked": (RANKS, len(STARTS), 2),
    "accuracy": (RANKS, len(STARTS), 3),
    "start": (RANKS, RANKS),
    "fold": (RANKS,) * 3,
}


class Foreign(ValueError):
    """Arrays that are not best play of a contest."""


@dataclass(frozen=True)
class SavedContest:
    """Best play of all wagers, as far as decisions need it.

    `bet_or_fold` is by up card and first cards what the round is worth before the dealer looks, `decisions` by up card
    and hand what each decision is worth after a bet. `accuracy` has by up card and first cards the standard errors of
    split and bet, and what best play of the split box could gain.
    """

    contest: Contest
    plan: Plan
    bet_or_fold: Floats
    decisions: Floats
    accuracy: Floats

    def errors(self, hand: Sequence[Card], up: Card) -> dict[str, float]:
        """Return the standard errors of split and bet; no other decision on a hand of first cards has one."""
        if len(hand) != 2:
            return {}
        split, bet, _ = self._accuracy(hand, up)
        return {"split": split, "bet": bet}

    def could_gain(self, hand: Sequence[Card], up: Card) -> float | None:
        """Return what best play of the box after a split could gain at most; None if that is not known."""
        gained = self._accuracy(hand, up)[2] if len(hand) == 2 else np.nan
        return None if np.isnan(gained) else gained

    def _accuracy(self, first: Sequence[Card], up: Card) -> list[float]:
        one, other = (rank_number(card.rank) for card in first)
        found: list[float] = self.accuracy[rank_number(up.rank), PLACE[one, other]].tolist()
        return found

    def asked(self, first: Sequence[Card], up: Card) -> dict[str, float]:
        """Return what the whole round is worth, before the dealer looks, if the box bets and if it folds."""
        one, other = (rank_number(card.rank) for card in first)
        bet, fold = self.bet_or_fold[rank_number(up.rank), PLACE[one, other]].tolist()
        return {"bet": bet, "fold": fold}

    def worths(self, hand: Sequence[Card], up: Card) -> dict[str, float]:
        """Return what each decision on a hand is worth after a bet, once the dealer is known to have no natural."""
        ranks = [rank_number(card.rank) for card in hand]
        number = int(self.plan.start[ranks[0], ranks[1]])
        for rank in ranks[2:]:
            number = int(self.plan.next[number, rank])
        row = self.decisions[rank_number(up.rank), number].tolist()
        return {NAMES[decision]: worth for decision, worth in enumerate(row) if worth > NEVER}


def as_arrays(contested: Contested) -> dict[str, NDArray[np.generic]]:
    """Return everything that decisions and plans are read from, of hands that do not pass 21."""
    plan = contested.plan
    kept = np.flatnonzero(contested.joint.hands.coarse >= 0)
    number = np.full(len(plan.next) + 1, -1, dtype=np.int16)  # the last place is that of no hand
    number[kept] = np.arange(len(kept))
    arrays: dict[str, NDArray[np.generic]] = {
        "asked": contested.worths_of_bets(),
        "accuracy": contested.accuracy_of_splits(),
        "worths": contested.worths_of_decisions()[:, kept],
        "start": number[plan.start],
        "next": number[plan.next[kept]],
        "decision": plan.decision[:, kept],
        "fold": plan.fold,
    }
    if plan.split is not None:
        arrays |= {f"split_{name}": table for name, table in plan.split._asdict().items()}
    return arrays


def from_arrays(contest: Contest, arrays: Arrays) -> SavedContest:
    """Return what was made into these arrays; raises `Foreign`."""
    if not {*SHAPES, "worths", "next", "decision"} <= arrays.keys():
        raise Foreign
    size = len(arrays["next"])
    shapes = {**SHAPES, "worths": (RANKS, size, SPLIT + 1), "next": (size, RANKS), "decision": (RANKS, size)}
    names = [f"split_{name}" for name in SplitTables._fields]
    has_splits = any(name in arrays for name in names)
    if any(arrays[name].shape != shape for name, shape in shapes.items()):
        raise Foreign
    if has_splits and not all(name in arrays for name in names):
        raise Foreign
    split = SplitTables(*(np.asarray(arrays[name]) for name in names)) if has_splits else None  # type: ignore[arg-type]
    plan = Plan(
        arrays["start"].astype(np.int64),
        arrays["next"].astype(np.int64),
        arrays["decision"].astype(np.int8),
        arrays["fold"].astype(np.bool_),
        split,
    )
    asked, worths, accuracy = (arrays[name].astype(np.float64) for name in ("asked", "worths", "accuracy"))
    return SavedContest(contest, plan, asked, worths, accuracy)
