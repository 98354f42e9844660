"""The best play of a house: what every decision on a hand is worth, or a chart."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.desk.answers import Advice, Advised, BestPlay, Section
from pitboss.desk.engine import engine_of
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import Game
from pitboss.money import Cents

__all__ = ["Advice", "Advised", "BestPlay", "Section", "advise", "best_play"]


def advise(
    game: Game,
    hand: str,
    up: str,
    *,
    bets: Mapping[str, Cents] | None = None,
    fresh: bool = False,
    meter: Cents | None = None,
) -> Advice:
    """What every decision on these very cards is worth against an up card, from a fresh shoe.

    An up card without a suit may be of any. In Blackjack Switch a hand may be two spots, as in "Tc 5d / 6h Td". In
    21-Hold 'em two community cards in place of the up card ask about the poker hand. Pai Jack has no up card: "-".
    Raises `BadQuestion` where the cards make no sense, and `Refused` where the decks cannot give them or nothing is
    left to decide.
    """
    return engine_of(game, stakes_of(game, bets), fresh=fresh, meter=meter).advise(hand, up)


def best_play(
    game: Game, *, bets: Mapping[str, Cents] | None = None, fresh: bool = False, meter: Cents | None = None
) -> BestPlay:
    """The best play of a house with all its tables; raises `BadQuestion`."""
    return engine_of(game, stakes_of(game, bets), fresh=fresh, meter=meter).best_play()
