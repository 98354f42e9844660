"""The steps of the standard game, in the order in which a round goes through them.

An edition's round is a tuple of such steps with its own put in. Each step reads what it needs from the layout and from
the rules, and names the point that it carries out; the editions say under which of their clauses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pitboss.cards import Card
from pitboss.core.facts import (
    DoubledDown,
    HandClosed,
    HandRemoved,
    HoleCardRead,
    InsuranceClosed,
    PairSplit,
    SplitThreeWays,
    WagerAdded,
    WagerMoved,
    WagerPlaced,
)
from pitboss.core.hands import Hand
from pitboss.core.kinds import Closing, Face, Occasion, Outcome
from pitboss.core.options import Intent, Option
from pitboss.core.requests import Reader, Window
from pitboss.core.settle import give_back, lose, lose_half, lose_original_only, win
from pitboss.core.voids import collect_cards
from pitboss.games.blackjack.intents import (
    Cover,
    DoubleDown,
    Hit,
    Insure,
    Rescue,
    Show,
    Split,
    Stand,
    Surrender,
    Take,
)
from pitboss.games.blackjack.menu import DECISIONS
from pitboss.games.blackjack.original import bears_the_original
from pitboss.games.blackjack.progressive import stop_at_award
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.settlement import HandToPay, finished
from pitboss.games.blackjack.sides import settle_beside_main
from pitboss.ids import DEALER, Clauses, HandId, StakeId, once_each
from pitboss.law.points import Point, carries
from pitboss.money import Cents
from pitboss.rules.dealing import MAY_BE_BLACKJACK, completing
from pitboss.rules.situation import is_blackjack

Step = Callable[[Play], Awaitable[None]]


def inserted(steps: tuple[Step, ...], new: Step, *, before: Step) -> tuple[Step, ...]:
    """A round with one step more; a step to put it beside that is not there is a mistake of the edition."""
    assert steps.count(before) == 1, f"{before} is not one step of the round"
    at = steps.index(before)
    return (*steps[:at], new, *steps[at:])


def up_card(t: Play) -> Card:
    return t.layout.dealer.cards[0]


def dealer_has_blackjack(t: Play) -> bool:
    return is_blackjack(t.layout.dealer)


@carries(Point.FIRST_CARDS)
async def deal_to_each_box(t: Play) -> None:
    """One card to each; a hand whose wagers were taken back in the meantime gets no more."""
    for hand in tuple(t.layout.order):
        if t.hand(hand).closed is not Closing.DEAD:
            await t.deal(hand, t.rules.dealing.first_cards)


def reveal(t: Play, hand: HandId) -> None:
    """Cards that only their player has seen are turned where the play needs them to be seen."""
    if t.hand(hand).concealed:
        t.show(hand)


async def show_cards(t: Play, hand: HandId) -> None:
    """Cards that lie face down are turned. Only then is a bust seen that its player has not shown (PT05)."""
    unknown = t.hand(hand).face_down > 0
    await t.expose(hand)
    if unknown and not t.hand(hand).face_down:
        await close_if_bust(t, hand)


@carries(Point.UP_CARD)
async def deal_up_card(t: Play) -> None:
    await t.deal(DEALER, Face.UP)


@carries(Point.HOLE_CARD)
async def deal_hole_card(t: Play) -> None:
    """The second card of the dealer, where the house deals it now and face down."""
    while t.rules.dealing.hole_card and not await t.deal(DEALER, Face.DOWN):
        pass  # passed over, and dealt when it was noticed


@carries(Point.INSURANCE_OFFERED)
async def offer_insurance(t: Play) -> None:
    """Against an ace, before any further card and before the reader."""
    insurance = t.rules.insurance
    if insurance is None or (insurance.wager.against is not None and up_card(t).rank not in insurance.wager.against):
        return
    while act := await t.window(Window(Occasion.INSURANCE, (Insure,))):
        assert isinstance(act.intent, Insure)
        t.record(WagerPlaced(act.player, act.hand, insurance.wager.id, act.intent.amount, insurance.offered))
    t.record(InsuranceClosed())


@carries(Point.HOLE_CHECKED)
async def check_hole_card(t: Play) -> None:
    """Under an ace or a ten-point card: the reader, or the dealer's look, says whether there is a blackjack."""
    check, up = t.rules.dealing.check, up_card(t).rank
    if check is None or up not in MAY_BE_BLACKJACK:
        return
    blackjack = None if check.by_device and t.layout.reader_out else await t.read(Reader(DEALER, completing(up)))
    if blackjack is None:
        return
    t.record(HoleCardRead(DEALER, blackjack, check.by_device, check.cited(up)))
    insurance = t.rules.insurance
    if not blackjack and insurance is not None and insurance.is_lost_at_check(up):  # MA11
        for key, stake in t.layout.pending(insurance.wager.id):
            lose(t, key, stake, insurance.wager.loses)


