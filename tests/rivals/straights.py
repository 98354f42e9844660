"""Straight Jack: other ways to chase a straight, and single hands that are played otherwise while it may grow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pitboss.analysis.drawing.tables import best_total
from pitboss.analysis.drawing.terms import rank_of
from pitboss.analysis.own_hand import Beside, Held, prizes_of
from pitboss.simulation.codes import ACE, HIT, STAND
from pitboss.simulation.parts import own_hand
from pitboss.simulation.sides import number_of, own_states
from rivals.changes import NAMES, RANK_NAMES, Change, Changes, weight_of
from rivals.drawing import Rival
from rivals.plans import Case, Edit, edited


class Growing(NamedTuple):
    """A hand whose straight may grow, with one kind of up card: what may be decided and what is."""

    up_card: int
    held: Held
    worths: Mapping[int, float]
    decided: int
    places: list[tuple[int, int]]

    def edits(self, decision: int) -> list[Edit]:
        return [Edit("own/plan", place, decision) for place in self.places]


Choice = Callable[[Growing, int], int]
"""What is decided on a hand, of which the main wager alone would decide the second."""


@dataclass
class Chase:
    """All hands of a game with a wager on the straight of its own box."""

    case: Case

    @cached_property
    def beside(self) -> Beside:
        compiled = self.case.compiled
        side = next(side for side in compiled.rules.sides if side.own is not None)
        stake, main = compiled.stakes[side.id], compiled.stakes[compiled.rules.played]
        return Beside(self.case.solution, side, stake / main, prizes_of(side, stake, compiled.meter or 0))

    @cached_property
    def hands(self) -> list[Growing]:
        both, plan = self.beside, self.case.plan.ways[own_hand.NAME]["plan"]
        numbered = {state: number for number, state in enumerate(own_states(both.own).states) if state is not None}
        hands: dict[tuple[int, int], Growing] = {}
        for up, held, played in both.all_played():
            if both.is_open(held.state):
                places = [(number_of(card), numbered[held.state]) for card in both.cards_of(up)]
                worths = {decision: both.together(end) for decision, end in played.all.items()}
                up_card = rank_of(both.cards_of(up)[0])
                hands[places[0]] = Growing(up_card, held, worths, int(plan[places[0]]), places)
        return list(hands.values())

    def alone(self, hand: Growing) -> int:
        """What the main wager alone decides."""
        kinds = self.beside.of_rank(hand.up_card)
        asked = self.beside.alone_decision(kinds[0], hand.held)
        return STAND if best_total(hand.held.hand)[0] == 21 else asked

    def by(self, says: str, choose: Choice) -> Rival:
        edits: list[Edit] = []
        for hand in self.hands:
            asked = choose(hand, self.alone(hand))
            edits += hand.edits(asked if asked in hand.worths else HIT if HIT in hand.worths else STAND)
        return Rival(says, edited(self.case.plan, edits))

    def rivals(self) -> list[Rival]:
        def below_17(hand: Growing, alone: int) -> int:
            return HIT if best_total(hand.held.hand)[0] < 17 else alone

        def draws_once(hand: Growing, alone: int) -> int:
            return HIT if sum(hand.held.hand) == 2 else alone

        def never_doubles(_: Growing, alone: int) -> int:
            return alone if alone in (HIT, STAND) else HIT

        def with_an_ace(hand: Growing, alone: int) -> int:
            return HIT if hand.held.hand[ACE] else alone

        return [
            self.by("plays for the main wager alone", lambda _, alone: alone),
            self.by("always draws while the straight can grow", lambda _hand, _alone: HIT),
            self.by("draws below 17 while the straight can grow", below_17),
            self.by("draws one card to every two of a straight", draws_once),
            self.by("draws instead of doubling or splitting while the straight can grow", never_doubles),
            self.by("draws to every straight with an ace", with_an_ace),
        ]

    def changes(self) -> Changes:
        """Single hands; those of two cards come oftener by far."""
        often: defaultdict[int, float] = defaultdict(lambda: 0.0003, {2: 0.01})
        for hand in self.hands:
            share = float(self.case.terms.shoe[hand.up_card] / self.case.terms.shoe.sum())
            for decision, worth in hand.worths.items():
                if decision != hand.decided and hand.decided in hand.worths:
                    cards = " ".join(self.beside.spelled(hand.held))
                    says = (
                        f"{cards} against {RANK_NAMES[hand.up_card]}: {NAMES[decision]} and not {NAMES[hand.decided]}"
                    )
                    weight = weight_of(often[sum(hand.held.hand)] * share, hand.worths[hand.decided] - worth)
                    yield Change(says, hand.up_card, weight, hand.edits(decision))
