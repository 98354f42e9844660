"""Three tables at one meter, which say things twice, late and again after kills: what they come to must be the same."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.core.meter import MeterRefuses, Shares
from pitboss.core.purse import Event, Purse
from pitboss.ids import Box, HandId
from pitboss.money import Cents

SHARES = Shares(150_001, 49_999)
SEED = Cents(1_000_000)
TABLES = ("north", "south", "west")
PERCENTS = (10, 100)


@dataclass
class Books:
    """What the tables know they have put in and taken out, kept apart from the meter."""

    wagers: dict[tuple[str, int, HandId], Cents] = field(default_factory=dict)
    awards: dict[tuple[str, int, HandId], int] = field(default_factory=dict)

    def contributed(self) -> int:
        return sum(wager * (SHARES.increment + SHARES.reserve) for wager in self.wagers.values())


class Crowd:
    """Random events of three tables; each may be said again, as after a kill nobody knows what was heard."""

    def __init__(self, seed: int) -> None:
        self.chance, self.purse, self.books = random.Random(seed), Purse(SEED, SHARES), Books()
        self.rounds = dict.fromkeys(TABLES, 0)
        self.events = 0

    def say(self, events: list[Event]) -> None:
        for event in events:
            self.purse.apply(event)
            self.events += 1

    def round_of(self, table: str) -> None:
        self.rounds[table] += 1
        number, chance = self.rounds[table], self.chance
        hands = [HandId(Box(box), 1) for box in range(1, chance.randint(1, 7) + 1)]
        wagers = {hand: Cents(50 * chance.randint(2, 200)) for hand in hands}
        for _ in range(1 + (chance.random() < 0.2)):
            self.say(self.purse.lock(table, number, wagers.items()))
        if chance.random() < 0.05:  # an entry was corrected
            wagers[hands[0]] = Cents(100)
            self.say(self.purse.lock(table, number, wagers.items()))
        for hand in hands:
            if chance.random() < 0.02:
                self.key(table, number, hand, chance.choice(PERCENTS))
        stood = wagers if chance.random() < 0.95 else {}
        for _ in range(1 + (chance.random() < 0.2)):
            self.say(self.purse.over(table, number, stood))
        self.books.wagers |= {(table, number, hand): wager for hand, wager in stood.items()}

    def key(self, table: str, number: int, hand: HandId, percent: int) -> None:
        self.say(self.purse.key(table, number, hand, percent))
        shown = self.purse.answered(table, number, hand)
        self.say(self.purse.key(table, number, hand, percent))
        assert self.purse.answered(table, number, hand) == shown, "a key press was answered in two ways"
        self.books.awards[table, number, hand] = shown.amount * percent // 100 // 1_000_000

    def late(self, table: str) -> None:
        """Something about a round that is over."""
        number = self.rounds[table]
        try:
            self.say(self.purse.lock(table, number, [(HandId(Box(1), 1), Cents(100))]))
        except MeterRefuses:
            assert not self.purse.over(table, number, {})
            return
        assert number == 0

    def play(self, events: int) -> None:
        while self.events < events:
            table = self.chance.choice(TABLES)
            self.round_of(table)
            if self.chance.random() < 0.1:
                self.late(table)
        assert self.purse.balanced
        assert self.purse.contributed == self.books.contributed()
        assert self.purse.paid == sum(self.books.awards.values()) * 1_000_000


def sit_at(path: Path, table: str, rounds: int) -> None:
    """A table in a process of its own: it says how far it is, so that it can be killed and go on."""
    from pitboss.store.meters import MeterFile, Terms

    meter = MeterFile(path, Terms("pit", "straight-jack-progressive", SEED, SHARES), lambda: 0)
    meter.join(table)
    done = meter.refresh().tables[table]
    first = done.round + 1 if done.over or done.round == 0 else done.round
    for number in range(first, rounds + 1):
        wagers = wagers_of(table, number)
        meter.lock(table, number, wagers.items())
        for hand, percent in keys_of(table, number):
            meter.key(table, number, hand, percent)
        meter.over(table, number, wagers)
    meter.close()


def wagers_of(table: str, number: int) -> dict[HandId, Cents]:
    chance = random.Random(f"{table} {number}")
    return {HandId(Box(box), 1): Cents(50 * chance.randint(2, 200)) for box in range(1, chance.randint(1, 4) + 1)}


def keys_of(table: str, number: int) -> list[tuple[HandId, int]]:
    chance = random.Random(f"keys {table} {number}")
    return [(hand, chance.choice(PERCENTS)) for hand in wagers_of(table, number) if chance.random() < 0.05]


if __name__ == "__main__":
    sit_at(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
