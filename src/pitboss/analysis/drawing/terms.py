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

from pitboss.analysis.claims import NotPriced, need_claimed
from pitboss.analysis.drawing.kernel import Hole, Pays
from pitboss.analysis.drawing.tables import (
    ACE,
    BY_POINTS,
    MOST_OVER,
    Alphabet,
    Drawing,
    Draws,
    Floats,
    Ints,
    Multiset,
    Place,
    all_hands,
    best_total,
    draws,
    starts,
    with_card,
)
from pitboss.cards import Card, Suit
from pitboss.core.hands import situation_of_points
from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished, HandToPay, Verdict
from pitboss.games.registry import Family, Game, family
from pitboss.money import Cents, Odds
from pitboss.rules.situation import Situation
from pitboss.rules.splitting import ThreeWays


def rank_of(card: Card) -> int:
    """The rank of a card by its points: 0 for an ace, 9 for every ten-point card."""
    return BY_POINTS.rank_of(card)


_SUITS = {"suited": (Suit.HEARTS,), "spades": (Suit.SPADES,), "mixed": (Suit.HEARTS, Suit.SPADES)}


@lru_cache(maxsize=16384)
def example(hand: Multiset, suits: str, alphabet: Alphabet = BY_POINTS) -> tuple[Card, ...]:
    """Cards that make this hand: of one suit, or of two in turn."""
    ranks = [alphabet.ranks[rank][-1] for rank, count in enumerate(hand) for _ in range(count)]
    return tuple(Card(rank, suit) for rank, suit in zip(ranks, cycle(_SUITS[suits]), strict=False))


def multiset(cards: Iterable[Card]) -> Multiset:
    """Cards as they count, by their points."""
    counts = Counter(rank_of(card) for card in cards)
    return tuple(counts[rank] for rank in range(BY_POINTS.size))


# Best play stops there where a house allows more. With six decks of Spanish 21 the sixth split of a box is worth
# 5.5e-7 of a wager and the seventh 1.1e-7, so the eighth about 2e-8, and the time grows.
MOST_SPLITS = 7


SWITCHED_21 = HandToPay(Finished(21, 2, blackjack=False, switched=True))


