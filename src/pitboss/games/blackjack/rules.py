"""What an edition and a house settle about a game of the blackjack family, and the clause for each point."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitboss.cards import Card, Rank
from pitboss.core.irregularities import collect_cards, return_wagers
from pitboss.core.options import Intent, Ruling
from pitboss.core.preparation import ShoeTerms
from pitboss.core.procedure import Handler, Round, RoundVoid
from pitboss.core.requests import Incident
from pitboss.core.settle import lose_original_only
from pitboss.core.wagering import BettingTerms, Limit
from pitboss.games.blackjack.settlement import Settlement
from pitboss.ids import MAIN, Clauses, HandId, Player, Wager
from pitboss.law.rulebook import Payout


class Order(StrEnum):
    """In which order main wagers are settled; each pass goes from the dealer's right."""

    LOSERS_THEN_WINNERS = "losers_then_winners"
    ONE_PASS = "one_pass_from_right"


@dataclass(frozen=True, slots=True, eq=False)
class Cites:
    """The clause under which each point of the game stands, in one text. Each edition fills this in."""

    turn: Clauses
    draw: Clauses
    draw_below_21: Clauses
    no_draw_on_blackjack: Clauses
    stand: Clauses
    double: Clauses
    double_amount: Clauses
    double_one_card: Clauses
    rescue: Clauses
    rescue_not_bust: Clauses
    split: Clauses
    split_wager: Clauses
    resplit: Clauses
    split_order: Clauses
    split_limit: Clauses
    split_decisions: Clauses
    surrender: Clauses
    surrender_first: Clauses
    surrender_at_once: Clauses
    surrender_held: Clauses
    surrender_to_blackjack: Clauses
    insurance: Clauses
    insurance_amount: Clauses
    insurance_moment: Clauses
    insurance_loses: Clauses
    insurance_collected: Clauses
    check: Clauses
    check_ends_play: Clauses
    bust: Clauses
    chips: Clauses
    double_to_blackjack: Clauses
    split_to_blackjack: Clauses
    locked: Clauses
    pick_up: Clauses


@dataclass(frozen=True, slots=True, eq=False)
class BlackjackRules:
    betting: BettingTerms
    steps: tuple[Callable[[Any], Awaitable[None]], ...]
    menu: Mapping[type[Intent], Callable[[Any, Player, HandId], Ruling]]
    incidents: Mapping[type[Incident], Handler]
    shoe: ShoeTerms
    cites: Cites
    settlement: Settlement
    insurance_pays: Payout
    hole_card: bool
    checks_hole: bool
    checks_by_device: bool
    dealer_stands: int
    hits_soft_17: bool
    second_card_only_if_needed: bool
    surrender: bool
    surrender_split_hands: bool
    rescue: bool
    late_rescue: bool
    max_splits: int
    max_splits_aces: int
    split_by_rank: bool
    split_aces_one_card: bool
    max_doubles: int
    doubles_any_number: bool
    doubles_after_split: bool
    double_for_less: bool
    second_double_is_what_is_at_stake: bool
    doubles_blackjack: bool
    doubles_21: bool
    redoubles_21: bool
    hits_soft_21: bool
    added_wager_most: Limit | None
    insured_ranks: frozenset[Rank]
    insurance_exact: bool
    insurance_rounds_up: bool
    insurance_collected_at_check: bool
    blackjack_paid_at_once: bool
    blackjack_paid_after_check: bool
    settlement_order: Order
    busted_bets_lost_to_blackjack: bool
    void_unwinds: bool

    @property
    def settled_after_round(self) -> frozenset[Wager]:
        """Wagers that nothing in the dealer's hand decides."""
        return frozenset()

    def premium(self, cards: Sequence[Card]) -> str | None:  # noqa: ARG002
        """The row of the premium table that a hand makes; the standard game has none."""
        return None

    @property
    def cut_card_clauses(self) -> Clauses:
        return self.shoe.cites.reached

    def turn_clauses(self, t: Round[Any], hand: HandId) -> Clauses:
        """Boxes act in turn, and the hands of a split one after the other, unless the reader has ended the play."""
        if t.layout.dealer_blackjack_read:
            return self.cites.check_ends_play
        known = t.layout.hands.get(hand)
        return self.cites.split_order if known is not None and known.split else self.cites.turn

    def void(self, t: Round[Any], void: RoundVoid) -> None:
        if not self.void_unwinds:  # MA23: a bust was decided when the hand passed 21 (S03, S35)
            for key, stake in t.layout.pending(MAIN):
                if t.hand(key.hand).closed == "bust":
                    lose_original_only(t, key, stake, self.cites.bust)
        return_wagers(t, void, unwind=self.void_unwinds)
        collect_cards(t, self.cites.pick_up)
