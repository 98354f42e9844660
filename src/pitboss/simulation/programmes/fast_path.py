"""The fast path through the usual round: one box with a main wager and nothing else, from a fresh shoe.

Whatever is unusual in a round is dealt again from its first card by `play_round`, which gives the same cards. So the
two ways give the same counts, and how much goes the full programme is a matter of speed alone.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    AHEAD,
    AWARD,
    BATCH,
    BLACKJACK,
    CARDS_DEALT,
    DEALER_BLACKJACKS,
    DONE,
    FINAL,
    HIT,
    LONG_WAY,
    MAIN,
    MIXED,
    MOST_CARDS,
    MOST_CODES,
    NO_CODE,
    OVER,
    RANK_MASK,
    RANKS,
    ROUNDS,
    SECOND,
    SHORT,
    SPADE,
    SPADES,
    STAND,
    SUIT_BITS,
    SUIT_MASK,
    SUITED,
    SUITS,
    TOGETHER,
    UP,
    WAGERS,
    Bytes,
    Ints,
)
from pitboss.simulation.generator import CARDS, HALF, LOW, ONE, SECOND_PART, Number, Words, begin, block
from pitboss.simulation.pieces.counting import count_results, count_sides
from pitboss.simulation.pieces.hands import count_own
from pitboss.simulation.pieces.poker_part import play_poker
from pitboss.simulation.pieces.wagers import earns_spin, settle_sides
from pitboss.simulation.programmes.blackjack import play_alone
from pitboss.simulation.records import Counts, Round, Tables


class Batch(Protocol):
    """Many rounds side by side, laid out by `BATCH_LAYOUT`: their words, the positions that these give, and the cards.

    `rest` is what is left of the first three words of a round, and `least` what must be left of each, lest it favours
    some cards. `drawn` are the cards of the round that is played, until they are put back; `used` says how many of them
    it took, and which one is the dealer's second card. `codes` counts how hands ended.
    """

    words: Words
    place: Words
    rest: Words
    least: Words
    used: Words
    drawn: Bytes
    shoe: Bytes
    codes: Ints


BATCH_LAYOUT = np.dtype(
    [
        ("words", "u8", (4, BATCH)),
        ("place", "u8", (SHORT, BATCH)),
        ("rest", "u8", (3, BATCH)),
        ("used", "u8", 2),
        ("least", "u8", 4),
        ("codes", "i8", MOST_CODES),
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
        batch.least[each] = 2**32 % max(1, left * (left - 1) * (left - 2))
    return cast("Batch", batch)


@njit(cache=True)
def prepare(b: Batch, begun: Number, seed: Number, size: Number) -> None:
    """The words of a batch of rounds, and the positions of their first nine draws."""
    key_low, key_high = np.uint64(seed) & LOW, np.uint64(seed) >> HALF
    for each in range(BATCH):
        number = np.uint64(begun + each)
        one, two, three, four = block(number & LOW, number >> HALF, np.uint64(0), CARDS, key_low, key_high)
        b.words[0, each], b.words[1, each], b.words[2, each], b.words[3, each] = one, two, three, four
    for word in range(3):
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
def deal_ahead(b: Batch, each: Number, size: Number) -> None:
    """The first cards of a round, whether it will need them or not; each leaves its place to the last of the shoe."""
    for at in range(AHEAD):
        place = b.place[at, each]
        b.drawn[at] = b.shoe[place]
        b.shoe[place] = b.shoe[size - ONE - np.uint64(at)]


@njit(cache=True)
def one_more(b: Batch, at: Number, each: Number, size: Number) -> Number:
    """Deals a card beyond those that were dealt ahead; false where the fast path ends."""
    if at == SHORT or (at == 9 and not more_positions(b, at, each, size)):
        return False
    place = b.place[at, each]
    b.drawn[at] = b.shoe[place]
    b.shoe[place] = b.shoe[size - ONE - np.uint64(at)]
    return True


@njit(cache=True)
def by_suit(b: Batch, tables: Tables, up: Number) -> Number:
    """The state of two first cards whose suits matter; of one suit they are drawn on by the full programme."""
    hand = np.uint64(tables.two[b.drawn[0] & RANK_MASK, b.drawn[2] & RANK_MASK])
    suit = b.drawn[0] >> SUIT_BITS & SUIT_MASK
    suited = suit == (b.drawn[2] >> SUIT_BITS & SUIT_MASK)
    kind = (SPADES if suit == SPADE else SUITED) if suited else MIXED
    same = 1 if suited and suit == (b.drawn[1] >> SUIT_BITS & SUIT_MASK) else 0
    decision = tables.suit_plan[up, tables.suit_row[hand], kind, same]
    if decision == STAND:
        return np.uint64(OVER) + np.uint64(tables.class_of[MIXED, hand])
    if decision == HIT and not suited:
        return hand
    return np.uint64(OVER + LONG_WAY)


@njit(cache=True, inline="always")
def usual_round(b: Batch, tables: Tables, each: Number, size: Number) -> tuple[Number, Number, Number]:  # noqa: C901
    """The code of how a round ends or 255 for the full programme, the cards dealt, and the end of the dealer's hand.

    A hand is a state, and a card leads to the next one; states from `OVER` on wait for the dealer, and no card changes
    them. Two steps of the player and two of the dealer are taken whether they are needed or not, because a step that
    changes nothing costs less than a branch that is guessed wrong. Indices are unsigned, because the compiler then
    needs no check for negative ones.
    """
    deal_ahead(b, each, size)
    dealt, used = AHEAD, np.uint64(3)
    up, second = b.drawn[1] & RANK_MASK, b.drawn[3] & RANK_MASK
    row = np.uint64(up)
    if tables.hole_first:
        used = np.uint64(4)
        b.used[1] = 3
        if tables.peeks and tables.completes[up] == second:
            row = np.uint64(RANKS)
    state = np.uint64(tables.start[row, b.drawn[0] & RANK_MASK, b.drawn[2] & RANK_MASK])
    if state == SUITS:
        state = by_suit(b, tables, up)
    for _ in range(2):
        draws = state < OVER
        then = np.uint64(tables.step[up, state if draws else np.uint64(0), b.drawn[used] & RANK_MASK])
        state = then if draws else state
        used += ONE if draws else np.uint64(0)
    while state < OVER:
        if used == dealt:
            if not one_more(b, dealt, each, size):
                return np.uint64(NO_CODE), dealt, np.uint64(0)
            dealt += 1
        state = np.uint64(tables.step[up, state, b.drawn[used] & RANK_MASK])
        used += ONE
    if not tables.hole_first:
        if used == dealt:
            if not one_more(b, dealt, each, size):
                return np.uint64(NO_CODE), dealt, np.uint64(0)
            dealt += 1
        second = b.drawn[used] & RANK_MASK
        b.used[1] = used
        used += ONE
    end = np.uint64(tables.dealer[up, second])
    if tables.completes[up] == second:
        end = np.uint64(DONE + BLACKJACK)
    elif tables.certain[state - np.uint64(OVER)]:
        end = np.uint64(DONE)
    if used + ONE < dealt:
        for _ in range(2):
            draws = end < DONE
            then = np.uint64(tables.dealer[end if draws else np.uint64(0), b.drawn[used] & RANK_MASK])
            end = then if draws else end
            used += ONE if draws else np.uint64(0)
    while end < DONE:
        if used == dealt:
            if not one_more(b, dealt, each, size):
                return np.uint64(NO_CODE), dealt, np.uint64(0)
            dealt += 1
        end = np.uint64(tables.dealer[end, b.drawn[used] & RANK_MASK])
        used += ONE
    code = np.uint64(tables.over[state - np.uint64(OVER), end - np.uint64(DONE)])
    if b.rest[0, each] < b.least[0] or b.rest[1, each] < b.least[1] or (used > 6 and b.rest[2, each] < b.least[2]):
        code = np.uint64(NO_CODE)
    b.used[0] = used
    return code, dealt, end


@njit(cache=True)
def count_side(
    b: Batch, t: Round, tables: Tables, counts: Counts, code: Number, number: Number, seed: Number
) -> Number:
    """Counts round `number` with side wagers; false where the wheel is to be spun, or where drawn cards may count for
    one of them, which goes the full programme.
    """
    t.dealt[0, 0], t.dealt[0, 1] = b.drawn[0], b.drawn[2]
    t.at[UP] = b.drawn[1]
    t.at[SECOND] = b.drawn[b.used[1]]
    t.at[FINAL] = 0
    if tables.own.side:
        t.own.state[0] = 0
        count_own(t, tables, 0, np.int64(b.drawn[0]))
        count_own(t, tables, 0, np.int64(b.drawn[2]))
        if tables.own.open[t.own.state[0]]:
            return False
    if tables.spins and earns_spin(t, tables, 0):
        return False
    if tables.poker.deals:
        begin(t.wheel, number, seed, SECOND_PART)
        play_poker(t, tables)
    t.nets[0, :] = 0
    settle_sides(t, tables)
    t.nets[0, MAIN] = tables.nets[MAIN, code]
    count_sides(t, tables, counts, 0)
    count_results(t, tables, counts)
    counts.rows[MAIN, code] += 1
    return True


@njit(cache=True)
def usual_rounds(
    t: Round, b: Batch, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number
) -> None:
    """Rounds of one box; what is unusual goes the full programme."""
    for each in range(MOST_CODES):
        b.codes[each] = 0
    cards_dealt, dealer_blackjacks, played = np.int64(0), 0, 0
    size, side = np.uint64(tables.whole), has_side_wagers(tables)
    for begun in range(first, first + count, BATCH):
        prepare(b, begun, seed, size)
        for each in range(min(BATCH, first + count - begun)):
            code, dealt, end = usual_round(b, tables, each, size)
            blackjack = end == DONE + BLACKJACK
            if side and code != NO_CODE and not count_side(b, t, tables, counts, code, begun + each, seed):
                code = np.uint64(NO_CODE)
            for at in range(dealt - 1, AHEAD - 1, -1):
                b.shoe[b.place[at, each]] = b.drawn[at]
            for at in range(AHEAD - 1, -1, -1):
                b.shoe[b.place[at, each]] = b.drawn[at]
            if code != NO_CODE:
                b.codes[code] += 1
                cards_dealt += np.int64(b.used[0])
                dealer_blackjacks += 1 if blackjack else 0
                played += 1
            else:
                play_alone(t, tables, counts, begun + each, seed)
    counts.more[CARDS_DEALT] += cards_dealt
    counts.more[DEALER_BLACKJACKS] += dealer_blackjacks
    counts.more[ROUNDS] += played
    if not side:
        count_codes(b, tables, counts, played)


@njit(cache=True)
def has_side_wagers(tables: Tables) -> Number:
    staked = 0
    for wager in range(1, WAGERS):
        staked += tables.stakes[wager]
    return staked > 0


@njit(cache=True)
def count_codes(b: Batch, tables: Tables, counts: Counts, played: Number) -> None:
    """Rounds of one hand, counted by its outcome."""
    for code in range(MOST_CODES):
        net = np.int64(tables.nets[MAIN, code])
        together = net * tables.units[MAIN] // tables.units[TOGETHER]
        counts.rows[MAIN, code] += b.codes[code]
        counts.results[tables.bins[MAIN] + net] += b.codes[code]
        counts.results[tables.bins[TOGETHER] + together] += b.codes[code]
    if tables.bins[AWARD] >= 0:
        counts.results[tables.bins[AWARD]] += played


@njit(cache=True, nogil=True)
def fresh_rounds(
    t: Round, b: Batch, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number
) -> None:
    """So many rounds, each from a fresh shoe. The fast path always deals the second card, which S14 may forbid."""
    usual = (tables.hole_first or not tables.second_if_needed) and not tables.contest.cards
    if tables.boxes == 1 and tables.spots == 1 and tables.first_cards == 2 and usual and not tables.whole_sides:
        usual_rounds(t, b, tables, counts, first, count, seed)
    else:
        for number in range(first, first + count):
            play_alone(t, tables, counts, number, seed)
