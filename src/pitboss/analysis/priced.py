"""Wagers with their prices, as values: what was worked out, whoever worked it out and whenever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from pitboss.ids import Clauses, Wager
from pitboss.money import Cents
from pitboss.wagers.fixed_award import FixedAward

MAIN_METHOD = (
    "best play from a fresh shoe by the very cards held; hands that are not split are exact, split hands are exact for "
    "a stated policy; the standard deviation is exact but for the hands of a split box, where more than two cards that "
    "each of two hands draws are not seen together; "
    "of the outcomes a split box is one, with its mean, and so is a dealer blackjack, whatever was decided before it"
)


TWO_SPOTS_METHOD = (
    "best play of both spots together from a fresh shoe, by the cards of a spot, all first cards and the up card; "
    "split hands are exact for a stated policy; for each unit on both spots; the standard deviation, of both together, "
    "is exact but for two hands, where more than two cards that each of them draws are not seen together"
)

JOINED_METHOD = (
    "best play of both wagers together from a fresh shoe, less best play of the main wager alone, for each unit of "
    "this one; the outcomes and the standard deviation are its own, and what it costs the main wager is taken off too"
)
ALONG_METHOD = (
    "as it comes when the main wager is played for itself from a fresh shoe; with a stake of its own both are played "
    "for together"
)

CONTEST_METHOD = (
    "best play of all wagers together from a fresh shoe, less best play of the other wager alone, for each unit of the "
    "ante, its bet counted with it; hands that are not split are exact; hands of a split box are played for both "
    "wagers by a stated policy, whose worth is estimated without bias from boxes that are played out"
)
ALONE_METHOD = "best play of an ante alone from a fresh shoe, its bet counted with it; exact"

Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Number]):
    """One way in which a wager can end: its chance, and what it pays for each unit of the wager; -1 is its loss.

    Both are fractions where they were counted, floats where they were computed. Where a wheel decided it, `spun` is
    what the section alone hands out for each unit, as the text of a fraction; `pays` has what is paid next to it too.
    """

    name: str
    probability: Number
    pays: Number
    clauses: Clauses = ()
    spun: str = ""

    @property
    def exactly(self) -> str | None:
        """The chance as a fraction, where it is known as one."""
        return str(self.probability) if isinstance(self.probability, Fraction) else None


@dataclass(frozen=True, slots=True)
class Priced:
    """A wager with all its outcomes, which exclude each other and leave nothing out.

    `by_up_card` is what it is worth against each up card, of a wager that is placed when that is known.
    """

    wager: Wager
    outcomes: tuple[Outcome[Fraction], ...]
    method: str
    by_up_card: Mapping[str, Fraction] | None = None

    def __post_init__(self) -> None:
        assert sum(each.probability for each in self.outcomes) == 1

    @property
    def ev(self) -> Fraction:
        return sum((each.probability * each.pays for each in self.outcomes), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((each.probability * each.pays**2 for each in self.outcomes), Fraction(0)) - self.ev**2

    @property
    def fair_wheel_mean(self) -> Fraction | None:
        """The mean of what a wheel's sections hand out, for each unit of the stake, at which the wager breaks even.

        What is paid next to a section (MA15, MA16) is the same for all sections, and no part of the mean.
        """
        chance = sum((each.probability for each in self.outcomes if each.spun), Fraction(0))
        sections = sum((each.probability * Fraction(each.spun) for each in self.outcomes if each.spun), Fraction(0))
        return (sections - self.ev) / chance if chance else None


@dataclass(frozen=True, slots=True)
class PricedInPlay:
    """A wager that only hands in play may have, given that it is offered, with the main wager played for itself.

    `offered` is the chance that a box is offered it, which is in every round where the dealer has no blackjack and a
    hand of the box is in play. The expectation is exact to `error`. `by_up_card` has it against each up card; there the
    bound is larger, by as much as that up card is rarer than all of them.
    """

    wager: Wager
    outcomes: tuple[Outcome[float], ...]
    method: str
    by_up_card: Mapping[str, float]
    offered: float
    error: float

    @property
    def ev(self) -> float:
        return sum(each.probability * each.pays for each in self.outcomes)

    @property
    def variance(self) -> float:
        return sum(each.probability * each.pays**2 for each in self.outcomes) - self.ev**2


@dataclass(frozen=True, slots=True)
class MainWager:
    """The main wager with best play: expectation, standard deviation, and what it comes to how often.

    The outcomes go from the best to the worst, split boxes last. The deviation is wrong by no more than `sd_error`.
    Of two spots that are played together, both are for each unit on both of them.
    """

    ev: float
    sd: float | None
    outcomes: tuple[Outcome[float], ...]
    sd_error: float = 0.0


class Joined(NamedTuple):
    """A side wager that is played for together with the main one.

    `ev` is what placing it adds, for each unit of it; `own` what it comes to itself and `sd` its standard deviation,
    `main` what the main wager is then worth, `combined` expectation and deviation of both for a unit of all of it.
    """

    ev: float
    own: float
    sd: float
    main: float
    combined: tuple[float, float]
    outcomes: tuple[Outcome[float], ...]


class PlayedTogether(NamedTuple):
    """A wager and an ante on a poker hand of the same cards, played for together; expectations in cents a round.

    `played` and `ante` are what each of them comes to, the bet with the ante; `error` is the standard error of `ev`,
    which is the worth of a stated policy; best play could gain no more than `bound`.
    """

    ev: float
    sd: float
    played: float
    ante: float
    ante_sd: float
    fold_chance: float
    error: float
    bound: float
    outcomes: tuple[Outcome[float], ...]


class Thumb(NamedTuple):
    """A rule that a person can keep to: what a wager is worth by it, and what that loses to best play."""

    says: str
    ev: Fraction | float
    loss: Fraction | float


class AwardPlay(NamedTuple):
    """How often the fixed award is won in a round, and what drawing to it costs a unit of the main wager."""

    chance: Fraction
    cost: float


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


def priced_award(award: FixedAward, play: AwardPlay, wager: Cents, others: int) -> AwardLine | None:
    """The award for a wager and a number of other players, who play as this one does; nothing where none is due."""
    prize = award.prize(wager)
    if prize is None:
        return None
    own = play.chance * Fraction(prize.amount, wager)
    shared = play.chance * others * Fraction(award.to_others(wager), wager)
    rank = award.against.name.lower()
    name = f"three suited {rank}s against a {rank}"
    return AwardLine(award.wager, name, wager, others, play.chance, own, shared, play.cost, prize.clauses)
