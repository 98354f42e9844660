"""Ante Up 21: other ways to play for the ante and 21, and single first cards and hands that are played otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.contest.tables import BY_VALUE, RANKS, STARTS, Held, cards_of, held
from pitboss.analysis.contest.thumb import RULES_OF_THUMB
from pitboss.analysis.drawing.kernel import NEVER
from pitboss.analysis.drawing.tables import BY_RANK, Ints, all_hands, best_total
from pitboss.cards import Rank
from pitboss.poker.two_cards import TwoCards, best_two
from pitboss.rules.contest import Contest
from pitboss.simulation.codes import DOUBLE, HIT, SPLIT, STAND, TEN, Bytes
from pitboss.simulation.parts import contest
from pitboss.simulation.plans import Plan
from rivals.changes import NAMES, Change, Changes, weight_of
from rivals.drawing import Rival, published
from rivals.plans import Case, Edit, Policy, Seen

Folds = Callable[[TwoCards, Rank], bool]
EXACT_RANKS: NDArray[np.uint8] = np.arange(RANKS, dtype=np.uint8)
"""The up card as the poker hand sees it, of each exact rank."""
SURE = 1e-4  # how often a hand of three cards comes, about


@dataclass
class Antes:
    """All hands of a game whose boxes are played for a poker hand too."""

    case: Case

    @property
    def contest(self) -> Contest:
        rules = self.case.compiled.rules
        assert rules.contest is not None
        return rules.contest

    @cached_property
    def held(self) -> Held:
        return held(self.contest)

    @cached_property
    def drawn(self) -> Ints:
        """The hands that have something to decide, in the order in which the kernel numbers them from 1 on."""
        drawn = np.flatnonzero((self.held.next >= 0).any(axis=1))
        assert self.decided["plan"].shape == (RANKS, 1 + len(drawn))
        return drawn

    @property
    def decided(self) -> dict[str, Bytes]:
        return dict(self.case.plan.ways[contest.NAME])

    def with_decisions(self, **decisions: Bytes) -> Plan:
        return self.case.plan.with_way(contest.NAME, {**self.decided, **decisions})

    # Rivals.

    def folding(self, folds: Folds) -> Bytes:
        """Return which first cards fold by a rule, by up card and ranks."""
        made = np.zeros((RANKS,) * 3, dtype=np.uint8)
        for up_card, one, other in np.ndindex(*made.shape):
            made[up_card, one, other] = folds(best_two(cards_of((one, other))), list(Rank)[up_card])
        return made

    @cached_property
    def alone(self) -> Bytes:
        """What 21 alone would decide on every hand, as the kernel reads it."""
        plan = self.decided["plan"].copy()
        for number, hand in enumerate(self.drawn.tolist(), start=1):
            coarse = self.held.coarse[hand]
            plan[:, number] = self.case.plan.plan[0, BY_VALUE, coarse]
        return plan

    def by(self, policy: Policy) -> Bytes:
        """Return what a policy decides on every hand."""
        plan, pays = self.decided["plan"].copy(), self.case.terms.plain_pays
        for number, hand in enumerate(self.drawn.tolist(), start=1):
            counts, coarse = self.held.counts[hand], self.held.coarse[hand]
            total, soft = best_total(tuple(counts.tolist()), BY_RANK)
            pair = int(BY_VALUE[STARTS[hand][0]]) if hand < len(STARTS) and self.alike(hand) else None
            for up_card in range(RANKS):
                asked = policy(Seen(total, soft, int(counts.sum()), pair, int(BY_VALUE[up_card])))
                if asked is not None:
                    plan[up_card, number] = HIT if asked == DOUBLE and not pays.may_double[coarse] else asked
        return plan

    def alike(self, hand: int) -> bool:
        """Whether two first cards count the same."""
        one, other = STARTS[hand]
        return bool(BY_VALUE[one] == BY_VALUE[other])

    def rivals(self) -> list[Rival]:
        none = np.zeros((RANKS,) * 3, dtype=np.uint8)

        def tens_stand(seen: Seen) -> int | None:
            return STAND if seen.pair == TEN else None

        def never_splits(seen: Seen) -> int | None:
            return None if seen.pair is None else (STAND if seen.total >= 17 or seen.soft else HIT)

        def splits_tens(seen: Seen) -> int | None:
            return SPLIT if seen.pair == TEN else None

        thumbs = [
            Rival(f"folds by the rule: {rule.says}", self.with_decisions(folds=self.folding(rule)))
            for rule in RULES_OF_THUMB[1:]
        ]
        return [
            Rival("plays 21 alone and never folds", self.with_decisions(folds=none, plan=self.alone)),
            Rival("plays 21 alone and folds as is best", self.with_decisions(plan=self.alone)),
            Rival("never folds", self.with_decisions(folds=none)),
            Rival("folds whatever has no pair and no ace", self.with_decisions(folds=self.folding(_poor))),
            *thumbs,
            Rival("never splits tens", self.with_decisions(plan=self.by(tens_stand))),
            Rival("always splits tens", self.with_decisions(plan=self.by(splits_tens))),
            Rival("never splits", self.with_decisions(plan=self.by(never_splits))),
            Rival("plays the published strategy of blackjack", self.with_decisions(plan=self.by(published))),
        ]

    def rivals_after_splits(self) -> list[Rival]:
        def draws_after_splits(seen: Seen) -> int | None:
            return HIT if seen.split and seen.hard and seen.total < 17 else None

        def stands_after_splits(seen: Seen) -> int | None:
            return STAND if seen.split and seen.hard and seen.total >= 12 else None

        def draws_once(seen: Seen) -> int | None:
            return HIT if seen.split and seen.cards == 2 and seen.hard and seen.total < 18 else None

        return [
            Rival("draws to 17 on every hand of a split", self.after_split(draws_after_splits)),
            Rival("draws to 17 on hands of split tens", self.after_split(draws_after_splits, (TEN,))),
            Rival("never draws to 12 and more after a split", self.after_split(stands_after_splits)),
            Rival("draws a third card to every 17 and less", self.after_split(draws_once)),
            *(self._on_total(total, decision) for total in range(12, 19) for decision in (STAND, HIT)),
        ]

    def _on_total(self, total: int, decision: int) -> Rival:
        """Return a plan that always does the same on a hard total of a split hand, whatever else is seen."""
        says = f"after a split always {NAMES[decision]}s on hard {total}"
        return Rival(says, self.after_split(lambda seen: decision if seen.hard and seen.total == total else None))

    def after_split(self, policy: Policy, pairs: Sequence[int] = range(TEN + 1)) -> Plan:
        """Return the plan with a policy for hands of split pairs, whatever else is seen of their box."""
        decided = self.decided
        choice, row, pattern = decided["choice"], decided["row"], decided["pattern"].copy()
        always = np.array([[0x00], [0x55], [0xAA]], dtype=np.uint8)  # stand, hit or double, whatever is seen
        wider = np.concatenate((choice, np.broadcast_to(always, (len(always), choice.shape[1]))))
        for value in pairs:
            for number in np.flatnonzero(row[value]).tolist():
                hand = all_hands()[number]
                total, soft = best_total(hand)
                for up_card in range(RANKS):
                    asked = policy(Seen(total, soft, sum(hand), None, int(BY_VALUE[up_card]), split=True))
                    if asked is not None:
                        pattern[up_card, :, row[value, number]] = len(choice) + asked
        return self.with_decisions(choice=wider, pattern=pattern)

    # Changes.

    def changes(self) -> Changes:
        yield from self._folds()
        yield from self._hands()

    def _chance(self, ranks: tuple[int, int], up_card: int) -> float:
        del up_card
        return (1 if ranks[0] == ranks[1] else 2) / RANKS**3

    def _folds(self) -> Changes:
        """First cards that fold or bet; those with one high card are the closest."""
        for up_card in range(RANKS):
            for one, other in STARTS:
                folds = int(self.decided["folds"][up_card, one, other])
                orders = {(one, other), (other, one)}
                edits = [Edit("contest/folds", (up_card, *order), 1 - folds) for order in orders]
                says = f"{spelled(one, other)} against {list(Rank)[up_card]}: {'bet' if folds else 'fold'}"
                gap = 0.5 if one in (other, 0) else 0.1
                yield Change(says, up_card, weight_of(self._chance((one, other), up_card), gap), edits)

    def _hands(self) -> Changes:
        """Hands that bet, of two and three cards; how close a decision is 21 alone says, about."""
        pays, plan = self.case.terms.plain_pays, self.decided["plan"]
        for number, hand in enumerate(self.drawn.tolist(), start=1):
            coarse, first = int(self.held.coarse[hand]), hand < len(STARTS)
            if int(self.held.counts[hand].sum()) > 3:
                continue
            cards = "-".join(str(list(Rank)[rank]) for rank in np.repeat(np.arange(RANKS), self.held.counts[hand]))
            lawful = [STAND, HIT] + [DOUBLE] * bool(pays.may_double[coarse]) + [SPLIT] * (first and self.alike(hand))
            for up_card in range(RANKS):
                values = self.case.solution.up_cards[int(BY_VALUE[up_card])].values[coarse]
                decided, chance = int(plan[up_card, number]), SURE
                if first:
                    chance = self._chance(STARTS[hand], up_card)
                for decision in lawful:
                    if decision != decided:
                        known = SPLIT not in (decision, decided) and min(values[decision], values[decided]) > NEVER
                        gap = float(values[decided] - values[decision]) if known else 0.1
                        says = f"{cards} against {list(Rank)[up_card]}: {NAMES[decision]} and not {NAMES[decided]}"
                        edits = [Edit("contest/plan", (up_card, number), decision)]
                        yield Change(says, up_card, weight_of(chance, gap), edits)


def _poor(hand: TwoCards, up_card: Rank) -> bool:
    del up_card
    return not hand.pair and hand.high < best_two(cards_of((0, 1))).high


def spelled(one: int, other: int) -> str:
    return f"{list(Rank)[one]}-{list(Rank)[other]}"
