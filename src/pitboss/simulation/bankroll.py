"""A session of independent rounds: the chance of ruin, of reaching a goal, and where the bankroll will be.

Nothing is sampled. Every net result is a multiple of one unit, so a bankroll moves on a lattice. A *board* holds the
chance of every cell: first the cells of the ruined, then those in play, then those at the stop or above. Whoever
leaves the cells in play stays where they arrived, so that what the ruined and the quitters hold is exact as well.

A session without a stop ends at a height that is reached with a chance below `FORGOTTEN`; the board is cut there. Such
sessions play many rounds at once: who is too rich to be ruined by them moves freely, which is one product of Fourier
transforms, and only the others are looked at more closely. Chances then have been found true to 1e-12, and quantiles
to the cent. With a stop every round is played by itself, and only the rounding of sums is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, pairwise
from math import gcd, isclose, log

import numpy as np
from numpy.typing import NDArray

PERCENTS = (1, 5, 25, 50, 75, 95, 99)
CHECKPOINTS = 100
MOST_ROUNDS = 1_000_000
MOST_CELLS = 500_000
MOST_STEPS = 100_000_000_000  # products of a cell and a result: about half a minute

FORGOTTEN = 1e-13  # the chance of a rise or fall in a number of rounds that is small enough to neglect
EXPONENTS = np.geomspace(1e-7, 1e2, 400)  # each gives a bound of how far a walk rises, and the best is taken
FEW_ROUNDS = 32  # so few are played faster one by one
SAME = 1e-12  # chances that differ by less are equal, so that no quantile hangs on the last digit

Vector = NDArray[np.float64]
Spectrum = NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class Session:
    """What a player sets out with, in cents. They play while they hold `least`, and quit once they hold `stop`."""

    rounds: int
    bankroll: int
    least: int
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a session may bring. Amounts are cents; each series has one entry for each of the checkpoints.

    Who is ruined keeps what was too little for another round, and who reached the stop keeps what they then had.
    `ahead` is the chance to end with more than the bankroll.
    """

    session: Session
    ruin: float
    reached: float
    going: float
    ahead: float
    mean: float
    checkpoints: tuple[int, ...]
    quantiles: Mapping[int, tuple[int, ...]]
    ruin_by: tuple[float, ...]
    reached_by: tuple[float, ...]


def check(results: Mapping[int, float], session: Session) -> str | None:
    """Why this session makes no sense, in one sentence, or nothing."""
    if min(results.values(), default=-1.0) < 0 or not isclose(sum(results.values()), 1, abs_tol=1e-9):
        return "the chances of the results of a round must not be negative, and must add up to 1"
    if not 1 <= session.rounds <= MOST_ROUNDS:
        return f"a session has from 1 to {MOST_ROUNDS:,} rounds"
    if session.bankroll <= 0 or session.least <= 0:
        return "the bankroll and the least amount for another round must be more than nothing"
    if session.bankroll < session.least:
        return "the bankroll does not suffice for one round"
    if session.stop is not None and session.stop <= session.bankroll:
        return "the amount to stop at must be more than the bankroll"
    if _Course(_Walk(results), session).is_too_long:
        return "this session takes too long to compute: try fewer rounds or a nearer stop"
    return None


def outlook(results: Mapping[int, float], session: Session) -> Outlook:
    """The chances of a session from those of each net result of one round; raises `ValueError` as `check` says."""
    if (wrong := check(results, session)) is not None:
        raise ValueError(wrong)
    course = _Course(_Walk(results), session)
    checkpoints = _checkpoints(session.rounds)
    ruined, reached, quantiles = [], [], []
    for board in course.boards(checkpoints):
        ruined.append(course.ruined(board))
        reached.append(course.reached(board))
        quantiles.append(course.quantiles(board))
    return Outlook(
        session=session,
        ruin=ruined[-1],
        reached=reached[-1],
        going=max(0.0, 1 - ruined[-1] - reached[-1]),
        ahead=_chance(board[course.amounts > session.bankroll]),
        mean=float(course.amounts @ board),
        checkpoints=checkpoints,
        quantiles=dict(zip(PERCENTS, zip(*quantiles, strict=True), strict=True)),
        ruin_by=tuple(ruined),
        reached_by=tuple(reached),
    )


