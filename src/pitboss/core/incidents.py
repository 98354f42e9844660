"""What may be reported at a request instead of its answer: irregularities, and what the staff decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.kinds import Decision, FoulPolicy, StaffOrder
from pitboss.ids import Author, Box, HandId, Player, Wager
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.core.requests import Answer


class Incident:
    """Something irregular that the dealer or the floor reports at a pending request, instead of its answer."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FaceUpInShoe(Incident):
    """The next card of the shoe lies face upwards."""

    card: Card


@dataclass(frozen=True, slots=True)
class TenInShoe(Incident):
    """The next card of the shoe is a 10, of which its decks have none."""

    card: Card


@dataclass(frozen=True, slots=True)
class Missed(Incident):
    """The dealer has passed over a place at which a card was due."""


@dataclass(frozen=True, slots=True)
class DrawnUnseen(Incident):
    """A card was drawn in error, and nobody has seen it."""


@dataclass(frozen=True, slots=True)
class Exposed(Incident):
    """A card was drawn in error, and the players have seen it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Overdrawn(Incident):
    """The dealer, who must stand, has drawn one more."""

    card: Card


@dataclass(frozen=True, slots=True)
class CutCardOut(Incident):
    """The cut card has come out of the shoe, and the card that is due comes after it."""


@dataclass(frozen=True, slots=True)
class BurnForgotten(Incident):
    """The dealer has dealt on without burning the card that was due."""


@dataclass(frozen=True, slots=True)
class SpotsSwapped(Incident):
    """The dealer put the two community cards on each other's spots."""


class ByStaff(Incident):
    """What somebody with authority reports or decides; `by` is who, and `matter` the word for what it is about."""

    __slots__ = ()
    by: Author

    @property
    def matter(self) -> str:
        return MATTERS[type(self)]

    @property
    def because(self) -> str | None:
        """The reason that was given; nothing where none is asked for."""
        return getattr(self, "reason", None)


@dataclass(frozen=True, slots=True)
class WrongPeek(ByStaff):
    """The hole card was put into the reader although the up card cannot become a blackjack."""

    by: Author


@dataclass(frozen=True, slots=True)
class ReaderFailed(ByStaff):
    """The card reader does not work."""

    by: Author


@dataclass(frozen=True, slots=True)
class ReaderRepaired(ByStaff):
    """The card reader works again, or there is another one."""

    by: Author


@dataclass(frozen=True, slots=True)
class Misdealt(ByStaff):
    """A box, or the dealer where there is none, has got a wrong number of cards."""

    by: Author
    box: Box | None
    reason: str


@dataclass(frozen=True, slots=True)
class Verified(ByStaff):
    """A supervisor has looked at a hand that wins from the meter, and it does."""

    by: Author
    hand: HandId


@dataclass(frozen=True, slots=True)
class Instructed(ByStaff):
    """A supervisor tells the dealer to press the key for a verified hand."""

    by: Author
    hand: HandId


@dataclass(frozen=True, slots=True)
class DealerKeyed(ByStaff):
    """The dealer presses the key for this share of the meter."""

    by: Author
    hand: HandId
    percent: int


@dataclass(frozen=True, slots=True)
class FoulRuled(ByStaff):
    """The pit supervisor, told of a foul hand, says what is done about it."""

    by: Author
    hand: HandId
    policy: FoulPolicy


@dataclass(frozen=True, slots=True)
class Dropped(ByStaff):
    """A card of a box has fallen from the table."""

    by: Author
    box: Box
    reason: str


@dataclass(frozen=True, slots=True)
class Ruled(ByStaff):
    """A supervisor decides what the text does not foresee; `hand` is the one that is void, if one is."""

    by: Author
    decision: Decision
    hand: HandId | None
    reason: str

    @property
    def matter(self) -> str:
        return self.decision.value


@dataclass(frozen=True, slots=True)
class Ordered(ByStaff):
    """The cards are to be cut or shuffled again, or what shuffles them has failed or left the table."""

    by: Author
    order: StaffOrder
    reason: str

    @property
    def matter(self) -> str:
        return self.order.value


@dataclass(frozen=True, slots=True)
class Relieved(ByStaff):
    """Another dealer deals from now on."""

    by: Author
    dealer: str


@dataclass(frozen=True, slots=True)
class Admitted(ByStaff):
    """A player who sat out since the shuffle may bet again."""

    by: Author
    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class Miscounted(ByStaff):
    """At the end of a shoe its cards were counted, and they are so many."""

    by: Author
    cards: int
    reason: str


@dataclass(frozen=True, slots=True)
class Heard(ByStaff):
    """A player says a wager and puts cash beside it."""

    by: Author
    player: Player
    hand: HandId
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True)
class Confirmed(ByStaff):
    """Somebody other than who heard it confirms the spoken wagers of a player on a box."""

    by: Author
    player: Player
    hand: HandId


@dataclass(frozen=True, slots=True)
class Corrected(ByStaff):
    """An entry of this round was mistyped, and it is this; cards are counted by themselves, and so are decisions."""

    by: Author
    entry: int
    answer: Answer
    reason: str


@dataclass(frozen=True, slots=True)
class Adjusted(ByStaff):
    """A player is given chips, or gives them back, because of a round that is over.

    Tables that did not know people yet did not name the round.
    """

    by: Author
    player: Player
    amount: Cents
    reason: str
    round: int = 0


OF_THE_TABLE = (Relieved, Admitted, Miscounted, Adjusted)
"""What is said between rounds only."""


MATTERS: Mapping[type[ByStaff], str] = {
    WrongPeek: "wrong-peek",
    ReaderFailed: "reader-failed",
    ReaderRepaired: "reader-repaired",
    Misdealt: "misdeal",
    Verified: "verify",
    Instructed: "instruct",
    DealerKeyed: "key",
    FoulRuled: "foul",
    Dropped: "dropped",
    Relieved: "relief",
    Admitted: "permit-entry",
    Miscounted: "miscount",
    Heard: "hears",
    Confirmed: "confirms",
    Corrected: "correct",
    Adjusted: "adjust",
}


@dataclass(frozen=True, slots=True)
class ShoeEmpty(Incident):
    """A card is needed and the shoe has none."""


@dataclass(frozen=True, slots=True)
class SealLost(Incident):
    """The sealed order of a virtual shoe is gone, so nobody knows its next card."""
