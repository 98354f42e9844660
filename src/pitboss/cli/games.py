"""`pitboss games`: the rulebooks that can be dealt."""

from __future__ import annotations

from typing import Annotated

import typer


def games(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:  # noqa: FBT002
    """List the rulebooks, with jurisdiction, game and wagers.

    Example: pitboss games
    """
    from pitboss.cli.output import say, say_json, table
    from pitboss.desk.texts import complete_texts

    books = complete_texts()
    if json:
        keys = ("id", "title", "jurisdiction", "game", "text")
        say_json([{key: getattr(book, key) for key in keys} | {"wagers": list(book.wagers)} for book in books])
        return
    rows = [("RULEBOOK", "JURISDICTION", "GAME", "WAGERS")]
    rows += [(book.id, book.jurisdiction, book.game, ", ".join(book.wagers)) for book in books]
    say(table(rows))
