"""Drives a procedure by hand, from one request to the next; no event loop is involved."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Generic

from pitboss.core.facts import Fact, RoundEnded, RoundOpened
from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.requests import (
    Answer,
    Request,
)
from pitboss.core.rules import R, RoundContext, RoundUnplayed, RoundVoid


async def play_round(t: Round[R]) -> None:
    """One round from the first wager to the cleared layout."""
    table = t.table
    t.record(RoundOpened(table.face_up_found, table.cut_card_after, table.tens_found, table.reader_out))
    try:
        for step in t.rules.steps:
            await step(t)
    except RoundVoid as void:
        t.rules.void(t, void)
    except RoundUnplayed:
        pass
    t.record(RoundEnded())


class Driver:
    """Drives a procedure by hand: shows the pending request and takes its answer, or refuses it."""

    __slots__ = ("_procedure", "pending")

    def start(self, procedure: Coroutine[Request, Answer, None]) -> None:
        self._procedure = procedure
        self.pending: Request | None = None
        self._advance(None)

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        raise NotImplementedError

    def answer(self, answer: Answer) -> Refusal | None:
        """Takes an answer to the pending request, or refuses it and changes nothing."""
        assert self.pending is not None, "the procedure is over"
        refusal = self.refuses(self.pending, answer)
        if refusal is None:
            self._advance(answer)
        return refusal

    def _advance(self, answer: Answer | None) -> None:
        try:
            self.pending = self._procedure.send(answer)  # type: ignore[arg-type]
        except StopIteration:
            self.pending = None

    def close(self) -> None:
        """Gives up a procedure that will not be finished."""
        self._procedure.close()


class Runner(Driver, Generic[R]):
    """Drives one round and remembers all answers."""

    __slots__ = ("answers", "round")

    def __init__(
        self, rules: R, table: RoundContext | None = None, watch: Callable[[Fact], None] | None = None
    ) -> None:
        self.round: Round[R] = Round(rules, table, watch)
        self.answers: list[Answer] = []
        self.start(play_round(self.round))

    def refuses(self, request: Request, answer: Answer) -> Refusal | None:
        return self.round.refuses(request, answer)

    def answer(self, answer: Answer) -> Refusal | None:
        assert self.pending is not None, "the round is over"
        refusal = self.round.refuses(self.pending, answer)
        if refusal is None:
            self.answers.append(answer)
            self._advance(answer)
        return refusal


def rerun(rules: R, answers: Iterable[Answer], table: RoundContext | None = None) -> Runner[R]:
    """The round that these recorded answers make; they were accepted once and are accepted again."""
    runner = Runner(rules, table)
    for answer in answers:
        refusal = runner.answer(answer)
        assert refusal is None, f"a recorded answer was refused: {refusal}"
    return runner
