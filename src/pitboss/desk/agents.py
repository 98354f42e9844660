"""One round after another for agents that say numbers: what they may say, what they see, and what they get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from operator import index

from pitboss.core.options import Intent
from pitboss.desk.houses import game
from pitboss.desk.judgement import Judgement
from pitboss.desk.moves import DEAL, PASS, Moves, before_deal
from pitboss.desk.oracle import Oracle
from pitboss.desk.practice import PracticeRound, PracticeTable
from pitboss.desk.questions import BadQuestion
from pitboss.desk.sight import NO_SIGHT, Sight, sight_of
from pitboss.money import Cents
from pitboss.record.settings import Settings
from pitboss.service.asked import No

MOST_REFUSED = 20
"""So many moves of one seat may change nothing in a round; then the round is broken off."""


class BadMove(BadQuestion):
    """An agent said something that no rule can answer; `code` names the mistake for programs."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code


@dataclass(slots=True)
class MoveResult:
    """What became of a move: why it was refused, and what it lost against the best move, where that is known."""

    refused: No | None = None
    regret: float | None = None


@dataclass(slots=True)
class PracticeSeats:
    """The seats of a practice table through one round after another; seats are counted from 0.

    Each seat says `deal` in turn, then the cards are dealt. `broken_off` is the seat by whose moves a round ended that
    was not played to its end: that seat loses all that it has staked, and the others get their wagers back.
    """

    table: PracticeTable
    moves: Moves
    oracle: Oracle | None
    key: int = 0
    number: int = -1
    round: PracticeRound | None = None
    ready: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    broken_off: int | None = None
    _legal: Mapping[int, Intent | None] | None = field(default=None)
    _judged: Judgement | None = field(default=None)

    @classmethod
    def of(
        cls,
        rulebook: str,
        house: Settings | None,
        readings: Settings | None,
        bets: Mapping[str, Cents] | None,
        *,
        seats: int,
        oracle: bool,
    ) -> PracticeSeats:
        """Return seats at a table of a rulebook; raise `BadQuestion`, `Refused` and `Unlawful`.

        Raises `ImportError` for an oracle where the solver cannot run.
        """
        if oracle and find_spec("numba") is None:
            raise ImportError("The oracle needs numba, which is not installed: run `pip install pitboss[analysis]`.")
        dealt = game(rulebook, house, readings)
        table = PracticeTable.of(dealt, bets, seats)
        return cls(table, Moves(table), Oracle(dealt, table.stakes) if oracle else None)

    # Rounds.

    def begin(self, key: int | None) -> None:
        """Begin the first round of a key, or the next one of the same key."""
        if key is not None:
            self.key, self.number = key, -1
        self.number += 1
        self.round, self.ready, self.broken_off = None, 0, None
        self.refused.clear()
        self._forget()

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.broken_off is not None or (self.round is not None and self.round.asked is None)

    @property
    def turn(self) -> int | None:
        """The seat whose move it is; None once the round has ended."""
        if self.over:
            return None
        if self.round is None:
            return self.ready
        assert self.round.asked is not None
        return self.table.players.index(self.round.asked.player)

    # Moves.

    @property
    def legal(self) -> Mapping[int, Intent | None]:
        """The numbers of the moves that may be made now."""
        if self._legal is None:
            if self.over:
                self._legal = {}
            else:
                self._legal = {DEAL: None} if self.round is None else self.moves.legal(self.round)
        return self._legal

    def say(self, action: object) -> MoveResult:
        """Make a move. One that is not legal is a pass where one may pass, and otherwise changes nothing.

        Raises `BadMove` for a number that is no move, and once the round has ended.
        """
        number = self._move_of(action)
        if self.round is None:
            return self._deal(number)
        if number in self.legal:
            return MoveResult(regret=self._do(self.round, self.legal[number]))
        no = self.moves.why_not(self.round, number)
        if PASS in self.legal:
            return MoveResult(no, self._do(self.round, None))
        self._count_refused()
        return MoveResult(no, self._no_regret)

    def _do(self, round_: PracticeRound, intent: Intent | None) -> float | None:
        """Carry out a legal move, and return its regret if it is known."""
        regret = None if self.judged is None else self.judged.regret(intent)
        self._forget()
        if intent is None:
            round_.do_pass()
        else:
            refusal = round_.choose(intent)
            assert refusal is None, f"{intent} was among the options, and refused: {refusal}"
        return regret

    @property
    def _no_regret(self) -> float | None:
        """The regret of a move that decides nothing."""
        return None if self.oracle is None or self.broken_off is not None else 0.0

    def _move_of(self, action: object) -> int:
        if self.number < 0:
            raise BadMove("not-reset", "No round has begun. Call reset first.")
        if self.over:
            raise BadMove("round-over", "The round has ended and takes no more moves. Call reset for the next one.")
        try:
            number = index(action)  # type: ignore[arg-type]  # which says so if it is none
        except TypeError:
            number = -1
        if not 0 <= number < len(self.moves.all):
            says = f"{action} is not an action of this game. Choose a number from 0 to {len(self.moves.all) - 1}."
            raise BadMove("no-such-action", says)
        return number

    def _deal(self, number: int) -> MoveResult:
        if number != DEAL:
            self._count_refused()
            return MoveResult(before_deal(self.moves.all[number].name), self._no_regret)
        self.ready += 1
        if self.ready == len(self.table.players):
            self.round = self.table.round(self.key, self.number)
        self._forget()
        return MoveResult(regret=self._no_regret)

    def _count_refused(self) -> None:
        seat = self.turn
        assert seat is not None, "nobody speaks after the end"
        self.refused[seat] += 1
        if self.refused[seat] == MOST_REFUSED:
            self.broken_off = seat
            self._forget()

    def _forget(self) -> None:
        self._legal = self._judged = None

    # What there is to know.

    def sight(self, seat: int) -> Sight:
        """Return the round as a seat sees it."""
        if self.round is None:
            return NO_SIGHT
        return sight_of(self.round.seen_by(self.table.players[seat]), self.table, seat, self.round.asked)

    @property
    def judged(self) -> Judgement | None:
        """What each move is worth now; None without an oracle, and where nothing is asked."""
        if self._judged is None and self.oracle is not None and self.round is not None:
            asked = self.round.asked
            if asked is not None:
                self._judged = self.oracle.judge(self.round.seen_by(asked.player), asked)
        return self._judged

    def reward(self, seat: int) -> float:
        """Return the net of a seat in units of its first wager; 0 before the round has ended."""
        if not self.over or self.round is None:
            return 0.0
        if self.broken_off not in (None, seat):
            return 0.0
        return self.round.net(self.table.players[seat]) / self.table.unit
