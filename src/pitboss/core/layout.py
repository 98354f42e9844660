"""The state of a round: what lies on the layout and who owns which chips. Only facts write to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.core.hands import Hand
from pitboss.core.kinds import Face, FoulPolicy, Found, Occasion, Outcome
from pitboss.core.ledger import Account, Transfer, purse
from pitboss.core.meter import Shown
from pitboss.ids import DEALER, HOUSE_DEALER, Box, Clauses, HandId, Player, StakeId, Wager, is_tip
from pitboss.money import ZERO, Cents

if TYPE_CHECKING:
    from pitboss.core.facts.wagers import WagerSettled


@dataclass(slots=True)
class Stake:
    """A wager on the layout: what was first wagered, and what a double added; `first` unless a split made it."""

    original: Cents
    added: Cents = ZERO
    pending: bool = True
    first: bool = True

    @property
    def total(self) -> Cents:
        return Cents(self.original + self.added)


@dataclass(slots=True)
class Layout:
    """Everything that is true of a round, known by folding its facts.

    `order` lists the players' hands from the dealer's left; a hand made by a split lies right of its parent.
    `found` counts cards set aside in this round, since the discards were shuffled if they were, and `found_in_round`
    all of the round; `found_before` are those that the table brought from its shoe. `closed`
    are the windows that will not open again. `owed` are hands that a card was due to and passed over, and how it was to
    lie, `misses` how often that has happened to each; `exposed` is a card that was drawn in error and seen, and is the
    next one. `spoken` are wagers with cash that wait to be confirmed: who heard each, and how much it is. `misdealt_at`
    is how many cards were dealt when a misdeal was called. `meter` is what a progressive meter shows, once wagers on it
    are locked. `verified` are hands that may win from it, `instructed` those for which the dealer was told to press the
    key, and `pressed` those for which it was pressed: each with who said so.
    `fouls` are by hand what was said to be done about each time that it was fouled, None while nobody has said it.
    `is_dealt` says that a card has been dealt, since the cards were shuffled if they were; `shoe_ends_after` is then
    how many are dealt when the shoe is empty. `cut_card_due` counts them up to the cut card, `cut_card_out` says that
    it came, and `cut_by` who cut.
    `removed` are hands whose cards are in the discard rack already.
    `community` are cards of the dealer's that belong to every poker hand, once the blackjack hands are over.
    """

    hands: dict[HandId, Hand] = field(default_factory=lambda: {DEALER: Hand()})
    order: list[HandId] = field(default_factory=list)
    stakes: dict[StakeId, Stake] = field(default_factory=dict)
    accounts: dict[Account, Cents] = field(default_factory=dict)
    settlements: dict[StakeId, WagerSettled] = field(default_factory=dict)
    discards: list[Card] = field(default_factory=list)
    unseen_discards: int = 0
    cards_dealt: int = 0
    found: dict[Found, int] = field(default_factory=dict)
    found_in_round: dict[Found, int] = field(default_factory=dict)
    found_before: dict[Found, int] = field(default_factory=dict)
    cut_card_after: int | None = None
    cut_card_reached: HandId | None = None
    exhausted: int = 0
    closed: set[Occasion] = field(default_factory=set)
    dealer_blackjack_read: bool | None = None
    void: bool = False
    void_under: Clauses = ()
    reshuffle_due: bool = False
    cleared: bool = False
    ended: bool = False
    owed: dict[HandId, Face] = field(default_factory=dict)
    misses: dict[HandId, int] = field(default_factory=dict)
    exposed: Card | None = None
    reader_out: bool = False
    shuffler_gone: bool = False
    shared_with: set[tuple[Box, Player]] = field(default_factory=set)
    spoken: dict[StakeId, tuple[str, Cents]] = field(default_factory=dict)
    coupons: dict[tuple[Player, HandId], Cents] = field(default_factory=dict)
    misdealt_at: int | None = None
    meter: Shown | None = None
    verified: dict[HandId, str] = field(default_factory=dict)
    instructed: dict[HandId, str] = field(default_factory=dict)
    pressed: dict[HandId, str] = field(default_factory=dict)
    fouls: dict[HandId, list[FoulPolicy | None]] = field(default_factory=dict)
    community: tuple[Card, ...] = ()
    removed: set[HandId] = field(default_factory=set)
    is_dealt: bool = False
    shoe_ends_after: int | None = None
    cut_card_due: int | None = None
    cut_card_out: bool = False
    cut_by: Player | None = None

    def shuffled(self, cards: int) -> None:
        """What was said of the stack before is said of it no more."""
        self.is_dealt, self.cut_card_out, self.cut_by, self.cut_card_due = False, False, None, None
        self.shoe_ends_after = self.cards_dealt + cards

    def put_down(self, hand: HandId) -> None:
        """A hand to be dealt to, in its place from the dealer's left, if it is not there yet."""
        if hand not in self.hands:
            self.hands[hand] = Hand(spot=hand.number)
            self.order.append(hand)
            self.order.sort()

    def take_up(self, key: StakeId) -> None:
        """A wager goes, and with the last one of its hand the hand."""
        del self.stakes[key]
        if not any(each.hand == key.hand for each in self.stakes):
            del self.hands[key.hand]
            self.order.remove(key.hand)

    def keep_only(self, community: tuple[Card, ...]) -> None:
        """Every card goes back into the stack but some of the dealer's: hands and the discard rack are empty."""
        self.community = community
        self.discards, self.unseen_discards, self.cards_dealt = [], 0, len(community)
        for name, hand in self.hands.items():
            self.hands[name] = Hand(hand.caller, spot=hand.spot, closed=hand.closed)
        for card in community:
            self.dealer.lay(card)

    def open_again(self, hand: HandId) -> None:
        self.hands[hand].closed = None

    def stake(self, key: StakeId) -> Stake:
        """The wager of this name, made if it is not there yet."""
        return self.stakes.setdefault(key, Stake(ZERO))

    def post(self, moves: Iterable[Transfer]) -> None:
        """Chips from one account to another."""
        accounts = self.accounts
        for source, target, amount in moves:
            accounts[source] = Cents(accounts.get(source, 0) - amount)
            accounts[target] = Cents(accounts.get(target, 0) + amount)

    @property
    def dealer(self) -> Hand:
        return self.hands[DEALER]

    @property
    def betting_closed(self) -> bool:
        return Occasion.BETTING in self.closed

    @property
    def second_card_shown(self) -> bool:
        """Whether the dealer's second card is known at the table."""
        return len(self.dealer.cards) > 1

    def boxes(self) -> list[Box]:
        """Boxes with a wager, from the dealer's left."""
        return sorted({hand.box for hand in self.order})

    def lying(self) -> tuple[list[Card], int]:
        """The known cards on the layout, and the number of the unseen ones."""
        hands = [] if self.cleared else [hand for name, hand in self.hands.items() if name not in self.removed]
        return [card for hand in hands for card in hand.cards], sum(hand.face_down for hand in hands)

    def players(self) -> list[Player]:
        """Everybody who wagered in this round, in the order of their first wager."""
        return list(dict.fromkeys(stake.player for stake in self.stakes))

    def hands_of(self, box: Box) -> list[HandId]:
        return [hand for hand in self.order if hand.box == box]

    def hands_of_spot(self, hand: HandId) -> list[HandId]:
        """All hands that splits have made where this one lies, itself included."""
        spot = self.hands[hand].spot
        return [each for each in self.hands_of(hand.box) if self.hands[each].spot == spot]

    def open_hands(self) -> list[HandId]:
        return [hand for hand in self.order if self.hands[hand].closed is None]

    def pending(self, wager: Wager) -> list[tuple[StakeId, Stake]]:
        """Wagers of one kind that are still undecided, from the dealer's left."""
        found = [(key, stake) for key, stake in self.stakes.items() if stake.pending and key.wager == wager]
        if len(found) > 1:
            place = self.order.index
            found.sort(key=lambda entry: place(entry[0].hand))
        return found

    def pending_on(self, hand: HandId, wager: Wager) -> list[tuple[StakeId, Stake]]:
        return [(key, stake) for key, stake in self.pending(wager) if key.hand == hand]

    def stake_of(self, hand: HandId, wager: Wager) -> Stake:
        """The wager of the player who calls the decisions of this hand."""
        caller = self.hands[hand].caller
        assert caller is not None, "nobody calls the dealer's hand"
        return self.stakes[StakeId(caller, hand, wager)]

    def placed_by(self, player: Player) -> dict[Wager, Cents]:
        """What a player has wagered, by wager, doubles not counted."""
        return {key.wager: stake.original for key, stake in self.stakes.items() if key.player == player}

    def others_on(self, hand: HandId, wager: Wager) -> list[Player]:
        """Everybody but its caller with a wager of this kind on a hand, in the order of their bets."""
        caller = self.hands[hand].caller
        there = [key.player for key, stake in self.stakes.items() if key[1:] == (hand, wager) and stake.pending]
        return [player for player in there if player != caller]

    def bettors(self, box: Box) -> list[Player]:
        """Everybody with a wager on this box, in the order of their first one; the first calls its decisions."""
        return list(dict.fromkeys(key.player for key in self.stakes if key.hand.box == box))

    def stood(self, wager: Wager) -> dict[HandId, Cents]:
        """The wagers of one kind that were in action to the end, and did not go back."""
        back = (Outcome.VOID, Outcome.RETURNED)
        decided = [(key, row) for key, row in self.settlements.items() if key.wager == wager and not self.void]
        return {key.hand: self.stakes[key].total for key, row in decided if row.outcome not in back}

    def nets(self) -> dict[Player, Cents]:
        """What everybody has won or lost in this round, the dealer too where somebody tipped him."""
        tipped = any(is_tip(key.wager) for key in self.stakes)
        return {player: self.net(player) for player in [*self.players(), *([HOUSE_DEALER] if tipped else [])]}

    def net(self, player: Player) -> Cents:
        return self.accounts.get(purse(player), ZERO)
