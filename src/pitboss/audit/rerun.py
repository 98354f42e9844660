"""A record played again: its answers go through the rules, and the rules must give the facts that were recorded."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from pitboss.core.facts import Fact, clauses_of
from pitboss.core.floor import Floor
from pitboss.core.options import Refusal
from pitboss.core.requests import Answer, NextCard, Reader, Request, Reveal, SealLost, Shuffle, Spin, Turn
from pitboss.games.registry import Game
from pitboss.ids import Clauses
from pitboss.shoe.virtual import RecordDiffers, VirtualShoe
from pitboss.store.answers import read_answer, verbs_of
from pitboss.store.encoding import encode
from pitboss.store.entries import Command, Entry, FromShoe, Happened, Refused
from pitboss.table.procedure import TableRunner


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and the rules part: a sentence, and the clauses of what the rules gave instead."""

    says: str
    clauses: Clauses


class Rerun:
    """Follows a record entry by entry, from its beginning or from a `floor` on which the table rests.

    `shoe` is brought to where the record ends, where there is one.
    """

    def __init__(
        self, game: Game, shoe: VirtualShoe | None = None, *, keep: int = 10, floor: Floor | None = None
    ) -> None:
        self.runner = TableRunner(game.rules, self._happened, keep=keep, floor=floor)
        self.due: deque[Fact] = deque()
        self.due_refusal: Refusal | None = None
        self._shoe = shoe
        self._verbs = verbs_of(game)

    def _happened(self, fact: Fact) -> None:
        self.due.append(fact)
        if self._shoe is not None:
            self._shoe.note(fact)

    def follow(self, entry: Entry) -> Difference | None:
        """The first thing in this entry that the rules would not have given, or nothing."""
        match entry:
            case Happened(fact):
                return self._fact(fact)
            case Refused(refusal):
                return self._refusal(refusal)
            case Command(says):
                return self._missing() or self._answer(says, from_shoe=False)
            case FromShoe(says):
                return self._missing() or self._answer(says, from_shoe=True)
            case _:
                return None

    def _missing(self) -> Difference | None:
        """What the rules gave and the record lacks before the next answer."""
        if self.due:
            return _differs("the rules gave one more fact here", self.due[0])
        if self.due_refusal is not None:
            says = f"the rules refuse this ({self.due_refusal.code}), and the record has no refusal"
            return Difference(says, self.due_refusal.clauses)
        return None

    def _answer(self, says: str, *, from_shoe: bool) -> Difference | None:
        request = self.runner.pending
        if request is None:
            return Difference("something is answered after the table was closed", ())
        try:
            answer = read_answer(says, self._verbs)
        except ValueError:
            return Difference(f"{says!r} is no answer that this game knows", ())
        asked = isinstance(request, NextCard | Turn | Reader | Spin | Shuffle | Reveal)
        lost = from_shoe and isinstance(answer, SealLost)
        if not (lost or asked == from_shoe):
            return Difference(f"{says!r} does not answer what was asked", ())
        return self._recall(request, answer) or self._put(answer, from_shoe=from_shoe)

    def _recall(self, request: Request, answer: Answer) -> Difference | None:
        if self._shoe is not None and isinstance(request, NextCard | Turn | Reader | Spin | Shuffle | Reveal):
            try:
                self._shoe.recall(request, answer)
            except RecordDiffers:
                return Difference("the sealed order gives another answer than the recorded one", ())
        return None

    def _put(self, answer: Answer, *, from_shoe: bool) -> Difference | None:
        """People may be refused, and the record then says so; the shoe may not."""
        self.due_refusal = self.runner.answer(answer)
        if self.due_refusal is not None and from_shoe:
            return Difference(f"the rules refuse this ({self.due_refusal.code})", self.due_refusal.clauses)
        return None

    def _fact(self, fact: Fact) -> Difference | None:
        if not self.due:
            return _differs("the rules did not give this fact", fact)
        expected = self.due.popleft()
        if fact == expected:
            return None
        return _differs(f"the record has {_spelled(fact)}, where the rules gave", expected)

    def _refusal(self, refusal: Refusal) -> Difference | None:
        expected, self.due_refusal = self.due_refusal, None
        if expected is None:
            return Difference(f"the rules do not refuse this ({refusal.code})", refusal.clauses)
        if refusal != expected:
            return Difference(f"the rules refuse this otherwise: {expected.says} ({expected.code})", expected.clauses)
        return None


def _spelled(fact: Fact) -> str:
    return encode(fact).decode("ascii")


def _differs(what: str, fact: Fact) -> Difference:
    return Difference(f"{what}: {_spelled(fact)}", clauses_of(fact))
