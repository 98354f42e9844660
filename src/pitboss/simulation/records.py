"""How the kernel lays out its numbers: cards, hands, decisions, outcomes, and the records that hold them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from pitboss.simulation.codes import (
    COUNTS,
    DONE,
    ENDS,
    HANDS,
    KINDS,
    MOST_BOXES,
    MOST_CARDS,
    MOST_CLASSES,
    MOST_CODES,
    MOST_DEALER,
    MOST_HANDS,
    MOST_OVER,
    MOST_ROWS,
    MOST_SECTIONS,
    MOST_SEEN,
    MOST_SIDES,
    MOST_STATES,
    MOST_SWAPS,
    NOTED,
    OVER,
    PLANS,
    RANKS,
    SLOTS,
    WAGERS,
    Bytes,
    Ints,
    Shorts,
)
from pitboss.simulation.generator import STATE, Words
from pitboss.simulation.part_records import (
    ROUND_OF_PARTS,
    TABLES_OF_PARTS,
    ContestRound,
    ContestTables,
    MeterRound,
    MeterTables,
    OwnRound,
    OwnTables,
    PokerRound,
    PokerTables,
    SwitchTables,
    ThreeTables,
)


class Tables(Protocol):
    """A game, its plan of play and its stakes, as the kernel reads them: one record, laid out by `TABLES`.

    Hands are the solver's multisets by number; classes are hands that settlement cannot tell apart; codes are outcomes
    of one hand. A plan is by row, number of doubles, up card and hand: row `WHOLE` is for a hand that was not split,
    the row behind it for hands of split aces, and so on by rank. `code` is by place of the hand in its box, doubles,
    class and end of the dealer; `surrender_lost` is by place what a `surrendered` hand comes to against a blackjack.

    `nets` are by wager and by what it came to: a code of the main wager, a row of a side wager. They are in steps, and
    `units` says how many cents a step of each wager is; `bins` says where in the counted results its zero lies, -1
    where it is not counted.

    A side wager sees `side_seen` cards at `side_places`; `side_step` leads from state to state by the `kind` of each,
    and the last one to a row. `side_offered` says against which up cards, `side_late` that the second card decides it,
    `side_spins` which rows earn the wheel. Of a wheel there are the weights up to each section, whose rows begin at
    `first_section`. A wager on the dealer's `side_whole` hand steps through all his cards, and `side_end` has the row
    of a state by whether he is bust. `side_when` says when a wager is placed: before the cards, once the dealer has no
    blackjack, or then only on boxes with a hand in play, of which a blackjack may be one (`side_blackjacks`).
    A wager on the cards of its own box (`side_own`) steps through those that count, and `side_end` has the row of a
    state. Rows that win from a meter have their `side_percent`. All results of rounds are counted by the pattern of its
    awards, `used` places apart.

    A poker hand has the last place among the side wagers (`poker_side`), with all of its wagers together. A box has
    `first_cards`, and one or two `spots`. `side_insures` is a wager beside a main one that has not been paid yet. What
    a way of playing needs is in the record that is named after it, as `part_records` says.

    `pair_of_tens` is the hand of first cards whose tens must be of one rank to be split, -1 if there is none, and
    `unlike` what the plan says of it by up card if they are not.

    The fast path has tables of its own: `start` is the state of two first cards against an up card, or in the last row
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
    split_suits: Bytes
    split_hands: Bytes
    first_cards: int
    class_of: Bytes
    bust_class: int
    blackjack_class: int
    bust_end: int
    whole_sides: int
    poker_side: int
    switch: SwitchTables
    three: ThreeTables
    own: OwnTables
    meter: MeterTables
    contest: ContestTables
    poker: PokerTables
    spots: int
    code: Bytes
    awarded: Bytes
    decided: Bytes
    surrendered: int
    surrender_lost: Shorts
    rescued: Shorts
    completes: Bytes
    dealer: Bytes
    peeks: int
    hole_first: int
    second_if_needed: int
    pairs_by_rank: int
    pair_of_tens: int
    unlike: Bytes
    boxes: int
    stakes: Ints
    kind: Bytes
    sides: int
    spins: int
    side_places: Bytes
    side_seen: Bytes
    side_step: Shorts
    side_offered: Bytes
    side_late: Bytes
    side_whole: Bytes
    side_end: Bytes
    side_own: Bytes
    side_percent: Bytes
    used: int
    side_when: Bytes
    side_blackjacks: Bytes
    side_insures: Bytes
    side_spins: Bytes
    wheel: Ints
    sections: Ints
    first_section: Ints
    award_up: int
    own_award: int
    others_award: int
    others_once: int
    bins: Ints
    units: Ints
    nets: Ints
    behind: int


