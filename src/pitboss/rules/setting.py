"""Packets that are set into a low hand of two cards and a high hand of three: what may be set, and the house's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from pitboss.cards import Card, Rank
from pitboss.core.hands import score
from pitboss.core.options import Refusal
from pitboss.ids import Clauses
from pitboss.wagers.pai_jack_bonus import is_pai_jack

PACKET = 5
LOW = 2


class Setting(NamedTuple):
    """A low hand of two cards and a high hand of three."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]


class Totals(NamedTuple):
    """What both hands of a setting count; the higher in this order, the nearer to the house way."""

    high: int
    low: int


@dataclass(frozen=True, slots=True)
class Arranging:
    """How packets may be set under one text and one house.

    A hand counts as much as it can without passing 21; with `free_aces` the low hand counts as much as it can without
    outranking the high hand (PJ11). With `high_first` the dealer makes his high hand as high as he can, whatever that
    leaves low, and is bust if the low hand then outranks it (PJ04).
    """

    set: Clauses
    bust: Clauses
    free_aces: bool = False
    high_first: bool = False

    def totals(self, setting: Setting) -> Totals:
        high, low = score(setting.high).total, score(setting.low).total
        if self.free_aces:
            ways = product(*((1, 11) if card.rank is Rank.ACE else (card.points,) for card in setting.low))
            low = max((total for total in map(sum, ways) if total <= min(high, 21)), default=low)
        return Totals(high, low)

    def is_foul(self, setting: Setting) -> bool:
        """Whether the low hand outranks a high hand that would do by itself."""
        high, low = self.totals(setting)
        return low > high

    def lawful(self, packet: Sequence[Card]) -> list[Setting]:
        """Every way to set these cards, the house way last; none is a bust."""
        found = [setting for setting in dict.fromkeys(_ways(packet)) if self.is_lawful(setting)]
        return sorted(found, key=self._house_ranks)

    def is_lawful(self, setting: Setting) -> bool:
        """Whether the high hand is 21 or less, and the low hand no more than that."""
        high, low = self.totals(setting)
        return low <= high <= 21

    def _house_ranks(self, setting: Setting) -> tuple[bool, Totals]:
        """A Pai Jack goes into the high hand without regard to the other two cards; then the totals decide."""
        return is_pai_jack(setting.high), self.totals(setting)

    def house_way(self, packet: Sequence[Card]) -> Setting | None:
        """The highest high hand, and of equal ones that with the highest low hand; nothing if the packet is bust."""
        lawful = self.lawful(packet)
        return lawful[-1] if lawful else None

    def of_dealer(self, packet: Sequence[Card]) -> Setting | None:
        """How the dealer sets his own cards; nothing if he is bust."""
        if not self.high_first or is_pai_jack(packet):
            return self.house_way(packet)
        within = [setting for setting in _ways(packet) if self.totals(setting).high <= 21]
        highest = max(within, key=self.totals, default=None)
        return None if highest is None or self.is_foul(highest) else highest

    def refuses(self, packet: Sequence[Card], setting: Setting) -> Refusal | None:
        """What speaks against setting a packet so; a foul is taken, and dealt with as the house does."""
        low, high = setting
        if len(low) != LOW or sorted(map(str, low + high)) != sorted(map(str, packet)):
            says = "a setting is two low and three high cards of the hand's own five"
            return Refusal("not-these-cards", says, self.set)
        if self.totals(setting).high > 21:
            return Refusal("high-above-21", "the high hand may not pass 21", self.bust)
        return None


def _ways(packet: Sequence[Card]) -> Iterator[Setting]:
    """All ten, lawful or not."""
    for low in combinations(range(len(packet)), LOW):
        high = tuple(card for at, card in enumerate(packet) if at not in low)
        yield Setting(tuple(packet[at] for at in low), high)
