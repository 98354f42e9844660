"""The state of a table: who sits where with how many chips, what is known of the shoe, and the round in progress.

Only facts write to it. Like a round's layout it is their fold, so any journal can be read by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.core.layout import Layout
from pitboss.ids import HOUSE_DEALER, Box, Player, Wager
from pitboss.money import ZERO, Cents


@dataclass(slots=True)
class Seat:
    box: Box
    chips: Cents


@dataclass(slots=True)
class ShoeState:
    """What everybody at the table may know of the shoe. `first_shuffle` is the number of its first shuffle.

    `cards` were in it at the last shuffle, which was cut at `cut`; of those that were drawn since, the ones at `burns`
    went to the discard rack unseen; the wheel was spun `spins` times. `opened_with` is who placed which wagers on the
    first hand after the last shuffle, once it has been played.
    """

    first_shuffle: int
    undealt: int
    cards: int = 0
    cut: int = 0
    burns: list[int] = field(default_factory=list)
    spins: int = 0
    commitments: list[str] = field(default_factory=list)
    before_cut_card: int | None = None
    discarded: int = 0
    burned: bool = False
    burn_shown: bool = False
    face_up_found: int = 0
    tens_found: int = 0
    rounds: int = 0
    opened_with: frozenset[tuple[Player, Wager]] | None = None
    closed: bool = False

    @property
    def drawn(self) -> int:
        return self.cards - self.undealt


@dataclass(slots=True)
class Floor:
    """Everything that is true of a table. `seats` are in the order of arrival.

    `begins` until the first round after the table was empty; `ordered` if the house ended the last shoe itself;
    `cut_card_owner` has the hand at which the cut card came out; `last_offer` is the box that was offered the cut
    first at the last shuffle.

    `bought` and `taken_away` are all chips that ever came to the table and left it; `house` is what the house won,
    `tips` what went to the dealer.
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
    tips: Cents = ZERO
    reader_out: bool = False
    closed: bool = False

    def chips(self, player: Player) -> Cents:
        """What a player has in front of him now, wagers on the layout not counted."""
        staked = self.layout.net(player) if self.in_round else ZERO
        return Cents(self.seats[player].chips + staked)

    def balanced(self) -> bool:
        """Whether no chip has appeared or vanished."""
        held = sum(seat.chips for seat in self.seats.values())
        return held + self.taken_away + self.house + self.tips == self.bought

    # What facts do to a table.

    def seat_taken(self, player: Player, box: Box, chips: Cents) -> None:
        self.seats[player] = Seat(box, chips)
        self.bought = Cents(self.bought + chips)

    def chips_bought(self, player: Player, chips: Cents) -> None:
        seat = self.seats[player]
        seat.chips = Cents(seat.chips + chips)
        self.bought = Cents(self.bought + chips)

    def seat_left(self, player: Player, chips: Cents) -> None:
        del self.seats[player]
        if not self.seats:
            self.begins = True
            self.last_offer = None
        self.taken_away = Cents(self.taken_away + chips)

    def shuffled(self, cards: int, commitment: str) -> None:
        self.shuffles += 1
        if self.shoe is None:
            self.shoes += 1
            self.reshuffle_due = False
            self.shoe = ShoeState(self.shuffles, cards)
        self.shoe.undealt = self.shoe.cards = cards
        self.shoe.cut = self.shoe.spins = self.shoe.discarded = 0
        self.shoe.burns = []
        self.shoe.face_up_found = self.shoe.tens_found = 0
        self.shoe.opened_with = None
        self.offering = True
        self.shoe.commitments.append(commitment)

    def cut_offered(self, player: Player) -> None:
        """Remembers who was asked first, because the next shuffle begins with somebody else."""
        if self.offering and not self.begins and player in self.seats:
            self.last_offer = self.seats[player].box
        self.offering = False

    def card_left_shoe(self, *, discarded: bool = False) -> None:
        shoe = self.shoe
        if shoe is None:
            return
        shoe.undealt -= 1
        if shoe.before_cut_card is not None:
            shoe.before_cut_card -= 1
        if discarded:
            shoe.discarded += 1

    def revealed(self, commitment: str) -> None:
        """A shoe is over when the last of its shuffles is revealed."""
        if self.shoe is not None and commitment in self.shoe.commitments:
            self.shoe.commitments.remove(commitment)
            if not self.shoe.commitments:
                self.shoe = None

    def round_opened(self) -> None:
        self.in_round = True
        self.rounds += 1
        self.begins = False
        self.ordered = False
        if self.shoe is not None:
            self.shoe.rounds += 1

    def round_ended(self) -> None:
        layout = self.layout
        for player in layout.players():
            net = layout.net(player)
            self.house = Cents(self.house - net)
            if player in self.seats:
                seat = self.seats[player]
                seat.chips = Cents(seat.chips + net)
        tips = layout.net(HOUSE_DEALER)
        self.tips, self.house = Cents(self.tips + tips), Cents(self.house - tips)
        if self.shoe is not None and self.shoe.opened_with is None and layout.stakes:
            self.shoe.opened_with = frozenset((key.player, key.wager) for key in layout.stakes)
        self.in_round = False
        at = layout.cut_card_reached
        self.cut_card_owner = None if at is None else layout.hands[at].caller
        self.reshuffle_due = self.reshuffle_due or layout.reshuffle_due
