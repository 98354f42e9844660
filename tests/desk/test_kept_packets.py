"""Pai Jack counted once: an answer that is known is read again, and is the same answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.suite import any_game
from pitboss.analysis.keeping import Foreign
from pitboss.analysis.keeping_packets import as_arrays, fill
from pitboss.analysis.pai_jack import Packets
from pitboss.desk import simulations
from pitboss.desk.advice import advise, best_play
from pitboss.desk.cache import cache_for
from pitboss.desk.engine import engine_of
from pitboss.desk.prices import price
from pitboss.desk.ways.packets import PacketGame, packets_of
from pitboss.games.colorado.pai_jack_rules import PaiJackRules
from pitboss.games.registry import Game, is_as_compiled
from pitboss.money import dollars

pytestmark = pytest.mark.slow

HELD = "Ac Td 9h 4s 3c"
READINGS: tuple[Mapping[str, object], ...] = ({}, {"PJ11": "free"}, {"PJ04": "high_first"}, {"PJ01": "loses"})


def pai_jack(readings: Mapping[str, object] | None = None) -> Game:
    return any_game("pai-jack", {}, readings)


def counted(game: Game) -> Packets:
    packets = packets_of(game)
    assert packets is not None
    return packets


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_packets_from_arrays_are_the_packets(readings: Mapping[str, object]) -> None:
    game = pai_jack(readings)
    made, read = counted(game), counted(game)
    fill(read, as_arrays(made))
    assert list(read.ways.items()) == list(made.ways.items())
    assert (read.unasked, read.of_dealer, read.pays) == (made.unasked, made.of_dealer, made.pays)
    assert read.main(read.best) == made.main(made.best)
    assert read.differences == made.differences


def test_arrays_of_other_packets_are_foreign() -> None:
    game = pai_jack()
    arrays = as_arrays(counted(game))
    for name, array in arrays.items():
        with pytest.raises(Foreign):
            fill(counted(game), {**arrays, name: array[:, :-1]})
        with pytest.raises(Foreign):
            fill(counted(game), {each: found for each, found in arrays.items() if each != name})


def test_a_second_run_counts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))

    def answers() -> tuple[object, ...]:
        engine = PacketGame.of(pai_jack(), {each: dollars(10) for each in ("main", "pai-jack-bonus")})  # type: ignore[misc]
        prices = engine.price(None, 0)
        return engine.advise(HELD, "-"), engine.best_play(), prices.wagers, prices.combined

    first = answers()
    for name in ("_beside", "decided", "_made"):
        monkeypatch.setattr(Packets, name, property(lambda _: pytest.fail("counted again")))
    assert answers() == first


def test_the_same_house_has_the_same_engine() -> None:
    one, other, another = pai_jack(), pai_jack(), pai_jack({"PJ11": "free"})
    stakes = {one.rules.played: dollars(10)}
    assert engine_of(one, stakes) is engine_of(other, stakes)
    assert engine_of(one, stakes) is not engine_of(another, stakes)
    assert isinstance(one.rules, PaiJackRules)
    changed = replace(one, rules=replace(one.rules, assists=not one.rules.assists))
    assert engine_of(one, stakes) is not engine_of(changed, stakes)


def test_only_a_game_of_its_house_is_cached() -> None:
    game = pai_jack()
    assert isinstance(game.rules, PaiJackRules)
    changed = replace(game, rules=replace(game.rules, assists=not game.rules.assists))
    assert is_as_compiled(game)
    assert not is_as_compiled(changed)
    assert cache_for(changed, dollars(10))._folder is None


def test_no_round_is_dealt_again_for_a_game_of_this_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "need_agreement", lambda _: pytest.fail("dealt again"))
    game = pai_jack()
    simulations.prepare(game, {game.rules.played: dollars(10)})


@pytest.mark.parametrize(
    ("name", "held", "up"), [("pai-jack", HELD, "-"), ("buffalo-2", "Jc 6d", "9"), ("spanish21-ma", "Jc 6d", "9")]
)
def test_advice_about_a_solved_house_takes_at_most_50_ms(name: str, held: str, up: str) -> None:
    first, seconds = advise(any_game(name, {}), held, up), []
    for _ in range(5):
        began = time.perf_counter()
        assert advise(any_game(name, {}), held, up) == first
        seconds.append(time.perf_counter() - began)
    assert min(seconds) < 0.05


def test_prices_and_best_play_of_a_solved_house_are_the_same() -> None:
    first, again = (price(pai_jack()) for _ in range(2))
    assert first.wagers == again.wagers
    assert best_play(pai_jack()) == best_play(pai_jack())
