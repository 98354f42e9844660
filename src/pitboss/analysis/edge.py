"""What every wager of a house is worth, under its rulebook and readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.family.kernel import HIT
from pitboss.analysis.family.solver import EMPTY, Solution, solve, with_card
from pitboss.analysis.family.terms import rank_of
from pitboss.analysis.side import Priced, price_side_wagers
from pitboss.cards import Card, Suit
from pitboss.games.registry import Game
from pitboss.ids import Clauses, Wager
from pitboss.money import Cents

MAIN_METHOD = (
    "best play from a fresh shoe by the very cards held; hands that are not split are exact, split hands are exact for "
    "a stated policy; the standard deviation takes the hands of a split box as independent given the dealer's end; "
    "of the outcomes a split box is one, with its mean, and so is a dealer blackjack, whatever was decided before it"
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """The fixed award for three suited cards of a rank against that rank, as part of a main wager of this size.

    Without the award two suited ones may be better split. `changes_play` says that the award makes drawing better;
    `cost` is what that play then loses of the main wager. `probability` is nothing where even so it is not drawn to.
    """

    id: Wager
    name: str
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
    """Best play of the main wager; raises `NotPriced`."""
    return solve(game)


def side_wagers(game: Game) -> Iterator[Priced]:
    return price_side_wagers(game)


def award_line(solution: Solution, wager: Cents, others: int) -> AwardLine | None:
    """The award for a given wager and number of other players, each of whom plays as this one does."""
    award = solution.terms.rules.award
    prize = None if award is None else award.prize(wager)
    if award is None or prize is None:
        return None
    pair, third = _suited_triple(solution)
    gain = float(third) * float(Fraction(prize.amount, wager))
    copies, rank = solution.terms.copies, rank_of(Card(award.against, Suit.HEARTS))
    decisions = solution.up_cards[rank].decisions(with_card(EMPTY, rank, 2), "suited", copies - 2)
    short = max(decisions.values()) - decisions[HIT]
    drawn = short <= gain
    chance = pair * third if drawn else Fraction(0)
    own = chance * Fraction(prize.amount, wager)
    shared = chance * others * Fraction(award.others.amount, wager)
    cost = float(pair) * short if drawn else 0.0
    rank_name = award.against.name.lower()
    name = f"three suited {rank_name}s against a {rank_name}"
    return AwardLine(award.wager, name, wager, others, chance, own, shared, cost, drawn and short > 0, prize.clauses)


def _suited_triple(solution: Solution) -> tuple[Fraction, Fraction]:
    """The chance of two suited cards of a rank against that rank, and then of a third one of the suit."""
    copies, size = solution.terms.copies, int(solution.terms.shoe.sum())
    held = 4 * Fraction(copies, size) * Fraction(copies - 1, size - 1)
    in_suit, other = Fraction(copies - 2, size - 2), Fraction(3 * copies, size - 2)
    third = in_suit * Fraction(copies - 3, size - 3) + other * Fraction(copies - 2, size - 3)
    return held * (in_suit + other), third / (in_suit + other)
