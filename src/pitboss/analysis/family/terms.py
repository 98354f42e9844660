"""A game's rules as numbers for the solver: what each hand pays against each end of the dealer's.

Every figure is asked of the compiled rules, as the table itself asks them; nothing about odds, limits or thresholds
is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import cycle
from typing import Any

import numpy as np

from pitboss.analysis.family.kernel import Pays
from pitboss.analysis.family.tables import (
    ACE,
    BLACKJACK_FINAL,
    BUST_FINAL,
    FINALS,
    RANKS,
    Draws,
    Floats,
    Ints,
    Multiset,
    Place,
    all_hands,
    best_total,
    completes,
    draws,
)
from pitboss.cards import Card, Rank, Suit
from pitboss.core.facts import Outcome
from pitboss.games.blackjack.settlement import Finished, Priced, Verdict
from pitboss.games.registry import Game
from pitboss.games.spanish21.premiums import premium


def rank_of(card: Card) -> int:
    """The solver's rank of a card: 0 for an ace, 9 for every ten-point card."""
    return ACE if card.points == 11 else card.points - 1


_RANKS = (Rank.ACE, *list(Rank)[1:9], Rank.KING)
_SUITS = {"suited": (Suit.HEARTS,), "spades": (Suit.SPADES,), "mixed": (Suit.HEARTS, Suit.SPADES)}


@lru_cache(maxsize=16384)
def example(hand: Multiset, suits: str) -> tuple[Card, ...]:
    """Cards that make this hand: of one suit, or of two in turn."""
    ranks = [_RANKS[rank] for rank in range(RANKS) for _ in range(hand[rank])]
    return tuple(Card(rank, suit) for rank, suit in zip(ranks, cycle(_SUITS[suits]), strict=False))


@lru_cache(maxsize=8192)
def completed(hand: Multiset) -> tuple[int, Multiset] | None:
    """The rank that would make these two cards a hand whose premium depends on suits, and that hand."""
    if sum(hand) == 2:
        for rank in range(RANKS):
            whole = (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])
            if premium(example(whole, "suited")) != premium(example(whole, "mixed")):
                return rank, whole
    return None


def multiset(cards: Iterable[Card]) -> Multiset:
    """Cards as the solver counts them."""
    counts = Counter(rank_of(card) for card in cards)
    return tuple(counts[rank] for rank in range(RANKS))


MOST_SPLITS = 7  # beyond eight hands nothing is left to measure, and the time grows


class NotPriced(Exception):
    """The solver does not know how to price this house or reading yet. The message names it."""


