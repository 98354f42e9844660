"""A hand of poker after the blackjack with two of the dealer's cards: bet or folded card by card, and paid by rows."""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.facts import (
    ErrorForgiven,
    HandClosed,
    PokerBegun,
    PokerFolded,
    PokerHandTold,
    StaffRuled,
    WagerPlaced,
)
from pitboss.core.incidents import Misdealt, SpotsSwapped
from pitboss.core.kinds import Closing, Decision, Face, Occasion
from pitboss.core.options import Option, Refusal, Ruling
from pitboss.core.requests import Request, Shuffle, Window
from pitboss.core.settle import lose, win
from pitboss.core.shuffling import prepare_shoe
from pitboss.core.turn import not_open
from pitboss.core.voids import collect_cards
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.irregular import call_dead, take_out
from pitboss.games.blackjack.rules import Play
from pitboss.ids import DEALER, HandId, Player, StakeId, Wager, once_each
from pitboss.law.points import Point, carries
from pitboss.poker.hands import spoken_hand
from pitboss.rules.poker_part import PokerPart, PokerStep

COMMUNITY = 2


def part_of(t: Play) -> PokerPart:
    assert t.rules.poker is not None, "this game has no poker part"
    return t.rules.poker


def playing(t: Play) -> list[HandId]:
    """The boxes that are still in at poker, from the dealer's left."""
    return [key.hand for key, _ in t.layout.pending(part_of(t).wager)]


def may_bet(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Bet, part_of(t).steps[_step(t, hand)].equal, (Bet(),))


def may_fold(t: Play, player: Player, hand: HandId) -> Ruling:
    return _refuses(t, player, hand) or Option(Fold, part_of(t).steps[_step(t, hand)].folds, (Fold(),))


def _step(t: Play, hand: HandId) -> int:
    """How many further wagers lie on a hand."""
    player, part = t.caller(hand), part_of(t)
    return sum(StakeId(player, hand, wager) in t.layout.stakes for wager in part.wagers[1:])


def _refuses(t: Play, player: Player, hand: HandId) -> Refusal | None:
    """A poker hand is bet on or folded after each card, by who has a wager on it."""
    part, this = part_of(t), t.hand(hand)
    elses = not_open(t, player, hand) if this.caller != player else None
    if elses is not None:
        return replace(elses, clauses=part.steps[0].asked if t.layout.community else elses.clauses)
    if StakeId(player, hand, part.wager) not in t.layout.stakes:
        return Refusal(f"needs-{part.wager}", f"{player} has no {part.wager} wager on hand {hand}", part.without)
    if not t.layout.community:
        return Refusal("too-early", "poker is played when the blackjack is over", part.steps[0].asked)
    its, step = f"the poker hand of box {hand.box}", _step(t, hand)
    if this.closed is Closing.DEAD:
        return Refusal("hand-closed", f"{its} is void", part.misdealt)
    if step == len(part.steps):
        return Refusal("already-placed", f"all wagers on {its} are placed", part.steps[-1].equal + part.shown)
    if this.closed is Closing.FOLDED:
        return Refusal("folded", f"{player} has folded {its}", part.steps[step].folds)
    return not_open(t, player, hand)


@carries(Point.POKER_ASKED)
async def play_poker(t: Play) -> None:
    """One card to each box that is in, and a further wager or a fold after it, until all have three or nobody is in.

    Without a poker wager the round is over.
    """
    if not playing(t):
        return
    await begin_poker(t)
    for number, step in enumerate(part_of(t).steps, start=1):
        await deal_to_all(t)
        for hand in playing(t):
            await bet_or_fold(t, hand, step, part_of(t).wagers[number])
        if not playing(t) and any(hand.closed is Closing.FOLDED for hand in t.layout.hands.values()):
            collect_cards(t, step.all_folded)
    await deal_to_all(t)
    await look_at_hands(t)
    await settle_poker(t)


async def deal_to_all(t: Play) -> None:
    """One card to each box that is in, face down: its player alone looks at it."""
    for hand in playing(t):
        await t.deal(hand, Face.TO_PLAYER)


