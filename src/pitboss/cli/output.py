"""What the commands share: sentences to standard error, tables and wrapped text to standard output."""

from __future__ import annotations

import json
import re
import shutil
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import typer

DONE, NO, MALFORMED = 0, 1, 2
NUMBER = re.compile(r"[+-]?[\d,]+(\.\d+)?( ?%)?(/\d+)?")


def width() -> int:
    """Columns of the terminal, kept readable."""
    return max(40, min(120, shutil.get_terminal_size((100, 24)).columns))


LINE_ENDS = {"\u2028", "\u2029"}


def visible(text: str) -> str:
    """Text that nobody can steer a terminal with: what is no sign of its own is written out, lines aside.

    Files come from anywhere, and so do their names. Control characters, marks that turn the direction of writing and
    bytes of no character are shown as escapes.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if each == "\n" or _shows(each) else _escaped(each) for each in text)


def _shows(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn") and sign not in LINE_ENDS


def _escaped(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def say(text: str = "") -> None:
    typer.echo(visible(text))


def pasted(*arguments: str) -> str:
    """A command that can be pasted: by the full path of the program where the shell would not find it."""
    import shlex
    import sys

    if shutil.which("pitboss"):
        return shlex.join(["pitboss", *arguments])
    beside = Path(sys.executable).with_name("pitboss")
    program = [str(beside)] if beside.exists() else [sys.executable, "-m", "pitboss"]
    return shlex.join([*program, *arguments])


def complain(sentence: str) -> None:
    typer.echo(f"pitboss: {visible(sentence)}", err=True)


def cell(text: str) -> str:
    """A cell of a table for spreadsheets: what would be taken for a formula begins with an apostrophe."""
    if text[:1] not in ("=", "+", "-", "@", "\t", "\r") or NUMBER.fullmatch(text):
        return text
    return f"'{text}"


def stop(sentence: str, code: int) -> NoReturn:
    complain(sentence)
    raise typer.Exit(code)


MOST_BYTES = 1_000_000


def read_bytes(path: Path) -> bytes:
    """The contents of a small file; stops with one sentence where it cannot be read."""
    with reading(path):
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            stop(f"{path}: the file is larger than {MOST_BYTES // 1000} kB", MALFORMED)
        return data


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """What keeps a file from being read becomes one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        stop(f"{path}: the file cannot be read: {reason.lower()}", MALFORMED)


HINTS = {"seal-missing": " with --give-up-shoe"}
"""The option that does what a refusal says, by the code of the refusal."""


@contextmanager
def plainly() -> Iterator[None]:
    """What the desk cannot or will not do becomes one sentence and an exit code."""
    from pitboss.desk.questions import BadQuestion, Refused, Unlawful

    try:
        yield
    except BadQuestion as error:
        stop(str(error), MALFORMED)
    except Refused as error:
        stop(f"{error}{HINTS.get(error.code, '')}", NO)
    except Unlawful as error:
        for defect in error.defects:
            cited = f" [{', '.join(defect.clauses)}]" if defect.clauses else ""
            complain(f"{defect.says}{cited}")
        raise typer.Exit(MALFORMED if error.malformed else NO) from None


@contextmanager
def progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error for what takes longer than a second, on a terminal only."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    began = monotonic()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=None, visible=False)

        def step(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total or None, visible=monotonic() - began > 1)

        yield step


def say_json(value: Any) -> None:
    """One object a line; what does not show is escaped as JSON does it."""
    text = json.dumps(value, ensure_ascii=False)
    typer.echo("".join(each if _shows(each) else json.dumps(each)[1:-1] for each in text))


def wrapped(text: str, indent: int = 0, first: str = "") -> str:
    """Text in the width of the terminal; `first` stands in the margin of the first line."""
    margin = " " * indent
    return textwrap.fill(
        text,
        width(),
        initial_indent=first or margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Aligned columns; the last one is wrapped to the terminal, the columns in `right` lean to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if at in right else cell.ljust(w)
            for at, (cell, w) in enumerate(zip(row, widths, strict=False))
        ]
        start = "  ".join(cells) + "  " if cells else ""
        if not row[-1]:
            lines.append(start.rstrip())
        elif len(start) + 24 > width():
            lines.append(start.rstrip() + "\n" + wrapped(row[-1], 4))
        else:
            lines.append(wrapped(row[-1], len(start), start).rstrip())
    return "\n".join(lines)
