"""What every wager of a house is worth, under its rulebook and readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.family.kernel import HIT
from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.tables import Multiset
from pitboss.analysis.family.terms import Terms
from pitboss.analysis.side import Priced, price_side_wagers
from pitboss.games.registry import Game
from pitboss.games.spanish21.common import SpanishRules
from pitboss.ids import Clauses
from pitboss.law.rulebook import Award
from pitboss.money import Cents

SEVEN = 6
PAIR_OF_SEVENS: Multiset = (0, 0, 0, 0, 0, 0, 2, 0, 0, 0)

MAIN_METHOD = (
    "best play from a fresh shoe by the very cards held; hands that are not split are exact, split hands are exact for "
    "a stated policy; the standard deviation takes the hands of a split box as independent given the dealer's end; "
    "of the outcomes a split box is one, with its mean, and so is a dealer blackjack, whatever was decided before it"
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """The fixed award for three suited sevens against a seven, as part of a main wager of this size.

    Without the award two suited sevens may be better split. `changes_play` says that the award makes drawing better;
    `cost` is what that play then loses of the main wager. `probability` is nothing where even so it is not drawn to.
    """

    wager: Cents
    others: int
    probability: Fraction
    own: Fraction
    from_others: Fraction
    cost: float
    changes_play: bool
    clauses: Clauses

    @property
    def ev(self) -> float:
        """For each unit of the main wager, what the changed play costs taken off."""
        return float(self.own + self.from_others) - self.cost


def solve_main(game: Game) -> Solution:
    return Solution(Terms(game))


def side_wagers(game: Game) -> Iterator[Priced]:
    return price_side_wagers(game)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award for a given wager and number of other players, each of whom plays as this one does."""
    rules = solution.terms.rules
    if not isinstance(rules, SpanishRules):
        return None
    prize = next((each for name, each in rules.awards.items() if name != "others" and _fits(each, wager)), None)
    if prize is None:
        return None
    pair, third = _suited_sevens(solution)
    gain = float(third) * float(Fraction(prize.amount, wager))
    copies = solution.terms.copies
    decisions = solution.up_cards[SEVEN].decisions(PAIR_OF_SEVENS, "suited", copies - 2)
    short = max(decisions.values()) - decisions[HIT]
    drawn = short <= gain
    chance = pair * third if drawn else Fraction(0)
    own = chance * Fraction(prize.amount, wager)
    shared = chance * others * Fraction(rules.awards["others"].amount, wager)
    cost = float(pair) * short if drawn else 0.0
    return AwardLine(wager, others, chance, own, shared, cost, drawn and short > 0, prize.clauses)


def _fits(award: Award, wager: Cents) -> bool:
    return award.least <= wager and (award.below is None or wager < award.below)


def _suited_sevens(solution: Solution) -> tuple[Fraction, Fraction]:
    """The chance of two suited sevens against a seven, and then of a third one of the suit."""
    copies, size = solution.terms.copies, int(solution.terms.shoe.sum())
    held = 4 * Fraction(copies, size) * Fraction(copies - 1, size - 1)
    in_suit, other = Fraction(copies - 2, size - 2), Fraction(3 * copies, size - 2)
    third = in_suit * Fraction(copies - 3, size - 3) + other * Fraction(copies - 2, size - 3)
    return held * (in_suit + other), third / (in_suit + other)
