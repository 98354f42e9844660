"""Every side wager settled by one step: what it sees makes rows, and the rows are paid."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.core.facts import SeatButtonPressed, WheelSpun
from pitboss.core.kinds import Outcome
from pitboss.core.layout import Stake
from pitboss.core.requests import Spin as SpinRequest
from pitboss.core.settle import give_back, lose, pay_for, win, win_share
from pitboss.games.blackjack.intents import Show
from pitboss.games.blackjack.progressive import meter_of, pay_jackpot
from pitboss.games.blackjack.rules import Play
from pitboss.ids import Box, Clauses, StakeId
from pitboss.law.points import Point, carries
from pitboss.payouts import Jackpot, Sum
from pitboss.wagers.fixed_award import pay_awards
from pitboss.wagers.side import Moment, SettlementOrder, SideWager


async def settle_after_deal(t: Play) -> None:
    """Right after the second cards, before anything is decided."""
    await settle_sides(t, Moment.AFTER_DEAL)


@carries(Point.INSURANCE_SETTLED)
async def settle_second_card(t: Play) -> None:
    """As soon as the second card shows and before the dealer draws any other."""
    if t.layout.second_card_shown:
        await settle_sides(t, Moment.SECOND_CARD)


async def collect_lost(t: Play) -> None:
    """Wagers on the cards of a box that its first two have lost, before anybody acts; the others stay."""
    for side in t.rules.sides:
        for key, stake in reversed(t.layout.pending(side.id)) if side.own is not None else ():
            if not side.made(t.layout, key.hand):
                lose(t, key, stake, side.loses)


async def settle_beside_main(t: Play, box: Box, *, bust: bool = False) -> None:
    """Side wagers of a box whose main wager has just been settled; a `bust` may not wait for the end."""
    for side in t.rules.sides:
        for key, stake in t.layout.pending(side.id) if side.settled is Moment.BESIDE_MAIN else ():
            if key.hand.box == box:
                await _settle_beside(t, side, key, stake, bust=bust)


async def _settle_beside(t: Play, side: SideWager, key: StakeId, stake: Stake, *, bust: bool) -> None:
    rows = side.made(t.layout, key.hand)
    pays = side.pays[rows[0]] if rows else None
    if pays is None:
        lose(t, key, stake, side.loses)
    elif not isinstance(pays, Jackpot):
        _pay(t, side, key, stake, rows)
    elif not bust or meter_of(t).at_once:  # hands that win from the meter are keyed in one after the other
        await pay_jackpot(t, key, stake, pays)


async def settle_with_main(t: Play) -> None:
    """When the dealer's hand is complete, or is a blackjack."""
    await settle_sides(t, Moment.WITH_MAIN)


async def settle_sides(t: Play, moment: Moment) -> None:
    for side in t.rules.sides:
        if side.settled is moment:
            await settle_side(t, side)


class Judged(NamedTuple):
    """A side wager and the rows that its hand makes; none where they were not claimed."""

    key: StakeId
    stake: Stake
    rows: tuple[str, ...]
    loses: Clauses


@carries(Point.SIDE_SETTLED)
async def settle_side(t: Play, side: SideWager) -> None:
    """All wagers of one kind, in its order. Who has earned a spin of a wheel waits for it."""
    for key, stake in t.layout.pending(side.id):
        if side.lacks_cards(t.layout, key.hand):
            give_back(t, key, stake, t.rules.irregular.silent, Outcome.VOID)
    pending = t.layout.pending(side.id)
    if side.order is not SettlementOrder.FROM_LEFT:
        pending.reverse()
    judged = [await _judge(t, side, key, stake) for key, stake in pending]
    judged = [each for each in judged if each.stake.pending]  # a hand may have been called void while it was asked
    if side.order is SettlementOrder.LOSERS_FIRST:
        judged.sort(key=lambda each: bool(each.rows))
    shares = side.shares([(each.stake.total, each.rows) for each in judged], t.rules.betting.chip)
    for each, share in zip(judged, shares, strict=True):
        if not each.rows:
            lose(t, each.key, each.stake, each.loses)
        elif share is not None:
            win_share(t, each.key, each.stake, share, side.share_clauses(each.rows))
        else:
            _pay(t, side, each.key, each.stake, each.rows)


@carries(Point.CLAIM)
async def _judge(t: Play, side: SideWager, key: StakeId, stake: Stake) -> Judged:
    """What a hand makes. One that lies face down counts only if its player shows it."""
    if side.claimed and t.hand(key.hand).hidden:
        if await t.offer(key.hand, (Show,)) is None:
            return Judged(key, stake, (), side.claimed)
        await t.expose(key.hand)
        if t.hand(key.hand).hidden:
            return Judged(key, stake, (), side.claimed)  # it was called dead while it was turned
    return Judged(key, stake, side.made(t.layout, key.hand), side.loses)


def _pay(t: Play, side: SideWager, key: StakeId, stake: Stake, rows: tuple[str, ...]) -> None:
    spin = side.spin(rows)
    if spin is not None:
        t.record(SeatButtonPressed(key.hand, spin.shown))
        return
    pays = side.pays[rows[0]]
    if isinstance(pays, Sum):
        pay_for(t, key, stake, pays.amount, pays.clauses)
        return
    together = side.odds(rows)
    win(t, key, stake, together.odds, together.clauses)


@carries(Point.WHEEL)
async def spin_wheels(t: Play) -> None:
    """Once the dealer has completed the round, one spin for each hand that earned it, from the dealer's left."""
    for side in t.rules.sides:
        for key, stake in t.layout.pending(side.id):
            spin = side.spin(side.made(t.layout, key.hand))
            assert spin is not None, f"{key} waits for no wheel"
            section = await t.spin(SpinRequest(key.hand, spin.weights))
            t.record(WheelSpun(key.hand, section, spin.spun, spin.weights))
            pay_for(t, key, stake, spin.amount(section), spin.clauses)


async def pay_fixed_awards(t: Play) -> None:
    """The award of the text, where the up card is the one that it names."""
    award, premium = t.rules.award, t.rules.settlement.premium
    if award is None or t.layout.dealer.cards[0].rank is not award.against:
        return
    settled = [(key, row) for key, row in t.layout.settlements.items() if key.wager == t.rules.played]
    pay_awards(t, award, [(key, row, premium(t.hand(key.hand).cards)) for key, row in settled])
