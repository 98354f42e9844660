"""The sign that must be posted: limits, odds and notices of one house, each under its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from pitboss.ids import MAIN
from pitboss.law.checks import House
from pitboss.law.rulebook import PayoutRow
from pitboss.money import Cents, Odds, dollars, spoken


class Heading(StrEnum):
    """The parts of a sign, in the order in which people look for them."""

    LIMITS = "LIMITS"
    PAYOUTS = "PAYOUTS"
    AWARDS = "FIXED AWARDS"
    RULES = "RULES OF PLAY"
    NOTICES = "NOTICES"
    EDGE = "HOUSE EDGE"
    READINGS = "READ OTHERWISE THAN USUAL"


class Line(NamedTuple):
    heading: Heading
    says: str
    clauses: tuple[str, ...]


def sign(house: House) -> list[Line]:
    """What the rulebook wants on the sign of this house; `games.posted` adds what follows from the rules of play."""
    return [*_limits(house), *_payouts(house), *_awards(house), *_notices(house), *_edges(house), *_readings(house)]


def in_order(lines: Iterable[Line]) -> list[Line]:
    """Return these lines part by part, each in the order in which it was given."""
    parts = list(Heading)
    return sorted(lines, key=lambda line: parts.index(line.heading))


def _limits(house: House) -> Iterator[Line]:
    for wager, row in house.rulebook.wagers.items():
        if not row.least or not house.offers(wager):
            continue
        low, high = house.cents(row.least), house.cents_or_none(row.most)
        upper = "to the main wager" if high is None else f"to {spoken(high)}"
        amount = f"{spoken(low)} exactly" if row.least == row.most else f"{spoken(low)} {upper}"
        clauses = dict.fromkeys((*house.cited(row.least), *house.cited(row.most)))
        yield Line(Heading.LIMITS, f"{wager_title(wager)}: {amount}", tuple(clauses))


def wager_title(wager: str) -> str:
    """Return the name of a wager as a sign writes it."""
    return f"{wager.replace('-', ' ').capitalize()} wager"


def _payouts(house: House) -> Iterator[Line]:
    """Every row of every pay table that is in force: for this number of decks, with odds that the house raised."""
    for table in house.rulebook.payouts:
        if table in house.rulebook.wagers and not house.offers(table):
            continue
        name = "" if table in (MAIN, "premium") else f"{wager_title(table)}. "
        for row in house.rows(table):
            for paid in _paid(house, table, row):
                yield Line(Heading.PAYOUTS, f"{name}{row.says}: {paid}", row.clauses)


def _paid(house: House, table: str, row: PayoutRow) -> Iterator[str]:
    """What a row pays, for a person: odds, a sum, or every section of a wheel."""
    if row.odds:
        odds = house.raised(table).get(row.row) or Odds.parse(row.odds)
        yield f"{odds.pays} to {odds.to}" + (f" and {row.meter} % of the meter" if row.meter else "")
    elif row.amount:
        yield f"{spoken(house.cents(row.amount))} for the stake"
    else:
        wheel = house.wheel(row.wheel)
        total = sum(weight for _, weight in wheel)
        for pays, weight in wheel:
            yield f"{spoken(pays)} on {weight} of {total} parts"


def _awards(house: House) -> Iterator[Line]:
    for row in house.rulebook.awards:
        yield Line(Heading.AWARDS, f"{row.says}: {spoken(dollars(row.amount))}", row.clauses)


def _notices(house: House) -> Iterator[Line]:
    limit = house.values.get("payout_limit")
    if isinstance(limit, int):
        says = f"No hand is paid more than {spoken(Cents(limit))} in all"
        yield Line(Heading.NOTICES, says, house.rulebook.options["payout_limit"].clauses)
    for notice in house.rulebook.notices:
        value = house.setting(notice.option) if notice.option else None
        if notice.option and not notice.values and isinstance(value, int):  # an amount that the house has set
            yield Line(Heading.NOTICES, notice.says.format(spoken(Cents(value))), notice.clauses)
        elif not notice.option or value in notice.values:
            yield Line(Heading.NOTICES, notice.says, notice.clauses)


def _edges(house: House) -> Iterator[Line]:
    """A house edge that the text states: whose figure it is, because nothing here is computed from it (CH02)."""
    for stated in house.rulebook.stated_edges:
        says = f"The text states a house edge of {stated.percent} % on the {stated.wager} wager, as its own figure"
        yield Line(Heading.EDGE, says, stated.clauses)


def _readings(house: House) -> Iterator[Line]:
    """Where the house reads its text otherwise than by default, the sign says so: it may change what is paid."""
    for code, value in house.readings.items():
        if value != house.rulebook.default_reading(code):
            question = house.rulebook.interpretations[code]
            yield Line(Heading.READINGS, question.values[value], (code,))
