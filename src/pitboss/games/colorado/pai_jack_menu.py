"""What may be decided on a packet: one rule for each verb of Pai Jack.

Whose hand it is comes first: a refusal tells nobody else anything of a packet.
"""

from __future__ import annotations

from typing import Final

from pitboss.core.before_play import BEFORE_PLAY
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.turn import not_open
from pitboss.games.blackjack.intents import DoubleDown, Hit, Insure, Show, Split, Stand, Surrender
from pitboss.games.colorado.pai_jack_rules import (
    BUST,
    HELPED,
    SET,
    SHOWN,
    DeclareBust,
    HouseWay,
    Play,
    SetHand,
    SetUnseen,
)
from pitboss.ids import HandId, Player
from pitboss.rules.setting import PACKET


def _lie_unknown(t: Play) -> bool:
    """Whether packets lie face down until they are shown, as where people deal."""
    return t.live and t.practices.keeps_hidden


def may_show(t: Play, player: Player, hand: HandId) -> Ruling:
    """A Pai Jack that nobody else knows of is turned over by its player."""
    if not _lie_unknown(t):
        return Refusal("not-offered", "at this table these cards need not be shown", SHOWN)
    if not t.hand(hand).face_down:
        return Refusal("face-up", "these cards are shown already", SHOWN)
    return not_open(t, player, hand) or _not_dealt(t, hand) or Option(Show, SHOWN, (Show(),))


def may_set_unseen(t: Play, player: Player, hand: HandId) -> Ruling:
    if not _lie_unknown(t):
        return Refusal("not-offered", "at this table the cards are known, so say how they are set", SET)
    refusal = not_open(t, player, hand) or _not_dealt(t, hand)
    if refusal is None and not t.hand(hand).face_down:
        return Refusal("face-up", "these cards are known, so say how they are set", SET)
    return refusal or Option(SetUnseen, SET, (SetUnseen(),))


def may_set(t: Play, player: Player, hand: HandId) -> Ruling:
    packet, arranging = t.hand(hand).cards, t.rules.arranging
    if t.hand(hand).face_down:
        says = "nobody else knows these cards: they are set face down, or shown"
        return not_open(t, player, hand) or _not_dealt(t, hand) or Refusal("face-down", says, SET)

    def check(intent: Intent) -> Refusal | None:
        assert isinstance(intent, SetHand)
        return arranging.refuses(packet, intent.setting)

    intents = tuple(SetHand(setting) for setting in arranging.lawful(packet))
    return _not_to_be_set(t, player, hand) or Option(SetHand, SET, intents, check)


def may_ask_for_help(t: Play, player: Player, hand: HandId) -> Ruling:
    if not t.rules.assists:
        return Refusal("not-offered", "this house does not set a player's cards", HELPED)
    return _not_to_be_set(t, player, hand) or Option(HouseWay, HELPED, (HouseWay(),))


def _not_to_be_set(t: Play, player: Player, hand: HandId) -> Refusal | None:
    refusal, this = not_open(t, player, hand) or _not_dealt(t, hand), t.hand(hand)
    if refusal is None and not this.face_down and not t.rules.arranging.lawful(this.cards):
        return Refusal("bust", "no setting of these cards is lawful; declare a bust", BUST)
    return refusal


def _not_dealt(t: Play, hand: HandId) -> Refusal | None:
    """Refuse to decide on a packet before all its cards are dealt."""
    this = t.hand(hand)
    if len(this.cards) + this.face_down == PACKET:
        return None
    return Refusal("too-early", "a hand is set once its five cards are dealt", SET)


def may_declare_bust(t: Play, player: Player, hand: HandId) -> Ruling:
    refusal = not_open(t, player, hand) or _not_dealt(t, hand)
    if refusal is None and t.rules.arranging.lawful(t.hand(hand).cards):
        return Refusal("not-bust", "these cards can be set lawfully", BUST)
    return refusal or Option(DeclareBust, BUST, (DeclareBust(),))


def no_such_decision(_t: Play, _player: Player, _hand: HandId) -> Ruling:
    return Refusal("not-in-rulebook", "no card is drawn in Pai Jack: five cards are set", SET)


MENU: Final = {
    **BEFORE_PLAY,
    **dict.fromkeys((Hit, Stand, DoubleDown, Split, Surrender, Insure), no_such_decision),
    Show: may_show,
    SetHand: may_set,
    SetUnseen: may_set_unseen,
    HouseWay: may_ask_for_help,
    DeclareBust: may_declare_bust,
}
