"""What every wager of a house is worth, exactly; what each other rule would be worth; two rulebooks compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.analysis.edge import MAIN_METHOD, AwardLine, award_line, side_wagers
from pitboss.analysis.family.outcomes import MainWager, main_wager
from pitboss.analysis.family.solver import Solution, solve
from pitboss.analysis.family.terms import NotPriced
from pitboss.analysis.side import Outcome, Priced
from pitboss.analysis.whatif import Change, Step, compare, what_if
from pitboss.desk.houses import priceable
from pitboss.desk.questions import BadQuestion
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.law.rulebook import UnknownName
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Price:
    """One wager: the player's expectation for each unit of it, its standard deviation, and every outcome.

    `exact` is the expectation as a fraction where one exists. `fair_wheel` is what a wheel would have to hand out on
    average, in dollars, so that the wager breaks even.
    """

    wager: Wager
    ev: float
    sd: float | None
    outcomes: Sequence[Outcome[Any]]
    method: str
    exact: str | None = None
    fair_wheel: float | None = None


@dataclass(frozen=True, slots=True)
class Prices:
    """All wagers of a house that were asked for, at these stakes.

    `award` is the fixed award, which is part of the main wager.
    """

    game: Game
    stakes: Mapping[Wager, Cents]
    wagers: dict[Wager, Price]
    award: AwardLine | None
    seconds: float


def solved(game: Game, stake: Cents) -> Solution:
    """Best play for a main wager of this size; raises `BadQuestion` where it cannot be worked out."""
    try:
        return solve(game, stake)
    except NotPriced as error:
        raise BadQuestion(str(error)) from None


def price(
    game: Game, wagers: Iterable[str] | None = None, *, bets: Mapping[str, Cents] | None = None, others: int = 0
) -> Prices:
    """The wagers asked for, or all of them, at these stakes or the usual ones; the fixed award with other players.

    Raises `BadQuestion` for a wager that the house has not, or that cannot be priced.
    """
    began = time.perf_counter()
    rules, sides = priceable(game).rules, list(side_wagers(game))
    stakes = stakes_of(priceable(game), bets)
    award = None if rules.award is None else rules.award.wager
    known = [rules.played, *(each.wager for each in sides), *([] if award is None else [award])]
    wanted = _wanted(game, wagers, known)
    prices: dict[Wager, Price] = {}
    line = None
    if rules.played in wanted or award in wanted:
        solution = solved(game, stakes[rules.played])
        if rules.played in wanted:
            prices[rules.played] = _main(rules.played, main_wager(solution.without_award()))
        line = award_line(solution, stakes[rules.played], others) if award in wanted else None
    prices |= {each.wager: _side(game, each) for each in sides if each.wager in wanted}
    return Prices(game, stakes, prices, line, time.perf_counter() - began)


def _wanted(game: Game, wagers: Iterable[str] | None, known: list[Wager]) -> set[str]:
    for each in wagers or ():
        if each in game.house.rulebook.wagers and each not in known:
            raise BadQuestion(f"{each} is not offered by this house, so there is nothing to price")
        if each not in known:
            raise BadQuestion(str(UnknownName("wager", each, known)))
    return set(wagers or known)


def _main(wager: Wager, main: MainWager) -> Price:
    return Price(wager, main.ev, main.sd, main.outcomes, MAIN_METHOD)


def _side(game: Game, priced: Priced) -> Price:
    mean, terms = priced.fair_wheel_mean, game.rules.betting.wagers.get(priced.wager)
    fair = None
    if mean is not None and terms is not None and terms.least is not None:
        fair = float(mean * terms.least.amount / 100)
    sd = float(priced.variance) ** 0.5
    return Price(priced.wager, float(priced.ev), sd, priced.outcomes, priced.method, str(priced.ev), fair)


def changes(game: Game, progress: Callable[[int, int], None] | None = None) -> list[Change]:
    """Every other choice and reading by itself, those that move the main wager most first; raises `BadQuestion`."""
    try:
        found = list(what_if(game.house, progress))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
    return sorted(found, key=lambda each: -abs(each.difference or 0))


def compared(one: Game, other: Game) -> Iterator[Step]:
    """From one rulebook to another, rule by rule; the steps add up. Raises `BadQuestion`."""
    try:
        yield from compare(priceable(one), priceable(other))
    except NotPriced as error:
        raise BadQuestion(str(error)) from None
