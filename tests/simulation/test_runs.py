"""Runs: the same digits whoever deals them, in whatever pieces, and after any interruption."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conformance.suite import WHEEL, game
from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.solver import solve
from pitboss.analysis.drawing.terms import Terms
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import Family
from pitboss.ids import MAIN, Wager
from pitboss.money import Cents
from pitboss.simulation import codes, records
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.generator import Number
from pitboss.simulation.plans import Plan, plan_of
from pitboss.simulation.programmes.blackjack import play_alone
from pitboss.simulation.retell import deal_again
from pitboss.simulation.run import (
    BadCheckpoint,
    Order,
    Overlap,
    Part,
    load_checkpoint,
    nothing,
    play_chunk,
    run,
    save_checkpoint,
)
from pitboss.simulation.summary import moments, summarize
from simulation.rounds import KERNELS, random_plan

pytestmark = pytest.mark.slow
INSURANCE = Wager("insurance")
ROUNDS = 50_000
Settings = Mapping[str, object]


def every_wager(playing: Family, main: int = 1000) -> dict[Wager, Cents]:
    return stakes_of(playing, {playing.rules.played: Cents(main)}, every=True)


def at_random(playing: Family, seed: int, *, boxes: int = 1, every: bool = True, stake: int = 1000) -> Compiled:
    """People who play by no reason at all."""
    plan = random_plan(Terms(playing), np.random.default_rng(seed))
    stakes = every_wager(playing, stake) if every else {playing.rules.played: Cents(stake)}
    return Compiled(playing, plan, stakes, boxes)


@lru_cache(maxsize=1)
def usual() -> Compiled:
    return at_random(game("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL}), 1)


def order(rounds: int = 10_500, chunk: int = 1000, *, seed: int = 5, shoes: bool = False) -> Order:
    """Not a multiple of the chunk, so that the last one is cut short."""
    return Order(usual(), seed, rounds, shoes, chunk)


def last(asked: Order, begun: Part | None = None, workers: int = 2) -> Part:
    *_, part = run(asked, begun, workers)
    return part


def same(one: Part, other: Part) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one.counts, other.counts, strict=True))


@njit(cache=False)
def long_way(
    t: records.Round, tables: records.Tables, counts: records.Counts, first: Number, count: Number, seed: Number
) -> None:
    for number in range(first, first + count):
        play_alone(t, tables, counts, number, seed)


def by_the_long_way(compiled: Compiled, seed: int, count: int, first: int = 0) -> records.Counts:
    """The same rounds, each by the kernel that plays any round."""
    counts = records.new_counts(compiled.tables)
    long_way(records.new_round(), compiled.tables, counts, first, count, np.uint64(seed))
    return counts


# Whoever deals them.


def test_the_same_digits_whatever_the_workers_and_the_chunks() -> None:
    expected = play_chunk(order(chunk=10_500), 0)
    assert expected.rounds == 10_500
    for workers in (1, 2, 3):
        for chunk in (500, 1000, 1024, 10_499, 10_500, 20_000):
            found = last(order(chunk=chunk), workers=workers)
            assert same(found, expected), (workers, chunk)
            assert (found.first, found.last) == (0, -(-10_500 // chunk))


def test_small_chunks_add_up() -> None:
    """Chunks of a round and of rounds around the length of a batch."""
    expected = play_chunk(order(390, 390), 0)
    for chunk in (1, 63, 64, 65, 130):
        assert same(last(order(390, chunk)), expected), chunk


def test_every_part_of_a_run_is_what_was_played_so_far() -> None:
    asked = order()
    rounds = [part.rounds for part in run(asked, workers=3)]
    assert rounds == sorted(rounds)
    assert rounds[-1] == 10_500
    for part in run(asked, workers=3):
        assert same(part, last(replace(asked, rounds=part.rounds))) if part.rounds else part.last == 0


@pytest.mark.parametrize("chunk", [3, 10])
def test_shoes_end_with_the_same_shoe_whatever_the_workers(chunk: int) -> None:
    asked = order(3000, chunk, shoes=True)
    expected = last(asked, workers=1)
    assert expected.rounds >= 3000
    assert int(expected.counts.more[codes.SHOES]) == chunk * expected.last
    before = last(replace(asked, rounds=expected.rounds - 500), workers=1)
    assert before.last < expected.last, "it does not go on for longer than it must"
    for workers in (2, 3):
        found = last(asked, workers=workers)
        assert same(found, expected)
        assert found.last == expected.last


def test_shoes_of_other_chunks_are_the_same_shoes() -> None:
    expected = play_chunk(order(1, 12, shoes=True), 0)
    parts = [play_chunk(order(1, 4, shoes=True), number) for number in range(3)]
    assert same(parts[0].merged(parts[1]).merged(parts[2]), expected)


def test_another_seed_is_another_run() -> None:
    assert not same(last(order(2000)), last(order(2000, seed=6)))
    assert not same(last(order(2000, seed=0)), last(order(2000, seed=2**32))), "all bits of the seed count"


# Parts and their sums.


def parts() -> list[Part]:
    return [play_chunk(order(), number) for number in range(5)]


def test_merging_does_not_depend_on_the_order() -> None:
    one, two, three, four, five = parts()
    left = one.merged(two).merged(three).merged(four).merged(five)
    right = one.merged(two.merged(three.merged(four.merged(five))))
    turned = five.merged(four).merged(three).merged(two).merged(one)
    for other in (right, turned, four.merged(five).merged(two.merged(one).merged(three))):
        assert same(left, other)
        assert (other.first, other.last) == (0, 5)


def test_merging_again_adds_nothing() -> None:
    one, two, three, *_ = parts()
    both = one.merged(two)
    for again in (both.merged(both), both.merged(one), two.merged(both), both.merged(nothing(order()))):
        assert again.rounds == 2000
        assert same(again, both)
    assert same(both.merged(three).merged(two.merged(three)), both.merged(three))


def test_parts_that_do_not_meet_are_not_added_up() -> None:
    one, two, three, four, _ = parts()
    with pytest.raises(Overlap):
        one.merged(three)
    with pytest.raises(Overlap):
        one.merged(two).merged(four)
    with pytest.raises(Overlap):
        one.merged(two).merged(two.merged(three))
    with pytest.raises(Overlap):
        nothing(order()).merged(two)


def test_adding_up_leaves_the_parts_as_they_were() -> None:
    one, two, *_ = parts()
    before = [each.copy() for each in one.counts]
    one.merged(two)
    assert all(np.array_equal(mine, old) for mine, old in zip(one.counts, before, strict=True))


# Interrupted, and gone on with.


@pytest.mark.parametrize("stopped_after", [1, 2, 5, 9])
@pytest.mark.parametrize("shoes", [False, True])
def test_interrupted_and_resumed(stopped_after: int, shoes: bool, tmp_path: Path) -> None:  # noqa: FBT001
    asked, path = order(4250, 2 if shoes else 100, shoes=shoes), tmp_path / "run"
    expected = last(asked)
    going = run(asked, workers=2)
    *_, part = islice(going, stopped_after)
    going.close()  # type: ignore[attr-defined]
    assert part.rounds < expected.rounds
    save_checkpoint(path, asked, part)
    begun = load_checkpoint(path, asked)
    assert begun is not None
    assert (begun.first, begun.last) == (part.first, part.last)
    assert same(begun, part)
    resumed = last(asked, begun, workers=3)
    assert same(resumed, expected)
    assert resumed.last == expected.last


def test_interrupted_after_every_chunk(tmp_path: Path) -> None:
    asked, path = order(2150, 100), tmp_path / "run"
    part = nothing(asked)
    for _ in range(500):  # the chunk that is ready first may not be the next one, and then nothing is gained
        going = run(asked, load_checkpoint(path, asked), workers=2)
        part = next(going)
        going.close()  # type: ignore[attr-defined]
        save_checkpoint(path, asked, part)
        if part.rounds == asked.rounds:
            break
    assert same(part, last(asked))


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    asked, path = order(), tmp_path / "run"
    save_checkpoint(path, asked, last(asked))
    begun = load_checkpoint(path, asked)
    assert [part.rounds for part in run(asked, begun)] == [10_500]


def test_a_run_may_go_on_to_more_rounds(tmp_path: Path) -> None:
    path = tmp_path / "run"
    save_checkpoint(path, order(2000), last(order(2000)))
    begun = load_checkpoint(path, order())
    assert begun is not None
    assert same(last(order(), begun), last(order()))


def test_a_run_cannot_go_back_or_on_from_the_middle_of_a_chunk(tmp_path: Path) -> None:
    path = tmp_path / "run"
    save_checkpoint(path, order(2500), last(order(2500)))
    for rounds in (1000, 2400, 2600, 3000, 10_500):
        with pytest.raises(BadCheckpoint):
            load_checkpoint(path, order(rounds))


def test_nothing_is_kept_yet(tmp_path: Path) -> None:
    assert load_checkpoint(tmp_path / "run", order()) is None


def test_nothing_but_the_checkpoint_is_left_behind(tmp_path: Path) -> None:
    for _ in range(2):
        save_checkpoint(tmp_path / "run", order(), play_chunk(order(), 0))
    assert [each.name for each in tmp_path.iterdir()] == ["run"]


def with_plan(compiled: Compiled, **changed: Any) -> Plan:
    return compiled.plan._replace(**changed)


def others() -> dict[str, Order]:
    """Runs whose chunks cannot be added to those of `order()`, each for one reason."""
    asked = order()
    one = asked.compiled
    assert isinstance(one, Compiled)
    settings = {"bonus_spin": True, "wheel": WHEEL}
    hit = one.plan.plan.copy()
    hit[0, 3, 100] = codes.STAND if hit[0, 3, 100] != codes.STAND else codes.HIT
    main = {**one.stakes, MAIN: Cents(1100)}
    houses = {
        "decks": game("spanish21-ma", {**settings, "decks": 8}),
        "dealing": game("spanish21-ma", {**settings, "dealing_procedure": "no_hole"}),
        "wheel": game("spanish21-ma", {**settings, "wheel": [{"pays": 20, "weight": 5}, {"pays": 100, "weight": 2}]}),
        "a reading": game("spanish21-ma", settings, {"S01": "literal"}),
        "seats": game("spanish21-ma", {**settings, "seats": 5}),
        "rulebook": game("spanish21-md", {}),
    }
    changed = {
        "stake": Compiled(one.game, one.plan, main),
        "a wager less": Compiled(one.game, one.plan, {MAIN: one.stakes[MAIN]}),
        "plan": Compiled(one.game, with_plan(one, plan=hit), one.stakes),
        "boxes": Compiled(one.game, one.plan, one.stakes, 2),
        **{name: Compiled(house, one.plan, {MAIN: Cents(1000)}) for name, house in houses.items()},
    }
    return {
        "seed": replace(asked, seed=6),
        "mode": replace(asked, shoes=True),
        "chunk": replace(asked, chunk=500),
        **{name: replace(asked, compiled=compiled) for name, compiled in changed.items()},
    }


def test_checkpoints_of_other_runs_are_refused(tmp_path: Path) -> None:
    keys, found = {order().key()}, others()
    for name, other in found.items():
        save_checkpoint(tmp_path / name, other, nothing(other))
        assert load_checkpoint(tmp_path / name, other) is not None
        with pytest.raises(BadCheckpoint):
            load_checkpoint(tmp_path / name, order())
        save_checkpoint(tmp_path / name, order(), play_chunk(order(), 0))
        with pytest.raises(BadCheckpoint):
            load_checkpoint(tmp_path / name, other)
        keys.add(other.key())
    assert len(keys) == 1 + len(found)


def test_an_equal_order_made_anew_is_the_same_run() -> None:
    again = at_random(game("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL}), 1)
    assert replace(order(), compiled=again).key() == order().key()
    assert order(99).key() == order().key(), "a run may be continued to any number of rounds"


def changed(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    """A checkpoint in which one entry is something else; `counts.more` is an entry of an entry."""

    def change(found: dict[str, Any]) -> object:
        place: Any = found
        *before, at = name.split(".")
        for step in before:
            place = place[step]
        place[at] = value
        return found

    return change


def without(name: str) -> Callable[[dict[str, Any]], object]:
    def change(found: dict[str, Any]) -> object:
        del found[name]
        return found

    return change


DAMAGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "a list": lambda found: [found],
    "a number": lambda _: 5,
    "nothing": lambda _: None,
    "no key": without("key"),
    "no counts": without("counts"),
    "no end": without("last"),
    "another key": changed("key", "ab" * 32),
    "a key that is no text": changed("key", 5),
    "counts in a list": changed("counts", []),
    "a kind of counts is missing": changed("counts", {"codes": [], "rows": [], "results": []}),
    "a kind of counts is a number": changed("counts.more", 5),
    "counts without places": changed("counts.rows", [1, 2, 3]),
    "three numbers for a count": changed("counts.rows", [[1, 2, 3]]),
    "a negative count": changed("counts.rows", [[1, -2]]),
    "a negative place": changed("counts.rows", [[-1, 2]]),
    "a count that is not whole": changed("counts.rows", [[1, 2.5]]),
    "a count that is not whole by its type": changed("counts.rows", [[1, 2.0]]),
    "a count in words": changed("counts.rows", [[1, "2"]]),
    "a count that is a yes": changed("counts.rows", [[1, True]]),
    "a place in words": changed("counts.rows", [["1", 2]]),
    "a count of nothing": changed("counts.rows", [[1, None]]),
    "a place of rows out of range": changed("counts.rows", [[10**6, 2]]),
    "a place of results out of range": changed("counts.results", [[10**9, 2]]),
    "a place that is far out of range": changed("counts.more", [[10**30, 2]]),
    "too few rounds": changed("counts.more", [[codes.ROUNDS, 1999]]),
    "too many rounds": changed("last", 1),
    "fewer chunks than rounds": changed("last", 0),
    "more chunks than rounds": changed("last", 3),
    "more chunks than there are": changed("last", 10**9),
    "a count beyond all numbers": changed("counts.rows", [[1, 10**30]]),
    "an end in words": changed("last", "2"),
    "an end that is not whole": changed("last", 2.0),
    "an end that is nothing": changed("last", None),
    "a negative end": changed("last", -1),
    "a beginning in words": changed("first", "0"),
    "a beginning that is nothing": changed("first", None),
    "a beginning in the middle": changed("first", 1),
    "a negative beginning": changed("first", -1),
}


@lru_cache(maxsize=2)
def begun_run(*, shoes: bool) -> tuple[Order, Part]:
    """Two chunks of a run."""
    asked = order(10_500, 30 if shoes else 1000, shoes=shoes)
    return asked, play_chunk(asked, 0).merged(play_chunk(asked, 1))


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("shoes", [False, True])
def test_damaged_checkpoints_are_refused(damage: str, shoes: bool, tmp_path: Path) -> None:  # noqa: FBT001
    (asked, part), path = begun_run(shoes=shoes), tmp_path / "run"
    save_checkpoint(path, asked, part)
    assert load_checkpoint(path, asked) is not None
    path.write_text(json.dumps(DAMAGED[damage](json.loads(path.read_text()))))
    with pytest.raises(BadCheckpoint):
        load_checkpoint(path, asked)


def test_a_checkpoint_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    (asked, part), path = begun_run(shoes=False), tmp_path / "run"
    save_checkpoint(path, asked, part)
    text = path.read_text()
    assert text.endswith("}\n")
    for length in [*range(0, len(text) - 2, 97), *range(len(text) - 30, len(text) - 1)]:
        path.write_text(text[:length])
        with pytest.raises(BadCheckpoint):
            load_checkpoint(path, asked)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"nonsense",
        b'{"key": NaN}',
        b"[" * 100_000,
        b"\xff\xfe{}",
        b'{"key": "\xe9"}',
    ],
    ids=["empty", "no entries", "no JSON", "no number", "too deep", "no UTF-8", "Latin"],
)
def test_files_that_are_no_checkpoints_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(data)
    with pytest.raises(BadCheckpoint):
        load_checkpoint(path, order())


# The fast path and the full programme.

NO_HOLE, HOLE = {"dealing_procedure": "no_hole"}, {"dealing_procedure": "hole_no_reader"}
SPINS: Settings = {"bonus_spin": True, "wheel": WHEEL}
HOUSES: dict[str, tuple[str, Settings, Settings]] = {
    **{rulebook: (rulebook, {}, {}) for rulebook in KERNELS},
    "ma, no hole card": ("spanish21-ma", NO_HOLE, {}),
    "ma, no reader": ("spanish21-ma", {**HOLE, **SPINS}, {}),
    "ma, bonus spin": ("spanish21-ma", {"decks": 8, **SPINS}, {"MA15": "both", "MA17": "per_ace"}),
    "ma, nothing more": ("spanish21-ma", SPINS, {"S14": "nothing_more"}),
    "ma, no hole card, nothing more": ("spanish21-ma", {**NO_HOLE, **SPINS}, {"S14": "nothing_more"}),
    "ma, no reader, nothing more": ("spanish21-ma", HOLE, {"S14": "nothing_more"}),
    "ma, by the letter": ("spanish21-ma", NO_HOLE, dict.fromkeys(("S01", "S02", "S03", "S06"), "literal")),
    "ma, redoubled": ("spanish21-ma", HOLE, {"S06": "literal", "S09": "redouble", "MA20": "premium_on_original"}),
    "ma, premium unless split": ("spanish21-ma", {}, {"MA20": "premium_on_original", "MA24": "unsplit_only"}),
    "ma, busts lose": ("spanish21-ma-prior", NO_HOLE, {"S04": "busted_plus_one", "S12": "split_hands_too"}),
    "ma, split hands given up": (
        "spanish21-ma-prior",
        NO_HOLE,
        {"S12": "split_hands_too", "S39": "original_only"},
    ),
    "md, other splits": (
        "spanish21-md",
        {"decks": 8, "max_splits": 1, "max_splits_aces": 1},
        {"S02": "literal", "S07": "rank", "S08": "one_card", "S28": "no_premium", "S15": "point_value"},
    ),
    "md, faces insured by the letter": ("spanish21-md", {}, {"MD01": "faces_too", "MD18": "face_below"}),
    "md, redoubled": ("spanish21-md", {}, {"S09": "redouble", "S14": "nothing_more", "S16": "others_always"}),
    "charity, other readings": ("spanish21-charity", {}, {"CH01": "stand", "CH06": "may_double", "CH20": "no_double"}),
    "blackjack, one deck": (
        "blackjack-co",
        {"decks": 1, "surrender": "late", "soft17": "hit", "double": "any_number", "double_after_split": True},
        {},
    ),
}
SOLVED = (*KERNELS, "ma, no hole card", "blackjack, one deck")


@lru_cache(maxsize=len(SOLVED))
def best_play(name: str) -> Plan:
    rulebook, settings, _ = HOUSES[name]
    return plan_of(solve(game(rulebook, settings)))


def plan_for(name: str) -> Plan:
    """Best play of the same rulebook and the same way to deal, which other readings allow too."""
    rulebook, settings, _ = HOUSES[name]
    if name in SOLVED:
        return best_play(name)
    unseen = settings.get("dealing_procedure") == "no_hole"
    return best_play("ma, no hole card" if unseen else rulebook)


def check_both_ways(compiled: Compiled, seed: int, first: int = 0) -> None:
    assert compiled.boxes == 1
    asked = Order(compiled, seed, first * ROUNDS + ROUNDS, chunk=ROUNDS)
    part, counts = play_chunk(asked, first), by_the_long_way(compiled, seed, ROUNDS, first * ROUNDS)
    for name, found in part.counts._asdict().items():
        expected = getattr(counts, name)
        assert np.array_equal(found, expected), (name, np.argwhere(found != expected)[:5].tolist())
    check_sums(compiled, part)


def check_sums(compiled: Compiled, part: Part) -> None:
    """Every wager has a result in every round, every box a row of each wager, every hand an outcome."""
    tables, counts, start = compiled.tables, part.counts, 0
    boxes = part.rounds * compiled.boxes
    results = counts.results.reshape(len(compiled.awards), -1).sum(axis=0)
    for zero in (int(each) for each in tables.bins[:-1] if each >= 0):
        end = 2 * zero - start + 1  # as much room below zero as above
        assert int(results[start:end].sum()) == part.rounds
        start = end
    assert start == len(results)
    spots = boxes * compiled.rules.betting.spots
    assert int(counts.rows[codes.MAIN].sum()) == spots + int(counts.more[codes.SPLITS])
    for number, side in enumerate(compiled.sides, start=codes.FIRST_SIDE):
        if side.against is None and side.late is None:
            assert int(counts.rows[number].sum()) == (boxes if tables.stakes[number] else 0)


@pytest.mark.parametrize("name", HOUSES)
def test_both_ways_by_no_reason_with_every_wager(name: str) -> None:
    rulebook, settings, readings = HOUSES[name]
    compiled = at_random(game(rulebook, settings, readings), len(name))
    assert bool(compiled.tables.spins) == ("wheel" in settings)
    check_both_ways(compiled, seed=len(name))


@pytest.mark.parametrize("name", HOUSES)
def test_both_ways_by_best_play(name: str) -> None:
    rulebook, settings, readings = HOUSES[name]
    playing = game(rulebook, settings, readings)
    check_both_ways(Compiled(playing, plan_for(name), {playing.rules.played: Cents(1000)}), seed=2026)


@pytest.mark.parametrize("name", KERNELS)
def test_both_ways_by_no_reason_with_one_wager(name: str) -> None:
    rulebook, settings, readings = HOUSES[name]
    check_both_ways(at_random(game(rulebook, settings, readings), 3, every=False, stake=500), seed=1)


@pytest.mark.parametrize("name", KERNELS)
def test_both_ways_by_best_play_with_every_wager(name: str) -> None:
    rulebook, settings, readings = HOUSES[name]
    playing = game(rulebook, {**settings, **(SPINS if name == "spanish21-ma" else {})}, readings)
    check_both_ways(Compiled(playing, best_play(name), every_wager(playing)), seed=0)


def test_both_ways_with_every_wager_alone() -> None:
    """Each side wager for itself, beside the main wager, takes its own way through the code."""
    compiled = usual()
    for wager, stake in compiled.stakes.items():
        if wager != MAIN:
            check_both_ways(replace(compiled, stakes={MAIN: compiled.stakes[MAIN], wager: stake}), seed=4)


@pytest.mark.parametrize("first", [2**32 // ROUNDS, 10**15 // ROUNDS - 1])
def test_both_ways_with_large_numbers(first: int) -> None:
    """Rounds across the border of 32 bits, and the last rounds that may be asked for."""
    check_both_ways(usual(), 2**62 + 1, first)


def test_seeds_of_64_bits_may_follow_smaller_ones() -> None:
    check_both_ways(usual(), 1)
    check_both_ways(usual(), 2**64 - 1)


# What is said of a run.


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("shoes", [False, True])
def test_rounds_dealt_again_one_by_one_add_up_to_the_run(boxes: int, shoes: bool) -> None:  # noqa: FBT001
    """Every round is dealt again alone; by wager and together they come to what the run has counted."""
    compiled = usual() if boxes == 1 else replace(usual(), boxes=boxes)
    count = 2 if shoes else 300
    part = play_chunk(Order(compiled, 9, 300, shoes, count), 0)
    again = []
    for number in range(count):
        for of_shoe in range(1, 100) if shoes else (None,):
            dealt = deal_again(compiled, 9, number, of_shoe)
            if dealt is None:
                break
            again.append(dealt)
    assert len(again) == part.rounds
    check_sums(compiled, part)
    summary = summarize(compiled, part)
    results = [sum(sum(nets.values()) for nets in dealt.nets) for dealt in again]
    assert summary.results == {net: results.count(net) for net in sorted(set(results))}
    for wager, result in summary.wagers.items():
        total = sum(nets[wager] for dealt in again for nets in dealt.nets)
        assert result.mean * result.stake * result.placed == pytest.approx(total, abs=1e-6), wager
    if not shoes:
        assert summary.cards == sum(len(dealt.cards) for dealt in again)


def test_moments_are_those_of_the_results() -> None:
    chance = random.Random(3)
    results = [chance.choice((-2000, -1000, -500, 0, 1000, 1500, 20_000)) for _ in range(999)]
    mean, sd, skew = moments({each: results.count(each) for each in set(results)})
    spread = sqrt(sum((each - mean) ** 2 for each in results) / len(results))
    assert mean == pytest.approx(sum(results) / len(results))
    assert sd == pytest.approx(spread)
    assert skew == pytest.approx(sum((each - mean) ** 3 for each in results) / len(results) / spread**3)
    assert moments({}) == (0.0, 0.0, 0.0)
    assert moments({7: 3}) == (7.0, 0.0, 0.0)


def test_a_summary_adds_up() -> None:
    """Rows of a wager give its mean; the means of all wagers give that of everything together."""
    compiled = replace(usual(), boxes=3)
    part = play_chunk(Order(compiled, 1, 20_000, chunk=20_000), 0)
    summary, cents = summarize(compiled, part), 0.0
    for wager, result in summary.wagers.items():
        if wager != "super-award":
            rows = sum(row.count * row.net for row in result.rows) / result.placed
            assert result.mean == pytest.approx(rows), wager
        cents += result.mean * result.stake * result.placed
        assert result.placed == 60_000 or wager == INSURANCE
    assert summary.mean == pytest.approx(cents / 20_000)
    assert sum(summary.results.values()) == 20_000
    assert summary.standard_error == pytest.approx(summary.sd / sqrt(20_000))


# A run of the command that is killed.

SAVING = "import pitboss.cli.simulate as s; s.SAVE_EVERY = 0.0; from pitboss.cli.main import main; main()"
MANY = "2.5e7"


def simulate(*more: str) -> subprocess.Popen[str]:
    """The command, which saves after every chunk."""
    command = [sys.executable, "-c", SAVING, "simulate", "spanish21-md", "--rounds", MANY, "--seed", "5", "--json"]
    return subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def chunks_saved(path: Path) -> int:
    return int(json.loads(path.read_text())["last"]) if path.exists() else 0


def interrupt(process: subprocess.Popen[str], path: Path, number: signal.Signals) -> None:
    """Sends a signal as soon as the run has saved some more chunks."""
    before, began = chunks_saved(path), time.monotonic()
    while chunks_saved(path) <= before and process.poll() is None and time.monotonic() - began < 60:
        time.sleep(0.005)
    os.kill(process.pid, number)


def test_killed_interrupted_and_resumed_by_the_command(tmp_path: Path) -> None:
    """A kill, then Ctrl-C, then to the end: the digits of a run that nothing happened to."""
    path = tmp_path / "run"
    killed = simulate("--checkpoint", str(path), "--workers", "1")
    interrupt(killed, path, signal.SIGKILL)
    assert killed.communicate() == ("", "")
    assert killed.returncode == -signal.SIGKILL
    after_kill = chunks_saved(path)
    assert after_kill > 0

    stopped = simulate("--checkpoint", str(path), "--workers", "1")
    interrupt(stopped, path, signal.SIGINT)
    text, says = stopped.communicate()
    so_far = json.loads(text)
    assert stopped.returncode == 130
    assert says == f"pitboss: interrupted; this is the result of the first {so_far['rounds']:,} of 25,000,000 rounds\n"
    assert chunks_saved(path) > after_kill
    assert chunks_saved(path) * (1 << 22) == so_far["rounds"] < 25_000_000

    resumed = simulate("--checkpoint", str(path))
    found = json.loads(resumed.communicate()[0])
    assert resumed.returncode == 0
    check_undisturbed(found)
    assert found["wagers"] != so_far["wagers"]


def check_undisturbed(found: Mapping[str, Any]) -> None:
    """The digits of the command are those of a run that nothing happened to."""
    playing, stake = game("spanish21-md", {}), Cents(1000)
    compiled = Compiled(playing, plan_of(solve(playing, stake)), {MAIN: stake})
    summary = summarize(compiled, last(Order(compiled, 5, 25_000_000)))
    for name in ("rounds", "splits", "boxes_split", "cards", "dealer_blackjacks", "average_wager", "element_of_risk"):
        assert found[name] == getattr(summary, name), name
    assert found["together"]["results"] == [[net / 100, count] for net, count in summary.results.items()]
    assert set(found["wagers"]) == set(summary.wagers)
    for wager, result in summary.wagers.items():
        said = found["wagers"][wager]
        for name in ("mean", "standard_error", "sd", "skew", "placed"):
            assert said[name] == getattr(result, name), (wager, name)
        rows = [(row["name"], row["split"], row["count"], row["net"]) for row in said["outcomes"]]
        assert rows == [(row.name, row.split, row.count, row.net) for row in result.rows]
