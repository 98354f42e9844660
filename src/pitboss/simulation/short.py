"""The short way through the usual round: one box with a main wager and nothing else, from a fresh shoe.

Whatever is unusual in a round is dealt again from its first card by `play_round`, which gives the same cards. So the
two ways give the same counts, and how much goes the long way is a matter of speed alone.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.generator import CARDS, HALF, LOW, ONE, Number, Words, block
from pitboss.simulation.kernel import count_results, is_natural, play_alone, settle_side
from pitboss.simulation.layout import (
    AWARD,
    BATCH,
    BLACKJACK,
    BUSTED,
    BY_SUIT,
    CARDS_DEALT,
    DEALER_BLACKJACKS,
    DONE,
    DOUBLE,
    HIT,
    LONG_WAY,
    MAIN,
    MIXED,
    MOST_CARDS,
    MOST_CODES,
    PLAIN,
    RANK_MASK,
    RANKS,
    RESCUE,
    ROUNDS,
    SECOND,
    SHORT,
    SPADE,
    SPADES,
    SPIN,
    STAND,
    SUIT_BITS,
    SUIT_MASK,
    SUITED,
    SURRENDER,
    TOGETHER,
    UP,
    WAGERS,
    Bytes,
    Counts,
    Ints,
    Table,
    Tables,
)


class Batch(Protocol):
    """Many rounds side by side, laid out by `BATCH_LAYOUT`: their words, the positions that these give, and the cards.

    `rest` is what is left of the first two words of a round, and `least` what must be left of each, lest it favours
    some cards. `drawn` are the cards of the round that is played, until they are put back.
    """

    words: Words
    place: Words
    rest: Words
    least: Words
    drawn: Bytes
    shoe: Bytes


BATCH_LAYOUT = np.dtype(
    [
        ("words", "u8", (4, BATCH)),
        ("place", "u8", (SHORT, BATCH)),
        ("rest", "u8", (2, BATCH)),
        ("least", "u8", 4),
        ("drawn", "u1", SHORT),
        ("shoe", "u1", MOST_CARDS),
    ],
    align=True,
)


def new_batch(tables: Tables) -> Batch:
    batch: Any = np.zeros(1, dtype=BATCH_LAYOUT).view(np.recarray)[0]
    batch.shoe[:] = tables.shoe
    for each in range(4):
        left = int(tables.whole) - 3 * each
        batch.least[each] = 2**32 % (left * (left - 1) * (left - 2))
    return cast("Batch", batch)


@njit(cache=True)
def prepare(b: Batch, begun: Number, seed: Number, size: Number) -> None:
    """The words of a batch of rounds, and the positions of their first six draws."""
    key_low, key_high = np.uint64(seed) & LOW, np.uint64(seed) >> HALF
    for each in range(BATCH):
        number = np.uint64(begun + each)
        one, two, three, four = block(number & LOW, number >> HALF, np.uint64(0), CARDS, key_low, key_high)
        b.words[0, each], b.words[1, each], b.words[2, each], b.words[3, each] = one, two, three, four
    for word in range(2):
        left = size - np.uint64(3 * word)
        words, rest = b.words[word], b.rest[word]
        one, two, three = b.place[3 * word], b.place[3 * word + 1], b.place[3 * word + 2]
        for each in range(BATCH):
            product = words[each] * left
            one[each] = product >> HALF
            product = (product & LOW) * (left - ONE)
            two[each] = product >> HALF
            product = (product & LOW) * (left - ONE - ONE)
            three[each] = product >> HALF
            rest[each] = product & LOW


@njit(cache=True)
def more_positions(b: Batch, used: Number, each: Number, size: Number) -> Number:
    """The positions of three draws more for one round; false where its word would favour some cards."""
    left = size - np.uint64(used)
    product = b.words[used // 3, each] * left
    b.place[used, each] = product >> HALF
    product = (product & LOW) * (left - ONE)
    b.place[used + 1, each] = product >> HALF
    product = (product & LOW) * (left - ONE - ONE)
    b.place[used + 2, each] = product >> HALF
    return (product & LOW) >= b.least[used // 3]


@njit(cache=True, inline="always")
def can_draw(b: Batch, used: Number, each: Number, size: Number) -> Number:
    """Whether the short way knows the position of the next card."""
    if used == 6 or used == 9:
        return more_positions(b, used, each, size)
    return used < SHORT


@njit(cache=True, inline="always")
def take(b: Batch, used: Number, each: Number, size: Number) -> Number:
    """The next card, with the last of the shoe in its place."""
    place = b.place[used, each]
    card = b.shoe[place]
    b.drawn[used] = card
    b.shoe[place] = b.shoe[size - ONE - np.uint64(used)]
    return card


@njit(cache=True, inline="always")
def by_suit(b: Batch, tables: Tables, up: Number, hand: Number) -> tuple[Number, Number]:
    """What is decided on two first cards whose suits matter, and whether they are of one suit."""
    suit = b.drawn[0] >> SUIT_BITS & SUIT_MASK
    suited = suit == (b.drawn[2] >> SUIT_BITS & SUIT_MASK)
    kind = (SPADES if suit == SPADE else SUITED) if suited else MIXED
    same = 1 if suited and suit == (b.drawn[1] >> SUIT_BITS & SUIT_MASK) else 0
    return np.uint64(tables.suit_plan[up, tables.suit_row[hand], kind, same]), suited


@njit(cache=True, inline="always")
def usual_round(b: Batch, tables: Tables, each: Number, size: Number) -> tuple[Number, Number, Number]:  # noqa: C901
    """The code of how a round ends or -1 for the long way, the cards it took, and whether the dealer had blackjack.

    Indices are unsigned, because the compiler then needs no check for negative ones.
    """
    used = 3
    for at in range(3):
        take(b, at, each, size)
    up = b.drawn[1] & RANK_MASK
    second, blackjack = np.uint8(RANKS), False
    if tables.hole_first:
        second = take(b, used, each, size) & RANK_MASK
        used += 1
        blackjack = tables.completes[up] == second
    hand = np.uint64(tables.two[b.drawn[0] & RANK_MASK, b.drawn[2] & RANK_MASK])
    doubles, bust, suited = np.uint64(0), np.uint64(0), False
    decision = np.uint64(STAND)
    if b.rest[0, each] < b.least[0] or b.rest[1, each] < b.least[1]:
        decision = np.uint64(LONG_WAY)
    elif not (blackjack and tables.peeks):
        decision = np.uint64(tables.plan[0, up, hand])
        if decision == BY_SUIT:
            decision, suited = by_suit(b, tables, up, hand)
    while decision == HIT or decision == DOUBLE:
        if not can_draw(b, used, each, size):
            return np.int64(-1), used, blackjack
        rank = take(b, used, each, size) & RANK_MASK
        used += 1
        then = np.uint64(tables.after[hand, rank])
        doubles += ONE if decision == DOUBLE else np.uint64(0)
        if then == BUSTED:
            bust = np.uint64(tables.bust_class) + np.uint64(tables.hard[hand]) + rank - np.uint64(21)
            decision = np.uint64(STAND)
            break
        hand = then
        decision = np.uint64(tables.plan[doubles, up, hand])
        if decision == BY_SUIT:  # a finished hand of three cards that is paid by its suits
            decision = np.uint64(LONG_WAY if suited else STAND)
    if not tables.hole_first:
        if decision == LONG_WAY or tables.second_if_needed or not can_draw(b, used, each, size):
            return np.int64(-1), used, blackjack
        second = take(b, used, each, size) & RANK_MASK
        used += 1
        blackjack = tables.completes[up] == second
    if decision != STAND:
        if decision == RESCUE:
            return np.int64(tables.rescued[0, doubles]), used, blackjack
        if decision == SURRENDER and not blackjack:
            return np.int64(tables.surrendered), used, blackjack
        return np.int64(-1), used, blackjack
    kind = bust if bust else np.uint64(tables.class_of[MIXED, hand])
    if blackjack:
        return np.int64(tables.code[PLAIN, doubles, kind, BLACKJACK]), used, blackjack
    if tables.decided[0, 1 if doubles else 0, kind]:
        return np.int64(tables.code[PLAIN, doubles, kind, 0]), used, blackjack
    state = np.uint64(tables.dealer[up, second])
    while state < DONE:
        if not can_draw(b, used, each, size):
            return np.int64(-1), used, blackjack
        state = np.uint64(tables.dealer[state, take(b, used, each, size) & RANK_MASK])
        used += 1
    return np.int64(tables.code[PLAIN, doubles, kind, state - np.uint64(DONE)]), used, blackjack


@njit(cache=True)
def count_side(
    b: Batch, t: Table, tables: Tables, counts: Counts, code: Number, used: Number, blackjack: Number
) -> Number:
    """Counts a round with side wagers; false where the wheel is to be spun, which goes the long way."""
    t.dealt[0, 0], t.dealt[0, 1] = b.drawn[0], b.drawn[2]
    t.at[UP] = b.drawn[1]
    if tables.stakes[SPIN] > 0 and is_natural(t, 0):
        return False
    t.at[SECOND] = b.drawn[3] if tables.hole_first else b.drawn[used - 1]
    t.nets[0, :] = 0
    settle_side(t, tables, counts.rows, BLACKJACK if blackjack else 0)
    t.nets[0, MAIN] = tables.net[code]
    count_results(t, tables, counts)
    counts.codes[code] += 1
    return True


@njit(cache=True)
def usual_rounds(
    t: Table, b: Batch, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number
) -> None:
    """Rounds of one box; what is unusual goes the long way."""
    codes = np.zeros(MOST_CODES, dtype=np.int64)
    cards_dealt, dealer_blackjacks, played = 0, 0, 0
    size, side = np.uint64(tables.whole), has_side_wagers(tables)
    for begun in range(first, first + count, BATCH):
        prepare(b, begun, seed, size)
        for each in range(min(BATCH, first + count - begun)):
            code, used, blackjack = usual_round(b, tables, each, size)
            if code >= 0 and side and not count_side(b, t, tables, counts, code, used, blackjack):
                code = np.int64(-1)
            for at in range(used - 1, -1, -1):
                b.shoe[b.place[at, each]] = b.drawn[at]
            if code >= 0:
                codes[code] += 1
                cards_dealt += used
                dealer_blackjacks += 1 if blackjack else 0
                played += 1
            else:
                play_alone(t, tables, counts, begun + each, seed)
    counts.more[CARDS_DEALT] += cards_dealt
    counts.more[DEALER_BLACKJACKS] += dealer_blackjacks
    counts.more[ROUNDS] += played
    if not side:
        count_codes(tables, counts, codes, played)


@njit(cache=True)
def has_side_wagers(tables: Tables) -> Number:
    staked = 0
    for wager in range(1, WAGERS):
        staked += tables.stakes[wager]
    return staked > 0


@njit(cache=True)
def count_codes(tables: Tables, counts: Counts, codes: Ints, played: Number) -> None:
    """Rounds of one hand, counted by its outcome."""
    for code in range(MOST_CODES):
        net, together = tables.net[code], tables.net[code] * tables.unit // tables.units[TOGETHER]
        counts.codes[code] += codes[code]
        counts.results[tables.bins[MAIN] + net] += codes[code]
        counts.results[tables.bins[TOGETHER] + together] += codes[code]
    if tables.bins[AWARD] >= 0:
        counts.results[tables.bins[AWARD]] += played


@njit(cache=True, nogil=True)
def fresh_rounds(
    t: Table, b: Batch, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number
) -> None:
    """So many rounds, each from a fresh shoe."""
    if tables.boxes == 1:
        usual_rounds(t, b, tables, counts, first, count, seed)
    else:
        for number in range(first, first + count):
            play_alone(t, tables, counts, number, seed)
