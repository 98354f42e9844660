"""The answers that the desk gives: prices, advice on a hand, and the best play with its tables. Values alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.priced import AwardLine, Outcome, Priced, PricedInPlay, Thumb
from pitboss.games.registry import Family, Game
from pitboss.ids import Clauses, Wager
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Price:
    """One wager: the player's expectation for each unit of it, its standard deviation, and every outcome.

    `exact` is the expectation as a fraction where one exists. `fair_wheel` is what a wheel would have to hand out on
    average, in dollars, so that the wager breaks even. `by_up_card` has the expectation against each up card of a wager
    that is placed when it is known, `break_even_meter` what a progressive meter must show so that the wager costs
    nothing, in dollars. `beside` has the stakes of the wagers that it is played together with, and its own, where it is
    worth what it adds to them. `unit` says what a unit is of, where a box has several such wagers. `bound` is how far
    the expectation may be off at most, where it is not exact, and `note` what a person should know of it. The
    deviation is wrong by `sd_error` at most, and `error` is a standard error of the expectation, of boxes that were
    played out.
    """

    wager: Wager
    ev: float
    sd: float | None
    outcomes: Sequence[Outcome[Any]]
    method: str
    exact: str | None = None
    fair_wheel: float | None = None
    by_up_card: Mapping[str, Fraction] | Mapping[str, float] | None = None
    break_even_meter: float | None = None
    beside: Mapping[Wager, Cents] | None = None
    unit: str = ""
    bound: float | None = None
    note: str = ""
    sd_error: float = 0.0
    error: float = 0.0


EXACT, BOUNDED, SIMULATED, BY_POLICY = "exact", "bounded", "simulated", "exact for a stated policy"
"""Kinds of figures, as JSON and text name them."""


def accuracy_says(error: float, bound: float | None) -> str:
    """Return a standard error and what best play could gain, in percent; no error that is there is shown as zero."""
    told = f"{100 * error:.4f} %" if round(100 * error, 4) else "below 0.0001 %"
    sampled = f"standard error {told}" if error else ""
    gained = "" if bound is None else f"best play could gain {100 * bound:.4f} % at most"
    return ", ".join(filter(None, (sampled, gained)))


@dataclass(frozen=True, slots=True)
class Combined:
    """Wagers that are played together: expectation and standard deviation for each unit of all of them.

    `exact`, `bound`, `error` and `sd_error` are as those of a `Price`.
    """

    wagers: tuple[Wager, ...]
    ev: float
    sd: float
    exact: str | None = None
    bound: float | None = None
    error: float = 0.0
    sd_error: float = 0.0

    @property
    def kind(self) -> str:
        if self.exact is not None:
            return EXACT
        if self.error:
            return SIMULATED
        return BY_POLICY if self.bound is None else BOUNDED

    @property
    def accuracy(self) -> str:
        """The kind of figure, with its fraction or how far it may be off."""
        edge = "" if self.exact is None else self.exact.removeprefix("-") if self.ev < 0 else f"-{self.exact}"
        return ", ".join(filter(None, (self.kind, edge, accuracy_says(self.error, self.bound))))

    @property
    def unit(self) -> str:
        return f"for each unit of all that is staked on {' and '.join(self.wagers)}"


def deviations_off(prices: Mapping[Wager, Price], stakes: Mapping[Wager, Cents], wagers: Sequence[Wager]) -> float:
    """Return how far the deviation of wagers together may be off, because those of the wagers are."""
    return sum(stakes[each] * prices[each].sd_error for each in wagers) / sum(stakes[each] for each in wagers)


@dataclass(frozen=True, slots=True)
class Prices:
    """All wagers of a house that were asked for, at these stakes.

    `award` is the fixed award, which is part of the main wager. `combined` are the wagers that nobody plays without,
    where there are several: expectation and standard deviation for each unit of all of them, which are `together`.
    `joint` has them with their accuracy. `meter` is what a progressive one shows.
    """

    game: Game
    stakes: Mapping[Wager, Cents]
    wagers: dict[Wager, Price]
    award: AwardLine | None
    seconds: float
    combined: tuple[float, float] | None = None
    meter: Cents | None = None
    together: tuple[Wager, ...] = ()
    joint: Combined | None = None


UP_CARDS = tuple(range(1, 11))
"""The columns of a table that has one for each up card."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table beside the chart, or rules that a person can keep to: what a chart of one hand cannot say.

    `rows` begin with a heading, `rules` are sentences, and the columns in `right` are aligned to the right. `value` is
    the section as JSON, None if another section has it in its own.
    """

    name: str
    says: str
    rows: Sequence[Sequence[str]] = ()
    rules: Sequence[str] = ()
    value: Any = None
    right: Sequence[int] = UP_CARDS


@dataclass(frozen=True, slots=True)
class Advised:
    """One decision: its worth for each unit of a wager, and its clauses.

    `error` is the standard error of a worth of boxes that were played out, and `bound` what best play by everything
    that is seen could gain over it at most.
    """

    decision: str
    worth: float
    clauses: Clauses
    error: float = 0.0
    bound: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """Every decision on a hand at these stakes, the best one first, with its worth for each `unit` of one of them.

    `says` is the question with what is known when it is decided. `asked` is what is decided before that about a poker
    hand of the first cards, under its own heading `asked_says`. `table` has more about each decision than its worth.
    `per` says what a unit is of, where a box has several such wagers.
    """

    stakes: Mapping[Wager, Cents]
    unit: Wager
    decisions: tuple[Advised, ...]
    says: str
    asked: tuple[Advised, ...] = ()
    asked_says: str = ""
    table: Section | None = None
    per: str = ""

    @property
    def best(self) -> Advised:
        return self.decisions[0]


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play: a chart, what best play and keeping to the chart are worth, notes, and further sections.

    Both worths are of the main wager at its stake, the fixed award included where there is one. `summary` says them in
    a sentence. A game without a chart has no `rows`. `figures` are further figures for a program, by their names.
    """

    title: str
    stakes: Mapping[Wager, Cents]
    rows: Sequence[Sequence[str]]
    value: float
    charted: float
    notes: Sequence[str]
    summary: str
    sections: tuple[Section, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


def against(hand: str, up: str, known: str) -> str:
    """Return the heading of advice on a hand, with what is known of the dealer's cards."""
    return f"{hand} against {up}, {known}:"


def thumb_says(rule: Thumb) -> str:
    """Return a rule that a person can keep to as a sentence, with what it loses."""
    return f"{rule.says[0].upper()}{rule.says[1:]}: {100 * float(rule.loss):.4f} %."


def thumb_object(rule: Thumb) -> dict[str, Any]:
    """Return a rule that a person can keep to as JSON."""
    return {"rule": rule.says, "ev": float(rule.ev), "loss": float(rule.loss)}


def best_first(worths: Mapping[str, float], clauses: Mapping[str, Clauses]) -> tuple[Advised, ...]:
    """Sort decisions that have clauses by their worth."""
    ranked = sorted((name for name in worths if name in clauses), key=lambda name: -worths[name])
    return tuple(Advised(name, worths[name], clauses[name]) for name in ranked)


def price_of(game: Game | Family, priced: Priced | PricedInPlay) -> Price:
    """Return the price of a wager that is not played for."""
    sd, against = float(priced.variance) ** 0.5, priced.by_up_card
    if isinstance(priced, PricedInPlay):
        note = f"given that it is offered; exact to {100 * priced.error:.0e} %"
        price = Price(priced.wager, priced.ev, sd, priced.outcomes, priced.method, by_up_card=against)
        return replace(price, bound=priced.error, note=note)
    mean, terms = priced.fair_wheel_mean, game.rules.betting.wagers.get(priced.wager)
    fair = None
    if mean is not None and terms is not None and terms.least is not None:
        fair = float(mean * terms.least.amount / 100)
    exact = str(priced.ev)
    return Price(priced.wager, float(priced.ev), sd, priced.outcomes, priced.method, exact, fair, against)
