"""What the Spanish 21 texts have in common beyond the standard game: its settlement, premiums, awards and match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Card, Rank
from pitboss.core.facts import CardSetAside, Found, Outcome, WagerSettled
from pitboss.core.layout import Stake
from pitboss.core.procedure import Round, RoundVoid
from pitboss.core.requests import FaceUpInShoe
from pitboss.core.settle import award, lose, win
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.steps import up_card
from pitboss.games.spanish21.premiums import SUITED_SEVENS, premium
from pitboss.ids import MAIN, Clauses, Player, StakeId, Wager
from pitboss.law.citations import clause
from pitboss.law.rulebook import Award, Payout
from pitboss.money import Cents
from pitboss.wagers.match_the_dealer import matches

MATCH = Wager("match-the-dealer")
SUPER_AWARD = Wager("super-award")
BONUS_SPIN = Wager("bonus-spin")


class Envy(StrEnum):
    """To whom the fixed award of others goes (S16)."""

    PER_PERSON = "per_person"
    OTHERS_ALWAYS = "others_always"
    PER_BOX = "per_box"
    ONCE = "once"


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
    match_by_points: bool
    match_losers_first: bool
    most_premium_cards: int | None
    awards: Mapping[str, Award]
    envy: Envy
    face_up_counted_by_shoe: bool

    @property
    def settled_after_round(self) -> frozenset[Wager]:
        return frozenset({BONUS_SPIN})

    def premium(self, cards: Sequence[Card]) -> str | None:
        return premium(cards, most_cards=self.most_premium_cards)


Table = Round[SpanishRules]


@clause("MA-6(a)", "MA-6(d)", "MA-6(e)", "MA-6(f)", "MD-7.F", "MD-12.A(4)", "CH-deal.3", "CH-mtd")
async def settle_match(t: Table) -> None:
    """Right after the second cards, against the up card."""
    settle_matches(t, MATCH, up_card(t))


def settle_matches(t: Table, wager: Wager, card: Card) -> None:
    """From the dealer's right, with a price for each match; losing wagers first where the text says so."""
    pending = [
        (key, stake, matches(card, t.hand(key.hand).first_two, by_points=t.rules.match_by_points))
        for key, stake in reversed(t.layout.pending(wager))
    ]
    if t.rules.match_losers_first:
        pending.sort(key=lambda entry: bool(entry[2]))
    for key, stake, rows in pending:
        if rows:
            _pay_matches(t, key, stake, rows)
        else:
            lose(t, key, stake, t.rules.spanish.match_loses)


def _pay_matches(t: Table, key: StakeId, stake: Stake, rows: list[str]) -> None:
    payouts = [t.rules.match_pays[row] for row in rows]
    odds = payouts[0].odds
    for payout in payouts[1:]:
        odds = odds.plus(payout.odds)
    each = t.rules.spanish.match_each if len(rows) > 1 else ()
    cited = tuple(dict.fromkeys(clause for payout in payouts for clause in payout.clauses))
    win(t, key, stake, odds, cited + each)


@clause("MA-5(g)", "MA-10(e)", "MD-12.C")
async def pay_super_awards(t: Table) -> None:
    """Three suited sevens against a seven, neither doubled nor split: a fixed sum, and one for everybody else."""
    if up_card(t).rank is not Rank.SEVEN:
        return
    hands = [key for key, row in t.layout.settlements.items() if _earns_award(t, key, row)]
    envied: set[Player] = set()
    for key in hands:
        prize = _prize(t, t.layout.stakes[key].original)
        if prize is not None:
            award(t, StakeId(key.player, key.hand, SUPER_AWARD), prize.amount, prize.clauses)
        if prize is not None or t.rules.envy is Envy.OTHERS_ALWAYS:  # S16: below the smallest award nobody is paid
            _pay_others(t, key, envied)


def _earns_award(t: Table, key: StakeId, row: WagerSettled) -> bool:
    this = t.hand(key.hand)
    return (
        key.wager == MAIN
        and row.outcome is Outcome.WIN
        and not this.split
        and not this.doubles
        and premium(this.cards) in SUITED_SEVENS
    )


def _prize(t: Table, original: Cents) -> Award | None:
    prizes = [t.rules.awards[name] for name in ("small", "large")]
    due = [each for each in prizes if each.least <= original and (each.below is None or original < each.below)]
    assert len(due) <= 1, f"two awards fit a wager of {original} cents"
    return due[0] if due else None


def _pay_others(t: Table, holder: StakeId, envied: set[Player]) -> None:
    """A fixed sum to each other person who wagered: once a hand, or once a box or once in all (S16)."""
    others, envy = t.rules.awards["others"], t.rules.envy
    for player in t.layout.players():
        boxes = len({key.hand.box for key in t.layout.stakes if key.player == player})
        if player == holder.player or (envy is Envy.ONCE and player in envied):
            continue
        envied.add(player)
        amount = Cents(others.amount * (boxes if envy is Envy.PER_BOX else 1))
        award(t, StakeId(player, holder.hand, SUPER_AWARD), amount, others.clauses)


@clause("MA-15(a)", "MD-13.A", "MD-13.B")
async def face_up_in_shoe(t: Table, incident: FaceUpInShoe) -> None:
    """The card is not used. A second one voids the round."""
    cites = t.rules.spanish
    t.record(CardSetAside(incident.card, Found.FACE_UP, cites.face_up_card))
    before = t.layout.found_before[Found.FACE_UP] if t.rules.face_up_counted_by_shoe else 0  # S17
    if before + t.layout.found[Found.FACE_UP] > 1:
        why = "more than one card was found face up in the shoe"
        raise RoundVoid(why, cites.second_face_up_card, reshuffle=True)
