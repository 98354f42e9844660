"""Facts about wagers: placed, raised, decided, put back; and what a wager set in motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.core.facts.base import Fact, since_format
from pitboss.core.kinds import Occasion, Outcome
from pitboss.core.ledger import HOUSE, Transfer, moved, purse, stake_account
from pitboss.core.telling import Told, cited, signed
from pitboss.ids import HOUSE_DEALER, Box, Clauses, HandId, Player, StakeId, Wager
from pitboss.money import ZERO, Cents, Odds, spoken

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class WagerPlaced(Fact):
    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.put_down(self.hand)
        stake = layout.stake(StakeId(self.player, self.hand, self.wager))
        stake.original = Cents(stake.original + self.amount)
        stake.first = stake.first and not layout.hands[self.hand].born_of_split
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        return (Transfer(purse(self.player), stake_account(self.player, self.hand, self.wager), self.amount),)

    def tell(self, _: Told) -> str:
        return f"{self.player} puts {spoken(self.amount)} on {self.wager}, box {self.hand.box}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class WagerWithdrawn(Fact):
    """A wager was taken back before the first card."""

    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.take_up(StakeId(self.player, self.hand, self.wager))
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        return (Transfer(stake_account(self.player, self.hand, self.wager), purse(self.player), self.amount),)

    def tell(self, _: Told) -> str:
        taken = f"{self.player} takes back {spoken(self.amount)} from {self.wager}, box {self.hand.box}"
        return f"{taken}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CouponPlaced(Fact):
    """A coupon of this value lies beside a player's wager."""

    player: Player
    hand: HandId
    value: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.coupons[self.player, self.hand] = self.value

    def tell(self, _: Told) -> str:
        return f"{self.player} puts a coupon for {spoken(self.value)} on box {self.hand.box}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class CouponDecided(Fact):
    """A coupon was taken by the house, or stays with its owner because the wager came back."""

    player: Player
    hand: HandId
    value: Cents
    taken: bool
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.coupons.pop((self.player, self.hand), None)

    def tell(self, _: Told) -> str:
        fate = "is taken" if self.taken else "goes back"
        return f"{self.player}'s coupon for {spoken(self.value)} {fate}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class BoxShared(Fact):
    """The first bettor of a box agreed to another one on it."""

    by: Player
    hand: HandId
    bettor: Player
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        layout.shared_with.add((self.hand.box, self.bettor))

    def note(self, state: TableState) -> None:
        state.agreed.add((self.hand.box, self.bettor))

    def tell(self, _: Told) -> str:
        return f"{self.by} agrees to {self.bettor} on box {self.hand.box}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class WagerMoved(Fact):
    """A wager on a hand that was split goes with the other part of it."""

    player: Player
    hand: HandId
    to: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        stake = layout.stakes.pop(StakeId(self.player, self.hand, self.wager))
        layout.stakes[StakeId(self.player, self.to, self.wager)] = stake
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        accounts = [stake_account(self.player, hand, self.wager) for hand in (self.hand, self.to)]
        return (Transfer(accounts[0], accounts[1], self.amount),)

    def tell(self, _: Told) -> str:
        return (
            f"{self.player}'s {self.wager} goes with hand {self.to.number} of box {self.to.box}.{cited(self.clauses)}"
        )


@dataclass(frozen=True, slots=True)
class WagerAdded(Fact):
    """A wager that lies there was raised, as a double raises it."""

    player: Player
    hand: HandId
    wager: Wager
    amount: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        stake = layout.stakes[StakeId(self.player, self.hand, self.wager)]
        stake.added = Cents(stake.added + self.amount)
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        return (Transfer(purse(self.player), stake_account(self.player, self.hand, self.wager), self.amount),)

    def tell(self, _: Told) -> str:
        return f"{self.player} adds {spoken(self.amount)} to {self.wager}, box {self.hand.box}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class BettingClosed(Fact):
    """No further wagers before the cards: the boxes to be dealt, from the dealer's left, and who calls on each."""

    boxes: tuple[Box, ...]
    callers: tuple[Player, ...]

    def apply(self, layout: Layout) -> None:
        layout.closed.add(Occasion.BETTING)
        for box, caller in zip(self.boxes, self.callers, strict=True):
            for hand in layout.hands_of(box):
                layout.hands[hand].caller = caller

    def tell(self, _: Told) -> str:
        return "No more wagers."


@dataclass(frozen=True, slots=True)
class InsuranceClosed(Fact):
    """Nobody may insure any more in this round."""

    def apply(self, layout: Layout) -> None:
        layout.closed.add(Occasion.INSURANCE)


