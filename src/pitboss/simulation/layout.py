"""How the kernel lays out its numbers: cards, hands, decisions, outcomes, and the records that hold them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.family.tables import all_hands
from pitboss.simulation.generator import STATE, Words

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]

STAND, HIT, DOUBLE, SURRENDER, SPLIT, RESCUE = 0, 1, 2, 3, 4, 5
BATCH = 64
BY_SUIT = 6  # what is decided, or what a hand pays, depends on its suits
ACE, TEN = 0, 9
BLACKJACK = 10  # ends of the dealer's hand: 17 to 26, and a blackjack
DONE = 64  # a dealer's state from here on is an end
MIXED, SUITED, SPADES = 0, 1, 2
SPADE, NO_SUIT = 3, 4
NO_CARD = -1
ENVIED = 99
RANKS = 10
ALL_ROUNDS = 1_000_000
PLAIN, FIRST_OF_SPLIT, BORN_OF_SPLIT = 0, 1, 2
MOST_HANDS = 32
MOST_CARDS = 416
SHORT, AHEAD = 12, 8  # cards of the short way, and those that are dealt before anything is decided

# Wagers, in the order of their stakes and of what is counted of them: the main one, side wagers, and the fixed award.
MOST_SIDES = 6
MAIN, FIRST_SIDE, AWARD = 0, 1, 1 + MOST_SIDES
WAGERS = AWARD + 1
TOGETHER = WAGERS

# Side wagers: where they see a card, how many, and how many states and rows one may have; 52 kinds of card.
AT_FIRST, AT_SECOND, AT_UP, AT_HOLE = 0, 1, 2, 3
MOST_SEEN, MOST_STATES, MOST_ROWS, KINDS = 5, 256, 96, 64

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
    by the rank of the pair. `code` is by place of the hand in its box, doubles, class and end of the dealer. `bins`
    says where in the counted results the zero of each wager lies, -1 where it is not counted, and `units` how many
    cents a step is.

    A side wager sees `side_seen` cards at `side_places`; `side_step` leads from state to state by the `kind` of each,
    and the last one to a row. `side_offered` says against which up cards, `side_late` that the second card decides it,
    `side_spins` which rows earn the wheel. Nets are in cents, by row; of a wheel there are the weights up to each
    section, whose rows begin at `first_section`.

    The short way has tables of its own: `start` is the state of two first cards against an up card, or in the last row
    against a blackjack; `step` where a card leads from there; `over` the code of a finished state against each end of
    the dealer's hand; `certain` says that it does not depend on that end.
    """

    start: Shorts
    step: Shorts
    over: Bytes
    certain: Bytes
    shoe: Bytes
    whole: int
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
    boxes: int
    stakes: Ints
    unit: int
    kind: Bytes
    sides: int
    spins: int
    side_places: Bytes
    side_seen: Bytes
    side_step: Shorts
    side_offered: Bytes
    side_late: Bytes
    side_spins: Bytes
    side_nets: Ints
    wheel: Ints
    sections: Ints
    first_section: Ints
    award_up: int
    own_award: int
    others_award: int
    others_once: int
    bins: Ints
    units: Ints
    behind: int


MOST_CLASSES, MOST_CODES, MOST_SECTIONS, MOST_BOXES = 128, 256, 60, 7
HANDS = len(all_hands())
ENDS = BLACKJACK + 1

# States of the short way: a hand that draws, by its doubles; from `OVER` on one that waits, by its doubles and class;
# then one that was rescued, by its doubles, one that was surrendered, and one that must go the long way.
OVER = 3 * HANDS
RESCUED = 3 * MOST_CLASSES
SURRENDERED, LONG_WAY = RESCUED + 3, RESCUED + 4
MOST_OVER = LONG_WAY + 1
SUITS = 0xFFFE  # two first cards whose suits matter
NO_CODE = 255

# One record, so that a function of the kernel is handed one address and not the parts of forty arrays.
TABLES = np.dtype(
    [
        ("start", "u2", (RANKS + 1, RANKS, RANKS)),
        ("over", "u1", (MOST_OVER, ENDS)),
        ("certain", "u1", MOST_OVER),
        ("step", "u2", (RANKS, OVER, RANKS)),
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
        ("suit_row", "i2", HANDS),
        ("suit_plan", "u1", (RANKS, 4, 3, 2)),
        ("split_plan", "u1", (RANKS, 3, RANKS, HANDS)),
        ("split_suits", "u1", (RANKS, RANKS, RANKS, 3)),
        ("split_hands", "u1", (RANKS, RANKS)),
        ("rescued", "i2", (2, 3)),
        ("shoe", "u1", MOST_CARDS),
        ("stakes", "i8", WAGERS),
        ("kind", "u1", 256),
        ("side_places", "u1", (MOST_SIDES, MOST_SEEN)),
        ("side_seen", "u1", MOST_SIDES),
        ("side_offered", "u1", (MOST_SIDES, KINDS)),
        ("side_late", "u1", MOST_SIDES),
        ("side_spins", "u1", (MOST_SIDES, MOST_ROWS)),
        ("side_nets", "i8", (MOST_SIDES, MOST_ROWS)),
        ("wheel", "i8", (MOST_SIDES, MOST_SECTIONS)),
        ("sections", "i8", MOST_SIDES),
        ("first_section", "i8", MOST_SIDES),
        ("bins", "i8", WAGERS + 2),
        ("units", "i8", WAGERS + 1),
        ("side_step", "u2", (MOST_SIDES, MOST_STATES, KINDS)),
        *(
            (name, "i8")
            for name in (
                "whole",
                "bust_class",
                "surrendered",
                "surrender_lost",
                "peeks",
                "hole_first",
                "second_if_needed",
                "pairs_by_rank",
                "boxes",
                "unit",
                "sides",
                "spins",
                "award_up",
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
        rows=np.zeros((WAGERS, MOST_ROWS), dtype=np.int64),
        results=np.zeros(int(tables.bins[-1]), dtype=np.int64),  # the last entry says how many there are
        more=np.zeros(COUNTS, dtype=np.int64),
    )
