"""A game prepared to be simulated: at these stakes, by this plan, with the exact values to hold it against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pitboss.analysis.edge import award_line, side_wagers
from pitboss.analysis.family.chart import POLICIES, BadChart, Grid, by_rule, charted
from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.terms import NotPriced, at_stake
from pitboss.analysis.pai_jack import Packets
from pitboss.desk.houses import need_meter, priceable
from pitboss.desk.packets import packets_of
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.solved import Solved
from pitboss.desk.stakes import own_staked, stakes_of
from pitboss.games.registry import Family, Game
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.packets import CompiledPackets
from pitboss.simulation.plans import contest_plan, own_plan, plan_of
from pitboss.simulation.run import Order, run
from pitboss.simulation.sides import NotSimulated
from pitboss.simulation.summary import Summary, summarize
from pitboss.wagers.side import SideWager

HOUSE_WAY = "house-way"
__all__ = ["HOUSE_WAY", "BadChart", "Prepared", "exact_values", "prepare", "simulate"]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled game, the solution that it plays by, and what the plan is called.

    `worth` is the exact worth of that plan, for each unit of the main wager; `beside` that of wagers which are played
    for together with it.
    """

    compiled: Compiled | CompiledPackets
    solution: Solution | None
    plan: str
    worth: float
    beside: Mapping[Wager, float] = field(default_factory=dict)


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
    """A game at these stakes and boxes. `plan` is best or a simple policy; `chart` are rows to play by instead; a
    progressive `meter` shows so much in every round, its seed if nothing is said.

    Raises `BadQuestion`, `BadChart` for a chart that cannot be played by, and `Refused` for a box that is not there.
    """
    seats = game.house.integer("seats")
    if boxes > seats:
        raise Refused(f"this house has {seats} boxes, not {boxes}")
    need_meter(game, meter)
    if game.rules.played not in stakes:
        raise BadQuestion(
            f"a box is simulated with its {game.rules.played} wager; what others are worth alone, edge says"
        )
    packets = packets_of(game)
    if packets is not None:
        return _of_packets(game, packets, stakes, boxes, plan if chart is None else "a chart")
    at = at_stake(priceable(game), stakes[game.rules.played])
    try:
        solved = Solved(game, stakes[game.rules.played], fresh, meter)
        if solved.on_two_spots:
            return _on_two_spots(at, solved, stakes, boxes, plan if chart is None else "a chart")
        if solved.parts:
            return _by_three(at, solved, stakes, boxes, plan if chart is None else "a chart")
        if at.rules.contest is not None and stakes.get(at.rules.contest.ante):
            return _with_ante(at, solved, stakes, boxes, at.rules.contest.ante, plan if chart is None else "a chart")
        own = own_staked(at.rules, stakes)
        if own is not None:
            return _with_own(at, solved, stakes, boxes, own, plan if chart is None else "a chart")
        solution, name = _by_plan(solved.solution, plan, chart)
        poker = at.rules.poker
        placed = poker is not None and stakes.get(poker.wager)
        beside = {poker.wager: float(solved.poker.ev)} if poker is not None and placed else {}
        name += ", the poker hand as is best" if placed else ""
        compiled = Compiled(at, plan_of(solution), stakes, boxes)
        return Prepared(compiled, solution, name, float(solution.main_value), beside)
    except (NotPriced, NotSimulated) as error:
        raise BadQuestion(str(error)) from None


def _by_plan(best: Solution, plan: str, chart: Sequence[Sequence[str]] | None) -> tuple[Solution, str]:
    """What is played by, and what it is called."""
    if chart is not None:
        return charted(best, Grid.parse(chart, best.terms)), f"the chart {plan}"
    if plan == "best":
        return best, "best play by the very cards held"
    if plan not in POLICIES:
        raise BadQuestion(f"a plan is best or one of {', '.join(POLICIES)}, not {plan!r}")
    says, stands = POLICIES[plan]
    return charted(best, by_rule(stands)), f"{plan}: {says}"


