"""Compiled functions, kept on disk between runs.

Numba looks only at the file of a function to see whether what it kept is still true, and not at the files of what that
function calls. So the kept code lies in a folder named after all code that is compiled: another version has another.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numba
from numba import njit

__all__ = ["njit"]

_PACKAGE = Path(__file__).parents[1]
_ROOMS = ("analysis/family", "simulation")


def fingerprint() -> str:
    """What all code of the rooms with compiled functions is."""
    files = sorted(file for room in _ROOMS for file in (_PACKAGE / room).glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _folder() -> Path:
    """Beside the code where that can be written to, otherwise where a person's caches lie."""
    beside = _PACKAGE / "__pycache__"
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    writable = os.access(beside if beside.is_dir() else _PACKAGE, os.W_OK)
    return (beside if writable else cache) / f"compiled-{fingerprint()}"


if "NUMBA_CACHE_DIR" not in os.environ:
    setattr(numba.config, "CACHE_DIR", str(_folder()))  # noqa: B010  numba makes its settings as it goes
