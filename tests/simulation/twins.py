"""What the compiled functions come to, printed to the last digit; run once compiled and once as plain Python.

Whole numbers are printed as they are and others in hexadecimal, so that equal output is equal bits. As plain Python,
numbers of the kernel are those of numpy, which complain where they overflow: that would end this script.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from conformance.suite import WHEEL, game
from pitboss.analysis.drawing import kernel
from pitboss.analysis.drawing.kernel import COLUMNS
from pitboss.analysis.drawing.solver import new_memo
from pitboss.analysis.drawing.tables import MOST_OVER, RANKS, Ints, all_hands, best_total, hands, numbers, with_card
from pitboss.analysis.drawing.terms import Terms
from pitboss.desk.stakes import stakes_of
from pitboss.money import Cents
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.run import Order, play_chunk
from simulation.rounds import random_plan

EIGHT = 7
GAMES: dict[str, dict[str, object]] = {
    "spanish21-ma": {"bonus_spin": True, "wheel": WHEEL},
    "blackjack-co": {"decks": 2, "surrender": "late", "soft17": "hit"},
}
ONLY_PLAYED: dict[str, dict[str, object]] = {
    "buffalo-3": {},
    "blackjack-switch": {},
    "3-card-21": {},
    "straight-jack-progressive": {"paytable": "SJP4"},
    "21-hold-em": {},
    "ante-up-21": {},
}


def bits(values: Any) -> str:
    """Numbers to the last digit."""
    flat = np.asarray(values).reshape(-1).tolist()
    return " ".join(each.hex() if isinstance(each, float) else str(each) for each in flat)


def played() -> Iterator[str]:
    """Rounds of one box, where most go the fast path, rounds of three boxes, and shoes; with every wager."""
    for rulebook, settings in {**GAMES, **ONLY_PLAYED}.items():
        playing, rounds = game(rulebook, settings), 400 if rulebook in GAMES else 60
        stakes = stakes_of(playing, every=True)
        one = Compiled(playing, random_plan(Terms(playing), np.random.default_rng(1)), stakes)
        three, alone = replace(one, boxes=3), replace(one, stakes={playing.rules.played: Cents(1000)})
        orders = {
            "one box": Order(one, 7, rounds, chunk=rounds),
            "one box, one wager": Order(alone, 8, rounds, chunk=rounds),
            "three boxes": Order(three, 7, rounds, chunk=rounds),
            "shoes": Order(three, 7, 1, shoes=True, chunk=3),
        }
        if playing.rules.shoe.every_round:
            del orders["shoes"]
        for name, order in orders.items():
            for kind, counts in play_chunk(order, 0).counts._asdict().items():
                flat = counts.reshape(-1)
                yield f"{rulebook}, {name}, {kind}: {bits(np.flatnonzero(flat))}: {bits(flat[flat != 0])}"


def decks(shoe: Ints) -> Iterator[Ints]:
    """A whole shoe, one that lacks some cards, and one that has run out of some ranks."""
    yield shoe
    yield shoe - np.array([3, 0, 1, 0, 2, 5, 0, 1, 0, 7])
    yield np.array([1, 2, 0, 4, 1, 0, 3, 1, 2, 5])


def wanted_hands() -> Ints:
    """Hard hands of two cards from 15 on, with all that they can become, and soft ones of an ace and a high card."""
    wanted = np.zeros(len(all_hands()), dtype=np.int64)
    for number, hand in enumerate(all_hands()):
        total, soft = best_total(hand)
        wanted[number] = sum(hand) == 2 and (total >= 20 or (total >= 15 and not soft))
    for number in range(len(wanted) - 1, -1, -1):  # a hand with a card more has a smaller number
        for then in hands().after[number]:
            if wanted[number] and then >= 0 and not hands().soft[number]:
                wanted[then] = 1
    return wanted


def worked_out() -> Iterator[str]:
    """Ends of dealers, worth of hands, a plan made and followed, and squares of results."""
    for rulebook, settings in GAMES.items():
        terms = Terms(game(rulebook, settings))
        for up in (0, 5, 9):
            for deck in decks(terms.shoe):
                ends = np.zeros(len(terms.finals))
                for hole in (terms.hole(up)._replace(looked=0), terms.hole(up)):
                    left = int(deck.sum())
                    kernel.dealer_ends(deck, left, up, hole, terms.draws, terms.falling, ends)
                    yield f"{rulebook}, ends of {up}: {bits(ends)}"
        yield from solved(terms, up=6)
        yield from solved(terms, up=9)
    yield from squared(terms, up=9)
    yield from started(terms, up=9)


def started(terms: Terms, up: int) -> Iterator[str]:
    """Single cards, over the card that follows each."""
    worths = np.arange(2.0 * len(all_hands())).reshape(-1, 2)
    found, one_card = np.zeros(RANKS), np.array([numbers()[with_card(terms.empty, rank)] for rank in range(RANKS)])
    columns = np.array([1, *([0] * (RANKS - 1))])
    kernel.one_card_starts(up, terms.shoe, terms.hole(up), hands(), one_card, worths, columns, found)
    yield f"single cards against {up}: {bits(found)}"


def solved(terms: Terms, up: int) -> Iterator[str]:
    """Hands that are not split, then split eights by the ends that are known, then the plan that was made."""
    size, wanted = len(all_hands()), wanted_hands()
    among = np.flatnonzero(wanted)
    memo, plan = new_memo(terms), np.zeros((size, 3), dtype=np.int64)
    for pays, gone, follow in ((terms.plain_pays, 0, False), (terms.split_pays, 2, False), (terms.split_pays, 3, True)):
        values, shoe = np.full((size, COLUMNS), kernel.NEVER), terms.shoe.copy()
        shoe[EIGHT] -= gone
        tables = (hands(), terms.draws, pays, terms.falling)
        kernel.solve_up_card(up, shoe, terms.hole(up), *tables, wanted, memo, plan, follow, values)
        known = int(memo.used[0])
        yield f"{up}, {gone} gone, {len(among)} hands: {bits(values[among])}: {bits(plan[among])}: {known} ends known"
    reached = np.zeros(size, dtype=np.int64)
    kernel.reachable(EIGHT, hands(), plan, np.zeros(size, dtype=np.int64), reached)
    yield f"{up}, reachable: {bits(np.flatnonzero(reached))}: {bits(reached[reached != 0])}"
    plan[:, 0] = np.where(hands().total < 15, kernel.HIT, plan[:, 0])
    done, bust = np.zeros((size, 3, 6)), np.zeros((3, MOST_OVER, len(terms.finals)))
    for hand in np.flatnonzero(hands().size == 2):
        done[hand, 0, plan[hand, 0]] = 1 / (3 + hand % RANKS)
    drawn_from = (hands(), terms.draws, terms.falling)
    kernel.follow_up_card(up, terms.shoe, terms.hole(up), *drawn_from, memo, 0, plan, done, bust)
    yield f"{up}, followed: {bits(np.flatnonzero(done))}: {bits(done[done != 0])}: {bits(bust)}"


def squared(terms: Terms, up: int) -> Iterator[str]:
    """Squares of results, of hands whose ends take little time in plain Python."""
    size, chance, wanted = len(all_hands()), np.random.default_rng(4), wanted_hands()
    plan = chance.integers(0, 3, (size, 3)) * wanted[:, np.newaxis]
    squares, joint = np.zeros(size), np.zeros((size, len(terms.finals)))
    tables = (hands(), terms.draws, terms.plain_pays, terms.falling, wanted, new_memo(terms))
    kernel.moments_of_up_card(up, terms.shoe, terms.hole(up), *tables, plan, squares, joint)
    yield f"{up}, squares: {bits(squares[wanted > 0])}: {bits(joint[wanted > 0])}"


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    kernel.worth(np.zeros(7), np.zeros(7))  # the first call compiles everything
    print("compiled" if hasattr(kernel.worth, "py_func") else "plain")
    for line in (*played(), *worked_out()):
        print(line)
