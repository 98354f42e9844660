"""Three first cards: a rule for parting them that a person can use, what it loses, and both wagers taken together.

What single cards are worth by themselves can be added up. The rule parts three cards where that sum is more than the
worth of their total when they are kept together, and more than what a surrender leaves. Then every hand is played by
its own cards and the up card. What the rule is worth is exact, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.analysis.drawing.chart import RANK_NAMES, UP_NAMES, UP_ORDER
from pitboss.analysis.drawing.held import has_like_tens
from pitboss.analysis.drawing.kernel import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.splits import HALF
from pitboss.analysis.drawing.spread import Figure
from pitboss.analysis.drawing.tables import Floats, Multiset, best_total
from pitboss.analysis.drawing.terms import multiset
from pitboss.analysis.rows import row_table, ways
from pitboss.analysis.side import odds_of, shoe_counts
from pitboss.wagers.side import Origin, SideWager

KEPT = (STAND, HIT, DOUBLE)
FIRST_THREE = (Origin.FIRST, Origin.SECOND, Origin.THIRD)


@dataclass
class BySingles(Solution):
    """The game played by the rule. A 21 is taken unless its cards by themselves are worth more than that."""

    best: Solution

    @cached_property
    def up_cards(self) -> list[UpCard]:
        return self.best.up_cards

    @cached_property
    def kept(self) -> dict[tuple[int, bool], Floats]:
        """By total, soft or not: what three cards are worth against each up card when they are kept together."""
        worths: defaultdict[tuple[int, bool], Floats] = defaultdict(lambda: np.zeros(len(self.terms.ranks)))
        chances: defaultdict[tuple[int, bool], Floats] = defaultdict(lambda: np.zeros(len(self.terms.ranks)))
        for chance, hand, up in self.starts():
            if best_total(hand)[0] <= 21:
                chances[best_total(hand)][up] += chance
                worths[best_total(hand)][up] += chance * max(_together(self.up_cards[up].decisions(hand)).values())
        return {key: worths[key] / chances[key] for key in worths}

    def decisions(
        self, at: UpCard, hand: Multiset, suit: str | None = None, suit_left: float = 0.0, *, splits: bool = True
    ) -> dict[int, float]:
        found = at.decisions(hand, suit, suit_left, splits=splits)
        return {**found, SPLIT: at.parted.by_own_cards(hand)} if SPLIT in found else found

    def split_square(self, at: UpCard, hand: Multiset) -> Figure:
        return at.parted.spread_by_own_cards.square(hand)

    def chosen(self, at: UpCard, hand: Multiset, suit: str | None, decisions: Mapping[int, float]) -> int:
        del suit
        total, soft = best_total(hand)
        rule = {SURRENDER: HALF} if SURRENDER in decisions else {}
        if SPLIT in decisions:
            rule[SPLIT] = sum(count * float(at.parted.alone[rank]) for rank, count in enumerate(hand))
        if total <= 21:
            together = _together(decisions)
            best = max(together, key=lambda each: together[each])
            rule[best] = float(self.kept[total, soft][at.up])
        if self.terms.declines_early(hand):
            return STAND
        return max(rule, key=lambda each: rule[each])


def _together(decisions: Mapping[int, float]) -> dict[int, float]:
    """The decisions that keep the cards together."""
    return {each: worth for each, worth in decisions.items() if each in KEPT}


def single_rows(rule: BySingles) -> list[list[str]]:
    """What one card is worth by itself, in hundredths of a wager, with a heading."""
    alone = {up: rule.up_cards[up].parted.alone for up in UP_ORDER}
    body = [[RANK_NAMES[rank], *(_hundredths(alone[up][rank]) for up in UP_ORDER)] for rank in (*range(9, 0, -1), 0)]
    return [["", *UP_NAMES], *body]


def kept_rows(rule: BySingles) -> list[list[str]]:
    """What three cards are worth when they are kept together, by their total, in hundredths of a wager."""
    rows = [["", *UP_NAMES]]
    for total, soft in sorted(rule.kept, key=lambda each: (each[1], -each[0])):
        if total < 21:
            name = f"soft {total}" if soft else str(total)
            rows.append([name, *(_hundredths(rule.kept[total, soft][up]) for up in UP_ORDER)])
    return rows


def _hundredths(worth: float) -> str:
    return f"{round(100 * float(worth)):+d}"


def covariance(solution: Solution, side: SideWager) -> float:
    """How the main wager and one on the three first cards move together, for a unit of each; exact.

    Cards that count the same are the same to the main wager, unless their ranks decide whether they may be split. Given
    what the three cards count, and that, the two do not depend on each other.
    """
    assert side.sees == FIRST_THREE
    shoe = shoe_counts(solution.terms.game)
    cards = tuple(card for card, _ in shoe)
    table, weights = row_table(side.rows, cards, len(side.sees)), ways(shoe, len(side.sees))
    pays = np.array([float(odds_of(side.odds(rows).odds)) if rows else -1.0 for rows in table.rows])[table.made]
    sums: defaultdict[tuple[Multiset, bool], float] = defaultdict(float)
    counts: defaultdict[tuple[Multiset, bool], float] = defaultdict(float)
    for index in np.ndindex(*table.made.shape):
        held = [cards[each] for each in index]
        hand = multiset(held)
        key = hand, solution.terms.like_tens(hand) is None or has_like_tens(held)
        sums[key] += float(pays[index] * weights[index])
        counts[key] += float(weights[index])
    mean = sum(sums.values()) / sum(counts.values())
    product = 0.0
    for chance, hand, up in solution.starts():
        for share, splits, worth in solution.worths_by_ranks(hand, up):
            product += chance * share * worth * sums[hand, splits] / counts[hand, splits]
    return product - mean * solution.value
