"""Rounds written as text and rounds dealt for show: what happened, what was paid, and what the rules refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.cards import Card
from pitboss.core.betting import WagerTerms
from pitboss.core.facts import WagerSettled
from pitboss.core.requests import Shuffle
from pitboss.desk.questions import BadQuestion
from pitboss.games.registry import Game
from pitboss.ids import Box, Clauses, Player, Wager
from pitboss.law.rulebook import Rulebook
from pitboss.money import Cents
from pitboss.notation.file import Malformed, read_round
from pitboss.notation.file import Unlawful as UnlawfulHouse
from pitboss.notation.replay import replay
from pitboss.notation.transcript import transcript
from pitboss.notation.write import write_round
from pitboss.shoe.stack import Stack, shuffled
from pitboss.tables.automatic import plain_play, play_automatically

__all__ = ["Demonstration", "RefusedAction", "Replay", "UnlawfulHouse", "WagerSettled", "demonstrate", "replay_file"]


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """An action of a round file that the rules refused, as it was written, and why."""

    action: str
    code: str
    says: str
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Replay:
    """A round file after its way through the rules. Nothing was paid if an action was `refused`.

    `met` says whether what the file `expected` came out; it is None if the file expects nothing.
    """

    rulebook: Rulebook
    transcript: tuple[str, ...]
    settlements: tuple[WagerSettled, ...]
    nets: Mapping[Player, Cents]
    expected: Mapping[Player, Cents]
    met: bool | None
    refused: RefusedAction | None


def replay_file(path: Path) -> Replay:
    """Deal a round written as text; raise `BadQuestion` if the file is malformed, and `UnlawfulHouse`."""
    try:
        played = replay(read_round(path))
    except Malformed as error:
        raise BadQuestion(str(error)) from None
    round_, refused = played.runner.round, None
    if played.refused is not None:
        why = played.refused.refusal
        refused = RefusedAction(played.refused.action, why.code, why.says, why.clauses)
    return Replay(
        played.file.game.house.rulebook,
        tuple(transcript(round_.facts)),
        () if refused else tuple(round_.layout.settlements.values()),
        played.nets,
        played.file.expect or {},
        played.met,
        refused,
    )


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A round that was dealt for show, and the same in the `notation`."""

    transcript: tuple[str, ...]
    settlements: tuple[WagerSettled, ...]
    nets: Mapping[Player, Cents]
    notation: str


def demonstrate(game: Game, seed: int) -> Demonstration:
    """Deal one round to two automatic players from a seeded shoe."""
    below = random.Random(seed).randrange
    shoe = Stack(shuffled(game.shoe, below))

    def again(request: Shuffle) -> list[Card]:
        return shuffled(list((Counter(game.shoe) - Counter(request.out)).elements()), below)

    runner = play_automatically(game.rules, _bets(game), shoe, plain_play, below, again=again)
    layout = runner.round.layout
    return Demonstration(
        tuple(transcript(runner.round.facts)),
        tuple(layout.settlements.values()),
        {player: layout.net(player) for player in layout.players()},
        write_round(game, runner.answers, title=f"Demonstration round, seed {seed}"),
    )


def _bets(game: Game) -> list[tuple[Player, Box, Wager, Cents]]:
    """One player bets on a side wager too, and the other on what must be placed."""
    played, wagers = game.rules.played, game.rules.betting.wagers
    own, other = ({played: _amount(wagers[played], Cents(cents))} for cents in (2500, 1000))
    own |= game.rules.betting.owed(own)
    own |= {each: _amount(wagers[each], Cents(500)) for each in [each for each in wagers if each not in own][:1]}
    other |= game.rules.betting.owed(other)
    ann = [(Player("ann"), Box(1), wager, amount) for wager, amount in own.items()]
    return ann + [(Player("bob"), Box(2), wager, amount) for wager, amount in other.items()]


def _amount(terms: WagerTerms, usual: Cents) -> Cents:
    """The usual amount, or as much of it as the house takes."""
    return usual if terms.most is None else min(usual, terms.most.amount)
