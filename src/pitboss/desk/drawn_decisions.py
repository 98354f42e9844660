"""What drawing itself answers about a decision: to stand, hit, double, split and surrender, and to insure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.cards import spelled
from pitboss.core.layout import Layout
from pitboss.core.options import Intent
from pitboss.desk.judgement import PASSING, DecisionWorth, Judgement, unknown
from pitboss.desk.other_cards import LESS, OtherCards
from pitboss.desk.worths import cards_in_view, judged_by, seen_beside, unanswered, unit_of
from pitboss.games.blackjack.intents import DoubleDown, Hit, Insure, Rescue, Split, Stand, Surrender
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.payouts import Payout
from pitboss.rules.insurance import Insurance

if TYPE_CHECKING:
    from pitboss.desk.drawing import Drawing
    from pitboss.desk.practice import PlayerQuestion

DRAWING, AGAIN = {Stand, Hit, DoubleDown, Split, Surrender}, {Rescue, DoubleDown}


@dataclass
class DrawnDecisions:
    """The decisions of one drawing game that are no way's question; what was solved last is remembered."""

    engine: Drawing

    @cached_property
    def _others(self) -> OtherCards:
        return OtherCards(self.engine.session, self.engine.ways)

    @property
    def _rules(self) -> BlackjackRules:
        return self.engine.session.rules

    def _share(self, wager: Wager) -> float:
        """How many units of the first wager lie on a wager."""
        return self.engine.stakes[wager] / unit_of(self.engine.session.game, self.engine.stakes)

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Return what each decision is worth, or why it is not known."""
        if asked.verbs == {Insure}:
            return self._insured(seen, asked)
        if asked.verbs <= DRAWING and not asked.passes:
            return self._drawn(seen, asked)
        if asked.verbs <= AGAIN and asked.passes:
            return self._doubled(seen, asked)
        return unanswered(asked)

    def _drawn(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        hand, beside = seen.hands[asked.hand], seen_beside(seen, asked.hand)
        intents = asked.usual_intents(self.engine.stakes)
        if self._is_unlooked(seen):
            return unknown("it is decided before the dealer looks for a blackjack")
        if not (beside or hand.split or hand.doubles):
            advice = self.engine.advise(spelled(hand.cards), seen.dealer.cards[0].text)
            return self._full_doubles_only(judged_by(advice.decisions, intents, self._share(advice.unit)))
        worths = self._others.worths(seen, asked, beside)
        if isinstance(worths, str):
            return unknown(worths)
        share = self._share(self._rules.played)
        return self._full_doubles_only(Judgement({each: worths[each.verb].scaled(share) for each in intents}))

    def _full_doubles_only(self, judged: Judgement) -> Judgement:
        """Engines double in full; where less is the most that may be put up, they do not answer."""
        doubling = self._rules.doubling
        for intent in judged.worths:
            if isinstance(intent, DoubleDown) and doubling is not None:
                doubled = doubling.stake_after(1) - 1
                if intent.amount != self.engine.stakes[self._rules.played] * doubled:
                    return unknown(LESS)
        return judged

    def _is_unlooked(self, seen: Layout) -> bool:
        """Whether the dealer will look for a blackjack after this decision."""
        may_be = seen.dealer.cards[0].points in (10, 11)
        return self._rules.dealing.check is not None and may_be and seen.dealer_blackjack_read is None

    def _doubled(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Whether to rescue a doubled hand, to double it again, or to leave it."""
        worths = self._others.worths_of_doubled(seen, asked, seen_beside(seen, asked.hand))
        if isinstance(worths, str):
            return unknown(worths)
        by_intent: dict[Intent | None, DecisionWorth] = {None: worths[PASSING]}
        by_intent |= {intent: worths[intent.verb] for intent in asked.usual_intents(self.engine.stakes)}
        share = self._share(self._rules.played)
        return Judgement({intent: each.scaled(share) for intent, each in by_intent.items()})

    def _insured(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Count the unseen cards that win: the dealer's second card is any of them with equal chance."""
        insurance = self._rules.insurance
        if insurance is None or len(seen.dealer.cards) != 1 or seen.dealer_blackjack_read is not None:
            return unknown("insurance is not decided by the dealer's second card alone")
        gain = self._gain(insurance, seen)
        if gain is None:
            return unknown("insurance is not paid at odds")
        worths: dict[Intent | None, DecisionWorth] = {None: DecisionWorth(0.0)}
        unit = unit_of(self.engine.session.game, self.engine.stakes)
        for intent in asked.usual_intents(self.engine.stakes):
            assert isinstance(intent, Insure)
            worths[intent] = DecisionWorth(float(gain * intent.amount / unit))
        return Judgement(worths)

    def _gain(self, insurance: Insurance, seen: Layout) -> Fraction | None:
        """What insurance makes of each unit; None if it is not paid at odds."""
        left = Counter(self.engine.session.game.shoe) - Counter(cards_in_view(seen))
        won = Fraction(0)
        for card, copies in left.items():
            for row in insurance.wager.rows((seen.dealer.cards[0], card)):
                pays = insurance.wager.pays[row]
                if not isinstance(pays, Payout):
                    return None
                won += copies * (1 + Fraction(pays.odds.pays, pays.odds.to))
        return won / left.total() - 1
