"""`pitboss`: the commands, and the one place where failures become exit codes.

Exit 0: done. Exit 1: the question is well formed and the answer is no. Exit 2: the question is malformed.
Heavy modules are imported inside the commands, so that `pitboss --help` is quick.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Annotated

import typer

from pitboss.cli import (
    audit,
    check,
    cluster,
    demo,
    edge,
    export,
    games,
    irregularities,
    meter,
    play,
    receipt,
    replay,
    rules,
    simulate,
    strategy,
    tables,
)
from pitboss.cli.output import MALFORMED

app = typer.Typer(
    name="pitboss",
    help="An executable rulebook for Spanish 21 and blackjack-poker combination games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        from pitboss import __version__  # found when it is asked for

        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


_VERSION = typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")


@app.callback()
def pitboss(
    _wanted: Annotated[bool, _VERSION] = False,  # noqa: FBT002
) -> None:
    """An executable rulebook for Spanish 21 and blackjack-poker combination games."""


app.command("games", short_help="List the rulebooks.")(games.games)
app.command("rules", short_help="Read the law: clauses, questions, diff, coverage, sign.")(rules.rules)
app.command("irregularities", short_help="What is done when something goes wrong.")(irregularities.irregularities)
app.command("check", short_help="Is this house lawful?")(check.check)
app.command("play", short_help="Sit down at a table.")(play.play)
app.command("tables", short_help="List the tables of this machine.")(tables.tables)
app.command("meter", short_help="A progressive meter: what it shows, and its books.")(meter.meter)
app.command("replay", short_help="Deal and settle rounds written as text.")(replay.replay)
app.command("export", short_help="Write a recorded round in the notation.")(export.export)
app.command("audit", short_help="Verify a journal and play every round in it again.")(audit.audit)
app.command("receipt", short_help="Sign the head of a journal, for others to keep.")(receipt.receipt)
app.command("edge", short_help="Price every wager exactly.")(edge.edge)
app.command("strategy", short_help="The best play, as a chart or for one hand.")(strategy.strategy)
app.command("simulate", short_help="Deal very many rounds.")(simulate.simulate)
app.add_typer(cluster.cluster, name="cluster", short_help="Workers for simulate --cluster.")
app.command("demo", short_help="Play one seeded round.")(demo.demo)


def main() -> None:
    """Runs a command. A reader that closes the pipe early ends it quietly, as it ends any Unix program."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign shows its number
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        sys.stderr.write(f"pitboss: the output cannot be written: {(error.strerror or 'unknown reason').lower()}\n")
        os._exit(MALFORMED)  # the interpreter would try to write the rest once more, and complain at length
