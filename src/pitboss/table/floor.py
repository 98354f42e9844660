"""The state of a table: who sits where with how many chips, what is known of the shoe, and the round in progress.

Like a round's layout it is a fold of facts: it never decides and never refuses, so any journal can be read by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pitboss.core.facts import (
    CardBurned,
    CardDealt,
    CardsCollected,
    CardsCut,
    CardSetAside,
    CardsShuffled,
    CutCardPlaced,
    CutDeclined,
    RoundEnded,
    RoundOpened,
    ShoeLost,
)
from pitboss.core.fold import apply
from pitboss.core.layout import Layout
from pitboss.ids import Box, Player
from pitboss.money import ZERO, Cents
from pitboss.table.facts import (
    AnyFact,
    BurnCardShown,
    ChipsBought,
    ReshuffleOrdered,
    SeatLeft,
    SeatTaken,
    ShoeClosed,
    ShoeRevealed,
    TableClosed,
)


@dataclass(slots=True)
class Seat:
    box: Box
    chips: Cents


@dataclass(slots=True)
class ShoeState:
    """What everybody at the table may know of the shoe. `first_shuffle` is the number of its first shuffle."""

    first_shuffle: int
    undealt: int
    commitments: list[str] = field(default_factory=list)
    before_cut_card: int | None = None
    discarded: int = 0
    burned: bool = False
    burn_shown: bool = False
    face_up_found: int = 0
    rounds: int = 0
    closed: bool = False


@dataclass(slots=True)
class Floor:
    """Everything that is true of a table. `seats` are in the order of arrival.

    `begins` until the first round after the table was empty; `ordered` if the house ended the last shoe itself;
    `cut_card_owner` has the hand at which the cut card came out; `last_offer` is the box that was offered the cut
    first at the last shuffle.

    `bought` and `taken_away` are all chips that ever came to the table and left it; `house` is what the house won.
    """

    seats: dict[Player, Seat] = field(default_factory=dict)
    shoe: ShoeState | None = None
    layout: Layout = field(default_factory=Layout)
    in_round: bool = False
    rounds: int = 0
    shuffles: int = 0
    shoes: int = 0
    reshuffle_due: bool = False
    begins: bool = True
    ordered: bool = False
    cut_card_owner: Player | None = None
    last_offer: Box | None = None
    offering: bool = False
    bought: Cents = ZERO
    taken_away: Cents = ZERO
    house: Cents = ZERO
    closed: bool = False

    def chips(self, player: Player) -> Cents:
        """What a player has in front of him now, wagers on the layout not counted."""
        staked = self.layout.net(player) if self.in_round else ZERO
        return Cents(self.seats[player].chips + staked)

    def balanced(self) -> bool:
        """Whether no chip has appeared or vanished."""
        held = sum(seat.chips for seat in self.seats.values())
        return held + self.taken_away + self.house == self.bought


def fold_table(floor: Floor, fact: AnyFact) -> None:
    """Brings a table from before this fact to after it, its round included."""
    kind = type(fact)
    if kind is RoundOpened:
        floor.layout = Layout()
        floor.in_round = True
    if kind not in TABLE_FACTS and floor.in_round:
        apply(floor.layout, fact)  # type: ignore[arg-type]
    note(floor, fact)


def note(floor: Floor, fact: AnyFact) -> None:
    """What a fact means for the table. A fact of the round is already in its layout."""
    change = _NOTES.get(type(fact))
    if change is not None:
        change(floor, fact)


def _seat_taken(floor: Floor, fact: SeatTaken) -> None:
    floor.seats[fact.player] = Seat(fact.box, fact.chips)
    floor.bought = Cents(floor.bought + fact.chips)


def _chips_bought(floor: Floor, fact: ChipsBought) -> None:
    seat = floor.seats[fact.player]
    seat.chips = Cents(seat.chips + fact.chips)
    floor.bought = Cents(floor.bought + fact.chips)


def _seat_left(floor: Floor, fact: SeatLeft) -> None:
    del floor.seats[fact.player]
    if not floor.seats:
        floor.begins = True
        floor.last_offer = None
    floor.taken_away = Cents(floor.taken_away + fact.chips)


def _cards_shuffled(floor: Floor, fact: CardsShuffled) -> None:
    floor.shuffles += 1
    if floor.shoe is None:
        floor.shoes += 1
        floor.reshuffle_due = False
        floor.shoe = ShoeState(floor.shuffles, fact.cards)
    floor.shoe.undealt = fact.cards
    floor.shoe.discarded = 0
    floor.shoe.face_up_found = 0
    floor.offering = True
    floor.shoe.commitments.append(fact.commitment)


def _cut_offered(floor: Floor, fact: CutDeclined | CardsCut) -> None:
    """Remembers who was asked first, because the next shuffle begins with somebody else."""
    player = fact.player if isinstance(fact, CutDeclined) else fact.by
    if floor.offering and not floor.begins and player in floor.seats:
        floor.last_offer = floor.seats[player].box
    floor.offering = False


def _cut_card_placed(floor: Floor, fact: CutCardPlaced) -> None:
    if floor.shoe is not None:
        floor.shoe.before_cut_card = floor.shoe.undealt - fact.behind


def _drawn(floor: Floor, fact: CardDealt | CardBurned | CardSetAside) -> None:
    shoe = floor.shoe
    if shoe is None:
        return
    shoe.undealt -= 1
    if shoe.before_cut_card is not None:
        shoe.before_cut_card -= 1
    if not isinstance(fact, CardDealt):
        shoe.discarded += 1
    shoe.burned = shoe.burned or isinstance(fact, CardBurned)
    shoe.face_up_found += isinstance(fact, CardSetAside)


def _burn_card_shown(floor: Floor, _: BurnCardShown) -> None:
    if floor.shoe is not None:
        floor.shoe.burn_shown = True


def _cards_collected(floor: Floor, fact: CardsCollected) -> None:
    if floor.shoe is not None:
        floor.shoe.discarded += len(fact.cards) + fact.unseen


def _round_opened(floor: Floor, _: RoundOpened) -> None:
    floor.in_round = True
    floor.rounds += 1
    floor.begins = False
    floor.ordered = False
    if floor.shoe is not None:
        floor.shoe.rounds += 1


def _round_ended(floor: Floor, _: RoundEnded) -> None:
    layout = floor.layout
    for player in layout.players():
        net = layout.net(player)
        floor.house = Cents(floor.house - net)
        if player in floor.seats:
            seat = floor.seats[player]
            seat.chips = Cents(seat.chips + net)
    floor.in_round = False
    at = layout.cut_card_reached
    floor.cut_card_owner = None if at is None else layout.hands[at].caller
    floor.reshuffle_due = floor.reshuffle_due or layout.reshuffle_due


def _reshuffle_ordered(floor: Floor, _: ReshuffleOrdered) -> None:
    floor.reshuffle_due = True
    floor.ordered = True


def _shoe_closed(floor: Floor, _: ShoeClosed) -> None:
    floor.reshuffle_due = False
    if floor.shoe is not None:
        floor.shoe.closed = True


def _shoe_revealed(floor: Floor, fact: ShoeRevealed) -> None:
    if floor.shoe is not None and fact.commitment in floor.shoe.commitments:
        floor.shoe.commitments.remove(fact.commitment)
        if not floor.shoe.commitments:
            floor.shoe = None


def _shoe_lost(floor: Floor, _: ShoeLost) -> None:
    floor.shoe = None
    floor.reshuffle_due = False


def _table_closed(floor: Floor, _: TableClosed) -> None:
    floor.closed = True


TABLE_FACTS = frozenset(
    (SeatTaken, ChipsBought, SeatLeft, BurnCardShown, ReshuffleOrdered, ShoeClosed, ShoeRevealed, TableClosed)
)
_NOTES: dict[type[AnyFact], Callable[[Floor, Any], None]] = {
    SeatTaken: _seat_taken,
    ChipsBought: _chips_bought,
    SeatLeft: _seat_left,
    CardsShuffled: _cards_shuffled,
    CutDeclined: _cut_offered,
    CardsCut: _cut_offered,
    CutCardPlaced: _cut_card_placed,
    CardDealt: _drawn,
    CardBurned: _drawn,
    CardSetAside: _drawn,
    BurnCardShown: _burn_card_shown,
    CardsCollected: _cards_collected,
    RoundOpened: _round_opened,
    RoundEnded: _round_ended,
    ReshuffleOrdered: _reshuffle_ordered,
    ShoeClosed: _shoe_closed,
    ShoeRevealed: _shoe_revealed,
    ShoeLost: _shoe_lost,
    TableClosed: _table_closed,
}