def _on_two_spots(at: Family, solved: Solved, stakes: Mapping[Wager, Cents], boxes: int, plan: str) -> Prepared:
    """Each spot by its own cards, and the second cards switched by the rule that goes with that."""
    if plan != "best":
        raise BadQuestion(f"on two spots a simulation plays by its own rule for them, not by {plan}")
    decisions = plan_of(solved.solution)._replace(switch=solved.rule.switches.astype(np.uint8))
    name = "each spot by its own cards, the second cards switched where both are then worth more"
    return Prepared(Compiled(at, decisions, stakes, boxes), solved.solution, name, solved.switched.by_rule)


def _by_three(at: Family, solved: Solved, stakes: Mapping[Wager, Cents], boxes: int, plan: str) -> Prepared:
    """Three first cards by the rule that goes with what they are worth one by one."""
    if plan != "best":
        raise BadQuestion(f"with three first cards a simulation plays by its own rule for them, not by {plan}")
    rule = solved.rule_of_three
    name = "three cards parted where they are worth more one by one, every hand by its own cards"
    return Prepared(Compiled(at, plan_of(rule), stakes, boxes), rule, name, float(rule.value))


def _with_own(
    at: Family, solved: Solved, stakes: Mapping[Wager, Cents], boxes: int, side: SideWager, plan: str
) -> Prepared:
    """Hands whose drawn cards may count for a side wager too are played for both."""
    if plan != "best":
        raise BadQuestion(f"with a {side.id} wager a simulation plays for both wagers, not by {plan}")
    beside = solved.beside(side, stakes[side.id])
    decisions = plan_of(solved.solution)._replace(own=own_plan(beside))
    joined = solved.joined(side, stakes[side.id])
    name = f"best play of main and {side.id} together"
    worths = {at.rules.played: joined.main, side.id: joined.own}
    compiled = Compiled(at, decisions, stakes, boxes, solved.meter)
    return Prepared(compiled, solved.solution, name, joined.main, worths)


def _with_ante(
    at: Family, solved: Solved, stakes: Mapping[Wager, Cents], boxes: int, ante: Wager, plan: str
) -> Prepared:
    """Both hands of a box played for together."""
    if plan != "best":
        raise BadQuestion(f"with an {ante} a simulation plays for all wagers together, not by {plan}")
    played = at.rules.played
    both = solved.contested(stakes[played], stakes[ante])
    compiled = Compiled(at, contest_plan(plan_of(solved.solution), both), stakes, boxes)
    worths = {played: both.played_ev / stakes[played], ante: both.ante_ev / stakes[ante]}
    name = f"best play of {played}, {ante} and its bet together"
    return Prepared(compiled, solved.solution, name, worths[played], worths)


def _of_packets(game: Game, packets: Packets, stakes: Mapping[Wager, Cents], boxes: int, plan: str) -> Prepared:
    """Every packet set as is best, or by house way."""
    plans = {"best": ("the best setting of every packet", packets.best), HOUSE_WAY: ("house way", packets.house_way)}
    if plan not in plans:
        raise BadQuestion(f"packets are set by the plan best or {HOUSE_WAY}, not by {plan}")
    name, taken = plans[plan]
    worths = {side.id: float(packets.side(side).ev) for side in packets.rules.sides if stakes.get(side.id)}
    compiled = CompiledPackets(game, packets, taken, stakes, boxes)
    try:
        compiled.tables  # noqa: B018  whether these stakes can be paid is found out here
    except NotSimulated as error:
        raise BadQuestion(str(error)) from None
    return Prepared(compiled, None, name, float(packets.main(taken).ev), worths)


def exact_values(prepared: Prepared) -> dict[Wager, float]:
    """The expectation of each wager for a unit of it, where it is known; the award's for a unit of the main wager.

    A wager that only hands in play may have is met by other cards than a fresh shoe's: it has no exact value here.
    """
    compiled = prepared.compiled
    played = compiled.rules.played
    found = {played: prepared.worth}
    if isinstance(compiled, CompiledPackets) or prepared.solution is None:
        return found | dict(prepared.beside)
    in_play = {side.id for side in compiled.sides if side.late is not None and side.late.active}
    found |= prepared.beside
    found |= {each.wager: float(each.ev) for each in side_wagers(compiled.game) if each.wager not in in_play}
    award = award_line(prepared.solution, compiled.stakes[played], compiled.boxes - 1)
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
