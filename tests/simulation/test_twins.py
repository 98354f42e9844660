"""Compiled functions against the same lines as plain Python: equal to the last digit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
TESTS = Path(__file__).parents[1]


def output(**environment: str) -> list[str]:
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, str(TESTS / "simulation" / "twins.py")]
    env = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compiled_and_plain_code_say_the_same() -> None:
    """Rounds and shoes of two games at all wagers; ends, worths, plans and squares of the exact arithmetic."""
    compiled, plain = output(NUMBA_DISABLE_JIT="0"), output(NUMBA_DISABLE_JIT="1")
    assert (compiled.pop(0), plain.pop(0)) == ("compiled", "plain")
    assert len(compiled) == 151
    assert [one[:300] for one, other in zip(compiled, plain, strict=True) if one != other] == []
