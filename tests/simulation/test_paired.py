"""The net: what a rule is worth is the same to the solver and to the dealt rounds, for every rule of every rulebook."""

from __future__ import annotations

from unittest import mock

import pytest

from pitboss.analysis.drawing.terms import Terms
from pitboss.ids import MAIN
from pitboss.law.house import check
from pitboss.law.rulebook import load
from simulation.pairs import BASES, STAKE, Net, Pair, beside_others, pairs

pytestmark = pytest.mark.slow
ROUNDS, ENOUGH = 20_000, 17  # of each pair, and about how many pairs of a house
OTHER_HANDS = "readings.TC11"  # the same cards go to other hands, which are worth the same
FAR = 5.0  # of more than a thousand distances none should be as far by chance
LEFT_TO_MAKE_PAIRED = [
    ("blackjack-co", 1),
    *((book, base) for book in ("21-plus-3", "golden-21", "buffalo-2", "3-card-21") for base in range(2)),
    ("buffalo-3", 0),
    ("ante-up-21", 0),
    *((book, base) for book in ("straight-jack", "straight-jack-progressive") for base in range(2)),
    ("blackjack-switch", 0),
    ("spanish21-ma", 1),
    ("spanish21-ma", 2),
    *(("spanish21-ma-prior", base) for base in range(3)),
]
TWO_SPOTS = ("surrender = late", "readings.SW01 = only_switched")
PARTS = [(book, base) for book, bases in BASES.items() for base in range(len(bases))]
PARTS = [part for part in PARTS if part not in LEFT_TO_MAKE_PAIRED]


def of_base(book: str, number: int) -> list[Pair]:
    """The pairs of one base house; those whose cards do not pair are for `make paired`."""
    house = check(load(book), BASES[book][number], {})
    return [pair for pair in pairs(book) if pair.cards_pair and pair.one == house]


@pytest.mark.parametrize(("book", "base"), PARTS)
def test_every_rule_is_worth_what_it_is_priced(book: str, base: int) -> None:
    """Of many rules every second or third one; `make paired` has them all."""
    net, found = Net(), of_base(book, base)
    assert len(found) > 10
    for pair in found[:: 1 + (len(found) - 1) // ENOUGH]:
        compared = list(net.compare(pair, seed=base + 1, rounds=ROUNDS))
        for each in compared:
            assert abs(each.distance) < FAR, (pair.what, each)
        main = next(each for each in compared if each.wager == load(book).played)
        moves = main.exact or pair.what.startswith(OTHER_HANDS)
        assert moves or not main.found.different, f"{pair.what} is worth nothing, and yet rounds differ"


MOVED = {("spanish21-md", "MD18"), ("spanish21-ma", "MA24"), ("spanish21-ma", "S39")}


def test_readings_that_matter_beside_another_one() -> None:
    """Against the house that reads the other question so too; one procedure of Massachusetts each is enough here."""
    net, moved = Net(), set()
    for book, base in (("spanish21-md", 0), ("spanish21-ma", 0), ("spanish21-ma", 2)):
        for pair in beside_others(book, BASES[book][base], ""):
            compared = list(net.compare(pair, seed=base + 1, rounds=10 * ROUNDS))
            for each in compared:
                assert abs(each.distance) < FAR, (pair.what, each)
                assert each.wager != MAIN or each.exact or not each.found.different, pair.what
            if any(each.exact and each.found.different > 10 for each in compared):
                moved.add((book, pair.what.removeprefix("readings.").split(" ")[0]))
    assert moved == MOVED


def test_the_net_finds_a_blackjack_that_the_solver_forgets() -> None:
    """A solver that takes every dealer for one who looks is found out by what a split 21 wins against a blackjack."""
    pair = next(each for each in of_base("spanish21-ma", 1) if each.what.startswith("readings.S02"))
    (main,) = [each for each in Net().compare(pair, 1, 1_000_000) if each.wager == MAIN]
    assert abs(main.distance) < FAR
    assert main.exact / STAKE == pytest.approx(4.0688e-4, abs=1e-8)
    with mock.patch.object(Terms, "peeks", True):
        (forgetful,) = [each for each in Net().compare(pair, 1, 1_000_000) if each.wager == MAIN]
    assert abs(forgetful.distance) > FAR + 3


def test_what_the_rule_of_two_spots_is_worth_otherwise() -> None:
    """A house that lets hands be given up, and the reading by which a dealer's 22 pushes a switched blackjack alone."""
    net = Net()
    chosen = [each for each in of_base("blackjack-switch", 0) if each.what in TWO_SPOTS]
    assert len(chosen) == len(TWO_SPOTS)
    for pair in chosen:
        for each in net.compare(pair, seed=1, rounds=600_000):
            assert abs(each.distance) < FAR, (pair.what, each)
