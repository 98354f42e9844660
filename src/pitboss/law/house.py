"""House files: what an operator chose, checked against what the rulebook permits.

Checking reports every defect at once. A defect is malformed (the question makes no sense: an unknown name, a value
of the wrong type) or unlawful (the question is clear and the clause says no).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.ids import ClauseId, Clauses
from pitboss.law.citations import clause
from pitboss.law.permissions import Unreadable, Value, clauses_of, read
from pitboss.law.rulebook import Rulebook, UnknownName
from pitboss.money import Cents, Odds, plain


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong with one setting: where it stands, what was set, what is permitted, and by which clauses."""

    where: str
    says: str
    clauses: Clauses
    malformed: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """A lawful house: every option has a value, every switch a reading. `stated` are the options it set itself."""

    rulebook: Rulebook
    values: Mapping[str, Value]
    readings: Mapping[str, str]
    stated: frozenset[str] = frozenset()

    def integer(self, option: str) -> int:
        value = self.values[option]
        assert isinstance(value, int)
        return value

    def word(self, option: str) -> str:
        value = self.values[option]
        assert isinstance(value, str)
        return value

    def flag(self, option: str) -> bool:
        return self.values[option] is True

    def cents(self, option: str) -> Cents:
        return Cents(self.integer(option))

    def cents_or_none(self, option: str) -> Cents | None:
        return None if self.values[option] is None else self.cents(option)

    def odds(self, option: str) -> dict[str, Odds]:
        rows: Any = self.values[option] or ()
        return dict(rows)

    def wheel(self, option: str) -> tuple[tuple[Cents, int], ...]:
        sections: Any = self.values[option] or ()
        return tuple((Cents(pays), weight) for pays, weight in sections)


def check(rulebook: Rulebook, settings: Mapping[str, object], readings: Mapping[str, object]) -> House | list[Defect]:
    """The house that these settings make, or everything that is wrong with them."""
    defects: list[Defect] = []
    values = _values(rulebook, settings, defects)
    chosen = _readings(rulebook, readings, defects)
    if not defects:
        house = House(rulebook, values, chosen, frozenset(settings))
        for validator in _TOGETHER:
            validator(house, defects)
        if not defects:
            return house
    return defects


def defaults(rulebook: Rulebook) -> House:
    """The house that changes nothing."""
    house = check(rulebook, {}, {})
    assert isinstance(house, House), house
    return house


def _values(rulebook: Rulebook, settings: Mapping[str, object], defects: list[Defect]) -> dict[str, Value]:
    defects.extend(
        Defect(f"house.{name}", str(UnknownName("option", name, rulebook.options)), (), True)
        for name in settings
        if name not in rulebook.options
    )
    values: dict[str, Value] = {}
    approved = "approved_procedure" in settings
    for name in sorted(rulebook.options, key=lambda option: option != "decks"):
        decks = values.get("decks")
        raw = settings.get(name)
        try:
            values[name] = _value(rulebook, name, raw, decks if isinstance(decks, int) else 0, approved)
        except _Unlawful as unlawful:
            defects.append(unlawful.defect)
            values[name] = _default(rulebook, name, 6)
    return values


class _Unlawful(Exception):
    def __init__(self, defect: Defect) -> None:
        super().__init__(defect.says)
        self.defect = defect


def _value(rulebook: Rulebook, name: str, raw: object, decks: int, approved: bool) -> Value:  # noqa: FBT001
    permission = rulebook.options[name]
    if raw is None:
        return _default(rulebook, name, decks)
    where, clauses = f"house.{name}", clauses_of(permission)
    try:
        value = read(permission, raw)
    except Unreadable as error:
        raise _Unlawful(Defect(where, f"{name} must be {error}, not {_shown(raw)}", clauses, True)) from None
    if not permission.permits(value, decks) and not (permission.approval and approved):
        says = f"{name} is set to {_shown(raw)}; the text permits {permission.spoken(decks)}"
        if permission.approval:
            says += ", or another value with an approved_procedure"
            clauses += tuple(ClauseId(each) for each in permission.approval)
        raise _Unlawful(Defect(where, says, clauses))
    if value in permission.not_yet:
        says = f"{name} = {_shown(raw)} is lawful, but pitboss cannot deal it yet; leave it at {permission.default}"
        raise _Unlawful(Defect(where, says, clauses))
    return value


def _default(rulebook: Rulebook, name: str, decks: int) -> Value:
    permission = rulebook.options[name]
    if permission.kind == "fixed":
        return permission.lawful(permission.value)  # type: ignore[no-any-return]
    if permission.kind == "at_least" and permission.least_by_decks:
        return permission.bound(decks)  # type: ignore[no-any-return]
    if permission.default is None or isinstance(permission.default, tuple):
        return permission.default
    return permission.lawful(permission.default)  # type: ignore[no-any-return]


def _readings(rulebook: Rulebook, readings: Mapping[str, object], defects: list[Defect]) -> dict[str, str]:
    switches = {code: each for code, each in rulebook.interpretations.items() if each.switch}
    chosen = {code: each.default_value for code, each in switches.items()}
    for code, value in readings.items():
        where = f"readings.{code}"
        if code not in switches:
            if code in rulebook.interpretations:
                says = f"{code} moves neither play nor money, so it has no switch"
            else:
                says = str(UnknownName("reading", code, switches))
            defects.append(Defect(where, says, (), True))
        elif not isinstance(value, str) or value not in switches[code].values:
            says = str(UnknownName(f"value of {code}", str(value), switches[code].values))
            defects.append(Defect(where, says, tuple(ClauseId(c) for c in switches[code].clauses), True))
        else:
            chosen[code] = value
    return chosen