def _checkpoints(rounds: int) -> tuple[int, ...]:
    count = min(rounds, CHECKPOINTS)
    return tuple(rounds * each // count for each in range(count + 1))


class _Walk:
    """Rounds as steps on the lattice, and how they move the chances on a board."""

    def __init__(self, results: Mapping[int, float]) -> None:
        possible = {net: chance for net, chance in results.items() if chance > 0}
        self.unit = gcd(*possible) or 1
        self.jumps = np.array([net // self.unit for net in possible])
        self.chances = np.array(list(possible.values())) / sum(possible.values())
        self.fall, self.rise = max(0, -int(self.jumps.min())), max(0, int(self.jumps.max()))
        usual = (self.jumps <= 4 * self.fall) & (self.fall < 2 * self.jumps.size)
        self.usual = np.bincount(self.jumps[usual] + self.fall, self.chances[usual], minlength=1)
        self.others = list(zip(self.jumps[~usual].tolist(), self.chances[~usual].tolist(), strict=True))
        self.climb = cache(partial(_climb, self.jumps, self.chances))
        self.sink = cache(partial(_climb, -self.jumps, self.chances))
        self.spectrum = cache(self._spectrum)

    @property
    def effort(self) -> int:
        """Products that it takes to move one cell by one round; a shift is as slow as some five of a convolution."""
        return 10 + self.usual.size + 5 * len(self.others)

    def size(self, width: int) -> int:
        """The cells of a board with at least so many in play: a number that makes Fourier transforms quick."""
        return self.fall + _smooth(width + self.rise)

    def low_size(self, rounds: int) -> int:
        """The cells that those need whom so many rounds may ruin."""
        return self.size(self.sink(rounds) + self.climb(rounds) + 1)

    def in_play(self, board: Vector) -> Vector:
        return board[self.fall : board.size - self.rise]

    def play(self, board: Vector, rounds: int) -> None:
        """One round after the other.

        The usual results lie close together, and are one convolution. Awards are a shift each; so is every result
        where the unit is so small that most of its multiples do not occur.
        """
        playing = self.in_play(board)
        for _ in range(rounds):
            before = playing.copy()
            playing[:] = 0
            board[: before.size + self.usual.size - 1] += np.convolve(before, self.usual)
            for jump, chance in self.others:
                board[self.fall + jump :][: before.size] += chance * before

    def leap(self, board: Vector, rounds: int) -> None:
        """Many rounds at once, on a board whose top is out of reach."""
        if rounds <= FEW_ROUNDS:
            self.play(board, rounds)
        elif self.low_size(rounds) >= board.size:
            self._leap_twice(board, rounds)
        else:
            low = self._take_endangered(board, rounds)
            self._move_freely(board, rounds)
            self._leap_twice(low, rounds)
            board[: low.size] += low

    def _leap_twice(self, board: Vector, rounds: int) -> None:
        self.leap(board, rounds // 2)
        self.leap(board, rounds - rounds // 2)

    def _take_endangered(self, board: Vector, rounds: int) -> Vector:
        """Those whom so many rounds may ruin, taken from their board to a lower one."""
        low = np.zeros(self.low_size(rounds))
        there, here = (self.in_play(each)[: self.sink(rounds)] for each in (low, board))
        there[:] = here
        here[:] = 0
        return low

    def _move_freely(self, board: Vector, rounds: int) -> None:
        """Moves those in play by the sum of so many results, on a circle whose ends they do not pass."""
        cells, playing = board[self.fall :], self.in_play(board)
        moved = np.fft.irfft(np.fft.rfft(playing, cells.size) * self.spectrum(cells.size, rounds), cells.size)
        playing[:] = 0
        cells += moved

    def _spectrum(self, size: int, rounds: int) -> Spectrum:
        circle = np.bincount(self.jumps % size, self.chances, size)
        return np.asarray(np.fft.rfft(circle) ** rounds, dtype=np.complex128)


def _climb(jumps: NDArray[np.int64], chances: Vector, rounds: int) -> int:
    """More units than these are gained, at any time within the rounds, only with a chance below `FORGOTTEN`.

    By Doob's inequality exp(t * gain) ever passes exp(t * height) with a chance of at most exp(-t * height) times
    E[exp(t * result)] ** rounds, where an expectation below 1 counts as 1. So every t gives a sufficient height.
    """
    grows = np.logaddexp.reduce(np.outer(EXPONENTS, jumps) + np.log(chances), axis=1)
    heights = (rounds * np.maximum(grows, 0) - log(FORGOTTEN)) / EXPONENTS
    return min(int(np.ceil(heights.min())), rounds * max(0, int(jumps.max())))


def _smooth(size: int) -> int:
    """The next number that is a power of two times a small odd number."""
    return min(odd << (-(-size // odd) - 1).bit_length() for odd in (1, 3, 5, 9, 15, 25, 27))


class _Course:
    """A session on its lattice: where it starts, and what the cells of its board mean.

    Cells below a depth that is out of reach are left out, as those above a height are where there is no stop.
    """

    def __init__(self, walk: _Walk, session: Session) -> None:
        self.walk, self.session = walk, session
        below = min((session.bankroll - session.least) // walk.unit, walk.sink(session.rounds))
        above = walk.climb(session.rounds) + 1
        to_stop = above if session.stop is None else -(-(session.stop - session.bankroll) // walk.unit)
        self.stops = to_stop < above
        self.start = walk.fall + below
        self.size = self.start + to_stop + walk.rise if self.stops else walk.size(below + above)

    @property
    def is_too_long(self) -> bool:
        cells = self.size if self.stops else min(self.size, self.walk.low_size(FEW_ROUNDS))
        return self.size > MOST_CELLS or cells * self.session.rounds * self.walk.effort > MOST_STEPS

    @cached_property
    def amounts(self) -> NDArray[np.int64]:
        """The cents of every cell."""
        return self.session.bankroll + self.walk.unit * (np.arange(self.size) - self.start)

    def boards(self, checkpoints: Iterable[int]) -> Iterator[Vector]:
        """The board at each checkpoint: one array, which goes on changing."""
        board = np.zeros(self.size)
        board[self.start] = 1
        advance = self.walk.play if self.stops else self.walk.leap
        for before, now in pairwise(chain((0,), checkpoints)):
            advance(board, now - before)
            yield board

    def ruined(self, board: Vector) -> float:
        return _chance(board[: self.walk.fall])

    def reached(self, board: Vector) -> float:
        return _chance(board[self.size - self.walk.rise :]) if self.stops else 0.0

    def quantiles(self, board: Vector) -> list[int]:
        """For each of the percents the least amount that is not exceeded with such a chance."""
        cells = np.searchsorted(np.cumsum(board), np.array(PERCENTS) / 100 - SAME)
        return [int(each) for each in self.amounts[cells]]


def _chance(cells: Vector) -> float:
    """The rounding of Fourier transforms may leave a sum a trifle outside of what a chance can be."""
    return min(1.0, max(0.0, float(cells.sum())))
