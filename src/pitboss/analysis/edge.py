"""What every wager of a house is worth, under its rulebook and readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.family.solver import Solution
from pitboss.analysis.side import Priced, price_side_wagers
from pitboss.games.registry import Game
from pitboss.ids import Clauses, Wager
from pitboss.money import Cents

ROUNDING = 1e-12
MAIN_METHOD = (
    "best play from a fresh shoe by the very cards held; hands that are not split are exact, split hands are exact for "
    "a stated policy; the standard deviation takes the hands of a split box as independent given the dealer's end; "
    "of the outcomes a split box is one, with its mean, and so is a dealer blackjack, whatever was decided before it"
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """The fixed award for three suited cards of a rank against that rank, as part of a main wager of this size.

    `probability` is its chance in a round as it is played, `ev` what it adds to the main wager, for each unit of it.
    Best play may draw to it where something else would be better without it; `cost` is what that loses of the main
    wager, already taken off.
    """

    id: Wager
    name: str
    wager: Cents
    others: int
    probability: Fraction
    own: Fraction
    from_others: Fraction
    cost: float
    clauses: Clauses

    @property
    def ev(self) -> float:
        return float(self.own + self.from_others) - self.cost

    @property
    def changes_play(self) -> bool:
        return self.cost > 0.0


def side_wagers(game: Game) -> Iterator[Priced]:
    return price_side_wagers(game)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award as this solution is played, for a wager and a number of other players who play as this one does."""
    award = solution.terms.rules.award
    prize = None if award is None else award.prize(wager)
    if award is None or prize is None:
        return None
    chance = solution.award_chance
    own = chance * Fraction(prize.amount, wager)
    shared = chance * others * Fraction(award.to_others(wager), wager)
    cost = solution.without_award().value - solution.main_value
    cost = cost if cost > ROUNDING else 0.0
    rank_name = award.against.name.lower()
    name = f"three suited {rank_name}s against a {rank_name}"
    return AwardLine(award.wager, name, wager, others, chance, own, shared, cost, prize.clauses)
