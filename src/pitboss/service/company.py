"""Players without a person, who sit next to people at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.games.registry import Game
from pitboss.ids import Player
from pitboss.tables.automatic import plain_play
from pitboss.tables.conduct import MOST_CHIPS
from pitboss.tables.live import Automatic

__all__ = ["MOST_CHIPS", "company"]


def company(game: Game, names: Iterable[str]) -> Mapping[Player, Automatic]:
    """Return automatic players of these names, who bet the least that the house takes and play by a plain policy."""
    terms = game.rules.betting.wagers[game.rules.played]
    least = game.rules.betting.chip if terms.least is None else terms.least.amount
    return {Player(name): Automatic(plain_play, least) for name in names}
