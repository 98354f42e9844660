"""Collects which test carries which clause and writes it where `pitboss rules coverage` reads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STORED = ROOT / "src/pitboss/law/evidence.csv"


def main() -> int:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else STORED
    quiet = ["-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *quiet, f"--write-evidence={target}", "tests"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 5):  # 5: pytest ran no test, which is what was asked of it
        sys.stderr.write(done.stdout + done.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
