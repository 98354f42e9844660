"""The generator and the draws: published vectors, exact counts on a small scale, and statistics of many deals.

The statistics of a shoe share one family-wise level of one in a million, divided evenly over them (Bonferroni). Draws
with mistakes that people really make must fail the same tests, so the tests can see.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from conformance.suite import WHEEL, game
from pitboss.analysis.compiling import njit
from pitboss.analysis.drawing.terms import Terms
from pitboss.ids import MAIN, Wager
from pitboss.money import dollars
from pitboss.simulation import codes, generator, records
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.generator import Number, Words
from pitboss.simulation.pieces.drawing import begin_shoe, draw
from pitboss.simulation.plans import empty_plan
from shoe.test_shuffle import FAMILY_LEVEL, chi_square_tail

pytestmark = pytest.mark.slow
Cards = NDArray[np.uint8]
FULL = 0xFFFFFFFF
VECTORS = [  # counter, key and words, from kat_vectors of Random123
    ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ((FULL, FULL, FULL, FULL), (FULL, FULL), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


def philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox 4x32-10 after its paper, in whole numbers of Python."""
    for turn in range(10):
        one, other = (each + turn * step & FULL for each, step in zip(key, (0x9E3779B9, 0xBB67AE85), strict=True))
        left, right = counter[0] * 0xD2511F53, counter[2] * 0xCD9E8D57
        counter = (right >> 32 ^ counter[1] ^ one, right & FULL, left >> 32 ^ counter[3] ^ other, left & FULL)
    return counter


def words(number: int, seed: int, stream: int) -> Iterator[int]:
    """The words of a stream."""
    for place in range(10**6):
        yield from philox((number & FULL, number >> 32, place, stream), (seed & FULL, seed >> 32))


def positions_of(word: int, sizes: tuple[int, ...], bits: int = 32) -> tuple[int, ...] | None:
    """A word as one number below the product of all sizes, written in mixed digits; nothing where it is dropped."""
    whole = math.prod(sizes)
    number, rest = divmod(word * whole, 1 << bits)
    if rest < (1 << bits) % whole:
        return None
    return digits(number, sizes)


def digits(number: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    found = []
    for size in reversed(sizes):
        number, digit = divmod(number, size)
        found.append(digit)
    return tuple(reversed(found))


def sizes_of(left: int) -> tuple[int, int, int]:
    return left, max(left - 1, 1), max(left - 2, 1)


def stream(number: int, seed: int, use: Number = generator.CARDS) -> Words:
    state = np.zeros(generator.STATE, dtype=np.uint64)
    generator.begin(state, number, np.uint64(seed), use)
    return state


@pytest.mark.parametrize(("counter", "key", "expected"), VECTORS)
def test_published_vectors(counter: tuple[int, ...], key: tuple[int, ...], expected: str) -> None:
    found = generator.block(*map(np.uint64, (*counter, *key)))
    assert " ".join(f"{int(word):08x}" for word in found) == expected
    assert " ".join(f"{word:08x}" for word in philox(counter, key)) == expected


@pytest.mark.parametrize(("number", "seed"), [(0, 0), (1, 7), (2**32 - 1, 2**32), (2**32 + 5, 2**64 - 1), (10**15, 3)])
@pytest.mark.parametrize("use", [generator.CARDS, generator.WHEEL])
def test_words_of_a_stream(number: int, seed: int, use: Number) -> None:
    """The counter is the round, the block and the use; the key is the seed."""
    state, twin = stream(number, seed, use), words(number, seed, int(use))
    assert [int(generator.word(state)) for _ in range(23)] == [next(twin) for _ in range(23)]


def test_cards_and_wheel_have_streams_of_their_own() -> None:
    playing = game("spanish21-ma", {"bonus_spin": True, "wheel": WHEEL})
    stakes = {MAIN: dollars(10), Wager("bonus-spin"): dollars(5)}
    tables = Compiled(playing, empty_plan(Terms(playing)), stakes).tables
    table, number, seed = records.new_round(), 2**32 + 9, 77
    begin_shoe(table, tables, number, seed, own=False)
    for state, use in ((table.stream, 0), (table.wheel, 1)):
        twin = words(number, seed, use)
        assert [int(generator.word(state)) for _ in range(9)] == [next(twin) for _ in range(9)]


def test_streams_differ() -> None:
    """No two streams share a word in the same place, whatever differs: the round, the seed, or what it is for."""
    numbers, seeds = (0, 1, 2, 3, 64, 2**31, 2**32, 2**32 + 1, 10**15), (0, 1, 2, 2**31, 2**32, 2**63, 2**64 - 1)
    begun = [
        stream(number, seed, use) for number in numbers for seed in seeds for use in (generator.CARDS, generator.WHEEL)
    ]
    found = [tuple(int(generator.word(state)) for _ in range(12)) for state in begun]
    assert len({word for each in found for word in each}) == 12 * len(begun), "of 1512 words no two happen to be equal"


@pytest.mark.parametrize("most", [1, 2, 3, 6, 52, 1000, 2**31 + 1, 3 * 10**9, 2**32 - 1])
def test_below_is_its_plain_twin(most: int) -> None:
    state, twin = stream(17, 2026, generator.WHEEL), words(17, 2026, 1)
    for _ in range(400):
        found = next(at for word in twin if (at := positions_of(word, (most,))) is not None)
        assert (int(generator.below(state, most)),) == found


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 48, 52, 288, 312, 384, 415, 416])
def test_three_below_is_its_plain_twin(left: int) -> None:
    state, twin, ahead = stream(3, left), words(3, left, 0), np.zeros(3, dtype=np.int64)
    for _ in range(1000):
        found = next(at for word in twin if (at := positions_of(word, sizes_of(left))) is not None)
        generator.three_below(state, left, ahead)
        assert tuple(ahead.tolist()) == found