@carries(Point.BLACKJACKS_AT_ONCE)
async def pay_blackjacks_at_once(t: Play) -> None:
    """Where blackjacks do not wait for the end (MA21): against an up card that cannot become one."""
    settlement = t.rules.settlement
    if settlement.at_once is None:
        return
    cannot_be = up_card(t).rank not in MAY_BE_BLACKJACK
    excluded = settlement.at_once.after_check if t.layout.dealer_blackjack_read is False else None  # MD03
    at_once = settlement.at_once.clauses if cannot_be else excluded
    if at_once is None:
        return
    for key, stake in t.layout.pending(t.rules.played):
        hand = t.hand(key.hand)
        if is_blackjack(hand) and settlement.decided(HandToPay(finished(hand))):
            payout = settlement.blackjack
            t.record(HandClosed(key.hand, Closing.BLACKJACK, at_once))
            win(t, key, stake, payout.odds, once_each(at_once + payout.clauses))
    if settlement.at_once.removed is not None and t.practices.removes_hands:
        remove_paid_hands(t, settlement.at_once.removed)


def remove_paid_hands(t: Play, clauses: Clauses) -> None:
    """The cards of every blackjack that was paid; its hand keeps the memory of them."""
    for hand in reversed(t.layout.order):
        if t.hand(hand).closed is Closing.BLACKJACK:
            t.record(HandRemoved(hand, tuple(t.hand(hand).cards), clauses))


@carries(Point.TURNS)
async def play_hands(t: Play) -> None:
    """Each box in turn from the dealer's left, unless the check has found a dealer blackjack."""
    if t.layout.dealer_blackjack_read:
        return
    for hand in tuple(t.layout.order):
        await play_hand(t, hand)


async def play_hand(t: Play, hand: HandId) -> None:
    """All decisions on one hand; a split makes two of it, the left one first."""
    while t.hand(hand).closed is None and hand not in t.layout.owed:
        verbs = (*DECISIONS, Show) if t.hand(hand).face_down else DECISIONS
        decision = await t.decide(hand, verbs, unasked=Stand())
        if decision is not None:
            await act_on(t, hand, decision)


async def act_on(t: Play, hand: HandId, decision: Intent) -> None:
    """One decision on a hand carried out."""
    if t.hand(hand).face_down and not await stands_when_shown(t, hand, decision):
        return
    match decision:
        case Stand():
            stand(t, hand)
        case Hit():
            if await t.deal(hand, Face.UP):
                await close_if_bust(t, hand)
        case DoubleDown(amount):
            await double_down(t, hand, amount)
        case Split():
            await split_hand(t, hand)
        case Surrender():
            surrender(t, hand)


async def stands_when_shown(t: Play, hand: HandId, decision: Intent) -> bool:
    """What cards permit or refuse shows those that nobody here knows, and is done if it is permitted then (PT05)."""
    if isinstance(decision, Hit | Stand):
        return True
    await show_cards(t, hand)
    ruling = t.ruling(type(decision), t.caller(hand), hand)
    return isinstance(ruling, Option) and ruling.refuses(decision) is None


