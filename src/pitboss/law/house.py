"""House files: what an operator chose, checked against what the rulebook permits.

Checking reports every defect at once. A defect is malformed (the question makes no sense: an unknown name, a value
of the wrong type) or unlawful (the question is clear and the clause says no).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.ids import ClauseId
from pitboss.law.checks import CHECKS, EVERY_RULEBOOK, Defect, House
from pitboss.law.permissions import Unreadable, Value, clauses_of, read
from pitboss.law.rulebook import Rulebook, UnknownName
from pitboss.law.submitted import found_in, not_stated

__all__ = ["Defect", "House", "as_set", "check", "defaults", "judge", "not_dealt_yet"]


def check(rulebook: Rulebook, settings: Mapping[str, object], readings: Mapping[str, object]) -> House | list[Defect]:
    """The house that these settings make, or everything that is wrong with them."""
    house, defects = as_set(rulebook, settings, readings)
    return defects or house


def as_set(
    rulebook: Rulebook, settings: Mapping[str, object], readings: Mapping[str, object]
) -> tuple[House, list[Defect]]:
    """The house with what it was set to, lawful or not, and everything that is wrong with it.

    What makes no sense at all has its default. A record may have been lawful when it was written.
    """
    defects: list[Defect] = []
    unlawfully: dict[str, Value] = {}
    values = _values(rulebook, settings, defects, unlawfully)
    chosen = _readings(rulebook, readings, defects)
    stated = frozenset(name for name, raw in settings.items() if raw is not None)
    house = House(rulebook, values, chosen, stated)
    faulty = {defect.where.removeprefix("house.") for defect in defects}
    for follow in EVERY_RULEBOOK:
        defects.extend(follow(house, frozenset(faulty)))
    for name in rulebook.checks:
        together = CHECKS[name]
        if faulty.isdisjoint(together.judges):
            defects.extend(together.find(house))
    return replace(house, values={**values, **unlawfully}), defects


def judge(rulebook: Rulebook, settings: Mapping[str, object], readings: Mapping[str, object]) -> House | list[Defect]:
    """A submission: as `check`, and what binds a house from now on (`law.submitted`)."""
    house, defects = as_set(rulebook, settings, readings)
    faulty = frozenset(defect.where.removeprefix("house.") for defect in defects)
    return [*defects, *found_in(house, faulty), *not_stated(house)] or house


def not_dealt_yet(house: House) -> list[Defect]:
    """What is lawful about this house and yet beyond what pitboss can deal today."""
    found = []
    for name, option in house.rulebook.options.items():
        value = house.values[name]
        if value in option.not_yet or (option.not_dealt and value is not None):
            says = f"{name} is lawful as it is set, but pitboss cannot deal it yet"
            found.append(Defect(f"house.{name}", says, clauses_of(option)))
    return found


def defaults(rulebook: Rulebook) -> House:
    """The house that changes nothing."""
    house = check(rulebook, {}, {})
    assert isinstance(house, House), house
    return house


def _values(
    rulebook: Rulebook, settings: Mapping[str, object], defects: list[Defect], unlawfully: dict[str, Value]
) -> dict[str, Value]:
    """Every option as it is judged: what is set to something unlawful has its default, and is noted apart."""
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
            if unlawful.value is not None:
                unlawfully[name] = unlawful.value
    return values


class _Unlawful(Exception):
    def __init__(self, defect: Defect, value: Value = None) -> None:
        super().__init__(defect.says)
        self.defect = defect
        self.value = value


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
            clauses = tuple(dict.fromkeys(clauses + tuple(ClauseId(each) for each in permission.approval)))
        raise _Unlawful(Defect(where, says, clauses), value)
    return value


def _default(rulebook: Rulebook, name: str, decks: int) -> Value:
    permission = rulebook.options[name]
    if permission.kind == "fixed":
        return permission.lawful(permission.value)  # type: ignore[no-any-return]
    if permission.kind == "at_least" and permission.least_by_decks:
        return permission.bound(decks)  # type: ignore[no-any-return]
    default = permission.default_by_decks.get(decks, permission.default)
    if default is None or isinstance(default, tuple):
        return default
    return permission.lawful(default)  # type: ignore[no-any-return]


def _readings(rulebook: Rulebook, readings: Mapping[str, object], defects: list[Defect]) -> dict[str, str]:
    switches = {code: each for code, each in rulebook.interpretations.items() if each.switch}
    chosen = {code: rulebook.default_reading(code) for code in switches}
    for code, value in readings.items():
        where = f"readings.{code}"
        if code not in switches:
            question = rulebook.interpretations.get(code)
            if question is not None:
                says = f"{code} has no switch; pitboss takes one reading of it: {question.taken}"
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
