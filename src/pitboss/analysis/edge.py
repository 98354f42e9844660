"""What every wager of a house is worth, under its rulebook and readings."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.family.solver import Solution
from pitboss.analysis.priced import AwardLine, AwardPlay, Priced, priced_award
from pitboss.analysis.side import price_side_wagers
from pitboss.games.registry import Game
from pitboss.money import Cents

ROUNDING = 1e-12


def side_wagers(game: Game) -> Iterator[Priced]:
    return price_side_wagers(game)


def award_play(solution: Solution) -> AwardPlay:
    """How often a solution wins the fixed award, and what drawing to it costs the main wager."""
    cost = solution.without_award().value - solution.main_value
    return AwardPlay(solution.award_chance, cost if cost > ROUNDING else 0.0)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award as this solution is played, for a wager and a number of other players who play as this one does."""
    award = solution.terms.rules.award
    return None if award is None else priced_award(award, award_play(solution), wager, others)
