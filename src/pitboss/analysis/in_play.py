"""Wagers on the dealer's whole hand that only hands in play may have, priced given that they are offered.

The main wager is played as is best for it alone, and a box is offered the wager once all have acted. Boxes that were
lost by then are not, and the others have taken other cards than a fresh shoe gives: each final hand changes how likely
the dealer draws each rank. Every final hand of a box that is not split is put beside every way in which the dealer
busts. A split box is offered the wager unless all of its hands are lost, so the boxes of which all are lost are taken
off those that are split.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pitboss.analysis.claims import NotPriced
from pitboss.analysis.drawing.dealer_rows import Rows, RowWays, most_paid, row_ways, rows_beside
from pitboss.analysis.drawing.kernel import SPLIT, STAND
from pitboss.analysis.drawing.lost_splits import LostBox
from pitboss.analysis.drawing.outcomes import Forward
from pitboss.analysis.drawing.solver import Solution, UpCard
from pitboss.analysis.drawing.tables import Floats, Ints, best_total, with_card
from pitboss.analysis.priced import Outcome, PricedInPlay
from pitboss.analysis.side import odds_of
from pitboss.analysis.whole_hand import Ways, ways_by_up_card
from pitboss.games.registry import Game, family
from pitboss.wagers.side import SideWager

METHOD = (
    "given that it is offered, when all have acted, to a box that has a hand in play; the main wager is played for "
    "itself from a fresh shoe and the dealer has no blackjack; every final hand of the box beside every way in which "
    "the dealer busts, split boxes by the policy of the main wager"
)


def sides_in_play(game: Game) -> Iterator[SideWager]:
    """The wagers of a game on the dealer's whole hand that only hands in play may have."""
    found = family(game)
    for side in () if found is None else found.rules.sides:
        if side.whole is not None and side.late is not None and side.late.active:
            yield side


def price_in_play(solution: Solution, side: SideWager) -> PricedInPlay:
    """What a wager is worth that only hands in play may have, for each unit of it, given that it is offered.

    Raises `NotPriced` for a game whose hands are played by their suits, or that does not begin with two cards.
    """
    if solution.terms.parts or solution.terms.first_cards != 2 or solution.terms.may_be_premium.any():
        raise NotPriced(f"{side.id} of hands in play is priced where two first cards are played by what they count.")
    return InPlay(solution, side).priced()


@dataclass(frozen=True, slots=True)
class Offered:
    """Boxes against one up card that are offered a wager: how likely, and together with each row.

    What is left out may change what the wager is paid on such boxes by so much at most, `error`.
    """

    chance: float
    rows: Floats
    error: float


@dataclass
class InPlay:
    """One wager beside a solution of the main wager."""

    solution: Solution
    side: SideWager
    ways: dict[str, Ways] = field(init=False)

    def __post_init__(self) -> None:
        found = family(self.solution.terms.game)
        assert found is not None
        self.ways = ways_by_up_card(found, self.side)

    @cached_property
    def rows(self) -> tuple[Rows, ...]:
        """The rows that a busting dealer can make, those that pay least first."""
        made = {rows for ways in self.ways.values() for rows, _ in ways if rows}
        return tuple(sorted(made, key=lambda rows: (odds_of(self.side.odds(rows).odds), rows)))

    @cached_property
    def pays(self) -> Floats:
        """What each row pays for each unit of the wager."""
        return np.array([float(odds_of(self.side.odds(rows).odds)) for rows in self.rows])

    @cached_property
    def done(self) -> list[Floats]:
        """By up card what is done with each hand and how likely, once the dealer is known to have no blackjack."""
        forward = Forward(self.solution)
        forward.outcomes()
        return forward.done

    @cached_property
    def offered(self) -> dict[str, Offered]:
        """Boxes that are offered the wager, by the name of the up card."""
        found = ((name_of(at), self._against(at)) for at in self.solution.up_cards if name_of(at) in self.ways)
        return {name: each for name, each in found if each.chance > 0.0}

    def priced(self) -> PricedInPlay:
        offered = sum(each.chance for each in self.offered.values())
        chances = sum((each.rows for each in self.offered.values()), np.zeros(len(self.rows))) / offered
        pays = self.pays.tolist()
        lost = Outcome(self.side.named(()), 1.0 - float(chances.sum()), -1.0, self.side.loses)
        won = [
            Outcome(self.side.named(rows), float(chance), paid, self.side.odds(rows).clauses)
            for rows, chance, paid in zip(self.rows, chances, pays, strict=True)
        ]
        against = {
            up: float(each.rows @ self.pays - (each.chance - each.rows.sum())) / each.chance
            for up, each in self.offered.items()
        }
        error = sum(each.error for each in self.offered.values()) / offered
        left_out = f"but for the least likely ways to lose a split box, which move it by {error:.0e} at most"
        method = f"{METHOD}; exact{' ' + left_out if error else ''}"
        return PricedInPlay(self.side.id, (lost, *won), method, against, offered, error)

    def _against(self, at: UpCard) -> Offered:
        ways, done = row_ways(at, self.ways[name_of(at)], self.rows), self.done[at.up]
        chances = self._finished(done) + done[:, 0, SPLIT]
        numbers = np.flatnonzero(chances)
        found = Offered(
            float(chances.sum()), rows_beside(at, ways, at.hands.counts[numbers], chances[numbers]), error=0.0
        )
        for rank in self.solution.terms.ranks:
            split = float(done[at.number(with_card(self.solution.terms.empty, rank, 2)), 0, SPLIT])
            if split > 0.0:
                found = self._without_lost(at, ways, LostBox(at.splits[rank], split), found)
        return found

    def _finished(self, done: Floats) -> Floats:
        """The chance of each hand that stands; a blackjack stands for nothing where a reading says so."""
        chances = done[:, :, STAND].sum(axis=1)
        assert self.side.late is not None
        if not self.side.late.blackjacks:
            chances[self._blackjacks] -= done[self._blackjacks, 0, STAND]
        return np.asarray(chances)

    @cached_property
    def _blackjacks(self) -> Ints:
        terms = self.solution.terms
        found = [sum(hand) == 2 and best_total(hand, terms.alphabet)[0] == 21 for hand in terms.all_hands]
        return np.flatnonzero(found)

    def _without_lost(self, at: UpCard, ways: RowWays, box: LostBox, found: Offered) -> Offered:
        """Takes off split boxes of which all hands are lost."""
        chance, rows = found.chance, found.rows
        for removed, chances in box.ways():
            chance -= box.chance * float(chances.sum())
            rows = rows - box.chance * rows_beside(at, ways, removed, chances)
        most = max(1.0, most_paid(at, ways, self.pays, box.most_taken)) if box.left_out else 1.0
        return Offered(chance, rows, found.error + box.left_out * most)


def name_of(at: UpCard) -> str:
    """The up card as prices name it."""
    points = at.terms.alphabet.points[at.up]
    return "A" if points == 1 else str(points)
