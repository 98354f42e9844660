"""The last facts of a table with their lines on record, from which everybody who looks on is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from pitboss.core.facts import Fact, RoundOpened

KEPT = 2_000
"""The facts that a table remembers, about a hundred rounds of one player."""


class RecentFacts:
    """The last facts, each with its line, in order. The oldest are forgotten a whole round at a time.

    So what is left begins where a round does, and the round in progress is always complete.
    """

    def __init__(self, forgotten: int = 0, keep: int = KEPT) -> None:
        self._facts: deque[tuple[int, Fact]] = deque()
        self._rounds: deque[int] = deque()
        self._keep = keep
        self.forgotten = forgotten
        """The line up to which facts are forgotten; 0 if all are there since the record began."""

    def __iter__(self) -> Iterator[tuple[int, Fact]]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def add(self, line: int, fact: Fact) -> None:
        """Remember one more fact, and forget the oldest round if there are too many."""
        self._facts.append((line, fact))
        if isinstance(fact, RoundOpened):
            self._rounds.append(line)
        while len(self._facts) > self._keep and len(self._rounds) > 1:
            self._forget_until(self._rounds[1] if self._facts[0][0] == self._rounds[0] else self._rounds[0])

    def _forget_until(self, line: int) -> None:
        while self._facts[0][0] < line:
            self.forgotten = self._facts.popleft()[0]
        while self._rounds[0] < line:
            self._rounds.popleft()

    def after(self, line: int) -> Iterator[tuple[int, Fact]]:
        """Yield the facts on later lines, the oldest first."""
        newer: list[tuple[int, Fact]] = []
        for each in reversed(self._facts):
            if each[0] <= line:
                break
            newer.append(each)
        return reversed(newer)

    @property
    def last_round(self) -> int:
        """The line on which the last round was opened; 0 if none was."""
        return self._rounds[-1] if self._rounds else 0

    def round_of(self, line: int) -> int:
        """Return the line on which the round of this line was opened, or the line itself if no round was open yet."""
        return max((opened for opened in self._rounds if opened <= line), default=line)
