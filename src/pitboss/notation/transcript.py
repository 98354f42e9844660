"""A round in sentences, one a fact, as the dealer would call it and a regulator would read it.

What a sentence says is the fact's own; here the round is folded along, because a total is announced when it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.cards import Card
from pitboss.core.facts import Fact, RoundEnded, RoundOpened
from pitboss.core.layout import Layout
from pitboss.core.telling import Told, cited, signed
from pitboss.core.view import RECORD, Viewer, seen_by
from pitboss.law.points import Point, carries

__all__ = ["Narrator", "cited", "signed", "transcript"]


class Narrator:
    """Tells facts as they come. `name` says how a card is called: `7h`, or `seven of hearts` for the ear.

    `viewer` is told no card that only somebody else has seen; whoever reads the record is told everything.
    """

    def __init__(self, name: Callable[[Card], str] = str, viewer: Viewer = RECORD) -> None:
        self._name = name
        self._viewer = viewer
        self._layout = Layout()
        self._seen = Layout()
        self._in_round = False

    def tell(self, fact: Fact) -> str:
        """Return one sentence with its clauses; an empty one if there is nothing to say."""
        return self.hear(fact)[1]

    def hear(self, fact: Fact) -> tuple[Fact, str]:
        """Return what the viewer may know of a fact, and the sentence that tells it."""
        if isinstance(fact, RoundOpened):
            self._layout, self._seen = Layout(), Layout()
            self._in_round = True
        seen = seen_by(fact, self._viewer, self._layout)
        if self._in_round:
            fact.apply(self._layout)
            seen.apply(self._seen)
        self._in_round = self._in_round and not isinstance(fact, RoundEnded)
        return seen, seen.tell(Told(self._seen, self._name))


@carries(Point.ANNOUNCED)
def transcript(facts: Iterable[Fact], name: Callable[[Card], str] = str, viewer: Viewer = RECORD) -> list[str]:
    """What is done and announced, in order. Totals are announced as the texts require."""
    narrator = Narrator(name, viewer)
    return [sentence for fact in facts if (sentence := narrator.tell(fact))]
