"""Puts what each command really prints into the console blocks of the README, of the tour and of the tutorial."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs/tour.md", ROOT / "docs/tutorial.md")
BLOCK = re.compile(r"```console\n\$ (pitboss .*)\n((?:.*\n)*?)```")


def examples() -> list[tuple[str, str]]:
    """Each command of a console block, with what the page says it prints."""
    return [found for page in PAGES for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def printed(command: str) -> str:
    """What a command prints, complaints included, in 100 columns; `| head -9` and `| tail -9` keep nine lines."""
    command, _, kept = command.partition(" | ")
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = done.stdout.rstrip().splitlines()
    if kept:
        end, count = kept.split(" -")
        lines = lines[: int(count)] if end == "head" else lines[-int(count) :]
    return "\n".join(lines) + "\n"


def main() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        text = BLOCK.sub(lambda found: f"```console\n$ {found[1]}\n{printed(found[1])}```", text)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