def test_words_are_dropped_where_the_twin_drops_them() -> None:
    """With 414 cards left one word in 63 is dropped, which is the most, so the comparison is about those too."""
    left, rounds = 414, 4000
    state, ahead, twin = stream(1, 1), np.zeros(3, dtype=np.int64), words(1, 1, 0)
    kept = [at for at in (positions_of(next(twin), sizes_of(left)) for _ in range(rounds)) if at is not None]
    assert 0.975 < len(kept) / rounds < 0.993
    for expected in kept:
        generator.three_below(state, left, ahead)
        assert tuple(ahead.tolist()) == expected


Rule = Callable[[int, int, int], tuple[int, ...] | None]


def as_it_is(word: int, left: int, bits: int) -> tuple[int, ...] | None:
    return positions_of(word, sizes_of(left), bits)


def keeps_every_word(word: int, left: int, bits: int) -> tuple[int, ...] | None:
    return digits(word * math.prod(sizes_of(left)) >> bits, sizes_of(left))


def drops_for_one_draw_only(word: int, left: int, bits: int) -> tuple[int, ...] | None:
    """The rule of one draw, applied to the last one, when there are three."""
    whole, last = math.prod(sizes_of(left)), sizes_of(left)[2]
    rest = word * whole % (1 << bits)
    return None if rest < (1 << bits) % last else digits(word * whole >> bits, sizes_of(left))


def drops_one_word_too_few(word: int, left: int, bits: int) -> tuple[int, ...] | None:
    whole = math.prod(sizes_of(left))
    rest, step = word * whole % (1 << bits), math.gcd(whole, 1 << bits)
    return None if rest + step < (1 << bits) % whole else digits(word * whole >> bits, sizes_of(left))


def takes_remainders(word: int, left: int, bits: int) -> tuple[int, ...] | None:
    del bits
    return digits(word % math.prod(sizes_of(left)), sizes_of(left))


def is_even(rule: Rule, left: int, bits: int) -> bool:
    """Whether every three positions come equally often, over every word that there is."""
    found = Counter(rule(word, left, bits) for word in range(1 << bits))
    del found[None]
    return len(found) == math.prod(sizes_of(left)) and len(set(found.values())) == 1


@pytest.mark.parametrize("left", range(1, 17))
def test_every_three_positions_come_equally_often(left: int) -> None:
    """All words of 12 bits: whatever is not dropped, gives each of up to 3360 outcomes as often as any other."""
    assert is_even(as_it_is, left, 12)


def test_every_three_positions_come_equally_often_with_longer_words() -> None:
    assert is_even(as_it_is, 24, 16)
    assert is_even(as_it_is, 40, 16)


@pytest.mark.parametrize(
    "rule",
    [keeps_every_word, drops_for_one_draw_only, drops_one_word_too_few, takes_remainders],
    ids=lambda rule: rule.__name__,
)
def test_rules_that_favour_some_positions_are_found(rule: Rule) -> None:
    uneven = [left for left in range(1, 17) if not is_even(rule, left, 12)]
    assert set(uneven) >= {5, 6, 7, 10, 11, 12, 13, 14}


