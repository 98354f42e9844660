"""`pitboss demo`: one seeded round, played by itself, with every settlement and its clauses."""

from __future__ import annotations

from typing import Annotated

import typer


def demo(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="The rulebook to deal.")] = "spanish21-ma",
    seed: Annotated[int, typer.Option(help="Which shuffle; the same seed deals the same round.")] = 21,
) -> None:
    """Play one demonstration round on a seeded shoe and print it, then the same round as text.

    Example: pitboss demo --seed 7
    """
    from pitboss.cli.houses import game_for
    from pitboss.cli.output import say, wrapped
    from pitboss.cli.replay import print_settlements
    from pitboss.desk.replays import demonstrate
    from pitboss.service.words import signed

    game = game_for(rulebook, None, [])
    shown = demonstrate(game, seed)
    say(wrapped(f"{game.house.rulebook.title}: a demonstration round (seed {seed})"))
    say()
    for line in shown.transcript:
        say(wrapped(line, 4, "  "))
    print_settlements(shown.settlements)
    for player, net in shown.nets.items():
        say(f"  {player} {signed(net)}")
    say()
    say(wrapped("The same round as text; save it as demo.round.toml and try: pitboss replay demo.round.toml"))
    say()
    say(shown.notation.rstrip())
