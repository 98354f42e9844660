"""The best play of a house: what every decision on a hand is worth, or a chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.analysis.family.chart import Chart
from pitboss.analysis.family.kernel import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER
from pitboss.analysis.family.solver import Solution
from pitboss.analysis.family.tables import numbers
from pitboss.analysis.family.terms import multiset, rank_of
from pitboss.cards import Card, Suit, cards
from pitboss.core.hands import score
from pitboss.desk.prices import solved
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Game
from pitboss.ids import Clauses

NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}


@dataclass(frozen=True, slots=True)
class Advised:
    """One decision: its worth for each unit of the first wager, and its clauses."""

    decision: str
    worth: float
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Advice:
    """Every decision on a hand, the best one first. `blackjack_excluded` says that the dealer has looked for one."""

    decisions: tuple[Advised, ...]
    blackjack_excluded: bool

    @property
    def best(self) -> Advised:
        return self.decisions[0]


def advise(game: Game, hand: str, up: str) -> Advice:
    """What every decision on these very cards is worth against an up card, from a fresh shoe.

    Raises `BadQuestion` where the cards make no sense, and `Refused` where nothing is left to decide.
    """
    held, rank = _cards(game, hand, up)
    solution = solved(game)
    values = _values(solution, held, rank)
    clauses = _clauses(solution.terms.rules)
    best_first = sorted(values, key=lambda decision: -values[decision])
    decisions = tuple(Advised(NAMES[each], values[each], clauses[each]) for each in best_first)
    return Advice(decisions, solution.terms.peeks)


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play as a chart: its rows, what best play is worth, and what keeping to the chart is worth."""

    rows: list[list[str]]
    value: float
    charted: float


def best_play(game: Game) -> BestPlay:
    """The chart of a house; raises `BadQuestion`."""
    solution = solved(game)
    chart = Chart(solution)
    return BestPlay(chart.grid.written(), float(solution.value), float(chart.value))


def _clauses(rules: BlackjackRules) -> dict[int, Clauses]:
    return {
        STAND: rules.conduct.stand,
        HIT: rules.drawing.offered,
        DOUBLE: () if rules.doubling is None else rules.doubling.offered,
        SPLIT: () if rules.splitting is None else rules.splitting.offered,
        SURRENDER: () if rules.surrender is None else rules.surrender.offered,
    }


def _values(solution: Solution, hand: Sequence[Card], up: int) -> dict[int, float]:
    """The worth of each decision on these very cards; three of one suit may be paid better."""
    at, counts = solution.up_cards[up], multiset(hand)
    one_suit = len({card.suit for card in hand}) == 1
    suit = ("spades" if hand[0].suit is Suit.SPADES else "suited") if one_suit else None
    if len(hand) > 2:
        row = at.values[numbers()[counts]]
        values = {action: float(row[action]) for action in (STAND, HIT, DOUBLE) if row[action] > NEVER}
        if len(hand) == 3 and suit is not None:
            values[STAND] = at.stood(counts, suit)
        return values
    if suit is None or solution.terms.completed(counts) is None:
        return at.decisions(counts)
    return at.decisions(counts, suit, solution.terms.copies - (2 if hand[0].rank is hand[1].rank else 0))


def _cards(game: Game, hand_text: str, up_text: str) -> tuple[tuple[Card, ...], int]:
    try:
        hand = cards(" ".join(_written(word) for word in hand_text.split()))
    except ValueError as error:
        raise BadQuestion(str(error)) from None
    try:
        shown = _written(up_text if len(up_text) > 2 or up_text[-1:].lower() in "cdhs" else f"{up_text}c")
        up = Card.parse(shown.replace("T", "K"))
    except ValueError:
        raise BadQuestion(f"{up_text!r} is no up card; write A, 2 to 9, 10, J, Q or K, as in A or 7h") from None
    held = Counter(game.shoe)
    for card, count in Counter(hand).items():
        if count > held[card]:
            there = f"hold it {held[card]} times" if held[card] else "have no tens"
            raise BadQuestion(f"{card} stands {count} time(s) in the hand, and the decks {there}")
    if len(hand) < 2:
        raise BadQuestion("a hand has two cards or more")
    if score(hand).total > 21:
        raise Refused(f"{hand_text} is {score(hand).total}, and a bust hand has nothing left to decide")
    return hand, rank_of(up)


def _written(word: str) -> str:
    """A card as people type it, `10H` or `8C`, in the notation's letters."""
    return f"{word[:-1].upper().replace('10', 'T')}{word[-1:].lower()}"