@dataclass(frozen=True, slots=True)
class WagerSettled(Fact):
    """One wager on one hand was decided and implemented.

    Of the stake, `collected` went to the house and the rest back to the player; `paid` came from the house.
    """

    player: Player
    hand: HandId
    wager: Wager
    stake: Cents
    collected: Cents
    paid: Cents
    odds: Odds | None
    outcome: Outcome
    clauses: Clauses

    @property
    def whose(self) -> Player:
        """Who gets what it comes to."""
        return self.player

    @property
    def net(self) -> Cents:
        return Cents(self.paid - self.collected)

    def apply(self, layout: Layout) -> None:
        key = StakeId(self.player, self.hand, self.wager)
        stake = layout.stakes.get(key)
        if stake is not None:
            stake.pending = False
        layout.settlements[key] = self
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        mine, staked = purse(self.player), stake_account(self.player, self.hand, self.wager)
        return moved(
            (staked, HOUSE, self.collected),
            (staked, mine, Cents(self.stake - self.collected)),
            (HOUSE, mine, self.paid),
        )

    def tell(self, _: Told) -> str:
        odds = f" at {self.odds.pays} to {self.odds.to}" if self.odds is not None else ""
        staked = f" of {spoken(self.stake)}" if self.stake else ""
        name = f"{self.player}'s {self.wager}{staked} on box {self.hand.box}.{self.hand.number}"
        return f"{name}: {self.outcome}{odds}, {signed(self.net)}.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class TipSettled(WagerSettled):
    """A tip was decided with the wager on which it rode: what the house does not collect is the dealer's."""

    @property
    def whose(self) -> Player:
        return HOUSE_DEALER

    @property
    def net(self) -> Cents:
        return Cents(self.stake - self.collected + self.paid)

    def moves(self) -> tuple[Transfer, ...]:
        dealer, staked = purse(HOUSE_DEALER), stake_account(self.player, self.hand, self.wager)
        return moved(
            (staked, HOUSE, self.collected),
            (staked, dealer, Cents(self.stake - self.collected)),
            (HOUSE, dealer, self.paid),
        )

    def tell(self, _: Told) -> str:
        odds = f" at {self.odds.pays} to {self.odds.to}" if self.odds is not None else ""
        name = f"{self.player}'s {self.wager} of {spoken(self.stake)} on box {self.hand.box}.{self.hand.number}"
        return f"{name}: {self.outcome}{odds}, {spoken(self.net)} for the dealer.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class WagerUnwound(Fact):
    """A wager that had been settled was put back to nothing, because the round is void."""

    player: Player
    hand: HandId
    wager: Wager
    stake: Cents
    collected: Cents
    paid: Cents
    clauses: Clauses

    def apply(self, layout: Layout) -> None:
        key = StakeId(self.player, self.hand, self.wager)
        layout.settlements[key] = WagerSettled(*key, self.stake, ZERO, ZERO, None, Outcome.VOID, self.clauses)
        layout.post(self.moves())

    def moves(self) -> tuple[Transfer, ...]:
        return moved((HOUSE, purse(self.player), self.collected), (purse(self.player), HOUSE, self.paid))

    def tell(self, _: Told) -> str:
        return f"{self.player}'s {self.wager} on box {self.hand.box} is put back.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class TipUnwound(WagerUnwound):
    """A tip that had been decided was put back to its player, because the round is void."""

    def moves(self) -> tuple[Transfer, ...]:
        mine, dealer = purse(self.player), purse(HOUSE_DEALER)
        kept = Cents(self.stake - self.collected)
        return moved((HOUSE, mine, self.collected), (dealer, mine, kept), (dealer, HOUSE, self.paid))


@dataclass(frozen=True, slots=True)
class SeatButtonPressed(Fact):
    """A player's blackjack was put on display, for the wheel to follow."""

    hand: HandId
    clauses: Clauses

    def tell(self, _: Told) -> str:
        return f"The dealer presses the seat button of box {self.hand.box}: blackjack.{cited(self.clauses)}"


@dataclass(frozen=True, slots=True)
class WheelSpun(Fact):
    """A bonus wheel stopped on a section, counted from 1; each is as likely as its weight."""

    hand: HandId
    section: int
    clauses: Clauses
    weights: tuple[int, ...] = since_format(2, ())

    def note(self, state: TableState) -> None:
        if state.shoe is not None:
            state.shoe.spins += 1

    def tell(self, _: Told) -> str:
        return f"The wheel spins for box {self.hand.box} and stops on section {self.section}.{cited(self.clauses)}"