# One record, so that a function of the kernel is handed one address and not the parts of forty arrays.
TABLES = np.dtype(
    [
        ("start", "u2", (RANKS + 1, RANKS, RANKS)),
        ("over", "u1", (MOST_OVER, ENDS)),
        ("certain", "u1", MOST_OVER),
        ("step", "u2", (RANKS, OVER, RANKS)),
        ("plan", "u1", (PLANS, 3, RANKS, HANDS)),
        ("after", "u2", (HANDS, RANKS)),
        ("two", "u2", (RANKS, RANKS + 1)),
        ("class_of", "u1", (3, HANDS)),
        ("hard", "u1", HANDS),
        ("code", "u1", (3, 3, MOST_CLASSES, ENDS)),
        ("decided", "u1", (2, 2, MOST_CLASSES)),
        ("awarded", "u1", (3, 3, MOST_CLASSES)),
        ("nets", "i4", (WAGERS, MOST_CODES)),
        ("dealer", "u1", (DONE, RANKS)),
        ("completes", "u1", RANKS),
        ("suit_row", "i2", HANDS),
        ("suit_plan", "u1", (RANKS, 4, 3, 2)),
        ("split_suits", "u1", (RANKS, RANKS, RANKS, 3)),
        ("split_hands", "u1", (RANKS, RANKS)),
        ("unlike", "u1", RANKS),
        ("rescued", "i2", (2, 3)),
        ("surrender_lost", "i2", 3),
        ("shoe", "u1", MOST_CARDS),
        ("stakes", "i8", WAGERS),
        ("kind", "u1", 256),
        ("side_places", "u1", (MOST_SIDES, MOST_SEEN)),
        ("side_seen", "u1", MOST_SIDES),
        ("side_offered", "u1", (MOST_SIDES, KINDS)),
        ("side_late", "u1", MOST_SIDES),
        ("side_whole", "u1", MOST_SIDES),
        ("side_own", "u1", MOST_SIDES),
        ("side_percent", "u1", (MOST_SIDES, MOST_ROWS)),
        ("side_end", "u1", (MOST_SIDES, MOST_STATES, 2)),
        ("side_when", "u1", MOST_SIDES),
        ("side_blackjacks", "u1", MOST_SIDES),
        ("side_insures", "u1", MOST_SIDES),
        ("side_spins", "u1", (MOST_SIDES, MOST_ROWS)),
        ("wheel", "i8", (MOST_SIDES, MOST_SECTIONS)),
        ("sections", "i8", MOST_SIDES),
        ("first_section", "i8", MOST_SIDES),
        ("bins", "i8", WAGERS + 2),
        ("units", "i8", WAGERS + 1),
        ("side_step", "u2", (MOST_SIDES, MOST_STATES, KINDS)),
        *TABLES_OF_PARTS,
        *(
            (name, "i8")
            for name in (
                "whole",
                "bust_class",
                "blackjack_class",
                "bust_end",
                "whole_sides",
                "poker_side",
                "spots",
                "first_cards",
                "surrendered",
                "peeks",
                "hole_first",
                "second_if_needed",
                "pairs_by_rank",
                "pair_of_tens",
                "boxes",
                "sides",
                "used",
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


class Round(Protocol):
    """A round as it is played, and what it came to: one record, laid out by `ROUND`.

    Slots of `at` are named below. Cards leave the shoe of `Tables`, which nobody changes: where a card was drawn, the
    last one that is left takes its place, and `swap_place` and `swap_card` say so; a bit of `touched` says that a place
    is among them. `dealt` are the first cards of a box, or of each of its spots; `hands` counts the hands of each spot,
    those of the second begin at `OTHER_SPOT`, and `bearer` is the hand among them whose wager counts as the original.
    Of each hand there are its first card, its `second` one if that is dealt before its turn, its doubles, and what it
    came to: an outcome's code, or while it waits for the dealer -1 minus its class; of the hand that is played just now
    there is more in `at`. `dealer` are the dealer's cards, and `active` says which boxes have a hand in play when all
    have acted. `rows` are what side wagers came to, `NO_ROW` where there is none.

    Behind the state of the round lie a shoe of its own, for shoes that are dealt on and for the rare round that takes
    more cards than there is room for swaps, and its notes, which are kept for rounds that are to be told again: the
    cards that left the shoe, box, hand and decision of every decision, and by what number the table knows a hand.
    """

    at: Ints
    ahead: Ints
    stream: Words
    wheel: Words
    touched: Words
    swap_place: Shorts
    swap_card: Bytes
    dealt: Bytes
    hands: Bytes
    bearer: Bytes
    first: Bytes
    second: Bytes
    doubles: Bytes
    outcome: Shorts
    waiting: Bytes
    nets: Ints
    rows: Bytes
    sections: Bytes
    dealer: Bytes
    active: Bytes
    own: OwnRound
    meter: MeterRound
    contest: ContestRound
    poker: PokerRound
    shoe: Bytes
    drawn: Bytes
    decisions: Shorts
    label: Bytes


STATE_OF_ROUND = [
    ("at", "i4", SLOTS),
    ("ahead", "i8", 3),
    ("stream", "u8", STATE),
    ("wheel", "u8", STATE),
    ("touched", "u8", -(-MOST_CARDS // 64)),
    ("nets", "i4", (MOST_BOXES, WAGERS)),
    ("outcome", "i2", (MOST_BOXES, MOST_HANDS)),
    ("swap_place", "u2", MOST_SWAPS),
    ("swap_card", "u1", MOST_SWAPS),
    ("dealt", "u1", (MOST_BOXES, 4)),
    ("hands", "u1", (MOST_BOXES, 2)),
    ("bearer", "u1", (MOST_BOXES, 2)),
    ("first", "u1", MOST_HANDS),
    ("second", "u1", MOST_HANDS),
    ("doubles", "u1", (MOST_BOXES, MOST_HANDS)),
    ("waiting", "u1", MOST_HANDS),
    ("rows", "u1", (MOST_BOXES, MOST_SIDES)),
    ("sections", "u1", MOST_BOXES),
    ("dealer", "u1", MOST_DEALER),
    ("active", "u1", MOST_BOXES),
]
BEHIND = [
    ("shoe", "u1", MOST_CARDS),
    ("drawn", "u1", 2 * MOST_CARDS),
    ("decisions", "i2", (1024, 3)),
    ("label", "u1", MOST_HANDS),
]
ROUND = np.dtype(STATE_OF_ROUND + BEHIND + ROUND_OF_PARTS, align=True)


def new_round(*, noted: bool = False) -> Round:
    record: Any = np.zeros(1, dtype=ROUND).view(np.recarray)[0]
    record.at[NOTED] = noted
    return cast("Round", record)


class Counts(NamedTuple):
    """What is counted: what wagers came to, results of rounds by wager, and a few numbers more."""

    rows: Ints
    results: Ints
    more: Ints


def new_counts(tables: Tables) -> Counts:
    return Counts(
        rows=np.zeros((WAGERS, MOST_CODES), dtype=np.int64),
        results=np.zeros(int(tables.bins[-1]), dtype=np.int64),  # the last entry says how many there are
        more=np.zeros(COUNTS, dtype=np.int64),
    )
