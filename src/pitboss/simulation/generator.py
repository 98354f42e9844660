"""Random numbers by counter: Philox 4x32-10, and unbiased draws from what is left of a shoe.

The numbers of a round depend on the seed and on the number of the round (or of the shoe) and on nothing else. So any
round can be dealt again alone, and it does not matter who deals which rounds, or in which order. The generator is that
of Salmon, Moraes, Dror and Shaw (Parallel random numbers: as easy as 1, 2, 3; 2011).

One 32-bit word gives three draws: it is taken as a fraction and multiplied by the cards left, again and again; the
whole part is a position, the rest goes on. The word is dropped where the last rest shows that some positions would be
met more often than others (Brackett-Rozinsky and Lemire, Batched ranged random integer generation, 2024).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiling import njit

Words = NDArray[np.uint64]
Number = Any
"""What is an int in Python and has 64 bits in compiled code, with a sign or without."""

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
FIRST_STEP, SECOND_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
TURNS = 10
ONE = np.uint64(1)

# What a stream of numbers is used for; they never mix.
CARDS, WHEEL, SECOND_PART = np.uint64(0), np.uint64(1), np.uint64(2)


@njit(cache=True, inline="always")
def block(
    counter_low: Number, counter_high: Number, place: Number, stream: Number, key_low: Number, key_high: Number
) -> tuple[Number, Number, Number, Number]:
    """Four words of 32 bits for one counter and one key."""
    one, two, three, four = counter_low, counter_high, place, stream
    for _ in range(TURNS):
        first, second = FIRST_FACTOR * one, SECOND_FACTOR * three
        one, two = (second >> HALF) ^ two ^ key_low, second & LOW
        three, four = (first >> HALF) ^ four ^ key_high, first & LOW
        key_low = (key_low + FIRST_STEP) & LOW
        key_high = (key_high + SECOND_STEP) & LOW
    return one, two, three, four


# The state of a stream: its counter and key, the next block, the words of the last one, and how many of them are used.
ROUND_LOW, ROUND_HIGH, KEY_LOW, KEY_HIGH, NEXT_BLOCK, STREAM, USED, WORDS = 0, 1, 2, 3, 4, 5, 6, 7
STATE = WORDS + 4


@njit(cache=True)
def begin(state: Words, number: Number, seed: Number, stream: Number) -> None:
    """Sets a stream to the beginning of a round or shoe."""
    state[ROUND_LOW] = np.uint64(number) & LOW
    state[ROUND_HIGH] = np.uint64(number) >> HALF
    state[KEY_LOW] = np.uint64(seed) & LOW
    state[KEY_HIGH] = np.uint64(seed) >> HALF
    state[NEXT_BLOCK] = 0
    state[STREAM] = np.uint64(stream)
    state[USED] = 4


@njit(cache=True)
def word(state: Words) -> Number:
    """The next 32 bits of a stream."""
    if state[USED] == 4:
        place, key_low, key_high = state[NEXT_BLOCK], state[KEY_LOW], state[KEY_HIGH]
        one, two, three, four = block(state[ROUND_LOW], state[ROUND_HIGH], place, state[STREAM], key_low, key_high)
        state[WORDS], state[WORDS + 1], state[WORDS + 2], state[WORDS + 3] = one, two, three, four
        state[NEXT_BLOCK] = place + ONE
        state[USED] = 0
    used = state[USED]
    state[USED] = used + ONE
    return state[np.uint64(WORDS) + used]


@njit(cache=True)
def below(state: Words, most: Number) -> Number:
    """A whole number from 0 to below `most`, each as likely as any other."""
    size = np.uint64(most)
    while True:
        product = word(state) * size
        if (product & LOW) >= (ONE << HALF) % size:
            return np.int64(product >> HALF)


@njit(cache=True)
def three_below(state: Words, left: Number, positions: NDArray[np.int64]) -> None:
    """Positions for the next three draws, or as many as there are cards, among `left`, one less, two less."""
    first, second, third = np.uint64(left), np.uint64(max(left - 1, 1)), np.uint64(max(left - 2, 1))
    size = first * second * third
    while True:
        product = word(state) * first
        positions[0] = np.int64(product >> HALF)
        product = (product & LOW) * second
        positions[1] = np.int64(product >> HALF)
        product = (product & LOW) * third
        positions[2] = np.int64(product >> HALF)
        rest = product & LOW
        if rest >= size or rest >= (ONE << HALF) % size:
            return
