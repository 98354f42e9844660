"""A house at its stake, solved: from what earlier runs have kept, or now, and then kept for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.analysis.priced import AwardPlay, Joined, MainWager, Outcome, PlayedTogether, Priced, Thumb
from pitboss.desk.kept import Kept, kept_for
from pitboss.desk.questions import BadQuestion
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.ids import ClauseId, Wager
from pitboss.money import ZERO, Cents
from pitboss.wagers.side import SideWager

if TYPE_CHECKING:
    from pitboss.analysis.contest.joint import Contested, Joint
    from pitboss.analysis.family.solver import Solution
    from pitboss.analysis.family.terms import Terms
    from pitboss.analysis.hold_em import PokerHands
    from pitboss.analysis.own_hand import Beside
    from pitboss.analysis.switch import ByOwnCards
    from pitboss.analysis.three_cards import BySingles


class Switched(NamedTuple):
    """Two spots whose second cards may be switched: what best play of both is worth, what the rule of `table` is worth.

    The table has what two cards are worth by themselves against each up card.
    """

    value: float
    by_rule: float
    table: list[list[str]]


class Singled(NamedTuple):
    """Three first cards that may be parted: what best play is worth, what the rule of the two tables is worth.

    `singles` has what one card is worth by itself against each up card, `kept` what a total of three is.
    """

    value: float
    by_rule: float
    singles: list[list[str]]
    kept: list[list[str]]


class Charted(NamedTuple):
    """A chart, what best play is worth, what keeping to the chart is worth, and what squares cannot say."""

    rows: list[list[str]]
    value: float
    charted: float
    notes: list[str]


@dataclass
class Solved:
    """Answers about one house at one stake. Each is worked out when it is first asked for, here or in an earlier run.

    What needs the solver is imported when it must be: an answer that is known needs no arrays and no compiler. A
    progressive `meter` shows its seed if nothing else is said.
    """

    game: Game
    stake: Cents
    fresh: bool = False
    meter: Cents | None = None

    @cached_property
    def kept(self) -> Kept:
        return kept_for(self.game, self.stake, fresh=self.fresh)

    @cached_property
    def solution(self) -> Solution:
        """Best play; raises `BadQuestion` where it cannot be worked out."""
        from pitboss.analysis.family.solver import award_units, solve  # noqa: PLC0415
        from pitboss.analysis.family.terms import NotPriced, Terms, at_stake, terms_of  # noqa: PLC0415
        from pitboss.analysis.keeping import as_arrays  # noqa: PLC0415

        try:
            terms = terms_of(self.game)
            found = self._kept_solution(Terms(at_stake(terms.game, self.stake)), award_units(terms.rules, self.stake))
            solution = solve(self.game, self.stake) if found is None else found
        except NotPriced as error:
            raise BadQuestion(str(error)) from None
        if found is None:
            self.kept.keep_arrays(as_arrays(solution))
        return solution

    def _kept_solution(self, terms: Terms, award: float) -> Solution | None:
        from pitboss.analysis.keeping import Foreign, from_arrays  # noqa: PLC0415

        arrays = self.kept.arrays()
        try:
            return None if arrays is None else from_arrays(terms, award, arrays)
        except Foreign:
            return None

    @cached_property
    def main(self) -> MainWager:
        """The main wager without the fixed award."""
        known = self.kept.answer("played")
        if known is not None:
            ev, sd, outcomes = known
            return MainWager(ev, sd, tuple(_outcome(each) for each in outcomes))
        if self.on_two_spots:
            return MainWager(self.switched.value, None, ())
        from pitboss.analysis.family.outcomes import main_wager  # noqa: PLC0415

        found = main_wager(self.solution.without_award())
        self.kept.keep("played", [found.ev, found.sd, _written(found.outcomes)])
        return found

    @property
    def on_two_spots(self) -> bool:
        return self.game.rules.betting.spots > 1

    @cached_property
    def rule(self) -> ByOwnCards:
        """When to switch, by what two cards are worth by themselves."""
        from pitboss.analysis.switch import ByOwnCards  # noqa: PLC0415

        return ByOwnCards(self.solution.terms, self.solution)

    @cached_property
    def switched(self) -> Switched:
        """What both spots of a box are worth together."""
        known = self.kept.answer("switched")
        if known is not None:
            return Switched(*known)
        from pitboss.analysis.switch import Switching, worth_table  # noqa: PLC0415

        best = Switching(self.solution.terms)
        found = Switched(float(best.value), float(self.rule.value), worth_table(self.rule))
        self.kept.keep("switched", list(found))
        return found

    @property
    def parts(self) -> bool:
        """Whether a box begins with three cards, which may be split three ways."""
        rules = self.game.rules
        return isinstance(rules, BlackjackRules) and rules.splitting is not None and rules.splitting.ways > 2

    @cached_property
    def rule_of_three(self) -> BySingles:
        """When to part three cards, by what they are worth one by one."""
        from pitboss.analysis.three_cards import BySingles  # noqa: PLC0415

        return BySingles(self.solution.terms, self.solution)

    @cached_property
    def singled(self) -> Singled:
        known = self.kept.answer("singled")
        if known is not None:
            return Singled(*known)
        from pitboss.analysis.three_cards import kept_rows, single_rows  # noqa: PLC0415

        rule = self.rule_of_three
        found = Singled(float(self.solution.value), float(rule.value), single_rows(rule), kept_rows(rule))
        self.kept.keep("singled", list(found))
        return found

    @cached_property
    def together(self) -> dict[str, float]:
        """How each compulsory wager on the first cards moves together with the main one, for a unit of each."""
        known = self.kept.answer("together")
        if known is None:
            from pitboss.analysis.three_cards import covariance  # noqa: PLC0415

            sides = [side for side in self.solution.terms.rules.sides if side.terms.compulsory]
            known = {str(side.id): covariance(self.solution, side) for side in sides}
            self.kept.keep("together", known)
        return dict(known)

    @cached_property
    def award(self) -> AwardPlay:
        """How the fixed award is played for at this stake."""
        known = self.kept.answer("award")
        if known is not None:
            return AwardPlay(Fraction(known[0]), known[1])
        from pitboss.analysis.edge import award_play  # noqa: PLC0415

        found = award_play(self.solution)
        self.kept.keep("award", [str(found.chance), found.cost])
        return found

    @cached_property
    def sides(self) -> list[Priced]:
        """Every side wager that the house takes."""
        known = self.kept.answer("sides")
        if known is not None:
            return [_side(row) for row in known]
        from pitboss.analysis.edge import side_wagers  # noqa: PLC0415

        sides = list(side_wagers(self.game))
        rows = [[each.wager, _written(each.outcomes), each.method, _against(each)] for each in sides]
        self.kept.keep("sides", rows)
        return sides

    @cached_property
    def _joint(self) -> Joint:
        """How the poker hand and the blackjack hand of a box end together, whatever is staked."""
        from pitboss.analysis.contest.joint import Joint  # noqa: PLC0415

        rules = self.game.rules
        assert isinstance(rules, BlackjackRules)
        assert rules.contest is not None
        return Joint(self.solution, rules.contest)

    def contested(self, played: Cents, ante: Cents) -> Contested:
        """A wager and an ante on the same cards, each of which may be nothing."""
        from pitboss.analysis.contest.joint import Contested  # noqa: PLC0415

        return Contested(self._joint.solution, self._joint.contest, played, ante, self._joint)

    def played_together(self, played: Cents, ante: Cents) -> PlayedTogether:
        """What they are worth."""
        name = f"together {played} {ante}"
        known = self.kept.answer(name)
        if known is None:
            found = self.contested(played, ante)
            figures = (
                found.ev,
                found.sd,
                found.played_ev,
                found.ante_ev,
                found.ante_sd,
                found.fold_chance,
                found.error,
            )
            known = [*map(float, figures), _written(found.outcomes())]
            self.kept.keep(name, known)
        ev, sd, other, on_ante, ante_sd, folds, error, outcomes = known
        ends = tuple(_outcome(each) for each in outcomes)
        return PlayedTogether(ev, sd, other, on_ante, ante_sd, folds, error, ends)

    def fold_rows(self, played: Cents, ante: Cents) -> tuple[list[list[str]], list[list[str]]]:
        """What folds against each up card, and what is played otherwise after a bet, each with a heading."""
        name = f"folds {played} {ante}"
        known = self.kept.answer(name)
        if known is None:
            from pitboss.analysis.contest.thumb import fold_rows, other_rows  # noqa: PLC0415

            both = self.contested(played, ante)
            known = [fold_rows(both), other_rows(both)]
            self.kept.keep(name, known)
        folds, others = ([list(row) for row in rows] for rows in known)
        return folds, others

    def fold_thumbs(self, played: Cents, ante: Cents) -> list[Thumb]:
        """Rules of thumb for folding, each with what it loses of an ante."""
        name = f"fold thumbs {played} {ante}"
        known = self.kept.answer(name)
        if known is None:
            from pitboss.analysis.contest.thumb import RULES_OF_THUMB  # noqa: PLC0415

            found = self.contested(played, ante)
            worths = [(rule.says, float(found.by_rule(rule))) for rule in RULES_OF_THUMB]
            known = [[says, worth / ante, (float(found.ev) - worth) / ante] for says, worth in worths]
            self.kept.keep(name, known)
        return [Thumb(*each) for each in known]

    @cached_property
    def poker_hands(self) -> PokerHands:
        """The poker part of the game, which has one."""
        from pitboss.analysis.hold_em import PokerHands  # noqa: PLC0415

        rules = self.game.rules
        assert isinstance(rules, BlackjackRules)
        assert rules.poker is not None
        return PokerHands(rules.poker, self.game.shoe)

    @cached_property
    def poker(self) -> Priced:
        """The wager on the poker part, with best play of it."""
        known = self.kept.answer("poker part")
        if known is not None:
            return _side(known)
        found = self.poker_hands.priced()
        self.kept.keep("poker part", [found.wager, _written(found.outcomes), found.method, None])
        return found

    @cached_property
    def poker_covariance(self) -> float:
        """How it moves together with the main wager, for a unit of each."""
        known = self.kept.answer("poker together")
        if known is None:
            known = self.poker_hands.covariance(self.solution)
            self.kept.keep("poker together", known)
        return float(known)

    @cached_property
    def poker_thumbs(self) -> list[Thumb]:
        """Rules of thumb for the poker part, from what takes no thought to best play."""
        known = self.kept.answer("poker thumbs")
        if known is None:
            from pitboss.analysis.hold_em import RULES_OF_THUMB  # noqa: PLC0415

            worths = [(rule.says, self.poker_hands.by_rule(rule)) for rule in RULES_OF_THUMB]
            known = [[says, str(worth), str(self.poker.ev - worth)] for says, worth in worths]
            self.kept.keep("poker thumbs", known)
        return [Thumb(says, Fraction(worth), Fraction(loss)) for says, worth, loss in known]

    def beside(self, side: SideWager, stake: Cents) -> Beside:
        """The main wager and one on the cards of its own box, played together."""
        from pitboss.analysis.own_hand import Beside, prizes_of  # noqa: PLC0415

        prizes = prizes_of(side, stake or 1, self.shown)
        return Beside(self.solution, side, stake / self.stake, prizes)

    @property
    def shown(self) -> Cents:
        """What the meter shows; nothing where there is none."""
        meter = self.game.rules.meter
        return ZERO if meter is None else meter.seed if self.meter is None else self.meter

    def break_even(self, side: SideWager, stake: Cents) -> float | None:
        """What the meter has to show, in dollars, so that a wager of this size costs nothing."""
        name = f"break even {side.id} {stake}"
        known = self.kept.answer(name)
        if known is None:
            from pitboss.analysis.own_hand import break_even  # noqa: PLC0415

            found = break_even(self.solution, side, stake / self.stake, stake)
            known = [None if found is None else found / 100]
            self.kept.keep(name, known)
        worth: float | None = known[0]
        return worth

    def joined(self, side: SideWager, stake: Cents) -> Joined:
        """What both are worth."""
        name = f"joined {side.id} {stake} {self.shown}"
        known = self.kept.answer(name)
        if known is not None:
            ev, own, sd, main, (mean, deviation), outcomes = known
            return Joined(ev, own, sd, main, (mean, deviation), tuple(_outcome(each) for each in outcomes))
        found = self.beside(side, stake).joined()
        self.kept.keep(name, [*found[:-1], _written(found.outcomes)])
        return found

    def chased(self, side: SideWager, stake: Cents) -> list[list[str]]:
        """How hands are played that may still improve a wager on the cards of their own box."""
        name = f"chased {side.id} {stake} {self.shown}"
        known = self.kept.answer(name)
        if known is None:
            from pitboss.analysis.own_hand import chase_rows  # noqa: PLC0415

            known = chase_rows(self.beside(side, stake))
            self.kept.keep(name, known)
        return [list(row) for row in known]

    @cached_property
    def chart(self) -> Charted:
        known = self.kept.answer("chart")
        if known is not None:
            return Charted(*known)
        from pitboss.analysis.family.chart import Chart  # noqa: PLC0415

        chart = Chart(self.solution)
        worth = self.singled.by_rule if self.parts else chart.value
        found = Charted(chart.grid.written(), float(self.solution.value), float(worth), chart.notes())
        self.kept.keep("chart", list(found))
        return found


def _written(outcomes: Sequence[Outcome[Any]]) -> list[list[object]]:
    """Outcomes as JSON; fractions as text, so that nothing is lost."""
    return [[each.name, _number(each.probability), _number(each.pays), each.clauses, each.spun] for each in outcomes]


def _number(value: Fraction | float) -> str | float:
    return str(value) if isinstance(value, Fraction) else float(value)


def _outcome(row: list[Any]) -> Outcome[float]:
    name, probability, pays, clauses, spun = row
    return Outcome(name, probability, pays, tuple(ClauseId(each) for each in clauses), spun)


def _against(priced: Priced) -> dict[str, str] | None:
    found = priced.by_up_card
    return None if found is None else {up: str(worth) for up, worth in found.items()}


def _side(row: list[Any]) -> Priced:
    name, outcomes, method, against = row
    by_up_card = None if against is None else {up: Fraction(worth) for up, worth in against.items()}
    return Priced(Wager(name), tuple(_counted(each) for each in outcomes), method, by_up_card)


def _counted(row: list[Any]) -> Outcome[Fraction]:
    name, probability, pays, clauses, spun = row
    return Outcome(name, Fraction(probability), Fraction(pays), tuple(ClauseId(each) for each in clauses), spun)
