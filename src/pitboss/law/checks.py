"""What must hold of several options together. A rulebook names the checks that its text needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.cards import SPANISH_DECK, STANDARD_DECK
from pitboss.ids import Clauses, clauses, once_each
from pitboss.law.permissions import MILLION, Value, clauses_of
from pitboss.law.points import Point, carries
from pitboss.law.rulebook import PayoutRow, Rulebook, UnknownName, WagerRow
from pitboss.money import Cents, Odds, plain
from pitboss.payouts import Payout


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

    def takes(self, code: str, value: str) -> bool:
        """Whether this house reads an open question this way. A question or value that the text lacks is a mistake."""
        question = self.rulebook.interpretations.get(code)
        if question is None or value not in question.values:
            raise UnknownName(f"reading of {self.rulebook.id}", f"{code} = {value}", self.readings)
        return self.readings[code] == value

    def _value(self, option: str) -> Value:
        if option not in self.values:
            raise UnknownName(f"option of {self.rulebook.id}", option, self.values)
        return self.values[option]

    def cited(self, option: str) -> Clauses:
        """The clauses of an option."""
        return clauses_of(self.rulebook.options[option])

    def offers(self, wager: str) -> bool:
        """Whether this house offers a wager that the text leaves to it."""
        option = self.rulebook.wagers[wager].offered
        return not option or self.flag(option)

    def rows(self, table: str) -> list[PayoutRow]:
        """The lines of a pay table that are in force in this house."""
        decks = self.integer("decks")
        lines = [line for line in self.rulebook.payouts[table] if line.decks in (None, decks)]
        return [line for line in lines if all(self.setting(name) == value for name, value in line.when.items())]

    def payout(self, table: str, row: str) -> Payout:
        """The odds of one line of a pay table that is in force in this house."""
        (line,) = [each for each in self.rows(table) if each.row == row]
        return Payout(Odds.parse(line.odds), self.rulebook.clauses_of(line), line.says)

    def setting(self, name: str) -> Value:
        """The value of an option, or of a reading where the name says `readings.`."""
        code = name.removeprefix("readings.")
        return self.readings[code] if code != name else self._value(name)

    def raised(self, wager: str) -> dict[str, Odds]:
        """The odds of a wager that the house has raised, where it may."""
        option = self.rulebook.wagers[wager].raised if wager in self.rulebook.wagers else ""
        return self.odds(option) if option else {}

    def integer(self, option: str) -> int:
        value = self._value(option)
        assert isinstance(value, int)
        return value

    def word(self, option: str) -> str:
        value = self._value(option)
        assert isinstance(value, str)
        return value

    def flag(self, option: str) -> bool:
        return self._value(option) is True

    def cents(self, option: str) -> Cents:
        return Cents(self.integer(option))

    def cents_or_none(self, option: str) -> Cents | None:
        return None if self._value(option) is None else self.cents(option)

    def odds(self, option: str) -> dict[str, Odds]:
        rows: Any = self._value(option) or ()
        return dict(rows)

    def wheel(self, option: str) -> tuple[tuple[Cents, int], ...]:
        sections: Any = self._value(option) or ()
        return tuple((Cents(pays), weight) for pays, weight in sections)


class Check(NamedTuple):
    """A check, and the options that it judges: it is left out where one of them is faulty by itself.

    What else it reads has its default where the house's value is faulty.
    """

    find: Callable[[House], Iterator[Defect]]
    judges: tuple[str, ...]


CHECKS: dict[str, Check] = {}
DOLLAR = Cents(100)
_DECK = {"spanish": len(SPANISH_DECK), "standard": len(STANDARD_DECK)}


def _judges(*options: str) -> Callable[[Callable[[House], Iterator[Defect]]], Callable[[House], Iterator[Defect]]]:
    def register(find: Callable[[House], Iterator[Defect]]) -> Callable[[House], Iterator[Defect]]:
        CHECKS[find.__name__] = Check(find, options)
        return find

    return register


def _defect(house: House, option: str, says: str) -> Defect:
    return Defect(f"house.{option}", says, clauses_of(house.rulebook.options[option]))


@_judges("chip")
def chip(house: House) -> Iterator[Defect]:
    """S31: a stake of whole chips must pay 3 to 2, and give back one half, in whole cents."""
    if house.cents("chip") <= 0 or house.cents("chip") % 2:
        says = (
            f"chip is {plain(house.cents('chip'))}; no text forbids it, but pitboss counts in whole cents, so it must "
        )
        yield _defect(house, "chip", says + "be a positive even number of them, to pay 3 to 2 and one half (S31)")


def wager_limits(house: House, faulty: frozenset[str]) -> Iterator[Defect]:
    """The posted limits of every wager whose options are not faulty by themselves."""
    posted = dict.fromkeys((row.least, row.most) for row in house.rulebook.wagers.values() if row.least != row.most)
    for least, most in posted:
        if least and most and faulty.isdisjoint((least, most)):
            yield from _limits(house, least, most)
    for row in house.rulebook.wagers.values():
        if row.capped and faulty.isdisjoint((row.capped, row.least)) and house.flag(row.capped):
            yield from _under_the_main_wager(house, row)


def _under_the_main_wager(house: House, row: WagerRow) -> Iterator[Defect]:
    """Where a wager may not exceed the main one, its smallest must be possible beside the largest main wager."""
    least, most = house.cents(row.least), house.cents_or_none(house.rulebook.wagers[house.rulebook.played].most)
    if most is not None and least > most:
        says = f"{row.least} is {plain(least)}; with {row.capped} no wager is left, as main wagers go to {plain(most)}"
        yield _defect(house, row.least, says)


def raised_odds(house: House, faulty: frozenset[str]) -> Iterator[Defect]:
    """Odds that a house may raise above the table of the text, and not lower."""
    for wager, row in house.rulebook.wagers.items():
        if row.raised and row.raised not in faulty:
            yield from _raised(house, wager, row.raised)


def _raised(house: House, wager: str, option: str) -> Iterator[Defect]:
    decks, unit = house.integer("decks"), house.cents("chip")
    rows = list(dict.fromkeys(line.row for line in house.rulebook.payouts[wager]))
    for row, odds in house.odds(option).items():
        if row not in rows:
            yield Defect(f"house.{option}", str(UnknownName(f"row of {wager}", row, rows)), (), True)
            continue
        least = house.rulebook.payout(wager, row, decks)
        if not odds.at_least(least.odds):
            says = f"{option}.{row} is {odds}; the text permits at least {least.odds} with {decks} decks"
            yield Defect(f"house.{option}", says, once_each(house.cited(option) + least.clauses))
        elif unit * odds.pays % odds.to:
            says = f"{option}.{row} of {odds} does not pay whole cents on a chip of {plain(unit)}"
            yield _defect(house, option, says)


def wheels(house: House, faulty: frozenset[str]) -> Iterator[Defect]:
    """A wager that a wheel pays is offered only with one of at least two sections, each worth something (MA18)."""
    for wager, rows in house.rulebook.payouts.items():
        for option in dict.fromkeys(row.wheel for row in rows if row.wheel):
            if option not in faulty:
                yield from _wheel(house, wager, option)


def _wheel(house: House, wager: str, option: str) -> Iterator[Defect]:
    wheel, row, unit = house.wheel(option), house.rulebook.wagers[wager], house.cents("chip")
    if house.offers(wager) and not wheel:
        says = f"{row.offered} needs a wheel; add [[house.{option}]] tables with pays and weight"
        yield _defect(house, option, says)
    elif wheel and (len(wheel) < 2 or any(pays <= 0 or weight <= 0 for pays, weight in wheel)):
        says = "the wheel needs at least two sections, each with a positive amount and a positive weight"
        yield _defect(house, option, says)
    if house.offers(wager) and row.least == row.most and unit > 0 and house.cents(row.least) % unit:
        name = wager.replace("-", " ").title()
        yield _defect(house, "chip", f"chip is {plain(unit)}, of which the {name} wager cannot be made")


def burned_cards(house: House, faulty: frozenset[str]) -> Iterator[Defect]:
    """Where the house says how many cards it burns, enough are left for the first cards of all boxes."""
    if "burn_count" not in house.rulebook.options or not faulty.isdisjoint(("burn_count", "seats", "decks")):
        return
    burned, seats = house.integer("burn_count"), house.integer("seats")
    shoe, first = _DECK[house.rulebook.deck] * house.integer("decks"), 2 * (seats + 1)
    if burned > shoe - first:
        says = f"burn_count is {burned}, which leaves too few of {shoe} cards: {seats} boxes and the dealer get {first}"
        yield _defect(house, "burn_count", f"{says} first; set it to at most {shoe - first}")


EVERY_RULEBOOK = (wager_limits, raised_odds, wheels, burned_cards)
"""Checks that follow from what a rulebook has, its wagers and options; they are told which options are faulty by
themselves.
"""


def _limits(house: House, least: str, most: str) -> Iterator[Defect]:
    """Posted limits are positive, can be made in chips, and the lower one is not above the upper one."""
    for name in (least, most):
        yield from _limit(house, name)
    low, high, unit = house.values[least], house.values[most], house.cents("chip")
    if not isinstance(low, int) or not isinstance(high, int) or unit <= 0:
        return
    if low > high:
        yield _defect(house, least, f"{least} is {plain(Cents(low))}, above {most} of {plain(Cents(high))}")
    elif -(-low // unit) * unit > high:
        says = f"no amount from {plain(Cents(low))} to {plain(Cents(high))} can be made of chips of {plain(unit)}"
        yield _defect(house, "chip", says)


def _limit(house: House, name: str) -> Iterator[Defect]:
    value, unit = house.values[name], house.cents("chip")
    if not isinstance(value, int):
        return
    if value <= 0:
        yield _defect(house, name, f"{name} is {plain(Cents(value))}, which is not a positive amount")
    elif name in house.stated and unit > 0 and value % unit:
        yield _defect(house, name, f"{name} is {plain(Cents(value))}, which chips of {plain(unit)} cannot make")


@_judges("meter_increment", "meter_reserve")
def meter(house: House) -> Iterator[Defect]:
    """No more than a wager goes to the meter and its reserve."""
    if house.integer("meter_increment") + house.integer("meter_reserve") > MILLION:
        yield _defect(house, "meter_increment", "the meter and its reserve together get more than the whole wager")


@_judges("payout_limit")
def payout_limit(house: House) -> Iterator[Defect]:
    limit = house.values["payout_limit"]
    if isinstance(limit, int) and limit <= 0:
        yield _defect(house, "payout_limit", f"payout_limit is {plain(Cents(limit))}, which is not a positive amount")


@_judges("aggregate_limit")
def aggregate_limit(house: House) -> Iterator[Defect]:
    limit = house.values["aggregate_limit"]
    if isinstance(limit, int) and limit < house.cents("chip"):
        says = f"aggregate_limit is {plain(Cents(limit))}, of which not one chip can be paid"
        yield _defect(house, "aggregate_limit", says)


@_judges("paytable", "decks")
def paytable(house: House) -> Iterator[Defect]:
    """TC01: the second pay table of the Three Card Bonus is for six decks, unless two of its rows alone are."""
    if house.integer("paytable") == 2 and house.integer("decks") != 6 and house.takes("TC01", "whole_table"):
        says = f"paytable 2 is for six decks, and the house uses {house.integer('decks')}"
        noted = [each for each in house.rulebook.payouts["three-card-bonus"] if each.decks is not None]
        cited = clauses(*(each for line in noted for each in line.clauses)) + house.cited("paytable")
        yield Defect("house.paytable", says, cited)


@_judges("tip_max", "tip_even_dollar", "tip_bets")
def tips(house: House) -> Iterator[Defect]:
    """The largest tip that a house allows must be one that can be made."""
    limit = house.values["tip_max"]
    least = DOLLAR if house.flag("tip_even_dollar") else house.cents("chip")
    if isinstance(limit, int) and limit < least:
        yield _defect(house, "tip_max", f"tip_max is {plain(Cents(limit))}, and the least tip is {plain(least)}")


@_judges("poker_entry", "main_min", "poker_min", "extra_blackjack_hands", "boxes_per_player")
def poker_entry(house: House) -> Iterator[Defect]:
    """Where both wagers are compulsory, some two of them must be lawful, and a player has one hand."""
    if house.word("poker_entry") == "compulsory":
        yield from _some_bet_is_lawful(house)
        yield from _one_hand(house)
    elif house.integer("boxes_per_player") > 1 and not house.flag("extra_blackjack_hands"):
        yield _defect(house, "boxes_per_player", "boxes_per_player above 1 needs extra_blackjack_hands")


def _some_bet_is_lawful(house: House) -> Iterator[Defect]:
    least, most = Cents(house.cents("main_min") + house.cents("poker_min")), house.cents("together_max")
    if least > most:
        says = f"main_min and poker_min are {plain(least)} together; where both wagers are compulsory they may be at "
        says += f"most {plain(most)} together, so no lawful bet is left"
        yield Defect("house.main_min", says, house.cited("together_max"))


def _one_hand(house: House) -> Iterator[Defect]:
    one_hand = "where poker is compulsory a player has one hand"
    if house.flag("extra_blackjack_hands"):
        says = f"extra_blackjack_hands is for a house with optional poker; {one_hand}"
        yield Defect("house.extra_blackjack_hands", says, clauses("CO-2104(2)(b).4"))
    if house.integer("boxes_per_player") > 1:
        says = f"boxes_per_player is {house.integer('boxes_per_player')}; {one_hand}, so set it to 1"
        yield Defect("house.boxes_per_player", says, clauses("CO-2104(2)(b).4"))


@_judges("poker_bonus", "decks")
def poker_bonus(house: House) -> Iterator[Defect]:
    """The edition with the poker bonus is for six decks."""
    if house.flag("poker_bonus") and house.integer("decks") != 6:
        says = f"poker_bonus needs six decks, and the house uses {house.integer('decks')}; set poker_bonus to false"
        yield _defect(house, "poker_bonus", says)


@_judges("cut_card_behind", "cut_cards", "cut_from_ends")
def cut_cards(house: House) -> Iterator[Defect]:
    """Whatever was approved, the cards behind the cutting card are cards of the shoe."""
    behind, shoe = house.integer("cut_card_behind"), _DECK[house.rulebook.deck] * house.integer("decks")
    if not 0 <= behind < shoe:
        yield _defect(house, "cut_card_behind", f"cut_card_behind is {behind}; the shoe has {shoe} cards")
    if 2 * house.integer("cut_from_ends") >= shoe:
        says = f"cut_from_ends is {house.integer('cut_from_ends')}, which leaves no place to cut {shoe} cards"
        yield _defect(house, "cut_from_ends", says)
    if house.integer("cut_cards") < 0:
        yield _defect(house, "cut_cards", f"cut_cards is {house.integer('cut_cards')}; there cannot be fewer than none")


@_judges("shuffle_method", "device_loads_shoe")
def shuffling_device(house: House) -> Iterator[Defect]:
    """Only a shuffling device can load the shoe by itself."""
    if house.flag("device_loads_shoe") and house.word("shuffle_method") != "automated":
        says = "device_loads_shoe needs a shuffling device; set shuffle_method to automated"
        yield _defect(house, "device_loads_shoe", says)


@_judges("manual_shuffle_steps")
@carries(Point.MANUAL_SHUFFLE)
def manual_shuffle(house: House) -> Iterator[Defect]:
    """MA08: the steps of a manual shuffle, unless another procedure was approved under 4(h)."""
    steps = house.values["manual_shuffle_steps"]
    assert isinstance(steps, tuple)
    if house.word("shuffle_method") != "manual" or house.values["approved_procedure"]:
        return
    for wrong, says, cited in _shuffle_defects([str(step) for step in steps]):
        if wrong:
            yield Defect("house.manual_shuffle_steps", says, clauses(cited))


def _shuffle_defects(steps: list[str]) -> list[tuple[bool, str, str]]:
    known = ("plug", "riffle", "turn", "strip", "cut")
    missing = [step for step in known if step not in steps]
    strange = [step for step in steps if step not in known]
    first_strip = steps.index("strip") if "strip" in steps else len(steps)
    turned = [steps[at + 1 : at + 2] == ["riffle"] for at, step in enumerate(steps) if step == "turn"]
    return [
        (bool(missing), f"the manual shuffle lacks {', '.join(missing)}", "MA-4(j).1"),
        (bool(strange), f"the text knows no shuffle step called {', '.join(strange)}", "MA-4(j).1"),
        (
            "strip" in steps and steps[:first_strip].count("riffle") < 2,
            "the strip must not come before two riffles",
            "MA-4(j)(4).2",
        ),
        (not all(turned), "a turn must be followed by a riffle of the two stacks", "MA-4(j)(3)"),
        (steps[-1:] != ["cut"], "the cut must be the last step of the manual shuffle", "MA-4(j)(5).1"),
    ]
