"""The list of tests that carry each clause is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools_path import run_tool

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_evidence_is_current(tmp_path: Path) -> None:
    """Run `make evidence` when this fails."""
    fresh = tmp_path / "evidence.csv"
    run_tool("evidence.py", str(fresh))
    stored = ROOT / "src/pitboss/law/evidence.csv"
    assert fresh.read_text(encoding="utf-8") == stored.read_text(encoding="utf-8")
