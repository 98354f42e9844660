"""Rounds of Straight Jack Progressive for tests."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from conformance.suite import any_game
from pitboss.cards import cards
from pitboss.core.driver import Runner
from pitboss.core.incidents import DealerKeyed, Instructed
from pitboss.core.meter import at_seed
from pitboss.core.requests import Act, Answer, Close, Decide, GameOver, KeyAward, LockMeter, Offer, Window
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager
from pitboss.ids import MAIN, Author, Box, HandId, Player, Role, Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack

PROGRESSIVE = Wager("straight-jack-progressive")
SUE, DAN = Author(Role.SUPERVISOR, "sue"), Author(Role.DEALER, "dan")
METER_SETTINGS: dict[str, object] = {"meter_seed": 10000, "meter_increment": Decimal("0.15")}


class Round:
    """A round of these boxes with both wagers, which goes as far as somebody must say something unusual."""

    def __init__(self, dealt: str, boxes: int = 1, table: RoundContext | None = None, **settings: object) -> None:
        game = any_game("straight-jack-progressive", {**METER_SETTINGS, **settings})
        self.runner: Runner[Any] = Runner(game.rules, RoundContext(live=True) if table is None else table)
        self.shoe, self.meter = Stack(cards(dealt)), at_seed(game.rules.meter)
        for box in range(1, boxes + 1):
            for wager, amount in ((MAIN, Cents(1000)), (PROGRESSIVE, Cents(100))):
                self.must(Act(Player(f"p{box}"), HandId(Box(box), 1), PlaceWager(wager, amount)))
        self.must(Close())

    def must(self, answer: Answer) -> None:
        assert self.runner.answer(answer) is None

    def refused(self, answer: Answer) -> str:
        refusal = self.runner.answer(answer)
        assert refusal is not None
        return refusal.code

    def on(self, *decisions: Any) -> Round:
        """Cards come as they lie, decisions in their order, until nothing of that is asked any more."""
        waiting = list(decisions)
        while (request := self.runner.pending) is not None:
            match request:
                case KeyAward() if request.waits_for_people:
                    return self
                case LockMeter() | KeyAward() | GameOver():
                    self.must(self.meter.answer(request))
                case Decide(player, hand) if waiting:
                    self.must(Act(player, hand, waiting.pop(0)))
                case Decide() | Offer():
                    return self
                case Window():
                    self.must(Close())
                case _:
                    self.must(self.shoe.answer(request))
        return self

    def keyed(self, box: int, percent: int) -> Round:
        """The supervisor tells the dealer to press the key of this award, and the dealer does."""
        self.must(Instructed(SUE, HandId(Box(box), 1)))
        self.must(DealerKeyed(DAN, HandId(Box(box), 1), percent))
        return self

    def kinds(self, *wanted: type) -> list[Any]:
        return [fact for fact in self.runner.round.facts if isinstance(fact, wanted)]


SIX = "2c 9h 3d 9d 4c 5h 6s Ad"  # 2-3, then 4, 5, 6 and an ace that is no spade: six cards and 21
