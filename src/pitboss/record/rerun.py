"""A record played again: its answers go through the rules, and the rules must give the facts that were recorded."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from pitboss.core.facts import Fact, clauses_of
from pitboss.core.incidents import ByStaff, SealLost
from pitboss.core.options import Refusal
from pitboss.core.requests import Answer, ByCards, ByMeter, KeyAward, Request
from pitboss.core.table_state import TableState
from pitboss.games.registry import Game
from pitboss.ids import Clauses
from pitboss.shoe.virtual import RecordDiffers, VirtualShoe
from pitboss.store.answers import read_answer, verbs_of
from pitboss.store.encoding import encode, known_in
from pitboss.store.entries import Entry, FromShoe, Happened, Header, Refused, Said
from pitboss.tables.commands import Command, Door, Mode
from pitboss.tables.runner import TableRunner


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and the rules part: a sentence, and the clauses of what the rules gave instead."""

    says: str
    clauses: Clauses


class Rerun:
    """Follows a record line by line, from its beginning or from a `state` in which the table rests.

    `door` is the one that was there then; `shoe` is brought to where the record ends, where there is one.
    """

    def __init__(
        self,
        game: Game,
        header: Header,
        shoe: VirtualShoe | None = None,
        *,
        state: TableState | None = None,
        door: Door | None = None,
    ) -> None:
        self._live = header.mode is Mode.LIVE
        cards = game.shoe if self._live else None
        self.runner = TableRunner(game.rules, self._happened, state=state, cards=cards, practices=header.practices)
        self.door = door or Door(header.mode, game.rules.turn, header.practices)
        self._format = header.format
        self.due: deque[Fact] = deque()
        self.due_refusal: Refusal | None = None
        self._shoe = shoe
        self._verbs = verbs_of(game)

    def _happened(self, fact: Fact) -> None:
        self.due.append(fact)
        if self._shoe is not None:
            self._shoe.note(fact)

    def follow(self, number: int, entry: Entry) -> Difference | None:
        """The first thing on this line that the rules would not have given, or nothing."""
        match entry:
            case Happened(fact):
                self.door.happened(number)
                return self._fact(fact)
            case Refused(refusal):
                return self._refusal(refusal)
            case Said(says):
                return self._missing() or self._answer(says, entry, number)
            case FromShoe(says):
                return self._missing() or self._answer(says)
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

    def _answer(self, says: str, said: Said | None = None, number: int = 0) -> Difference | None:
        """What was said, by somebody, or by the shoe."""
        request, from_shoe = self.runner.pending, said is None
        if request is None:
            return Difference("something is answered after the table was closed", ())
        try:
            answer = read_answer(says, self._verbs)
        except ValueError:
            return Difference(f"{says!r} is no answer that this game knows", ())
        waits = isinstance(request, KeyAward) and request.waits_for_people
        asked = (isinstance(request, ByMeter) and not waits) or (not self._live and isinstance(request, ByCards))
        lost = from_shoe and isinstance(answer, SealLost)
        reported = not from_shoe and isinstance(answer, ByStaff)
        if not (lost or reported or asked == from_shoe):
            return Difference(f"{says!r} does not answer what was asked", ())
        return (None if reported else self._recall(request, answer)) or self._put(request, answer, said, number)

    def _recall(self, request: Request, answer: Answer) -> Difference | None:
        if self._shoe is not None and isinstance(request, ByCards):
            try:
                self._shoe.recall(request, answer)
            except RecordDiffers:
                return Difference("the sealed order gives another answer than the recorded one", ())
        return None

    def _put(self, request: Request, answer: Answer, said: Said | None, number: int) -> Difference | None:
        """People may be refused, and the record then says so; the shoe may not."""
        if said is not None and said.by is not None:
            return self._let_in(request, Command(said.by, said.seen, said.id, answer, said.through), number)
        self.due_refusal = self.runner.answer(answer)
        if self.due_refusal is not None and said is None:
            return Difference(f"the rules refuse this ({self.due_refusal.code})", self.due_refusal.clauses)
        return None

    def _let_in(self, request: Request, command: Command, number: int) -> Difference | None:
        state = self.runner.table.state
        refusal = self.door.refuses(request, command, state, number - 1)
        refusal = refusal or self.runner.answer(command.says, command.typist)
        if self._said_twice(command, refusal):
            return Difference(f"{command.author} has said this before, under the same id", ())
        self.door.remember(command, refusal)
        self.due_refusal = refusal
        return None

    def _said_twice(self, command: Command, refusal: Refusal | None) -> bool:
        """Whether the table would have answered as it did before, and recorded nothing."""
        if not self.door.said_before(command):
            return False
        return self.door.practices.knows_people or (refusal is None and self.door.answered(command) is None)

    def _fact(self, fact: Fact) -> Difference | None:
        if not self.due and self.due_refusal is not None:
            return self._missing()
        if not self.due:
            return _differs("the rules did not give this fact", fact)
        expected = known_in(self.due.popleft(), self._format)
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
