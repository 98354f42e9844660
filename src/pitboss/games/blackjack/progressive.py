"""A progressive wager: it is locked when the betting closes, and a hand that wins from the meter is verified and keyed.

Where people deal, the dealer stops as soon as a hand wins from the meter, and a supervisor verifies it. When the hands
are settled, counter-clockwise, the supervisor tells the dealer to press the key for each award, and the dealer does.

The meter is no part of the table. What it shows at the lock and at each key press are answers, and on record.
"""

from __future__ import annotations

from functools import partial

from pitboss.core.facts import (
    AwardVerified,
    GameOverPressed,
    KeyInstructed,
    KeyPressed,
    MeterKeyed,
    ProcedureFollowed,
    SupervisorCalled,
    WagersLocked,
)
from pitboss.core.incidents import ByStaff, DealerKeyed, Instructed, Verified
from pitboss.core.layout import Stake
from pitboss.core.meter import ALL, Meter, after_award, rounded_down
from pitboss.core.options import Refusal
from pitboss.core.requests import GameOver, KeyAward, LockMeter, Request
from pitboss.core.settle import win_with_award
from pitboss.games.blackjack.rules import Play
from pitboss.ids import Author, HandId, Role, StakeId, once_each
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


def dealer_keys(t: Play) -> bool:
    """Whether the dealer stops at a hand that wins from the meter, and presses the key for it when told to."""
    return t.live and t.practices.dealer_keys_awards


def asked_award(t: Play, hand: HandId, percent: int) -> KeyAward:
    """Return the request for the key press of an award, with what was said about it until now."""
    layout, by_device = t.layout, not dealer_keys(t)
    verified = not t.live or hand in layout.verified
    instructed, pressed = (by_device or hand in said for said in (layout.instructed, layout.pressed))
    return KeyAward(hand, percent, verified, meter_of(t).stopped, instructed, pressed)


def award_of(t: Play, hand: HandId) -> Jackpot | None:
    """Return what a hand wins from the meter as its cards lie; None if it has no wager on it, or wins nothing."""
    meter = t.rules.meter
    if meter is None or not t.layout.pending_on(hand, meter.wager):
        return None
    side = next(each for each in t.rules.sides if each.id == meter.wager)
    rows = side.made(t.layout, hand)
    pays = side.pays[rows[0]] if rows else None
    return pays if isinstance(pays, Jackpot) else None


@carries(Point.METER_KEYED)
async def stop_at_award(t: Play, hand: HandId) -> None:
    """Stop dealing at a hand that wins from the meter, and call a supervisor, who verifies it (SP03)."""
    pays = award_of(t, hand) if dealer_keys(t) and hand not in t.layout.verified else None
    if pays is not None:
        t.record(SupervisorCalled(hand, pays.percent, meter_of(t).stopped))
        award = partial(asked_award, t, hand, pays.percent)
        await t.ask(award(), lambda: award() if hand not in t.layout.verified and award_of(t, hand) else None)


@carries(Point.METER_KEYED)
async def pay_jackpot(t: Play, key: StakeId, stake: Stake, pays: Jackpot) -> None:
    """A supervisor verifies the hand, its share of the meter is keyed in, and then it is paid with its odds."""
    meter = meter_of(t)
    if not t.live:
        t.record(AwardVerified(MACHINE, key.hand, meter.stopped))
    shown = await t.key(partial(asked_award, t, key.hand, pays.percent))
    award, left = rounded_down(shown, pays.percent), after_award(shown, pays.percent, meter.seed)
    cited = meter.keyed + (meter.reset if pays.percent == ALL else ())
    t.record(MeterKeyed(key.hand, pays.percent, award, left.amount, left.reserve, cited))
    if dealer_keys(t):
        record_procedure(t, key.hand)
    win_with_award(t, key, stake, pays.odds, award, once_each(pays.clauses + cited))


@carries(Point.METER_OVER)
async def press_game_over(t: Play) -> None:
    """When all is settled and the cards are in the rack."""
    if t.layout.meter is not None:
        await t.need(GameOver())
        t.record(GameOverPressed(meter_of(t).over))


