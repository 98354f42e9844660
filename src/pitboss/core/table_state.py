"""The state of a table: who sits where with how many chips, what is known of the shoe, and the round in progress.

Only facts write to it. Like a round's layout it is their fold, so any journal can be read by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.kinds import StaffOrder
from pitboss.core.layout import Layout
from pitboss.ids import HOUSE_DEALER, Box, Player, Wager, canonical
from pitboss.money import ZERO, Cents


@dataclass(slots=True)
class Seat:
    box: Box
    chips: Cents


class Duty(NamedTuple):
    """From which round on somebody deals, and whether they took over in the middle of it."""

    round: int
    dealer: str
    in_round: bool


class Proposal(NamedTuple):
    """An adjustment that waits for a second person: who wants it, whose chips, how many, and for which round."""

    by: str
    player: Player
    amount: Cents
    round: int


@dataclass(slots=True)
class ShoeState:
    """What everybody at the table may know of the shoe. `first_shuffle` is the number of its first shuffle.

    `cards` were in it at the last shuffle, which was cut at `cut`; of those that were drawn since, the ones at `burns`
    went to the discard rack unseen; the wheel was spun `spins` times. `opened_with` is who placed which wagers on the
    first hand after the last shuffle, once it has been played; `stayed` who has bet in all rounds since, or was let in.
    `cut_first` was offered its cut first, and `cut_by` cut it; `is_dealt` says that a card of it went to a hand, and
    `cut_card_out` that the cut card came out where one was burned.
    `came` is how often each card is known to have come out of it where people deal, or to lie there since before the
    shuffle.
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
    stayed: frozenset[Player] | None = None
    came: dict[str, int] = field(default_factory=dict, compare=False)
    closed: bool = False
    cut_first: Player | None = None
    cut_by: Player | None = None
    is_dealt: bool = False
    cut_card_out: bool = False

    @property
    def drawn(self) -> int:
        return self.cards - self.undealt


