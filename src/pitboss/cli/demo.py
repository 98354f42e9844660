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
    import random

    from pitboss.cli.houses import game_for
    from pitboss.cli.output import say, wrapped
    from pitboss.cli.replay import print_settlements
    from pitboss.ids import MAIN, Box, Player, Wager
    from pitboss.money import Cents
    from pitboss.notation.transcript import signed, transcript
    from pitboss.notation.write import write_round
    from pitboss.shoe.stack import Stack, shuffled
    from pitboss.table.automatic import plain_play, play_automatically

    game = game_for(rulebook, None, [])
    below = random.Random(seed).randrange
    most = game.rules.betting.wagers[MAIN].most.amount
    match = Wager("match-the-dealer")
    bets = [(Player("ann"), Box(1), MAIN, Cents(min(2500, most)))]
    if match in game.rules.betting.wagers:
        bets.append((Player("ann"), Box(1), match, Cents(500)))
    bets.append((Player("bob"), Box(2), MAIN, Cents(min(1000, most))))
    shoe = Stack(shuffled(game.shoe, below))
    runner = play_automatically(game.rules, bets, shoe, plain_play, below)
    say(wrapped(f"{game.house.rulebook.title}: a demonstration round (seed {seed})"))
    say()
    for line in transcript(runner.round.facts):
        say(wrapped(line, 4, "  "))
    layout = runner.round.layout
    print_settlements(layout.settlements.values())
    for player in layout.players():
        say(f"  {player} {signed(layout.net(player))}")
    say()
    say(wrapped("The same round as text; save it as demo.round.toml and try: pitboss replay demo.round.toml"))
    say()
    say(write_round(game, runner.answers, title=f"Demonstration round, seed {seed}").rstrip())
