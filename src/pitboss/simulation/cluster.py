"""Runs on a cluster: pieces of a run, played by workers of dask, added up in their order.

Dask carries the pieces, and gives those of a worker that dies to another one. Three things are left to be done here.
A piece may go only to workers that have what this machine has (`crew`), and names them. A piece whose workers have all
left is sent once more. And a run ends where it would have ended without a cluster: what is left when no whole piece
fits any more is played by this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from distributed import Future

from pitboss.simulation.crew import LOOK_EVERY, Crew, Delayed, result_of, told
from pitboss.simulation.jobs import unpacked_counts
from pitboss.simulation.remote import Differs, equipment, play_squeezed, squeezed
from pitboss.simulation.run import Lost, Order, Part, nothing
from pitboss.simulation.run import run as run_here

AIM = 2.0  # seconds of work in a piece: long beside the way there and back, short beside what a dead worker costs
MOST_CHUNKS = 1 << 10
MOST_LOSSES = 5  # of one piece: it may be what kills its workers
ALONE_FOR = 60.0  # seconds without any worker


def run(crew: Crew, order: Order, begun: Part | None, warn: Callable[[str], None]) -> Iterator[Part]:
    """As `simulation.run.run`, by the workers of a cluster. Raises `Lost`; workers that are not used go to `warn`."""
    pieces, looked = _Pieces(crew, order, begun or nothing(order)), 0.0
    try:
        while pieces.left():
            if time.monotonic() - looked > LOOK_EVERY:
                unfit, looked = crew.look(), time.monotonic()
                if unfit:
                    warn(f"{told(unfit)}: the digits might not be the same, so no work goes there")
            pieces.send()
            pieces.receive()
            yield pieces.part
    finally:
        pieces.release()
    yield from run_here(order, pieces.part)


@dataclass(frozen=True, slots=True)
class _Piece:
    """So many chunks, and how often they were sent in vain."""

    first: int
    chunks: int
    losses: int = 0


@dataclass(frozen=True, slots=True)
class _Sent:
    piece: _Piece
    workers: frozenset[str]
    call: Future[Any]


class _Pieces:
    """What has been played so far, and its pieces: those that are out, must go once more, or are too early."""

    def __init__(self, crew: Crew, order: Order, part: Part) -> None:
        self.part = part
        self._crew, self._order = crew, order
        self._job = squeezed(order.job(0))
        self._following = part.last
        self._chunks = 1  # of the next piece
        self._sent: dict[str, _Sent] = {}
        self._again: list[_Piece] = []
        self._early: dict[int, Part] = {}
        self._overrun = False
        self._alone_since = time.monotonic()

    def left(self) -> bool:
        """Whether there is anything to wait for or to send."""
        return not self._overrun and bool(self._sent or self._again or self._unsent())

    def _unsent(self) -> int:
        """How many chunks are left to be sent; of shoes as far as can be told, for nobody knows their rounds before."""
        order, part = self._order, self.part
        if order.shoes and not part.rounds:
            return 2 * max(1, self._crew.threads)
        end = order.rounds * part.last // part.rounds if order.shoes else order.rounds // order.stretch
        return max(0, end - self._following)

    def send(self) -> None:
        """Sends so many pieces that each thread has one to play and one to go on with."""
        threads = self._crew.threads
        if threads:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > ALONE_FOR:
            raise Lost(f"no worker is left at {self._crew.address}")
        self._reclaim()
        while len(self._sent) < 2 * threads and (piece := self._next(threads)) is not None:
            self._send(piece)

    def _reclaim(self) -> None:
        """Takes back what was sent to workers who have all left: dask would wait for them to return."""
        for key, sent in list(self._sent.items()):
            if not sent.workers & self._crew.fit.keys():
                del self._sent[key]
                self._lose(sent.piece, "it left")

    def _next(self, threads: int) -> _Piece | None:
        """What was lost goes first, because all that follows waits for it. Pieces get smaller towards the end."""
        if self._again:
            return self._again.pop()
        chunks = min(self._chunks, -(-self._unsent() // (2 * threads)))
        if not chunks or len(self._early) >= 4 * threads:
            return None
        self._following += chunks
        return _Piece(self._following - chunks, chunks)

    def _send(self, piece: _Piece) -> None:
        stretch, workers = self._order.stretch, frozenset(self._crew.fit)
        job = replace(self._job, first=piece.first * stretch, count=piece.chunks * stretch)
        call = self._crew.call(workers, play_squeezed, job, equipment())
        self._sent[str(call.key)] = _Sent(piece, workers, call)

    def receive(self) -> None:
        """Waits a little for pieces that come back, and adds up those that follow each other."""
        for key in self._crew.wait(LOOK_EVERY):
            sent = self._sent.pop(key, None)
            if sent is not None:
                self._take(sent)
        while not self._overrun and (more := self._early.pop(self.part.last, None)) is not None:
            # A run of shoes ends within the piece that reaches its rounds; this machine finds out where.
            self._overrun = self._order.shoes and self.part.rounds + more.rounds >= self._order.rounds
            self.part = self.part if self._overrun else self.part.merged(more)

    def _take(self, sent: _Sent) -> None:
        piece = sent.piece
        try:
            data, seconds = result_of(sent.call)
        except Delayed:
            self._sent[str(sent.call.key)] = sent
            self._crew.watch(sent.call)
        except Exception as error:  # whatever it is, another worker may do better
            if isinstance(error, Differs):
                self._crew.ask_again()
            self._lose(piece, str(error).partition("\n")[0] or type(error).__name__)
        else:
            counts = unpacked_counts(data, self._order.compiled.tables)
            self._early[piece.first] = Part(piece.first, piece.first + piece.chunks, counts)
            self._chunks = max(1, min(MOST_CHUNKS, round(piece.chunks * AIM / max(seconds, 1e-3))))

    def _lose(self, piece: _Piece, why: str) -> None:
        if piece.losses == MOST_LOSSES:
            raise Lost(f"{MOST_LOSSES + 1} workers in turn have not played the same rounds (the last one: {why})")
        self._again.append(replace(piece, losses=piece.losses + 1))

    def release(self) -> None:
        """Nobody need play any more what is still out."""
        for sent in self._sent.values():
            sent.call.release()
