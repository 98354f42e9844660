"""The sign that must be posted: limits, odds and notices of one house, each under its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.law.checks import House
from pitboss.money import Cents, Odds, dollars, spoken

LIMITS = (
    ("main", "main_min", "main_max"),
    ("match-the-dealer", "match_min", "match_max"),
    ("match-the-dealer-down", "match_min", "match_max"),
)


class Line(NamedTuple):
    heading: str
    says: str
    clauses: tuple[str, ...]


def sign(house: House) -> list[Line]:
    """What the sign of this house says, in the order in which people look for it."""
    lines = [*_limits(house), *_payouts(house), *_awards(house), *_wheel(house), *_notices(house)]
    return [*lines, *_readings(house)]


def _limits(house: House) -> Iterator[Line]:
    for wager, least, most in LIMITS:
        offered = wager == "main" or house.values.get("match_offered", True)
        if not offered or wager not in house.rulebook.wagers:
            continue
        low, high = house.cents(least), house.cents_or_none(most)
        upper = f"to {spoken(high)}" if high is not None else "to the main wager"
        clauses = (*house.rulebook.options[least].clauses, *house.rulebook.options[most].clauses)
        yield Line("LIMITS", f"{_name(wager)}: {spoken(low)} {upper}", tuple(dict.fromkeys(clauses)))
    if house.values.get("bonus_spin"):
        amount = spoken(house.cents("bonus_spin_wager"))
        yield Line("LIMITS", f"Bonus spin: {amount} exactly", house.rulebook.options["bonus_spin_wager"].clauses)


def _name(wager: str) -> str:
    return f"{wager.replace('-', ' ').capitalize()} wager"


def _payouts(house: House) -> Iterator[Line]:
    """Every row of every pay table that is in force: for this number of decks, with odds that the house raised."""
    raised = house.odds("match_odds") if "match_odds" in house.values else {}
    for table, rows in house.rulebook.payouts.items():
        match = table == "match-the-dealer"
        if match and not house.values.get("match_offered", True):
            continue
        for row in rows:
            if row.decks in (None, house.integer("decks")):
                odds = raised.get(row.row) if match else None
                odds = Odds.parse(row.odds) if odds is None else odds
                name = "" if table in ("main", "premium") else f"{_name(table)}. "
                yield Line("PAYOUTS", f"{name}{row.says}: {odds.pays} to {odds.to}", row.clauses)


def _awards(house: House) -> Iterator[Line]:
    for row in house.rulebook.awards:
        yield Line("FIXED AWARDS", f"{row.says}: {spoken(dollars(row.amount))}", row.clauses)


def _wheel(house: House) -> Iterator[Line]:
    wheel = house.wheel("wheel") if house.values.get("bonus_spin") else ()
    total = sum(weight for _, weight in wheel)
    if wheel:
        ace = spoken(house.cents("bonus_spin_ace"))
        yield Line("BONUS SPIN", f"An ace without a blackjack is paid {ace}", ("MA-16(c)",))
    for pays, weight in wheel:
        says = f"Wheel: {spoken(Cents(pays))} on {weight} of {total} parts"
        yield Line("BONUS SPIN", says, house.rulebook.options["wheel"].clauses)


def _notices(house: House) -> Iterator[Line]:
    limit = house.values.get("payout_limit")
    if isinstance(limit, int):
        says = f"No hand is paid more than {spoken(Cents(limit))} in all"
        yield Line("NOTICES", says, house.rulebook.options["payout_limit"].clauses)
    for notice in house.rulebook.notices:
        if not notice.option or _setting(house, notice.option) in notice.values:
            yield Line("NOTICES", notice.says, notice.clauses)


def _setting(house: House, name: str) -> object:
    """The value of an option, or of a reading where the name says `readings.`."""
    code = name.removeprefix("readings.")
    return house.readings[code] if code != name else house.values[name]


def _readings(house: House) -> Iterator[Line]:
    """Where the house reads its text otherwise than by default, the sign says so: it may change what is paid."""
    for code, value in house.readings.items():
        if value != house.rulebook.default_reading(code):
            question = house.rulebook.interpretations[code]
            yield Line("READ OTHERWISE THAN USUAL", question.values[value], (code,))
