"""What is not drawing: a small finite process of chances and choices, solved backwards above the drawing solver.

Its leaves are worths that the drawing solver has found, as numbers or as whole arrays of them, one for each deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pitboss.analysis.drawing.tables import Floats, Ints


@dataclass(frozen=True, slots=True)
class Chance:
    """Branches with their chances."""

    branches: tuple[tuple[float | Floats, Node], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be chosen, and what follows."""

    options: Mapping[int, Node]

    def best(self) -> Ints:
        """Which option, by its place, is worth most."""
        return np.asarray(np.argmax(np.stack([worth(each) for each in self.options.values()]), axis=0))


Node = Floats | Chance | Choice


def worth(node: Node) -> Floats:
    """What a process is worth when every choice is the best one."""
    if isinstance(node, Chance):
        return reduce(np.add, (chance * worth(then) for chance, then in node.branches))
    if isinstance(node, Choice):
        return reduce(np.maximum, (worth(each) for each in node.options.values()))
    return np.asarray(node)
