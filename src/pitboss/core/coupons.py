"""Match play coupons: paper beside a wager, which is paid with it if it wins, and taken unless the wager comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self

from pitboss.core.facts import CouponPlaced
from pitboss.core.options import Intent, Option, Refusal, Ruling, Taken, Takes, read_amount
from pitboss.core.procedure import Round
from pitboss.core.rules import R
from pitboss.ids import HandId, Player, StakeId
from pitboss.money import Cents, plain, spoken


@dataclass(frozen=True, slots=True)
class PlaceCoupon(Intent):
    """Put a coupon of this value beside the wager of the game."""

    verb: ClassVar[str] = "coupon"
    needs_hand: ClassVar[bool] = False
    value: Cents

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        value = read_amount(words)
        if value is None:
            raise ValueError("takes the value of the coupon in dollars, as in coupon 10")
        return cls(value)

    def written(self) -> str:
        return f"{self.verb} {plain(self.value)}"


def may_place_coupon(t: Round[R], player: Player, hand: HandId) -> Ruling:
    """Beside a wager of one's own, before the first card, and not above it."""
    terms = t.rules.betting
    if terms.coupons is None:
        return Refusal("not-offered", "this house takes no coupons", terms.chip_clauses)
    if t.layout.betting_closed:
        return Refusal("too-late", "no wager is made once the first card is out", terms.before_first_card)
    stake = t.layout.stakes.get(StakeId(player, hand, t.rules.played))
    if stake is None:
        says = f"a coupon lies beside a {t.rules.played} wager of its owner"
        return Refusal(f"needs-{t.rules.played}", says, terms.coupons)
    if (player, hand) in t.layout.coupons:
        return Refusal("already-placed", f"{player} has a coupon on box {hand.box}", terms.coupons)
    most = stake.original

    def taking() -> tuple[Takes, ...]:
        return (Takes(Taken.CENTS, 1, most),)

    return Option(PlaceCoupon, terms.coupons, (), partial(_refuses, t, most), taking)


def _refuses(t: Round[R], most: Cents, intent: Intent) -> Refusal | None:
    assert isinstance(intent, PlaceCoupon)
    if 0 < intent.value <= most:
        return None
    says = f"a coupon of {spoken(intent.value)} is not matched by a wager of {spoken(most)}"
    return Refusal(f"above-{t.rules.played}", says, t.rules.betting.coupons or ())


def place_coupon(t: Round[R], player: Player, hand: HandId, value: Cents) -> None:
    t.record(CouponPlaced(player, hand, value, t.rules.betting.coupons or ()))
