"""Straight Jack: that the first two cards of a box are in sequence, and how long the drawn cards make it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.cards import Card, Rank, Suit
from pitboss.core.betting import WagerTerms
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Pays
from pitboss.wagers.side import Moment, Origin, OwnHand, SideWager

STRAIGHT_JACK = Wager("straight-jack")
PROGRESSIVE = Wager("straight-jack-progressive")
AT = {rank: number for number, rank in enumerate(Rank, start=1)}
KING, ACE_HIGH = AT[Rank.KING], AT[Rank.KING] + 1
ROWS = ("two", "three", "four", "five_or_six", "five_or_six")


class Straight(NamedTuple):
    """Cards in sequence from `low` to `high`, an ace being 1 or 14. It grows until a card breaks it, and is then as
    good as any other of its length. `spades` says that the ace in it is the one of spades, where that matters.
    """

    low: int
    high: int
    grows: bool = True
    spades: bool = False

    @property
    def cards(self) -> int:
        return self.high - self.low + 1

    def ended(self) -> Straight:
        return Straight(1, self.cards, grows=False, spades=self.spades)


@dataclass(frozen=True, slots=True)
class Straights:
    """Which cards are straights, and their rows by length from two cards on; `None` is paid nothing.

    `ace_above_king` lets an ace lengthen queen and king (SJ02). `spades` is the row of the longest straight with the
    ace of spades, where that has its own.
    """

    rows: tuple[str | None, ...]
    ace_above_king: bool = True
    spades: str | None = None

    def begin(self, first: Card, second: Card) -> Straight | None:
        low, high = sorted((AT[first.rank], AT[second.rank]))
        spades = self._spades(first) or self._spades(second)
        if high - low == 1:
            return Straight(low, high, spades=spades)
        if (low, high) == (AT[Rank.ACE], KING):  # a blackjack, which takes no card
            return Straight(KING, ACE_HIGH, spades=spades).ended()
        return None

    def then(self, state: Hashable, card: Card) -> Straight:
        assert isinstance(state, Straight)
        at, spades = AT[card.rank], state.spades or self._spades(card)
        if not state.grows:
            return state
        if at == state.low - 1:
            return state._replace(low=at, spades=spades)
        if at == state.high + 1:
            return state._replace(high=at)
        if card.rank is Rank.ACE and state.high == KING and self.ace_above_king:
            return state._replace(high=ACE_HIGH, spades=spades).ended()
        return state.ended()

    def _spades(self, card: Card) -> bool:
        """Whether this is the ace of spades, and that matters."""
        return self.spades is not None and card.rank is Rank.ACE and card.suit is Suit.SPADES

    def row(self, state: Hashable) -> str | None:
        assert isinstance(state, Straight)
        length = min(state.cards - 2, len(self.rows) - 1)  # longer ones pass 21
        if self.spades is not None and state.spades and length == len(self.rows) - 1:
            return self.spades
        return self.rows[length]


def straight_jack(
    terms: WagerTerms, pays: Mapping[str, Pays], loses: Clauses, straights: Straights, *, doubles: bool
) -> SideWager:
    """`doubles` says whether the card of a double counts (SJ03)."""
    return SideWager(
        terms.wager,
        (Origin.FIRST, Origin.SECOND, Origin.DRAWN),
        OwnHand(straights.begin, straights.then, straights.row, doubles),
        pays,
        loses,
        terms,
        settled=Moment.BESIDE_MAIN,
        lost="no straight",
    )