@dataclass(frozen=True)
class Terms:
    """What the solver must know of a game.

    With `zero_memory` split hands are played just as hands of the same cards that were not split; otherwise as is best
    for them. The first is what published figures are usually made with.
    """

    game: Game
    zero_memory: bool = False
    _pays: dict[Place, Pays] = field(default_factory=dict, compare=False)

    def need_known(self) -> None:
        """Raises `NotPriced` where the solver cannot follow the rules."""
        rules = self.rules
        above_21 = rules.settlement.verdict(Priced(Finished(24, 3, False)), Finished(24, 3, False))
        unknown = {
            "readings.S03: a bust that ties": above_21.outcome is Outcome.PUSH,
            "readings.S12: surrender of split hands": rules.surrender_split_hands,
            f"more than {MOST_SPLITS} splits": max(rules.max_splits, rules.max_splits_aces) > MOST_SPLITS,
        }
        found = [name for name, there in unknown.items() if there]
        if found:
            raise NotPriced(f"{'; '.join(found)} cannot be priced yet")

    @property
    def rules(self) -> Any:
        return self.game.rules

    def key(self) -> object:
        """Equal for two games between which the solver sees no difference."""
        rules = self.rules
        arrays = (self.shoe, *(each for place in Place for each in self.pays(place)), *self._suited_pays())
        switches = (rules.dealer_stands, rules.hits_soft_17, rules.surrender, rules.split_aces_one_card, self.peeks)
        limits = (rules.max_splits, rules.max_splits_aces, rules.doubles_blackjack, self.zero_memory)
        return (*(each.tobytes() for each in arrays), *switches, *limits, "split" in rules.settlement.no_premium)

    def _suited_pays(self) -> tuple[Floats, ...]:
        whole = {found[1] for hand in two_cards() if (found := self.completed(hand)) is not None}
        made = [(hand, suits) for hand in sorted(whole) for suits in ("suited", "spades")]
        finals = range(len(FINALS))
        return tuple(
            np.array([self.net(hand, final, place, suits=suits) for hand, suits in made for final in finals])
            for place in Place
        )

    @cached_property
    def shoe(self) -> Ints:
        counts = Counter(rank_of(card) for card in self.game.shoe)
        return np.array([counts[rank] for rank in range(RANKS)], dtype=np.int64)

    @property
    def copies(self) -> int:
        """How many copies of each card the shoe holds."""
        return len(self.game.shoe) // len(set(self.game.shoe))

    @cached_property
    def draws(self) -> Draws:
        return draws(self.rules.dealer_stands, hits_soft=self.rules.hits_soft_17)

    @property
    def peeks(self) -> bool:
        """Whether a dealer's blackjack is found before anything is decided."""
        return bool(self.rules.checks_hole)

    def hole(self, up: int) -> int:
        """The rank that the hole card is known not to be when play begins; -1 where nothing is known."""
        return completes(up) if self.peeks else -1

    def unseen(self, up: int) -> int:
        """The rank of a second card that would turn out to make a blackjack; -1 where that is excluded."""
        return -1 if self.peeks else completes(up)

    def premium(self, hand: Multiset, suits: str = "mixed") -> str | None:
        """The row of the premium table that a hand makes; the suits matter to three cards only."""
        row: str | None = self.rules.premium(example(hand, suits))
        return row

    def completed(self, hand: Multiset) -> tuple[int, Multiset] | None:
        """As `completed`, where this game pays premiums at all."""
        return completed(hand) if self.rules.settlement.premiums else None

    def net(
        self, hand: Multiset, final: int, place: Place = Place.PLAIN, *, doubles: int = 0, suits: str = "mixed"
    ) -> float:
        """What a finished hand wins or loses against one end, in units of the first wager.

        A dealer's blackjack takes the original wager of a box, which lies on the first of its hands (S04).
        """
        verdict = self.verdict(self.priced(hand, doubles=doubles, split=place is not Place.PLAIN, suits=suits), final)
        stake = self.stake(doubles)
        match verdict.outcome:
            case Outcome.PUSH:
                return 0.0
            case Outcome.LOSE if final == BLACKJACK_FINAL:
                return 0.0 if place is Place.BORN else -1.0
            case Outcome.LOSE:
                return -float(stake)
        assert verdict.odds is not None
        if verdict.added_odds is not None:
            return float(_odds(verdict.odds) + (stake - 1) * _odds(verdict.added_odds))
        return float(stake * _odds(verdict.odds))

    def priced(self, hand: Multiset, *, doubles: int = 0, split: bool = False, suits: str = "mixed") -> Priced:
        """A finished hand as settlement sees it."""
        total, _ = best_total(hand)
        blackjack = total == 21 and sum(hand) == 2 and not split
        return Priced(Finished(total, sum(hand), blackjack), doubles > 0, split, self.premium(hand, suits))

    def verdict(self, hand: Priced, final: int) -> Verdict:
        found: Verdict = self.rules.settlement.verdict(hand, _dealer(final))
        return found

    def stake(self, doubles: int) -> int:
        """The stake after so many doubles, each in full."""
        if doubles < 2:
            return 1 + doubles
        return 4 if self.rules.second_double_is_what_is_at_stake else 3

    @property
    def plain_pays(self) -> Pays:
        return self.pays(Place.PLAIN)

    @property
    def split_pays(self) -> Pays:
        """Those of a hand that a split has made. The first hand of the box is paid the same, but for a blackjack."""
        return self.pays(Place.BORN)

    def max_splits(self, rank: int) -> int:
        """How often a pair of this rank may be split in one box."""
        return int(self.rules.max_splits_aces if rank == ACE else self.rules.max_splits)

    def pays(self, place: Place) -> Pays:
        """All of it as arrays."""
        if place not in self._pays:
            self._pays[place] = self._make_pays(place)
        return self._pays[place]

    def _make_pays(self, place: Place) -> Pays:
        stood, doubled, redoubled = (self._nets(doubles, place) for doubles in range(3))
        rescued, split = -1.0 if self.rules.rescue else -99.0, place is not Place.PLAIN
        return Pays(
            stood=stood,
            doubled=doubled,
            redoubled=redoubled,
            bust=np.array([-float(self.stake(doubles)) for doubles in range(3)]),
            spared=np.array([self._spared(doubles, place) for doubles in range(3)]),
            rescue=np.array([rescued] * 3),
            may_hit=self._flags(self._may_hit),
            may_double=self._flags(lambda hand, total, _: self._may_double(hand, total, split=split)),
            may_redouble=self._flags(self._may_redouble),
        )

    def _may_hit(self, hand: Multiset, total: int, soft: bool) -> bool:  # noqa: FBT001
        return total < 21 or (soft and self.rules.hits_soft_21 and sum(hand) > 2)

    def _may_redouble(self, _: Multiset, total: int, __: bool) -> bool:  # noqa: FBT001
        return self.rules.max_doubles > 1 and (total < 21 or self.rules.redoubles_21)

    def _may_double(self, hand: Multiset, total: int, *, split: bool) -> bool:
        rules = self.rules
        if (
            sum(hand) < 2
            or (sum(hand) > 2 and not rules.doubles_any_number)
            or (split and not rules.doubles_after_split)
        ):
            return False
        if total == 21 and sum(hand) == 2 and not split:
            return bool(rules.doubles_blackjack)
        return total < 21 or bool(rules.doubles_21)

    def _spared(self, doubles: int, place: Place) -> float:
        """What a bust hand gets back after all when the dealer turns out to have a blackjack (S04)."""
        if self.rules.busted_bets_lost_to_blackjack:
            return 0.0
        return float(self.stake(doubles) - (0 if place is Place.BORN else 1))

    def _nets(self, doubles: int, place: Place) -> Floats:
        """Hands that settlement cannot tell apart are priced once."""
        known: dict[object, list[float]] = {}
        rows = []
        for hand in all_hands():
            key = (best_total(hand)[0], sum(hand) == 2, self.premium(hand))
            if key not in known:
                finals = range(len(FINALS))
                known[key] = [self.net(hand, final, place, doubles=doubles) for final in finals]
            rows.append(known[key])
        return np.array(rows)

    def _flags(self, rule: Any) -> Ints:
        return np.array([int(sum(hand) > 0 and rule(hand, *best_total(hand))) for hand in all_hands()], dtype=np.int64)

    @cached_property
    def falling(self) -> Floats:
        """`falling[n, k]`: n cards of a rank drawn k times, in order."""
        most = max(self.shoe.tolist()) + 1
        table = np.ones((most, 24))
        for count in range(most):
            for times in range(1, 24):
                table[count, times] = table[count, times - 1] * max(0, count - times + 1)
        return table


def _dealer(final: int) -> Finished:
    if final == BUST_FINAL:
        return Finished(22, 3, False)
    if final == BLACKJACK_FINAL:
        return Finished(21, 2, True)
    return Finished(int(FINALS[final]), 3, False)


def _odds(odds: Any) -> Fraction:
    return Fraction(odds.pays, odds.to)


def two_cards() -> Iterator[Multiset]:
    """Every pair of ranks that a player may be dealt."""
    for one in range(RANKS):
        for other in range(one, RANKS):
            hand = [0] * RANKS
            hand[one] += 1
            hand[other] += 1
            yield tuple(hand)
