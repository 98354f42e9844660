"""Markers that cite clauses, and the evidence they make."""

from __future__ import annotations

import atexit
import csv
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from pitboss.law.citations import covers
from pitboss.law.rulebook import load, rulebook_ids
from variants import LEFT_TO_VERIFY

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, and Ctrl-C is tested

# Temporary files lie in memory where there is plenty: journals are synced to the disk at every answer, and a process
# that is killed leaves behind the same bytes wherever they are.
IN_MEMORY, PLENTY = Path("/dev/shm"), 2**30
if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > PLENTY:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

# Nothing that an earlier run solved is looked up, but a house is solved once for all tests of a run. Workers have the
# folder of the process that started them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["PITBOSS_CACHE"] = tempfile.mkdtemp(prefix="pitboss-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
    atexit.register(shutil.rmtree, os.environ["PITBOSS_CACHE"], ignore_errors=True)

# Workers take whole files. The longest come first and the quickest last, so that all workers end at about one time.
# While the first compiles what is compiled, the second needs nothing of it; and files that ask for the same houses lie
# apart, so that the first of them has solved these when another one asks.
LONGEST = (
    "rivals/test_rivals.py",
    "audit/test_kill.py",
    "audit/test_live_kill.py",
    "desk/test_sections.py",
    "simulation/test_paired.py",
    "analysis/test_contest_splits.py",
    "desk/test_poker_games.py",
    "simulation/test_core.py",
    "audit/test_tamper.py",
    "audit/test_snapshots.py",
    "analysis/test_switch.py",
    "env/test_values.py",
    "simulation/test_means.py",
    "analysis/test_twins.py",
    "cli/test_pricing.py",
    "cli/test_play.py",
    "simulation/test_twins.py",
    "simulation/test_cluster.py",
    "cli/test_simulate.py",
    "cli/test_cluster.py",
    "desk/test_stakes.py",
)
QUICK = ("core/", "games/", "golden/", "law/", "naive/", "notation/", "shoe/", "table/", "wagers/", "words/")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pitboss")
    group.addoption("--clause", action="append", default=[], help="run only tests that cite this clause")
    group.addoption("--except-quick-in", action="append", default=[], help="leave out the quick tests of this folder")
    group.addoption(
        "--variants", choices=("all", "few", "rest"), default="all", help="of long tests; `variants` lists the rest"
    )
    group.addoption("--write-evidence", default="", help="write a CSV of clause and test, and run nothing")


def cited_by(item: pytest.Item) -> list[str]:
    return [each for marker in item.iter_markers("clause") for each in marker.args]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _reject_unknown_clauses(items)
    wanted = config.getoption("--clause")
    if wanted:
        kept = [item for item in items if _cites_any(item, wanted)]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    left_out = tuple(f"{folder.rstrip('/')}/" for folder in config.getoption("--except-quick-in"))
    if left_out:
        gone = [item for item in items if item.nodeid.startswith(left_out) and not item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if not item.nodeid.startswith(left_out) or item.get_closest_marker("slow")]
    _choose_variants(config, items)
    items.sort(key=_turn)
    evidence = config.getoption("--write-evidence")
    if evidence:
        _write_evidence(Path(evidence), items)
        items[:] = []


def _choose_variants(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a few variants of long tests, or the rest of them; a listed variant that is not there is an error."""
    chosen = config.getoption("--variants")
    if chosen == "all":
        return
    names = {item: item.nodeid.removeprefix("tests/") for item in items}
    rest = {item for item, name in names.items() if name.startswith(LEFT_TO_VERIFY)}
    files = {name.partition("::")[0] for name in names.values()}
    for listed in LEFT_TO_VERIFY:
        if listed.partition("::")[0] in files and not any(name.startswith(listed) for name in names.values()):
            raise pytest.UsageError(f"tests/variants.py lists {listed}, which is not there")
    gone = [item for item in items if (item in rest) == (chosen == "few")]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if (item in rest) == (chosen == "rest")]


def _turn(item: pytest.Item) -> int:
    """When the file of a test has its turn; the order of tests within a file stays as it is."""
    file = item.nodeid.partition("::")[0].removeprefix("tests/")
    return LONGEST.index(file) if file in LONGEST else len(LONGEST) + file.startswith(QUICK)


def _cites_any(item: pytest.Item, wanted: Iterable[str]) -> bool:
    return any(covers(cited, each) for cited in cited_by(item) for each in wanted)


def _reject_unknown_clauses(items: list[pytest.Item]) -> None:
    known = {row.id for book in map(load, rulebook_ids()) for row in book.clauses}
    for item in items:
        for cited in cited_by(item):
            if not any(covers(cited, row) for row in known):
                raise pytest.UsageError(f"{item.nodeid} cites {cited}, which no rulebook has")


def _named(item: pytest.Item, cited: str) -> str:
    """A test by its name; with its parameter only where the parameter, not the function, cites the clause."""
    function = getattr(item, "function", None)
    everywhere = [each for mark in getattr(function, "pytestmark", ()) if mark.name == "clause" for each in mark.args]
    return item.nodeid.partition("[")[0] if cited in everywhere else item.nodeid


def _write_evidence(path: Path, items: list[pytest.Item]) -> None:
    rows = sorted({(cited, _named(item, cited)) for item in items for cited in cited_by(item)})
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("clause", "test"))
        writer.writerows(rows)
