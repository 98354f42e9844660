"""Every way to answer a request that is put to players: for the walker, the fuzzer and automatic play."""

from __future__ import annotations

from pitboss.core.options import Option
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Window
from pitboss.core.rules import R
from pitboss.ids import HandId, Player


def choices(t: Round[R], request: Decide | Offer | Window) -> list[Answer]:
    """All options with their listed ways, then declining an offer or closing a window."""
    if isinstance(request, Window):
        seats = dict.fromkeys((key.player, key.hand) for key in t.layout.stakes)
        acts = [act for player, hand in seats for act in _acts(player, hand, t.options(player, hand, request.verbs))]
        return acts if request.refuses_closing() else [*acts, Close()]
    acts = _acts(request.player, request.hand, request.options)
    return [*acts, Decline()] if isinstance(request, Offer) else acts


def _acts(player: Player, hand: HandId, options: tuple[Option, ...]) -> list[Answer]:
    return [Act(player, hand, intent) for option in options for intent in option.intents]
