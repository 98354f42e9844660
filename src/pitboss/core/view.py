"""What one viewer may know of a table: its state with less in it, and its facts, each with less in it.

A card that lies face down for everybody is not in the state at all. A card that its own player has looked at is, so
everything that is shown or told to anybody is made from what comes out of here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pitboss.cards import Card
from pitboss.core.hands import Hand, score
from pitboss.ids import HandId, Player

if TYPE_CHECKING:
    from pitboss.core.facts import Fact
    from pitboss.core.layout import Layout
    from pitboss.core.table_state import TableState


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks on: a player, a bystander without a name, or whoever reads the record and knows everything."""

    player: Player | None = None
    reads_record: bool = False

    def sees(self, hand: Hand) -> bool:
        """Whether he may know all cards that are known to somebody."""
        return self.reads_record or not hand.concealed or (self.player is not None and hand.caller == self.player)


BYSTANDER: Final = Viewer()
RECORD: Final = Viewer(reads_record=True)


def public(state: TableState) -> TableState:
    """The table as everybody may see it."""
    return _seen(state, BYSTANDER)


def private(state: TableState, player: Player) -> TableState:
    """The table as one player may see it."""
    return _seen(state, Viewer(player))


def seen_by(fact: Fact, viewer: Viewer, layout: Layout) -> Fact:
    """What one viewer may know of a fact; `layout` is the round before it."""
    return fact.seen_by(viewer, layout)


def _seen(state: TableState, viewer: Viewer) -> TableState:
    shoe = None if state.shoe is None else replace(state.shoe, came={})
    return replace(state, layout=layout_seen(state.layout, viewer), shoe=shoe, opening=None)


def layout_seen(layout: Layout, viewer: Viewer) -> Layout:
    """The round as it is known to one viewer: it is what the facts give that he was told."""
    hidden = hidden_from(layout, viewer)
    if not hidden:
        return layout
    hands = {name: _back_upwards(hand) if name in hidden else hand for name, hand in layout.hands.items()}
    if not layout.cleared:
        return replace(layout, hands=hands)
    discards = without(layout.discards, hidden.values())
    unseen = layout.unseen_discards + len(layout.discards) - len(discards)
    return replace(layout, hands=hands, discards=discards, unseen_discards=unseen)


def hidden_from(layout: Layout, viewer: Viewer) -> dict[HandId, list[Card]]:
    """The cards that somebody has looked at and this viewer may not know, by their hand."""
    return {name: hand.cards[: hand.concealed] for name, hand in layout.hands.items() if not viewer.sees(hand)}


def without(cards: Iterable[Card], hidden: Iterable[list[Card]]) -> list[Card]:
    """These cards less the hidden ones, each as often as it is hidden."""
    out, left = Counter(card for group in hidden for card in group), []
    for card in cards:
        if out[card]:
            out[card] -= 1
        else:
            left.append(card)
    return left


def _back_upwards(hand: Hand) -> Hand:
    shown = hand.cards[hand.concealed :]
    down = hand.face_down + hand.concealed
    return replace(hand, cards=shown, score=score(shown), face_down=down, concealed=0, groups=(), _situation=None)
