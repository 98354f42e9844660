"""A poker hand of two cards that a box plays against the dealer beside its blackjack hand: ante, fold or bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.cards import TEN_VALUED, Card, Rank
from pitboss.core.kinds import Outcome
from pitboss.core.layout import Layout
from pitboss.core.options import Refusal
from pitboss.ids import Clauses, StakeId, Wager
from pitboss.payouts import Payout
from pitboss.poker.two_cards import TwoCards, best_two, height


class Decided(NamedTuple):
    """What becomes of one wager of the contest, and by which clauses."""

    outcome: Outcome
    clauses: Clauses


class Decisions(NamedTuple):
    """What becomes of the ante, and of the bet."""

    ante: Decided
    bet: Decided


@dataclass(frozen=True, slots=True)
class Contest:
    """The contest under one text and one house.

    All cards that lie at a box make its poker hand, those of a split and one that passes 21 too; with `first_two` only
    its first two do (AU04). The dealer plays with a card of rank `least` or better, or `by_value` with any ten-valued
    card (AU02). `ante_draws`: who has an ante and no other wager may draw to it (AU07). `told` and `ranked` are the
    clauses by which the dealer's hand and a player's are told, `bust_plays` those by which a hand that passed 21 is
    still in, `dealer_bust_plays` those by which the dealer's is.
    """

    ante: Wager
    bet: Wager
    ante_pays: Payout
    bet_pays: Payout
    offered: Clauses
    equal: Clauses
    forfeits: Clauses
    to_natural: Clauses
    not_qualified: Clauses
    compared: Clauses
    tied: Clauses
    needs_played: Refusal
    least: Rank
    told: Clauses = ()
    ranked: Clauses = ()
    bust_plays: Clauses = ()
    dealer_bust_plays: Clauses = ()
    by_value: bool = False
    first_two: bool = False
    ante_draws: bool = True

    def waiting(self, layout: Layout) -> list[StakeId]:
        """Antes that lie when the first cards do, and are neither folded nor bet on."""
        if not layout.dealer.cards:
            return []
        antes = [key for key, _ in layout.pending(self.ante)]
        return [key for key in antes if key._replace(wager=self.bet) not in layout.stakes]

    def hand(self, first: Sequence[Card], lying: Sequence[Card]) -> TwoCards:
        """The poker hand of a box: of its `first` cards, or of all that lie there."""
        return best_two(first[:2] if self.first_two else lying)

    def qualifies(self, dealer: Sequence[Card]) -> bool:
        """Whether the dealer's cards play."""
        if self.by_value:
            return any(card.rank in TEN_VALUED for card in dealer)
        best = best_two(dealer)
        return best.pair or best.high >= height(self.least)

    def decide(self, own: TwoCards, dealer: Sequence[Card], *, natural: bool) -> Decisions:
        """What becomes of both wagers. To a dealer's natural, which always plays, the bet is returned (AU06)."""
        if not natural and not self.qualifies(dealer):
            return Decisions(Decided(Outcome.WIN, self.not_qualified), Decided(Outcome.PUSH, self.not_qualified))
        theirs = best_two(dealer)
        outcome = Outcome.WIN if own > theirs else Outcome.LOSE if own < theirs else Outcome.PUSH
        cited = self.tied if outcome is Outcome.PUSH else self.compared
        if natural:
            ante = Decided(outcome, self.to_natural + (self.tied if outcome is Outcome.PUSH else ()))
            return Decisions(ante, Decided(Outcome.PUSH, self.to_natural))
        return Decisions(Decided(outcome, cited), Decided(outcome, cited))
