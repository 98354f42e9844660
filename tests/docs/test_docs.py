"""What the documents say is what the program does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import pitboss
from cli.commands import run
from pitboss.games.registry import compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import load, rulebook_ids
from readme import examples, printed
from tools_path import run_tool

ROOT = Path(__file__).parents[2]
SOLVING = ("edge", "strategy", "simulate")


def case(command: str, output: str) -> object:
    marks = [pytest.mark.slow] if command.split()[1] in SOLVING else []
    return pytest.param(command, output, id=command, marks=marks)


def shown(*arguments: str) -> str:
    return run(*arguments, cwd=ROOT).shown


@pytest.mark.parametrize(("command", "output"), [case(*each) for each in examples()])
def test_the_readme_shows_real_output(command: str, output: str) -> None:
    """Run `make readme` when this fails, and read the difference."""
    assert printed(command, shown) == output


def test_the_pages_have_examples() -> None:
    assert len(examples()) >= 5


def test_every_refusal_code_is_in_the_reference() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    codes = set(re.findall(r"""_?[Rr]efusal\(\s*"([a-z0-9-]+)",""", source)) | {"unlawful-house"}
    listed = set(re.findall(r"`([a-z0-9-]+)`", (ROOT / "docs/reference/notation.md").read_text(encoding="utf-8")))
    assert len(codes) > 25
    assert codes <= listed


def test_every_example_file_does_what_its_name_says() -> None:
    from pitboss.notation.file import read_round
    from pitboss.notation.replay import replay

    assert replay(read_round(ROOT / "docs/examples/three-sevens.round.toml")).met is True
    assert replay(read_round(ROOT / "docs/examples/first.round.toml")).met is True
    assert replay(read_round(ROOT / "docs/examples/second-double.round.toml")).refused is not None


def test_the_reference_is_current(tmp_path: Path) -> None:
    """Run `make reference` when this fails."""
    run_tool("reference.py", str(tmp_path))
    for name in ("options.md", "readings.md", "permissions.md"):
        fresh = (tmp_path / name).read_text(encoding="utf-8")
        assert fresh == (ROOT / "docs/reference" / name).read_text(encoding="utf-8"), name


def test_every_verb_and_bracket_is_in_the_reference() -> None:
    text = (ROOT / "docs/reference/notation.md").read_text(encoding="utf-8")
    for rulebook in rulebook_ids():
        for verb in compile_game(defaults(load(rulebook))).verbs:
            assert f"`{verb}" in text, verb
    assert "`[face-up 5c]`" in text
    assert "`[spin 3]`" in text


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_tour_shows_the_table_as_it_is(tmp_path: Path) -> None:
    from cli.terminal import Terminal

    block = re.search(r"```text\n(╭.*?)```", (ROOT / "docs/tour.md").read_text(encoding="utf-8"), re.S)
    assert block
    arguments = ("play", "spanish21-ma", "--others", "3", "--seed", "4", "--journal", str(tmp_path / "j"))
    terminal = Terminal(*arguments)
    for shown, keys in (("A new shoe is due.", "\n"), ("Cut, ", "120\n"), ("Your wager, ", "\n"), ("Your 10:", "")):
        terminal.wait_for(shown)
        terminal.wait_for("[q] quit")
        terminal.press(keys)
    terminal.press("q")
    assert terminal.end() == 0
    shown_lines = [line.rstrip() for line in terminal.text.splitlines()]
    for line in block[1].splitlines():
        assert line.rstrip() in shown_lines, line


def test_the_python_reference_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs/reference/python.md"), module_relative=False)
    assert tried > 20
    assert failed == 0


@pytest.mark.parametrize("page", ["reference/environments.md", "how-to/train-an-agent.md"])
def test_the_pages_about_learning_run(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert block
    exec(compile(block[1], "README.md", "exec"), {})
    assert "house edge 0.3" in capsys.readouterr().out


def test_every_code_of_the_table_interface_is_in_its_reference() -> None:
    sources = [
        (ROOT / "src/pitboss/desk" / name).read_text("utf-8") for name in ("handle.py", "phrasing.py", "tables.py")
    ]
    codes = set(re.findall(r'code="([a-z-]+)"', "\n".join(sources)))
    listed = set(re.findall(r"`([a-z-]+)`", (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")))
    assert len(codes) > 15
    assert codes <= listed


def test_every_name_of_the_package_is_in_its_reference() -> None:
    text = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    for name in pitboss.__all__:
        assert getattr(pitboss, name)
        assert name in text, name
