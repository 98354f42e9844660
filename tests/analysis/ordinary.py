"""Ordinary blackjack for the solver, until a rulebook of it is there: its own payoffs on the same machinery.

A dealer's 21 ties a player's, a blackjack pays 3 to 2 and ties a blackjack, and nothing else is paid better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from conformance.suite import game
from pitboss.analysis.family.tables import BLACKJACK_FINAL, BUST_FINAL, FINALS, Multiset, best_total
from pitboss.analysis.family.terms import Terms
from pitboss.cards import Card
from pitboss.games.registry import Game


@dataclass(frozen=True)
class Ordinary(Terms):
    any_number: bool = False
    after_split: bool = True

    def premium(self, hand: Multiset, suits: str = "mixed") -> None:
        del hand, suits

    def net(self, hand: Multiset, final: int, *, doubles: int = 0, split: bool = False, suits: str = "mixed") -> float:
        del suits
        total, _ = best_total(hand)
        blackjack = total == 21 and sum(hand) == 2 and not split
        stake = float(self.stake(doubles))
        if final == BLACKJACK_FINAL:
            return 0.0 if blackjack else -1.0
        if blackjack:
            return 1.5
        if final == BUST_FINAL:
            return stake
        dealer = int(FINALS[final])
        return stake * ((total > dealer) - (total < dealer))

    def _may_double(self, hand: Multiset, total: int, *, split: bool) -> bool:
        allowed = (self.any_number or sum(hand) == 2) and (self.after_split or not split)
        return allowed and sum(hand) >= 2 and total < 21


def ordinary_game(deck: tuple[Card, ...], decks: int, **rules: Any) -> Game:
    """The rules of Massachusetts with these changed, on other cards."""
    usual = {"rescue": False, "surrender": False, "split_aces_one_card": True, "max_splits_aces": 1}
    base = game("spanish21-ma", {})
    return replace(base, rules=replace(base.rules, **{**usual, **rules}), shoe=deck * decks)
