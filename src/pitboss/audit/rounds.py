"""One round out of a journal, with what was face down in it where the shoe has been revealed since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.audit.shoes import Shoes, Shuffle
from pitboss.cards import Card
from pitboss.core.driver import Runner
from pitboss.core.facts import CardsCollected, Fact, RoundEnded, RoundOpened, ShoeLost, WagerPlaced
from pitboss.core.incidents import SealLost, ShoeEmpty
from pitboss.core.requests import FaceDown, NextCard, Turn
from pitboss.games.registry import Game
from pitboss.ids import Holder, Pile
from pitboss.record.header import recorded_game
from pitboss.record.history import History
from pitboss.store.chain import opened
from pitboss.store.entries import Happened, Header, read_row
from pitboss.store.journal import batches, stands_in
from pitboss.store.lines import NotAJournal, header_of, lines_of
from pitboss.store.snapshots import Snapshot, Snapshots, snapshots_path
from pitboss.tables.runner import RoundRecord


class NoSuchRound(Exception):
    """The journal does not hold this round, or not yet all of it. The message says which."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    game: Game
    record: RoundRecord
    unseen: dict[Holder, list[Card]]


def recorded_round(path: Path, number: int) -> RecordedRound:
    """The round of this number in a journal; raises `NotAJournal`, `NoSuchRound` or `OSError`.

    Where there is a snapshot of just before it, only the journal's first line and what follows are read.
    """
    if not path.is_file():  # what comes through a pipe is read once, from its beginning
        return round_in(batches(path), number)
    header = header_of(next(lines_of(batches(path)), (b"", False))[0])
    snapshot = Snapshots(snapshots_path(path)).before(number, stands_in(path))
    if snapshot is None:
        return round_in(batches(path), number)
    return _found(_Finder(header, number, snapshot), lines_of(batches(path, snapshot.offset)))


def round_in(data: Iterable[bytes], number: int) -> RecordedRound:
    """The same in a journal that comes in batches."""
    lines = lines_of(data)
    header = header_of(next(lines, (b"", False))[0])
    return _found(_Finder(header, number), lines)


def _found(finder: _Finder, lines: Iterable[tuple[bytes, bool]]) -> RecordedRound:
    for line, whole in lines:
        if not whole or finder.done:
            break
        finder.follow(line)
    record = finder.found()
    if record.table.live:  # where people deal, a card that nobody turned is known to nobody
        return RecordedRound(finder.game, record, {})
    return RecordedRound(finder.game, record, _unseen(finder.game, record, finder.draws()))


class _Finder:
    """Follows a journal until a round is over and its shoe revealed, which may be long after it."""

    def __init__(self, header: Header, number: int, snapshot: Snapshot | None = None) -> None:
        self.game, _ = recorded_game(header)
        self._format = header.format
        self._number = number
        self._history = History(self.game, header, snapshot=snapshot)
        self._line = 1 if snapshot is None else snapshot.lines
        self._shoes = Shoes(header.rulebook, self.game.shoe)
        self._record: RoundRecord | None = None
        self._draws: list[tuple[Shuffle, int, int]] = []
        self._ended = False
        shoe = self._history.state.shoe
        if shoe is not None:
            drawn: list[Card | None] = [None] * shoe.drawn
            burned: dict[Holder, list[int]] = {Pile.DISCARDS: list(shoe.burns)}
            self._shoes.open.append(Shuffle(0, shoe.commitments[-1], shoe.cards, [], [], shoe.cut, drawn, burned))

    @property
    def done(self) -> bool:
        """Whether all is known that can be: the round is over, and its cards have been revealed or lost."""
        waiting = {id(each) for each in self._shoes.open if each.commitment}
        return self._ended and not any(id(shuffle) in waiting for shuffle, _, _ in self._draws)

    def follow(self, line: bytes) -> None:
        self._line += 1
        if self._ended and not line.startswith((b'{"fact":"ShoeRevealed"', b'{"fact":"ShoeLost"')):
            return
        parts = opened(line)
        try:
            if parts is None:
                raise ValueError
            entry = read_row(parts[0], self._format)
        except ValueError:
            raise NotAJournal(f"line {self._line} is broken; pitboss audit says more") from None
        if not self._ended:
            self._history.follow(self._line, entry)
        if isinstance(entry, Happened):
            self._happened(entry.fact)

    def _happened(self, fact: Fact) -> None:
        inside = self._history.state.rounds == self._number
        if isinstance(fact, RoundOpened) and inside:
            self._record = self._history.records[-1]
            self._starts = {id(each): len(each.drawn) for each in self._shoes.open}
        if inside and isinstance(fact, CardsCollected | ShoeLost) and not self._draws:
            self._draws = [(each, self._starts.get(id(each), 0), len(each.drawn)) for each in self._shoes.open]
        self._ended = self._ended or (inside and isinstance(fact, RoundEnded))
        for _ in self._shoes.follow(fact, []):
            pass  # what is wrong with a shoe is for the audit to say

    def found(self) -> RoundRecord:
        if self._record is None:
            raise NoSuchRound(f"it holds {self._history.state.rounds} round(s), and none of number {self._number}")
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
                down.get(hand, [None]).pop(0)  # a card that was burned before the round is none of its own
        runner.answer(answer)
    if any(card is None for hand in down.values() for card in hand):
        raise NoSuchRound("a card of this round was never turned; it can be written when its shoe has been revealed")
    return {hand: [card for card in those if card is not None] for hand, those in down.items()}
