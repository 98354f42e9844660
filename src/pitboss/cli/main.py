"""`pitboss`: the commands, and the one place where failures become exit codes.

Exit 0: done. Exit 1: the question is well formed and the answer is no. Exit 2: the question is malformed.
Heavy modules are imported inside the commands, so that `pitboss --help` is quick.
"""

from __future__ import annotations

import signal

import typer

from pitboss.cli import check, demo, games, replay, rules

app = typer.Typer(
    name="pitboss",
    help="An executable rulebook for Spanish 21 and blackjack-poker combination games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("check")(check.check)
app.command("replay")(replay.replay)
app.command("demo")(demo.demo)


def main() -> None:
    """Runs a command. A reader that closes the pipe early ends it quietly, as it ends any Unix program."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    app()
