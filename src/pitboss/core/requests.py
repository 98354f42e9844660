"""Requests: the only door between a round and the outside, and what may come back through it.

Whoever is configured answers: a virtual shoe, a script, a dealer's scanner, a player, an enumerator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.cards import Card, Rank
from pitboss.core.kinds import Decision, Face, Occasion
from pitboss.core.options import Intent, Option, Refusal
from pitboss.ids import Author, Box, HandId, Holder, Player


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
class Decide:
    """This player must choose for this hand. Answer: an `Act`."""

    player: Player
    hand: HandId
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """This player may choose for this hand. Answer: an `Act`, or `Decline`."""

    player: Player
    hand: HandId
    options: tuple[Option, ...]


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


Request = NextCard | Turn | Reader | Spin | Shuffle | Reveal | Decide | Offer | Window


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
    """What somebody with authority reports or decides; `by` is who."""

    __slots__ = ()
    by: Author


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
class Ruled(ByStaff):
    """A supervisor decides what the text does not foresee; `hand` is the one that is void, if one is."""

    by: Author
    decision: Decision
    hand: HandId | None
    reason: str


@dataclass(frozen=True, slots=True)
class ShoeEmpty(Incident):
    """A card is needed and the shoe has none."""


@dataclass(frozen=True, slots=True)
class SealLost(Incident):
    """The sealed order of a virtual shoe is gone, so nobody knows its next card."""


Answer = Card | FaceDown | bool | int | Shuffled | Revealed | Act | Decline | Close | Incident
