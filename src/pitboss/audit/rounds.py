"""One round out of a journal, with what was face down in it where the shoe has been revealed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.audit.history import History
from pitboss.audit.shoes import Shoes, Shuffle
from pitboss.audit.verify import game_of, header_of
from pitboss.cards import Card
from pitboss.core.facts import CardsCollected, RoundEnded, RoundOpened, ShoeLost, WagerPlaced
from pitboss.core.procedure import Runner
from pitboss.core.requests import FaceDown, NextCard, SealLost, ShoeEmpty, Turn
from pitboss.games.registry import Game
from pitboss.ids import Holder
from pitboss.store.chain import opened
from pitboss.store.entries import Entry, Happened, read_row
from pitboss.store.journal import NotAJournal, lines_of
from pitboss.table.procedure import RoundRecord


class NoSuchRound(Exception):
    """The journal does not hold this round, or not yet all of it. The message says which."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    game: Game
    record: RoundRecord
    unseen: dict[Holder, list[Card]]


def recorded_round(data: Iterable[bytes], number: int) -> RecordedRound:
    """The round of this number in a journal that comes in batches; raises `NotAJournal` or `NoSuchRound`."""
    lines = lines_of(data)
    first = next(lines, (b"", False))[0]
    header = header_of(first)
    game = game_of(header)
    finder = _Finder(game, header.rulebook, number)
    for entry in _entries(lines):
        finder.follow(entry)
    record = finder.found()
    return RecordedRound(game, record, _unseen(game, record, finder.draws()))


def _entries(lines: Iterable[tuple[bytes, bool]]) -> Iterator[Entry]:
    for number, (line, whole) in enumerate(lines, start=2):
        if not whole:
            return
        parts = opened(line)
        try:
            if parts is None:
                raise ValueError
            yield read_row(parts[0])
        except ValueError:
            raise NotAJournal(f"line {number} is broken; pitboss audit says more") from None


class _Finder:
    """Follows a journal to its end, because a shoe is revealed long after its rounds."""

    def __init__(self, game: Game, rulebook: str, number: int) -> None:
        self._number = number
        self._rounds = 0
        self._history = History(game)
        self._line = 1
        self._shoes = Shoes(rulebook, game.shoe)
        self._record: RoundRecord | None = None
        self._draws: list[tuple[Shuffle, int, int]] = []
        self._ended = False

    def follow(self, entry: Entry) -> None:
        self._line += 1
        if self._record is None or not self._ended:
            self._history.follow(self._line, entry)
        if not isinstance(entry, Happened):
            return
        fact = entry.fact
        if isinstance(fact, RoundOpened):
            self._rounds += 1
            if self._rounds == self._number:
                self._record = self._history.records[-1]
                self._starts = {id(each): len(each.drawn) for each in self._shoes.open}
        if self._rounds == self._number and isinstance(fact, CardsCollected | ShoeLost) and not self._draws:
            self._draws = [(each, self._starts.get(id(each), 0), len(each.drawn)) for each in self._shoes.open]
        self._ended = self._ended or (self._rounds == self._number and isinstance(fact, RoundEnded))
        for _ in self._shoes.follow(fact, []):
            pass  # what is wrong with a shoe is for the audit to say

    def found(self) -> RoundRecord:
        if self._record is None:
            raise NoSuchRound(f"it holds {self._rounds} round(s), and none of number {self._number}")
        if not self._ended:
            raise NoSuchRound(f"round {self._number} is not finished yet")
        if not any(isinstance(fact, WagerPlaced) for fact in self._record.facts):
            raise NoSuchRound(f"nobody wagered in round {self._number}, so there is nothing to write")
        if any(isinstance(answer, SealLost) for answer in self._record.answers):
            raise NoSuchRound(f"round {self._number} ended because the order of its shoe was lost, not by its cards")
        return self._record

    def draws(self) -> list[Card | None]:
        """The cards that left the shoe in this round, in order; nothing for one that nobody knows yet."""
        cards: list[Card | None] = []
        for shuffle, start, end in self._draws:
            cards.extend((shuffle.came or shuffle.drawn)[start:end])
        return cards


def _unseen(game: Game, record: RoundRecord, draws: list[Card | None]) -> dict[Holder, list[Card]]:
    """The cards of each hand that went face down and were not turned."""
    runner: Runner[Any] = Runner(game.rules, record.table)
    down: dict[Holder, list[Card | None]] = {}
    cards = iter(draws)
    for answer in record.answers:
        match runner.pending:
            case NextCard(hand) if not isinstance(answer, ShoeEmpty | SealLost):
                card = next(cards)
                if isinstance(answer, FaceDown):
                    down.setdefault(hand, []).append(card)
            case Turn(hand) if not isinstance(answer, SealLost):
                down[hand].pop(0)
        runner.answer(answer)
    if any(card is None for hand in down.values() for card in hand):
        raise NoSuchRound("a card of this round was never turned; it can be written when its shoe has been revealed")
    return {hand: [card for card in those if card is not None] for hand, those in down.items()}
