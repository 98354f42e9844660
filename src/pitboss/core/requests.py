"""Requests: the only door between a round and the outside, and what may come back through it.

Whoever is configured answers: a virtual shoe, a script, a dealer's scanner, a player, an enumerator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card, Rank
from pitboss.core.kinds import Decision, Face, Occasion, StaffOrder
from pitboss.core.options import Intent, Option, Refusal
from pitboss.ids import Author, Box, Clauses, HandId, Holder, Player, Wager
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class NextCard:
    """The next card of the shoe, for this hand or pile. Answer: the card, or `FaceDown` where it is dealt unseen."""

    to: Holder
    face: Face


@dataclass(frozen=True, slots=True)
class Turn:
    """A face-down card of this hand or pile is to be turned. Answer: the card."""

    of: Holder


@dataclass(frozen=True, slots=True)
class Reader:
    """Is the face-down card of this hand one of these ranks? Answer: yes or no, and nothing more."""

    hand: HandId
    ranks: frozenset[Rank]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """So many cards are to be shuffled: all of the shoe's but those that are `out`, known or face down.

    `fresh` begins a new shoe; otherwise one that ran out goes on. Answer: `Shuffled`.
    """

    cards: int
    out: tuple[Card, ...]
    fresh: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """The order that the shoe bound itself to at its shuffle of this number is to be shown. Answer: `Revealed`."""

    shuffle: int


@dataclass(frozen=True, slots=True)
class Spin:
    """A bonus wheel is spun for this hand. Answer: the section on which it stops, counted from 1."""

    hand: HandId
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LockMeter:
    """The progressive wagers are to be locked: on which hands they lie and how high. Answer: `MeterShows`, with what
    they add to it.
    """

    wagers: tuple[tuple[HandId, Cents], ...]


@dataclass(frozen=True, slots=True)
class KeyAward:
    """An award of so many per cent of the meter is to be keyed in for a hand, once it is `verified`.

    Answer: `MeterShows`, before the award.
    """

    hand: HandId
    percent: int
    verified: bool
    stopped: Clauses


@dataclass(frozen=True, slots=True)
class GameOver:
    """The meter is to be told that all its wagers are settled. Answer: `Pressed`."""


@dataclass(frozen=True, slots=True)
class Decide:
    """This player must choose for this hand. Answer: an `Act`.

    `verbs` are those of which the options are what their rules permit; none where only the options were thought of.
    """

    player: Player
    hand: HandId
    options: tuple[Option, ...]
    verbs: tuple[type[Intent], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Offer:
    """This player may choose for this hand. Answer: an `Act`, or `Decline`."""

    player: Player
    hand: HandId
    options: tuple[Option, ...]
    verbs: tuple[type[Intent], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Window:
    """Open to several people in any order until it is closed. Answer: one `Act`, or `Close`.

    `closing` says what speaks against closing it now, where something may.
    """

    occasion: Occasion
    verbs: tuple[type[Intent], ...]
    closing: Callable[[], Refusal | None] | None = None

    def refuses_closing(self) -> Refusal | None:
        return None if self.closing is None else self.closing()


Request = NextCard | Turn | Reader | Spin | Shuffle | Reveal | LockMeter | KeyAward | GameOver | Decide | Offer | Window

ByCards = NextCard | Turn | Reader | Spin | Shuffle | Reveal
"""What a shoe, a card reader or a wheel answers."""
ByMeter = LockMeter | KeyAward | GameOver
"""What a progressive meter answers."""


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A card lies there and nobody at the table knows which."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards are in random order. A virtual shoe gives its commitment to that order, a scripted one nothing."""

    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """An order before the cut, from the top, and the number that made its commitment unguessable."""

    order: tuple[Card, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class MeterShows:
    """What a progressive meter shows and has in reserve, in millionths of a cent."""

    amount: int
    reserve: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a player wants done, and on which hand."""

    player: Player
    hand: HandId
    intent: Intent


@dataclass(frozen=True, slots=True)
class Decline:
    """An offer is not taken."""


@dataclass(frozen=True, slots=True)
class Close:
    """Nobody else wants to use the window."""


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
    """A player is given chips, or gives them back, because of a round that is over."""

    by: Author
    player: Player
    amount: Cents
    reason: str


OF_THE_TABLE = (Relieved, Admitted, Miscounted, Adjusted)
"""What is said between rounds only."""

MATTERS: Mapping[type[ByStaff], str] = {
    WrongPeek: "wrong-peek",
    ReaderFailed: "reader-failed",
    ReaderRepaired: "reader-repaired",
    Misdealt: "misdeal",
    Verified: "verify",
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


Answer = Card | FaceDown | bool | int | Shuffled | Revealed | MeterShows | Pressed | Act | Decline | Close | Incident
