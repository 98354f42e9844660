"""The steps of the standard game, in the order in which a round goes through them.

An edition's round is a tuple of such steps with its own put in. Each step reads what it needs from the layout and
from the rules; the trailing comments name the clause of the Massachusetts text that each line carries out.
"""

from __future__ import annotations

from pitboss.cards import TEN_VALUED, Card, Rank
from pitboss.core.facts import (
    DoubledDown,
    Face,
    HandClosed,
    HoleCardRead,
    InsuranceClosed,
    Outcome,
    PairSplit,
    WagerAdded,
    WagerPlaced,
)
from pitboss.core.hands import Hand
from pitboss.core.irregularities import collect_cards
from pitboss.core.procedure import Round
from pitboss.core.requests import Reader
from pitboss.core.settle import lose, lose_half, lose_original_only, win
from pitboss.games.blackjack.intents import DoubleDown, Hit, Insure, Rescue, Split, Stand, Surrender
from pitboss.games.blackjack.menu import DECISIONS, INSURANCE
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Priced, finished, is_blackjack
from pitboss.ids import DEALER, MAIN, HandId
from pitboss.law.citations import clause
from pitboss.money import Cents

Table = Round[BlackjackRules]

MAY_BE_BLACKJACK = TEN_VALUED | {Rank.ACE}


def up_card(t: Table) -> Card:
    return t.layout.dealer.cards[0]


def dealer_has_blackjack(t: Table) -> bool:
    return is_blackjack(t.layout.dealer)


@clause("MA-7(a).1", "MA-7(d).1", "MA-7(d)(1)", "MA-7(d)(3)")
@clause("MD-7.A", "MD-7.E.1", "MD-7.E(1)", "MD-7.E(3)", "CH-shoe", "CH-order.1", "CH-deal.1")
async def deal_to_each_box(t: Table) -> None:
    for hand in tuple(t.layout.order):
        await t.deal(hand, Face.UP)


@clause("MA-7(d)(2)", "MD-7.E(2)")
async def deal_up_card(t: Table) -> None:
    await t.deal(DEALER, Face.UP)


@clause("MA-7(i).1", "MA-7(i).2", "MD-7.E(4)", "CH-deal.1")
async def deal_hole_card(t: Table) -> None:
    """The second card of the dealer, where the house deals it now and face down."""
    if t.rules.hole_card:
        await t.deal(DEALER, Face.DOWN)


@clause("MA-11(a).1", "MA-11(b)", "MD-7.G(1)", "MD-8.A.1", "MD-8.D", "CH-ins.1", "CH-peek.2")
async def offer_insurance(t: Table) -> None:
    """Against an ace, before any further card and before the reader."""
    if up_card(t).rank not in t.rules.insured_ranks:
        return
    while act := await t.window("insurance", (Insure,)):
        assert isinstance(act.intent, Insure)
        t.record(WagerPlaced(act.player, act.hand, INSURANCE, act.intent.amount, t.rules.cites.insurance))
    t.record(InsuranceClosed())


@clause("MA-7(i).3", "MA-7(i).5", "MD-7.G", "MD-8.F", "CH-peek", "CH-ins.4")
async def check_hole_card(t: Table) -> None:
    """Under an ace or a ten-point card: the reader, or the dealer's look, says whether there is a blackjack."""
    up = up_card(t).rank
    if not t.rules.checks_hole or up not in MAY_BE_BLACKJACK:
        return
    completes = TEN_VALUED if up is Rank.ACE else frozenset({Rank.ACE})
    blackjack = await t.read(Reader(DEALER, completes))
    t.record(HoleCardRead(DEALER, blackjack, t.rules.checks_by_device, t.rules.cites.check))
    if not blackjack and t.rules.insurance_collected_at_check:  # MA11
        collect_lost_insurance(t)


@clause("MD-7.H(1)(a)")
async def pay_blackjacks_at_once(t: Table) -> None:
    """Where blackjacks do not wait for the end (MA21): against an up card that cannot become one."""
    cannot_be = up_card(t).rank not in MAY_BE_BLACKJACK
    excluded = t.rules.blackjack_paid_after_check and t.layout.dealer_blackjack_read is False  # MD03
    if not t.rules.blackjack_paid_at_once or not (cannot_be or excluded):
        return
    for key, stake in t.layout.pending(MAIN):
        hand = t.hand(key.hand)
        if is_blackjack(hand) and t.rules.settlement.decided(Priced(finished(hand))):
            payout = t.rules.settlement.blackjack
            t.record(HandClosed(key.hand, "blackjack", payout.clauses))
            win(t, key, stake, payout.odds, payout.clauses)


@clause("MA-7(e).2", "MA-7(f).1", "MA-7(i).5", "MD-7.G(3)", "MD-7.H", "MD-7.I", "CH-order", "CH-turn")
async def play_hands(t: Table) -> None:
    """Each box in turn from the dealer's left, unless the check has found a dealer blackjack."""
    if t.layout.dealer_blackjack_read:  # 7(i): no additional cards
        return
    for hand in tuple(t.layout.order):
        await play_hand(t, hand)


async def play_hand(t: Table, hand: HandId) -> None:
    """All decisions on one hand; a split makes two of it, the left one first."""
    while t.hand(hand).closed is None:
        match await t.decide(hand, DECISIONS, unasked=Stand()):
            case Stand():
                stand(t, hand)
            case Hit():
                await t.deal(hand, Face.UP)  # 7(f)
                close_if_bust(t, hand)
            case DoubleDown(amount):
                await double_down(t, hand, amount)
            case Split():
                await split_pair(t, hand)
            case Surrender():
                surrender(t, hand)


