"""Pai Jack, its stakes and a plan of settings, compiled into the tables of its kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import gcd
from typing import Any

import numpy as np

from pitboss.analysis.pai_jack import Packets, Plan, Points
from pitboss.cards import STANDARD_DECK, Card
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import Game
from pitboss.ids import Wager
from pitboss.money import Cents, spoken
from pitboss.simulation.codes import FIRST_SIDE, MAIN, MOST_CODES, TOGETHER, WAGERS, Bytes, Ints
from pitboss.simulation.programme import PACKETS, Named
from pitboss.simulation.programmes.packets import CLASSES, MATTERING, MOST_ENDS, PACKET, PACKET_TABLES
from pitboss.simulation.sides import NotSimulated
from pitboss.wagers.pai_jack_bonus import matters
from pitboss.wagers.side import SideWager

ACE_POINTS = 11


def class_of(card: Card) -> int:
    """What a card counts, from the ace on."""
    return 0 if card.points == ACE_POINTS else card.points - 1


@dataclass
class CompiledPackets:
    """Everything that a simulation of Pai Jack at these stakes needs."""

    game: Game
    packets: Packets
    plan: Plan
    stakes: Mapping[Wager, Cents]
    boxes: int = 1
    name: str = PACKETS
    draws: bool = False
    spots: int = 1
    awards: tuple[int, ...] = (0,)
    awarded: int = -1

    @property
    def rules(self) -> PaiJackRules:
        return self.packets.rules

    @property
    def side(self) -> SideWager | None:
        """The wager on the packet, where it is staked."""
        return next((side for side in self.rules.sides if self.stakes.get(side.id)), None)

    @property
    def wagers(self) -> tuple[tuple[int, Wager], ...]:
        return ((MAIN, self.rules.played), *((FIRST_SIDE, side.id) for side in self.rules.sides))

    def placed_sometimes(self, number: int) -> bool:
        del number
        return False

    def outcomes(self, number: int) -> Sequence[Named]:
        if number == MAIN:
            rows, pays = self.rules.settlement.table.rows, self.packets.pays
            return [Named(code, row.name, float(pays[code])) for code, row in enumerate(rows)]
        side = self.side
        if number != FIRST_SIDE or side is None:
            return []
        return [Named(code, side.named(rows), float(self._pays(rows))) for code, rows in enumerate(self._made)]

    @cached_property
    def _made(self) -> tuple[tuple[str, ...], ...]:
        """What a packet can make for the wager on it, by number."""
        side = self.side
        return ((), *((row,) for row in side.pays)) if side is not None else ((),)

    def _pays(self, rows: tuple[str, ...]) -> Fraction:
        side = self.side
        if not rows or side is None:
            return Fraction(-1)
        odds = side.odds(rows).odds
        return Fraction(odds.pays, odds.to)

    @cached_property
    def tables(self) -> Any:
        record: Any = np.zeros(1, dtype=PACKET_TABLES).view(np.recarray)[0]
        record.points[:] = [class_of(card) for card in STANDARD_DECK]
        self._fill_packets(record)
        self._fill_bonus(record)
        cents = {MAIN: self._cents(self.rules.played, self.packets.pays)}
        if self.side is not None:
            cents[FIRST_SIDE] = self._cents(self.side.id, [self._pays(rows) for rows in self._made])
        self._fill_results(record, cents)
        record.boxes = self.boxes
        return record

    def _cents(self, wager: Wager, pays: Sequence[Fraction]) -> list[int]:
        nets = [each * self.stakes[wager] for each in pays]
        if any(each.denominator != 1 for each in nets):
            raise NotSimulated(f"a wager of {spoken(self.stakes[wager])} cannot be paid in whole cents")
        return [int(each) for each in nets]

    def _fill_packets(self, record: Any) -> None:
        """What every packet comes to, for the player by the plan and for the dealer, and who wins."""
        ends, kinds = self.packets.dealer_ends, self.packets.kinds
        assert max(len(ends), len(kinds)) <= MOST_ENDS, "the kernel has no room for so many totals"
        for packet, number in self.packets.number.items():
            record.mine[number] = kinds[self.packets.end(packet, self.plan)]
            record.theirs[number] = ends.index(self.packets.of_dealer[number])
        decided: Ints = self.packets.decided[0]
        record.row[: decided.shape[0], : decided.shape[1]] = decided
        for classes in product(range(CLASSES), repeat=PACKET):
            points: Points = tuple(sorted(each + 1 if each else ACE_POINTS for each in classes))
            record.number[classes] = self.packets.number.get(points, 0)

    def _fill_bonus(self, record: Any) -> None:
        """The row of the wager on the packet, by the cards that matter to it."""
        side, there = self.side, [card for card in STANDARD_DECK if matters(card)]
        assert len(there) <= MATTERING, "the kernel has no room for so many cards that matter"
        for bit, card in enumerate(there):
            record.matters[STANDARD_DECK.index(card)] = 1 << bit
        if side is None:
            return
        bonus: Bytes = record.bonus
        for count in range(PACKET + 1):
            for bits in combinations(range(len(there)), count):
                made = side.rows([there[bit] for bit in bits])
                bonus[sum(1 << bit for bit in bits)] = self._made.index(made)

    def _fill_results(self, record: Any, cents: Mapping[int, list[int]]) -> None:
        """Nets in steps, and room for every result that a round can have, by wager and together."""
        steps = {number: gcd(*nets) for number, nets in cents.items()}
        steps[TOGETHER] = gcd(*steps.values())
        reach = {number: self.boxes * max(map(abs, nets)) // steps[number] for number, nets in cents.items()}
        reach[TOGETHER] = sum(each * steps[number] for number, each in reach.items()) // steps[TOGETHER]
        record.bins[:], record.units[:], used = -1, 1, 0
        for number, step in steps.items():
            record.units[number], record.bins[number] = step, used + reach[number]
            used += 2 * reach[number] + 1
        record.bins[-1] = record.used = used
        for number, nets in cents.items():
            assert len(nets) <= MOST_CODES
            record.nets[number, : len(nets)] = [each // steps[number] for each in nets]
        for number, wager in self.wagers:
            record.stakes[number] = self.stakes.get(wager, 0)
        assert record.stakes.shape == (WAGERS,)
