"""What split hands lose at most by not looking at each other.

Cards are exchangeable and a hand's end is a stopping time, so a hand that is played by its own cards and the first
cards has a worth that does not depend on what other hands draw. What the policy leaves is what a later hand could
learn from the cards of earlier ones. However these are played, they show no more than if each of them drew until it
is bust. So the gain of a later hand that sees all those cards, over one that keeps to its plan, is a bound.

It is sampled: for each pair that is split, hands of the same rank that draw until they are bust, and then the best
play of the next one against its plan, both from what is left. Run as a script it prints the bound of each rulebook.
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np

from conformance.suite import game
from pitboss.analysis.drawing.kernel import COLUMNS, NEVER, SPLIT, solve_up_card
from pitboss.analysis.drawing.solver import Solution, UpCard, solve
from pitboss.analysis.drawing.tables import ACE, Floats, Ints, hands, numbers, with_card

BOOKS = ("spanish21-ma", "spanish21-md", "spanish21-charity", "blackjack-co")


def one_hand(rank: int, at: UpCard, shoe: Ints, plan: Ints, *, follow: bool) -> float:
    """The worth of one split hand that begins with this rank, from this shoe, by this plan or by the best one."""
    values: Floats = np.full((len(at.terms.all_hands), COLUMNS), NEVER)
    contains = (hands().counts[:, rank] > 0).astype(np.int64)
    tables = (hands(), at.terms.draws, at.terms.split_pays, at.terms.falling)
    solve_up_card(at.up, shoe, at.hole, *tables, contains, at.remembered, plan, follow, values)
    first, total = with_card(at.terms.empty, rank), 0.0
    for second in at.terms.ranks:
        row = numbers()[with_card(first, second)]
        chance = at.chance_of(second, first, shoe)
        total += chance * float(values[row, plan[row, 0]]) if chance > 0 else 0.0
    return total


def drawn_until_bust(rank: int, at: UpCard, shoe: Ints, chance: np.random.Generator) -> Ints:
    """What is left when a hand of this rank has drawn until it is bust; the hole card keeps to what is known of it."""
    hand = numbers()[with_card(at.terms.empty, rank)]
    left = shoe.copy()
    while hand >= 0:
        deck, _ = at.deck(with_card(at.terms.empty, rank), left)
        likely = [
            at.chance_of(card, with_card(at.terms.empty, rank), left) if deck[card] else 0.0 for card in at.terms.ranks
        ]
        card = int(chance.choice(len(likely), p=np.array(likely) / sum(likely)))
        left[card] -= 1
        hand = int(hands().after[hand, card])
    return left


def gained(solution: Solution, samples: int, seed: int = 1) -> tuple[float, float]:
    """The bound for a unit of the first wager, over all pairs that are split, and its error."""
    chance, total, square = np.random.default_rng(seed), 0.0, 0.0
    for likely, hand, up in solution.starts():
        at = solution.up_cards[up]
        decisions = at.decisions(hand)
        if max(decisions, key=lambda each: decisions[each]) != SPLIT:
            continue
        rank = hand.index(2)
        if rank == ACE and not solution.terms.draws_on_split_aces:
            continue  # nothing is decided on them
        shoe = solution.terms.shoe - np.array(with_card(at.terms.empty, rank))
        plan, again = at.splits[rank].plan, 2 * at.chance_of(rank, with_card(at.terms.empty, rank), shoe)
        found = []
        for _ in range(samples):
            left, gain, weight = shoe, 0.0, 1.0
            for _ in range(1, at.splits[rank].most):
                left = drawn_until_bust(rank, at, left, chance)
                best = one_hand(rank, at, left, np.zeros_like(plan), follow=False)
                gain += weight * (best - one_hand(rank, at, left, plan.copy(), follow=True))
                weight *= again  # a third hand, and a fourth, come of further pairs only
            found.append(gain)
        total += likely * float(np.mean(found))
        square += likely**2 * float(np.var(found)) / max(1, samples - 1)
    return total, sqrt(square)


if __name__ == "__main__":
    for book in BOOKS:
        bound, error = gained(solve(game(book, {})), int(sys.argv[1]) if len(sys.argv) > 1 else 20)
        print(f"{book:20} at most {100 * bound:.5f} % of the wager, error {100 * error:.5f} %")
