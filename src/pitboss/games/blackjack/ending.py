"""How a round of the family ends: the dealer's second card, his draws, and the main wagers."""

from __future__ import annotations

from pitboss.core.facts import BlackjackMissed
from pitboss.core.kinds import Closing, Face, Outcome
from pitboss.core.layout import Stake
from pitboss.core.settle import give_back, lose, lose_original_only, win, win_in_parts
from pitboss.games.blackjack.contest import settle_contest
from pitboss.games.blackjack.original import bears_the_original, hand_to_pay
from pitboss.games.blackjack.rules import Play
from pitboss.games.blackjack.settlement import SettlementOrder, Verdict, finished
from pitboss.games.blackjack.sides import settle_beside_main
from pitboss.games.blackjack.steps import dealer_has_blackjack, show_cards, up_card
from pitboss.ids import DEALER, HandId, StakeId, once_each
from pitboss.law.points import Point, carries
from pitboss.rules.dealing import MAY_BE_BLACKJACK
from pitboss.wagers.side import Moment


async def show_second_card_if_needed(t: Play) -> None:
    """Always by default; under the other reading only while something depends on it (S14)."""
    if not t.rules.dealer.second_card_if_needed or something_depends_on_the_second_card(t):
        await show_second_card(t)


@carries(Point.SECOND_CARD)
async def show_second_card(t: Play) -> None:
    """Dealt or turned whatever has become of the players' hands (S14)."""
    if t.rules.dealing.hole_card:
        await t.turn(DEALER)
        _tell_misreading(t)
    else:
        while not await t.deal(DEALER, Face.UP):
            pass


def _tell_misreading(t: Play) -> None:
    """Where people look at the hole card, they may have misread it."""
    check = t.rules.dealing.check
    missed = t.layout.dealer_blackjack_read is False and dealer_has_blackjack(t)
    if check is not None and missed and t.live and t.practices.tells_misreadings:
        t.record(BlackjackMissed(DEALER, once_each(check.cited(up_card(t).rank) + t.rules.irregular.silent)))


def something_depends_on_the_second_card(t: Play) -> bool:
    """A side wager, a held surrender, a hand that the dealer can still beat, or a blackjack not yet excluded."""
    wait_for_it = [side.id for side in t.rules.sides if side.settled is Moment.SECOND_CARD]
    if any(t.layout.pending(wager) for wager in wait_for_it):
        return True
    may_be_blackjack = up_card(t).rank in MAY_BE_BLACKJACK and t.layout.dealer_blackjack_read is not False
    return any(
        may_be_blackjack or t.hand(key.hand).closed is Closing.SURRENDERED or not is_decided(t, key.hand)
        for key, _ in t.layout.pending(t.rules.played)
    )


@carries(Point.DEALER_DRAWS)
async def draw_dealer(t: Play) -> None:
    """The dealer draws to his standing total, unless no wager depends on it (S14)."""
    while dealer_must_draw(t):
        await t.deal(DEALER, Face.UP)


def dealer_must_draw(t: Play) -> bool:
    """While he may and a wager depends on it: a main one, or one on his whole hand (BB06, SW05)."""
    if not t.rules.dealer.draws(*t.layout.dealer.score):
        return False
    if any(side.whole is not None and t.layout.pending(side.id) for side in t.rules.sides):
        return True
    if t.rules.contest is not None and t.layout.pending(t.rules.contest.ante):
        return True  # every card of his counts at poker (AU05)
    return not all(is_decided(t, key.hand) for key, _ in t.layout.pending(t.rules.played))


def is_decided(t: Play, hand: HandId) -> bool:
    """Whether the dealer's draws are nothing to a hand; to one whose cards nobody knows they may be something."""
    return not t.hand(hand).face_down and t.rules.settlement.decided(hand_to_pay(t, hand))


@carries(Point.MAIN_SETTLED)
async def settle_main(t: Play) -> None:
    """From the dealer's right: all losing wagers and then all others, or in one pass (MA14).

    What is paid beside a main wager follows it, its poker hand first.
    """
    dealer, settlement = finished(t.layout.dealer), t.rules.settlement
    for hand in reversed(t.layout.order):
        if t.hand(hand).hidden:
            await show_cards(t, hand)
    verdicts = [
        (key, stake, settlement.verdict(hand_to_pay(t, key.hand), dealer))
        for key, stake in reversed(t.layout.pending(t.rules.played))
    ]
    if settlement.order is SettlementOrder.LOSERS_THEN_WINNERS:
        verdicts.sort(key=lambda entry: entry[2].outcome is not Outcome.LOSE)
        for key, stake, verdict in verdicts:
            _settle(t, key, stake, verdict)
    for box in reversed(t.layout.boxes()):
        for key, stake, verdict in verdicts:
            if stake.pending and key.hand.box == box:
                _settle(t, key, stake, verdict)
        settle_contest(t, box)
        await settle_beside_main(t, box)


def _settle(t: Play, key: StakeId, stake: Stake, verdict: Verdict) -> None:
    match verdict.outcome:
        case Outcome.LOSE:
            _collect(t, key, stake, verdict)
        case Outcome.PUSH:
            give_back(t, key, stake, verdict.clauses)
        case _:
            assert verdict.odds is not None
            if verdict.added_odds is not None:
                win_in_parts(t, key, stake, verdict.odds, verdict.added_odds, verdict.clauses)
            else:
                win(t, key, stake, verdict.odds, verdict.clauses)


def _collect(t: Play, key: StakeId, stake: Stake, verdict: Verdict) -> None:
    """A losing wager; a dealer blackjack takes one original wager of a box and nothing that was added (S04)."""
    hand, doubling, splitting = t.hand(key.hand), t.rules.doubling, t.rules.splitting
    bust_stands = t.rules.settlement.busts_lost and hand.score.total > 21
    split = splitting.to_blackjack if hand.split and splitting is not None else ()
    doubled = doubling.to_blackjack if hand.doubles and doubling is not None else ()
    if not dealer_has_blackjack(t) or bust_stands:
        lose(t, key, stake, verdict.clauses)
    elif not bears_the_original(t, key):
        give_back(t, key, stake, once_each(split + doubled), Outcome.RETURNED)
    else:
        lose_original_only(t, key, stake, once_each(verdict.clauses + split + doubled))
