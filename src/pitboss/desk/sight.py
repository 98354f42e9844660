"""The round as one player sees it, sorted by what the cards mean to them."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.layout import Layout
from pitboss.desk.practice import PlayerQuestion, PracticeTable
from pitboss.ids import DEALER, HandId

Cards = tuple[Card, ...]


class HandInSight(NamedTuple):
    """One hand: its cards that this player knows, those that lie face down, and what is known of the hand."""

    name: str
    cards: Cards
    down: int
    total: int
    soft: bool
    closed: str


class Sight(NamedTuple):
    """What a player sees. `asked` is the hand that they are asked about, None if they are not asked.

    `open` and `closed` are their other hands, and `elsewhere` all other cards that they know: those of other players,
    and those that are out of the shoe. `staked` and `unit` are what lies on their hands, and their first wager.
    """

    kind: str
    asked: HandInSight | None
    open: tuple[HandInSight, ...]
    closed: tuple[HandInSight, ...]
    others: tuple[HandInSight, ...]
    dealer: HandInSight
    elsewhere: Cards
    doubles: int
    split: bool
    switched: bool
    staked: int
    unit: int


NO_HAND = HandInSight("", (), 0, 0, False, "")
NO_SIGHT = Sight("", None, (), (), (), NO_HAND, (), 0, False, False, 0, 1)


def sight_of(layout: Layout, table: PracticeTable, seat: int, question: PlayerQuestion | None) -> Sight:
    """Sort what a player may know of the round; `layout` is the round as this player sees it."""
    player = table.players[seat]
    asked = question.hand if question is not None and question.player == player else None
    mine: list[HandId] = []
    others: list[HandId] = []
    for name in layout.order:
        (mine if layout.hands[name].caller == player else others).append(name)
    if asked is None and question is None and mine:
        asked = mine.pop(0)  # the end of the round is about all hands; the first of them comes first
    else:
        mine = [name for name in mine if name != asked]
    hand = None if asked is None else layout.hands[asked]
    stakes = layout.stakes.items()
    return Sight(
        question.kind if question is not None and question.player == player else "",
        None if asked is None else _hand(layout, asked),
        tuple(_hand(layout, name) for name in mine if layout.hands[name].closed is None),
        tuple(_hand(layout, name) for name in mine if layout.hands[name].closed is not None),
        tuple(_hand(layout, name) for name in others),
        _hand(layout, DEALER),
        () if layout.cleared else tuple(layout.discards),
        0 if hand is None else hand.doubles,
        hand is not None and hand.split,
        hand is not None and hand.switched,
        sum(stake.total for key, stake in stakes if key.player == player and stake.pending),
        table.unit,
    )


def _hand(layout: Layout, name: HandId) -> HandInSight:
    hand = layout.hands[name]
    closed = "" if hand.closed is None else str(hand.closed)
    return HandInSight(str(name), tuple(hand.cards), hand.face_down, hand.score.total, hand.score.soft, closed)
