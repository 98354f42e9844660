"""Compiled functions, made when the first of them is called, and kept on disk between runs.

Importing numba takes longer than many a question needs, whose answer is known already. So a function is compiled, and
numba imported, when it is first called.

Numba looks only at the file of a function to see whether what it kept is still true, and not at the files of what that
function calls. So the kept code lies in a folder named after all code that is compiled: another version has another.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["cache_folder", "fingerprint", "njit"]

_PACKAGE = Path(__file__).parents[1]
_ROOMS = ("analysis/contest", "analysis/drawing", "simulation")

P = ParamSpec("P")
T = TypeVar("T")


def fingerprint() -> str:
    """What all code of the rooms with compiled functions is."""
    files = sorted(file for room in _ROOMS for file in (_PACKAGE / room).rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def cache_folder() -> Path:
    """Where a person's caches lie."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"


def _folder() -> Path:
    """Beside the code where that can be written to, otherwise among a person's caches."""
    beside = _PACKAGE / "__pycache__"
    writable = os.access(beside if beside.is_dir() else _PACKAGE, os.W_OK)
    return (beside if writable else cache_folder()) / f"compiled-{fingerprint()}"


class Later(Generic[P, T]):
    """A function that will be compiled when it, or another one, is first called; `py_func` is it as it is written."""

    def __init__(self, function: Callable[P, T], options: dict[str, Any]) -> None:
        self.py_func = function
        self.options = options
        self.compiled: Callable[P, T] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.compiled is None:
            _compile()
        assert self.compiled is not None
        return self.compiled(*args, **kwargs)


_waiting: list[Later[..., Any]] = []
_compiling = RLock()


def njit(**options: Any) -> Callable[[Callable[P, T]], Later[P, T]]:
    """As numba's: marks a function to be compiled with these options."""

    def mark(function: Callable[P, T]) -> Later[P, T]:
        found = Later(function, options)
        _waiting.append(found)
        return found

    return mark


def _compile() -> None:
    """Hands all functions that wait to numba, and puts what it makes of them where they call each other.

    A function counts as compiled when all of this is done: another thread may be about to call it.
    """
    with _compiling:
        import numba  # noqa: PLC0415  the point of it all

        if "NUMBA_CACHE_DIR" not in os.environ:
            setattr(numba.config, "CACHE_DIR", str(_folder()))  # noqa: B010  numba makes its settings as it goes
        made = {each: numba.njit(**each.options)(each.py_func) for each in _waiting}
        for each in made:
            names = each.py_func.__globals__
            for name, value in list(names.items()):
                if isinstance(value, Later):
                    names[name] = made.get(value) or value.compiled
        for each, compiled in made.items():
            each.compiled = compiled
        _waiting.clear()
