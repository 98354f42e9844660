"""How long the exact prices take, kernels compiled and cached, one core. The yardstick is one run of the kernel."""

from __future__ import annotations

import time

import numpy as np

from pitboss.analysis.drawing.kernel import dealer_ends
from pitboss.analysis.drawing.solver import solve
from pitboss.analysis.drawing.terms import Terms, terms_of
from pitboss.analysis.edge import side_wagers
from pitboss.games.registry import Game, compile_game
from pitboss.law.house import defaults
from pitboss.law.rulebook import load

RULEBOOKS = ("spanish21-ma", "spanish21-ma-prior", "spanish21-md", "spanish21-charity", "blackjack-co")


def yardstick(terms: Terms) -> float:
    """Seconds for all ends of a dealer's hand against a deuce, once."""
    deck, ends = terms.shoe.copy(), np.zeros(len(terms.finals))
    deck[1] -= 1
    left, hole = int(deck.sum()), terms.hole(1)
    dealer_ends(deck, left, 1, hole, terms.draws, terms.falling, ends)
    began = time.perf_counter()
    for _ in range(2000):
        dealer_ends(deck, left, 1, hole, terms.draws, terms.falling, ends)
    return (time.perf_counter() - began) / 2000


def main() -> None:
    games: dict[str, Game] = {name: compile_game(defaults(load(name))) for name in RULEBOOKS}
    one = yardstick(terms_of(games["spanish21-ma"]))
    print("Exact prices")
    print(f"  a dealer's ends          {1e6 * one:8.1f} microseconds")
    for name, game in games.items():
        began = time.perf_counter()
        value = solve(game).value
        seconds = time.perf_counter() - began
        print(f"  {name:<22}   {seconds:8.2f} s, {seconds / one:,.0f} times that; edge {-100 * value:.4f} %")
    began = time.perf_counter()
    count = sum(1 for game in games.values() for _ in side_wagers(game))
    print(f"  {count} side wagers           {time.perf_counter() - began:8.2f} s")


if __name__ == "__main__":
    main()
