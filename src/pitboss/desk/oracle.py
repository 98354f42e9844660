"""The oracle: what each decision is worth that a player is asked for, from what this player sees.

A worth is for a fresh shoe less the cards that the player sees, in units of the first wager; what lies on the layout
and does not depend on the decision is not in it. The engine of the game judges. Where it does not answer for exactly
these cards, the oracle says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pitboss.core.layout import Layout
from pitboss.desk.engine import Engine, engine_of
from pitboss.desk.judgement import Judgement, unknown
from pitboss.desk.practice import PlayerQuestion
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.worths import unanswered
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents


class Oracle:
    """Judges the decisions of one game at these stakes; its engine solves the game at the first question."""

    def __init__(self, game: Game, stakes: Mapping[Wager, Cents]) -> None:
        self._game = game
        self._stakes = stakes

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Return what each decision is worth to the player who is asked; `seen` is the round as they may know it."""
        if not asked.passes and sum(len(option.intents) for option in asked.options) == 1:
            return Judgement(unknown="there is one possible decision", forced=True)
        if seen.exhausted:
            return unknown("the shoe ran out and was shuffled in this round")
        if self._game.rules.betting.payout_limit is not None:
            return unknown("engines leave out the payout limit of this house")
        try:
            engine = self._engine
        except BadQuestion as error:
            return unknown(f"{unanswered(asked).unknown}: {error}")
        try:
            return engine.judge(seen, asked)
        except (BadQuestion, Refused) as error:
            return unknown(str(error))

    @cached_property
    def _engine(self) -> Engine:
        return engine_of(self._game, self._stakes)
