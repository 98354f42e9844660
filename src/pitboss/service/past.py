"""The last rounds of a table, as one player may read them."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.facts import RoundEnded
from pitboss.core.fold import fold
from pitboss.core.view import Viewer
from pitboss.ids import Author
from pitboss.money import Cents
from pitboss.notation.transcript import transcript
from pitboss.service.feed import knowledge_of
from pitboss.service.view import player_of
from pitboss.service.words import CardName
from pitboss.tables.live import LiveTable
from pitboss.tables.runner import RoundRecord


@dataclass(frozen=True, slots=True)
class PastRound:
    """A finished round: its number, and what it has brought the viewer."""

    number: int
    net: Cents
    _record: RoundRecord
    _viewer: Viewer

    def told(self, name: CardName = str) -> list[str]:
        """Return the round line by line; `name` says how cards are called."""
        return transcript(self._record.facts, name, self._viewer)


def past_rounds(table: LiveTable, viewer: Author | None) -> list[PastRound]:
    """Return the last finished rounds that the table remembers, the oldest first."""
    ended = [each for each in table.runner.records if each.facts and isinstance(each.facts[-1], RoundEnded)]
    return [_past(each, viewer) for each in ended]


def _past(record: RoundRecord, viewer: Author | None) -> PastRound:
    player = player_of(viewer)
    net = Cents(0) if player is None else fold(record.facts).net(player)
    return PastRound(record.number, net, record, knowledge_of(viewer))
