"""Seeds of random tests."""

from __future__ import annotations

import pytest


def seeds(number: int, *, few: int) -> list[object]:
    """So many seeds, of which `make quick` takes the first few."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(few, number))]