@dataclass(frozen=True)
class Terms:
    """What the solver must know of a game.

    With `zero_memory` split hands are played just as hands of the same cards that were not split; otherwise as is best
    for them. The first is what published figures are usually made with. Settlement tells cards apart by their points
    and no further; a finer alphabet is for wagers that see more.
    """

    game: Family
    zero_memory: bool = False
    alphabet: Alphabet = BY_POINTS
    _pays: dict[Place, Pays] = field(default_factory=dict, init=False, compare=False)
    _premiums: dict[tuple[Multiset, str], str | None] = field(default_factory=dict, init=False, compare=False)
    _completed: dict[Multiset, tuple[int, Multiset] | None] = field(default_factory=dict, init=False, compare=False)

    def __post_init__(self) -> None:
        need_claimed(self.game)

    @property
    def rules(self) -> BlackjackRules:
        return self.game.rules

    def key(self) -> object:
        """Equal for two games between which the solver sees no difference."""
        rules = self.rules
        arrays = (self.shoe, *(each for place in Place for each in self.pays(place)), *self._suited_pays())
        switches = (self.drawing, rules.surrender is None, self.draws_on_split_aces, *self._first_rights())
        limits = (self.max_splits(ACE), self.max_splits(ACE + 1), self.doubles_blackjack, self.zero_memory)
        two_spots = rules.betting.spots, *(self.net_of(SWITCHED_21, final) for final in self.finals)
        split = (*two_spots, self.premiums_on_split_hands, self.surrenders_split(Situation(14, False, 2, split=True)))
        pairs = (self.peeks, self.by_rank)
        return (*(np.asarray(each).tobytes() for each in arrays), *switches, *limits, *split, *pairs)

    def _first_rights(self) -> Iterator[object]:
        """What may be done with three first cards besides drawing, and what they come to against a blackjack."""
        yield self.first_cards
        for hand in starts(self.first_cards, self.alphabet) if self.parts else ():
            yield self.may_part(hand), self.may_surrender(hand), self.declines_early(hand), self.lost_to_blackjack(hand)

    def _suited_pays(self) -> tuple[Floats, ...]:
        whole = {found[1] for hand in two_cards() if (found := self.completed(hand)) is not None}
        made = [(hand, suits) for hand in sorted(whole) for suits in ("suited", "spades")]
        return tuple(
            np.array([self.net(hand, final, place, suits=suits) for hand, suits in made for final in self.finals])
            for place in Place
        )

    @cached_property
    def shoe(self) -> Ints:
        counts = Counter(self.alphabet.rank_of(card) for card in self.game.shoe)
        return np.array([counts[rank] for rank in range(self.alphabet.size)], dtype=np.int64)

    @property
    def ranks(self) -> range:
        return range(self.alphabet.size)

    @property
    def empty(self) -> Multiset:
        return (0,) * self.alphabet.size

    @property
    def copies(self) -> int:
        """How many copies of each card the shoe holds."""
        return len(self.game.shoe) // len(set(self.game.shoe))

    @cached_property
    def drawing(self) -> Drawing:
        """How the dealer draws. Totals between which settlement sees no difference on any hand are one end."""
        dealer = self.rules.dealer
        known: dict[object, int] = {}
        totals = range(dealer.stands, dealer.stands + 10)  # a last ten-point card may carry him to nine over
        ends = tuple(known.setdefault(self._seen(Finished(total, 3, False)), len(known)) for total in totals)
        return Drawing(dealer.stands, dealer.hits_soft, ends)

    def _seen(self, dealer: Finished) -> object:
        """What settlement makes of every hand against this end."""
        verdicts = (self.rules.settlement.verdict(hand, dealer) for hand in self._to_pay)
        return tuple((each.outcome, each.odds, each.added_odds) for each in verdicts)

    @cached_property
    def _to_pay(self) -> tuple[HandToPay, ...]:
        """Every hand that settlement can be asked about, those above 21 and a switched blackjack too."""
        hands = {(Finished(total, min(size, 3), total == 21 and size == 2), row) for total, size, row in self._alike}
        busts = [(Finished(22 + over, 3, False), None) for over in range(MOST_OVER)]
        switched = (SWITCHED_21,) if self.rules.betting.spots > 1 else ()
        return switched + tuple(
            HandToPay(hand._replace(blackjack=hand.blackjack and not split), doubled, split, row)
            for hand, row in [*sorted(hands, key=repr), *busts]
            for doubled in (False, True)
            for split in (False, True)
        )

    @cached_property
    def _ends(self) -> tuple[Finished, ...]:
        """One hand of the dealer's for each end."""
        ends, stands = self.drawing.ends, self.drawing.stands
        return (*(Finished(stands + ends.index(end), 3, False) for end in range(max(ends) + 1)), Finished(21, 2, True))

    @property
    def finals(self) -> range:
        """The ends of the dealer's hand by number; the last one is a blackjack."""
        return range(len(self._ends))

    @property
    def blackjack(self) -> int:
        return self.drawing.blackjack

    @cached_property
    def draws(self) -> Draws:
        return draws(self.drawing, self.alphabet)

    @property
    def peeks(self) -> bool:
        """Whether a dealer's blackjack is found before anything is decided."""
        return self.rules.dealing.check is not None

    def hole(self, up: int) -> Hole:
        """What is known of the dealer's second card when play begins."""
        fills = np.zeros(self.alphabet.size, dtype=np.int64)
        fills[list(self.alphabet.completing(up))] = 1
        return Hole(fills, int(self.peeks))

    @property
    def first_cards(self) -> int:
        """With how many cards a box begins."""
        return self.rules.dealing.count

    @property
    def parts(self) -> bool:
        """Whether first cards are split three ways, and not in pairs."""
        return isinstance(self.rules.splitting, ThreeWays)

    def situation(self, hand: Multiset, doubles: int = 0, *, split: bool = False) -> Situation:
        """A hand as rules look at it; that cards make a pair or could pass 21 matters where they are parted, only."""
        if not self.parts:
            return Situation(*best_total(hand, self.alphabet), sum(hand), doubles, split)
        points = [11 if each == 1 else each for each in self.alphabet.points]
        held = [points[rank] for rank, count in enumerate(hand) for _ in range(count)]
        return situation_of_points(held, doubles, split=split)

    def may_part(self, hand: Multiset, *, same_rank: bool = True) -> bool:
        """Whether these first cards may be split three ways; two tens among them are of the same rank, or are not."""
        rule = self.rules.splitting if self.parts else None
        cards, this = example(hand, "mixed", self.alphabet), self.situation(hand)
        this = this._replace(same_rank=this.same_rank and same_rank)
        return rule is not None and rule.refuses(cards, this, 1) is None

    @property
    def by_rank(self) -> bool:
        """Whether tens of different ranks are no pair (S07, split_by)."""
        return self.rules.splitting is not None and self.rules.splitting.by_rank

    @cached_property
    def of_a_rank(self) -> tuple[tuple[int, int], ...]:
        """By rank: how many cards of one card rank the shoe holds among those that count so, and how many in all."""
        held, found = Counter(card.rank for card in self.game.shoe), []
        for ranks in self.alphabet.ranks:
            counts = {held[rank] for rank in ranks if held[rank]} or {0}
            assert len(counts) == 1, "decks hold all ranks equally often"
            found.append((counts.pop(), sum(held[rank] for rank in ranks)))
        return tuple(found)

    def like_tens(self, hand: Multiset) -> float | None:
        """The chance that two tens of first cards are of one rank; None if a split does not depend on it.

        Neither the up card nor the cards to come matter: tens are alike to everything else.
        """
        if not self.by_rank:
            return None
        tens = [rank for rank, count in enumerate(hand) if count == 2 and len(self.alphabet.ranks[rank]) > 1]
        if not tens or (self.may_part(hand, same_rank=False) if self.parts else not self.max_splits(tens[0])):
            return None
        one, every = self.of_a_rank[tens[0]]
        return (one - 1) / (every - 1) if every > 1 else 0.0

    def by_ranks(self, hand: Multiset) -> tuple[tuple[float, bool], ...]:
        """Whether first cards that count so may be split as far as their ranks go, each answer with its chance."""
        like = self.like_tens(hand)
        return ((1.0, True),) if like is None else ((like, True), (1 - like, False))

    def may_surrender(self, hand: Multiset) -> bool:
        """Whether these first cards may be given up."""
        return self.rules.surrender is not None and self.rules.surrender.permits(self.situation(hand))

    def declines_early(self, hand: Multiset) -> bool:
        """Whether these first cards are a 21 that is declined before the dealer looks (TC12)."""
        rule = self.rules.drawing.first_21
        return rule is not None and rule.before_check and rule.may_be_declined(self.situation(hand))

    def lost_to_blackjack(self, hand: Multiset) -> float:
        """What first cards come to when the dealer is found to have a blackjack."""
        surrender = self.rules.surrender
        if surrender is not None and surrender.spared and self.situation(hand).total > 21:  # TC10
            return -0.5
        return self.net(hand, self.blackjack)

    def premium(self, hand: Multiset, suits: str = "mixed") -> str | None:
        """The row of the premium table that a hand makes; the suits matter to three cards only."""
        key = (hand, suits)
        if key not in self._premiums:
            self._premiums[key] = self.rules.settlement.premium(example(hand, suits, self.alphabet))
        return self._premiums[key]

    def completed(self, hand: Multiset) -> tuple[int, Multiset] | None:
        """The rank that would make these two cards a hand whose premium depends on suits, and that hand."""
        if hand not in self._completed:
            self._completed[hand] = self._complete(hand) if sum(hand) == 2 else None
        return self._completed[hand]

    def _complete(self, hand: Multiset) -> tuple[int, Multiset] | None:
        for rank in self.ranks:
            whole = with_card(hand, rank)
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
        return np.array([int(self.completed(hand) is not None) for hand in self.all_hands], dtype=np.int64)

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
        """What a finished hand wins or loses against one end, in units of the first wager."""
        split = place is not Place.PLAIN
        return self.net_of(self.priced(hand, doubles=doubles, split=split, suits=suits), final, place, doubles)

    def net_of(self, hand: HandToPay, final: int, place: Place = Place.PLAIN, doubles: int = 0) -> float:
        """As `net`, of a hand as settlement sees it.

        A dealer's blackjack takes the original wager of a box, which lies on the first of its hands (S04).
        """
        verdict = self.verdict(hand, final)
        stake = self.stake(doubles)
        match verdict.outcome:
            case Outcome.PUSH:
                return 0.0
            case Outcome.LOSE if final == self.blackjack and not (self.rules.settlement.busts_lost and _is_bust(hand)):
                return 0.0 if place is Place.BORN else -1.0
            case Outcome.LOSE:
                return -float(stake)
        assert verdict.odds is not None
        if verdict.added_odds is not None:
            return float(_odds(verdict.odds) + (stake - 1) * _odds(verdict.added_odds))
        return float(stake * _odds(verdict.odds))

    def priced(self, hand: Multiset, *, doubles: int = 0, split: bool = False, suits: str = "mixed") -> HandToPay:
        """A finished hand as settlement sees it."""
        total, _ = best_total(hand, self.alphabet)
        blackjack = total == 21 and sum(hand) == 2 and not split
        return HandToPay(Finished(total, sum(hand), blackjack), doubles > 0, split, self.premium(hand, suits))

    def verdict(self, hand: HandToPay, final: int) -> Verdict:
        return self.rules.settlement.verdict(hand, self._ends[final])

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
        if self.rules.splitting is None or self.parts:
            return 0
        return min(MOST_SPLITS, self.rules.splitting.most(aces=rank == ACE))

    def surrenders_split(self, hand: Situation) -> bool:
        """Whether a hand that a split has made may be surrendered (S12)."""
        return self.rules.surrender is not None and self.rules.surrender.permits(hand)

    def given_up(self, place: Place, final: int) -> float:
        """A surrendered hand: half of it is lost; to a blackjack all, or nothing that a split added (S39)."""
        if final != self.blackjack:
            return -0.5
        rule = self.rules.surrender
        return 0.0 if rule is not None and rule.original_only and place is Place.BORN else -1.0

    def pays(self, place: Place) -> Pays:
        """All of it as arrays."""
        if place not in self._pays:
            self._pays[place] = self._make_pays(place)
        return self._pays[place]

    def _make_pays(self, place: Place) -> Pays:
        stood, doubled, redoubled = (self._nets(doubles, place) for doubles in range(3))
        rescued, split = -99.0 if self.rules.rescue is None else -1.0, place is not Place.PLAIN
        over = np.array([[self._over(doubles, above, place) for above in range(MOST_OVER)] for doubles in range(3)])
        return Pays(
            stood=stood,
            doubled=doubled,
            redoubled=redoubled,
            bust=over[:, 0, 0].copy(),
            spared=over[:, 0, self.blackjack] - over[:, 0, 0],
            rescue=np.array([rescued] * 3),
            given_up=np.array([self.given_up(place, final) for final in self.finals]),
            over=over,
            lives=int((over[:, :, : self.blackjack] != over[:, :1, :1]).any()),
            may_hit=self._flags(self.rules.drawing.permits, split=split),
            may_double=self._flags(self._doubles, split=split, least=2),
            may_redouble=self._flags(self._doubles, split=split, doubles=1),
        )

    def _over(self, doubles: int, above: int, place: Place) -> list[float]:
        """What a bust hand comes to against each end, so many points above 22."""
        hand = HandToPay(Finished(22 + above, 3, False), doubles > 0, place is not Place.PLAIN)
        return [self.net_of(hand, final, place, doubles) for final in self.finals]

    def _doubles(self, hand: Situation) -> bool:
        return self.rules.doubling is not None and self.rules.doubling.permits(hand)

    @cached_property
    def _alike(self) -> list[tuple[int, int, str | None]]:
        """What settlement can tell of each hand of mixed suits."""
        return [(best_total(hand, self.alphabet)[0], min(sum(hand), 3), self.premium(hand)) for hand in self.all_hands]

    @property
    def all_hands(self) -> tuple[Multiset, ...]:
        return all_hands(self.alphabet)

    def _nets(self, doubles: int, place: Place) -> Floats:
        """Hands that settlement cannot tell apart are priced once."""
        known: dict[object, list[float]] = {}
        rows = []
        for hand, key in zip(self.all_hands, self._alike, strict=True):
            if key not in known:
                known[key] = [self.net(hand, final, place, doubles=doubles) for final in self.finals]
            rows.append(known[key])
        return np.array(rows)

    def _flags(self, rule: Callable[[Situation], bool], *, split: bool, doubles: int = 0, least: int = 1) -> Ints:
        """Which hands a rule permits something; hands that it cannot tell apart are put to it once."""
        permits = lru_cache(maxsize=None)(rule)
        found = [sum(hand) >= least and permits(self.situation(hand, doubles, split=split)) for hand in self.all_hands]
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


def _is_bust(hand: HandToPay) -> bool:
    return hand.hand.total > 21


def _odds(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.to)


def terms_of(game: Game) -> Terms:
    """What the solver must know of a game; raises `NotPriced` where it knows no such game."""
    found = family(game)
    if found is None:
        raise NotPriced(f"{game.house.rulebook.id} is not a game of drawing cards to 21.")
    return Terms(found)


def two_cards(alphabet: Alphabet = BY_POINTS) -> tuple[Multiset, ...]:
    """Every pair of ranks that a player may be dealt."""
    return starts(2, alphabet)


def at_stake(game: Family, stake: Cents) -> Family:
    """The game for a main wager of this size: a limit on added wagers may rule out the second double (CH04)."""
    doubling = game.rules.doubling
    if doubling is None or doubling.cap is None:
        return game
    second = 2 * stake if doubling.second_is_at_stake else stake
    if second <= doubling.cap.amount:
        return game
    return replace(game, rules=replace(game.rules, doubling=replace(doubling, times=1)))
