"""The laws of the core that a reader cannot see at a glance, checked on the source itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src/pitboss"
ROOMS = [path for room in ("core", "games", "wagers") for path in sorted((SOURCE / room).rglob("*.py"))]


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_the_procedure_may_suspend(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yields = [node for node in ast.walk(tree) if isinstance(node, ast.Yield | ast.YieldFrom)]
    assert not yields or path.name == "procedure.py"


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_steps_never_catch_a_void(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    caught = [ast.unparse(node.type) for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type]
    assert "RoundVoid" not in caught or path.name == "procedure.py"


def test_facts_are_frozen() -> None:
    from typing import get_args

    from pitboss.core.facts import Fact

    for kind in get_args(Fact):
        assert kind.__dataclass_params__.frozen, kind
