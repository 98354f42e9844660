"""A table for tests: a seeded shoe, a record in memory, and people who do as they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from conformance.suite import any_game, game
from pitboss.core.kinds import Occasion
from pitboss.core.options import Refusal
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Window
from pitboss.core.wagering import PlaceWager
from pitboss.games.registry import Game
from pitboss.ids import HOUSE_DEALER, Author, Box, HandId, Player, Role
from pitboss.money import Cents
from pitboss.record.file_tables import Sitting, new_table, recall_journal, resume_table
from pitboss.record.header import new_header
from pitboss.shoe.randomness import PracticeRandomness
from pitboss.shoe.virtual import VaultInMemory, VirtualShoe
from pitboss.store.entries import Header
from pitboss.store.journal import Journal, JournalInMemory
from pitboss.tables.automatic import plain_play
from pitboss.tables.commands import Command, Door
from pitboss.tables.intents import CloseTable, Sit
from pitboss.tables.live import LiveTable

BET = Cents(1000)


def speaker(table: LiveTable, answer: Answer) -> Author:
    """Who would say this."""
    match answer, table.pending:
        case Act(player), _:
            return Author(Role.HOUSE, "boss") if player == HOUSE_DEALER else Author(Role.PLAYER, player)
        case Decline(), Offer(player):
            return Author(Role.PLAYER, player)
    return Author(Role.DEALER, "dan")


def say(table: LiveTable, answer: Answer) -> Refusal | None:
    """Said by who would say it, with the table before his eyes; a name that is none is refused before it is written."""
    return table.submit(Command(speaker(table, answer), table.lines, str(table.lines), answer))


def reopened(journal: Journal) -> Sitting:
    """The table of a journal that is there."""
    record = journal.read()
    assert record is not None
    return resume_table(journal, recall_journal(journal, record))


class Watched:
    """A table whose facts are all kept."""

    def __init__(self, table: LiveTable, journal: JournalInMemory | None = None) -> None:
        self.table = table
        self.journal = journal
        self.facts: list[Any] = []
        table.listeners.append(lambda _, fact: self.facts.append(fact))

    def submit(self, answer: Answer) -> Any:
        return say(self.table, answer)

    def must(self, answer: Answer) -> None:
        refusal = self.submit(answer)
        assert refusal is None, refusal

    def sit(self, *seats: tuple[str, int], chips: int = 10**7) -> None:
        for name, box in seats:
            self.must(Act(Player(name), HandId(Box(box), 1), Sit(Cents(chips))))

    def lose_the_seal(self) -> None:
        """The sealed file is gone, and the table is opened again."""
        assert self.table.shoe is not None
        self.table.shoe.tidy()
        self.table.resume()

    def close(self) -> None:
        self.must(Act(Player("dealer"), HandId(Box(0), 1), CloseTable()))

    def of(self, kind: type) -> list[Any]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def rounds(self, count: int, **answers: Answer) -> None:
        """So many rounds, played plainly; `answers` may say how the cut is answered."""
        until = self.table.runner.state.rounds + count
        while self.table.runner.state.rounds < until or self.table.runner.state.in_round:
            self.must(answer(self.table, **answers))


def answer(table: LiveTable, cut: Answer | None = None) -> Answer:
    """What a plain player says to whatever is pending: always the same, so that a session can be repeated."""
    request = table.pending
    match request:
        case Window(Occasion.BETTING):
            for player, seat in table.runner.state.seats.items():
                placed = table.runner.state.layout.placed_by(player)
                for wager, amount in (
                    table.game.rules.betting.owed(placed) if placed else {table.game.rules.played: BET}
                ).items():
                    return Act(player, HandId(seat.box, 1), PlaceWager(wager, amount))
            return Close()
        case Window():
            return Close()
        case Offer(_, _, options) if options[0].verb.verb == "cut" and cut is not None:
            return cut
        case Offer():
            return Decline()
        case Decide(player, hand, _):
            t = table.runner.table.round
            assert t is not None
            return Act(player, hand, plain_play(t, hand, table.affordable(request)))
    raise AssertionError(request)


def watched(
    rulebook: str,
    settings: Mapping[str, object] | None = None,
    *,
    seed: int = 1,
    deck: Callable[[Game], Game] | None = None,
) -> Watched:
    """A table with nobody at it, all in memory."""
    playing: Game = any_game(rulebook, settings or {})
    playing = deck(playing) if deck else playing
    journal = JournalInMemory()
    header = new_header(playing, seed, 0)
    journal.begin(header)
    shoe = VirtualShoe(rulebook, playing.shoe, PracticeRandomness(seed), VaultInMemory())
    return Watched(LiveTable(playing, shoe, journal, door=Door(header.mode, playing.rules.turn)), journal)


def on_disk(
    path: Path, rulebook: str, seed: int | None = 1, journal: type[Journal] = Journal
) -> tuple[LiveTable, Header]:
    file = journal(path, lambda: 0)
    file.read()
    sitting = new_table(file, game(rulebook, {}), seed)
    return sitting.table, sitting.header
