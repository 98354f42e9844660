"""Blackjack Switch: two spots of a box, whose second cards may be switched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pitboss.analysis.priced import TWO_SPOTS_METHOD, MainWager
from pitboss.cards import spelled
from pitboss.desk.answers import BY_POLICY, Advice, BestPlay, Section, against, best_first
from pitboss.desk.cache import Arrays
from pitboss.desk.judgement import Judgement, unknown
from pitboss.desk.questions import BadQuestion
from pitboss.desk.session import AnalysisSession
from pitboss.desk.shown import need_in_decks, read_hand, read_up_card
from pitboss.desk.ways.way import Played, Way
from pitboss.desk.worths import CARDS_SEEN, judged_by, seen_beside, unit_of
from pitboss.games.blackjack.intents import Keep
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.blackjack_switch import Switch as SwitchCards
from pitboss.ids import HandId, Wager
from pitboss.money import Cents, spoken

if TYPE_CHECKING:
    from pitboss.analysis.switch import ByOwnCards, Switching
    from pitboss.core.hands import Hand
    from pitboss.core.layout import Layout
    from pitboss.desk.practice import PlayerQuestion

WORTHS = ("kept", "switched")
UNIT = "each unit on both spots of a box: what both spots make, divided by two"
SAYS = "Two cards by themselves, in hundredths of a wager: add up both spots, and switch where that makes more."


class Switched(NamedTuple):
    """What best play of both spots is worth, what the rule of `table` is worth, and that table."""

    value: float
    by_rule: float
    table: list[list[str]]


class Switch(Way):
    """Both spots are played together; the chart is for one spot by its own cards."""

    @classmethod
    def of(cls, session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> Switch | None:
        return cls(session, stakes) if session.rules.betting.spots > 1 else None

    @staticmethod
    def not_comparable(rules: BlackjackRules) -> str | None:
        return "is played on two spots" if rules.betting.spots > 1 else None

    @property
    def decides(self) -> bool:
        return True

    @cached_property
    def _rule(self) -> ByOwnCards:
        """When to switch, by what two cards are worth by themselves."""
        from pitboss.analysis.switch import ByOwnCards  # noqa: PLC0415

        return ByOwnCards(self.session.solution.terms, self.session.solution)

    @cached_property
    def _switched(self) -> Switched:
        return Switched(*self.session.known("switched", self._compute))

    def _compute(self) -> list[object]:
        from pitboss.analysis.switch import worth_table  # noqa: PLC0415

        return [float(self._best.value), float(self._rule.value), worth_table(self._rule)]

    @cached_property
    def _best(self) -> Switching:
        """Best play of both spots together."""
        from pitboss.analysis.switch import Switching  # noqa: PLC0415

        terms = self.session.solution.terms
        worths = self.session.known_arrays("switching", lambda: self._written(Switching(terms)))
        return Switching.known(terms, *(worths[name].astype("float64") for name in WORTHS))

    @staticmethod
    def _written(best: Switching) -> Arrays:
        return dict(zip(WORTHS, best.worths, strict=True))

    def _spread(self) -> list[float]:
        """Compute the deviation for each unit on both spots and its error, which takes a pass that has the worths."""
        from pitboss.analysis.switch import Switching  # noqa: PLC0415

        best = Switching(self.session.solution.terms, spreads=True)
        main = best.main
        self.session.known_arrays("switching", lambda: self._written(best))
        assert main.sd is not None
        return [main.sd, main.sd_error]

    @property
    def main(self) -> MainWager:
        sd, error = self.session.known("spread", self._spread)
        return MainWager(self._switched.value, sd, (), error)

    @property
    def unit(self) -> str:
        return UNIT

    @property
    def method(self) -> str:
        return TWO_SPOTS_METHOD

    def advise(self, hand: str, up: str) -> Advice | None:
        """Whether to switch, of two spots that are written with a stroke between them."""
        if "/" not in hand:
            return None
        from pitboss.analysis.drawing.terms import rank_of  # noqa: PLC0415
        from pitboss.analysis.process import worth  # noqa: PLC0415
        from pitboss.analysis.switch import KEEP, SWITCH  # noqa: PLC0415

        game = self.session.game
        spots = [read_hand(game, spot) for spot in hand.split("/")]
        if [len(spot) for spot in spots] != [2, 2]:
            raise BadQuestion('two spots have two cards each, as in "Tc 5d / 6h Td"')
        cards = tuple(card for spot in spots for card in spot)
        need_in_decks(game, cards)
        shown = read_up_card(game, cards, up, tens_apart=False)
        options = self._best.choice(rank_of(next(iter(shown)))).options
        deal = tuple(rank_of(card) for card in cards)
        worths = {
            name: float(worth(options[option])[deal]) / 2 for name, option in (("keep", KEEP), ("switch", SWITCH))
        }
        decisions = best_first(worths, dict.fromkeys(worths, self.rules.turn))
        return Advice(
            self.stakes, self.played, decisions, against(hand, up, "the dealer having no blackjack"), per=UNIT
        )

    def best_play(self, plain: BestPlay) -> BestPlay:
        value, by_rule, table = self._switched
        ups, *hands = table
        numbers = {hand: dict(zip(ups[1:], map(int, worths), strict=True)) for hand, *worths in hands}
        stake = spoken(self.session.stake)
        summary = (
            f"House edge of {stake} on each spot with best play of both together {-100 * value:.4f} %. Switching "
            f"by the worths of two cards by themselves, and then playing each spot by its own cards, loses "
            f"{100 * (value - by_rule):.4f} % more."
        )
        section = Section("switching", SAYS, table, value=numbers)
        return replace(plain, value=value, charted=by_rule, summary=summary, sections=(section,))

    @property
    def charted(self) -> float:
        return self._switched.by_rule

    @property
    def plays(self) -> str:
        return "on two spots a simulation plays by its own rule for them"

    def play(self, plain: Played) -> Played:
        """Each spot by its own cards, and the second cards switched by the rule that goes with that."""
        from pitboss.simulation.parts import switch  # noqa: PLC0415

        plan = plain.plan.with_way(switch.NAME, switch.decisions(self._rule))
        name = "each spot by its own cards, the second cards switched where both are then worth more"
        why = _by_rule_says(self._switched.value - self._switched.by_rule)
        return Played(plan, plain.solution, name, self._switched.by_rule, why=why)

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement | None:
        """Whether to switch the second cards of both spots, or to keep them."""
        if asked.verbs != {SwitchCards, Keep}:
            return None
        spots = [HandId(asked.hand.box, number) for number in (1, 2)]
        if seen_beside(seen, *spots):
            return unknown(CARDS_SEEN)
        written = " / ".join(spelled(seen.hands[spot].cards) for spot in spots)
        advice = self.advise(written, seen.dealer.cards[0].text)
        assert advice is not None, "two spots are its question"
        share = self.stakes[self.played] * len(spots) / unit_of(self.session.game, self.stakes)
        return judged_by(advice.decisions, asked.usual_intents(self.stakes), share, BY_POLICY)

    def unsolved(self, hand: Hand) -> str:
        switched_21 = hand.switched and len(hand.cards) == 2 and hand.score.total == 21
        return "a switched 21 is not solved beside other cards" if switched_21 else super().unsolved(hand)


def _by_rule_says(loss: float) -> str:
    return (
        f"EXACTLY of main is what this rule is worth; best play of both spots, which edge prices, makes "
        f"{100 * loss:.4f} % more."
    )
