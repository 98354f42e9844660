"""A game's rules as numbers for the solver: what each hand pays against each end of the dealer's.

Every figure is asked of the compiled rules, as the table itself asks them; nothing about odds, limits or thresholds
is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import cycle

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
from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished, HandToPay, Verdict
from pitboss.games.registry import Family, Game, family
from pitboss.money import Cents, Odds
from pitboss.rules.situation import Situation


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


def multiset(cards: Iterable[Card]) -> Multiset:
    """Cards as the solver counts them."""
    counts = Counter(rank_of(card) for card in cards)
    return tuple(counts[rank] for rank in range(RANKS))


# Best play stops there where a house allows more. With six decks of Spanish 21 the sixth split of a box is worth
# 5.5e-7 of a wager and the seventh 1.1e-7, so the eighth about 2e-8, and the time grows.
MOST_SPLITS = 7


class NotPriced(Exception):
    """The solver does not know how to price this house or reading yet. The message names it."""


@dataclass(frozen=True)
class Terms:
    """What the solver must know of a game.

    With `zero_memory` split hands are played just as hands of the same cards that were not split; otherwise as is best
    for them. The first is what published figures are usually made with.
    """

    game: Family
    zero_memory: bool = False
    _pays: dict[Place, Pays] = field(default_factory=dict, init=False, compare=False)
    _premiums: dict[tuple[Multiset, str], str | None] = field(default_factory=dict, init=False, compare=False)
    _completed: dict[Multiset, tuple[int, Multiset] | None] = field(default_factory=dict, init=False, compare=False)

    def need_known(self) -> None:
        """Raises `NotPriced` where the solver cannot follow the rules."""
        rules = self.rules
        above_21 = rules.settlement.verdict(HandToPay(Finished(24, 3, False)), Finished(24, 3, False))
        unknown = {
            "readings.S03: a bust that ties": above_21.outcome is Outcome.PUSH,
            "readings.S12: surrender of split hands that a dealer's blackjack may still take": not self.peeks
            and self.surrenders_split(Situation(14, False, 2, split=True)),
        }
        found = [name for name, there in unknown.items() if there]
        if found:
            raise NotPriced(f"{'; '.join(found)} cannot be priced yet")

    @property
    def rules(self) -> BlackjackRules:
        return self.game.rules

    def key(self) -> object:
        """Equal for two games between which the solver sees no difference."""
        rules = self.rules
        arrays = (self.shoe, *(each for place in Place for each in self.pays(place)), *self._suited_pays())
        switches = (rules.dealer.stands, rules.dealer.hits_soft, rules.surrender is None, self.draws_on_split_aces)
        limits = (self.max_splits(ACE), self.max_splits(ACE + 1), self.doubles_blackjack, self.zero_memory)
        split = (self.premiums_on_split_hands, self.surrenders_split(Situation(14, False, 2, split=True)))
        return (*(each.tobytes() for each in arrays), *switches, *limits, *split, self.peeks)

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
        return draws(self.rules.dealer.stands, hits_soft=self.rules.dealer.hits_soft)

    @property
    def peeks(self) -> bool:
        """Whether a dealer's blackjack is found before anything is decided."""
        return self.rules.dealing.check is not None

    def hole(self, up: int) -> int:
        """The rank that the hole card is known not to be when play begins; -1 where nothing is known."""
        return completes(up) if self.peeks else -1

    def unseen(self, up: int) -> int:
        """The rank of a second card that would turn out to make a blackjack; -1 where that is excluded."""
        return -1 if self.peeks else completes(up)

    def premium(self, hand: Multiset, suits: str = "mixed") -> str | None:
        """The row of the premium table that a hand makes; the suits matter to three cards only."""
        key = (hand, suits)
        if key not in self._premiums:
            self._premiums[key] = self.rules.settlement.premium(example(hand, suits))
        return self._premiums[key]

    def completed(self, hand: Multiset) -> tuple[int, Multiset] | None:
        """The rank that would make these two cards a hand whose premium depends on suits, and that hand."""
        if hand not in self._completed:
            self._completed[hand] = self._complete(hand) if sum(hand) == 2 else None
        return self._completed[hand]

    def _complete(self, hand: Multiset) -> tuple[int, Multiset] | None:
        for rank in range(RANKS):
            whole = (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])
            if self._paid(whole, "suited") != self._paid(whole, "mixed"):
                return rank, whole
        return None

    def _paid(self, hand: Multiset, suits: str) -> str | None:
        """The premium row of a hand, if it is paid at all."""
        premiums, row = self.rules.settlement.premiums, self.premium(hand, suits)
        return row if premiums is not None and row in premiums.pays else None

    @cached_property
    def may_be_premium(self) -> Ints:
        """Two cards that a third could make a premium hand; their suits may speak for drawing."""
        return np.array([int(self.completed(hand) is not None) for hand in all_hands()], dtype=np.int64)

    @property
    def premiums_on_split_hands(self) -> bool:
        premiums = self.rules.settlement.premiums
        return premiums is not None and not premiums.split

    @property
    def doubles_blackjack(self) -> bool:
        return self._doubles(Situation(21, True, 2))

    @property
    def draws_on_split_aces(self) -> bool:
        """Whether anything is decided on a split ace (S08)."""
        return self.rules.drawing.permits(Situation(13, True, 2, split=True, ace=True))

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

    def priced(self, hand: Multiset, *, doubles: int = 0, split: bool = False, suits: str = "mixed") -> HandToPay:
        """A finished hand as settlement sees it."""
        total, _ = best_total(hand)
        blackjack = total == 21 and sum(hand) == 2 and not split
        return HandToPay(Finished(total, sum(hand), blackjack), doubles > 0, split, self.premium(hand, suits))

    def verdict(self, hand: HandToPay, final: int) -> Verdict:
        return self.rules.settlement.verdict(hand, _dealer(final))

    def stake(self, doubles: int) -> int:
        """The stake after this number of doubles, each in full."""
        return 1 if self.rules.doubling is None else self.rules.doubling.stake_after(doubles)

    @property
    def plain_pays(self) -> Pays:
        return self.pays(Place.PLAIN)

    @property
    def split_pays(self) -> Pays:
        """Those of a hand that a split has made. The first hand of the box is paid the same, but for a blackjack."""
        return self.pays(Place.BORN)

    def max_splits(self, rank: int) -> int:
        """How often a pair of this rank is split in one box at most."""
        return 0 if self.rules.splitting is None else min(MOST_SPLITS, self.rules.splitting.most(aces=rank == ACE))

    def surrenders_split(self, hand: Situation) -> bool:
        """Whether a hand that a split has made may be surrendered (S12)."""
        return self.rules.surrender is not None and self.rules.surrender.permits(hand)

    def pays(self, place: Place) -> Pays:
        """All of it as arrays."""
        if place not in self._pays:
            self._pays[place] = self._make_pays(place)
        return self._pays[place]

    def _make_pays(self, place: Place) -> Pays:
        stood, doubled, redoubled = (self._nets(doubles, place) for doubles in range(3))
        rescued, split = -99.0 if self.rules.rescue is None else -1.0, place is not Place.PLAIN
        return Pays(
            stood=stood,
            doubled=doubled,
            redoubled=redoubled,
            bust=np.array([-float(self.stake(doubles)) for doubles in range(3)]),
            spared=np.array([self._spared(doubles, place) for doubles in range(3)]),
            rescue=np.array([rescued] * 3),
            may_hit=self._flags(self.rules.drawing.permits, split=split),
            may_double=self._flags(self._doubles, split=split, least=2),
            may_redouble=self._flags(self._doubles, split=split, doubles=1),
        )

    def _doubles(self, hand: Situation) -> bool:
        return self.rules.doubling is not None and self.rules.doubling.permits(hand)

    def _spared(self, doubles: int, place: Place) -> float:
        """What a bust hand gets back after all when the dealer turns out to have a blackjack (S04)."""
        if self.rules.settlement.busts_lost:
            return 0.0
        return float(self.stake(doubles) - (0 if place is Place.BORN else 1))

    @cached_property
    def _alike(self) -> list[tuple[int, bool, str | None]]:
        """What settlement can tell of each hand of mixed suits."""
        return [(best_total(hand)[0], sum(hand) == 2, self.premium(hand)) for hand in all_hands()]

    def _nets(self, doubles: int, place: Place) -> Floats:
        """Hands that settlement cannot tell apart are priced once."""
        known: dict[object, list[float]] = {}
        rows = []
        for hand, key in zip(all_hands(), self._alike, strict=True):
            if key not in known:
                finals = range(len(FINALS))
                known[key] = [self.net(hand, final, place, doubles=doubles) for final in finals]
            rows.append(known[key])
        return np.array(rows)

    def _flags(self, rule: Callable[[Situation], bool], *, split: bool, doubles: int = 0, least: int = 1) -> Ints:
        """Which hands a rule permits something; hands that it cannot tell apart are put to it once."""
        permits = lru_cache(maxsize=None)(rule)
        found = [
            sum(hand) >= least and permits(Situation(*best_total(hand), sum(hand), doubles, split))
            for hand in all_hands()
        ]
        return np.array(found, dtype=np.int64)

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


def _odds(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.to)


def terms_of(game: Game) -> Terms:
    """What the solver must know of a game; raises `NotPriced` where it knows no such game."""
    found = family(game)
    if found is None:
        raise NotPriced(f"{game.house.rulebook.id} cannot be priced yet")
    return Terms(found)


def two_cards() -> Iterator[Multiset]:
    """Every pair of ranks that a player may be dealt."""
    for one in range(RANKS):
        for other in range(one, RANKS):
            hand = [0] * RANKS
            hand[one] += 1
            hand[other] += 1
            yield tuple(hand)


def at_stake(game: Family, stake: Cents) -> Family:
    """The game for a main wager of this size: a limit on added wagers may rule out the second double (CH04)."""
    doubling = game.rules.doubling
    if doubling is None or doubling.cap is None:
        return game
    second = 2 * stake if doubling.second_is_at_stake else stake
    if second <= doubling.cap.amount:
        return game
    return replace(game, rules=replace(game.rules, doubling=replace(doubling, times=1)))
