"""Which engine answers for a game: one question each for prices, advice, best play, simulation and a decision."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from pitboss.desk.answers import Advice, BestPlay, Prices
from pitboss.desk.houses import need_known, need_meter
from pitboss.desk.questions import BadQuestion
from pitboss.desk.stakes import need_first
from pitboss.games.registry import Game, family, is_as_compiled
from pitboss.ids import Wager
from pitboss.law.rulebook import UnknownName
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.core.layout import Layout
    from pitboss.desk.judgement import Judgement
    from pitboss.desk.practice import PlayerQuestion
    from pitboss.desk.simulations import Prepared

Chart = Sequence[Sequence[str]]


class Engine(Protocol):
    """Everything that the desk can say about one house at these stakes."""

    def price(self, wagers: Iterable[str] | None, others: int) -> Prices: ...

    def advise(self, hand: str, up: str) -> Advice: ...

    def best_play(self) -> BestPlay: ...

    def prepare(self, boxes: int, plan: str, chart: Chart | None) -> Prepared: ...

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement: ...


_RECENT: deque[tuple[Game, object, Engine]] = deque(maxlen=4)
"""The engines that were asked last, each with its game and its question."""


def engine_of(game: Game, stakes: Mapping[Wager, Cents], *, fresh: bool = False, meter: Cents | None = None) -> Engine:
    """Return the engine of a game; raise `BadQuestion` for one that no engine accounts for.

    Asked again about the same game at the same stakes, it returns the same engine, which has solved the game already. A
    game of the same house is the same game, if its house describes it wholly.
    """
    need_known(game)
    need_meter(game, meter)
    asked = (dict(stakes), meter, os.environ.get("PITBOSS_CACHE"))
    for known, question, engine in () if fresh else _RECENT:
        if question == asked and _is_same(known, game):
            return engine
    engine = _new_engine(game, stakes, fresh=fresh, meter=meter)
    _RECENT.append((game, asked, engine))
    return engine


def forget_engines() -> None:
    """Forget the engines that were asked last: whoever asks next finds what a new process would."""
    _RECENT.clear()


def _is_same(one: Game, other: Game) -> bool:
    if one is other:
        return True
    same = one.house == other.house and one.shoe == other.shoe
    return same and is_as_compiled(one) and is_as_compiled(other)


def _new_engine(game: Game, stakes: Mapping[Wager, Cents], *, fresh: bool, meter: Cents | None) -> Engine:
    drawn = family(game)
    if drawn is not None:
        from pitboss.desk.drawing import Drawing  # noqa: PLC0415

        return Drawing.of(drawn, stakes, fresh=fresh, meter=meter)
    from pitboss.desk.ways.packets import PacketGame  # noqa: PLC0415  it needs arrays, which a cached answer does not

    return PacketGame.of(game, stakes, fresh=fresh)


def wanted_of(game: Game, wagers: Iterable[str] | None, known: Sequence[Wager]) -> set[str]:
    """Return the wagers to price, all that are known if none is named; raise `BadQuestion` for a stranger."""
    for name in wagers or ():
        need_first(game.rules, name)
        if name in game.house.rulebook.wagers and name not in known:
            raise BadQuestion(f"{name} is not offered by this house, so there is nothing to price")
        if name not in known:
            raise BadQuestion(str(UnknownName("wager", name, known)))
    return set(wagers or known)
