"""3 Card 21: three first cards, which may be split into three hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pitboss.desk.answers import BestPlay, Combined, Price, Section, deviations_off
from pitboss.desk.session import AnalysisSession
from pitboss.desk.ways.way import Played, Way
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.money import Cents, spoken
from pitboss.rules.splitting import ThreeWays as ThreeWaySplit

if TYPE_CHECKING:
    from pitboss.analysis.three_cards import BySingles

SAYS = (
    "First what one card is worth by itself, then what three are when they are kept together, by their total, in "
    "hundredths of a wager. Add up the three cards where they may be split. Above 21 split them if that makes more "
    "than -50, and surrender otherwise; with a pair, or an ace that passes 21, split them if it makes more than their "
    "total."
)


class Singled(NamedTuple):
    """What best play is worth, what the rule of the two tables is worth, and the tables.

    `singles` has what one card is worth by itself against each up card, `kept` what a total of three is.
    """

    value: float
    by_rule: float
    singles: list[list[str]]
    kept: list[list[str]]


class ThreeWays(Way):
    """Three cards are kept or parted; a person decides it by what the cards are worth one by one."""

    @classmethod
    def of(cls, session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> ThreeWays | None:
        return cls(session, stakes) if isinstance(session.rules.splitting, ThreeWaySplit) else None

    @staticmethod
    def not_comparable(rules: BlackjackRules) -> str | None:
        return "begins with three cards" if rules.dealing.count > 2 else None

    @property
    def decides(self) -> bool:
        return True

    @cached_property
    def _rule(self) -> BySingles:
        from pitboss.analysis.three_cards import BySingles  # noqa: PLC0415

        return BySingles(self.session.solution.terms, self.session.solution)

    @cached_property
    def _singled(self) -> Singled:
        return Singled(*self.session.known("singled", self._compute))

    def _compute(self) -> list[object]:
        from pitboss.analysis.three_cards import kept_rows, single_rows  # noqa: PLC0415

        value = float(self.session.solution.value)
        return [value, float(self._rule.value), single_rows(self._rule), kept_rows(self._rule)]

    @cached_property
    def _covariances(self) -> dict[str, float]:
        """How each compulsory wager on the first cards moves together with the main one, for a unit of each."""
        return dict(self.session.known("together", self._covary))

    def _covary(self) -> dict[str, float]:
        from pitboss.analysis.three_cards import covariance  # noqa: PLC0415

        return {
            str(side.id): covariance(self.session.solution, side) for side in self.rules.sides if side.terms.compulsory
        }

    def combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        """The played wager and those that are compulsory beside it, if all of them were asked for."""
        beside = [side.id for side in self.rules.sides if side.terms.compulsory]
        wagers, stakes = (self.played, *beside), self.stakes
        if not beside or not all(wager in prices for wager in wagers):
            return None
        total = sum(stakes[wager] for wager in wagers)
        ev = sum(stakes[wager] * prices[wager].ev for wager in wagers) / total
        variance = sum((stakes[wager] * (prices[wager].sd or 0.0)) ** 2 for wager in wagers)
        variance += sum(2 * stakes[self.played] * stakes[wager] * self._covariances[wager] for wager in beside)
        return Combined(wagers, ev, float(variance**0.5 / total), sd_error=deviations_off(prices, stakes, wagers))

    def best_play(self, plain: BestPlay) -> BestPlay:
        value, by_rule = plain.value, self._singled.by_rule
        summary = (
            f"House edge of {spoken(self.session.stake)} by itself with best play {-100 * value:.4f} %. Splitting "
            f"three ways by what cards are worth one by one, and then playing each hand by its own cards, loses "
            f"{100 * (value - by_rule):.4f} % more."
        )
        sections = (
            Section("singles", SAYS, self._singled.singles, value=_numbers(self._singled.singles)),
            Section("kept", "", self._singled.kept, value=_numbers(self._singled.kept)),
        )
        return replace(plain, charted=by_rule, summary=summary, sections=sections)

    @property
    def charted(self) -> float:
        return self._singled.by_rule

    @property
    def splits_by_points(self) -> bool:
        return False

    @property
    def plays(self) -> str:
        return "with three first cards a simulation plays by its own rule for them"

    def play(self, plain: Played) -> Played:
        del plain
        from pitboss.simulation.plans import plan_of  # noqa: PLC0415

        name = "three cards parted where they are worth more one by one, every hand by its own cards"
        worth, best = float(self._rule.value), self._singled.value
        why = (
            "EXACTLY of main is what this rule is worth; best play, which edge prices, makes "
            f"{100 * (best - worth):.4f} % more."
        )
        return Played(plan_of(self._rule), self._rule, name, worth, why=why)


def _numbers(table: list[list[str]]) -> dict[str, dict[str, int]]:
    ups, *body = table
    return {name: dict(zip(ups[1:], map(int, worths), strict=True)) for name, *worths in body}
