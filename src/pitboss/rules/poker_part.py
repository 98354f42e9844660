"""A hand of poker after the blackjack: three cards of a player's own, one by one, beside two that are everybody's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import Card, Rank
from pitboss.ids import Clauses, Wager
from pitboss.payouts import Payout
from pitboss.poker import Kind, made
from pitboss.poker.two_cards import height

PAYING_PAIR = "paying_pair"


@dataclass(frozen=True, slots=True)
class PokerStep:
    """What is asked after a card: the clauses of asking, of a fold, of a further wager, and of the end if all fold."""

    asked: Clauses = ()
    folds: Clauses = ()
    equal: Clauses = ()
    all_folded: Clauses = ()


@dataclass(frozen=True, slots=True)
class PokerPart:
    """The poker part under one text and one house: its wagers in the order in which they are placed, and its rows.

    Each wager is as large as the first, and after each of the `steps` a further one is placed or the hand folded; then
    the last card is dealt. `pays` has the rows from the best on, one of which is a pair of `pair_from` or higher;
    whether the pair must hold a card of the player's own is read (HE05). `kept` and `shuffled` are the clauses
    by which the part begins, `without` those by which who has no wager on it is out, `misdealt` those of a wrong number
    of cards, which voids the wagers of the part, or with `voids_all` every wager of the box (HE07), and `swapped` those
    that forgive it if the community cards lie on each other's spots.
    """

    wagers: tuple[Wager, ...]
    pays: Mapping[str, Payout]
    steps: tuple[PokerStep, ...]
    pair_from: Rank
    kept: Clauses = ()
    shuffled: Clauses = ()
    without: Clauses = ()
    misdealt: Clauses = ()
    swapped: Clauses = ()
    shown: Clauses = ()
    loses: Clauses = ()
    alike: Clauses = ()
    ranked: Clauses = ()
    voids_all: bool = False
    own_pair: bool = False

    @property
    def wager(self) -> Wager:
        """The one that is placed before the cards, by which the others are measured."""
        return self.wagers[0]

    def row(self, community: Sequence[Card], own: Sequence[Card]) -> str | None:
        """The highest row that two community cards and three of a player's own make."""
        cards = (*community, *own)
        found: set[str] = set(made(cards))
        ranks = [card.rank for card in cards]
        pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1 and height(rank) >= height(self.pair_from)]
        if self.own_pair:
            pairs = [rank for rank in pairs if any(card.rank is rank for card in own)]
        if Kind.PAIR in found and pairs:
            found.add(PAYING_PAIR)
        return next((row for row in self.pays if row in found), None)
