"""A progressive wager: it is locked when the betting closes, and a hand that wins from the meter is verified and keyed.

The meter is no part of the table. What it shows at the lock and at each key press are answers, and on record.
"""

from __future__ import annotations

from pitboss.core.facts import AwardVerified, GameOverPressed, MeterKeyed, WagersLocked
from pitboss.core.incidents import Verified
from pitboss.core.layout import Stake
from pitboss.core.meter import ALL, Meter, after_award, rounded_down
from pitboss.core.options import Refusal
from pitboss.core.requests import GameOver, LockMeter, Request
from pitboss.core.settle import win_with_award
from pitboss.games.blackjack.rules import Play
from pitboss.ids import StakeId, once_each
from pitboss.law.points import Point, carries
from pitboss.payouts import Jackpot

MACHINE = "the machine"


def meter_of(t: Play) -> Meter:
    assert t.rules.meter is not None, "this game has no meter"
    return t.rules.meter


@carries(Point.METER_LOCKED)
async def lock_meter(t: Play) -> None:
    """Once all wagers are down, if one of them is on the meter."""
    meter = meter_of(t)
    wagers = tuple((key.hand, stake.total) for key, stake in t.layout.pending(meter.wager))
    if wagers:
        shown = await t.lock(LockMeter(wagers))
        t.record(WagersLocked(shown.amount, shown.reserve, meter.locked))


@carries(Point.METER_KEYED)
async def pay_jackpot(t: Play, key: StakeId, stake: Stake, pays: Jackpot) -> None:
    """A supervisor verifies the hand, its share of the meter is keyed in, and then it is paid with its odds."""
    meter = meter_of(t)
    if not t.live:
        t.record(AwardVerified(MACHINE, key.hand, meter.stopped))
    shown = await t.key(key.hand, pays.percent, meter.stopped)
    award, left = rounded_down(shown, pays.percent), after_award(shown, pays.percent, meter.seed)
    cited = meter.keyed + (meter.reset if pays.percent == ALL else ())
    t.record(MeterKeyed(key.hand, pays.percent, award, left.amount, left.reserve, cited))
    win_with_award(t, key, stake, pays.odds, award, once_each(pays.clauses + cited))


@carries(Point.METER_OVER)
async def press_game_over(t: Play) -> None:
    """When all is settled and the cards are in the rack."""
    if t.layout.meter is not None:
        await t.need(GameOver())
        t.record(GameOverPressed(meter_of(t).over))


def refuses_verifying(t: Play, incident: Verified, request: Request) -> Refusal | None:
    """Only a hand that waits to be keyed in is verified, and once."""
    if getattr(request, "hand", None) != incident.hand or incident.hand in t.layout.verified:
        says = f"hand {incident.hand} does not wait to be verified"
        return Refusal("no-such-hand", says, meter_of(t).stopped)
    return None


async def verified(t: Play, incident: Verified) -> None:
    t.record(AwardVerified(str(incident.by), incident.hand, meter_of(t).stopped))
