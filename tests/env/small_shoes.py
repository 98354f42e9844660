"""Questions in the middle of rounds from small shoes, and what the walker says of every answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pitboss.analysis.walker import Stock, Walk, Walker
from pitboss.cards import Card, Rank, cards
from pitboss.core.driver import Runner, rerun
from pitboss.core.kinds import Face
from pitboss.core.options import Intent
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, FaceDown, NextCard, Offer, Reader, Turn, Window
from pitboss.core.view import Viewer, layout_seen
from pitboss.core.wagering import open_round
from pitboss.desk.houses import game
from pitboss.desk.judgement import Judgement
from pitboss.desk.oracle import Oracle
from pitboss.desk.practice import PlayerQuestion, PracticeTable
from pitboss.games.registry import Game
from pitboss.ids import Box
from pitboss.money import Cents
from pitboss.rules.dealing import completing
from pitboss.service.question import kind_of

Values = dict[Intent | None, float]


def small_game(rulebook: str, shoe: str, **house: Any) -> Game:
    """A game that is dealt from these cards alone; a card with a number, as in 5c*3, lies in it so often."""
    counted = (word.partition("*") for word in shoe.split())
    found = [card for text, _, count in counted for card in cards(text) * int(count or 1)]
    return replace(game(rulebook, house), shoe=tuple(found))


class Midway:
    """A round that was dealt these cards, and in which players said these words: at its next question."""

    def __init__(self, playing: Game, dealt: str, said: Sequence[Any] = (), seats: int = 1) -> None:
        self.table = PracticeTable.of(playing, {"main": Cents(1000)}, seats)
        placed = playing.rules.betting.in_order(self.table.stakes)
        seats_ = list(enumerate(self.table.players, 1))
        bets = [(player, Box(box), wager, self.table.stakes[wager]) for box, player in seats_ for wager in placed]
        self.runner: Runner[Any] = open_round(playing.rules, bets)
        self.known, self.face_down = list(cards(dealt)), 0
        self.hole: frozenset[Rank] | None = None
        self._left, self._said = iter(self.known), iter(said)
        while (answer := self._answer()) is not None:
            refusal = self.runner.answer(answer)
            assert refusal is None, refusal
        assert next(self._left, None) is None, "all cards are dealt"

    def _answer(self) -> Answer | None:
        request = self.runner.pending
        match request:
            case NextCard(_, Face.DOWN):
                self.face_down += 1
                return FaceDown()
            case NextCard():
                return next(self._left)
            case Turn():
                self.face_down -= 1
                return next(self._left)
            case Reader():
                up: Card = self.runner.round.layout.dealer.cards[0]
                self.hole = frozenset(Rank) - completing(up.rank)
                return False
            case Window(verbs=verbs) if not verbs:
                return Close()
        intent = next(self._said, None)
        if intent is None:
            return None
        assert isinstance(request, Decide | Offer | Window)
        if isinstance(intent, Close | Decline):
            return intent
        return Act(request.player, request.hand, intent)  # type: ignore[union-attr]

    @property
    def asked(self) -> PlayerQuestion:
        request, round_ = self.runner.pending, self.runner.round
        assert isinstance(request, Decide | Offer | Window)
        if isinstance(request, Window):
            player, hand = self.table.players[0], round_.layout.order[0]
            return PlayerQuestion(
                player, hand, kind_of(request), round_.options(player, hand, request.verbs), passes=True
            )
        return PlayerQuestion.of(request)

    def judged(self) -> Judgement:
        asked = self.asked
        seen = layout_seen(self.runner.round.layout, Viewer(asked.player))
        return Oracle(self.table.game, self.table.stakes).judge(seen, asked)

    def by_oracle(self) -> Values:
        """What each answer is worth, in cents."""
        judged = self.judged()
        assert judged.worths, judged.unknown
        return {intent: worth.value * self.table.unit for intent, worth in judged.worths.items()}

    def by_walker(self) -> Values:
        """What each answer is worth to all players together, with best play of everything that follows."""
        left = Counter(self.table.game.shoe) - Counter(self.known)
        stock = replace(Stock.of(left.elements()), face_down=self.face_down, hole=self.hole)
        answers, rules = list(self.runner.answers), self.table.game.rules
        return {
            intent: float(Walker(rules)._visit(rerun(rules, [*answers, answer]), stock, 0, Walk()))
            for intent, answer in self._answers()
        }

    def _answers(self) -> Iterator[tuple[Intent | None, Answer]]:
        asked = self.asked
        if asked.passes:
            yield None, Close() if isinstance(self.runner.pending, Window) else Decline()
        for option in asked.options:
            yield option.intents[-1], Act(asked.player, asked.hand, option.intents[-1])


def differences(values: Values) -> Values:
    """How far each answer is behind the best one: what lies on the layout already is in none of these."""
    best = max(values.values())
    return {intent: best - value for intent, value in values.items()}
