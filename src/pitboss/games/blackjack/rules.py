"""What an edition and a house settle about a game of the blackjack family: one small value for each part of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass, field

from pitboss.core.betting import BettingTerms
from pitboss.core.incidents import Incident
from pitboss.core.kinds import Closing
from pitboss.core.meter import Meter
from pitboss.core.options import Intent, Option, Refusal, Ruling
from pitboss.core.procedure import Round
from pitboss.core.rules import Handler, RoundVoid
from pitboss.core.settle import lose_original_only
from pitboss.core.shuffling import ShoeTerms
from pitboss.core.supervision import NOBODY_SPECIAL, Supervision
from pitboss.core.table_state import TableState
from pitboss.core.voids import collect_cards, return_wagers
from pitboss.games.blackjack.intents import Bet, Split
from pitboss.games.blackjack.settlement import Settlement
from pitboss.ids import MAIN, Clauses, HandId, Player, Wager
from pitboss.law.points import Points
from pitboss.money import Cents
from pitboss.payouts import Payout
from pitboss.rules.contest import Contest
from pitboss.rules.dealing import Dealer, Dealing
from pitboss.rules.doubling import Doubling
from pitboss.rules.drawing import Drawing
from pitboss.rules.insurance import Insurance
from pitboss.rules.irregularities import NOTHING_FORESEEN, Irregularities
from pitboss.rules.poker_part import PokerPart
from pitboss.rules.situation import Situation
from pitboss.rules.splitting import Splitting
from pitboss.rules.surrender import Rescue, Surrender
from pitboss.wagers.fixed_award import FixedAward
from pitboss.wagers.side import SideWager


@dataclass(frozen=True, slots=True)
class Conduct:
    """What holds around every decision: turns, standing, chips, picking up; `silent` is cited for rights not given."""

    turn: Clauses
    stand: Clauses
    chips: Clauses
    pick_up: Clauses
    silent: Clauses


@dataclass(frozen=True, slots=True, eq=False)
class BlackjackRules:
    """`None` stands for a right that the text does not give. `sides` are in the order in which they are settled.

    `options` remembers what the menu has offered under these rules, because the same options come up again and again.
    `as_compiled` says that they are those of their house, and nobody has made others of them.
    """

    steps: tuple[Callable[[Round[BlackjackRules]], Awaitable[None]], ...]
    menu: Mapping[type[Intent], Callable[[Round[BlackjackRules], Player, HandId], Ruling]]
    incidents: Mapping[type[Incident], Handler]
    points: Points
    conduct: Conduct
    betting: BettingTerms
    shoe: ShoeTerms
    dealing: Dealing
    drawing: Drawing
    doubling: Doubling | None
    splitting: Splitting | None
    surrender: Surrender | None
    rescue: Rescue | None
    insurance: Insurance | None
    dealer: Dealer
    settlement: Settlement
    sides: tuple[SideWager, ...] = ()
    award: FixedAward | None = None
    meter: Meter | None = None
    contest: Contest | None = None
    poker: PokerPart | None = None
    irregular: Irregularities = NOTHING_FORESEEN
    supervision: Supervision = NOBODY_SPECIAL
    played: Wager = MAIN
    options: dict[Hashable, Option] = field(default_factory=dict, init=False)
    as_compiled: bool = field(default=False, init=False)

    @property
    def turn(self) -> Clauses:
        return self.conduct.turn

    @property
    def unforeseen(self) -> Clauses:
        return self.irregular.silent or self.conduct.turn

    def may_not_deal(self, state: TableState) -> Refusal | None:
        reader = self.irregular.reader
        return reader.halts() if reader is not None and state.reader_out else None

    def turn_clauses(self, t: Round[BlackjackRules], hand: HandId) -> Clauses:
        """Boxes act in turn, and the hands of a split one after the other, unless the check has ended the play."""
        shared = self.betting.sharing.splits if t.parts and self.betting.sharing is not None else ()
        trouble = t.layout.void_under or shared or self.irregular.stopped(t.layout, hand)
        if trouble:
            return trouble
        if self.contest is not None and self.contest.waiting(t.layout):
            return self.contest.offered
        if self.poker is not None and t.layout.community:
            return self.poker.steps[0].asked
        if t.layout.dealer_blackjack_read and self.dealing.check is not None:
            return self.dealing.check.ending(t.layout.dealer.cards[0].rank)
        known = t.layout.hands.get(hand)
        if self.contest is not None and known is not None and known.closed is Closing.FOLDED:
            return self.contest.forfeits
        if known is not None and known.closed is Closing.TWENTY_ONE and self.drawing.first_21 is not None:
            first = self.drawing.first_21
            paid = self.drawing.refuses_21(known.situation).clauses
            return paid + (first.declined if first.made_by(known.situation) else ())
        split = known is not None and known.split and self.splitting is not None
        return self.splitting.order if split and self.splitting is not None else self.conduct.turn

    def without_played(self, t: Round[BlackjackRules], hand: HandId) -> Refusal | None:
        """Why a hand that plays for its poker hand alone may not have what the played wager may."""
        if self.contest is None or any(key.hand == hand and key.wager == self.played for key in t.layout.stakes):
            return None
        return self.contest.needs_played

    def pays_at_21(self, hand: Situation) -> Payout | None:
        """How a 21 is paid that does not wait for the dealer: as one of the first cards, or as any other."""
        return self.drawing.paid_at_once(hand) or self.settlement.at_21

    def standing(self, hand: Situation) -> Clauses:
        """The clauses by which this hand may stand; a first 21 that does is paid as one."""
        paid = self.drawing.paid_at_once(hand)
        return self.drawing.apart(hand) or self.conduct.stand if paid is None else paid.clauses

    def measured_by(self, intent: Intent) -> Wager:
        if isinstance(intent, Bet) and self.contest is not None:
            return self.contest.ante
        return self.poker.wager if isinstance(intent, Bet) and self.poker is not None else self.played

    def puts_up(self, intent: Intent, original: Cents) -> Cents:
        """As much as the intent says; a split makes as many new hands as the text lets it."""
        hands = self.splitting.ways - 1 if isinstance(intent, Split) and self.splitting is not None else 1
        return Cents(hands * intent.puts_up(original))

    def void(self, t: Round[BlackjackRules], void: RoundVoid) -> None:
        if not (
            self.irregular.unwinds and void.unwind
        ):  # MA23, S38: a bust was decided when the hand passed 21 (S03, S35)
            for key, stake in t.layout.pending(self.played):
                if t.hand(key.hand).closed is Closing.BUST:
                    lose_original_only(t, key, stake, self.drawing.bust)
        return_wagers(t, void, unwind=self.irregular.unwinds and void.unwind)
        collect_cards(t, self.conduct.pick_up)


Play = Round[BlackjackRules]
"""The round of a game of this family, as its steps hold it."""
