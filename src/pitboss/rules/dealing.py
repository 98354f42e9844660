"""The dealer's hand: when his second card lies, who looks at it, and when he stands."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cards import TEN_VALUED, Rank
from pitboss.core.kinds import Face
from pitboss.ids import Clauses

MAY_BE_BLACKJACK = TEN_VALUED | {Rank.ACE}


def completing(up: Rank) -> frozenset[Rank]:
    """The ranks of a second card that make a blackjack of this up card."""
    if up is Rank.ACE:
        return TEN_VALUED
    return frozenset({Rank.ACE}) if up in TEN_VALUED else frozenset()


@dataclass(frozen=True, slots=True)
class Check:
    """Under an ace or a ten-point card a reader, or the dealer's look, tells whether there is a blackjack.

    `ends_play` is the clause by which nobody decides anything any more if there is one; `under_ace` stands for both
    where the text has a clause of its own for an ace.
    """

    by_device: bool
    clauses: Clauses
    ends_play: Clauses
    under_ace: Clauses = ()

    def cited(self, up: Rank) -> Clauses:
        """Why the card under this one is looked at."""
        return self.under_ace if self.under_ace and up is Rank.ACE else self.clauses

    def ending(self, up: Rank) -> Clauses:
        """Why a blackjack under this card ends the play."""
        return self.under_ace if self.under_ace and up is Rank.ACE else self.ends_play


@dataclass(frozen=True, slots=True)
class Dealing:
    """Whether the second card is a hole card, and whether anybody looks at it before the players act.

    `first_cards` is how the first cards come to each box, `count` how many they are.
    """

    hole_card: bool
    check: Check | None
    first_cards: Face = Face.UP
    count: int = 2


@dataclass(frozen=True, slots=True)
class Dealer:
    """Draws to `stands`, and on a soft total of it too if `hits_soft`.

    `second_card_if_needed` leaves even his second card undealt where nothing depends on it (S14).
    """

    stands: int
    hits_soft: bool = False
    second_card_if_needed: bool = False

    def draws(self, total: int, soft: bool) -> bool:  # noqa: FBT001  a score has two parts
        return total < self.stands or (soft and total == self.stands and self.hits_soft)