def stand(t: Play, hand: HandId) -> None:
    if t.hand(hand).face_down:  # what it counts is seen when it is settled
        t.record(HandClosed(hand, Closing.STOOD, t.rules.conduct.stand))
        return
    if is_blackjack(t.hand(hand)):
        reveal(t, hand)
    how, this = _standing(t.hand(hand)), t.hand(hand).situation
    chosen = how is Closing.STOOD or (t.rules.doubling is not None and t.rules.doubling.permits(this))
    may_not_draw = None if chosen else t.rules.drawing.refuses(this)  # nobody chose to stand
    t.record(HandClosed(hand, how, t.rules.standing(this) if may_not_draw is None else may_not_draw.clauses))
    pay_if_21(t, hand)


def _standing(hand: Hand) -> Closing:
    if is_blackjack(hand):
        return Closing.BLACKJACK
    return Closing.TWENTY_ONE if hand.score.total == 21 else Closing.STOOD


async def close_if_bust(t: Play, hand: HandId) -> None:
    """S03: a hand that passes 21 has lost, whatever the dealer does. A hand that wins from the meter is seen first."""
    await stop_at_award(t, hand)
    if t.hand(hand).face_down and t.hand(hand).passes_21:
        await t.expose(hand)
    if t.hand(hand).score.total > 21:
        reveal(t, hand)
        t.record(HandClosed(hand, Closing.BUST, t.rules.drawing.bust))
        at_once = t.rules.settlement.bust_at_once
        for key, stake in t.layout.pending_on(hand, t.rules.played) if at_once else ():
            lose(t, key, stake, at_once)
        if at_once and not t.hand(hand).split:
            await settle_beside_main(t, hand.box, bust=True)


def pay_if_21(t: Play, hand: HandId) -> None:
    """Where a 21 always wins, it does not wait for the dealer."""
    pays = t.rules.pays_at_21(t.hand(hand).situation)
    if pays is not None and t.hand(hand).score.total == 21:
        for key, stake in t.layout.pending_on(hand, t.rules.played):
            win(t, key, stake, pays.odds, pays.clauses)


@carries(Point.DOUBLED)
async def double_down(t: Play, hand: HandId, amount: Cents) -> None:
    """One further wager and one further card."""
    doubling = t.rules.doubling
    assert doubling is not None
    reveal(t, hand)
    this = t.hand(hand).situation
    t.record(WagerAdded(t.caller(hand), hand, t.rules.played, amount, doubling.priced(this)))
    await others_follow(t, hand)
    t.record(DoubledDown(hand, doubling.cited(this)))
    if await t.deal(hand, Face.SIDEWAYS):
        await double_card_dealt(t, hand)


async def others_follow(t: Play, hand: HandId) -> None:
    """On a shared box each other bettor of the hand may double his own wager, or not; it gets one card all the same."""
    sharing = t.rules.betting.sharing
    if sharing is None:
        return
    t.joining = hand
    for player in t.layout.others_on(hand, t.rules.played):
        match await t.offer(hand, (DoubleDown,), player):
            case DoubleDown(amount):
                t.record(WagerAdded(player, hand, t.rules.played, amount, sharing.doubles))
    t.joining = None


async def others_choose(t: Play, hand: HandId, new: HandId) -> None:
    """On a shared box each other bettor covers both hands of a split, or names the one with which his wager goes."""
    sharing, played = t.rules.betting.sharing, t.rules.played
    if sharing is None:
        return
    for player in t.layout.others_on(hand, played):
        t.parts = (hand, new)
        own = t.layout.stakes[StakeId(player, hand, played)].original
        match await t.decide(hand, (Cover, Take), player=player):
            case Cover():
                t.record(WagerPlaced(player, new, played, own, sharing.splits))
            case Take(number) if number == new.number:
                t.record(WagerMoved(player, hand, new, played, own, sharing.splits))
    t.parts = ()


async def double_card_dealt(t: Play, hand: HandId) -> None:
    """What the text offers when the one card lies: to rescue, or to double again."""
    doubling = t.rules.doubling
    assert doubling is not None
    await close_if_bust(t, hand)
    if t.hand(hand).closed is not None:
        return
    match await t.offer(hand, (Rescue, DoubleDown)):
        case Rescue():
            rescue(t, hand)
        case DoubleDown(again):
            await double_down(t, hand, again)
        case _:
            t.record(HandClosed(hand, Closing.DOUBLED, doubling.one_card))
            pay_if_21(t, hand)


