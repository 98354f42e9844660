"""What binds a house that is submitted from now on, and no house that was submitted before.

`check` asks what every house must be: one that is dealt, priced or read from a record. What is asked here is asked of a
house file, and before a table opens at which people deal. Nothing here may stop a record: its house was taken when the
record began, and it is read, audited and continued as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.ids import Clauses, once_each
from pitboss.law.checks import DOLLAR, Defect, House
from pitboss.law.permissions import MILLION, clauses_of, share_text
from pitboss.law.rulebook import WagerRow
from pitboss.money import Cents, Odds, plain

Faulty = frozenset[str]
"""The options that are faulty by themselves, about which nothing more is said."""


def not_stated(house: House) -> list[Defect]:
    """Return a defect for each option that the text wants the operator to state and that this house leaves out."""
    return [
        Defect(
            f"house.{name}", f"{name} is not stated, and the operator must state it: {option.says}", clauses_of(option)
        )
        for name, option in house.rulebook.options.items()
        if option.must_be_stated and name not in house.stated
    ]


def found_in(house: House, faulty: Faulty = frozenset()) -> list[Defect]:
    """Return what is wrong with a house as a new submission, apart from what is not stated."""
    return [defect for find in _CHECKS for defect in find(house, faulty)]


def elections_missing(house: House) -> Defect | None:
    """Return one defect that lists the elections not stated, if a table needs them to open (MD11)."""
    missing = not_stated(house) if house.rulebook.opens_as_filed else []
    if not missing:
        return None
    names = [defect.where.removeprefix("house.") for defect in missing]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    says = (
        f"{house.rulebook.id} opens a table at which people deal once every election is filed, and its house does not "
        f"state {listed}; state each under [house], as in {_example(house, names[0])}"
    )
    return Defect(missing[0].where, says, once_each(tuple(each for defect in missing for each in defect.clauses)))


def _example(house: House, name: str) -> str:
    value, option = house.values[name], house.rulebook.options[name]
    if value is None:
        return f'{name} = "{option.says.lower()}"'
    if option.type == "money":
        return f"{name} = {plain(house.cents(name))}"
    return f"{name} = {str(value).lower()}" if isinstance(value, bool | int) else f'{name} = "{value}"'


class _Owed(NamedTuple):
    """What must be paid to a lawful wager: how much, for what, and by which clauses."""

    amount: Cents
    what: str
    lower: str
    clauses: Clauses


def payable_wagers(house: House, faulty: Faulty) -> Iterator[Defect]:
    """A payout limit leaves room for what any one lawful wager must be paid."""
    rows = house.rulebook.wagers
    for option in dict.fromkeys(row.limited for row in rows.values() if row.limited):
        limit = None if option in faulty else house.cents_or_none(option)
        owed = [
            each
            for wager, row in rows.items()
            if row.limited == option and house.offers(wager) and faulty.isdisjoint((row.least, row.most))
            for each in _owed(house, wager, row)
        ]
        owed += _owed_together(house, option)
        most = max(owed, key=lambda each: each.amount, default=None)
        if limit is not None and limit > 0 and most is not None and limit < most.amount:
            says = f"{option} is {plain(limit)}, and {most.what} must be paid {plain(most.amount)}; set {option} to at "
            says += f"least {plain(most.amount)}{most.lower}"
            yield Defect(f"house.{option}", says, once_each(house.cited(option) + most.clauses))


def _owed(house: House, wager: str, row: WagerRow) -> Iterator[_Owed]:
    """What each row pays on the largest wager; of a wager without limits of its own, the awards for the main one."""
    book = house.rulebook
    if not row.most:
        yield from _awards_owed(house)
        return
    most = house.cents_or_none(row.most)
    if most is None:
        return
    for table in (wager, "premium") if wager == book.played else (wager,):
        for line in house.rows(table) if table in book.payouts else ():
            if line.odds:
                odds = house.raised(table).get(line.row) or Odds.parse(line.odds)
                paid = Cents(most * odds.pays * row.together // odds.to)
                often = {1: "", 2: " twice"}.get(row.together, f" {row.together} times")
                what = f"a {wager} wager of {plain(most)} that wins at {odds}{often}"
                yield _Owed(paid, what, f", or lower {row.most}", book.clauses_of(line))


def _awards_owed(house: House) -> Iterator[_Owed]:
    most = house.cents_or_none(house.rulebook.wagers[house.rulebook.played].most)
    for award in house.rulebook.awards:
        if most is None or most >= award.least * DOLLAR:
            yield _Owed(Cents(award.amount * DOLLAR), award.says, "", house.rulebook.clauses_of(award))


def _owed_together(house: House, option: str) -> list[_Owed]:
    """What a hand must be paid at once where the limit is one for all of it: its premium and its award (MD19)."""
    book = house.rulebook
    if "MD19" not in book.interpretations or not house.takes("MD19", "hand") or not book.awards:
        return []
    row = book.wagers[book.played]
    best = max(_owed(house, book.played, row), key=lambda each: each.amount, default=None)
    award = max(_awards_owed(house), key=lambda each: each.amount, default=None)
    if best is None or award is None or row.limited != option:
        return []
    return [best._replace(amount=Cents(best.amount + award.amount), what=f"{best.what}, with {award.what},")]


def whole_dollars(house: House, faulty: Faulty) -> Iterator[Defect]:
    """The limits of a wager, or of a tip, that is made in whole dollars are whole dollars themselves (CO07)."""
    options: dict[str, Clauses] = {}
    for row in house.rulebook.wagers.values():
        for option in (row.least, row.most) if row.whole_dollars else ():
            options[option] = options.get(option, ()) + row.in_whole_dollars
    for option, cited in options.items():
        yield from _not_whole(house, option, "its wager", cited, faulty)
    if "tip_even_dollar" in house.rulebook.options and house.flag("tip_even_dollar"):
        yield from _not_whole(house, "tip_max", "a tip", house.cited("tip_even_dollar"), faulty)


def _not_whole(house: House, option: str, what: str, cited: Clauses, faulty: Faulty) -> Iterator[Defect]:
    amount = None if option in faulty or option not in house.stated else house.cents_or_none(option)
    step = 2 * DOLLAR if house.takes("CO07", "even_dollars") else DOLLAR
    if amount is None or amount <= 0 or amount % step == 0:
        return
    below, above = Cents(amount // step * step), Cents(-(-amount // step) * step)
    of = "whole dollars" if step == DOLLAR else "multiples of two dollars"
    instead = f"{plain(below)} or {plain(above)}" if below else plain(above)
    says = f"{option} is {plain(amount)}, and {what} is made in {of} only; set {option} to {instead}"
    yield Defect(f"house.{option}", says, once_each(house.cited(option) + cited))


def growing_meter(house: House, faulty: Faulty) -> Iterator[Defect]:
    """A progressive meter grows by a share of each wager (SP04)."""
    name = "meter_increment"
    if name not in house.rulebook.options or name in faulty or house.integer(name):
        return
    usual = house.rulebook.options[name].default
    says = f"{name} is 0, so the progressive meter never grows; set {name} to the share of each wager that goes to the "
    says += f"meter, as in {usual if isinstance(usual, str) else share_text(MILLION)}"
    yield Defect(f"house.{name}", says, house.cited(name))


def named_approvals(house: House, faulty: Faulty) -> Iterator[Defect]:
    """A value that needs an approval comes with the reference of that approval."""
    for name, option in house.rulebook.options.items():
        value = house.values[name]
        needed = option.needs.get(option.show(value)) if isinstance(value, bool | str) else None
        if needed is None or not faulty.isdisjoint((name, needed)) or house.values[needed]:
            continue
        shown, example = option.show(value), house.rulebook.options[needed].says.lower()
        says = f"{name} is {shown}, which needs an approval, and {needed} is not stated; state {needed} with the "
        says += f"{example}, or choose another {name}"
        yield Defect(f"house.{needed}", says, once_each(house.cited(name) + house.cited(needed)))


_CHECKS: tuple[Callable[[House, Faulty], Iterator[Defect]], ...] = (
    payable_wagers,
    whole_dollars,
    growing_meter,
    named_approvals,
)
