"""Wagers on the dealer's whole hand, counted: every way in which he can draw, as fractions.

He may be met in any order of cards, so ways that have drawn the same kinds of cards, and that the wager takes for the
same, go on together. Cards are of one kind if they count the same and the wager does not tell them apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.registry import Family
from pitboss.rules.dealing import Dealer
from pitboss.wagers.side import SideWager, WholeHand

Chances = dict[tuple[str, ...], Fraction]
ACE_POINTS = 11
RANKS = 10  # cards as they count, aces first
Drawn = tuple[int, ...]
"""How many cards of each rank the dealer has drawn to the up card."""
Ways = Mapping[tuple[tuple[str, ...], Drawn], int]
"""In how many ways the shoe gives the dealer these cards in an order that makes these rows."""


class Against(NamedTuple):
    """What a wager comes to against one up card: how likely it is that it is met, and what is then how likely."""

    up: str
    chance: Fraction
    rows: Chances


class Kind(NamedTuple):
    """Cards that are alike: one of them, how many there are, and what each counts, an ace 1."""

    card: Card
    copies: int
    points: int


def by_up_card(game: Family, side: SideWager) -> tuple[Against, ...]:
    """Every up card as it counts; of a wager that is placed after the dealer's look, given that he has no blackjack."""
    assert side.whole is not None
    return _counted(game.shoe, game.rules.dealer, side.whole, looked=_is_looked(game, side))


def ways_by_up_card(game: Family, side: SideWager) -> dict[str, Ways]:
    """The dealer's ways from a fresh shoe, by the name of the up card."""
    assert side.whole is not None
    looked = _is_looked(game, side)
    return {
        _name(points): _ways(game.shoe, game.rules.dealer, side.whole, cards[0], looked=looked)
        for points, cards in _up_cards(game.shoe).items()
    }


def _is_looked(game: Family, side: SideWager) -> bool:
    """Whether a dealer's blackjack is found before the wager is placed."""
    return side.late is not None and game.rules.dealing.check is not None


def _up_cards(shoe: Sequence[Card]) -> dict[int, list[Card]]:
    """The cards of a shoe by what they count."""
    ups: defaultdict[int, list[Card]] = defaultdict(list)
    for card in shoe:
        ups[card.points].append(card)
    return ups


def _name(points: int) -> str:
    return "A" if points == ACE_POINTS else str(points)


@lru_cache(maxsize=32)
def _counted(shoe: tuple[Card, ...], dealer: Dealer, whole: WholeHand, *, looked: bool) -> tuple[Against, ...]:
    found = []
    for points, cards in _up_cards(shoe).items():
        rows = _count(shoe, dealer, whole, cards[0], looked=looked)
        met = sum(rows.values())
        chance = Fraction(len(cards), len(shoe)) * met
        found.append(Against(_name(points), chance, {row: each / met for row, each in rows.items()}))
    total = sum(each.chance for each in found)
    return tuple(each._replace(chance=each.chance / total) for each in found)


def _count(shoe: tuple[Card, ...], dealer: Dealer, whole: WholeHand, up: Card, *, looked: bool) -> Chances:
    """The chance of each row against an up card; a blackjack that was looked for and not found is left out."""
    found: Chances = defaultdict(Fraction)
    for (rows, drawn), ways in _ways(shoe, dealer, whole, up, looked=looked).items():
        found[rows] += Fraction(ways, perm(len(shoe) - 1, sum(drawn)))
    return dict(found)


@lru_cache(maxsize=128)
def _ways(shoe: tuple[Card, ...], dealer: Dealer, whole: WholeHand, up: Card, *, looked: bool) -> Ways:
    kinds = list(_kinds(shoe, up, whole))
    ended: Counter[tuple[tuple[str, ...], Drawn]] = Counter()
    going: dict[tuple[tuple[int, ...], Hashable], int] = {((0,) * len(kinds), whole.begin(up)): 1}
    first = True
    while going:
        then: defaultdict[tuple[tuple[int, ...], Hashable], int] = defaultdict(int)
        for (held, seen), ways in going.items():
            for number, kind in enumerate(kinds):
                left = kind.copies - held[number]
                if left <= 0:
                    continue
                now = (*held[:number], held[number] + 1, *held[number + 1 :])
                total, soft = _total(up, kinds, now)
                if first and total == 21 and looked:
                    continue
                state = whole.then(seen, kind.card)
                if dealer.draws(total, soft):
                    then[now, state] += ways * left
                else:
                    row = whole.row(state) if total > 21 else None
                    ended[() if row is None else (row,), _by_rank(kinds, now)] += ways * left
        going, first = then, False
    return ended


def _by_rank(kinds: Sequence[Kind], held: Sequence[int]) -> Drawn:
    """Cards by what they count, whatever else tells them apart."""
    found = [0] * RANKS
    for kind, count in zip(kinds, held, strict=True):
        found[kind.points - 1] += count
    return tuple(found)


def _kinds(shoe: Sequence[Card], up: Card, whole: WholeHand) -> Iterator[Kind]:
    alike: defaultdict[Hashable, list[Card]] = defaultdict(list)
    for card in shoe:
        alike[card.points, whole.apart(card, up)].append(card)
    for cards in alike.values():
        yield Kind(cards[0], len(cards) - (up in cards), 1 if cards[0].points == ACE_POINTS else cards[0].points)


def _total(up: Card, kinds: Sequence[Kind], held: Sequence[int]) -> tuple[int, bool]:
    """What the dealer has, and whether an ace counts 11 in it."""
    hard = (1 if up.points == ACE_POINTS else up.points) + sum(
        count * kind.points for count, kind in zip(held, kinds, strict=True)
    )
    ace = up.points == ACE_POINTS or any(count and kind.points == 1 for count, kind in zip(held, kinds, strict=True))
    soft = ace and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft
