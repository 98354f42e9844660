"""What another machine does for a run: it says what it has, and plays jobs whose tables come compressed.

Nothing here knows how it is called, or how the bytes travel.
"""

from __future__ import annotations

import platform
import struct
import sys
import time
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from pitboss.analysis.compiling import fingerprint
from pitboss.simulation.jobs import Job, packed_counts, play

Equipment = Mapping[str, str]


class Differs(Exception):
    """This process is not what was found out about it: another one has taken its place."""


@cache
def equipment() -> Equipment:
    """All that digits could depend on, by name.

    It is kept from the first time on, because a process goes on with the code that it has imported, whatever is put in
    the place of its files.
    """
    return {
        "pitboss": _installed("pitboss"),
        "engine": fingerprint(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": _installed("numpy"),
        "numba": _installed("numba"),
        "integers": f"{sys.byteorder}-endian in {8 * struct.calcsize('P')} bits",
    }


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def differences(theirs: Equipment, ours: Equipment) -> str:
    """What they have that is not what we have, in words; nothing where all is the same."""
    names = [name for name in ours if theirs.get(name) != ours[name]]
    if not names:
        return ""
    has, wanted = (
        ", ".join(f"{name} {equipped.get(name, 'missing')}" for name in names) for equipped in (theirs, ours)
    )
    return f"{has}, while this machine has {wanted}"


def squeezed(job: Job) -> Job:
    """The same job as it is sent, with a small part of its bytes."""
    return replace(job, tables=zlib.compress(job.tables))


def play_squeezed(job: Job, expected: Equipment) -> tuple[bytes, float]:
    """What was counted, as bytes, and how many seconds it took. Raises `Differs` rather than count otherwise."""
    if equipment() != expected:
        raise Differs(differences(equipment(), expected))
    began = time.perf_counter()
    counts = play(replace(job, tables=zlib.decompress(job.tables)))
    return packed_counts(counts), time.perf_counter() - began