def _shown(raw: object) -> str:
    text = str(raw).lower() if isinstance(raw, bool) else str(raw)
    return text if len(text) <= 40 else text[:37] + "..."


def _chip_divides(house: House, defects: list[Defect]) -> None:
    """S31: a stake of whole chips must pay 3 to 2, and give back one half, in whole cents."""
    if house.cents("chip") <= 0 or house.cents("chip") % 2:
        says = (
            f"chip is {plain(house.cents('chip'))}; it must be a positive even number of cents, "
            "so that 3 to 2 and one half are whole cents"
        )
        defects.append(_defect(house, "chip", says))
        return
    for name in ("main_min", "main_max", "match_min", "match_max"):
        value = house.values.get(name)
        if name in house.stated and isinstance(value, int) and value % house.cents("chip"):
            says = f"{name} is {plain(Cents(value))}, which chips of {plain(house.cents('chip'))} cannot make"
            defects.append(_defect(house, name, says))


def _limits_in_order(house: House, defects: list[Defect]) -> None:
    """Posted limits are positive, and the lower one is not above the upper one."""
    for least, most in (("main_min", "main_max"), ("match_min", "match_max")):
        low, high = house.values.get(least), house.values.get(most)
        for name, limit in ((least, low), (most, high)):
            if isinstance(limit, int) and limit <= 0:
                defects.append(_defect(house, name, f"{name} is {plain(Cents(limit))}, which is not a positive amount"))
        if isinstance(low, int) and isinstance(high, int) and low > high:
            says = f"{least} is {plain(Cents(low))}, above {most} of {plain(Cents(high))}"
            defects.append(_defect(house, least, says))


@clause("MA-6(e).1")
def _match_odds(house: House, defects: list[Defect]) -> None:
    """Match odds may be raised above the table of the text, not lowered."""
    if "match_odds" not in house.values:
        return
    rows = ("other_suit", "same_suit")
    for row, odds in house.odds("match_odds").items():
        if row not in rows:
            says = str(UnknownName("match row", row, rows))
            defects.append(Defect("house.match_odds", says, (), True))
            continue
        least = house.rulebook.payout("match-the-dealer", row, house.integer("decks"))
        if not odds.at_least(least.odds):
            decks = house.integer("decks")
            says = f"match_odds.{row} is {odds}; the text permits at least {least.odds} with {decks} decks"
            defects.append(Defect("house.match_odds", says, least.clauses))
        elif house.cents("chip") * odds.pays % odds.to:
            says = f"match_odds.{row} of {odds} does not pay whole cents on a chip of {plain(house.cents('chip'))}"
            defects.append(_defect(house, "match_odds", says))


@clause("MA-16(d)(2).2")
def _wheel_complete(house: House, defects: list[Defect]) -> None:
    """MA18: Bonus Spin is offered only with a wheel of at least two sections with positive amounts and weights."""
    if "bonus_spin" not in house.values:
        return
    wheel = house.wheel("wheel")
    if house.flag("bonus_spin") and not wheel:
        says = "bonus_spin needs a wheel; add [[house.wheel]] tables with pays and weight"
        defects.append(_defect(house, "wheel", says))
    elif wheel and (len(wheel) < 2 or any(pays <= 0 or weight <= 0 for pays, weight in wheel)):
        says = "the wheel needs at least two sections, each with a positive amount and a positive weight"
        defects.append(_defect(house, "wheel", says))


@clause("MA-4(j)")
def _shuffle_steps(house: House, defects: list[Defect]) -> None:
    """MA08: what 4(j) says of a manual shuffle, where the edition has it."""
    if not any(clause.id.startswith("MA-4(j)") for clause in house.rulebook.clauses):
        return
    steps = house.values["manual_shuffle_steps"]
    assert isinstance(steps, tuple)
    for wrong, says, cited in _shuffle_defects([str(step) for step in steps]):
        if wrong:
            defects.append(Defect("house.manual_shuffle_steps", says, (ClauseId(cited),)))


def _shuffle_defects(steps: list[str]) -> list[tuple[bool, str, str]]:
    missing = [step for step in ("plug", "riffle", "turn", "strip", "cut") if step not in steps]
    first_strip = steps.index("strip") if "strip" in steps else len(steps)
    turned = [steps[at + 1 : at + 2] == ["riffle"] for at, step in enumerate(steps) if step == "turn"]
    return [
        (bool(missing), f"the manual shuffle lacks {', '.join(missing)}", "MA-4(j).1"),
        (
            steps[:first_strip].count("riffle") < 2,
            "the strip must not come before two riffles",
            "MA-4(j)(4).2",
        ),
        (not all(turned), "a turn must be followed by a riffle of the two stacks", "MA-4(j)(3)"),
        (steps[-1:] != ["cut"], "the cut must be the last step of the manual shuffle", "MA-4(j)(5).1"),
    ]


def _defect(house: House, option: str, says: str) -> Defect:
    return Defect(f"house.{option}", says, clauses_of(house.rulebook.options[option]))


_TOGETHER: tuple[Callable[[House, list[Defect]], None], ...] = (
    _chip_divides,
    _limits_in_order,
    _match_odds,
    _wheel_complete,
    _shuffle_steps,
)
