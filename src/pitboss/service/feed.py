"""What has happened at a table, told to any number of viewers, each as far as they may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.core.facts import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutDeclined,
    Fact,
    SealBroken,
    ShoeClosed,
    ShoeRevealed,
    clauses_of,
)
from pitboss.core.telling import cited
from pitboss.core.view import BYSTANDER, RECORD, Viewer
from pitboss.ids import DEALER, Author, Clauses, Role
from pitboss.notation.transcript import Narrator
from pitboss.service.asked import Question
from pitboss.service.question import question
from pitboss.service.view import View, player_of, view
from pitboss.service.words import CardName
from pitboss.store.encoding import row_of
from pitboss.tables.live import LiveTable

OF_THE_SHOE = (CardsShuffled, SealBroken, CardsCut, CutDeclined, CutCardPlaced, CardBurned, ShoeClosed, ShoeRevealed)


class About(StrEnum):
    """What news are about: the shoe, a box of others, or what concerns the viewer, the dealer's hand included."""

    SHOE = "shoe"
    OTHERS = "others"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, on this line of the record, as its viewer may know it.

    `says` is one sentence, empty if there is nothing to say; `fact` has the members of the fact, `kind` its name.
    """

    line: int
    kind: str
    says: str
    about: About = About.OWN
    clauses: Clauses = ()
    fact: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Update:
    """All that a viewer needs: the table as it is now, what it asks, and the news since the last update.

    It is complete, so a viewer who lost the thread needs no other. `gap` says that older news is forgotten.
    """

    seen: int
    view: View
    question: Question | None
    news: tuple[News, ...] = ()
    gap: bool = False


class Feed:
    """Streams of updates about one table, one for each viewer."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    @property
    def before_last_round(self) -> int:
        """The line before the last round, after which a viewer is told that round from its beginning."""
        return max(0, self._table.recent.last_round - 1)

    def stream(self, viewer: Author | None, after: int | None = None, name: CardName = str) -> Stream:
        """Return a stream for this viewer, None for a bystander, of what is later than line `after` of the record.

        Without `after`, or with a line that is not on record yet, it begins now. `name` says how cards are called.
        """
        lines = self._table.lines
        return Stream(self._table, viewer, lines if after is None else min(after, lines), name)


class Stream:
    """What one viewer is told, in order and once."""

    def __init__(self, table: LiveTable, viewer: Author | None, after: int, name: CardName) -> None:
        self._table = table
        self._viewer = viewer
        self._name = name
        self._line = after
        self._gap = False
        self._narrator = self._begun(table.recent.round_of(after))

    def _begun(self, line: int) -> Narrator:
        """A narrator who knows what has happened since this line and was told already."""
        narrator = Narrator(self._name, knowledge_of(self._viewer))
        for number, fact in self._table.recent.after(line - 1):
            if number <= self._line:
                narrator.hear(fact)
        return narrator

    def take(self) -> Update:
        """Return everything since the last update."""
        news = tuple(self.news())
        gap, self._gap = self._gap, False
        asked = question(self._table, self._viewer, self._name)
        return Update(self._table.lines, view(self._table, self._viewer), asked, news, gap)

    def news(self) -> Iterator[News]:
        """Yield the news since the last update, without a view of the table."""
        if self._line < self._table.recent.forgotten:  # nobody has looked for a long time
            self._gap, self._line = True, self._table.recent.forgotten
            self._narrator = self._begun(self._line + 1)
        for line, fact in self._table.recent.after(self._line):
            if self._is_held_back(line):
                return
            self._line = line
            yield self._told(line, fact)

    def _is_held_back(self, line: int) -> bool:
        """Whether this is of the round in progress, which a regulator reads when it is over."""
        regulator = self._viewer is not None and self._viewer.role is Role.REGULATOR
        return regulator and self._table.seen_by(None).in_round and line >= self._table.recent.last_round

    def _told(self, line: int, fact: Fact) -> News:
        seen, sentence = self._narrator.hear(fact)
        clauses, row = clauses_of(seen), row_of(seen)
        kind = str(row.pop("fact"))
        return News(line, kind, sentence.removesuffix(cited(clauses)), self._about(seen), clauses, row)

    def _about(self, fact: Fact) -> About:
        if isinstance(fact, OF_THE_SHOE):
            return About.SHOE
        player = player_of(self._viewer)
        seat = None if player is None else self._table.seen_by(player).seats.get(player)
        own = (DEALER.box,) if seat is None else (DEALER.box, seat.box)
        mine = getattr(fact, "hand", DEALER).box in own and getattr(fact, "player", player) == player
        return About.OWN if mine else About.OTHERS


def knowledge_of(viewer: Author | None) -> Viewer:
    """Return what a viewer may know: staff no more than a bystander, a regulator everything on record."""
    if viewer is not None and viewer.role is Role.REGULATOR:
        return RECORD
    player = player_of(viewer)
    return BYSTANDER if player is None else Viewer(player)
