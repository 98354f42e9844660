"""Contests of a poker hand beside the standard game, solved once for all tests of them."""

from __future__ import annotations

from functools import cache

from conformance.suite import any_game
from pitboss.analysis.contest.joint import Contested, Joint
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.cards import Card, Rank, Suit
from pitboss.core.options import Refusal
from pitboss.ids import ClauseId, Clauses, Wager
from pitboss.money import Odds
from pitboss.payouts import Payout
from pitboss.rules.contest import Contest


def cites(name: str) -> Clauses:
    return (ClauseId(name),)


def contest(*, by_value: bool = False, first_two: bool = False, ante_draws: bool = True) -> Contest:
    return Contest(
        ante=Wager("ante"),
        bet=Wager("bet"),
        ante_pays=Payout(Odds(1, 1), cites("ante pays")),
        bet_pays=Payout(Odds(1, 1), cites("bet pays")),
        offered=cites("offered"),
        equal=cites("equal"),
        forfeits=cites("forfeits"),
        to_natural=cites("to natural"),
        not_qualified=cites("not qualified"),
        compared=cites("compared"),
        tied=cites("tied"),
        needs_played=Refusal("needs-played", "an ante alone does not draw", ()),
        least=Rank.QUEEN,
        by_value=by_value,
        first_two=first_two,
        ante_draws=ante_draws,
    )


PLAIN = contest()


@cache
def solution(decks: int, splits: int) -> Solution:
    return solve(any_game("blackjack-co", {"decks": decks, "soft17": "hit", "max_splits": splits}))


@cache
def joint(decks: int, splits: int = 0, what: Contest = PLAIN) -> Joint:
    return Joint(solution(decks, splits), what)


_contested: dict[tuple[int, int, int], Contested] = {}


def contested(known: Joint, played: int, ante: int) -> Contested:
    """A contest at these stakes, worked out once."""
    stakes = id(known), played, ante  # what is worked out holds what is known, so no other one takes its place
    if stakes not in _contested:
        _contested[stakes] = Contested(known.solution, known.contest, played, ante, known)
    return _contested[stakes]


def of(text: str) -> Card:
    return Card(Rank(text), Suit.CLUBS)