@pytest.mark.parametrize("left", [1, 2, 3, 5, 7, 10, 13, 16])
def test_the_code_itself_with_short_words(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very lines of `three_below`, with words of 12 bits, decide on every word as the rule that was counted."""
    script: list[int] = []
    state, ahead = stream(0, 0), np.zeros(3, dtype=np.int64)  # compiled, and kept, before anything is altered
    monkeypatch.setattr(generator, "HALF", np.uint64(12))
    monkeypatch.setattr(generator, "LOW", np.uint64(4095))
    monkeypatch.setattr(generator, "word", lambda _: np.uint64(script.pop()))
    lines = getattr(generator.three_below, "py_func", generator.three_below)
    last = next(word for word in range(4095, 0, -1) if positions_of(word, sizes_of(left), 12) is not None)
    for word in range(1 << 12):
        script[:] = [last, word]  # a word that is dropped is followed by one that is not
        lines(state, left, ahead)
        expected = positions_of(word, sizes_of(left), 12)
        assert bool(script) == (expected is not None)
        assert tuple(ahead.tolist()) == (expected or positions_of(last, sizes_of(left), 12))


@lru_cache(maxsize=4)
def compiled(rulebook: str, decks: int) -> Compiled:
    """A shoe; nobody plays with it."""
    playing = game(rulebook, {"decks": decks})
    return Compiled(playing, empty_plan(Terms(playing)), {MAIN: dollars(10)})


RIGHT, REMAINDERS, REPLACED, ONE_WORD_FOR_ALL, NEVER_LAST = range(5)
BROKEN = {
    "takes remainders of a byte": REMAINDERS,
    "draws with replacement": REPLACED,
    "takes the same part of a word again": ONE_WORD_FOR_ALL,
    "never draws the last card": NEVER_LAST,
}


@njit(cache=False)
def draw_wrongly(t: records.Round, mistake: Number) -> Number:
    """One of the cards that are left, by a draw with a mistake in it."""
    left = t.at[codes.LEFT]
    if t.at[codes.DRAWN] == 0 or mistake != ONE_WORD_FOR_ALL:
        t.ahead[0] = np.int64(generator.word(t.stream))
    place = t.ahead[0] * left >> 32
    if mistake == REMAINDERS:
        place = (t.ahead[0] & 255) % left
    if mistake == NEVER_LAST:
        place = t.ahead[0] * (left - 1) >> 32
    card = t.shoe[place]
    t.at[codes.DRAWN] += 1
    if mistake == REPLACED:
        return np.int64(card)
    t.shoe[place] = t.shoe[left - 1]
    t.shoe[left - 1] = card
    t.at[codes.LEFT] = left - 1
    return np.int64(card)


@njit(cache=False)
def deal_many(
    t: records.Round, tables: records.Tables, first: Number, seed: Number, mistake: Number, found: Cards
) -> None:
    """The first cards of many rounds, each from a fresh shoe."""
    for each in range(found.shape[0]):
        begin_shoe(t, tables, first + each, seed, mistake != RIGHT)
        for place in range(found.shape[1]):
            found[each, place] = draw(t, tables) if mistake == RIGHT else draw_wrongly(t, mistake)


def dealt(shoe: Compiled, rounds: int, cards: int, seed: int, mistake: int = RIGHT, first: int = 0) -> Cards:
    table, found = records.new_round(), np.zeros((rounds, cards), dtype=np.uint8)
    deal_many(table, shoe.tables, first, seed, mistake, found)
    return found


def unlikeliness(found: NDArray[np.int64], chances: NDArray[np.float64]) -> float:
    """The chance that counts of cells look at least as odd as this; cells that cannot be must be empty."""
    possible = chances > 0
    if found[~possible].any():
        return 0.0
    if possible.sum() == 1:
        return 1.0
    expected = chances[possible] * found.sum()
    return chi_square_tail(float(((found[possible] - expected) ** 2 / expected).sum()), int(possible.sum()) - 1)


def p_values(shoe: Compiled, seed: int, mistake: int = RIGHT, rounds: int = 120_000) -> dict[str, float]:
    """Single cards by their place in the deal, pairs of cards of one round, and pairs of cards of two rounds."""
    kinds, copies = np.unique(shoe.tables.shoe[: shoe.tables.whole], return_counts=True)
    size, count = int(shoe.tables.whole), len(kinds)
    found = np.searchsorted(kinds, dealt(shoe, rounds, 5, seed, mistake)).astype(np.int64)
    single, apart = copies / size, np.outer(copies, copies) / size**2
    together = (np.outer(copies, copies) - np.diag(copies)) / (size * (size - 1))

    def pairs(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.bincount(one * count + other, minlength=count * count)

    values = {f"card {at + 1}": unlikeliness(np.bincount(found[:, at], minlength=count), single) for at in range(5)}
    for one, other in ((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (0, 4)):
        counts = pairs(found[:, one], found[:, other])
        values[f"cards {one + 1} and {other + 1}"] = unlikeliness(counts, together.ravel())
        alike = int(counts[:: count + 1].sum())
        chance = float(together.trace())
        halves = np.array([alike, rounds - alike]), np.array([chance, 1 - chance])
        values[f"cards {one + 1} and {other + 1} alike"] = unlikeliness(*halves)
    values["one round and the next"] = unlikeliness(pairs(found[0::2, 0], found[1::2, 0]), apart.ravel())
    return values


SHOES = {"one deck": ("blackjack-co", 1), "six decks": ("spanish21-ma", 6), "eight decks": ("blackjack-co", 8)}


@pytest.mark.parametrize("name", SHOES)
@pytest.mark.parametrize("seed", [0, 2026])
def test_first_cards_look_random(name: str, seed: int) -> None:
    found = p_values(compiled(*SHOES[name]), seed)
    assert min(found.values()) > FAMILY_LEVEL / len(found), found


@pytest.mark.parametrize("mistake", BROKEN)
@pytest.mark.parametrize("name", ["one deck", "six decks"])
def test_broken_draws_are_rejected(mistake: str, name: str) -> None:
    found = p_values(compiled(*SHOES[name]), 2026, BROKEN[mistake])
    assert min(found.values()) < FAMILY_LEVEL / len(found), found


def test_seeds_next_to_each_other_have_nothing_to_do_with_each_other() -> None:
    shoe = compiled("blackjack-co", 1)
    kinds = np.sort(shoe.tables.shoe[:52])
    one, other = (np.searchsorted(kinds, dealt(shoe, 100_000, 1, seed)[:, 0]) for seed in (7, 8))
    counts = np.bincount(one * 52 + other, minlength=52 * 52)
    assert unlikeliness(counts, np.full(52 * 52, 52.0**-2)) > FAMILY_LEVEL


def test_a_round_does_not_depend_on_the_rounds_before_it() -> None:
    shoe = compiled("spanish21-ma", 6)
    many, one = dealt(shoe, 300, 5, 11), dealt(shoe, 1, 5, 11, first=299)
    assert many[-1].tolist() == one[0].tolist()


@pytest.mark.parametrize("name", SHOES)
def test_the_shared_shoe_deals_what_a_shoe_of_its_own_would(name: str) -> None:
    """As far as there is room for swaps; nobody has changed it then, and one card more says that it does not do."""
    tables = compiled(*SHOES[name]).tables
    whole = tables.shoe.copy()
    for number in range(200):
        shared, own = records.new_round(), records.new_round()
        begin_shoe(shared, tables, number, 5, own=False)
        begin_shoe(own, tables, number, 5, own=True)
        while shared.at[codes.LEFT] and not shared.at[codes.FULL]:
            expected = int(draw(own, tables))
            found = int(draw(shared, tables))
            assert found == expected
        assert int(shared.at[codes.DRAWN]) > codes.MOST_SWAPS
    assert tables.shoe.tobytes() == whole.tobytes()


def test_draws_follow_the_positions_of_the_twin() -> None:
    """A whole shoe card by card: three positions a word, the last card moves into the place of the one drawn."""
    tables = compiled("spanish21-md", 8).tables
    table, pile = records.new_round(), tables.shoe[: tables.whole].tolist()
    begin_shoe(table, tables, 2**32 + 3, 9, own=True)
    twin, expected = words(2**32 + 3, 9, 0), []
    while pile:
        ahead = next(at for word in twin if (at := positions_of(word, sizes_of(len(pile)))) is not None)
        for place in ahead[: len(pile)]:
            expected.append(pile[place])
            pile[place] = pile[-1]
            pile.pop()
    assert [int(draw(table, tables)) for _ in expected] == expected
    assert len(expected) == 384
