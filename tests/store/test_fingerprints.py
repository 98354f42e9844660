"""A hash of the code changes with the packages that it covers, and with no other."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.store.fingerprints import ANSWERING, DEALING, PRICING, fingerprint

PACKAGE = Path(pitboss.__file__).parent
LISTS = {"dealing": DEALING, "pricing": PRICING, "answering": ANSWERING}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE, tmp_path / "pitboss", ignore=shutil.ignore_patterns("__pycache__", "*.nbi")))


@pytest.mark.parametrize("covered", LISTS.values(), ids=LISTS)
def test_a_copy_has_the_same_hash(copied: Path, covered: Collection[str]) -> None:
    assert fingerprint(copied, covered) == fingerprint(PACKAGE, covered)


@pytest.mark.parametrize("covered", LISTS.values(), ids=LISTS)
def test_a_new_package_changes_no_hash(copied: Path, covered: Collection[str]) -> None:
    before = fingerprint(copied, covered)
    (copied / "kiosk").mkdir()
    (copied / "kiosk" / "__init__.py").write_text("RULES = 'none'\n")
    (copied / "kiosk.py").write_text("RULES = 'none'\n")
    assert fingerprint(copied, covered) == before


@pytest.mark.parametrize("covered", LISTS.values(), ids=LISTS)
def test_every_covered_entry_changes_the_hash(copied: Path, covered: Collection[str]) -> None:
    for name in sorted(covered):
        before, entry = fingerprint(copied, covered), copied / name
        edited = entry / "__init__.py" if entry.is_dir() else entry
        edited.write_text(edited.read_text() + "# edited\n")
        assert fingerprint(copied, covered) != before, name


@pytest.mark.parametrize("covered", [DEALING, PRICING], ids=("dealing", "pricing"))
def test_covered_code_imports_covered_code_alone(covered: Collection[str]) -> None:
    """Code that deals or prices depends on nothing that its hash would not notice.

    The desk also reads records and simulates, on which no cached answer depends.
    """
    for path in _covered_files(covered):
        for name in _imports(path):
            assert name in covered or f"{name}.py" in covered, f"{path.name} imports pitboss.{name}"


def _covered_files(covered: Collection[str]) -> Iterator[Path]:
    for name in sorted(covered):
        entry = PACKAGE / name
        yield from entry.rglob("*.py") if entry.is_dir() else [entry]


def _imports(path: Path) -> Iterator[str]:
    """The entries of the package that a file imports from, those for type checkers left out."""
    tree = ast.parse(path.read_text())
    guarded = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node not in guarded:
            for module in _modules(node):
                top, _, rest = module.partition(".")
                if top == "pitboss" and rest:
                    yield rest.split(".")[0]


def _modules(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports, in each of the three ways to write it."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "no module is imported relative to another"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
