"""What the Spanish 21 texts have in common beyond the standard game: its settlement, premiums, awards and match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.core.facts import CardSetAside, Face, Found, Outcome
from pitboss.core.hands import Hand
from pitboss.core.layout import Stake
from pitboss.core.procedure import Round, RoundVoid
from pitboss.core.requests import FaceUpInShoe
from pitboss.core.settle import award, give_back, lose, lose_original_only, win
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Priced, Verdict, finished
from pitboss.games.blackjack.steps import dealer_has_blackjack, up_card
from pitboss.games.spanish21.premiums import SUITED_SEVENS, premium
from pitboss.ids import DEALER, MAIN, Clauses, HandId, Player, StakeId, Wager
from pitboss.law.citations import clause
from pitboss.law.rulebook import Award, Payout
from pitboss.money import Cents
from pitboss.wagers.match_the_dealer import matches

MATCH = Wager("match-the-dealer")
SUPER_AWARD = Wager("super-award")


@dataclass(frozen=True, slots=True)
class SpanishCites:
    """The clauses of what only Spanish 21 has."""

    match_loses: Clauses
    match_each: Clauses
    face_up_card: Clauses
    second_face_up_card: Clauses


@dataclass(frozen=True, slots=True, eq=False)
class SpanishRules(BlackjackRules):
    spanish: SpanishCites
    match_pays: Mapping[str, Payout]
    awards: Mapping[str, Award]
    face_up_counted_by_shoe: bool


Table = Round[SpanishRules]


@clause("MA-6(a)", "MA-6(d)", "MA-6(e)", "MA-6(f)")
async def settle_match(t: Table) -> None:
    """Right after the second cards: losing wagers are collected, then winning ones paid, a price for each match."""
    rows = {key: matches(up_card(t), t.hand(key.hand).cards) for key, _ in t.layout.pending(MATCH)}
    pending = t.layout.pending(MATCH)[::-1]
    for key, stake in pending:
        if not rows[key]:
            lose(t, key, stake, t.rules.spanish.match_loses)
    for key, stake in pending:
        if rows[key]:
            _pay_matches(t, key, stake, rows[key])


def _pay_matches(t: Table, key: StakeId, stake: Stake, rows: list[str]) -> None:
    payouts = [t.rules.match_pays[row] for row in rows]
    odds = payouts[0].odds
    for payout in payouts[1:]:
        odds = odds.plus(payout.odds)
    each = t.rules.spanish.match_each if len(rows) > 1 else ()
    cited = tuple(dict.fromkeys(clause for payout in payouts for clause in payout.clauses))
    win(t, key, stake, odds, cited + each)


@clause("MA-7(g).3", "MA-12(b)", "MA-12(c)")
async def draw_dealer(t: Table) -> None:
    """The dealer draws to his standing total, unless no wager depends on it (S14)."""
    while dealer_must_draw(t):
        await t.deal(DEALER, Face.UP)


def dealer_must_draw(t: Table) -> bool:
    total, soft = t.layout.dealer.score
    short = total < t.rules.dealer_stands or (soft and total == t.rules.dealer_stands and t.rules.hits_soft_17)
    return short and not all(t.rules.settlement.decided(priced(t.hand(key.hand))) for key, _ in t.layout.pending(MAIN))


def priced(hand: Hand) -> Priced:
    return Priced(finished(hand), hand.doubles > 0, premium(hand.cards))


@clause("MA-5(a)", "MA-5(b)", "MA-5(e)", "MA-5(f)", "MA-9(b)", "MA-9(c)", "MA-10(d)")
async def settle_main(t: Table) -> None:
    """All losing wagers from the dealer's right, then all others (MA14)."""
    dealer = finished(t.layout.dealer)
    verdicts = [
        (key, stake, t.rules.settlement.verdict(priced(t.hand(key.hand)), dealer))
        for key, stake in reversed(t.layout.pending(MAIN))
    ]
    for key, stake, verdict in verdicts:
        if verdict.outcome is Outcome.LOSE:
            _collect(t, key, stake, verdict)
    for key, stake, verdict in verdicts:
        if verdict.outcome is Outcome.WIN:
            assert verdict.odds is not None
            win(t, key, stake, verdict.odds, verdict.clauses)
        elif verdict.outcome is Outcome.PUSH:
            give_back(t, key, stake, verdict.clauses)


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


@clause("MA-5(g)", "MA-10(e)")
async def pay_super_awards(t: Table) -> None:
    """Three suited sevens against a seven, neither doubled nor split: a fixed sum, and one for everybody else."""
    for key, row in list(t.layout.settlements.items()):
        if key.wager == MAIN and row.outcome is Outcome.WIN and _earns_award(t, key.hand):
            prize = _prize(t, t.layout.stakes[key].original)
            if prize is not None:  # S16: below the smallest award nobody is paid
                _pay_awards(t, key.player, key.hand, prize)


def _earns_award(t: Table, hand: HandId) -> bool:
    this = t.hand(hand)
    return (
        not this.split
        and not this.doubles
        and up_card(t).rank is this.cards[0].rank
        and premium(this.cards) in SUITED_SEVENS
    )


def _prize(t: Table, original: Cents) -> Award | None:
    prizes = [t.rules.awards[name] for name in ("small", "large")]
    due = [each for each in prizes if each.least <= original and (each.below is None or original < each.below)]
    assert len(due) <= 1, f"two awards fit a wager of {original} cents"
    return due[0] if due else None


def _pay_awards(t: Table, holder: Player, hand: HandId, prize: Award) -> None:
    """The award to the holder, and a fixed sum once to each other person who wagered (S16)."""
    award(t, StakeId(holder, hand, SUPER_AWARD), prize.amount, prize.clauses)
    for player in t.layout.players():
        if player != holder:
            others = t.rules.awards["others"]
            award(t, StakeId(player, hand, SUPER_AWARD), others.amount, others.clauses)


@clause("MA-15(a)")
async def face_up_in_shoe(t: Table, incident: FaceUpInShoe) -> None:
    """The card is not used. A second one voids the round."""
    cites = t.rules.spanish
    t.record(CardSetAside(incident.card, Found.FACE_UP, cites.face_up_card))
    before = t.layout.found_before[Found.FACE_UP] if t.rules.face_up_counted_by_shoe else 0  # S17
    if before + t.layout.found[Found.FACE_UP] > 1:
        why = "more than one card was found face up in the shoe"
        raise RoundVoid(why, cites.second_face_up_card, reshuffle=True)
