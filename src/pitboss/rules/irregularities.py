"""What a text does when something goes wrong: the clause of each case, and nothing where the text is silent.

What a text does not foresee is for a supervisor to decide: go on, call a hand void, or the round.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.kinds import Closing, Found
from pitboss.core.layout import Layout
from pitboss.core.options import Refusal
from pitboss.ids import DEALER, Clauses, HandId


@dataclass(frozen=True, slots=True)
class SetAside:
    """A card that may not be used goes aside; a second one of its kind voids the round, and may end the decks.

    They are counted by the shoe or by the round (S17), and then anew after a shuffle in it if `shuffle_ends_count`
    (S40).
    """

    first: Clauses
    second: Clauses
    counted_by_shoe: bool = True
    shuffle_ends_count: bool = False
    decks_out: Clauses = ()

    def count(self, layout: Layout, found: Found) -> int:
        """How many cards of this kind there were, as this text counts them."""
        if self.counted_by_shoe:
            return layout.found_before.get(found, 0) + layout.found.get(found, 0)
        counts = layout.found if self.shuffle_ends_count else layout.found_in_round
        return counts.get(found, 0)


@dataclass(frozen=True, slots=True)
class SeenTooEarly:
    """A card drawn in error: one that nobody saw is the next; one that was seen is offered, refused, or nobody's."""

    unseen: Clauses
    offered: Clauses
    refused: Clauses
    unused: Clauses


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A card that was due and was not dealt: the dealer's own, a player's first ones, one that he had asked for."""

    dealer: Clauses
    no_card: Clauses
    one_card: Clauses
    asked_for: Clauses
    dead: Clauses


@dataclass(frozen=True, slots=True)
class ReaderTrouble:
    """The reader used though it must not be, and a reader that fails.

    `readable` says that this device could have shown a player the card. Where the text `stops`, nothing is dealt until
    the reader is repaired. `unwinds` says that what was settled before all hands were dead is put back (S38).
    """

    misused: Clauses
    dead: Clauses
    goes_on: Clauses
    failed: Clauses
    readable: bool = False
    stops: bool = False
    unwinds: bool = False

    def halts(self) -> Refusal | None:
        """Why nothing may be dealt while the reader is out, where the text says so."""
        says = "nothing may be dealt before the reader is repaired or replaced"
        return Refusal("reader-out", says, self.failed) if self.stops else None


@dataclass(frozen=True, slots=True)
class Misdeals:
    """A wrong number of cards: for one player, whose wagers go back, or for the dealer, when everybody's do.

    With `for_all` one player's is everybody's too (AU08).
    """

    player: Clauses
    dealer: Clauses
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class Irregularities:
    """All of them. `unwinds` says that a void round puts back what it had decided already (MA23).

    `silent` is what is cited where the text leaves something to a supervisor.
    """

    unwinds: bool = True
    face_up: SetAside | None = None
    tens: SetAside | None = None
    in_error: SeenTooEarly | None = None
    overdrawn: Clauses | None = None
    passed_over: PassedOver | None = None
    reader: ReaderTrouble | None = None
    misdeals: Misdeals | None = None
    silent: Clauses = ()

    def stopped(self, layout: Layout, name: HandId) -> Clauses:
        """The clause by which a hand takes no decision now, if something that went wrong is why."""
        hand = layout.hands.get(name)
        if hand is None or name == DEALER:
            return ()
        if hand.closed is Closing.DEAD:
            return self._dead(len(hand.cards))
        refused = hand.closed is Closing.REFUSED_CARD or layout.exposed is not None
        if refused and self.in_error is not None:
            return self.in_error.refused
        return self.passed_over.asked_for if name in layout.owed and self.passed_over is not None else ()

    def _dead(self, cards: int) -> Clauses:
        if self.misdeals is not None:
            return self.misdeals.player
        if self.passed_over is None:
            return self.silent
        late = {0: self.passed_over.no_card, 1: self.passed_over.one_card}
        return late.get(cards, self.passed_over.dead)


NOTHING_FORESEEN = Irregularities()
