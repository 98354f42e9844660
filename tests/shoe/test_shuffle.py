"""Is the shuffle unbiased? Exhaustively on tiny decks, statistically on many shoes.

The statistical tests share one family-wise level of one in a million, divided evenly over all of them (Bonferroni).
Three shufflers with mistakes that people really make must fail the same tests, so the tests can see.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from pitboss.cards import SPANISH_DECK, Card, cards
from pitboss.shoe.stack import shuffled, stopped_at

Shuffler = Callable[[Sequence[Card], Callable[[int], int]], list[Card]]
FAMILY_LEVEL = 1e-6
SHOES = 12_000
PILE = SPANISH_DECK[:24]


def off_by_one(pile: Sequence[Card], below: Callable[[int], int]) -> list[Card]:
    """Sattolo's cycle by mistake: a card never stays where it was."""
    order = list(pile)
    for last in range(len(order) - 1, 0, -1):
        other = below(last)
        order[last], order[other] = order[other], order[last]
    return order


def swap_with_any(pile: Sequence[Card], below: Callable[[int], int]) -> list[Card]:
    """Every place swaps with any place: more paths than orders, and not evenly many to each."""
    order = list(pile)
    for place in range(len(order)):
        other = below(len(order))
        order[place], order[other] = order[other], order[place]
    return order


def modulo(pile: Sequence[Card], below: Callable[[int], int]) -> list[Card]:
    """A small random number reduced by the remainder of a division favours low places."""
    return shuffled(pile, lambda n: below(32) % n)


BROKEN: list[Shuffler] = [off_by_one, swap_with_any, modulo]


def orders(shuffler: Shuffler, pile: Sequence[Card]) -> Counter[tuple[Card, ...]]:
    """How often each order comes out, over every sequence of random numbers that can be drawn."""
    found: Counter[tuple[Card, ...]] = Counter()
    for draws, weight in _all_draws(shuffler, pile):
        script = iter(draws)
        found[tuple(shuffler(pile, lambda _, script=script: next(script)))] += weight  # type: ignore[misc]
    return found


def _all_draws(shuffler: Shuffler, pile: Sequence[Card]) -> Iterator[tuple[tuple[int, ...], int]]:
    asked: list[int] = []

    def ask(n: int) -> int:
        asked.append(n)
        return 0

    shuffler(pile, ask)
    for draws in itertools.product(*(range(n) for n in asked)):
        yield draws, 1


@pytest.mark.clause("MA-4(a).3", "MD-5.A.3")
@pytest.mark.parametrize("count", range(1, 7))
def test_every_order_of_a_tiny_deck_comes_equally_often(count: int) -> None:
    found = orders(shuffled, SPANISH_DECK[:count])
    assert len(found) == math.factorial(count)
    assert set(found.values()) == {1}


@pytest.mark.parametrize("shuffler", BROKEN[:2], ids=lambda each: each.__name__)
def test_broken_shufflers_fail_on_a_tiny_deck(shuffler: Shuffler) -> None:
    found = orders(shuffler, cards("Ac 2c 3c 4c"))
    assert len(found) < 24 or len(set(found.values())) > 1


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least this large (Wilson and Hilferty's cube-root approximation)."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def uniform(counts: Counter[int], cells: int, freedom: int) -> float:
    """The chance that evenly likely cells look at least as uneven as this."""
    expected = counts.total() / cells
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
    return chi_square_tail(statistic, freedom)


def p_values(shuffler: Shuffler, seed: int) -> dict[str, float]:
    """Position by card, and four serial statistics, over many shuffles of a pile of 24."""
    below = random.Random(seed).randrange
    place_of = {card: place for place, card in enumerate(PILE)}
    size = len(PILE)
    where: Counter[int] = Counter()
    serial: dict[str, Counter[int]] = {name: Counter() for name in ("next card", "next but one", "first pair", "ends")}
    for _ in range(SHOES):
        order = [place_of[card] for card in shuffler(PILE, below)]
        for place, card in enumerate(order):
            where[place * size + card] += 1
        at = below(size - 2)  # one pair a shuffle, so that the pairs are independent
        serial["next card"][_pair(order[at], order[at + 1], size)] += 1
        serial["next but one"][_pair(order[at], order[at + 2], size)] += 1
        serial["first pair"][_pair(order[0], order[1], size)] += 1
        serial["ends"][_pair(order[0], order[-1], size)] += 1
    pairs = size * (size - 1)
    found = {name: uniform(counts, pairs, pairs - 1) for name, counts in serial.items()}
    # Rows and columns of the position-by-card table are fixed, which takes their degrees of freedom away.
    found["position by card"] = uniform(where, size * size, (size - 1) ** 2)
    return found


def _pair(one: int, other: int, size: int) -> int:
    """A number for two different cards in order, without gaps."""
    return one * (size - 1) + (other if other < one else other - 1)


@pytest.mark.clause("MA-4(a).3", "MD-5.A.3")
def test_many_shuffles_look_random() -> None:
    found = p_values(shuffled, seed=2026)
    assert min(found.values()) > FAMILY_LEVEL / len(found), found


@pytest.mark.parametrize("shuffler", BROKEN, ids=lambda each: each.__name__)
def test_broken_shufflers_are_rejected(shuffler: Shuffler) -> None:
    found = p_values(shuffler, seed=2026)
    assert min(found.values()) < FAMILY_LEVEL / len(found), found


def test_the_system_generator_shuffles_whole_shoes() -> None:
    """The shoe of a real table, from the operating system: top cards and neighbours over many shoes."""
    from pitboss.shoe.randomness import SystemRandomness

    place_of = {card: place for place, card in enumerate(SPANISH_DECK)}
    tops: Counter[int] = Counter()
    for number in range(400):
        below, _ = SystemRandomness().shuffle(number)
        tops.update(place_of[card] for card in shuffled(SPANISH_DECK * 6, below)[::6])
    assert uniform(tops, 48, 47) > FAMILY_LEVEL


def test_a_wheel_stops_by_its_weights() -> None:
    stops = [stopped_at((2, 0, 3), lambda _, at=at: at) for at in range(5)]  # type: ignore[misc]
    assert stops == [1, 1, 3, 3, 3]
