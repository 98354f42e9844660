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
from pitboss.ids import Clauses
from pitboss.law.rulebook import Award
from pitboss.money import Cents

SEVEN = 6
PAIR_OF_SEVENS: Multiset = (0, 0, 0, 0, 0, 0, 2, 0, 0, 0)

MAIN_METHOD = (
    "best play from a fresh shoe by the very cards held; hands that are not split are exact, split hands are exact for "
    "a stated policy; the standard deviation takes the hands of a split box as independent given the dealer's end"
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """The fixed award for three suited sevens against a seven, as part of a main wager of this size.

    `drawn_to` says whether the best play draws to it even without the award; `with_award` whether the award makes it.
    """

    wager: Cents
    others: int
    probability: Fraction
    own: Fraction
    from_others: Fraction
    drawn_to: bool
    with_award: bool
    clauses: Clauses

    @property
    def ev(self) -> Fraction:
        """For each unit of the main wager."""
        return self.own + self.from_others


def solve_main(game: Game) -> Solution:
    return Solution(Terms(game))


def side_wagers(game: Game) -> Iterator[Priced]:
    return price_side_wagers(game)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award for a given wager and number of other players, each of whom plays as this one does."""
    rules = solution.terms.rules
    if not rules.awards:
        return None
    prize = next((each for name, each in rules.awards.items() if name != "others" and _fits(each, wager)), None)
    chance, draws, would_draw = _suited_sevens(solution, prize, wager)
    used = chance if draws or would_draw else Fraction(0)
    own = Fraction(0) if prize is None else used * Fraction(prize.amount, wager)
    shared = used * others * Fraction(rules.awards["others"].amount, wager) if prize is not None else Fraction(0)
    cited = () if prize is None else prize.clauses
    return AwardLine(wager, others, used, own, shared, draws, would_draw, cited)


def _fits(award: Award, wager: Cents) -> bool:
    return award.least <= wager and (award.below is None or wager < award.below)


def _suited_sevens(solution: Solution, prize: Award | None, wager: Cents) -> tuple[Fraction, bool, bool]:
    """The chance of three suited sevens against a seven if they are drawn to; whether they are, without and with it."""
    copies, size = solution.terms.copies, int(solution.terms.shoe.sum())
    ways = Fraction(0)
    for up_in_suit in (True, False):
        held = Fraction(copies, size) * Fraction(copies - 1, size - 1)
        up = (copies - 2 if up_in_suit else 3 * copies, size - 2)
        third = (copies - 2 - up_in_suit, size - 3)
        ways += 4 * held * Fraction(*up) * Fraction(*third)
    at = solution.up_cards[SEVEN]
    decisions = at.decisions(PAIR_OF_SEVENS, "suited", copies - 2)
    best = max(decisions.values())
    draws = decisions[HIT] == best
    third_chance = (copies - 2) / (size - 3)
    bonus = 0.0 if prize is None else third_chance * float(Fraction(prize.amount, wager))
    return ways, draws, decisions[HIT] + bonus >= best
