"""The laws of the core that a reader cannot see at a glance, checked on the source itself."""

from __future__ import annotations

import ast
import pickle
import re
from functools import cache
from pathlib import Path

import pytest

from pitboss.desk import law as desk_law  # noqa: F401  importing all rooms makes their points known
from pitboss.games.blackjack.sides import spin_wheels
from pitboss.games.blackjack.steps import inserted
from pitboss.games.registry import compile_game
from pitboss.games.spanish21 import ma_prior
from pitboss.games.spanish21.charity import turn_first_card
from pitboss.law.house import defaults
from pitboss.law.points import carriers_of
from pitboss.law.rulebook import UnknownName, load, rulebook_ids

SOURCE = Path(__file__).parents[2] / "src/pitboss"
ROOMS = [path for room in ("core", "games", "wagers") for path in sorted((SOURCE / room).rglob("*.py"))]


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_what_asks_may_suspend(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yields = [node for node in ast.walk(tree) if isinstance(node, ast.Yield | ast.YieldFrom)]
    assert not yields or path.name == "asking.py"


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_steps_never_catch_a_void(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    caught = [ast.unparse(node.type) for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type]
    assert "RoundVoid" not in caught or path.name == "driver.py"


def test_facts_are_frozen() -> None:
    from pitboss.core.facts import kinds

    assert len(kinds()) >= 37
    for kind in kinds().values():
        assert getattr(kind, "__dataclass_params__").frozen, kind  # noqa: B009


ROOMS_OF_ALL = ("core", "rules", "wagers", "games/blackjack", "tables", "shoe", "notation", "analysis", "simulation")
SHARED = (*ROOMS_OF_ALL, "desk", "cli")
OFFERED = sorted({wager for book in rulebook_ids() for wager in load(book).wagers})


def sources(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((SOURCE / room).rglob("*.py"))]


@cache
def texts(path: Path) -> list[str]:
    """Every string of a module."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("path", sources(*SHARED), ids=lambda path: str(path.relative_to(SOURCE)))
def test_shared_code_names_no_clause(path: Path) -> None:
    """Shared steps name points; which clauses these are is for each edition to say."""
    assert [text for text in texts(path) if re.fullmatch(r"(MA|MD|CH|CO)-[0-9a-z().]+", text)] == []


WORDS = {  # that are also something else than a wager: a verb with its key, how a hand closed, a record
    "insurance": {"intents.py", "kinds.py", "seat.py", "verbs.py"},
    "bet": {"intents.py", "seat.py", "automatic.py", "hold_em.py", "joint.py", "saved.py", "strategy.py", "verbs.py"},
    "21": {"kinds.py"},
    "poker": {"part_records.py", "poker_part.py"},
}


@pytest.mark.parametrize("wager", OFFERED)
def test_a_wager_is_named_in_its_module_and_its_games_only(wager: str) -> None:
    rooms = [room for room in SHARED if room != "wagers"]
    named = {path.name for path in sources(*rooms) if wager in texts(path)}
    assert named <= WORDS.get(wager, set())


@pytest.mark.parametrize("book", rulebook_ids())
def test_compiled_rules_can_be_sent_anywhere(book: str) -> None:
    rules = compile_game(defaults(load(book))).rules
    again = pickle.loads(pickle.dumps(rules))
    assert [step.__name__ for step in again.steps] == [step.__name__ for step in rules.steps]
    assert again.betting == rules.betting


def test_what_a_text_lacks_raises_when_it_is_asked_for() -> None:
    house = defaults(load("spanish21-charity"))
    with pytest.raises(UnknownName):
        house.takes("S99", "x")
    with pytest.raises(UnknownName):
        house.takes("S02", "x")
    with pytest.raises(UnknownName):
        house.integer("no_such_option")
    with pytest.raises(AssertionError, match="is not one step"):
        inserted(ma_prior.ROUND, spin_wheels, before=turn_first_card)


def test_every_point_of_an_edition_is_carried_out_by_code() -> None:
    for book in rulebook_ids():
        for point in compile_game(defaults(load(book))).rules.points:
            assert carriers_of(point), f"{book} maps {point}, which nothing carries out"