def record_procedure(t: Play, hand: HandId) -> None:
    """Put on record by which procedure of the house the award is paid; one more if others win in this round too."""
    house, layout = meter_of(t).procedures, t.layout
    others = any(each in layout.pressed or award_of(t, each) for each in layout.order if each != hand)
    by = layout.verified[hand], layout.instructed[hand], layout.pressed[hand]
    cited = house.paid + (house.shared if others else ())
    t.record(ProcedureFollowed(hand, house.one, house.several if others else "", *by, cited))


# What staff says about an award.


def refuses_verifying(t: Play, incident: Verified, request: Request) -> Refusal | None:
    """Only a hand that waits to be keyed in is verified, and once."""
    if getattr(request, "hand", None) != incident.hand or incident.hand in t.layout.verified:
        says = f"hand {incident.hand} does not wait to be verified"
        return Refusal("no-such-hand", says, meter_of(t).stopped)
    return _refuses_player(t, incident)


async def verified(t: Play, incident: Verified) -> None:
    t.record(AwardVerified(str(incident.by), incident.hand, meter_of(t).stopped))


def refuses_instructing(t: Play, incident: Instructed, request: Request) -> Refusal | None:
    """The dealer is told to press the key for a verified hand, and once."""
    waits = isinstance(request, KeyAward) and request.hand == incident.hand and not request.instructed
    if not waits:
        says = f"no key is to be pressed for hand {incident.hand}"
        return Refusal("no-such-hand", says, meter_of(t).procedures.told)
    if incident.hand not in t.layout.verified:
        says = f"a supervisor has to verify the win of hand {incident.hand} before its key is pressed"
        return Refusal("not-verified", says, meter_of(t).stopped)
    return _refuses_player(t, incident)


async def instructed(t: Play, incident: Instructed) -> None:
    """The instruction, with the share that the dealer is to key."""
    assert isinstance(t.asked, KeyAward)
    t.record(KeyInstructed(str(incident.by), incident.hand, t.asked.percent, meter_of(t).procedures.told))


def refuses_pressing(t: Play, incident: DealerKeyed, request: Request) -> Refusal | None:
    """The dealer presses the key of the award, once a supervisor has said so."""
    told = meter_of(t).procedures.told
    if not isinstance(request, KeyAward) or request.hand != incident.hand or request.pressed:
        return Refusal("no-such-hand", f"no key is to be pressed for hand {incident.hand}", told)
    if not request.verified or not request.instructed:
        says = f"a supervisor has to tell the dealer to press the key for hand {incident.hand}"
        return Refusal("not-instructed", says, told)
    if incident.percent != request.percent:
        says = f"hand {incident.hand} wins {request.percent} % of the meter, not {incident.percent} %"
        return Refusal("wrong-key", says, told)
    return _refuses_other_dealer(t, incident)


def _refuses_other_dealer(t: Play, incident: DealerKeyed) -> Refusal | None:
    """Only who deals presses the key, and nobody for whom they would have verified or ordered it."""
    told, by, on_duty = meter_of(t).procedures.told, incident.by, t.dealer_on_duty
    if by.role is not Role.DEALER or (on_duty and not t.practices.is_same_person(by.name, on_duty)):
        return Refusal("no-authority", f"the key is for the dealer{f' {on_duty}' * bool(on_duty)} to press", told)
    approved = (t.layout.verified[incident.hand], t.layout.instructed[incident.hand])
    if any(t.practices.is_same_person(by.name, Author.parse(each).name) for each in approved):
        says = f"{by.name} approved the award of hand {incident.hand}, and somebody else deals"
        return Refusal("own-approval", says, told)
    return None


async def pressed(t: Play, incident: DealerKeyed) -> None:
    t.record(KeyPressed(str(incident.by), incident.hand, incident.percent, meter_of(t).procedures.told))


def _refuses_player(t: Play, incident: ByStaff) -> Refusal | None:
    """Nobody who plays at the table approves an award there."""
    if dealer_keys(t) and any(t.practices.is_same_person(incident.by.name, player) for player in t.layout.players()):
        says = f"{incident.by.name} plays at this table, and somebody else approves its awards"
        return Refusal("own-approval", says, meter_of(t).stopped)
    return None
