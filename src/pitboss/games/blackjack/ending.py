"""How a round of the family ends: the dealer's second card, his draws, and the main wagers."""

from __future__ import annotations

from pitboss.core.facts import Face, Outcome
from pitboss.core.layout import Stake
from pitboss.core.procedure import Round
from pitboss.core.settle import give_back, lose, lose_original_only, win, win_in_parts
from pitboss.games.blackjack.rules import BlackjackRules, Order
from pitboss.games.blackjack.settlement import Priced, Verdict, finished
from pitboss.games.blackjack.steps import MAY_BE_BLACKJACK, dealer_has_blackjack, show_second_card, up_card
from pitboss.ids import DEALER, MAIN, HandId, StakeId
from pitboss.law.citations import clause

Table = Round[BlackjackRules]


async def show_second_card_if_needed(t: Table) -> None:
    """Always by default; under the other reading only while something depends on it (S14)."""
    if not t.rules.second_card_only_if_needed or something_depends_on_the_second_card(t):
        await show_second_card(t)


def something_depends_on_the_second_card(t: Table) -> bool:
    """A side wager, a held surrender, a hand that the dealer can still beat, or a blackjack not yet excluded."""
    pending = [(key, stake) for key, stake in t.layout.stakes.items() if stake.pending]
    may_be_blackjack = up_card(t).rank in MAY_BE_BLACKJACK and t.layout.dealer_blackjack_read is not False
    return any(
        key.wager != MAIN
        or may_be_blackjack
        or t.hand(key.hand).closed == "surrendered"
        or not t.rules.settlement.decided(priced(t, key.hand))
        for key, _ in pending
        if key.wager not in t.rules.settled_after_round
    )


@clause("MA-7(g).3", "MA-12(b)", "MA-12(c)", "MD-7.L(2)", "MD-7.M", "MD-7.N", "CH-dealer")
async def draw_dealer(t: Table) -> None:
    """The dealer draws to his standing total, unless no wager depends on it (S14)."""
    while dealer_must_draw(t):
        await t.deal(DEALER, Face.UP)


def dealer_must_draw(t: Table) -> bool:
    total, soft = t.layout.dealer.score
    short = total < t.rules.dealer_stands or (soft and total == t.rules.dealer_stands and t.rules.hits_soft_17)
    return short and not all(t.rules.settlement.decided(priced(t, key.hand)) for key, _ in t.layout.pending(MAIN))


def priced(t: Table, hand: HandId) -> Priced:
    this = t.hand(hand)
    return Priced(finished(this), this.doubles > 0, this.split, t.rules.premium(this.cards))


@clause("MA-5(a)", "MA-5(b)", "MA-5(e)", "MA-5(f)", "MA-9(b)", "MA-9(c)", "MA-10(d)")
@clause(
    "MD-7.O", "MD-7.P", "MD-7.Q", "MD-7.R", "MD-7.S", "MD-10.E", "MD-10.F", "MD-10.G", "MD-11.E", "MD-11.F", "MD-12.B"
)
@clause("CH-object", "CH-tie", "CH-21wins", "CH-bonus", "CH-settle", "CH-bj", "CH-21")
async def settle_main(t: Table) -> None:
    """From the dealer's right: all losing wagers and then all others, or in one pass (MA14)."""
    dealer = finished(t.layout.dealer)
    verdicts = [
        (key, stake, t.rules.settlement.verdict(priced(t, key.hand), dealer))
        for key, stake in reversed(t.layout.pending(MAIN))
    ]
    if t.rules.settlement_order is Order.LOSERS_THEN_WINNERS:
        verdicts.sort(key=lambda entry: entry[2].outcome is not Outcome.LOSE)
    for key, stake, verdict in verdicts:
        _settle(t, key, stake, verdict)


def _settle(t: Table, key: StakeId, stake: Stake, verdict: Verdict) -> None:
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


def _collect(t: Table, key: StakeId, stake: Stake, verdict: Verdict) -> None:
    """A losing wager; a dealer blackjack takes the original wager of a box and nothing that was added (S04)."""
    cites, hand = t.rules.cites, t.hand(key.hand)
    bust_stands = t.rules.busted_bets_lost_to_blackjack and hand.score.total > 21
    if not dealer_has_blackjack(t) or bust_stands or not (hand.born_of_split or hand.doubles):
        lose(t, key, stake, verdict.clauses)
    elif hand.born_of_split:
        doubled = cites.double_to_blackjack if hand.doubles else ()
        give_back(t, key, stake, cites.split_to_blackjack + doubled, Outcome.RETURNED)
    else:
        lose_original_only(t, key, stake, verdict.clauses + cites.double_to_blackjack)
