"""Commands called in this process, for tests to which an interpreter of their own would prove nothing more.

What is about a signal, a terminal, a closed or full output or what is imported at the start needs a real process.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.solutions import remembered
from pitboss.cli.main import app


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that came to its end; `shown` is both of its outputs, as a terminal mixes them."""

    code: int
    out: str
    err: str
    shown: str = ""

    @property
    def words(self) -> str:
        """What was printed, on one line."""
        return " ".join(self.out.split())


def run(*arguments: str, cwd: Path | None = None, stdin: str = "", env: Mapping[str, str] | None = None) -> Finished:
    """Runs `pitboss` in a terminal of 100 columns, unless COLUMNS says otherwise; what it does not catch is raised."""
    environment = {"COLUMNS": "100", **(env or {})}
    with chdir(cwd or Path.cwd()), remembered(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["pitboss", *arguments])
        done = CliRunner().invoke(app, arguments, input=stdin, env=environment, catch_exceptions=False)
    return Finished(done.exit_code, done.stdout, done.stderr, done.output)
