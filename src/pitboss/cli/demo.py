"""`pitboss demo`: one seeded round, played by itself, with every settlement and its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pitboss.cards import Card
    from pitboss.core.betting import WagerTerms
    from pitboss.core.requests import Shuffle
    from pitboss.money import Cents


def demo(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="The rulebook to deal.")] = "spanish21-ma",
    seed: Annotated[int, typer.Option(help="Which shuffle; the same seed deals the same round.")] = 21,
) -> None:
    """Play one demonstration round on a seeded shoe and print it, then the same round as text.

    Example: pitboss demo --seed 7
    """
    import random
    from collections import Counter

    from pitboss.cli.houses import game_for
    from pitboss.cli.output import say, wrapped
    from pitboss.cli.replay import print_settlements
    from pitboss.ids import Box, Player
    from pitboss.money import Cents
    from pitboss.notation.transcript import signed, transcript
    from pitboss.notation.write import write_round
    from pitboss.shoe.stack import Stack, shuffled
    from pitboss.tables.automatic import plain_play, play_automatically

    game = game_for(rulebook, None, [])
    below = random.Random(seed).randrange
    played, wagers = game.rules.played, game.rules.betting.wagers
    own, other = ({played: _amount(wagers[played], Cents(cents))} for cents in (2500, 1000))
    own |= game.rules.betting.owed(own)
    own |= {each: _amount(wagers[each], Cents(500)) for each in [each for each in wagers if each not in own][:1]}
    other |= game.rules.betting.owed(other)
    bets = [(Player("ann"), Box(1), wager, amount) for wager, amount in own.items()]
    bets += [(Player("bob"), Box(2), wager, amount) for wager, amount in other.items()]
    shoe = Stack(shuffled(game.shoe, below))

    def again(request: Shuffle) -> list[Card]:
        return shuffled(list((Counter(game.shoe) - Counter(request.out)).elements()), below)

    runner = play_automatically(game.rules, bets, shoe, plain_play, below, again=again)
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


def _amount(terms: WagerTerms, usual: Cents) -> Cents:
    """The usual amount, or as much of it as the house takes."""
    return usual if terms.most is None else min(usual, terms.most.amount)
