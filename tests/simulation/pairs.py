"""Every option, reading and procedure of every rulebook, against the house without it: two engines, one difference.

The simulated difference of the same cards at both houses must be the difference of their exact prices, wager by wager.
Where the solver sees no difference between two houses, not a single round may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from conformance.suite import BESIDE, WHEEL
from pitboss.analysis.claims import NotPriced
from pitboss.analysis.contest.joint import Contested
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.analysis.drawing.terms import Terms, at_stake
from pitboss.analysis.edge import award_line, side_wagers
from pitboss.analysis.hold_em import PokerHands
from pitboss.analysis.in_play import price_in_play, sides_in_play
from pitboss.analysis.own_hand import Beside, prizes_of
from pitboss.analysis.switch import ByOwnCards
from pitboss.analysis.three_cards import BySingles
from pitboss.analysis.whatif import others
from pitboss.desk.houses import priceable
from pitboss.desk.stakes import stakes_of as desk_stakes
from pitboss.games.registry import Family, compile_game
from pitboss.ids import Wager
from pitboss.law.house import House, check
from pitboss.law.rulebook import load
from pitboss.money import Cents, dollars
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.paired import Difference, paired
from pitboss.simulation.parts import contest, own_hand, switch
from pitboss.simulation.plans import Plan, plan_of

AWARD = Wager("super-award")
SPIN: dict[str, object] = {"bonus_spin": True, "wheel": WHEEL}
BASES: dict[str, list[dict[str, object]]] = {
    "spanish21-ma": [{**SPIN, "dealing_procedure": each} for each in ("hole_reader", "hole_no_reader", "no_hole")],
    "spanish21-ma-prior": [{"dealing_procedure": each} for each in ("hole_reader", "hole_no_reader", "no_hole")],
    "spanish21-md": [{}],
    "spanish21-charity": [{}],
    "blackjack-co": [{}, {"surrender": "late", "double": "any_number", "resplit_aces": True}],
    "21-plus-3": [{}, {"decks": 2, "player_cards": "face_down"}],
    "golden-21": [{}, {"decks": 2}],
    "buffalo-2": [{}, {"decks": 2}],
    "buffalo-3": [{}],
    "blackjack-switch": [{}],
    "3-card-21": [{}, {"hit_split_aces": True, "paytable": 2}],
    "21-hold-em": [{}],
    "ante-up-21": [{}],
    "straight-jack": [{}, {"surrender": "late", "double": "any_number"}],
    "straight-jack-progressive": [{}, {"paytable": "SJP4"}],
}
RAISED: dict[str, list[dict[str, object]]] = {
    "spanish21-ma": [{"match_odds": {"same_suit": "12:1"}}, {"match_odds": {"other_suit": "5:1"}}],
}
STAKE = dollars(10)
ONLY_LIMITS = ("readings.HE01", "poker_entry")  # which say what may be placed, and not what it comes to
LARGEST_AWARD = dollars(1050)


class Compared(NamedTuple):
    """One wager of two houses: cents a round, simulated and exact, and how many errors lie between them."""

    wager: Wager
    found: Difference
    exact: float
    distance: float


@dataclass(frozen=True)
class Pair:
    """Two houses of one rulebook that differ in one thing."""

    what: str
    one: House
    other: House

    @property
    def boxes(self) -> int:
        """What others are paid for somebody's award is seen only where there are others."""
        return 2 if "S16" in self.what else 1

    @property
    def cards_pair(self) -> bool:
        """Whether the same seed gives the same cards to the same hands: the same decks, a hole card in both or none."""
        between = {house.values.get("dealing_procedure") == "no_hole" for house in (self.one, self.other)}
        return not self.what.startswith("decks") and len(between) == 1