@dataclass(slots=True)
class TableState:
    """Everything that is true of a table. `seats` are in the order of arrival.

    `begins` until the first round after the table was empty; `ordered` if the house ended the last shoe itself;
    `cut_card_owner` has the hand at which the cut card came out; `last_offer` is the box that was offered the cut
    first at the last shuffle.

    `bought` and `taken_away` are all chips that ever came to the table and left it; `house` is what the house won,
    `tips` what went to the dealer. `dealer` is the name of who deals, once somebody has taken over; `duties` are
    those of all dealers, `people` the names of all who have played or dealt, by what their spellings have in common.
    `proposed` is an adjustment that waits for a second person, `alone` what was adjusted for a player by one alone, in
    cents, since two have last agreed on one; `agreed`
    are boxes and who may bet on them besides their owner; `opening` is the table before the round in progress, where
    people deal.
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
    shuffler_out: bool = False
    shuffler_gone: bool = False
    decks_out: bool = False
    decks_new: bool = False
    dealer: str = ""
    duties: list[Duty] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    proposed: Proposal | None = None
    alone: dict[str, int] = field(default_factory=dict)
    agreed: set[tuple[Box, Player]] = field(default_factory=set)
    opening: TableState | None = None
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
        self.people.setdefault(canonical(player), player)
        self.bought = Cents(self.bought + chips)

    def chips_bought(self, player: Player, chips: Cents) -> None:
        seat = self.seats[player]
        seat.chips = Cents(seat.chips + chips)
        self.bought = Cents(self.bought + chips)

    def seat_left(self, player: Player, chips: Cents) -> None:
        """What was agreed with others lasts until the seat changes."""
        box = self.seats.pop(player).box
        self.agreed = {(where, bettor) for where, bettor in self.agreed if where != box and bettor != player}
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
        self.shoe.came = {}
        self.shoe.face_up_found = self.shoe.tens_found = 0
        self.shoe.opened_with = self.shoe.stayed = None
        self.shoe.cut_first = self.shoe.cut_by = None
        self.shoe.is_dealt = self.shoe.cut_card_out = False
        self.shuffler_out = self.decks_new = False
        self.offering = True
        self.shoe.commitments.append(commitment)
        for card in self.layout.lying()[0] if self.in_round else ():
            self.card_known(card)

    def cut_offered(self, player: Player) -> None:
        """Remembers who was asked first, because the next shuffle begins with somebody else."""
        if self.offering and not self.begins and player in self.seats:
            self.last_offer = self.seats[player].box
        self.offering = False
        if self.shoe is not None and self.shoe.cut_first is None:
            self.shoe.cut_first = player

    def card_known(self, card: Card | None) -> None:
        """Where people deal, their cards are counted; a shoe that is bound to its order counts itself."""
        if card is not None and self.shoe is not None and not self.shoe.commitments[-1]:
            came = self.shoe.came
            came[card.text] = came.get(card.text, 0) + 1

    def card_left_shoe(self, *, discarded: bool = False) -> None:
        shoe = self.shoe
        if shoe is None:
            return
        shoe.undealt -= 1
        if shoe.before_cut_card is not None:
            shoe.before_cut_card -= 1
        if discarded:
            shoe.discarded += 1
        else:
            shoe.is_dealt = True

    def revealed(self, commitment: str) -> None:
        """A shoe is over when the last of its shuffles is revealed."""
        if self.shoe is not None and commitment in self.shoe.commitments:
            self.shoe.commitments.remove(commitment)
            if not self.shoe.commitments:
                self.shoe = None

    def obey(self, order: StaffOrder) -> None:
        match order:
            case StaffOrder.SHUFFLER_FAILED:
                self.shuffler_out = True
            case StaffOrder.SHUFFLER_REMOVED:
                self.shuffler_out, self.shuffler_gone = False, True
            case StaffOrder.NEW_DECKS:
                self.decks_out, self.decks_new = False, True

    def adjusted(self, player: Player, amount: Cents) -> None:
        seat = self.seats[player]
        seat.chips, self.house = Cents(seat.chips + amount), Cents(self.house - amount)

    def adjusted_alone(self, player: Player, amount: Cents) -> None:
        self.alone[canonical(player)] = self.alone.get(canonical(player), 0) + abs(amount)

    def adjusted_by_two(self, player: Player) -> None:
        self.alone.pop(canonical(player), None)

    def relieved(self, dealer: str) -> None:
        """Another dealer deals from now on, which is in the round in progress if there is one."""
        self.dealer = dealer
        self.duties.append(Duty(self.rounds + (not self.in_round), dealer, self.in_round))
        self.people.setdefault(canonical(dealer), dealer)

    def dealt(self, round_: int) -> set[str]:
        """Return the names of all who dealt in a round."""
        before = [each.dealer for each in self.duties if each.round + each.in_round <= round_]
        return {*before[-1:], *(each.dealer for each in self.duties if each.round == round_ and each.in_round)}

    def begin_anew(self) -> None:
        """Everything is again as it was before the round in progress."""
        assert self.opening is not None
        before = self.opening
        for each in fields(self):
            setattr(self, each.name, getattr(before, each.name))

    def round_opened(self) -> None:
        people_deal = self.shoe is not None and not any(self.shoe.commitments)
        self.opening = self._copied() if people_deal else None  # only what people enter is corrected
        self.in_round = True
        self.rounds += 1
        self.begins = False
        self.ordered = False
        if self.shoe is not None:
            self.shoe.rounds += 1

    def _copied(self) -> TableState:
        """The table without its round, to go back to."""
        seats = {player: replace(seat) for player, seat in self.seats.items()}
        shoe = self.shoe
        if shoe is not None:
            shoe = replace(shoe, burns=list(shoe.burns), commitments=list(shoe.commitments), came=dict(shoe.came))
        before = replace(self, seats=seats, shoe=shoe, agreed=set(self.agreed), layout=Layout(), in_round=False)
        before.duties, before.alone, before.people = list(self.duties), dict(self.alone), dict(self.people)
        return before

    def _played(self, shoe: ShoeState) -> None:
        """Who bet, for what depends on the first hand after a shuffle or on all of them."""
        if shoe.opened_with is None:
            shoe.opened_with = frozenset((key.player, key.wager) for key in self.layout.stakes)
        bet = frozenset(self.layout.players())
        shoe.stayed = bet if shoe.stayed is None else shoe.stayed & bet

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
        if self.shoe is not None and layout.stakes:
            self._played(self.shoe)
        self.in_round = False
        self.opening = None
        at = layout.cut_card_reached
        self.cut_card_owner = None if at is None else layout.hands[at].caller
        self.reshuffle_due = self.reshuffle_due or layout.reshuffle_due
