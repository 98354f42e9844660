"""One house at one stake, analysed: each answer comes from the cache of an earlier run, or is computed and cached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.analysis.priced import AwardPlay, MainWager, Outcome, Priced, PricedInPlay
from pitboss.desk.cache import Arrays, Cache, cache_for
from pitboss.desk.questions import BadQuestion
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Family
from pitboss.ids import ClauseId, Wager
from pitboss.money import ZERO, Cents

if TYPE_CHECKING:
    from pitboss.analysis.drawing.chart import Chart
    from pitboss.analysis.drawing.solver import Solution
    from pitboss.analysis.drawing.terms import Terms


SOLUTION = "solution"


class Charted(NamedTuple):
    """A chart, what best play is worth, and what squares cannot say."""

    rows: list[list[str]]
    value: float
    notes: list[str]


@dataclass
class AnalysisSession:
    """Answers about one house at one stake. Modules with arrays and compiled code are imported when they are needed:
    a cached answer needs none of them. A progressive `meter` shows its seed unless it is given.
    """

    game: Family
    stake: Cents
    fresh: bool = False
    meter: Cents | None = None

    @property
    def rules(self) -> BlackjackRules:
        return self.game.rules

    @property
    def shown(self) -> Cents:
        """What the meter shows; zero where there is none."""
        meter = self.rules.meter
        return ZERO if meter is None else meter.seed if self.meter is None else self.meter

    @cached_property
    def cache(self) -> Cache:
        return cache_for(self.game, self.stake, fresh=self.fresh)

    def known(self, name: str, compute: Callable[[], Any]) -> Any:
        """Return the answer cached under a name, as JSON has it; compute and cache it if there is none."""
        return self.cache.known(name, compute)

    def known_arrays(self, name: str, compute: Callable[[], Arrays]) -> Arrays:
        """Return the arrays cached under a name; compute and cache them if there are none."""
        arrays = self.cache.arrays(name)
        if arrays is None:
            arrays = compute()
            self.cache.keep_arrays(name, arrays)
        return arrays

    @cached_property
    def solution(self) -> Solution:
        """Best play of the played wager; raises `BadQuestion` where it cannot be computed."""
        from pitboss.analysis.claims import NotPriced  # noqa: PLC0415
        from pitboss.analysis.drawing.solver import award_units, solve  # noqa: PLC0415
        from pitboss.analysis.drawing.terms import Terms, at_stake  # noqa: PLC0415
        from pitboss.analysis.keeping import as_arrays  # noqa: PLC0415

        try:
            terms = Terms(at_stake(self.game, self.stake))
            cached = self._cached_solution(terms, award_units(self.rules, self.stake))
            solution = solve(self.game, self.stake) if cached is None else cached
        except NotPriced as error:
            raise BadQuestion(str(error)) from None
        if cached is None:
            self.cache.keep_arrays(SOLUTION, as_arrays(solution))
        return solution

    def _cached_solution(self, terms: Terms, award: float) -> Solution | None:
        from pitboss.analysis.keeping import Foreign, from_arrays  # noqa: PLC0415

        arrays = self.cache.arrays(SOLUTION)
        try:
            return None if arrays is None else from_arrays(terms, award, arrays)
        except Foreign:
            return None

    @cached_property
    def main(self) -> MainWager:
        """The played wager by itself, without the fixed award."""
        ev, sd, outcomes, error = self.known("played", self._main)
        return MainWager(ev, sd, outcomes_of(outcomes), error)

    def _main(self) -> list[object]:
        from pitboss.analysis.drawing.outcomes import main_wager  # noqa: PLC0415

        main = main_wager(self.solution.without_award())
        return [main.ev, main.sd, written(main.outcomes), main.sd_error]

    @cached_property
    def award(self) -> AwardPlay:
        """How the fixed award is played for at this stake."""
        chance, cost = self.known("award", self._award)
        return AwardPlay(Fraction(chance), cost)

    def _award(self) -> list[object]:
        from pitboss.analysis.edge import award_play  # noqa: PLC0415

        play = award_play(self.solution)
        return [str(play.chance), play.cost]

    @cached_property
    def sides(self) -> list[Priced | PricedInPlay]:
        """Every side wager of the house that is not played for."""
        return [_side_of(row) for row in self.known("sides", self._sides)]

    def _sides(self) -> list[object]:
        from pitboss.analysis.edge import priced_sides  # noqa: PLC0415

        return [_written_side(side) for side in priced_sides(self.game, lambda: self.solution)]

    @cached_property
    def _chart(self) -> Chart:
        from pitboss.analysis.drawing.chart import Chart  # noqa: PLC0415

        return Chart(self.solution)

    @cached_property
    def chart(self) -> Charted:
        """The chart of the played wager by itself."""
        return Charted(*self.known("chart", self._charted))

    def _charted(self) -> list[object]:
        return [self._chart.grid.written(), float(self.solution.value), self._chart.notes()]

    @cached_property
    def chart_worth(self) -> float:
        """What keeping to the chart is worth."""
        return float(self.known("chart worth", lambda: float(self._chart.value)))


def written(outcomes: Sequence[Outcome[Any]]) -> list[list[object]]:
    """Write outcomes as JSON; fractions are text, so that nothing is lost."""
    return [[each.name, _number(each.probability), _number(each.pays), each.clauses, each.spun] for each in outcomes]


def _number(value: Fraction | float) -> str | float:
    return str(value) if isinstance(value, Fraction) else float(value)


def outcomes_of(rows: Sequence[list[Any]]) -> tuple[Outcome[float], ...]:
    """Read outcomes whose chances were computed."""
    return tuple(
        Outcome(name, probability, pays, tuple(ClauseId(each) for each in clauses), spun)
        for name, probability, pays, clauses, spun in rows
    )


def written_price(priced: Priced) -> list[object]:
    """Write a wager with counted outcomes as JSON."""
    against = None if priced.by_up_card is None else {up: str(ev) for up, ev in priced.by_up_card.items()}
    return [priced.wager, written(priced.outcomes), priced.method, against]


def priced_of(row: Sequence[Any]) -> Priced:
    """Read a wager with counted outcomes."""
    name, outcomes, method, against = row
    by_up_card = None if against is None else {up: Fraction(worth) for up, worth in against.items()}
    return Priced(Wager(name), tuple(_counted(each) for each in outcomes), method, by_up_card)


def _written_side(side: Priced | PricedInPlay) -> list[object]:
    """Write a side wager as JSON; one that only hands in play may have has a last entry."""
    if isinstance(side, Priced):
        return [*written_price(side), None]
    return [side.wager, written(side.outcomes), side.method, side.by_up_card, [side.offered, side.error]]


def _side_of(row: Sequence[Any]) -> Priced | PricedInPlay:
    """Read a side wager."""
    *counted, offer = row
    if offer is None:
        return priced_of(counted)
    name, outcomes, method, against = counted
    return PricedInPlay(Wager(name), outcomes_of(outcomes), method, against, *offer)


def _counted(row: Sequence[Any]) -> Outcome[Fraction]:
    name, probability, pays, clauses, spun = row
    return Outcome(name, Fraction(probability), Fraction(pays), tuple(ClauseId(each) for each in clauses), spun)
