"""Schedulers and workers of dask, each a real process on this machine, by dask's own commands."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

PATIENCE = 60.0  # for a machine that has other things to do
T = TypeVar("T")


def until(found: Callable[[], T | None], what: str) -> T:
    """Waits for something to be there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        there = found()
        if there:
            return there
        time.sleep(0.02)
    raise AssertionError(f"waited for {what}")


class Machines:
    """A scheduler, and workers that come and go; ports are those that the system has left."""

    def __init__(self, folder: Path, before: str = "") -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.started: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0", before)

    @property
    def address(self) -> str:
        return until(self._address, "a scheduler")

    def _address(self) -> str | None:
        try:
            return str(json.loads(self.file.read_text(encoding="utf-8"))["address"])
        except (FileNotFoundError, ValueError):
            return None

    def worker(self, before: str = "", env: Mapping[str, str] | None = None) -> Worker:
        """One thread; `before` is Python that its process runs first."""
        plain = "--host 127.0.0.1 --no-nanny --nthreads 1 --no-dashboard --memory-limit 0 --local-directory"
        return Worker(self._start("worker", f"{plain} {self.folder}", before, env), self)

    def _start(
        self, kind: str, options: str, before: str = "", env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        code = f"{before}\nimport sys; from distributed.cli.dask_{kind} import main; sys.exit(main())"
        with self.log(len(self.started)).open("wb") as log:
            command = [sys.executable, "-c", code, "--scheduler-file", str(self.file), *options.split()]
            process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **(env or {})})
        self.started.append(process)
        return process

    def log(self, number: int) -> Path:
        return self.folder / f"log-{number}"

    def end(self) -> None:
        for process in self.started:
            process.kill()  # which ends one that was stopped, too
        for process in self.started:
            process.wait()


class Worker:
    def __init__(self, process: subprocess.Popen[bytes], machines: Machines) -> None:
        self.process = process
        self._log = machines.log(machines.started.index(process))

    @property
    def address(self) -> str:
        return until(self._address, "a worker")[1]

    def _address(self) -> re.Match[str] | None:
        return re.search(r"Start worker at: +(\S+)", self._log.read_text(encoding="utf-8"))


@contextmanager
def machines(folder: Path, before: str = "") -> Iterator[Machines]:
    """A scheduler whose process runs some Python first, and all workers that are started, until the end."""
    found = Machines(folder, before)
    try:
        yield found
    finally:
        found.end()
