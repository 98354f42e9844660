"""Rulebooks: one edition of one text as data, loaded from `books/<id>/`.

An edition may extend another: it then holds only what it adds, and shares everything that did not change.
"""

from __future__ import annotations

import csv
import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pitboss.ids import MAIN, ClauseId, Clauses, Wager, clauses
from pitboss.law.clauses import Clause, extended, read_clauses
from pitboss.law.interpretations import Interpretation
from pitboss.law.permissions import Permission
from pitboss.money import Cents, Odds, dollars
from pitboss.payouts import Payout


class PayoutRow(BaseModel):
    """A line of a pay table: the hand's name, what it pays, and by which clause.

    It pays odds, an amount or what a wheel says; of the last two it names the option of the house. Beside odds it may
    pay so many per cent of a progressive `meter`. It is in force for this number of decks and `when` options of the
    house, or readings, have these values.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: str
    odds: str = ""
    clauses: tuple[str, ...]
    says: str
    decks: int | None = None
    when: dict[str, bool | int | str] = Field(default_factory=dict)
    amount: str = ""
    wheel: str = ""
    meter: int = 0

    @model_validator(mode="after")
    def _pays_one_thing(self) -> PayoutRow:
        if sum(map(bool, (self.odds, self.amount, self.wheel))) != 1:
            raise ValueError(f"the row {self.row} must have odds, or an option with its amount, or one with its wheel")
        return self


class WagerRow(BaseModel):
    """A wager of the text: what it is, and the options of the house that are about it.

    `least` and `most` post its limits, `offered` says whether it is taken at all, `raised` may hold better odds,
    `capped` says whether it may not exceed the main wager, and `limited` is the most that is paid. `whole_dollars` are
    the clauses by which it is made in whole dollars; a wager may win `together` rows of its table at once.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    says: str
    least: str = ""
    most: str = ""
    offered: str = ""
    raised: str = ""
    capped: str = ""
    limited: str = ""
    whole_dollars: tuple[str, ...] = ()
    together: int = 1

    @property
    def in_whole_dollars(self) -> Clauses:
        return clauses(*self.whole_dollars)


class AwardRow(BaseModel):
    """A fixed payout in dollars, for original wagers from `least` to below `below`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: str
    amount: int
    clauses: tuple[str, ...]
    says: str
    least: int = 0
    below: int | None = None


class Notice(BaseModel):
    """Something that a sign must say, always or where an option has one of these values.

    With an option and no values it is about an amount, for which `{}` stands, and is said where the house has set one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    says: str
    clauses: tuple[str, ...]
    option: str = ""
    values: tuple[bool | int | str, ...] = ()


class StatedEdge(BaseModel):
    """A house edge that the text itself states, in per cent of a wager. Nothing is computed from it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    wager: str
    percent: str
    clauses: tuple[str, ...]


class _RulebookFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    title: str
    jurisdiction: str
    game: str
    text: str
    deck: str
    ready: bool = True
    minimum_return: int = 0
    opens_as_filed: bool = False
    extends: str = ""
    played: str = ""
    shares: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    readings: dict[str, str] = Field(default_factory=dict)
    settled: tuple[str, ...] = ()
    wagers: dict[str, WagerRow]
    options: dict[str, Permission] = Field(default_factory=dict)
    payouts: dict[str, tuple[PayoutRow, ...]] = Field(default_factory=dict)
    awards: tuple[AwardRow, ...] = ()
    notices: tuple[Notice, ...] = ()
    stated_edges: tuple[StatedEdge, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    amount: Cents
    least: Cents
    below: Cents | None
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition with everything that it shares with the edition it extends.

    `minimum_return` is the least per cent of a wager that should come back on average; a price sheet flags less. With
    `opens_as_filed` a table at which people deal opens once the operator has stated all that the text wants filed.
    `played` is the wager without which nobody plays: of an edition that has another name for it than the one that it
    extends, what that says of it holds under the new name.
    """

    id: str
    title: str
    jurisdiction: str
    game: str
    text: str
    deck: str
    ready: bool
    minimum_return: int
    opens_as_filed: bool
    played: Wager
    wagers: Mapping[str, WagerRow]
    options: Mapping[str, Any]
    payouts: Mapping[str, tuple[PayoutRow, ...]]
    awards: tuple[AwardRow, ...]
    notices: tuple[Notice, ...]
    stated_edges: tuple[StatedEdge, ...]
    clauses: tuple[Clause, ...]
    interpretations: Mapping[str, Interpretation]
    checks: tuple[str, ...]
    readings: Mapping[str, str]

    def default_reading(self, code: str) -> str:
        """The reading taken where a house says nothing: the rulebook's own, or the register's first."""
        return self.readings.get(code, self.interpretations[code].default_value)

    def payout(self, table: str, row: str, decks: int = 0) -> Payout:
        """One line of a pay table; lines that hold for one number of decks only are chosen by it."""
        for line in self.payouts[table]:
            if line.row == row and line.decks in (None, decks):
                return Payout(Odds.parse(line.odds), self.clauses_of(line), line.says)
        raise KeyError(f"{self.id} has no line {row} in the pay table of {table}")

    @staticmethod
    def clauses_of(line: PayoutRow | AwardRow | Notice) -> Clauses:
        return tuple(ClauseId(each) for each in line.clauses)

    def award(self, row: str) -> Award:
        line = next(line for line in self.awards if line.row == row)
        below = None if line.below is None else dollars(line.below)
        return Award(dollars(line.amount), dollars(line.least), below, self.clauses_of(line))


_MOST_NAMES = 24


class UnknownName(ValueError):
    """A name that does not exist, with the nearest one that does."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(names[:_MOST_NAMES])}{more}"
        super().__init__(f"unknown {kind} {name!r}; {hint}")


def rulebook_ids() -> list[str]:
    """All rulebooks, those that are not ready to be offered included."""
    books = [book for shelf in _SHELVES for book in shelf.iterdir()]
    return sorted(book.name for book in books if book.joinpath("rulebook.toml").is_file())


@cache
def load(rulebook_id: str) -> Rulebook:
    """A rulebook by its id; raises `UnknownName`."""
    if rulebook_id not in rulebook_ids():
        raise UnknownName("rulebook", rulebook_id, [each for each in rulebook_ids() if load(each).ready])
    file = _RulebookFile.model_validate(read_data(rulebook_id, "rulebook.toml"))
    base = load(file.extends) if file.extends else None
    clauses = base.clauses if base else ()
    folders = (*file.shares, rulebook_id)
    for inventory in _there(folders, "clauses.csv"):
        clauses = extended(clauses, read_clauses(_file(inventory, "clauses.csv")))
    questions = dict(base.interpretations) if base else {}
    for register in _there(_folders_of(file.extends), "interpretations.toml"):
        questions = _questions_about(register, clauses, file.readings) | questions
    for register in _there(folders, "interpretations.toml"):
        questions |= _questions_about(register, clauses, file.readings)
    _check_extension(file, base, questions)
    played = Wager(file.played) if file.played else base.played if base else MAIN
    for code in file.settled:  # the text itself answers these, so there is nothing to switch
        questions[code] = questions[code].model_copy(update={"values": {}})
    return Rulebook(
        id=file.id,
        title=file.title,
        jurisdiction=file.jurisdiction,
        game=file.game,
        text=file.text,
        deck=file.deck,
        ready=file.ready,
        minimum_return=file.minimum_return or (base.minimum_return if base else 75),
        opens_as_filed=file.opens_as_filed or (base is not None and base.opens_as_filed),
        played=played,
        wagers=_renamed(base.wagers, base.played, played) | file.wagers if base else file.wagers,
        options=(dict(base.options) if base else {}) | file.options | _of_every_house(),
        payouts=_renamed(base.payouts, base.played, played) | file.payouts if base else file.payouts,
        awards=(base.awards if base else ()) + file.awards,
        notices=(base.notices if base else ()) + file.notices,
        stated_edges=(base.stated_edges if base else ()) + file.stated_edges,
        clauses=clauses,
        interpretations=questions,
        checks=(base.checks if base else ()) + file.checks,
        readings=(dict(base.readings) if base else {}) | file.readings,
    )


class _StaffFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    options: dict[str, Permission]


@cache
def _of_every_house() -> dict[str, Any]:
    """Options that belong to the house and to no text, so that every rulebook has them."""
    return _StaffFile.model_validate(read_data("", "staff.toml")).options


Named = TypeVar("Named")


def _renamed(by_wager: Mapping[str, Named], old: str, new: str) -> dict[str, Named]:
    return {new if wager == old else wager: each for wager, each in by_wager.items()}


def _folders_of(rulebook_id: str) -> tuple[str, ...]:
    """Where a rulebook that is extended keeps its open questions; some may touch clauses of the extension only."""
    if not rulebook_id:
        return ()
    file = _RulebookFile.model_validate(read_data(rulebook_id, "rulebook.toml"))
    return (*_folders_of(file.extends), *file.shares, rulebook_id)


def _check_extension(file: _RulebookFile, base: Rulebook | None, questions: Iterable[str]) -> None:
    """What a rulebook takes over is of its own jurisdiction, and what its pay tables depend on is there."""
    if base is not None and base.jurisdiction != file.jurisdiction:
        raise ValueError(f"{file.id} of {file.jurisdiction} cannot extend {base.id} of {base.jurisdiction}")
    options = {*file.options, *(base.options if base else ()), *(f"readings.{code}" for code in questions)}
    for table, rows in file.payouts.items():
        for option in (each for row in rows for each in row.when):
            if option not in options:
                raise UnknownName(f"option of {file.id} in the pay table of {table}", option, options)


@cache
def known_wagers() -> tuple[str, ...]:
    """Every wager of any rulebook, and those that a round may name though no rulebook here has them."""
    named: list[str] = read_data("", "wagers.toml")["named"]
    return tuple(dict.fromkeys([*(wager for book in rulebook_ids() for wager in load(book).wagers), *named]))


@cache
def topics() -> Mapping[str, tuple[str, ...]]:
    """What each clause of a game's texts is about, so that texts with different numbers can be compared."""
    found: dict[str, tuple[str, ...]] = {}
    for family in ("spanish21", "colorado"):
        lines = _file(family, "topics.csv").read_text(encoding="utf-8").splitlines()
        for row in csv.DictReader(lines):
            found[row["clause"]] = (*found.get(row["clause"], ()), row["topic"])
    return found


