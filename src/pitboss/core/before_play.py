"""What every game lets people do before its cards are dealt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.core.coupons import PlaceCoupon, may_place_coupon
from pitboss.core.cut_card import PlaceCutCard, may_place
from pitboss.core.decks import BreakSeal, TakeOut, may_break_seal, may_take_out
from pitboss.core.options import Intent, Ruling
from pitboss.core.shuffling import Cut, Load, may_cut, may_load
from pitboss.core.wagering import PlaceWager, Withdraw, may_wager, may_withdraw

BEFORE_PLAY: dict[type[Intent], Callable[[Any, Any, Any], Ruling]] = {
    PlaceWager: may_wager,
    Withdraw: may_withdraw,
    PlaceCoupon: may_place_coupon,
    Cut: may_cut,
    Load: may_load,
    PlaceCutCard: may_place,
    TakeOut: may_take_out,
    BreakSeal: may_break_seal,
}
