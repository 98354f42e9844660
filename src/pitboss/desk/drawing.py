"""Games in which hands are drawn to 21: drawing itself, changed and extended by the ways that a game has."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.analysis.priced import MAIN_METHOD, priced_award
from pitboss.desk.answers import Advice, BestPlay, Combined, Price, Prices, against, best_first, price_of
from pitboss.desk.engine import Chart, wanted_of
from pitboss.desk.questions import BadQuestion
from pitboss.desk.session import AnalysisSession
from pitboss.desk.shown import offered, read_hand, read_up_card
from pitboss.desk.stakes import USUAL
from pitboss.desk.ways.registry import ways_of
from pitboss.desk.ways.way import Played, Way
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.registry import Family
from pitboss.ids import Wager
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.desk.drawn_decisions import DrawnDecisions
    from pitboss.desk.judgement import Judgement
    from pitboss.desk.practice import PlayerQuestion
    from pitboss.desk.simulations import Prepared

BEST = "best"


@dataclass
class Drawing:
    """One house at these stakes; `ways` are in the order of the registry."""

    session: AnalysisSession
    stakes: Mapping[Wager, Cents]
    ways: tuple[Way, ...]

    @classmethod
    def of(cls, game: Family, stakes: Mapping[Wager, Cents], *, fresh: bool, meter: Cents | None) -> Drawing:
        session = AnalysisSession(game, stakes.get(game.rules.played, USUAL), fresh, meter)
        return cls(session, stakes, ways_of(session, stakes))

    @property
    def _game(self) -> Family:
        return self.session.game

    @property
    def _rules(self) -> BlackjackRules:
        return self.session.rules

    # Prices.

    def price(self, wagers: Iterable[str] | None, others: int) -> Prices:
        """Price the wagers asked for, or all of them."""
        began, rules, award = time.perf_counter(), self._rules, self._rules.award
        by_way = {wager: way for way in self.ways for wager in way.wagers}
        known = [rules.played, *(side.id for side in rules.sides), *([] if award is None else [award.wager])]
        wanted = wanted_of(self._game, wagers, [*known, *(wager for wager in by_way if wager not in known)])
        prices: dict[Wager, Price] = {rules.played: self._main()} if rules.played in wanted else {}
        line = None
        if award is not None and award.wager in wanted:
            line = priced_award(award, self.session.award, self.stakes[rules.played], others)
        if wanted.intersection(side.id for side in rules.sides if side.id not in by_way):
            sides = (price_of(self._game, side) for side in self.session.sides if side.wager in wanted)
            prices |= {side.wager: side for side in sides}
        prices |= {wager: way.price(wager) for wager, way in by_way.items() if wager in wanted}
        combined = self._combined(prices)
        return Prices(
            self._game,
            self.stakes,
            prices,
            line,
            time.perf_counter() - began,
            None if combined is None else (combined.ev, combined.sd),
            self.session.shown if rules.meter is not None else None,
            () if combined is None else combined.wagers,
            combined,
        )

    def _main(self) -> Price:
        main = next((main for way in self.ways if (main := way.main) is not None), None) or self.session.main
        method = next((method for way in self.ways if (method := way.method) is not None), MAIN_METHOD)
        if self._rules.betting.payout_limit is not None:
            method += "; the payout limit of a hand is left out"
        if main.sd_error:
            method += f"; the deviation is within {main.sd_error:.0e}"
        unit = next((way.unit for way in self.ways if way.unit), "")
        return Price(self._rules.played, main.ev, main.sd, main.outcomes, method, unit=unit, sd_error=main.sd_error)

    def _combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        found = [combined for way in self.ways if (combined := way.combined(prices)) is not None]
        assert len(found) <= 1, "no two ways are priced together"
        return found[0] if found else None

    # Advice.

    def advise(self, hand: str, up: str) -> Advice:
        """Ask every way whether the question is for it; otherwise answer for the played wager alone."""
        for way in self.ways:
            advice = way.advise(hand, up)
            if advice is not None:
                return advice
        held = read_hand(self._game, hand)
        shown = read_up_card(self._game, held, up, tens_apart=any(way.tens_apart for way in self.ways))
        from pitboss.analysis.drawing.held import worths  # noqa: PLC0415  a chart that is known needs no solver

        decisions = best_first(worths(self.session.solution, held, shown), offered(self._rules, held))
        looked = self._rules.dealing.check is not None
        known = "the dealer having no blackjack" if looked else "a dealer's blackjack not being excluded"
        return Advice(self.stakes, self._rules.played, decisions, against(hand, up, known))

    # Best play.

    def best_play(self) -> BestPlay:
        """Return the chart of the played wager, with what every way changes and adds."""
        rows, value, notes = self.session.chart
        charted = next((way.charted for way in self.ways if way.charted is not None), None)
        worth = self.session.chart_worth if charted is None else charted
        award = self._rules.award is not None and self._rules.award.prize(self.session.stake) is not None
        staked = spoken(self.session.stake) + (", its award included," if award else "")
        summary = (
            f"House edge of {staked} with best play {-100 * value:.4f} %; keeping to this chart costs "
            f"{100 * (value - worth):.4f} % more."
        )
        title = f"{self._game.house.rulebook.title}: best play by total and number of cards"
        play = BestPlay(title, self.stakes, rows, value, worth, notes, summary)
        for way in self.ways:
            play = way.best_play(play)
        return play

    # Simulation.

    def prepare(self, boxes: int, plan: str, chart: Chart | None) -> Prepared:
        """Return the game ready to be simulated by best play, a chart or a simple policy."""
        from pitboss.analysis.claims import NotPriced  # noqa: PLC0415
        from pitboss.analysis.drawing.terms import at_stake  # noqa: PLC0415
        from pitboss.desk.simulations import Prepared  # noqa: PLC0415
        from pitboss.simulation.compiled import Compiled  # noqa: PLC0415
        from pitboss.simulation.sides import NotSimulated  # noqa: PLC0415

        asked = plan if chart is None else "a chart"
        try:
            played = self._played(plan, asked, chart)
            game = at_stake(self._game, self.session.stake)
            compiled = Compiled(game, played.plan, self.stakes, boxes, self.session.meter)
        except (NotPriced, NotSimulated) as error:
            raise BadQuestion(str(error)) from None
        return Prepared(compiled, played.solution, played.name, played.worth, played.beside, self._why(played, asked))

    def _why(self, played: Played, asked: str) -> str:
        """Return why the worth of what is simulated is not the price of the played wager; empty if it is."""
        if asked != BEST:
            return f"EXACTLY is what {asked} is worth; edge prices best play."
        if played.why:
            return played.why
        award = self._rules.award
        if award is None or award.prize(self.session.stake) is None or not self.session.award.cost:
            return ""
        return (
            f"EXACTLY of {self._rules.played} is as it is played for {award.wager} too, which costs it "
            f"{100 * self.session.award.cost:.4f} %; edge takes that off {award.wager} instead."
        )

    def _played(self, plan: str, asked: str, chart: Chart | None) -> Played:
        from pitboss.desk.simulations import by_plan  # noqa: PLC0415

        for way in self.ways:
            if way.decides and asked != BEST:
                raise BadQuestion(f"{way.plays}, not by {asked}")
        played = by_plan(self.session.solution, plan, chart)
        for way in self.ways:
            played = way.play(played)
        return played

    # Decisions.

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Ask every way whether the decision is for it; otherwise answer for drawing itself."""
        for way in self.ways:
            judgement = way.judge(seen, asked)
            if judgement is not None:
                return judgement
        return self._decisions.judge(seen, asked)

    @cached_property
    def _decisions(self) -> DrawnDecisions:
        from pitboss.desk.drawn_decisions import DrawnDecisions  # noqa: PLC0415

        return DrawnDecisions(self)
