"""The table as one viewer may see it: plain data, which a face draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.core.hands import Hand, score
from pitboss.core.layout import Layout
from pitboss.core.table_state import ShoeState, TableState
from pitboss.games.kinds import sets_packets
from pitboss.ids import DEALER, Author, Clauses, HandId, Player, Role
from pitboss.money import ZERO, Cents
from pitboss.tables.live import LiveTable


@dataclass(frozen=True, slots=True)
class WagerView:
    """A wager on a hand, as it lies there or as it was settled; `net` is None as long as it lies there.

    What a tip wins goes to the dealer: `to` says so.
    """

    player: str
    wager: str
    amount: Cents = ZERO
    net: Cents | None = None
    to: str = ""
    clauses: Clauses = ()


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand: its known cards in the order in which they came, and the number of those that lie face down.

    `total` is what it counts, if it is counted: `soft 17`, or `20 over 9` for a packet that was set, whose
    two hands are `groups`. `closed` says why nothing more is decided on it.
    """

    hand: str
    player: str = ""
    cards: tuple[str, ...] = ()
    down: int = 0
    total: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    closed: str = ""
    wagers: tuple[WagerView, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who sits at a box, with how many chips in front of them; wagers on the layout are not counted."""

    player: str
    box: int
    chips: Cents


@dataclass(frozen=True, slots=True)
class ShoeView:
    """What everybody knows of the shoe. `to_cut` is None if nobody counts the cards before the cut card.

    `seal` is the commitment to its order, empty where people shuffle.
    """

    number: int
    left: int
    to_cut: int | None = None
    seal: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """The table at one line of its record. `hands` are in order from the dealer's left.

    The dealer's cards are `community` cards if they belong to every poker hand. `meter` is what a progressive meter
    shows. `on_duty` is the dealer who has taken over. `chips` and `staked` are the viewer's own, and so is `net`, the
    result of the last round so far, None for a viewer who has no part in it.
    """

    seen: int
    round: int
    in_round: bool
    dealer: HandView
    hands: tuple[HandView, ...] = ()
    seats: tuple[SeatView, ...] = ()
    shoe: ShoeView | None = None
    community: bool = False
    meter: Cents | None = None
    on_duty: str = ""
    chips: Cents | None = None
    staked: Cents = ZERO
    net: Cents | None = None
    closed: bool = False


def view(table: LiveTable, viewer: Author | None) -> View:
    """Return the table as this viewer may see it; `viewer` is None for a bystander, and staff sees no more than one."""
    player = player_of(viewer)
    state = table.seen_by(player)
    layout, seated = state.layout, player is not None and player in state.seats
    meter = table.meter if table.game.rules.meter is not None else None
    draw = _Drawing(layout, packets=sets_packets(table.game.rules))
    return View(
        seen=table.lines,
        round=state.rounds,
        in_round=state.in_round,
        dealer=draw.hand(DEALER),
        hands=tuple(map(draw.hand, layout.order)),
        seats=tuple(SeatView(each, seat.box, state.chips(each)) for each, seat in state.seats.items()),
        shoe=None if state.shoe is None else _shoe(state.shoes, state.shoe),
        community=bool(layout.community),
        meter=None if meter is None else meter.shown().cents,
        on_duty=state.dealer,
        chips=state.chips(player) if player is not None and seated else None,
        staked=_staked(state, player),
        net=layout.net(player) if player is not None and player in layout.players() else None,
        closed=state.closed,
    )


def player_of(viewer: Author | None) -> Player | None:
    """Return the player that a viewer is; None for everybody who sees no more than a bystander."""
    return Player(viewer.name) if viewer is not None and viewer.role is Role.PLAYER else None


def _shoe(number: int, shoe: ShoeState) -> ShoeView:
    before = shoe.before_cut_card
    seal = shoe.commitments[-1] if shoe.commitments else ""
    return ShoeView(number, shoe.undealt, None if before is None else max(0, before), seal)


def _staked(state: TableState, player: Player | None) -> Cents:
    stakes = state.layout.stakes.items()
    return Cents(sum(stake.total for key, stake in stakes if key.player == player and stake.pending))


class _Drawing:
    """Turns the hands of a layout into plain data."""

    def __init__(self, layout: Layout, *, packets: bool) -> None:
        self._layout = layout
        self._packets = packets

    def hand(self, name: HandId) -> HandView:
        hand = self._layout.hands[name]
        return HandView(
            str(name),
            hand.caller or "",
            _written(hand.cards),
            hand.face_down,
            self._total(hand),
            tuple(map(_written, hand.groups)),
            "" if hand.closed is None else str(hand.closed),
            tuple(self._wagers(name)),
        )

    def _total(self, hand: Hand) -> str:
        """A packet counts when it is set, and no player's hand while it has hidden cards; at poker nothing counts."""
        if self._packets:
            return " over ".join(score(group).spoken for group in reversed(hand.groups))
        hidden = hand.face_down and hand.caller is not None
        return hand.score.spoken if hand.cards and not hidden and not self._layout.community else ""

    def _wagers(self, name: HandId) -> Iterator[WagerView]:
        for key, stake in self._layout.stakes.items():
            if key.hand == name and stake.pending:
                yield WagerView(key.player, key.wager, stake.total)
        for key, row in self._layout.settlements.items():
            if key.hand == name:
                to = "" if row.whose == key.player else row.whose
                yield WagerView(key.player, key.wager, row.stake, row.net, to, row.clauses)


def _written(cards: list[Card] | tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.text for card in cards)
