"""How the desk says no: a question that makes no sense, or one that is clear and whose answer is no."""

from __future__ import annotations

from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.record.settings import Unlawful

__all__ = ["BadQuestion", "Refused", "Unlawful"]


class BadQuestion(ValueError):
    """The question is malformed. The message is one sentence that says what to do."""


class Refused(Exception):
    """The question is well formed and the answer is no, by these clauses."""

    def __init__(self, says: str, clauses: Clauses = ()) -> None:
        super().__init__(f"{says} [{', '.join(clauses)}]" if clauses else says)
        self.says = says
        self.clauses = clauses

    @staticmethod
    def by(refusal: Refusal, what: str = "") -> Refused:
        return Refused(f"{what}: {refusal.says}" if what else refusal.says, refusal.clauses)
