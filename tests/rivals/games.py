"""Every game of which hands are drawn, with its rivals and the changes to its plan that are tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.solver import solve
from pitboss.analysis.drawing.terms import Terms
from pitboss.analysis.hold_em import RULES_OF_THUMB, PokerHands
from pitboss.analysis.switch import ByOwnCards
from pitboss.desk.houses import game as game_of
from pitboss.desk.houses import priceable
from pitboss.desk.simulations import prepare
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents, dollars
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.parts import poker_part, switch
from pitboss.simulation.plans import plan_of
from rivals.antes import EXACT_RANKS, Antes
from rivals.changes import BY_POINTS, Changes, Drawn
from rivals.drawing import Rival, drawing_rivals, spanish_rivals
from rivals.plans import Case
from rivals.straights import Chase
from rivals.switching import switch_changes, switch_rivals
from rivals.three import three_changes, three_rivals

STAKE = dollars(10)
SPANISH = ("spanish21-charity", "spanish21-ma", "spanish21-ma-prior", "spanish21-md")
PLAIN = ("21-plus-3", "blackjack-co", "buffalo-2", "buffalo-3", "golden-21")
STRAIGHTS = ("straight-jack", "straight-jack-progressive")
SWITCH, THREE, POKER, ANTE = "blackjack-switch", "3-card-21", "21-hold-em", "ante-up-21"
REDOUBLED = "spanish21-ma, doubled again"
GAMES = (*PLAIN, *SPANISH, REDOUBLED, *STRAIGHTS, SWITCH, THREE, POKER, ANTE)
STAKED = {"straight-jack": "straight-jack", "straight-jack-progressive": "straight-jack-progressive", POKER: "poker"}


class Contender(NamedTuple):
    """A game with its best plan, everything that is tried against it, and which up cards a change is told apart by."""

    case: Case
    rivals: list[Rival]
    changes: Changes
    apart: NDArray[np.uint8] = BY_POINTS


def staked(name: str) -> tuple[Game, Mapping[Wager, Cents]]:
    """Return a game and its stakes: every wager that is played for lies as high as the main one."""
    game = game_of("spanish21-ma", readings={"S09": "redouble"}) if name == REDOUBLED else game_of(name)
    bets = {STAKED[name]: STAKE} if name in STAKED else {"21": STAKE, "ante": STAKE} if name == ANTE else {}
    return game, stakes_of(game, bets)


@cache
def case_of(name: str) -> Case:
    """Solve a game, once for all tests of a process."""
    game, stakes = staked(name)
    if name == SWITCH:
        return _two_spots(game, stakes)
    prepared = prepare(game, stakes)
    assert isinstance(prepared.compiled, Compiled)
    assert prepared.solution is not None
    return Case(prepared.compiled, prepared.solution)


def _two_spots(game: Game, stakes: Mapping[Wager, Cents]) -> Case:
    """Return the case of two spots; its rule is the plan, and what the rule is worth need not be computed."""
    solution = solve(game, stakes[game.rules.played])
    rule = ByOwnCards(Terms(priceable(game)), solution)
    plan = plan_of(solution).with_way(switch.NAME, switch.decisions(rule))
    return Case(Compiled(priceable(game), plan, stakes), solution)


def contender(name: str) -> Contender:
    """Return all that is tried against the best play of a game."""
    case = case_of(name)
    if name == ANTE:
        antes = Antes(case)
        return Contender(case, antes.rivals(), antes.changes(), EXACT_RANKS)
    return Contender(case, [*drawing_rivals(case), *_of_its_own(name, case)], chain(*_changes(name, case)))


def _of_its_own(name: str, case: Case) -> list[Rival]:
    """Return what is tried in no other game."""
    if name in (*SPANISH, REDOUBLED):
        return spanish_rivals(case)
    if name in STRAIGHTS:
        return Chase(case).rivals()
    own = {SWITCH: switch_rivals, THREE: three_rivals, POKER: poker_rivals}
    return own[name](case) if name in own else []


def _changes(name: str, case: Case) -> Iterator[Changes]:
    yield Drawn(case).all()
    if name in STRAIGHTS:
        yield Chase(case).changes()
    if name == SWITCH:
        yield switch_changes(case)
    if name == THREE:
        yield three_changes(case)


def after_splits() -> Contender:
    """Return what is tried with hands of a split where boxes have an ante, against up cards that are one rank each."""
    case = case_of(ANTE)
    return Contender(case, Antes(case).rivals_after_splits(), iter(()), EXACT_RANKS)


def poker_rivals(case: Case) -> list[Rival]:
    """Rules of thumb for the poker hand; the last of them is best play."""
    hands = poker_hands(case)
    plans = [(rule.says, hands.by(rule)) for rule in RULES_OF_THUMB]
    return [
        Rival(
            f"at poker: {says}",
            case.plan.with_way(
                poker_part.NAME, {"first": plan.first.astype(np.uint8), "second": plan.second.astype(np.uint8)}
            ),
        )
        for says, plan in plans
    ]


def poker_hands(case: Case) -> PokerHands:
    part = case.compiled.rules.poker
    assert part is not None
    return PokerHands(part, case.terms.game.shoe)
