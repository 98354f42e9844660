"""What every way of playing answers; by default what plain drawing answers.

A game of the drawing family is drawing, changed by the ways that it has. A way that `decides` at these stakes replaces
answers of plain drawing; another one adds to them. `registry` lists all ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pitboss.analysis.priced import MainWager
from pitboss.desk.answers import Advice, BestPlay, Combined, Price
from pitboss.desk.session import AnalysisSession
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.analysis.drawing.solver import Solution
    from pitboss.core.hands import Hand
    from pitboss.core.layout import Layout
    from pitboss.desk.judgement import Judgement
    from pitboss.desk.practice import PlayerQuestion
    from pitboss.simulation.plans import Plan


TOGETHER = "no engine answers for wagers that are played for together beside other cards that are seen"


@dataclass(frozen=True, slots=True)
class Played:
    """What a simulation plays by: tables for the kernel, and the solution and the name of that play.

    `worth` is what it makes of a unit of the played wager; `beside` what it makes of the other wagers that are played
    for together with it. `why` says why the played wager has another price, if it does.
    """

    plan: Plan
    solution: Solution
    name: str
    worth: float
    beside: Mapping[Wager, float] = field(default_factory=dict)
    why: str = ""

    def with_wager(self, wager: Wager, worth: float, how: str) -> Played:
        """This play and a wager whose worth does not depend on it."""
        return replace(self, name=f"{self.name}, {how}", beside={**self.beside, wager: worth})


@dataclass
class Way:
    """One way of playing at these stakes."""

    session: AnalysisSession
    stakes: Mapping[Wager, Cents]

    @staticmethod
    def later(rules: BlackjackRules) -> Mapping[Wager, Wager]:
        """Wagers of this way that are placed when cards are dealt, each with the first wager that it belongs to."""
        del rules
        return {}

    @staticmethod
    def not_comparable(rules: BlackjackRules) -> str | None:
        """Return why rules with this way are not compared one by one, None if they are."""
        del rules
        return None

    @property
    def rules(self) -> BlackjackRules:
        return self.session.rules

    @property
    def played(self) -> Wager:
        return self.rules.played

    @property
    def decides(self) -> bool:
        """Whether hands are played otherwise because of this way, at these stakes."""
        return False

    @property
    def tens_apart(self) -> bool:
        """Whether a ten, a jack, a queen and a king of the dealer's are different up cards."""
        return False

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers that this way prices."""
        return ()

    @property
    def main(self) -> MainWager | None:
        """The played wager, where this way makes another one of it."""
        return None

    @property
    def unit(self) -> str:
        """What a unit of the played wager is of, where a box has several of them."""
        return ""

    @property
    def method(self) -> str | None:
        """How the played wager was computed, where that is not as usual."""
        return None

    def price(self, wager: Wager) -> Price:
        """Price one of `wagers`."""
        raise NotImplementedError(wager)

    def combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        """What wagers are worth together that nobody plays without each other, if all of them were priced."""
        del prices
        return None

    def advise(self, hand: str, up: str) -> Advice | None:
        """Answer a question about a hand; None if it is not a question for this way."""
        del hand, up
        return None

    def best_play(self, plain: BestPlay) -> BestPlay:
        """Change or extend the best play of drawing."""
        return plain

    @property
    def charted(self) -> float | None:
        """What keeping to the tables is worth, where that is not the worth of the chart."""
        return None

    @property
    def plays(self) -> str:
        """What a simulation plays by where this way decides, as the beginning of a sentence."""
        return "a simulation plays by its own rule"

    def play(self, plain: Played) -> Played:
        """Change or extend what a simulation plays by."""
        return plain

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement | None:
        """Answer what each decision is worth; None if it is not a decision of this way."""
        del seen, asked
        return None

    def unsolved(self, hand: Hand) -> str:
        """Return why this way keeps a hand from being solved beside other cards that are seen; empty if it does not."""
        del hand
        return TOGETHER if self.decides and self.wagers else ""

    @property
    def splits_by_points(self) -> bool:
        """Whether hands are split as in drawing: in two, by what their cards count."""
        return True
