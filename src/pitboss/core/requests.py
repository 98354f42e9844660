"""Requests: the only door between a round and the outside, and what may come back through it.

Whoever is configured answers: a virtual shoe, a script, a dealer's scanner, a player, an enumerator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card, Rank
from pitboss.core.incidents import Incident
from pitboss.core.kinds import Face, Occasion
from pitboss.core.options import Intent, Option, Refusal
from pitboss.ids import Clauses, HandId, Holder, Player
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class NextCard:
    """The next card of the shoe, for this hand or pile. Answer: the card, or `FaceDown` where it is dealt unseen."""

    to: Holder
    face: Face


@dataclass(frozen=True, slots=True)
class Turn:
    """A face-down card of this hand or pile is to be turned. Answer: the card. Those of a player's hand are turned in
    their order, the low hand of a packet first.
    """

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

    Where people deal, a supervisor then tells the dealer to press the key (`instructed`), and the dealer presses it
    (`pressed`). Answer: `MeterShows`, before the award.
    """

    hand: HandId
    percent: int
    verified: bool
    stopped: Clauses
    instructed: bool = True
    pressed: bool = True

    @property
    def waits_for_people(self) -> bool:
        """Whether somebody must still verify the hand, or have the key pressed, before the meter answers."""
        return not (self.verified and self.instructed and self.pressed)


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


Answer = Card | FaceDown | bool | int | Shuffled | Revealed | MeterShows | Pressed | Act | Decline | Close | Incident


_ANSWERS: Mapping[type[Request], tuple[type[Answer], ...]] = {
    NextCard: (Card, FaceDown),
    Turn: (Card,),
    Reader: (bool,),
    Spin: (int,),
    Shuffle: (Shuffled,),
    Reveal: (Revealed,),
    LockMeter: (MeterShows,),
    KeyAward: (MeterShows,),
    GameOver: (Pressed,),
    Decide: (),
    Offer: (Decline,),
    Window: (Close,),
}


def fits(request: Request, answer: Answer) -> bool:
    """Whether an answer is of a kind that this request may get; the rules may refuse it all the same."""
    if isinstance(answer, Act | Incident):
        return True
    if isinstance(request, NextCard) and (request.face is Face.DOWN) != isinstance(answer, FaceDown):
        return False  # only a card dealt face down is unknown
    if isinstance(request, Spin) and type(answer) is int:
        return 1 <= answer <= len(request.weights)
    return type(answer) in _ANSWERS[type(request)]
