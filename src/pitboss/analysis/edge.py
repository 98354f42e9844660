"""What every wager of a house is worth, under its rulebook and readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.in_play import price_in_play, sides_in_play
from pitboss.analysis.priced import AwardLine, AwardPlay, Priced, PricedInPlay, priced_award
from pitboss.analysis.side import price_side_wagers
from pitboss.games.registry import Game
from pitboss.money import Cents

ROUNDING = 1e-12


def side_wagers(game: Game) -> Iterator[Priced]:
    """Every side wager that needs no play; one that only hands in play may have as if everybody had."""
    return price_side_wagers(game)


def priced_sides(game: Game, solution: Callable[[], Solution]) -> Iterator[Priced | PricedInPlay]:
    """Every side wager that needs no play of its own, in the order of the rulebook.

    One that only hands in play may have depends on how the main wager is played: it is priced given that it is offered
    as `solution` plays, which is asked for then only.
    """
    in_play = {side.id: side for side in sides_in_play(game)}
    for priced in side_wagers(game):
        side = in_play.get(priced.wager)
        yield priced if side is None else price_in_play(solution(), side)


def award_play(solution: Solution) -> AwardPlay:
    """How often a solution wins the fixed award, and what drawing to it costs the main wager."""
    cost = solution.without_award().value - solution.main_value
    return AwardPlay(solution.award_chance, cost if cost > ROUNDING else 0.0)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award as this solution is played, for a wager and a number of other players who play as this one does."""
    award = solution.terms.rules.award
    return None if award is None else priced_award(award, award_play(solution), wager, others)
