"""What one viewer may see of a round. A face-down card cannot leak from here: the layout does not know it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.core.layout import Layout
from pitboss.ids import HandId, Player
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class HandView:
    hand: HandId
    caller: Player | None
    cards: tuple[Card, ...]
    hidden: int
    closed: str | None


@dataclass(frozen=True, slots=True)
class View:
    hands: tuple[HandView, ...]
    stakes: tuple[tuple[Player, HandId, str, Cents], ...]


def view(layout: Layout, viewer: Player | None) -> View:
    """The layout as this player sees it; `None` is a bystander."""
    hands = tuple(_seen(layout, hand, viewer) for hand in layout.hands)
    stakes = tuple((*key, stake.total) for key, stake in layout.stakes.items() if stake.pending)
    return View(hands, stakes)


def _seen(layout: Layout, name: HandId, viewer: Player | None) -> HandView:
    hand = layout.hands[name]
    if hand.concealed and hand.caller != viewer:
        shown = tuple(hand.cards[hand.concealed :])
        return HandView(name, hand.caller, shown, hand.concealed + hand.face_down, hand.closed)
    return HandView(name, hand.caller, tuple(hand.cards), hand.face_down, hand.closed)