def pairs(rulebook: str) -> Iterator[Pair]:
    """Every other choice and reading from each base house."""
    book = load(rulebook)
    for settings in BASES[rulebook]:
        base = check(book, settings, {})
        assert isinstance(base, House), base
        where = ", ".join(f"{name}={value}" for name, value in settings.items() if is_named(value))
        for what, _, other in others(base):
            if what.startswith(ONLY_LIMITS):
                continue
            yield Pair(f"{what} ({where})" if where else what, base, other)
        for more in RAISED.get(rulebook, ()) if settings is BASES[rulebook][0] else ():
            raised = check(book, {**settings, **more}, {})
            assert isinstance(raised, House), raised
            yield Pair(str(more), base, raised)
        yield from beside_others(rulebook, settings, where)


def is_named(value: object) -> bool:
    """Whether a setting of a base house is named in its pairs, so that pairs of two bases have two names."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def beside_others(rulebook: str, settings: dict[str, object], where: str) -> Iterator[Pair]:
    """Readings that matter only where another question is read otherwise, against the house that reads it so."""
    book = load(rulebook)
    for code, beside in BESIDE.items():
        if code not in book.interpretations:
            continue
        base = check(book, settings, beside)
        assert isinstance(base, House), base
        there = ", ".join([*([where] if where else ()), *(f"{name}={value}" for name, value in beside.items())])
        for value in book.interpretations[code].values:
            if value != base.readings[code]:
                other = check(book, settings, {**beside, code: value})
                assert isinstance(other, House), other
                yield Pair(f"readings.{code} = {value} ({there})", base, other)


def stakes_of(game: Family) -> dict[Wager, Cents]:
    """Ten dollars on the played wager and on Straight Jack, five on an ante and insurance, the least on every other."""
    ante = None if game.rules.contest is None else game.rules.contest.ante
    return desk_stakes(
        game, {game.rules.played: STAKE, **({} if ante is None else {ante: Cents(STAKE // 2)})}, every=True
    )


def shown_by(game: Family) -> Cents:
    """What a meter shows: what it starts with."""
    return Cents(0) if game.rules.meter is None else game.rules.meter.seed


class Played(NamedTuple):
    """How a house is played, and what a box comes to by that in first wagers."""

    solution: Solution
    plan: Plan
    worth: float
    beside: Mapping[Wager, float] = {}


def played(solution: Solution) -> Played:
    """By best play; with two spots or three first cards by the rule that goes with them."""
    terms = solution.terms
    if terms.rules.betting.spots > 1:
        rule = ByOwnCards(terms, solution)
        plan = plan_of(solution).with_way(switch.NAME, switch.decisions(rule))
        return Played(solution, plan, 2 * float(rule.value))
    for side in terms.rules.sides:
        if side.own is not None:
            stake = stakes_of(terms.game)[side.id]
            both = Beside(solution, side, stake / STAKE, prizes_of(side, stake, shown_by(terms.game)))
            plan = plan_of(solution).with_way(own_hand.NAME, own_hand.decisions(both))
            return Played(solution, plan, both.main, {side.id: both.beside})
    if terms.rules.contest is not None:
        stakes, ante = stakes_of(terms.game), terms.rules.contest.ante
        joint = Contested(solution, terms.rules.contest, STAKE, stakes[ante])
        worths = {ante: joint.ante_ev / stakes[ante]}
        return Played(
            solution,
            plan_of(solution).with_way(contest.NAME, contest.decisions(joint)),
            joint.played_ev / STAKE,
            worths,
        )
    if terms.rules.poker is not None:
        worth = float(PokerHands(terms.rules.poker, terms.game.shoe).priced().ev)
        return Played(solution, plan_of(solution), float(solution.main_value), {terms.rules.poker.wager: worth})
    taken = BySingles(terms, solution) if terms.parts else solution
    return Played(taken, plan_of(taken), float(taken.main_value))


class Side(NamedTuple):
    """One house, ready to be dealt, and what each wager comes to in a round, in cents, all boxes together."""

    compiled: Compiled
    exact: dict[Wager, float]


@dataclass
class Net:
    """The comparison, which solves a house once for all that the solver takes for the same."""

    solved: dict[object, Played] = field(default_factory=dict)
    sides: dict[tuple[int, int], Side] = field(default_factory=dict)

    def played(self, game: Family) -> Played:
        terms = Terms(game)
        key = (
            terms.key(),
            *((repr(each.rows), repr(each.pays), shown_by(game)) for each in game.rules.sides if each.own is not None),
            game.rules.poker is not None and game.rules.poker.own_pair,
            repr(game.rules.contest),
        )
        if key not in self.solved:
            self.solved[key] = played(solve(game, STAKE))
            for at in self.solved[key].solution.up_cards:  # what was remembered on the way takes much room
                for name in ("remembered", "parted"):
                    vars(at).pop(name, None)
        return self.solved[key]

    def side(self, house: House, boxes: int) -> Side:
        """A house of a pair; raises `NotPriced`."""
        key = (id(house), boxes)
        if key not in self.sides:
            game = at_stake(priceable(compile_game(house)), STAKE)
            by = self.played(game)
            compiled = Compiled(game, by.plan, stakes_of(game), boxes)
            self.sides[key] = Side(compiled, exact_cents(compiled, by))
        return self.sides[key]

    def compare(self, pair: Pair, seed: int, rounds: int) -> Iterator[Compared]:
        """Every wager of the two houses; raises `NotPriced`."""
        (one, before), (other, after) = self.side(pair.one, pair.boxes), self.side(pair.other, pair.boxes)
        for wager, found in paired(one, other, seed, rounds).items():
            if wager in before or wager in after:
                exact = after.get(wager, 0.0) - before.get(wager, 0.0)
                yield Compared(wager, found, exact, found.distance(exact, self.rare(pair, wager)))

    def rare(self, pair: Pair, wager: Wager) -> Cents:
        """What may be won in a round that is too rare to have been dealt."""
        game = compile_game(pair.one)
        if game.rules.meter is not None and wager == game.rules.meter.wager:
            return game.rules.meter.seed
        return LARGEST_AWARD if wager == AWARD else STAKE


def exact_cents(compiled: Compiled, by: Played) -> dict[Wager, float]:
    found = {compiled.rules.played: by.worth * STAKE}
    found |= {wager: worth * compiled.stakes[wager] for wager, worth in by.beside.items()}
    for side in sides_in_play(compiled.game):
        if side.id in compiled.stakes:
            in_play = price_in_play(by.solution, side)
            found[side.id] = in_play.ev * compiled.stakes[side.id] * in_play.offered
    for priced in side_wagers(compiled.game):
        if is_for_hands_in_play(compiled, priced.wager):
            continue  # a hand in play has drawn other cards than any box, and is priced above
        found[priced.wager] = float(priced.ev) * compiled.stakes[priced.wager] * offered(compiled, priced.wager)
    award = award_line(by.solution, STAKE, compiled.boxes - 1)
    if award is not None:
        found[AWARD] = float(award.own + award.from_others) * STAKE
    return {wager: compiled.boxes * each for wager, each in found.items()}


def is_for_hands_in_play(compiled: Compiled, wager: Wager) -> bool:
    insurance = compiled.rules.insurance
    if insurance is not None and wager == insurance.wager.id and compiled.rules.drawing.first_21 is not None:
        return True  # a 21 that has been paid cannot be insured
    return any(side.id == wager and side.late is not None and side.late.active for side in compiled.sides)


def offered(compiled: Compiled, wager: Wager) -> float:
    """How often a wager can be placed at all: some only against certain up cards, some unless there is a blackjack."""
    shoe = compiled.game.shoe
    if any(side.id == wager and side.late is not None for side in compiled.sides):
        aces, tens = (sum(card.points == points for card in shoe) for points in (11, 10))
        return 1 - 2 * aces * tens / (len(shoe) * (len(shoe) - 1))
    against = {side.id: side.against for side in compiled.sides}.get(wager)
    return 1.0 if against is None else float(Fraction(sum(card.rank in against for card in shoe), len(shoe)))


__all__ = ["BASES", "Net", "NotPriced", "Pair", "pairs"]
