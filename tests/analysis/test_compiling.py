"""Functions that are compiled when the first of them is called, whoever calls first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SCRIPT = """
import sys
from threading import Barrier, Thread
import numpy as np
from pitboss.analysis.drawing import kernel
assert "numba" not in sys.modules
ready, found = Barrier(8), []
def call():
    ready.wait()
    deck = np.full(10, 24, dtype=np.int64)
    ends = np.zeros(7)
    kernel.dealer_ends(deck, 240, 5, hole, draws, falling, ends)
    found.append(ends.sum())
from conformance.suite import game
from pitboss.analysis.drawing.terms import Terms
terms = Terms(game("blackjack-co", {}))
draws, falling, hole = terms.draws, terms.falling, terms.hole(5)
threads = [Thread(target=call) for _ in range(8)]
[each.start() for each in threads]
[each.join() for each in threads]
assert len(found) == 8 and max(abs(each - 1) for each in found) < 1e-12, found
"""


@pytest.mark.slow
def test_many_threads_may_call_first() -> None:
    """Nobody calls a function whose parts are not compiled yet, and everybody gets the answer."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, cwd=TESTS, check=False)
        assert done.returncode == 0, done.stderr
