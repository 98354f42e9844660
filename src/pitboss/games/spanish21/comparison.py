"""How two finished hands of Spanish 21 compare: one table for all texts, each row under its own clauses.

21 is never tied: it wins, or loses to a dealer blackjack where the text says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.kinds import Outcome
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.games.blackjack.settlement import Case, Finished, both_21, bust, dealer_bust, higher, lower
from pitboss.ids import Clauses

TWO_CARD_ROW = "two_card_21"
OTHER_WINNING_ROWS = ("higher", "dealer_bust")


@dataclass(frozen=True, slots=True)
class ComparisonCites:
    """The clause of each row, in one text."""

    dealer_bust: Clauses
    higher: Clauses
    two_card_21: Clauses
    long_21s: Clauses
    tie: Clauses
    long_21_to_blackjack: Clauses
    lower: Clauses
    bust: Clauses


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rows, as the readings settle them. A split hand's two-card 21 is by default an ordinary 21 (S02)."""

    split_21_is_best: bool = False
    split_21_ties: bool = False
    ties_above_21: bool = False
    long_21_beats_blackjack: bool = False

    def table(self, cites: ComparisonCites) -> DecisionTable[Case]:
        """Exactly one row fits each pair of hands."""
        return DecisionTable(
            (
                SettlementRow("dealer_bust", Outcome.WIN, cites.dealer_bust, dealer_bust),
                SettlementRow("higher", Outcome.WIN, cites.higher, higher),
                SettlementRow(TWO_CARD_ROW, Outcome.WIN, cites.two_card_21, self.best_at_21),
                SettlementRow("long_21s", Outcome.WIN, cites.long_21s, self.wins_at_21),
                SettlementRow("tie", Outcome.PUSH, cites.tie, self.tie),
                SettlementRow("long_21_to_blackjack", Outcome.LOSE, cites.long_21_to_blackjack, self.loses_at_21),
                SettlementRow("lower", Outcome.LOSE, cites.lower, lower),
                SettlementRow("bust", Outcome.LOSE, cites.bust, self.bust),
            )
        )

    def _best(self, player: Finished) -> bool:
        return player.blackjack or (self.split_21_is_best and _two_cards(player))

    def best_at_21(self, case: Case) -> bool:
        return both_21(case) and self._best(case.player)

    def tie(self, case: Case) -> bool:
        player, dealer = case
        if player.total != dealer.total:
            return False
        if player.total == 21:
            return self.split_21_ties and _two_cards(player) and not dealer.blackjack
        return player.total < 21 or self.ties_above_21  # S03

    def loses_at_21(self, case: Case) -> bool:
        long = both_21(case) and not self._best(case.player)
        return long and case.dealer.blackjack and not self.long_21_beats_blackjack

    def wins_at_21(self, case: Case) -> bool:
        long = both_21(case) and not self._best(case.player)
        return long and not self.loses_at_21(case) and not self.tie(case)

    def bust(self, case: Case) -> bool:
        return bust(case) and not self.tie(case)


def _two_cards(hand: Finished) -> bool:
    return hand.total == 21 and hand.cards == 2 and not hand.blackjack
