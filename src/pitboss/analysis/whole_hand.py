"""Wagers on the dealer's whole hand, counted: every way in which he can draw, as fractions.

He may be met in any order of cards, so ways that have drawn the same kinds of cards, and that the wager takes for the
same, go on together. Cards are of one kind if they count the same and the wager does not tell them apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.registry import Family
from pitboss.rules.dealing import Dealer
from pitboss.wagers.side import SideWager, WholeHand

Chances = dict[tuple[str, ...], Fraction]


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
    looked = side.late is not None and game.rules.dealing.check is not None
    return _counted(game.shoe, game.rules.dealer, side.whole, looked=looked)


@lru_cache(maxsize=32)
def _counted(shoe: tuple[Card, ...], dealer: Dealer, whole: WholeHand, *, looked: bool) -> tuple[Against, ...]:
    ups: defaultdict[int, list[Card]] = defaultdict(list)
    for card in shoe:
        ups[card.points].append(card)
    found = []
    for points, cards in ups.items():
        rows = _count(shoe, dealer, whole, cards[0], looked=looked)
        met = sum(rows.values())
        name = "A" if points == 11 else str(points)
        chance = Fraction(len(cards), len(shoe)) * met
        found.append(Against(name, chance, {row: each / met for row, each in rows.items()}))
    total = sum(each.chance for each in found)
    return tuple(each._replace(chance=each.chance / total) for each in found)


def _count(shoe: Sequence[Card], dealer: Dealer, whole: WholeHand, up: Card, *, looked: bool) -> Chances:
    """The chance of each row against an up card; a blackjack that was looked for and not found is left out."""
    kinds = list(_kinds(shoe, up, whole))
    size = len(shoe) - 1
    ended: Counter[tuple[tuple[str, ...], int]] = Counter()
    going: dict[tuple[tuple[int, ...], Hashable], int] = {((0,) * len(kinds), whole.begin(up)): 1}
    drawn = 0
    while going:
        drawn += 1
        then: defaultdict[tuple[tuple[int, ...], Hashable], int] = defaultdict(int)
        for (held, seen), ways in going.items():
            for number, kind in enumerate(kinds):
                left = kind.copies - held[number]
                if left <= 0:
                    continue
                now = (*held[:number], held[number] + 1, *held[number + 1 :])
                total, soft = _total(up, kinds, now)
                if drawn == 1 and total == 21 and looked:
                    continue
                state = whole.then(seen, kind.card)
                if dealer.draws(total, soft):
                    then[now, state] += ways * left
                else:
                    row = whole.row(state) if total > 21 else None
                    ended[() if row is None else (row,), drawn] += ways * left
        going = then
    found: Chances = defaultdict(Fraction)
    for (rows, cards), ways in ended.items():
        found[rows] += Fraction(ways, perm(size, cards))
    return dict(found)


def _kinds(shoe: Sequence[Card], up: Card, whole: WholeHand) -> Iterator[Kind]:
    alike: defaultdict[Hashable, list[Card]] = defaultdict(list)
    for card in shoe:
        alike[card.points, whole.apart(card, up)].append(card)
    for cards in alike.values():
        yield Kind(cards[0], len(cards) - (up in cards), 1 if cards[0].points == 11 else cards[0].points)


def _total(up: Card, kinds: Sequence[Kind], held: Sequence[int]) -> tuple[int, bool]:
    """What the dealer has, and whether an ace counts 11 in it."""
    hard = (1 if up.points == 11 else up.points) + sum(
        count * kind.points for count, kind in zip(held, kinds, strict=True)
    )
    ace = up.points == 11 or any(count and kind.points == 1 for count, kind in zip(held, kinds, strict=True))
    soft = ace and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft
