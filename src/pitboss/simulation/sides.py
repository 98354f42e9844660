"""Side wagers as tables of the kernel: the cards that a wager sees lead from state to state, and the last one to a row.

The dealer's cards come first, because few states then tell apart all that matters of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.rows import kind_of, kinds_of, row_table
from pitboss.cards import STANDARD_DECK, Card
from pitboss.ids import Wager
from pitboss.money import Cents, spoken
from pitboss.payouts import Jackpot, Spin, Sum
from pitboss.simulation.codes import (
    AT_FIRST,
    AT_HOLE,
    AT_OTHER_FIRST,
    AT_OTHER_SECOND,
    AT_SECOND,
    AT_THIRD,
    AT_UP,
    IN_PLAY,
    KINDS,
    MOST_OWN,
    MOST_ROWS,
    MOST_SECTIONS,
    MOST_SEEN,
    MOST_SIDES,
    MOST_STATES,
    NO_BLACKJACK,
    Bytes,
    Ints,
)
from pitboss.wagers.side import Moment, Origin, OwnHand, SideWager, WholeHand

PLACES = {
    Origin.UP: AT_UP,
    Origin.HOLE: AT_HOLE,
    Origin.FIRST: AT_FIRST,
    Origin.SECOND: AT_SECOND,
    Origin.THIRD: AT_THIRD,
    Origin.OTHER_FIRST: AT_OTHER_FIRST,
    Origin.OTHER_SECOND: AT_OTHER_SECOND,
}
NUMBER = {card: number for number, card in enumerate(STANDARD_DECK)}


class NotSimulated(Exception):
    """These stakes or this house cannot be simulated. The message says why."""


class Row(NamedTuple):
    """One way in which a side wager ends: its name and its net in cents."""

    name: str
    net: int


class SideTables(NamedTuple):
    """All side wagers of a game; see `Tables`."""

    places: Bytes
    seen: Bytes
    step: NDArray[np.uint16]
    offered: Bytes
    late: Bytes
    whole: Bytes
    end: Bytes
    own: Bytes
    when: Bytes
    blackjacks: Bytes
    insures: Bytes
    spins: Bytes
    percent: Bytes
    nets: Ints
    wheel: Ints
    sections: Ints
    first_section: Ints

    def named(self) -> dict[str, NDArray[np.generic]]:
        """The tables by their names in `Tables`."""
        return {name if name in WHEELS else f"side_{name}": table for name, table in self._asdict().items()}


WHEELS = ("wheel", "sections", "first_section")


def side_tables(sides: Sequence[SideWager], stakes: Mapping[Wager, Cents], chip: Cents) -> SideTables:
    """Those that are staked can be settled; the others have no nets."""
    assert len(sides) <= MOST_SIDES, "the kernel has no room for so many side wagers"
    tables = SideTables(
        places=np.zeros((MOST_SIDES, MOST_SEEN), dtype=np.uint8),
        seen=np.zeros(MOST_SIDES, dtype=np.uint8),
        step=np.zeros((MOST_SIDES, MOST_STATES, KINDS), dtype=np.uint16),
        offered=np.zeros((MOST_SIDES, KINDS), dtype=np.uint8),
        late=np.zeros(MOST_SIDES, dtype=np.uint8),
        whole=np.zeros(MOST_SIDES, dtype=np.uint8),
        end=np.zeros((MOST_SIDES, MOST_STATES, 2), dtype=np.uint8),
        own=np.zeros(MOST_SIDES, dtype=np.uint8),
        when=np.zeros(MOST_SIDES, dtype=np.uint8),
        blackjacks=np.zeros(MOST_SIDES, dtype=np.uint8),
        insures=np.zeros(MOST_SIDES, dtype=np.uint8),
        spins=np.zeros((MOST_SIDES, MOST_ROWS), dtype=np.uint8),
        percent=np.zeros((MOST_SIDES, MOST_ROWS), dtype=np.uint8),
        nets=np.zeros((MOST_SIDES, MOST_ROWS), dtype=np.int64),
        wheel=np.zeros((MOST_SIDES, MOST_SECTIONS), dtype=np.int64),
        sections=np.zeros(MOST_SIDES, dtype=np.int64),
        first_section=np.zeros(MOST_SIDES, dtype=np.int64),
    )
    for at, side in enumerate(sides):
        if stakes.get(side.id):
            _fill(tables, at, side, stakes[side.id], chip)
    return tables


def _fill(tables: SideTables, at: int, side: SideWager, stake: Cents, chip: Cents) -> None:
    if side.whole is not None:
        steps, ends = automaton(side.whole, made_rows(side))
        tables.whole[at] = 1
        tables.end[at, : len(ends), 1] = ends
    elif side.own is not None:
        found = own_states(side.own)
        steps = found.steps
        tables.own[at] = 1
        tables.end[at, : len(steps), 0] = found.rows(side.own, made_rows(side))
    else:
        order = [place for place in PLACES if place in side.sees]
        tables.seen[at] = len(order)
        tables.places[at, : len(order)] = [PLACES[place] for place in order]
        steps = _steps(side, order)
    tables.step[at, : len(steps), : len(STANDARD_DECK)] = steps
    for card, number in NUMBER.items():
        tables.offered[at, number] = side.against is None or card.rank in side.against
    tables.late[at] = Origin.HOLE in side.sees
    tables.insures[at] = side.late is None and side.placed is not Moment.BEFORE_CARDS
    if side.late is not None:
        tables.when[at] = IN_PLAY if side.late.active else NO_BLACKJACK
        tables.blackjacks[at] = side.late.blackjacks
    for number, rows in enumerate(made_rows(side)):
        tables.spins[at, number] = side.spin(rows) is not None
        pays = side.pays[rows[0]] if rows else None
        tables.percent[at, number] = pays.percent if isinstance(pays, Jackpot) else 0
    for number, row in enumerate(rows_of(side, stake, chip)):
        tables.nets[at, number] = row.net
    wheel = _wheel(side)
    if wheel is not None:
        tables.wheel[at, : len(wheel.weights)] = np.cumsum(wheel.weights)
        tables.sections[at] = len(wheel.weights)
        tables.first_section[at] = len(made_rows(side))


def _steps(side: SideWager, order: Sequence[Origin]) -> NDArray[np.uint16]:
    """From a state and a card to the next state, the last card to a row; states of later cards have higher numbers."""
    kinds = kinds_of(side, STANDARD_DECK)
    made = row_table(side.rows, kinds, len(side.sees)).made.transpose([side.sees.index(each) for each in order])
    levels: list[NDArray[np.int64]] = []
    then = made.astype(np.int64)
    for _ in order:
        states, numbers = np.unique(then.reshape(-1, len(kinds)), axis=0, return_inverse=True)
        levels.insert(0, states)
        then = numbers.reshape(then.shape[:-1])
    steps, first = [], 0
    for level in levels[:-1]:
        first += len(level)
        steps.append(level + first)  # the states of the next card begin behind those of this one
    steps.append(levels[-1])
    table = np.concatenate(steps)
    assert len(table) <= MOST_STATES, f"{side.id} has too many states for the kernel"
    column = [kinds.index(each) for each in (kind_of(side, card, kinds) for card in STANDARD_DECK)]
    return table[:, column].astype(np.uint16)


@lru_cache(maxsize=16)
def automaton(whole: WholeHand, rows: tuple[tuple[str, ...], ...]) -> tuple[NDArray[np.uint16], list[int]]:
    """The states of a wager on the dealer's hand, from card to card, and the row of each if he is bust.

    States between which no further card makes a difference are one; the first is that before the up card.
    """
    seen: dict[Hashable, int] = {}
    for card in STANDARD_DECK:
        seen.setdefault(whole.begin(card), len(seen))
    then: list[list[int]] = []
    for state in (waiting := list(seen)):
        for card in STANDARD_DECK:
            after = whole.then(state, card)
            if after not in seen:
                seen[after] = len(seen)
                waiting.append(after)
        then.append([seen[whole.then(state, card)] for card in STANDARD_DECK])
    ends = [rows.index(() if (row := whole.row(state)) is None else (row,)) for state in seen]
    alike: list[Hashable] = list(ends)
    while len(set(alike)) < len(
        set(finer := [(alike[at], *(alike[to] for to in then[at])) for at in range(len(then))])
    ):
        alike = list(finer)
    number: dict[Hashable, int] = {}
    for each in alike:
        number.setdefault(each, len(number) + 1)
    steps = np.zeros((1 + len(number), len(STANDARD_DECK)), dtype=np.uint16)
    steps[0] = [number[alike[seen[whole.begin(card)]]] for card in STANDARD_DECK]
    row_of = [0] * (1 + len(number))
    for at, each in enumerate(alike):
        steps[number[each]] = [number[alike[to]] for to in then[at]]
        row_of[number[each]] = ends[at]
    assert len(steps) <= MOST_STATES, "a wager on the dealer's hand has too many states for the kernel"
    return steps, row_of


class OwnStates(NamedTuple):
    """The states of a wager on the cards of its own box by number, from the first card on, and where cards lead to.

    Number 0 is that before the first card; then come single cards, which have no state of their own, and one that has
    lost with the second.
    """

    states: tuple[Hashable, ...]
    steps: NDArray[np.uint16]

    def rows(self, own: OwnHand, rows: Sequence[tuple[str, ...]]) -> list[int]:
        """The row of each state."""
        return [rows.index(() if each is None or (row := own.row(each)) is None else (row,)) for each in self.states]


@lru_cache(maxsize=16)
def own_states(own: OwnHand) -> OwnStates:
    lost, first = 1 + len(STANDARD_DECK), 2 + len(STANDARD_DECK)
    found: dict[Hashable, int] = {}
    steps = [[1 + NUMBER[card] for card in STANDARD_DECK]]
    for one in STANDARD_DECK:
        begun = [own.begin(one, card) for card in STANDARD_DECK]
        steps.append([lost if each is None else found.setdefault(each, first + len(found)) for each in begun])
    steps.append([lost] * len(STANDARD_DECK))
    for state in (waiting := list(found)):
        for card in STANDARD_DECK:
            then = own.then(state, card)
            if then not in found:
                found[then] = first + len(found)
                waiting.append(then)
        steps.append([found[own.then(state, card)] for card in STANDARD_DECK])
    assert len(steps) <= MOST_OWN, "a wager on the cards of its box has too many states for the kernel"
    return OwnStates((None,) * first + tuple(found), np.array(steps, dtype=np.uint16))


def made_rows(side: SideWager) -> tuple[tuple[str, ...], ...]:
    """What any cards can make, by number."""
    if side.whole is not None or side.own is not None:
        return ((), *((row,) for row in side.pays))
    return row_table(side.rows, kinds_of(side, STANDARD_DECK), len(side.sees)).rows


def rows_of(side: SideWager, stake: Cents, chip: Cents) -> list[Row]:
    """Every way to end by number: what cards can make, then the sections of a wheel."""
    found = [_row(side, rows, stake, chip) for rows in made_rows(side)]
    wheel = _wheel(side)
    if wheel is not None:
        sections = range(1, len(wheel.weights) + 1)
        found += [Row(f"wheel, section {each}", wheel.amount(each) - stake) for each in sections]
    assert len(found) <= MOST_ROWS, f"{side.id} has too many rows for the kernel"
    return found


def _row(side: SideWager, rows: tuple[str, ...], stake: Cents, chip: Cents) -> Row:
    name = side.named(rows)
    if not rows:
        return Row(name, -stake)
    pays = side.pays[rows[0]]
    if isinstance(pays, Spin):
        return Row(name, 0)
    if isinstance(pays, Sum):
        return Row(name, pays.amount - stake)  # what is paid takes the place of the stake
    odds = pays.odds if isinstance(pays, Jackpot) else side.odds(rows).odds
    won = Fraction(stake * odds.pays, odds.to)
    if won.denominator != 1:
        raise NotSimulated(f"a wager of {spoken(stake)} cannot be paid {odds} in whole cents")
    share = side.shares([(stake, rows)], chip)[0]
    return Row(name, int(won) if share is None else share)


def _wheel(side: SideWager) -> Spin | None:
    wheels = [pays for pays in side.pays.values() if isinstance(pays, Spin)]
    return wheels[0] if wheels else None


def number_of(card: Card) -> int:
    """A card's place in the tables of side wagers."""
    return NUMBER[card]
