"""Side wagers priced exactly: every outcome with its chance as a fraction.

Cards are counted by what they make, never by odds written here: the pay tables are those of the compiled rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Generic, TypeVar

from pitboss.cards import TEN_VALUED, Card, Rank
from pitboss.games.registry import Game
from pitboss.ids import Clauses, Wager, clauses
from pitboss.money import Odds
from pitboss.wagers.bonus_spin import aces, spins
from pitboss.wagers.match_the_dealer import matches

Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Number]):
    """One way in which a wager can end: its chance, and what it pays for each unit of the wager; -1 is its loss.

    Both are fractions where they were counted, and floats where they were computed.
    """

    name: str
    probability: Number
    pays: Number
    clauses: Clauses = ()

    @property
    def exactly(self) -> str | None:
        """The chance as a fraction, where it is known as one."""
        return str(self.probability) if isinstance(self.probability, Fraction) else None


@dataclass(frozen=True, slots=True)
class Priced:
    """A wager with all its outcomes, which exclude each other and leave nothing out."""

    wager: Wager
    outcomes: tuple[Outcome[Fraction], ...]
    method: str

    def __post_init__(self) -> None:
        assert sum(each.probability for each in self.outcomes) == 1

    @property
    def ev(self) -> Fraction:
        return sum((each.probability * each.pays for each in self.outcomes), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((each.probability * each.pays**2 for each in self.outcomes), Fraction(0)) - self.ev**2


def odds_of(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.to)


def price_side_wagers(game: Game) -> Iterator[Priced]:
    """Every side wager that this house takes, in the order of the rulebook."""
    offered = {Wager("insurance"), *game.rules.betting.wagers}
    for wager, price in PRICES.items():
        if wager in offered:
            yield price(game, wager)


def match_the_dealer(game: Game, wager: Wager) -> Priced:
    """Two cards against the dealer's, up or down: each matches in its suit, in another, or not at all."""
    rules = game.rules
    shoe = Counter(game.shoe)
    size = len(game.shoe)
    chances: Counter[tuple[int, int]] = Counter()
    for dealer, copies in shoe.items():
        kinds = Counter(_row(dealer, card, rules) for card in game.shoe)
        kinds["same_suit"] -= 1  # the dealer's own card
        for same, other, ways in _two_of(kinds["same_suit"], kinds["other_suit"], kinds[""]):
            chances[same, other] += Fraction(copies, size) * Fraction(ways, comb(size - 1, 2))  # type: ignore[assignment]
    rows = [_match_outcome(rules, same, other, Fraction(chance)) for (same, other), chance in sorted(chances.items())]
    return Priced(wager, tuple(rows), "counting two cards against each dealer's card")


def _row(dealer: Card, card: Card, rules: Any) -> str:
    found = matches(dealer, (card,), by_points=rules.match_by_points)
    return found[0] if found else ""


def _two_of(same: int, other: int, neither: int) -> Iterator[tuple[int, int, int]]:
    for one in range(3):
        for two in range(3 - one):
            yield one, two, comb(same, one) * comb(other, two) * comb(neither, 2 - one - two)


def _match_outcome(rules: Any, same: int, other: int, chance: Fraction) -> Outcome[Fraction]:
    rows = ["same_suit"] * same + ["other_suit"] * other
    if not rows:
        return Outcome("no match", chance, Fraction(-1), rules.spanish.match_loses)
    pays = sum((odds_of(rules.match_pays[row].odds) for row in rows), Fraction(0))
    cited = tuple(dict.fromkeys(clause for row in rows for clause in rules.match_pays[row].clauses))
    name = " and ".join(f"{count} {row.replace('_', ' ')}" for row, count in Counter(rows).items())
    return Outcome(name, chance, pays, cited)


def insurance(game: Game, wager: Wager) -> Priced:
    """Given that it is offered: the dealer shows a card that may be insured against, and nothing else is known."""
    rules = game.rules
    shown = Counter(card for card in game.shoe if card.rank in rules.insured_ranks)
    wins = Fraction(0)
    for up, copies in shown.items():
        completes = TEN_VALUED if up.rank is Rank.ACE else frozenset({Rank.ACE})
        holes = sum(card.rank in completes for card in game.shoe)
        wins += Fraction(copies, shown.total()) * Fraction(holes, len(game.shoe) - 1)
    pays = rules.insurance_pays
    return Priced(
        wager,
        (
            Outcome("dealer blackjack", wins, odds_of(pays.odds), pays.clauses),
            Outcome("no blackjack", 1 - wins, Fraction(-1), rules.cites.insurance_loses),
        ),
        "counting the second card",
    )


def bonus_spin(game: Game, wager: Wager) -> Priced:
    """An ace in the first two cards, or a blackjack and then the wheel. The house keeps the stake and pays a sum."""
    rules = game.rules
    stake = rules.betting.wagers[wager].least.amount
    total = comb(len(game.shoe), 2)
    kinds: Counter[tuple[int, bool]] = Counter()
    for (one, count), (other, others) in combinations(Counter(game.shoe).items(), 2):
        kinds[aces((one, other)), spins((one, other))] += count * others
    for card, count in Counter(game.shoe).items():
        kinds[aces((card, card)), spins((card, card))] += comb(count, 2)
    outcomes = []
    for (held, spun), ways in sorted(kinds.items()):
        chance = Fraction(ways, total)
        if spun:
            outcomes += list(_wheel(rules, stake, chance))
        elif held:
            each = rules.ace_award * (held if rules.ace_award_for_each_ace else 1)
            handed_out = each + (stake if rules.ace_award_adds_stake else 0)
            pays = Fraction(handed_out, stake) - 1
            outcomes.append(Outcome(f"{held} ace(s), no blackjack", chance, pays, clauses("MA-16(c)")))
        else:
            outcomes.append(Outcome("no ace", chance, Fraction(-1), clauses("MA-16(a).1")))
    return Priced(wager, tuple(outcomes), "counting two cards, then the sections of the wheel")


def _wheel(rules: Any, stake: int, chance: Fraction) -> Iterator[Outcome[Fraction]]:
    weights = sum(weight for _, weight in rules.wheel)
    extra = rules.ace_award + (stake if rules.ace_award_adds_stake else 0) if rules.blackjack_earns_ace_award else 0
    for section, (pays, weight) in enumerate(rules.wheel, start=1):
        name = f"blackjack, wheel section {section}"
        cited = clauses("MA-16(d)(2).2")
        yield Outcome(name, chance * Fraction(weight, weights), Fraction(pays + extra, stake) - 1, cited)


def fair_wheel_mean(priced: Priced) -> Fraction:
    """The mean of what a wheel hands out, for each unit of the stake, at which Bonus Spin breaks even."""
    wheel = [each for each in priced.outcomes if "wheel" in each.name]
    chance = sum(each.probability for each in wheel)
    rest = sum((each.probability * each.pays for each in priced.outcomes if each not in wheel), Fraction(0))
    return 1 - rest / chance


PRICES: Mapping[Wager, Callable[[Game, Wager], Priced]] = {
    Wager("insurance"): insurance,
    Wager("match-the-dealer"): match_the_dealer,
    Wager("match-the-dealer-down"): match_the_dealer,
    Wager("bonus-spin"): bonus_spin,
}
