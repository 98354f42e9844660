"""What 30-2112 and a house settle about Pai Jack: one value for each part of it, and the verbs of the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Self

from pitboss.cards import cards, spelled
from pitboss.core.betting import BettingTerms
from pitboss.core.incidents import Incident
from pitboss.core.kinds import Closing, FoulPolicy
from pitboss.core.options import Intent, Refusal, Ruling
from pitboss.core.procedure import Round
from pitboss.core.rules import Handler, RoundVoid
from pitboss.core.shuffling import ShoeTerms
from pitboss.core.supervision import NOBODY_SPECIAL, Supervision
from pitboss.core.table_state import TableState
from pitboss.core.voids import collect_cards, return_wagers
from pitboss.games.colorado.pai_jack_settlement import Settlement
from pitboss.games.colorado.standard import RULE_8
from pitboss.ids import DEALER, MAIN, Clauses, HandId, Player, Wager, clauses
from pitboss.law.points import Points
from pitboss.money import Cents
from pitboss.rules.irregularities import Irregularities
from pitboss.rules.setting import Arranging, Setting
from pitboss.wagers.side import SideWager

AS_USUAL: Final = clauses("CO-2112.std") + RULE_8
WAGERED: Final = clauses("CO-2112(2).1")
SET: Final = clauses("CO-2112(6).1")
SHOWN: Final = clauses("CO-2112(5).1")
BUST: Final = clauses("CO-2112(7).1")
MISDEALT, MISDEALT_TO_DEALER = clauses("CO-2112(4).1"), clauses("CO-2112(4).2")
DROPPED: Final = clauses("CO-2112(4).3")
HELPED: Final = clauses("CO-2112(11)(j).1", "CO-2112(11)(j).2")
REPORTED: Final = clauses("CO-2112(6)(a)", "CO-2112(11)(i).1")
CLOSED: Final = {
    Closing.PAI_JACK: clauses("CO-2112(5).2") + SET,
    Closing.SET: SET + clauses("CO-2112(8)"),
    Closing.BUST: BUST,
    Closing.FOUL: clauses("CO-2112(11)(i)(ii)"),
    Closing.DEAD: MISDEALT + DROPPED,
}


FOUL: Final = {
    FoulPolicy.HOUSE_WAY: clauses("CO-2112(11)(i)(iii)"),
    FoulPolicy.RESET: clauses("CO-2112(11)(i)(i)"),
    FoulPolicy.LOSE: clauses("CO-2112(11)(i)(ii)"),
}


@dataclass(frozen=True, slots=True)
class SetHand(Intent):
    verb: ClassVar[str] = "set"
    setting: Setting

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        low, bar, high = " ".join(words).partition("|")
        if not bar:
            raise ValueError("takes two low cards, a bar and three high cards, as in set Kc 7c | Qc 9c 2c")
        return cls(Setting(cards(low), cards(high)))

    def written(self) -> str:
        return f"{self.verb} {spelled(self.setting.low)} | {spelled(self.setting.high)}"


@dataclass(frozen=True, slots=True)
class SetUnseen(Intent):
    """Set one's cards face down where people deal: how they are set is seen when the dealer turns them."""

    verb: ClassVar[str] = "set-unseen"
    goes_without_saying: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HouseWay(Intent):
    """Have the staff set one's cards, who may do that in the house's way only."""

    verb: ClassVar[str] = "house-way"
    goes_without_saying: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class DeclareBust(Intent):
    verb: ClassVar[str] = "bust"


@dataclass(frozen=True, slots=True, eq=False)
class PaiJackRules:
    """`assists` says that the staff sets cards where a player asks for it. `misdeal_unwinds`: the dealer's misdeal puts
    back what was paid before it (PJ12). `drop_forfeits`: who drops a card loses the wagers of that hand (PJ07).
    `as_compiled` says that they are those of their house, and nobody has made others of them.
    """

    betting: BettingTerms
    shoe: ShoeTerms
    sides: tuple[SideWager, ...]
    arranging: Arranging
    settlement: Settlement
    foul: FoulPolicy
    assists: bool
    misdeal_unwinds: bool
    drop_forfeits: bool
    steps: tuple[Callable[[Round[PaiJackRules]], Awaitable[None]], ...]
    menu: Mapping[type[Intent], Callable[[Round[PaiJackRules], Player, HandId], Ruling]]
    incidents: Mapping[type[Incident], Handler]
    points: Points
    irregular: Irregularities
    supervision: Supervision = NOBODY_SPECIAL
    played: Wager = MAIN
    meter: None = None
    turn: Clauses = SET
    as_compiled: bool = field(default=False, init=False)

    @property
    def unforeseen(self) -> Clauses:
        return self.irregular.silent

    def may_not_deal(self, _floor: TableState) -> Refusal | None:
        return None

    def turn_clauses(self, t: Round[PaiJackRules], hand: HandId) -> Clauses:
        """Boxes act in turn, and each until it is closed."""
        there = t.layout.hands.get(hand)
        closed = None if there is None or hand == DEALER else there.closed
        return t.layout.void_under or (self.turn if closed is None else CLOSED[closed])

    def measured_by(self, _intent: Intent) -> Wager:
        return self.played

    def puts_up(self, intent: Intent, original: Cents) -> Cents:
        return intent.puts_up(original)

    def void(self, t: Round[PaiJackRules], void: RoundVoid) -> None:
        return_wagers(t, void, unwind=void.unwind)
        collect_cards(t, AS_USUAL)


Play = Round[PaiJackRules]
