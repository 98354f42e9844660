"""21-Hold 'em: a poker hand after the blackjack hand, whose worth does not depend on how that one is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.analysis.priced import Priced, Thumb
from pitboss.cards import spelled
from pitboss.desk.answers import (
    Advice,
    BestPlay,
    Combined,
    Price,
    Section,
    best_first,
    deviations_off,
    price_of,
    thumb_object,
    thumb_says,
)
from pitboss.desk.cache import Arrays
from pitboss.desk.judgement import Judgement, unknown
from pitboss.desk.questions import BadQuestion
from pitboss.desk.session import AnalysisSession, priced_of, written_price
from pitboss.desk.shown import need_in_decks, read_cards
from pitboss.desk.ways.way import Played, Way
from pitboss.desk.worths import CARDS_SEEN, judged_by, seen_beside, unit_of
from pitboss.games.blackjack.intents import Bet, Fold
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.money import Cents
from pitboss.rules.poker_part import PokerPart as PokerRules

if TYPE_CHECKING:
    from pitboss.analysis.hold_em import PokerHands
    from pitboss.core.layout import Layout
    from pitboss.desk.practice import PlayerQuestion


@dataclass
class PokerPart(Way):
    """Bet or fold with one card, and with two, beside both community cards."""

    part: PokerRules

    @classmethod
    def of(cls, session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> PokerPart | None:
        part = session.rules.poker
        return None if part is None else cls(session, stakes, part)

    @staticmethod
    def later(rules: BlackjackRules) -> Mapping[Wager, Wager]:
        return {} if rules.poker is None else dict.fromkeys(rules.poker.wagers[1:], rules.poker.wager)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return (self.part.wager,)

    @cached_property
    def _hands(self) -> PokerHands:
        from pitboss.analysis.hold_em import PokerHands, Worths  # noqa: PLC0415

        hands = PokerHands(self.part, self.session.game.shoe)

        def best_worths() -> Arrays:
            return hands.best_worths._asdict()

        worths = self.session.known_arrays("poker", best_worths)
        vars(hands)["best_worths"] = Worths(*(worths[name].astype("int64") for name in Worths._fields))
        return hands

    @cached_property
    def _priced(self) -> Priced:
        """The wager with best play of the poker part."""
        return priced_of(self.session.known("poker part", lambda: written_price(self._hands.priced())))

    def price(self, wager: Wager) -> Price:
        del wager
        return price_of(self.session.game, self._priced)

    def combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        """What both wagers are worth adds up. Two cards of the dealer's are in both, so their deviations do not."""
        poker = self.part.wager
        if not self.stakes.get(poker) or not {self.played, poker} <= set(prices):
            return None
        (one, first), (other, second) = ((prices[each], self.stakes[each]) for each in (self.played, poker))
        if one.sd is None or other.sd is None:
            return None
        covariance = float(self.session.known("poker together", self._covariance))
        variance = (first * one.sd) ** 2 + (second * other.sd) ** 2 + 2 * first * second * covariance
        total = first + second
        ev, wagers = (first * one.ev + second * other.ev) / total, (self.played, poker)
        off = deviations_off(prices, self.stakes, wagers)
        return Combined(wagers, ev, variance**0.5 / total, sd_error=off)

    def _covariance(self) -> float:
        return self._hands.covariance(self.session.solution)

    def advise(self, hand: str, up: str) -> Advice | None:
        """Whether to bet or fold with one or two cards beside both community cards."""
        if len(up.split()) < 2:
            return None
        own, community = read_cards(hand), read_cards(up)
        need_in_decks(self.session.game, (*own, *community))
        if not 1 <= len(own) <= len(self.part.steps) or len(community) != 2:
            raise BadQuestion('a poker hand is one or two own cards beside two community cards, as in "Kd 9c" "5h 8d"')
        worths = {name: float(worth) for name, worth in self._hands.worths(community, own).items()}
        step = self.part.steps[len(own) - 1]
        decisions = best_first(worths, {Bet.verb: step.equal, Fold.verb: step.folds})
        return Advice(self.stakes, self.part.wager, decisions, f"{hand} at poker beside {up}:")

    def best_play(self, plain: BestPlay) -> BestPlay:
        ev, rules = float(self._priced.ev), self._thumbs
        says = (
            f"House edge of the {self.part.wager} wager with best play {-100 * ev:.4f} %, of the first of its wagers. "
            "Rules that a person can keep to, and what they lose of it:"
        )
        value = {"wager": self.part.wager, "ev": ev, "rules": [thumb_object(rule) for rule in rules]}
        section = Section("folding", says, rules=[thumb_says(rule) for rule in rules], value=value)
        return replace(plain, sections=(*plain.sections, section))

    @cached_property
    def _thumbs(self) -> list[Thumb]:
        """Rules of thumb for the poker part, from what takes no thought to best play."""
        rows = self.session.known("poker thumbs", self._compute_thumbs)
        return [Thumb(says, Fraction(worth), Fraction(loss)) for says, worth, loss in rows]

    def _compute_thumbs(self) -> list[list[str]]:
        from pitboss.analysis.hold_em import RULES_OF_THUMB  # noqa: PLC0415

        worths = [(rule.says, self._hands.by_rule(rule)) for rule in RULES_OF_THUMB]
        return [[says, str(worth), str(self._priced.ev - worth)] for says, worth in worths]

    def play(self, plain: Played) -> Played:
        if not self.stakes.get(self.part.wager):
            return plain
        return plain.with_wager(self.part.wager, float(self._priced.ev), "the poker hand as is best")

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement | None:
        """Whether to bet or fold beside both community cards."""
        if asked.verbs != {Bet, Fold} or not seen.community:
            return None
        if seen_beside(seen, asked.hand):
            return unknown(CARDS_SEEN)
        advice = self.advise(spelled(seen.hands[asked.hand].cards), spelled(seen.community))
        assert advice is not None, "two community cards are its question"
        share = self.stakes[advice.unit] / unit_of(self.session.game, self.stakes)
        return judged_by(advice.decisions, asked.usual_intents(self.stakes), share)
