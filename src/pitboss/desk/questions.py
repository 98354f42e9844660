"""How the desk says no: a question that makes no sense, or one that is clear and whose answer is no."""

from __future__ import annotations

from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.record.settings import Unlawful
from pitboss.service.asked import No

__all__ = ["BadQuestion", "Refused", "Unlawful"]


class BadQuestion(ValueError):
    """The question is malformed. The message is one sentence that says what to do."""


class Refused(Exception):
    """The question is well formed and the answer is no: a sentence, clauses, and a code for programs."""

    def __init__(self, says: str, clauses: Clauses = (), code: str = "refused") -> None:
        super().__init__(f"{says} [{', '.join(clauses)}]" if clauses else says)
        self.says = says
        self.clauses = clauses
        self.code = code

    @staticmethod
    def by(refusal: Refusal | No, what: str = "") -> Refused:
        """Make an exception of a refusal; `what` says what was refused."""
        says = f"{what}: {refusal.says}" if what else refusal.says
        return Refused(says, refusal.clauses, refusal.code)
