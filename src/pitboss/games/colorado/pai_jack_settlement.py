"""How a set hand meets the dealer's in Pai Jack, and what becomes of the main wager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.core.hands import Hand
from pitboss.core.kinds import Closing, Outcome
from pitboss.core.settle import DecisionTable, SettlementRow
from pitboss.ids import clauses
from pitboss.law.citations import clause
from pitboss.payouts import Payout
from pitboss.rules.setting import Arranging, Setting, Totals
from pitboss.wagers.pai_jack_bonus import is_pai_jack


class Comparison(NamedTuple):
    """A player's hand against the dealer's: 1 ahead, 0 tied, -1 behind, for the high and the low hand."""

    high: int = 0
    low: int = 0
    pai_jack: bool = False
    foul: bool = False
    bust: bool = False
    dealer_pai_jack: bool = False
    dealer_bust: bool = False

    @property
    def waits(self) -> bool:
        """Whether the dealer's cards decide it: it was set lawfully, or is a bust."""
        return not self.pai_jack and not self.foul

    @property
    def is_compared(self) -> bool:
        return self.waits and not (self.bust or self.dealer_pai_jack or self.dealer_bust)


def of_totals(mine: Totals, theirs: Totals) -> Comparison:
    """Two hands that were set lawfully; a low hand of ace and ten is a 21 like any other (PJ10)."""
    high, low = ((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
    return Comparison(high, low)


@clause("CO-2112(11).1")
def compare(hand: Hand, dealer: Hand, arranging: Arranging) -> Comparison:
    met = Comparison(
        pai_jack=hand.closed is Closing.PAI_JACK,
        foul=hand.closed is Closing.FOUL,
        bust=hand.closed is Closing.BUST,
        dealer_pai_jack=is_pai_jack(dealer.cards),
        dealer_bust=dealer.closed is Closing.BUST,
    )
    if not met.is_compared:
        return met
    return of_totals(*(arranging.totals(Setting(*each.groups)) for each in (hand, dealer)))


def pai_jack(met: Comparison) -> bool:
    return met.pai_jack and not met.dealer_pai_jack


def both_pai_jack(met: Comparison) -> bool:
    return met.pai_jack and met.dealer_pai_jack


def foul(met: Comparison) -> bool:
    """It loses whatever the dealer has (PJ05)."""
    return met.foul


def dealer_pai_jack(met: Comparison) -> bool:
    return met.waits and met.dealer_pai_jack


def dealer_bust(met: Comparison) -> bool:
    return met.waits and met.dealer_bust


def bust(met: Comparison) -> bool:
    return met.bust and not (met.dealer_pai_jack or met.dealer_bust)


def both_ahead(met: Comparison) -> bool:
    return met.is_compared and met.high + met.low == 2


def one_ahead(met: Comparison) -> bool:
    return met.is_compared and met.high + met.low == 1


def one_each(met: Comparison) -> bool:
    return met.is_compared and met.high * met.low == -1


def one_behind(met: Comparison) -> bool:
    return met.is_compared and met.high + met.low == -1


def both_tied(met: Comparison) -> bool:
    return met.is_compared and met.high == met.low == 0


def both_behind(met: Comparison) -> bool:
    return met.is_compared and met.high + met.low == -2


@clause("CO-2112(5).2", "CO-2112(9)(a).2", "CO-2112(10).3", "CO-2112(11)", "CO-2112(11)-result")
def outcomes(against_a_pai_jack: Outcome) -> DecisionTable[Comparison]:
    """What becomes of a main wager; that of a Pai Jack against the dealer's own is read in three ways (PJ01)."""
    paid, beaten = clauses("CO-2112(5).2"), clauses("CO-2112(9)(a).2")
    met = paid if against_a_pai_jack is Outcome.WIN else paid + beaten
    return DecisionTable(
        (
            SettlementRow("Pai Jack", Outcome.WIN, paid, pai_jack),
            SettlementRow("Pai Jack against the dealer's", against_a_pai_jack, met, both_pai_jack),
            SettlementRow("foul", Outcome.LOSE, clauses("CO-2112(11)(i)(ii)"), foul),
            SettlementRow("the dealer has a Pai Jack", Outcome.LOSE, beaten, dealer_pai_jack),
            SettlementRow("the dealer is bust", Outcome.PUSH, clauses("CO-2112(10).3", "CO-2112(11)(h)"), dealer_bust),
            SettlementRow("bust", Outcome.LOSE, clauses("CO-2112(11)(g)"), bust),
            SettlementRow("both hands ahead", Outcome.WIN, clauses("CO-2112(11)(a)"), both_ahead),
            SettlementRow("one ahead, one tied", Outcome.WIN, clauses("CO-2112(11)(b)"), one_ahead),
            SettlementRow("one ahead, one behind", Outcome.PUSH, clauses("CO-2112(11)(c)"), one_each),
            SettlementRow("one behind, one tied", Outcome.LOSE, clauses("CO-2112(11)(d)"), one_behind),
            SettlementRow("both hands tied", Outcome.PUSH, clauses("CO-2112(11)(e)"), both_tied),
            SettlementRow("both hands behind", Outcome.LOSE, clauses("CO-2112(11)(f)"), both_behind),
        )
    )


@dataclass(frozen=True, slots=True)
class Settlement:
    """How main wagers are settled: what becomes of them, and what a win pays."""

    table: DecisionTable[Comparison]
    pai_jack: Payout
    win: Payout

    @property
    def pays_at_once(self) -> bool:
        """Whether a Pai Jack is paid whatever the dealer has, so that it need not wait for him."""
        return self.table.decide(Comparison(pai_jack=True, dealer_pai_jack=True)).outcome is Outcome.WIN

    def pays(self, met: Comparison) -> Payout:
        """What it pays if it wins."""
        return self.pai_jack if met.pai_jack else self.win