@carries(Point.RESCUED)
def rescue(t: Play, hand: HandId) -> None:
    """The double wager goes back, the original is forfeited."""
    assert t.rules.rescue is not None
    clauses = t.rules.rescue.offered
    t.record(HandClosed(hand, Closing.RESCUED, clauses))
    for key, stake in t.layout.pending_on(hand, t.rules.played):
        lose_original_only(t, key, stake, clauses, Outcome.RESCUED)


@carries(Point.SPLIT_MADE)
async def split_hand(t: Play, hand: HandId) -> None:
    """Each further card starts a hand of its own with an equal wager; the leftmost hand is finished first."""
    splitting = t.rules.splitting
    assert splitting is not None
    reveal(t, hand)
    last = max(each.number for each in t.layout.hands_of(hand.box))
    new = tuple(HandId(hand.box, last + more) for more in range(1, splitting.ways))
    equal = t.layout.stake_of(hand, t.rules.played).original
    cited = splitting.cited(t.hand(hand).situation)
    if splitting.ways > 2:
        t.record(SplitThreeWays(hand, new[0], new[1], cited))
    else:
        t.record(PairSplit(hand, new[0], cited))
    for each in new:
        t.record(WagerPlaced(t.caller(hand), each, t.rules.played, equal, splitting.wager or cited))
    if splitting.ways == 2:
        await others_choose(t, hand, new[0])
    for part in (hand, *new) if splitting.dealt_at_once else ():
        await t.deal(part, Face.UP)
    for part in (hand, *new):  # the first hand is complete before the next gets a card, unless all have theirs
        waits = len(t.hand(part).cards) == 1 and t.hand(part).closed is None
        if not waits or await t.deal(part, Face.UP):
            await play_hand(t, part)


@carries(Point.SURRENDERED)
def surrender(t: Play, hand: HandId) -> None:
    """Half of the wager is lost at once against 2 to 9; otherwise the wager waits for the second card.

    Cards above 21 are given up when the dealer is known to have no blackjack, so nothing is left to wait for.
    """
    rule = t.rules.surrender
    assert rule is not None
    reveal(t, hand)
    ace = rule.ace_in(t.hand(hand).situation)
    t.record(HandClosed(hand, Closing.SURRENDERED, rule.offered + ace))
    if rule.above_21 is not None or up_card(t).rank not in MAY_BE_BLACKJACK:
        for key, stake in t.layout.pending_on(hand, t.rules.played):
            lose_half(t, key, stake, rule.at_once + ace)


async def offer_late_rescue(t: Play) -> None:
    """Where a doubled hand may still be rescued until the dealer plays (S11)."""
    late = t.rules.rescue is not None and t.rules.rescue.late
    while late and any(t.hand(hand).closed is Closing.DOUBLED for hand in t.layout.order):
        act = await t.window(Window(Occasion.RESCUE, (Rescue,)))
        if act is None:
            return
        rescue(t, act.hand)


@carries(Point.SURRENDERS_SETTLED)
async def settle_held_surrenders(t: Play) -> None:
    """All of a surrendered wager to a dealer blackjack, unless it came with a split (S39); half of it otherwise."""
    rule, splitting = t.rules.surrender, t.rules.splitting
    for key, stake in t.layout.pending(t.rules.played):
        if rule is not None and t.hand(key.hand).closed is Closing.SURRENDERED:
            if not dealer_has_blackjack(t):
                lose_half(t, key, stake, rule.held)
            elif rule.original_only and splitting is not None and not bears_the_original(t, key):
                give_back(t, key, stake, splitting.to_blackjack, Outcome.RETURNED)
            else:
                lose(t, key, stake, rule.to_blackjack)


@carries(Point.PICK_UP)
async def pick_up_cards(t: Play) -> None:
    collect_cards(t, t.rules.conduct.pick_up)
