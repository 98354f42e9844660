"""When to fold, in words that can be kept in mind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import Rank
from pitboss.poker.two_cards import TwoCards, height

if TYPE_CHECKING:
    from pitboss.analysis.contest.joint import Contested

TEN = height(Rank.TEN)


@dataclass(frozen=True, slots=True)
class Folding:
    """Against these up cards hands fold that have no pair, no card above `high` and none below `low`."""

    against: tuple[Rank, ...]
    high: Rank
    low: Rank

    def folds(self, hand: TwoCards, up: Rank) -> bool:
        return up in self.against and hand.high <= height(self.high) and hand.low >= height(self.low)


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """A pair never folds. Two ten-valued cards do only if `tens` says so: they may be split."""

    says: str
    foldings: tuple[Folding, ...] = ()
    tens: bool = False

    def __call__(self, hand: TwoCards, up: Rank) -> bool:
        if hand.pair or (hand.low >= TEN and not self.tens):
            return False
        return any(each.folds(hand, up) for each in self.foldings)


UPWARDS = (*list(Rank)[1:], Rank.ACE)


def fold_rows(contested: Contested) -> list[list[str]]:
    """What folds against each up card, the higher card of a hand first, with a heading."""
    return [["AGAINST", "FOLDS"], *([str(up), _spelled(contested.folds(up))] for up in UPWARDS)]


def other_rows(contested: Contested) -> list[list[str]]:
    """First cards that bet and are then played otherwise than for the other wager alone, by what is done instead."""
    rows = [["AGAINST", "DECISION", "FIRST CARDS"]]
    for up in UPWARDS:
        by_decision: dict[str, list[tuple[Rank, Rank]]] = {}
        for each in contested.played_otherwise(up):
            by_decision.setdefault(each.together, []).append(each.first)
        rows += [[str(up), decision, _spelled(pairs)] for decision, pairs in by_decision.items()]
    return rows


def _spelled(pairs: Iterable[tuple[Rank, Rank]]) -> str:
    """Hands in falling order, as in K6 K5."""
    hands = [sorted(pair, key=height, reverse=True) for pair in pairs]
    return " ".join(
        "".join(map(str, hand)) for hand in sorted(hands, key=lambda hand: [-height(each) for each in hand])
    )


_TO_ACE = Folding((Rank.ACE,), Rank.KING, Rank.TWO)
_TO_KING = Folding((Rank.KING,), Rank.QUEEN, Rank.EIGHT)
_TO_OTHERS = Folding((Rank.TWO, Rank.THREE, Rank.QUEEN), Rank.JACK, Rank.EIGHT)

RULES_OF_THUMB = (
    RuleOfThumb("never fold"),
    RuleOfThumb("fold king high or worse against an ace, otherwise bet", (_TO_ACE,), tens=True),
    RuleOfThumb(
        "never fold two ten-valued cards; against an ace fold everything else that is king high or worse, "
        "against a king what is queen high or worse with no card below 8",
        (_TO_ACE, _TO_KING),
    ),
    RuleOfThumb(
        "never fold two ten-valued cards; against an ace fold everything else that is king high or worse, "
        "against a king what is queen high or worse with no card below 8, "
        "against 2, 3 and queen what is jack high or worse with no card below 8",
        (_TO_ACE, _TO_KING, _TO_OTHERS),
    ),
)
"""From what everybody knows to what nearly everybody could, where tens of different ranks may be split.

Six decks, the played wager twice the ante: they lose 2.22, 1.27, 0.61 and 0.25 per cent of an ante; with equal wagers
1.57, 1.13, 0.36 and 0.19. An ante alone is for the first two: there the others fold too much.
"""
