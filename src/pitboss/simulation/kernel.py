"""Rounds played by tables: integers only, one look-up a decision, no memory taken in the loop.

`play_round` plays any round that the rules know: several boxes, all wagers, any number of splits, from a fresh shoe
or on from the last round. `fresh_rounds` has a short way for the usual round of one box with a main wager and nothing
else; whatever is unusual in it is dealt again from its first card by `play_round`, which gives the same cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.analysis.family.tables import all_hands
from pitboss.simulation.generator import (
    CARDS,
    HALF,
    LOW,
    ONE,
    STATE,
    WHEEL,
    Words,
    begin,
    below,
    block,
    three_below,
)

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]

STAND, HIT, DOUBLE, SURRENDER, SPLIT, RESCUE = 0, 1, 2, 3, 4, 5
LONG_WAY = 7
BATCH = 128
BY_SUIT = 6  # what is decided, or what a hand pays, depends on its suits
ACE, TEN = 0, 9
BLACKJACK = 10  # ends of the dealer's hand: 17 to 26, and a blackjack
DONE = 64  # a dealer's state from here on is an end
MIXED, SUITED, SPADES = 0, 1, 2
SPADE, NO_SUIT = 3, 4
NO_CARD = -1
ENVIED = 99
RANKS = 10
SEVEN = 6
ALL_ROUNDS = 1_000_000
PLAIN, FIRST_OF_SPLIT, BORN_OF_SPLIT = 0, 1, 2
MOST_HANDS = 32
MOST_CARDS = 416
SHORT = 12  # cards of the short way

# Wagers, in the order of their stakes and of what is counted of them.
MAIN, MATCH, MATCH_DOWN, INSURANCE, SPIN, AWARD = 0, 1, 2, 3, 4, 5
WAGERS = 6
TOGETHER = WAGERS

# What is counted besides outcomes.
BOXES_SPLIT, SPLITS, DEALER_BLACKJACKS, ROUNDS, SHOES, CARDS_DEALT = 0, 1, 2, 3, 4, 5
COUNTS = 6

BUSTED = 0xFFFF  # no hand: one card too many
RANK_MASK, SUIT_BITS, SUIT_MASK = np.uint8(15), np.uint8(4), np.uint8(3)
RANK_BITS, SUIT_SHIFT, IDENTITY = 15, 4, 0xCF  # a card: rank from the ace, suit, and which ten-point card


class Tables(Protocol):
    """A game, its plan of play and its stakes, as the kernel reads them: one record, laid out by `TABLES`.

    Hands are the solver's multisets by number; classes are hands that settlement cannot tell apart; codes are outcomes
    of one hand, each with its net in units. Plans are by number of doubles, up card and hand, those of split hands also
    by the rank of the pair. `code` is by place of the hand in its box, doubles, class and end of the dealer. Nets of
    side wagers are in cents, by row; of the wheel there are the weights up to each section. `bins` says where in the
    counted results the zero of each wager lies, -1 where it is not counted, and `units` how many cents a step is.
    """

    shoe: Bytes
    size: int
    two: Shorts
    after: Shorts
    hard: Bytes
    plan: Bytes
    suit_row: Shorts
    suit_plan: Bytes
    split_plan: Bytes
    split_suits: Bytes
    split_hands: Bytes
    class_of: Bytes
    bust_class: int
    code: Bytes
    awarded: Bytes
    decided: Bytes
    net: Ints
    surrendered: int
    surrender_lost: int
    rescued: Shorts
    completes: Bytes
    dealer: Bytes
    peeks: int
    hole_first: int
    second_if_needed: int
    pairs_by_rank: int
    match_by_points: int
    insured: Bytes
    boxes: int
    stakes: Ints
    unit: int
    match_nets: Ints
    insurance_nets: Ints
    spin_nets: Ints
    wheel: Ints
    sections: int
    own_award: int
    others_award: int
    others_once: int
    bins: Ints
    units: Ints
    behind: int


MOST_CLASSES, MOST_CODES, MOST_SECTIONS, MOST_BOXES = 128, 256, 60, 7
HANDS = len(all_hands())
ENDS = BLACKJACK + 1

# One record, so that a function of the kernel is handed one address and not the parts of forty arrays.
TABLES = np.dtype(
    [
        ("plan", "u1", (3, RANKS, HANDS)),
        ("after", "u2", (HANDS, RANKS)),
        ("two", "u2", (RANKS, RANKS + 1)),
        ("class_of", "u1", (3, HANDS)),
        ("hard", "u1", HANDS),
        ("code", "u1", (3, 3, MOST_CLASSES, ENDS)),
        ("decided", "u1", (2, 2, MOST_CLASSES)),
        ("awarded", "u1", (3, 3, MOST_CLASSES)),
        ("net", "i8", MOST_CODES),
        ("dealer", "u1", (DONE, RANKS)),
        ("completes", "u1", RANKS),
        ("insured", "u1", RANKS),
        ("suit_row", "i2", HANDS),
        ("suit_plan", "u1", (RANKS, 4, 3, 2)),
        ("split_plan", "u1", (RANKS, 3, RANKS, HANDS)),
        ("split_suits", "u1", (RANKS, RANKS, RANKS, 3)),
        ("split_hands", "u1", (RANKS, RANKS)),
        ("rescued", "i2", 3),
        ("shoe", "u1", MOST_CARDS),
        ("stakes", "i8", WAGERS),
        ("match_nets", "i8", (2, 7)),
        ("insurance_nets", "i8", 2),
        ("spin_nets", "i8", 3 + MOST_SECTIONS),
        ("wheel", "i8", MOST_SECTIONS),
        ("bins", "i8", WAGERS + 2),
        ("units", "i8", WAGERS + 1),
        *(
            (name, "i8")
            for name in (
                "size",
                "bust_class",
                "surrendered",
                "surrender_lost",
                "peeks",
                "hole_first",
                "second_if_needed",
                "pairs_by_rank",
                "match_by_points",
                "boxes",
                "unit",
                "sections",
                "own_award",
                "others_award",
                "others_once",
                "behind",
            )
        ),
    ],
    align=True,
)


class Table(Protocol):
    """The cards and what lies on the layout, used again for every round: one record, laid out by `TABLE`.

    Slots of `at` are named below. `drawn` are the cards that have left the shoe, in their order, and `places` where
    they came from. Of hands there are the number of the multiset, the doubles, the cards, the suit if it is only one,
    the first two cards, and what it came to: an outcome's code, or while it waits for the dealer -1 minus its class.
    `decisions` has box, hand and decision of every decision of the round.
    """

    shoe: Bytes
    drawn: Bytes
    places: Ints
    ahead: Ints
    at: Ints
    stream: Words
    wheel: Words
    dealt: Bytes
    hands: Ints
    hand: Shorts
    doubles: Bytes
    cards: Bytes
    suit: Bytes
    first: Bytes
    second: Bytes
    outcome: Shorts
    waiting: Ints
    nets: Ints
    decisions: Shorts
    sections: Ints


LEFT, DRAWN, READY, USED, DECIDED, RACK, UP, SECOND, FINAL, EXHAUSTED = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

TABLE = np.dtype(
    [
        ("at", "i8", 10),
        ("ahead", "i8", 3),
        ("stream", "u8", STATE),
        ("wheel", "u8", STATE),
        ("shoe", "u1", MOST_CARDS),
        ("drawn", "u1", 2 * MOST_CARDS),
        ("places", "i8", 2 * MOST_CARDS),
        ("dealt", "u1", (MOST_BOXES, 2)),
        ("hands", "i8", MOST_BOXES),
        ("hand", "i2", (MOST_BOXES, MOST_HANDS)),
        ("doubles", "u1", (MOST_BOXES, MOST_HANDS)),
        ("cards", "u1", (MOST_BOXES, MOST_HANDS)),
        ("suit", "u1", (MOST_BOXES, MOST_HANDS)),
        ("first", "u1", (MOST_BOXES, MOST_HANDS)),
        ("second", "u1", (MOST_BOXES, MOST_HANDS)),
        ("outcome", "i2", (MOST_BOXES, MOST_HANDS)),
        ("waiting", "i8", MOST_HANDS),
        ("nets", "i8", (MOST_BOXES, WAGERS)),
        ("decisions", "i2", (1024, 3)),
        ("sections", "i8", MOST_BOXES),
    ],
    align=True,
)


def new_table(tables: Tables) -> Table:
    table: Any = np.zeros(1, dtype=TABLE).view(np.recarray)[0]
    table.shoe[:] = tables.shoe
    return cast("Table", table)


class Counts(NamedTuple):
    """What is counted: outcomes of hands, rows of side wagers, results of rounds by wager, and a few numbers more."""

    codes: Ints
    rows: Ints
    results: Ints
    more: Ints


def new_counts(tables: Tables) -> Counts:
    return Counts(
        codes=np.zeros(MOST_CODES, dtype=np.int64),
        rows=np.zeros((WAGERS, 3 + MOST_SECTIONS), dtype=np.int64),
        results=np.zeros(int(tables.bins[-1]), dtype=np.int64),  # the last entry says how many there are
        more=np.zeros(COUNTS, dtype=np.int64),
    )


@njit(cache=True, inline="always")
def begin_shoe(t: Table, tables: Tables, number: int, seed: int) -> None:
    begin(t.stream, number, seed, CARDS)
    begin(t.wheel, number, seed, WHEEL)
    t.at[LEFT] = tables.size
    t.at[DRAWN] = 0
    t.at[READY] = 0
    t.at[USED] = 0
    t.at[RACK] = 0
    t.at[EXHAUSTED] = 0


@njit(cache=True)
def draw(t: Table) -> int:
    """One of the cards that are left; its place is taken by the last of them, and it lies behind them."""
    left = t.at[LEFT]
    if t.at[USED] == t.at[READY]:
        three_below(t.stream, left, t.ahead)
        t.at[READY] = min(3, left)
        t.at[USED] = 0
    place = t.ahead[t.at[USED]]
    t.at[USED] += 1
    card = t.shoe[place]
    t.shoe[place] = t.shoe[left - 1]
    t.shoe[left - 1] = card
    t.at[LEFT] = left - 1
    drawn = t.at[DRAWN]
    t.drawn[drawn] = card
    t.places[drawn] = place
    t.at[DRAWN] = drawn + 1
    return np.int64(card)


@njit(cache=True)
def next_card(t: Table, tables: Tables) -> int:
    if t.at[LEFT] == 0:
        reshuffle_rack(t, tables.size)
    return draw(t)


@njit(cache=True)
def reshuffle_rack(t: Table, size: int) -> None:
    """The shoe has run out: the discards alone are shuffled, and one of them is burned (S21)."""
    on_table = t.at[DRAWN] - t.at[RACK]
    rack = size - on_table
    if rack < 2:
        raise ValueError("all cards lie on the layout")
    for each in range(min(on_table, rack)):
        card = t.shoe[each]
        t.shoe[each] = t.shoe[size - 1 - each]
        t.shoe[size - 1 - each] = card
    t.at[LEFT] = rack
    t.at[READY] = 0
    t.at[USED] = 0
    t.at[EXHAUSTED] = 1
    draw(t)


@njit(cache=True)
def put_back(t: Table) -> None:
    """The cards of a round go back to where they were, the last one first."""
    left = t.at[LEFT]
    for each in range(t.at[DRAWN] - 1, -1, -1):
        place = t.places[each]
        t.shoe[left] = t.shoe[place]
        t.shoe[place] = t.drawn[each]
        left += 1
    t.at[LEFT] = left
    t.at[DRAWN] = 0


@njit(cache=True, inline="always")
def rank_of(card: int) -> int:
    return card & RANK_BITS


@njit(cache=True, inline="always")
def suit_of(card: int) -> int:
    return (card >> SUIT_SHIFT) & 3


@njit(cache=True, inline="always")
def decide(t: Table, box: int, number: int, decision: int) -> None:
    """Notes a decision, so that the round can be told again."""
    at = t.at[DECIDED]
    t.decisions[at, 0] = box
    t.decisions[at, 1] = number
    t.decisions[at, 2] = decision
    t.at[DECIDED] = at + 1


@njit(cache=True)
def start_hand(t: Table, tables: Tables, box: int, number: int, card: int) -> None:
    t.first[box, number] = card
    t.hand[box, number] = tables.two[rank_of(card), RANKS]
    t.cards[box, number] = 1
    t.suit[box, number] = suit_of(card)
    t.doubles[box, number] = 0


@njit(cache=True)
def add_card(t: Table, tables: Tables, box: int, number: int, card: int) -> int:
    """Adds a card to a hand: the number of what it makes, or -1 minus the class of a bust."""
    before = np.int64(t.hand[box, number])
    now = np.int64(tables.after[before, rank_of(card)])
    if t.cards[box, number] == 1:
        t.second[box, number] = card
    t.cards[box, number] += 1
    if t.suit[box, number] != suit_of(card):
        t.suit[box, number] = NO_SUIT
    if now == BUSTED:
        total = np.int64(tables.hard[before]) + rank_of(card) + 1
        return -1 - (tables.bust_class + total - 22)
    t.hand[box, number] = now
    return now


@njit(cache=True, inline="always")
def kind_of(t: Table, box: int, number: int) -> int:
    """Whether a hand is of one suit, and of spades."""
    suit = t.suit[box, number]
    if suit == NO_SUIT:
        return MIXED
    return SPADES if suit == SPADE else SUITED


@njit(cache=True)
def wait(t: Table, tables: Tables, box: int, number: int) -> None:
    """A hand that stands waits for the dealer."""
    t.outcome[box, number] = -1 - np.int64(tables.class_of[kind_of(t, box, number), t.hand[box, number]])


@njit(cache=True)
def choose(t: Table, tables: Tables, box: int, number: int, hands: int) -> int:
    """What the plan says of a hand that has not been doubled."""
    hand, up_card = np.int64(t.hand[box, number]), t.at[UP]
    up, two = rank_of(up_card), t.cards[box, number] == 2
    pair, second, kind = rank_of(t.first[box, number]), rank_of(t.second[box, number]), kind_of(t, box, number)
    as_it_is = np.int64(tables.split_plan[pair, 0, up, hand])
    if hands > 1:
        if two and pair == second and may_split(t, tables, box, number, hands):
            return SPLIT
        return HIT if two and tables.split_suits[pair, up, second, kind] else as_it_is
    decision = np.int64(tables.plan[0, up, hand])
    if decision == SPLIT:
        return SPLIT if may_split(t, tables, box, number, hands) else as_it_is
    if decision != BY_SUIT:
        return decision
    if not two:
        return STAND
    same = 1 if kind != MIXED and suit_of(up_card) == t.suit[box, number] else 0
    return np.int64(tables.suit_plan[up, tables.suit_row[hand], kind, same])


@njit(cache=True)
def may_split(t: Table, tables: Tables, box: int, number: int, hands: int) -> bool:
    """Whether there is room for a hand more, and the two cards are a pair where pairs are by rank (S07)."""
    first, second = np.int64(t.first[box, number]), np.int64(t.second[box, number])
    if tables.pairs_by_rank and (first & IDENTITY) != (second & IDENTITY):
        return False
    return hands < tables.split_hands[rank_of(first), rank_of(t.at[UP])]


@njit(cache=True)
def play_box(t: Table, tables: Tables, box: int) -> int:
    """All decisions on one box; how many hands it has in the end.

    The hands of a split wait on a stack: the left one is finished first, whatever it is split into.
    """
    hands, waiting, number = 1, 0, 0
    while True:
        if t.cards[box, number] == 1:
            add_card(t, tables, box, number, next_card(t, tables))
        decision = choose(t, tables, box, number, hands)
        decide(t, box, number, decision)
        if decision == SPLIT:
            second = np.int64(t.second[box, number])
            start_hand(t, tables, box, number, np.int64(t.first[box, number]))
            start_hand(t, tables, box, hands, second)
            t.waiting[waiting] = hands
            waiting += 1
            hands += 1
            continue
        if decision == HIT:
            made = add_card(t, tables, box, number, next_card(t, tables))
            if made >= 0:
                continue
            t.outcome[box, number] = made
        elif decision == SURRENDER:
            t.outcome[box, number] = tables.surrendered
        elif decision == DOUBLE:
            double(t, tables, box, number, hands > 1)
        else:
            wait(t, tables, box, number)
        if waiting == 0:
            return hands
        waiting -= 1
        number = t.waiting[waiting]


@njit(cache=True)
def double(t: Table, tables: Tables, box: int, number: int, split: bool) -> None:  # noqa: FBT001
    """A card for each double, until the plan stands or gives the doubles up."""
    up = rank_of(t.at[UP])
    while True:
        t.doubles[box, number] += 1
        doubles = np.int64(t.doubles[box, number])
        made = add_card(t, tables, box, number, next_card(t, tables))
        if made < 0:
            t.outcome[box, number] = made
            return
        pair = rank_of(t.first[box, number])
        then = np.int64(tables.split_plan[pair, doubles, up, made] if split else tables.plan[doubles, up, made])
        if then == RESCUE:
            decide(t, box, number, RESCUE)
            t.outcome[box, number] = tables.rescued[doubles]
            return
        if then != DOUBLE:
            wait(t, tables, box, number)
            return
        decide(t, box, number, DOUBLE)


@njit(cache=True)
def deal(t: Table, tables: Tables) -> None:
    """First cards to every box, the up card, second cards, and the hole card where there is one."""
    for box in range(tables.boxes):
        card = next_card(t, tables)
        t.dealt[box, 0] = card
        start_hand(t, tables, box, 0, card)
    t.at[UP] = next_card(t, tables)
    for box in range(tables.boxes):
        card = next_card(t, tables)
        t.dealt[box, 1] = card
        add_card(t, tables, box, 0, card)
        t.outcome[box, 0] = 0
        t.hands[box] = 1
    t.at[SECOND] = next_card(t, tables) if tables.hole_first else NO_CARD


@njit(cache=True)
def match_row(t: Table, tables: Tables, box: int, card: int) -> int:
    """Three for each of the first two cards that matches in its suit, and one for each that matches in another."""
    row, mask = 0, RANK_BITS if tables.match_by_points else IDENTITY
    for each in range(2):
        mine = np.int64(t.dealt[box, each])
        if (mine & mask) == (card & mask):
            row += 3 if suit_of(mine) == suit_of(card) else 1
    return row


@njit(cache=True)
def undecided(t: Table, tables: Tables, box: int) -> bool:
    """Whether a hand of this box depends on how the dealer ends."""
    split = 1 if t.hands[box] > 1 else 0
    for number in range(t.hands[box]):
        outcome = np.int64(t.outcome[box, number])
        if outcome < 0 and not tables.decided[split, min(1, np.int64(t.doubles[box, number])), -1 - outcome]:
            return True
    return False


@njit(cache=True)
def second_card_matters(t: Table, tables: Tables) -> bool:
    """Whether something depends on a second card that has not been dealt (S14)."""
    up = rank_of(t.at[UP])
    may_be = tables.completes[up] < RANKS
    if tables.stakes[INSURANCE] > 0 and tables.insured[up]:
        return True
    for box in range(tables.boxes):
        for number in range(t.hands[box]):
            outcome = np.int64(t.outcome[box, number])
            if may_be and (outcome < 0 or outcome == tables.surrendered):
                return True
        if undecided(t, tables, box):
            return True
    return False


@njit(cache=True)
def end_of_dealer(t: Table, tables: Tables) -> int:
    """How the dealer ends; he draws only while a main wager depends on it."""
    up = rank_of(t.at[UP])
    if t.at[SECOND] == NO_CARD:
        if tables.second_if_needed and not second_card_matters(t, tables):
            return 0
        t.at[SECOND] = next_card(t, tables)
    second = rank_of(t.at[SECOND])
    if np.int64(tables.completes[up]) == second:
        return BLACKJACK
    state = np.int64(tables.dealer[up, second])
    draws = False
    for box in range(tables.boxes):
        draws = draws or undecided(t, tables, box)
    while draws and state < DONE:
        state = np.int64(tables.dealer[state, rank_of(next_card(t, tables))])
    return max(0, state - DONE)


@njit(cache=True)
def settle_main(t: Table, tables: Tables, final: int) -> None:
    """Every hand gets its outcome; the awards for suited sevens come with it."""
    for box in range(tables.boxes):
        hands = t.hands[box]
        for number in range(hands):
            outcome = np.int64(t.outcome[box, number])
            if outcome < 0:
                place = PLAIN if hands == 1 else FIRST_OF_SPLIT if number == 0 else BORN_OF_SPLIT
                doubles = np.int64(t.doubles[box, number])
                if tables.awarded[place, doubles, -1 - outcome] and rank_of(t.at[UP]) == SEVEN:
                    pay_award(t, tables, box)
                outcome = np.int64(tables.code[place, doubles, -1 - outcome, final])
            elif outcome == tables.surrendered and final == BLACKJACK:
                outcome = tables.surrender_lost
            t.outcome[box, number] = outcome
            t.nets[box, MAIN] += tables.net[outcome]


@njit(cache=True)
def pay_award(t: Table, tables: Tables, box: int) -> None:
    """A fixed sum to the hand, and one to everybody else at the table: each time, or once in all (S16)."""
    t.nets[box, AWARD] += tables.own_award
    for other in range(tables.boxes):
        if other != box and not (tables.others_once and t.sections[other] == ENVIED):
            t.nets[other, AWARD] += tables.others_award
            t.sections[other] = ENVIED if tables.others_once else t.sections[other]


@njit(cache=True)
def settle_side(t: Table, tables: Tables, rows: Ints, final: int) -> None:
    """Every other wager that is placed; `rows` counts what each came to."""
    for box in range(tables.boxes):
        if tables.stakes[MATCH] > 0:
            row = match_row(t, tables, box, t.at[UP])
            t.nets[box, MATCH] = tables.match_nets[0, row]
            rows[MATCH, row] += 1
        if tables.stakes[MATCH_DOWN] > 0:
            row = match_row(t, tables, box, t.at[SECOND])
            t.nets[box, MATCH_DOWN] = tables.match_nets[1, row]
            rows[MATCH_DOWN, row] += 1
        if tables.stakes[INSURANCE] > 0 and tables.insured[rank_of(t.at[UP])]:
            row = 1 if final == BLACKJACK else 0
            t.nets[box, INSURANCE] = tables.insurance_nets[row]
            rows[INSURANCE, row] += 1
        if tables.stakes[SPIN] > 0:
            row = spin_row(t, tables, box)
            t.nets[box, SPIN] = tables.spin_nets[row]
            rows[SPIN, row] += 1


@njit(cache=True)
def spin_row(t: Table, tables: Tables, box: int) -> int:
    """No ace, one, two; or the section of the wheel that a blackjack comes to, from 3 on."""
    one, other = rank_of(np.int64(t.dealt[box, 0])), rank_of(np.int64(t.dealt[box, 1]))
    if one + other != TEN or (one != ACE and other != ACE):
        return (1 if one == ACE else 0) + (1 if other == ACE else 0)
    ticket = below(t.wheel, tables.wheel[tables.sections - 1])
    section = 0
    while ticket >= tables.wheel[section]:
        section += 1
    t.sections[box] = section + 1
    return 3 + section


@njit(cache=True)
def play_round(t: Table, tables: Tables, counts: Counts) -> None:
    """One round on what is left of the shoe, from the deal to the settlement, counted."""
    t.at[DECIDED] = 0
    t.nets[:] = 0
    t.sections[:] = 0
    deal(t, tables)
    up, final = rank_of(t.at[UP]), 0
    if tables.peeks and np.int64(tables.completes[up]) == rank_of(t.at[SECOND]):
        final = BLACKJACK
        for box in range(tables.boxes):
            wait(t, tables, box, 0)
    else:
        for box in range(tables.boxes):
            t.hands[box] = play_box(t, tables, box)
        final = end_of_dealer(t, tables)
    t.at[FINAL] = final
    settle_main(t, tables, final)
    settle_side(t, tables, counts.rows, final)
    count_round(t, tables, counts)


@njit(cache=True)
def count_round(t: Table, tables: Tables, counts: Counts) -> None:
    counts.more[ROUNDS] += 1
    counts.more[DEALER_BLACKJACKS] += 1 if t.at[FINAL] == BLACKJACK else 0
    for box in range(tables.boxes):
        counts.more[BOXES_SPLIT] += 1 if t.hands[box] > 1 else 0
        counts.more[SPLITS] += t.hands[box] - 1
        for number in range(t.hands[box]):
            counts.codes[t.outcome[box, number]] += 1
    together = 0
    for wager in range(WAGERS):
        total = 0
        for box in range(tables.boxes):
            total += t.nets[box, wager]
        together += total * (tables.unit if wager == MAIN else 1)
        if tables.bins[wager] >= 0:
            counts.results[tables.bins[wager] + total // tables.units[wager]] += 1
    counts.results[tables.bins[TOGETHER] + together // tables.units[TOGETHER]] += 1


@njit(cache=True)
def play_alone(t: Table, tables: Tables, counts: Counts, number: int, seed: int) -> None:
    """Round `number` from a fresh shoe."""
    begin_shoe(t, tables, number, seed)
    play_round(t, tables, counts)
    counts.more[CARDS_DEALT] += t.at[DRAWN]
    put_back(t)


@njit(cache=True, nogil=True)
def fresh_rounds(t: Table, tables: Tables, counts: Counts, first: int, count: int, seed: int) -> None:
    """So many rounds, each from a fresh shoe."""
    side = 0
    for wager in range(1, WAGERS):
        side += tables.stakes[wager]
    if tables.boxes == 1 and side == 0:
        usual_rounds(t, tables, counts, first, count, seed)
    else:
        for number in range(first, first + count):
            play_alone(t, tables, counts, number, seed)


@njit(cache=True, inline="always")
def positions(words: Words, left: np.uint64, one: Words, two: Words, three: Words, rest: Words) -> None:
    """The positions of three draws for many rounds at once, and what is left of the words."""
    for each in range(BATCH):
        product = words[each] * left
        one[each] = product >> HALF
        product = (product & LOW) * (left - ONE)
        two[each] = product >> HALF
        product = (product & LOW) * (left - ONE - ONE)
        three[each] = product >> HALF
        rest[each] = product & LOW


@njit(cache=True, inline="always")
def more_positions(words: Words, place: Words, used: int, each: int, size: np.uint64, least: Words) -> bool:
    """The positions of three draws more for one round; false where its word would favour some cards."""
    left = size - np.uint64(used)
    product = words[used // 3, each] * left
    place[used, each] = product >> HALF
    product = (product & LOW) * (left - ONE)
    place[used + 1, each] = product >> HALF
    product = (product & LOW) * (left - ONE - ONE)
    place[used + 2, each] = product >> HALF
    return (product & LOW) >= least[used // 3]


@njit(cache=True)
def usual_rounds(t: Table, tables: Tables, counts: Counts, first: int, count: int, seed: int) -> None:  # noqa: C901, PLR0915
    """The short way: one box, a main wager, and what most rounds come to.

    Splits, payoffs by suits, words that would favour some cards, and long rounds go the long way. Indices are unsigned,
    because the compiler then needs no check for negative ones.
    """
    words = np.zeros((4, BATCH), dtype=np.uint64)
    place = np.zeros((SHORT, BATCH), dtype=np.uint64)
    rest = np.zeros((2, BATCH), dtype=np.uint64)
    drawn = np.zeros(SHORT, dtype=np.uint8)
    codes = np.zeros(MOST_CODES, dtype=np.int64)
    shoe = tables.shoe.copy()
    key_low, key_high = np.uint64(seed) & LOW, np.uint64(seed) >> HALF
    size, last = np.uint64(tables.size), np.uint64(tables.size - 1)
    least = np.zeros(4, dtype=np.uint64)
    for each in range(4):
        left = size - np.uint64(3 * each)
        least[each] = (ONE << HALF) % (left * (left - ONE) * (left - ONE - ONE))
    cards_dealt, dealer_blackjacks, played = 0, 0, 0
    peeks, hole_first, bust_class = tables.peeks, tables.hole_first, np.uint64(tables.bust_class)
    for begun in range(first, first + count, BATCH):
        for each in range(BATCH):
            number = np.uint64(begun + each)
            one, two, three, four = block(number & LOW, number >> HALF, np.uint64(0), CARDS, key_low, key_high)
            words[0, each], words[1, each], words[2, each], words[3, each] = one, two, three, four
        positions(words[0], size, place[0], place[1], place[2], rest[0])
        positions(words[1], size - np.uint64(3), place[3], place[4], place[5], rest[1])
        for each in range(min(BATCH, first + count - begun)):
            code, used = -1, 4
            for at in range(4):
                drawn[at] = shoe[place[at, each]]
                shoe[place[at, each]] = shoe[last - np.uint64(at)]
            up, second = drawn[1] & RANK_MASK, drawn[3] & RANK_MASK
            hand = np.uint64(tables.two[drawn[0] & RANK_MASK, drawn[2] & RANK_MASK])
            blackjack = tables.completes[up] == second
            suited = False
            if rest[0, each] < least[0] or rest[1, each] < least[1] or not hole_first:
                decision = np.uint64(LONG_WAY)
            elif blackjack and peeks:
                decision = np.uint64(STAND)
            else:
                decision = np.uint64(tables.plan[0, up, hand])
                if decision == BY_SUIT:
                    suit = drawn[0] >> SUIT_BITS & SUIT_MASK
                    suited = suit == (drawn[2] >> SUIT_BITS & SUIT_MASK)
                    kind = (SPADES if suit == SPADE else SUITED) if suited else MIXED
                    same = 1 if suited and suit == (drawn[1] >> SUIT_BITS & SUIT_MASK) else 0
                    decision = np.uint64(tables.suit_plan[up, tables.suit_row[hand], kind, same])
            doubles, bust = np.uint64(0), np.uint64(0)
            while decision == HIT or decision == DOUBLE:
                if used == 6 or used == 9 or used == SHORT:
                    if used == SHORT or not more_positions(words, place, used, each, size, least):
                        decision = np.uint64(LONG_WAY)
                        break
                card = shoe[place[used, each]]
                drawn[used] = card
                shoe[place[used, each]] = shoe[last - np.uint64(used)]
                used += 1
                rank = card & RANK_MASK
                then = np.uint64(tables.after[hand, rank])
                doubles += ONE if decision == DOUBLE else np.uint64(0)
                if then == BUSTED:
                    bust = bust_class + np.uint64(tables.hard[hand]) + rank - np.uint64(21)
                    decision = np.uint64(STAND)
                    break
                hand = then
                decision = np.uint64(tables.plan[doubles, up, hand])
                if decision == BY_SUIT:  # a finished hand of three cards that is paid by its suits
                    decision = np.uint64(LONG_WAY if suited else STAND)
            if decision == STAND:
                kind_of_hand = bust if bust else np.uint64(tables.class_of[MIXED, hand])
                final = 0
                if blackjack:
                    final = BLACKJACK
                    dealer_blackjacks += 1
                elif not tables.decided[0, min(doubles, ONE), kind_of_hand]:
                    state = np.uint64(tables.dealer[up, second])
                    while state < DONE and used < SHORT:
                        if used == 6 or used == 9:
                            if not more_positions(words, place, used, each, size, least):
                                break
                        card = shoe[place[used, each]]
                        drawn[used] = card
                        shoe[place[used, each]] = shoe[last - np.uint64(used)]
                        used += 1
                        state = np.uint64(tables.dealer[state, card & RANK_MASK])
                    final = np.int64(state) - DONE
                if final >= 0:
                    code = np.int64(tables.code[PLAIN, doubles, kind_of_hand, np.uint64(final)])
            elif decision == RESCUE and not blackjack:
                code = np.int64(tables.rescued[doubles])
            elif decision == SURRENDER and not blackjack:
                code = tables.surrendered
            for at in range(used - 1, -1, -1):
                shoe[place[at, each]] = drawn[at]
            if code >= 0:
                codes[code] += 1
                cards_dealt += used
                played += 1
            else:
                play_alone(t, tables, counts, begun + each, seed)
    counts.more[CARDS_DEALT] += cards_dealt
    counts.more[DEALER_BLACKJACKS] += dealer_blackjacks
    counts.more[ROUNDS] += played
    count_codes(tables, counts, codes, played)


@njit(cache=True)
def count_codes(tables: Tables, counts: Counts, codes: Ints, played: int) -> None:
    """Rounds of one hand, counted by its outcome."""
    for code in range(MOST_CODES):
        net, together = tables.net[code], tables.net[code] * tables.unit // tables.units[TOGETHER]
        counts.codes[code] += codes[code]
        counts.results[tables.bins[MAIN] + net] += codes[code]
        counts.results[tables.bins[TOGETHER] + together] += codes[code]
    if tables.bins[AWARD] >= 0:
        counts.results[tables.bins[AWARD]] += played


@njit(cache=True)
def play_shoe(t: Table, tables: Tables, counts: Counts, number: int, seed: int, rounds: int) -> int:
    """A shoe to its cut card, or so many rounds of it; how many rounds were played."""
    for each in range(tables.size):
        t.shoe[each] = tables.shoe[each]
    begin_shoe(t, tables, number, seed)
    next_card(t, tables)  # the burn card
    played = 0
    while played < rounds and t.at[LEFT] >= tables.behind and not t.at[EXHAUSTED]:
        t.at[RACK] = t.at[DRAWN]
        play_round(t, tables, counts)
        played += 1
    counts.more[CARDS_DEALT] += t.at[DRAWN]
    counts.more[SHOES] += 1
    return played


@njit(cache=True, nogil=True)
def whole_shoes(t: Table, tables: Tables, counts: Counts, first: int, count: int, seed: int) -> None:
    """So many shoes, each dealt to its cut card."""
    for number in range(first, first + count):
        play_shoe(t, tables, counts, number, seed, ALL_ROUNDS)
