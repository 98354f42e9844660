"""Straight Jack: a side wager on the cards of its own box, which are then drawn for both wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.analysis.priced import ALONG_METHOD, JOINED_METHOD, Joined
from pitboss.desk.answers import Advice, BestPlay, Combined, Price, Section, against, best_first
from pitboss.desk.session import AnalysisSession, outcomes_of, written
from pitboss.desk.shown import offered, read_hand, read_up_card
from pitboss.desk.ways.way import Played, Way
from pitboss.ids import Wager
from pitboss.money import ZERO, Cents, spoken
from pitboss.wagers.side import SideWager

if TYPE_CHECKING:
    from pitboss.analysis.own_hand import Beside
    from pitboss.cards import Card


@dataclass
class OwnHand(Way):
    """The side wager and the main one, played for together where it is placed."""

    side: SideWager

    @classmethod
    def of(cls, session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> OwnHand | None:
        side = next((side for side in session.rules.sides if side.own is not None), None)
        return None if side is None else cls(session, stakes, side)

    @property
    def placed(self) -> Cents:
        return self.stakes.get(self.side.id, ZERO)

    @property
    def decides(self) -> bool:
        return self.placed > 0

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return (self.side.id,)

    @property
    def _progressive(self) -> bool:
        meter = self.rules.meter
        return meter is not None and meter.wager == self.side.id

    @property
    def _stake(self) -> Cents:
        """What is priced: what is placed, or the least of a wager that may win from a meter."""
        least = self.side.terms.smallest(self.rules.betting.chip) if self._progressive else ZERO
        return self.placed or least

    def _beside(self, stake: Cents) -> Beside:
        """Both wagers played together; without a stake the main one is played for itself.

        Prizes are those of the wager that is priced: a share of the meter is worth less for each unit of a larger one.
        """
        from pitboss.analysis.own_hand import Beside, prizes_of  # noqa: PLC0415

        prizes = prizes_of(self.side, stake or self._stake or 1, self.session.shown)
        return Beside(self.session.solution, self.side, stake / self.session.stake, prizes)

    def _joined(self, stake: Cents) -> Joined:
        def compute() -> list[object]:
            joined = self._beside(stake).joined()
            return [*joined[:-1], written(joined.outcomes)]

        name = f"joined {self.side.id} {stake} of {self._stake} {self.session.shown}"
        ev, own, sd, main, (mean, deviation), outcomes = self.session.known(name, compute)
        return Joined(ev, own, sd, main, (mean, deviation), outcomes_of(outcomes))

    def _break_even(self, stake: Cents) -> float | None:
        """What the meter has to show, in dollars, so that a wager of this size costs nothing."""

        def compute() -> list[float | None]:
            from pitboss.analysis.own_hand import break_even  # noqa: PLC0415

            cents = break_even(self.session.solution, self.side, stake / self.session.stake, stake)
            return [None if cents is None else cents / 100]

        worth: float | None = self.session.known(f"break even {self.side.id} {stake}", compute)[0]
        return worth

    def price(self, wager: Wager) -> Price:
        stake = self._stake
        joined = self._joined(stake)
        method = JOINED_METHOD if self.placed or self._progressive else ALONG_METHOD
        if self._progressive:
            method += f"; of {spoken(stake)}, with a meter that shows {spoken(self.session.shown)}"
        return Price(
            wager,
            joined.ev,
            joined.sd,
            joined.outcomes,
            method,
            break_even_meter=self._break_even(stake) if self._progressive else None,
            beside={wager: stake, self.played: self.session.stake} if stake else None,
        )

    def combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        if not self.placed or not {self.played, self.side.id} <= set(prices):
            return None
        return Combined((self.played, self.side.id), *self._joined(self.placed).combined)

    def advise(self, hand: str, up: str) -> Advice | None:
        """Hands whose drawn cards may still count; None where only the main wager matters."""
        if not self.placed:
            return None
        game = self.session.game
        held = read_hand(game, hand)
        shown = read_up_card(game, held, up, tens_apart=False)
        worths = self._worths(held, shown)
        if not worths:
            return None
        says = against(hand, up, "the dealer having no blackjack")
        return Advice(self.stakes, self.played, best_first(worths, offered(self.rules, held)), says)

    def _worths(self, held: Sequence[Card], shown: Mapping[Card, int]) -> dict[str, float]:
        """Return what each decision is worth for both wagers; an empty dict if the side wager is decided already."""
        name = f"hands {self.side.id} {self.placed} {self.session.shown}"
        self._placed.known = self.session.known(name, self._placed.all_worths)
        return self._placed.worths(held, shown)

    @cached_property
    def _placed(self) -> Beside:
        """Both wagers as they are placed."""
        return self._beside(self.placed)

    def best_play(self, plain: BestPlay) -> BestPlay:
        if not self.placed:
            return plain
        joined, along = self._joined(self.placed), self._joined(ZERO).own
        says = (
            f"With {spoken(self.placed)} on {self.side.id} these hands, in the order of their ranks, are played so "
            f"while the straight grows; whatever is not here is played by the chart. That costs {-100 * joined.ev:.4f} "
            f"% of the {self.side.id} wager, what it takes from the main wager included. Played by the chart alone the "
            f"wager costs {-100 * along:.4f} %."
        )
        rows = self._chased()
        ups, *hands = rows
        value = {
            "wager": self.side.id,
            "ev": joined.ev,
            "ev_by_the_chart": along,
            "rows": {hand: dict(zip(ups[1:], squares, strict=True)) for hand, *squares in hands},
        }
        return replace(plain, sections=(*plain.sections, Section("chase", says, rows, value=value)))

    def _chased(self) -> list[list[str]]:
        def compute() -> list[list[str]]:
            from pitboss.analysis.own_hand import chase_rows  # noqa: PLC0415

            return chase_rows(self._beside(self.placed))

        name = f"chased {self.side.id} {self.placed} {self.session.shown}"
        return [list(row) for row in self.session.known(name, compute)]

    @property
    def plays(self) -> str:
        return f"with a {self.side.id} wager a simulation plays for both wagers"

    def play(self, plain: Played) -> Played:
        if not self.placed:
            return plain
        from pitboss.simulation.parts import own_hand  # noqa: PLC0415

        plan = plain.plan.with_way(own_hand.NAME, own_hand.decisions(self._placed))
        joined = self._joined(self.placed)
        worths = {self.played: joined.main, self.side.id: joined.own}
        why = (
            f"EXACTLY is of each wager as both are played for together; edge has {self.played} played alone, and what "
            f"{self.side.id} adds to it."
        )
        name = f"best play of {self.played} and {self.side.id} together"
        return Played(plan, plain.solution, name, joined.main, worths, why)