@carries(Point.POKER_SHUFFLED)
async def begin_poker(t: Play) -> None:
    """The dealer's first two cards stay, whatever became of the hands (HE02); all others are shuffled (HE03)."""
    part, layout = part_of(t), t.layout
    community = tuple(layout.dealer.cards[:COMMUNITY])
    order = [*reversed(layout.order), DEALER]
    lying = [card for hand in order for card in layout.hands[hand].cards[COMMUNITY if hand == DEALER else 0 :]]
    t.record(PokerBegun(community, tuple(hand.box for hand in playing(t)), tuple(lying), part.kept))
    cards = t.rules.shoe.cards - COMMUNITY
    await prepare_shoe(t, Shuffle(cards, community, fresh=False), (), part.shuffled)


async def look_at_hands(t: Play) -> None:
    """Where people deal, a moment to see that a hand has a wrong number of cards."""
    if t.table.live:
        await t.window(Window(Occasion.POKER_DEALT, ()))


async def bet_or_fold(t: Play, hand: HandId, step: PokerStep, further: Wager) -> None:
    part, player = part_of(t), t.caller(hand)
    match await t.decide(hand, (Bet, Fold)):
        case Bet():
            amount = t.layout.stake_of(hand, part.wager).original
            t.record(WagerPlaced(player, hand, further, amount, step.equal))
        case Fold():
            t.record(PokerFolded(hand, step.folds))
            t.record(HandClosed(hand, Closing.FOLDED, step.folds))
            for wager in part.wagers:
                for key, stake in t.layout.pending_on(hand, wager):
                    lose(t, key, stake, step.folds)


@carries(Point.POKER_SETTLED)
async def settle_poker(t: Play) -> None:
    """From the dealer's right: each hand is shown, and all its wagers are paid at the odds of its row, or lost."""
    part = part_of(t)
    for hand in reversed(playing(t)):
        await t.expose(hand)
        if hand not in playing(t):
            continue  # it was called dead while it was turned
        cards = (*t.layout.community, *t.hand(hand).cards)
        t.record(PokerHandTold(hand, spoken_hand(cards), True, part.ranked))
        row = part.row(t.layout.community, t.hand(hand).cards)
        for wager in part.wagers:
            for key, stake in t.layout.pending_on(hand, wager):
                if row is None:
                    lose(t, key, stake, part.loses)
                else:
                    pays = part.pays[row]
                    win(t, key, stake, pays.odds, once_each(pays.clauses + part.alike))


def refuses_misdeal(t: Play, incident: Misdealt, _request: Request) -> Refusal | None:
    """It is called of a poker hand, when there is one; of the blackjack hands the text says nothing."""
    part = part_of(t)
    if incident.box is None or not t.layout.community:
        return Refusal("no-such-incident", "a misdeal is called of a player's poker hand", part.misdealt)
    if not any(hand.box == incident.box for hand in playing(t)):
        return Refusal("no-such-incident", f"box {incident.box} has no poker hand in play", part.misdealt)
    return None


@carries(Point.POKER_MISDEALT)
async def poker_misdealt(t: Play, incident: Misdealt) -> None:
    """The wagers on that poker hand go back; what its blackjack hand came to stands (HE07)."""
    part = part_of(t)
    assert incident.box is not None
    t.record(StaffRuled(str(incident.by), Decision.VOID_HAND, f"box {incident.box}", incident.reason, part.misdealt))
    if part.voids_all:
        for hand in t.layout.hands_of(incident.box):
            take_out(t, hand, part.misdealt)
        return
    call_dead(t, HandId(incident.box, 1), part.misdealt)


def refuses_swapped_spots(t: Play, _: SpotsSwapped, _request: Request) -> Refusal | None:
    """There are spots for community cards from the beginning of the poker part on."""
    if not t.practices.forgives_errors:
        return t.refuses_unknown(SpotsSwapped())
    says = "there are no community cards yet"
    return None if t.layout.community else Refusal("no-such-incident", says, part_of(t).swapped)


@carries(Point.POKER_SPOTS)
async def swap_spots(t: Play, _: SpotsSwapped) -> None:
    """Both cards belong to every poker hand, wherever they lie."""
    t.record(ErrorForgiven("the two community cards lie on each other's spots", part_of(t).swapped))
