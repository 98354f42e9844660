"""Whose hand it is to decide on, the same in every game."""

from __future__ import annotations

from pitboss.core.options import Refusal
from pitboss.core.procedure import Round
from pitboss.core.rules import R
from pitboss.ids import HandId, Player


def not_open(t: Round[R], player: Player, hand: HandId) -> Refusal | None:
    """Decisions belong to the hand's caller, and only until the hand is closed."""
    this = t.hand(hand)
    if this.caller != player:
        says = f"the hand on box {hand.box} is called by {this.caller}, not by {player}"
        shared, sharing = player in t.layout.bettors(hand.box), t.rules.betting.sharing
        calls = sharing.calls(hand.box in t.table.unseated) if shared and sharing is not None else ()
        return Refusal("not-your-hand", says, calls or t.rules.turn)
    if this.closed is not None:
        says = f"hand {hand.number} of box {hand.box} takes no more decisions ({this.closed})"
        return Refusal("hand-closed", says, t.rules.turn_clauses(t, hand))
    return None
