"""What the staff of a table may order under a text, and by which clause; nothing where the text does not have it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ids import Clauses, Role
from pitboss.money import ZERO, Cents


@dataclass(frozen=True, slots=True)
class Shuffler:
    """A device that shuffles: what is done when it fails, and what must be done before cards are shuffled otherwise."""

    failed: Clauses
    removed: Clauses


@dataclass(frozen=True, slots=True)
class SpokenWagers:
    """Wagers with cash that are only said: whether this house takes them, whether somebody besides the dealer confirms
    them, and the change of cash.
    """

    taken: bool
    heard: Clauses
    changed: Clauses
    confirmed: Clauses | None


@dataclass(frozen=True, slots=True)
class EntryBar:
    """A player who sits out a round waits for the reshuffle, or until they are let in again.

    With `from_first_hand` a player who did not bet on the first hand after the shuffle waits, and others may come and
    go. Without `permitted` the text lets nobody in.
    """

    barred: Clauses
    permitted: Clauses = ()
    from_first_hand: bool = False


@dataclass(frozen=True, slots=True)
class Supervision:
    """`in_charge` is who decides where the text says no more than that somebody in charge does (S33).

    A recut is made by who cut last (`recut_by_last`), or by who is next entitled to cut. It is ordered until the stack
    is in the shoe, or `recut_until_dealt`, until the first card is. `adjust_limit` is how much one person alone may
    adjust of a round that is over.
    """

    in_charge: Role = Role.SUPERVISOR
    recut: Clauses | None = None
    recut_by_last: bool = True
    recut_until_dealt: bool = False
    relief: Clauses | None = None
    shuffler: Shuffler | None = None
    new_decks: Clauses = ()
    entry: EntryBar | None = None
    spoken: SpokenWagers | None = None
    adjust_limit: Cents = ZERO


NOBODY_SPECIAL = Supervision()
