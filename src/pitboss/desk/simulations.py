"""A game prepared to be simulated: at these stakes, by this plan, with the exact values to hold it against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.analysis.drawing.chart import POLICIES, BadChart, Grid, by_rule, charted
from pitboss.analysis.drawing.solver import Solution
from pitboss.analysis.edge import award_line, side_wagers
from pitboss.analysis.in_play import price_in_play, sides_in_play
from pitboss.desk.engine import engine_of
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.stakes import stakes_of
from pitboss.desk.ways.packets import HOUSE_WAY
from pitboss.desk.ways.way import Played
from pitboss.games.registry import Game, is_as_compiled
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.simulation.agreement import need_agreement
from pitboss.simulation.plans import plan_of
from pitboss.simulation.programme import Programme
from pitboss.simulation.run import Order, run
from pitboss.simulation.sides import NotSimulated
from pitboss.simulation.summary import Summary, summarize

__all__ = ["HOUSE_WAY", "BadChart", "Prepared", "by_plan", "exact_values", "prepare", "simulate"]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled game, the solution that it plays by if it draws cards, and what the plan is called.

    `worth` is the exact worth of that plan, for each unit of the played wager; `beside` that of other wagers which are
    simulated with it. `why` says why `worth` is another figure than the price of the wager, if it is.
    """

    compiled: Programme
    solution: Solution | None
    plan: str
    worth: float
    beside: Mapping[Wager, float] = field(default_factory=dict)
    why: str = ""


def prepare(
    game: Game,
    stakes: Mapping[Wager, Cents],
    *,
    boxes: int = 1,
    plan: str = "best",
    chart: Sequence[Sequence[str]] | None = None,
    fresh: bool = False,
    meter: Cents | None = None,
) -> Prepared:
    """Prepare a game at these stakes and boxes.

    `plan` is best or a simple policy; `chart` has rows to play by instead. A progressive `meter` shows this amount in
    every round, or its seed. A game from outside this package is first dealt by kernel and table side by side.

    Raises `BadQuestion`, `BadChart` for a chart that cannot be played by, and `Refused` for a box that is not there.
    """
    seats = game.house.integer("seats")
    if boxes > seats:
        raise Refused(f"this house has {seats} boxes, not {boxes}")
    engine = engine_of(game, stakes, fresh=fresh, meter=meter)
    if game.rules.played not in stakes:
        raise BadQuestion(
            f"a box is simulated with its {game.rules.played} wager; what others are worth alone, edge says"
        )
    prepared = engine.prepare(boxes, plan, chart)
    if not is_as_compiled(game):
        _need_agreement(prepared.compiled)
    return prepared


def _need_agreement(programme: Programme) -> None:
    try:
        need_agreement(programme)
    except NotSimulated as error:
        raise BadQuestion(str(error)) from None


def by_plan(best: Solution, plan: str, chart: Sequence[Sequence[str]] | None) -> Played:
    """Play one hand at a time for the played wager: by best play, a chart or a simple policy."""
    solution, name = _by_plan(best, plan, chart)
    return Played(plan_of(solution), solution, name, float(solution.main_value))


def _by_plan(best: Solution, plan: str, chart: Sequence[Sequence[str]] | None) -> tuple[Solution, str]:
    if chart is not None:
        return charted(best, Grid.parse(chart, best.terms)), f"the chart {plan}"
    if plan == "best":
        return best, "best play by the very cards held"
    if plan not in POLICIES:
        raise BadQuestion(f"a plan is best or one of {', '.join(POLICIES)}, not {plan!r}")
    says, stands = POLICIES[plan]
    return charted(best, by_rule(stands)), f"{plan}: {says}"


def exact_values(prepared: Prepared) -> dict[Wager, float]:
    """Return the expectation of each wager for a unit of it; the award's for a unit of the main wager.

    A wager that only hands in play may have is priced by the plan that is dealt, if it is staked: that takes seconds.
    """
    game, solution = prepared.compiled.game, prepared.solution
    played = game.rules.played
    found = {played: prepared.worth, **prepared.beside}
    if solution is None:
        return found
    in_play = {side.id: side for side in sides_in_play(game)}
    found |= {side.wager: float(side.ev) for side in side_wagers(game) if side.wager not in in_play}
    for wager, side in in_play.items():
        if prepared.compiled.stakes.get(wager):
            found[wager] = price_in_play(solution, side).ev
    award = award_line(solution, prepared.compiled.stakes[played], prepared.compiled.boxes - 1)
    if award is not None:
        found[award.id] = float(award.own + award.from_others)
    return found


def simulate(
    game: Game,
    rounds: int,
    *,
    seed: int = 0,
    bets: Mapping[str, Cents] | None = None,
    boxes: int = 1,
    workers: int = 0,
    meter: Cents | None = None,
) -> Summary:
    """Rounds from fresh shoes with best play, added up; the same seed gives the same digits for any workers.

    Raises `BadQuestion` and `Refused`.
    """
    prepared = prepare(game, stakes_of(game, bets), boxes=boxes, meter=meter)
    *_, part = run(Order(prepared.compiled, seed, rounds), workers=workers)
    return summarize(prepared.compiled, part)
