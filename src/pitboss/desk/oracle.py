"""The oracle: what each decision is worth that a player is asked for, from what this player sees.

A worth is for a fresh shoe less the cards that the player sees, in units of the first wager; what lies on the layout
and does not depend on the decision is not in it. Where no engine answers for exactly these cards, the oracle says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.cards import Card, spelled
from pitboss.core.layout import Layout
from pitboss.core.options import Intent
from pitboss.desk.answers import BY_POLICY, EXACT, SIMULATED, Advice, Advised
from pitboss.desk.engine import Engine, engine_of
from pitboss.desk.judgement import PASSING, DecisionWorth, Judgement, unknown
from pitboss.desk.practice import PlayerQuestion, usual_way
from pitboss.desk.questions import BadQuestion, Refused
from pitboss.desk.stakes import unit_of
from pitboss.games.blackjack.intents import Bet, DoubleDown, Fold, Hit, Insure, Keep, Rescue, Split, Stand, Surrender
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.games.colorado.pai_jack_rules import HouseWay, PaiJackRules, SetHand
from pitboss.games.registry import Game
from pitboss.ids import DEALER, HandId, Wager
from pitboss.money import Cents
from pitboss.payouts import Payout

if TYPE_CHECKING:
    from pitboss.desk.other_cards import OtherCards

DRAWING = {Stand, Hit, DoubleDown, Split, Surrender}
SWITCHING, PACKETS, POKER = {Switch, Keep}, {SetHand, HouseWay}, {Bet, Fold}
AGAIN = {Rescue, DoubleDown}
CARDS_SEEN = "no engine answers for a hand beside other cards that are seen"


class Oracle:
    """Judges the decisions of one game at these stakes; engines solve it at the first question, and remember it."""

    def __init__(self, game: Game, stakes: Mapping[Wager, Cents]) -> None:
        self._game = game
        self._stakes = stakes
        self._unit = unit_of(game, stakes)

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Return what each decision is worth to the player who is asked; `seen` is the round as they may know it."""
        if not asked.passes and sum(len(option.intents) for option in asked.options) == 1:
            return Judgement(unknown="there is one possible decision", forced=True)
        if seen.exhausted:
            return unknown("the shoe ran out and was shuffled in this round")
        if self._game.rules.betting.payout_limit is not None:
            return unknown("engines leave out the payout limit of this house")
        try:
            return self._judged(seen, asked)
        except (BadQuestion, Refused) as error:
            return unknown(str(error))

    def _judged(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        verbs = {option.verb for option in asked.options}
        if verbs == {Insure}:
            return self._insured(seen, asked)
        if verbs == SWITCHING:
            return self._switched(seen, asked)
        if verbs <= PACKETS and SetHand in verbs:
            return self._packet_set(seen, asked)
        if verbs == POKER:
            return self._poker(seen, asked)
        if verbs <= DRAWING and not asked.passes:
            return self._drawn(seen, asked)
        if verbs <= AGAIN and asked.passes:
            return self._doubled(seen, asked)
        return unknown(f"no engine answers for {' or '.join(sorted(verb.verb for verb in verbs))} here")

    @cached_property
    def _engine(self) -> Engine:
        return engine_of(self._game, self._stakes)

    @cached_property
    def _others(self) -> OtherCards:
        from pitboss.desk.drawing import Drawing  # noqa: PLC0415
        from pitboss.desk.other_cards import OtherCards  # noqa: PLC0415

        assert isinstance(self._engine, Drawing)
        return OtherCards(self._engine)

    # Whole questions to an engine.

    def _drawn(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        hand, beside = seen.hands[asked.hand], seen_beside(seen, asked.hand)
        if self._is_unlooked(seen):
            return unknown("it is decided before the dealer looks for a blackjack")
        if not beside and not (hand.split or hand.doubles or hand.switched):
            advice = self._engine.advise(spelled(hand.cards), seen.dealer.cards[0].text)
            return self._by_verb(asked, advice, advice.decisions)
        worths = self._others.worths(seen, asked, beside)
        if isinstance(worths, str):
            return unknown(worths)
        return self._of_spot({intent: worths[intent.verb] for intent in self._intents(asked)})

    def _of_spot(self, worths: Mapping[Intent | None, DecisionWorth]) -> Judgement:
        """Turn worths in units of the wager on one hand into units of the first wager."""
        share = self._stakes[self._game.rules.played] / self._unit
        scaled = {intent: each.scaled(share) for intent, each in worths.items()}
        return self._full_doubles_only(scaled)

    def _full_doubles_only(self, worths: Mapping[Intent | None, DecisionWorth]) -> Judgement:
        """Engines double in full; where less is the most that may be put up, they do not answer."""
        rules, original = self._game.rules, self._stakes[self._game.rules.played]
        assert isinstance(rules, BlackjackRules)
        for intent in worths:
            if isinstance(intent, DoubleDown) and rules.doubling is not None:
                doubled = rules.doubling.stake_after(1) - 1
                if intent.amount != original * doubled:
                    return unknown("no engine answers for a double of less than the wager")
        return Judgement(worths)

    def _switched(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        spots = [HandId(asked.hand.box, number) for number in (1, 2)]
        if seen_beside(seen, *spots):
            return unknown(CARDS_SEEN)
        written = " / ".join(spelled(seen.hands[spot].cards) for spot in spots)
        advice = self._engine.advise(written, seen.dealer.cards[0].text)
        return self._by_verb(asked, advice, advice.decisions, kind=BY_POLICY)

    def _poker(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """A poker hand after the round beside two community cards, or an ante before the dealer looks."""
        own, community = seen.hands[asked.hand].cards, seen.community
        if seen_beside(seen, asked.hand):
            return unknown(CARDS_SEEN)
        if community:
            advice = self._engine.advise(spelled(own), spelled(community))
            return self._by_verb(asked, advice, advice.decisions)
        advice = self._engine.advise(spelled(own), seen.dealer.cards[0].text)
        return self._by_verb(asked, advice, advice.asked)

    def _by_verb(
        self, asked: PlayerQuestion, advice: Advice, advised: tuple[Advised, ...], kind: str = EXACT
    ) -> Judgement:
        """Give every decision the worth that the engine advises for its verb."""
        spots = self._game.rules.betting.spots if advice.per else 1
        share = self._stakes[advice.unit] * spots / self._unit
        found = {each.decision: each for each in advised}
        if not {intent.verb for intent in self._intents(asked)} <= set(found):
            return unknown("the engine does not answer for every decision on this hand")
        worths: dict[Intent | None, DecisionWorth] = {}
        for intent in self._intents(asked):
            each = found[intent.verb]
            worths[intent] = DecisionWorth(each.worth * share, _kind_of(each, kind), each.error * share)
        return self._full_doubles_only(worths) if kind == EXACT else Judgement(worths)

    def _packet_set(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        from pitboss.desk.ways.packets import PacketGame  # noqa: PLC0415

        if seen_beside(seen, asked.hand) or seen.dealer.cards:
            return unknown(CARDS_SEEN)
        engine, rules = self._engine, self._game.rules
        assert isinstance(engine, PacketGame)
        assert isinstance(rules, PaiJackRules)
        packet, arranging = seen.hands[asked.hand].cards, rules.arranging
        known = {worth.totals: float(worth.ev) for _, worth in engine.packets.settings(packet)}
        house_way = arranging.house_way(packet)
        if house_way is None or not known:
            return unknown("this packet is not set")
        worths: dict[Intent | None, DecisionWorth] = {}
        for intent in (each for option in asked.options for each in option.intents):
            setting = intent.setting if isinstance(intent, SetHand) else house_way
            worths[intent] = DecisionWorth(known[arranging.totals(setting)] * self._stakes[rules.played] / self._unit)
        return Judgement(worths)

    # Counting.

    def _insured(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Count the unseen cards that win: the dealer's second card is any of them with equal chance."""
        rules = self._game.rules
        insurance = rules.insurance if isinstance(rules, BlackjackRules) else None
        if insurance is None or len(seen.dealer.cards) != 1 or seen.dealer_blackjack_read is not None:
            return unknown("insurance is not decided by the dealer's second card alone")
        left = Counter(self._game.shoe) - Counter(cards_in_view(seen))
        won = Fraction(0)
        for card, copies in left.items():
            for row in insurance.wager.rows((seen.dealer.cards[0], card)):
                pays = insurance.wager.pays[row]
                if not isinstance(pays, Payout):
                    return unknown("insurance is not paid at odds")
                won += copies * (1 + Fraction(pays.odds.pays, pays.odds.to))
        gain = won / left.total() - 1
        worths: dict[Intent | None, DecisionWorth] = {None: DecisionWorth(0.0)}
        for intent in self._intents(asked):
            assert isinstance(intent, Insure)
            worths[intent] = DecisionWorth(float(gain * intent.amount / self._unit))
        return Judgement(worths)

    def _doubled(self, seen: Layout, asked: PlayerQuestion) -> Judgement:
        """Whether to rescue a doubled hand, to double it again, or to leave it."""
        worths = self._others.worths_of_doubled(seen, asked, seen_beside(seen, asked.hand))
        if isinstance(worths, str):
            return unknown(worths)
        by_intent: dict[Intent | None, DecisionWorth] = {None: worths[PASSING]}
        by_intent |= {intent: worths[intent.verb] for intent in self._intents(asked)}
        share = self._stakes[self._game.rules.played] / self._unit
        return Judgement({intent: each.scaled(share) for intent, each in by_intent.items()})

    def _intents(self, asked: PlayerQuestion) -> list[Intent]:
        """The usual way of each option: engines answer for doubles in full."""
        return [usual_way(option, self._stakes) for option in asked.options]

    def _is_unlooked(self, seen: Layout) -> bool:
        """Whether the dealer will look for a blackjack after this decision."""
        rules = self._game.rules
        assert isinstance(rules, BlackjackRules)
        may_be = seen.dealer.cards[0].points in (10, 11)
        return rules.dealing.check is not None and may_be and seen.dealer_blackjack_read is None


def seen_beside(seen: Layout, *hands: HandId) -> tuple[Card, ...]:
    """Return all cards that a player sees but those of these hands and the dealer's."""
    others = [card for name, hand in seen.hands.items() if name not in (*hands, DEALER) for card in hand.cards]
    return (*others, *seen.discards)


def cards_in_view(seen: Layout) -> tuple[Card, ...]:
    """Return all cards of the shoe that a player sees."""
    return (*(card for hand in seen.hands.values() for card in hand.cards), *seen.discards)


def _kind_of(advised: Advised, kind: str) -> str:
    if advised.error or advised.bound is not None:
        return SIMULATED
    return BY_POLICY if advised.decision == Split.verb else kind