def read_data(folder: str, name: str) -> dict[str, Any]:
    """One data file of the books, as it stands there."""
    return tomllib.loads(_file(folder, name).read_text(encoding="utf-8"))


def _there(folders: Iterable[str], name: str) -> list[str]:
    """Those of the folders that hold such a file: what several texts share has one of its own."""
    return [folder for folder in folders if _file(folder, name).is_file()]


_SHELVES: list[Traversable] = [files("pitboss.law").joinpath("books")]


def add_shelf(folder: Traversable) -> None:
    """Rulebooks in this folder are known from now on, each in a folder of its own beside what it shares."""
    _SHELVES.append(folder)
    load.cache_clear()
    known_wagers.cache_clear()


def remove_shelf(folder: Traversable) -> None:
    _SHELVES.remove(folder)
    load.cache_clear()
    known_wagers.cache_clear()


def _file(folder: str, name: str) -> Traversable:
    """One data file of a book; of a name that stands on several shelves, the first."""
    there = [file for shelf in _SHELVES if (file := shelf.joinpath(folder, name)).is_file()]
    return there[0] if there else _SHELVES[0].joinpath(folder, name)


def _questions_about(
    folder: str, clauses: tuple[Clause, ...], readings: Mapping[str, str]
) -> dict[str, Interpretation]:
    """The open questions of a folder that touch these clauses, or that the rulebook answers in its own way."""
    ids: set[str] = {clause.id for clause in clauses}
    found = map(Interpretation.model_validate, read_data(folder, "interpretations.toml")["interpretation"])
    return {each.code: each for each in found if each.code in readings or ids.intersection(each.clauses)}
