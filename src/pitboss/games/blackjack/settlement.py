"""How a main wager ends: two finished hands are compared by the edition's decision table, then priced.

The same verdicts say whether the dealer's draw still matters: it does not once every total that the dealer may
reach gives the same verdict on every wager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.core.hands import Hand
from pitboss.core.kinds import Outcome
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.ids import Clauses, once_each
from pitboss.money import Odds
from pitboss.payouts import Payout
from pitboss.rules.situation import is_blackjack


class SettlementOrder(StrEnum):
    """In which order main wagers are settled; each pass goes from the dealer's right."""

    LOSERS_THEN_WINNERS = "losers_then_winners"
    ONE_PASS = "one_pass_from_right"


class Finished(NamedTuple):
    """A finished hand as settlement sees it. A blackjack is a two-card 21 that no split has made.

    `switched` says that it would be one, had its second card not come from another hand.
    """

    total: int
    cards: int
    blackjack: bool
    switched: bool = False


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


class HandToPay(NamedTuple):
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


def finished(hand: Hand) -> Finished:
    switched = hand.switched and not hand.split and len(hand.cards) == 2 and hand.score.total == 21
    return Finished(hand.score.total, len(hand.cards), is_blackjack(hand), switched)


@dataclass(frozen=True, slots=True)
class PaidAtOnce:
    """Blackjacks that do not wait for the end: against an up card that cannot become one, under `clauses`.

    `after_check` is under what they are paid too once the look has found none, where they are (MD03); `removed` under
    what their cards go to the discard rack with the payment, where they do.
    """

    clauses: Clauses
    after_check: Clauses | None = None
    removed: Clauses | None = None


@dataclass(frozen=True, slots=True)
class Premiums:
    """Winning hands that are paid better than others: which row some cards make, and what the rows pay.

    `doubled` and `split` name the clauses that take them away from such hands, where one does. `on_original` keeps the
    premium of a doubled hand on the original wager (MA20), `unsplit_only` of one that was not split (MA24).
    """

    of: Callable[[Sequence[Card]], str | None]
    pays: Mapping[str, Payout]
    doubled: Clauses | None = None
    split: Clauses | None = None
    on_original: bool = False
    unsplit_only: bool = False

    def on_original_of(self, hand: HandToPay) -> bool:
        """Whether this hand was doubled and keeps its premium on the original wager."""
        kept_after_split = not self.unsplit_only and not self.split
        return self.on_original and hand.doubled and (kept_after_split or not hand.split)

    def bars(self, hand: HandToPay) -> Clauses:
        """The clauses that take this hand's premium away."""
        doubled = self.doubled if hand.doubled and self.doubled else ()
        return doubled + (self.split if hand.split and self.split else ())


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    """The decision table of an edition with its odds.

    `blackjack_rows` are the winning rows in which a blackjack is paid its own odds; `two_card_row` the row in which
    every hand that fits it is. `busts_lost` says that a dealer's blackjack takes all wagers on bust hands (S04);
    `bust_at_once` are the clauses by which a wager on a bust hand is collected before anything else is done, and
    `at_21` is how a hand that has drawn or split to 21 is paid at once, where it always wins. `split_21` are the
    clauses by which 21 in the two cards of a split hand is no blackjack; `long_21` is what a 21 of more cards pays,
    where the text says that apart.
    """

    table: DecisionTable[Case]
    win: Payout
    blackjack: Payout
    blackjack_rows: frozenset[str]
    two_card_row: str
    dealer_stands: int
    order: SettlementOrder
    premiums: Premiums | None = None
    at_once: PaidAtOnce | None = None
    busts_lost: bool = False
    bust_at_once: Clauses = ()
    at_21: Payout | None = None
    split_21: Clauses = ()
    long_21: Payout | None = None
    _verdicts: dict[tuple[HandToPay, Finished], Verdict] = field(default_factory=dict, init=False)
    _decided: dict[HandToPay, bool] = field(default_factory=dict, init=False)

    def premium(self, cards: Sequence[Card]) -> str | None:
        """The row of the premium table that these cards make."""
        return None if self.premiums is None else self.premiums.of(cards)

    def verdict(self, hand: HandToPay, dealer: Finished) -> Verdict:
        """Who wins, at which odds and by which clauses."""
        key = (hand, dealer)
        verdict = self._verdicts.get(key)
        if verdict is None:
            row = self.table.decide(Case(hand.hand, dealer))
            verdict = self._verdicts[key] = self._price(row, hand)
        return verdict

    def decided(self, hand: HandToPay) -> bool:
        """Whether no total that a dealer without a blackjack can still reach would change this wager."""
        decided = self._decided.get(hand)
        if decided is None:
            verdicts = [self.verdict(hand, dealer) for dealer in self._dealer_finals()]
            decided = self._decided[hand] = len({(each.outcome, each.odds) for each in verdicts}) == 1
        return decided

    def _dealer_finals(self) -> Sequence[Finished]:
        """Every total on which a dealer who draws can stop; a last ten-point card may carry him to nine over."""
        return [Finished(total, 3, False) for total in range(self.dealer_stands, self.dealer_stands + 10)]

    def _paid_as_blackjack(self, row: SettlementRow[Case], hand: HandToPay) -> bool:
        return row.name == self.two_card_row or (hand.hand.blackjack and row.name in self.blackjack_rows)

    def _usual(self, hand: Finished) -> Payout:
        return self.long_21 if self.long_21 is not None and hand.total == 21 and hand.cards > 2 else self.win

    def _price(self, row: SettlementRow[Case], hand: HandToPay) -> Verdict:
        two_cards = hand.hand.total == 21 and hand.hand.cards == 2 and not hand.hand.blackjack
        split = self.split_21 if two_cards and row.name != self.two_card_row else ()
        if row.outcome is not Outcome.WIN:
            return Verdict(row.outcome, None, row.clauses + split)
        premiums = self.premiums
        premium = None if premiums is None else premiums.pays.get(hand.premium or "")
        bars = premiums.bars(hand) if premiums is not None and premium is not None else ()
        exceptions = [self.blackjack] if self._paid_as_blackjack(row, hand) else []
        if premium is not None and not bars:
            exceptions.append(premium)
        assert len(exceptions) <= 1, f"two exceptions price {hand}"
        payout = exceptions[0] if exceptions else self._usual(hand.hand)
        if premiums is not None and premium is not None and premiums.on_original_of(hand):
            cited = once_each(row.clauses + premium.clauses + self.win.clauses + bars)
            return Verdict(Outcome.WIN, premium.odds, cited, self.win.odds)
        return Verdict(Outcome.WIN, payout.odds, once_each(row.clauses + payout.clauses + bars + split))
