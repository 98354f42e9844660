"""A solution as plain arrays, and a solution from them: what was solved once need not be solved again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.kernel import COLUMNS
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.splits import Splits
from pitboss.analysis.drawing.tables import RANKS, Multiset, all_hands
from pitboss.analysis.drawing.terms import Terms, two_cards

SUITS = ("mixed", "suited", "spades")
Arrays = Mapping[str, NDArray[np.generic]]


class Foreign(ValueError):
    """Arrays that are not a solution of this game."""


def as_arrays(solution: Solution) -> dict[str, NDArray[np.generic]]:
    """All that decisions, plans and charts are read from."""
    solution.value  # noqa: B018  what is not asked for is not solved
    ups, splits = solution.up_cards, [[at.splits[rank] for rank in range(RANKS)] for at in solution.up_cards]
    stood = [(at.up, *hand, SUITS.index(suits), worth) for at in ups for (hand, suits), worth in at.stood_on.items()]
    return {
        "values": np.stack([at.values for at in ups]),
        "plan": np.stack([at.plan for at in ups]).astype(np.uint8),
        "split_worth": np.array([[vars(each).get("value", np.nan) for each in row] for row in splits]),
        "split_hands": np.array([[vars(each).get("most", 0) for each in row] for row in splits], dtype=np.uint8),
        "split_plan": np.array([[each.plan for each in row] for row in splits], dtype=np.uint8),
        "split_suits": np.array([[_drawn(each) for each in row] for row in splits], dtype=np.uint8),
        "stood": np.array(stood, dtype=np.float64).reshape(-1, RANKS + 3),
        **(_parted(solution) if solution.terms.parts else {}),
    }


def _parted(solution: Solution) -> dict[str, NDArray[np.generic]]:
    """What single cards are worth when two others are out, or none, and how they are played in the last case."""
    ups = solution.up_cards
    return {
        "singles": np.array([[at.parted.singles(out) for out in _outs(solution.terms)] for at in ups]),
        "single_plan": np.array([at.parted.plan(solution.terms.empty) for at in ups], dtype=np.uint8),
    }


def _outs(terms: Terms) -> tuple[Multiset, ...]:
    return (terms.empty, *two_cards())


def _drawn(splits: Splits) -> list[list[bool]]:
    return [[splits.drawn_suited.get((second, suits), False) for suits in SUITS[1:]] for second in range(RANKS)]


def from_arrays(terms: Terms, award: float, arrays: Arrays) -> Solution:
    """The solution that was made into these; raises `Foreign`."""
    hands = len(all_hands())
    shapes = {
        "values": (RANKS, hands, COLUMNS),
        "plan": (RANKS, hands, 3),
        "split_worth": (RANKS, RANKS),
        "split_hands": (RANKS, RANKS),
        "split_plan": (RANKS, RANKS, hands, 3),
        "split_suits": (RANKS, RANKS, RANKS, 2),
    }
    if terms.parts:
        shapes |= {"singles": (RANKS, len(_outs(terms)), RANKS), "single_plan": (RANKS, hands, 3)}
    if any(name not in arrays or arrays[name].shape != shape for name, shape in shapes.items()):
        raise Foreign
    solution = Solution(terms, award=award)
    vars(solution)["up_cards"] = [_up_card(terms, up, arrays) for up in range(RANKS)]
    return solution


def _up_card(terms: Terms, up: int, arrays: Arrays) -> UpCard:
    values, plan = arrays["values"][up].astype(np.float64), arrays["plan"][up].astype(np.int64)
    at = UpCard(terms, up, known=True, values=values, plan=plan)
    for rank, splits in at.splits.items():
        worth = float(arrays["split_worth"][up, rank])
        if not np.isnan(worth):
            vars(splits).update(value=worth, most=int(arrays["split_hands"][up, rank]))
            splits.keep_to(arrays["split_plan"][up, rank].astype(np.int64))
            drawn = arrays["split_suits"][up, rank]
            splits.drawn_suited.update(
                {(second, SUITS[1 + kind]): bool(drawn[second, kind]) for second in range(RANKS) for kind in (0, 1)}
            )
    if terms.parts:
        at.parted.known.update(zip(_outs(terms), arrays["singles"][up].astype(np.float64), strict=True))
        at.parted.plans[terms.empty] = arrays["single_plan"][up].astype(np.uint8)
    for row in arrays["stood"]:
        number, *hand, suits, worth = np.asarray(row).tolist()
        if int(number) == up:
            at.stood_on[tuple(map(int, hand)), SUITS[int(suits)]] = worth
    return at