def stand(t: Table, hand: HandId) -> None:
    t.record(HandClosed(hand, _standing(t.hand(hand)), t.rules.cites.stand))


def _standing(hand: Hand) -> str:
    if is_blackjack(hand):
        return "blackjack"
    return "21" if hand.score.total == 21 else "stood"


def close_if_bust(t: Table, hand: HandId) -> None:
    """S03: a hand that passes 21 has lost, whatever the dealer does."""
    if t.hand(hand).score.total > 21:
        t.record(HandClosed(hand, "bust", t.rules.cites.bust))


@clause("MA-9(a)", "MA-9(d)", "MA-12(a)(2)", "MD-7.K", "MD-10.C", "CH-added.1", "CH-double")
async def double_down(t: Table, hand: HandId, amount: Cents) -> None:
    """One further wager and one further card; then what the text offers: to rescue, or to double again."""
    cites = t.rules.cites
    t.record(WagerAdded(t.caller(hand), hand, MAIN, amount, cites.double_amount))  # 9(a): no more than the original
    t.record(DoubledDown(hand, cites.double))
    await t.deal(hand, Face.SIDEWAYS)  # 9(a): one and only one, laid sideways
    close_if_bust(t, hand)
    if t.hand(hand).closed is not None:
        return
    match await t.offer(hand, (Rescue, DoubleDown)):
        case Rescue():  # 9(d)
            rescue(t, hand)
        case DoubleDown(again):
            await double_down(t, hand, again)
        case _:
            t.record(HandClosed(hand, "doubled", cites.double_one_card))


@clause("MA-9(d).1", "MD-10.H.1")
def rescue(t: Table, hand: HandId) -> None:
    """The double wager goes back, the original is forfeited."""
    cites = t.rules.cites
    t.record(HandClosed(hand, "rescued", cites.rescue))
    for key, stake in t.layout.pending_on(hand):
        lose_original_only(t, key, stake, cites.rescue, Outcome.RESCUED)


@clause("MA-10(a)", "MA-10(b)", "MA-10(c)", "MD-11.A", "MD-11.B", "MD-11.C", "CH-split", "CH-added.1")
async def split_pair(t: Table, hand: HandId) -> None:
    """The second card starts a hand of its own with an equal wager; the left hand is finished first."""
    cites = t.rules.cites
    new = HandId(hand.box, 1 + max(each.number for each in t.layout.hands_of(hand.box)))
    equal = t.layout.stake_of(hand).original
    t.record(PairSplit(hand, new, cites.split))  # 10(a)
    t.record(WagerPlaced(t.caller(hand), new, MAIN, equal, cites.split_wager))  # 10(a): an equal wager
    for half in (hand, new):  # 10(b): complete the first hand before dealing to the next
        await t.deal(half, Face.UP)
        await play_hand(t, half)


@clause("MA-8(a)(1)", "MA-8(a)(2).1", "MD-9.C(1)", "MD-9.C(2).1")
def surrender(t: Table, hand: HandId) -> None:
    """Half of the wager is lost at once against 2 to 9; otherwise the wager waits for the second card."""
    cites = t.rules.cites
    t.record(HandClosed(hand, "surrendered", cites.surrender))
    if up_card(t).rank not in MAY_BE_BLACKJACK:
        for key, stake in t.layout.pending_on(hand):
            lose_half(t, key, stake, cites.surrender_at_once)


async def offer_late_rescue(t: Table) -> None:
    """Where a doubled hand may still be rescued until the dealer plays (S11)."""
    while t.rules.late_rescue and any(t.hand(hand).closed == "doubled" for hand in t.layout.order):
        act = await t.window("rescue", (Rescue,))
        if act is None:
            return
        rescue(t, act.hand)


@clause("MA-7(g).1", "MA-7(i).2", "MD-7.L(1)", "MD-7.H(1)(b)(iii)")
async def show_second_card(t: Table) -> None:
    """Dealt or turned whatever has become of the players' hands (S14)."""
    if t.rules.hole_card:
        await t.turn(DEALER)
    else:
        await t.deal(DEALER, Face.UP)


@clause("MA-11(a).2", "MA-11(a).3", "MA-11(c)", "MA-11(d)", "MA-11(e)", "MA-8(b)", "MD-8.A.2", "MD-8.E", "MD-9.D")
async def settle_insurance(t: Table) -> None:
    """As soon as the second card shows and before the dealer draws any other."""
    if not dealer_has_blackjack(t):
        collect_lost_insurance(t)
        return
    for key, stake in t.layout.pending(INSURANCE):
        pays = t.rules.insurance_pays
        win(t, key, stake, pays.odds, pays.clauses)


def collect_lost_insurance(t: Table) -> None:
    for key, stake in t.layout.pending(INSURANCE):
        lose(t, key, stake, t.rules.cites.insurance_loses + t.rules.cites.insurance_collected)


@clause("MA-8(a)(2).2", "MA-8(a)(2).3", "MD-9.C(2)")
async def settle_held_surrenders(t: Table) -> None:
    """All of a surrendered wager to a dealer blackjack, half of it otherwise."""
    for key, stake in t.layout.pending(MAIN):
        if t.hand(key.hand).closed == "surrendered":
            if dealer_has_blackjack(t):
                lose(t, key, stake, t.rules.cites.surrender_to_blackjack)
            else:
                lose_half(t, key, stake, t.rules.cites.surrender_held)


@clause("MA-7(h)", "MD-7.T")
async def pick_up_cards(t: Table) -> None:
    collect_cards(t, t.rules.cites.pick_up)
