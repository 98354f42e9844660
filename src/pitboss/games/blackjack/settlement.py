"""How a main wager ends: two finished hands are compared by the edition's decision table, then priced.

The same verdicts say whether the dealer's draw still matters: it does not once every total that the dealer may
reach gives the same verdict on every wager.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.core.facts import Outcome
from pitboss.core.hands import Hand
from pitboss.core.settle import DecisionTable, Row
from pitboss.ids import Clauses
from pitboss.law.citations import clause
from pitboss.law.rulebook import Payout
from pitboss.money import Odds


class Finished(NamedTuple):
    """A finished hand as settlement sees it. A blackjack is a two-card 21 that no split has made."""

    total: int
    cards: int
    blackjack: bool


class Case(NamedTuple):
    player: Finished
    dealer: Finished


def dealer_bust(case: Case) -> bool:
    return case.player.total <= 21 < case.dealer.total


def bust(case: Case) -> bool:
    return case.player.total > 21


def higher(case: Case) -> bool:
    return case.dealer.total < case.player.total <= 21


def lower(case: Case) -> bool:
    return case.player.total < case.dealer.total <= 21


def both_21(case: Case) -> bool:
    return case.player.total == case.dealer.total == 21


class Priced(NamedTuple):
    """A player's finished hand with what decides its odds: whether it was doubled or split, and its premium if any."""

    hand: Finished
    doubled: bool = False
    split: bool = False
    premium: str | None = None


class Verdict(NamedTuple):
    """`added_odds` are those of a double's added wager, where they are not the hand's."""

    outcome: Outcome
    odds: Odds | None
    clauses: Clauses
    added_odds: Odds | None = None


@clause("MA-1.blackjack", "MD-1.B(1)", "CH-split.3")
def is_blackjack(hand: Hand) -> bool:
    """An ace and a ten-point card as the first two cards, never after a split."""
    return len(hand.cards) == 2 and not hand.split and hand.score.total == 21


def finished(hand: Hand) -> Finished:
    return Finished(hand.score.total, len(hand.cards), is_blackjack(hand))


@dataclass(frozen=True, slots=True)
class Settlement:
    """The decision table of an edition with its odds.

    `no_premium` names the clauses that take premiums away from a doubled and from a split hand; a word that is
    missing there keeps them. `blackjack_rows` are the winning rows in which a blackjack is paid its own odds;
    `two_card_row` the row in which every hand that fits it is.
    """

    table: DecisionTable[Case]
    win: Payout
    blackjack: Payout
    blackjack_rows: frozenset[str]
    two_card_row: str
    premiums: Mapping[str, Payout]
    no_premium: Mapping[str, Clauses]
    premium_on_original: bool
    dealer_stands: int
    _verdicts: dict[tuple[Priced, Finished], Verdict] = field(default_factory=dict)
    _decided: dict[Priced, bool] = field(default_factory=dict)

    def verdict(self, hand: Priced, dealer: Finished) -> Verdict:
        """Who wins, at which odds and by which clauses."""
        key = (hand, dealer)
        found = self._verdicts.get(key)
        if found is None:
            row = self.table.decide(Case(hand.hand, dealer))
            found = self._verdicts[key] = self._price(row, hand)
        return found

    def decided(self, hand: Priced) -> bool:
        """Whether no total that a dealer without a blackjack can still reach would change this wager."""
        found = self._decided.get(hand)
        if found is None:
            verdicts = [self.verdict(hand, dealer) for dealer in self._dealer_finals()]
            found = self._decided[hand] = len({(each.outcome, each.odds) for each in verdicts}) == 1
        return found

    def _dealer_finals(self) -> Sequence[Finished]:
        """Every total on which a dealer who draws can stop; a last ten-point card may carry him to nine over."""
        return [Finished(total, 3, False) for total in range(self.dealer_stands, self.dealer_stands + 10)]

    def _paid_as_blackjack(self, row: Row[Case], hand: Priced) -> bool:
        return row.name == self.two_card_row or (hand.hand.blackjack and row.name in self.blackjack_rows)

    def _price(self, row: Row[Case], hand: Priced) -> Verdict:
        if row.outcome is not Outcome.WIN:
            return Verdict(row.outcome, None, row.clauses)
        premium = self.premiums.get(hand.premium or "")
        bars = self._bars(hand) if premium is not None else ()
        exceptions = [self.blackjack] if self._paid_as_blackjack(row, hand) else []
        if premium is not None and not bars:
            exceptions.append(premium)
        assert len(exceptions) <= 1, f"two exceptions price {hand}"
        payout = exceptions[0] if exceptions else self.win
        if premium is not None and hand.doubled and self.premium_on_original and not hand.split:  # MA20
            return Verdict(Outcome.WIN, premium.odds, row.clauses + premium.clauses, self.win.odds)
        cited = dict.fromkeys(row.clauses + payout.clauses + bars)
        return Verdict(Outcome.WIN, payout.odds, tuple(cited))

    def _bars(self, hand: Priced) -> Clauses:
        """The clauses that take this hand's premium away."""
        doubled = self.no_premium.get("doubled", ()) if hand.doubled else ()
        return doubled + (self.no_premium.get("split", ()) if hand.split else ())
