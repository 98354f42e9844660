"""The ways in which hands end, numbered as they are met, and the hands that settlement cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.analysis.drawing.outcomes import DOUBLES, outcome_name
from pitboss.analysis.drawing.tables import Multiset, all_hands, best_total, hands
from pitboss.analysis.drawing.terms import Terms
from pitboss.core.kinds import Outcome
from pitboss.games.blackjack.settlement import Finished, HandToPay, Verdict
from pitboss.simulation.codes import BLACKJACK, BORN_OF_SPLIT, ENDS, PLAIN, Bytes

SUIT_KINDS = ("mixed", "suited", "spades")
SWITCHED_21 = Finished(21, 2, blackjack=False, switched=True)
BUSTS = 10  # a bust may be 22 to 31

# The kernel counts hands from the shortest on, so that those of most rounds lie close together in memory.
ORDER = np.argsort(hands().size, kind="stable")
NUMBER = np.argsort(ORDER)

ClassKey = tuple[Finished, str | None]


@dataclass(frozen=True, slots=True)
class Ending:
    """One way for a hand to end: what it is called, its net and what was staked on it, in first wagers."""

    name: str
    net: Fraction
    staked: int
    split: bool = False
    bonus: bool = False


@dataclass
class Endings:
    """The ways in which hands end in one game; `numbers` grows as they are met."""

    terms: Terms
    numbers: dict[Ending, int] = field(default_factory=dict)

    def number(self, ending: Ending) -> int:
        return self.numbers.setdefault(ending, len(self.numbers))

    @cached_property
    def classes(self) -> dict[ClassKey, int]:
        """Hands that settlement cannot tell apart, a split hand taken as any other; busts by their total."""
        numbers: dict[ClassKey, int] = {}
        for kind in SUIT_KINDS:
            for hand in all_hands():
                numbers.setdefault(self._class_key(hand, kind), len(numbers))
        numbers[SWITCHED_21, None] = len(numbers)
        for total in range(22, 22 + BUSTS):
            numbers[Finished(total, 3, False), None] = len(numbers)
        return numbers

    def _class_key(self, hand: Multiset, kind: str) -> ClassKey:
        total, _ = best_total(hand)
        count = min(sum(hand), 3)
        row = self.terms.premium(hand, kind) if sum(hand) >= 3 else None
        return Finished(total, count, total == 21 and count == 2), row

    @cached_property
    def class_of(self) -> Bytes:
        """By kind of suits and hand: its class."""
        rows = [[self.classes[self._class_key(hand, kind)] for hand in all_hands()] for kind in SUIT_KINDS]
        return np.array(rows, dtype=np.uint8)

    def _priced(self, key: ClassKey, doubles: int, *, split: bool) -> HandToPay:
        finished, row = key
        whole = finished._replace(blackjack=finished.blackjack and not split, switched=finished.switched and not split)
        return HandToPay(whole, doubles > 0, split, row)

    def codes(self) -> Bytes:
        """By place in the box, doubles, class and end of the dealer: the number of the ending."""
        codes = np.zeros((3, len(DOUBLES), len(self.classes), ENDS), dtype=np.uint8)
        for (place, doubles), key in ((both, key) for both in np.ndindex(3, len(DOUBLES)) for key in self.classes):
            for end in range(ENDS):
                ending = self._ending(key, place, doubles, end)
                codes[place, doubles, self.classes[key], end] = self.number(ending)
        assert len(self.numbers) < 256
        return codes

    def _ending(self, key: ClassKey, place: int, doubles: int, end: int) -> Ending:
        """How a finished hand ends against one end of the dealer's."""
        rules = self.terms.rules
        dealer = Finished(21, 2, True) if end == BLACKJACK else Finished(rules.dealer.stands + end, 3, False)
        priced = self._priced(key, doubles, split=place != PLAIN)
        verdict = rules.settlement.verdict(priced, dealer)
        stake = self.terms.stake(doubles)
        bust = key[0].total > 21
        final = self.terms.blackjack if end == BLACKJACK else 0
        name = "bust" if bust and verdict.outcome is Outcome.LOSE else outcome_name(self.terms, priced, verdict, final)
        net = _net(verdict, stake)
        if verdict.outcome is Outcome.LOSE and end == BLACKJACK and not (bust and rules.settlement.busts_lost):
            net, name = (Fraction(0), "returned") if place == BORN_OF_SPLIT else (Fraction(-1), "dealer blackjack")
        bonus = name == (key[1] or "").replace("_", " ")
        return Ending(name + DOUBLES[doubles], net, stake, place != PLAIN, bonus)

    def decided(self) -> Bytes:
        """By whether it was split and doubled, and by class: whether a hand does not depend on the dealer's."""
        decided = np.zeros((2, 2, len(self.classes)), dtype=np.uint8)
        for key, number in self.classes.items():
            for split, doubled in np.ndindex(2, 2):
                priced = self._priced(key, doubled, split=bool(split))
                decided[split, doubled, number] = self.terms.rules.settlement.decided(priced)
        return decided

    def awarded(self) -> Bytes:
        """The hands that earn the fixed award, neither doubled nor split; they always win against its up card."""
        award = self.terms.rules.award
        awarded = np.zeros((3, len(DOUBLES), len(self.classes)), dtype=np.uint8)
        rows = frozenset() if award is None else award.rows
        for (_, row), number in self.classes.items():
            awarded[PLAIN, 0, number] = row in rows
        return awarded


def _net(verdict: Verdict, stake: int) -> Fraction:
    match verdict.outcome:
        case Outcome.PUSH:
            return Fraction(0)
        case Outcome.LOSE:
            return Fraction(-stake)
    assert verdict.odds is not None
    odds = Fraction(verdict.odds.pays, verdict.odds.to)
    if verdict.added_odds is not None:
        return odds + (stake - 1) * Fraction(verdict.added_odds.pays, verdict.added_odds.to)
    return stake * odds
