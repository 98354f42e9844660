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
SWITCH, KEEP, BET, FOLD = 7, 8, 9, 10
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
ALL_RANKS = 13  # of cards that count the same ten may be four
ALL_ROUNDS = 1_000_000
PLAIN, FIRST_OF_SPLIT, BORN_OF_SPLIT = 0, 1, 2
MOST_HANDS = 8  # of a box; no plan splits further
OTHER_SPOT = 4  # where the hands of a second spot begin; each of two is split into four at most
MOST_CARDS = 416
MOST_SWAPS = 32
SHORT, AHEAD = 12, 8  # cards of the short way, and those that are dealt before anything is decided

# Wagers are rows of one table, of their stakes and of what is counted: the main one, side wagers, and the fixed award.
MOST_SIDES = 6
MAIN, FIRST_SIDE, AWARD = 0, 1, 1 + MOST_SIDES
WAGERS = AWARD + 1
TOGETHER = WAGERS

# Side wagers: where they see a card, how many, and how many states and rows one may have; 52 kinds of card.
AT_FIRST, AT_SECOND, AT_OTHER_FIRST, AT_OTHER_SECOND, AT_UP, AT_HOLE = 0, 1, 2, 3, 4, 5
AT_THIRD = AT_OTHER_FIRST  # a box has a third card or a second spot
PAID, DECLINABLE = 1, 2  # kinds of a 21 with three first cards
MOST_JOINT = 4096  # hands below 21 by their ranks
ALL_OF_BOX, FIRST_TWO = 1, 2  # which cards make the poker hand of a box that meets the dealer's
BOTH_WIN, NOT_QUALIFIED, BEATS_NATURAL, TIED, LOST_TO_NATURAL, FOLDED, BOTH_LOSE = range(7)  # and what it comes to
OWN_CARDS = 3  # of a poker hand beside the community cards
MOST_SEEN, MOST_STATES, MOST_ROWS, KINDS = 5, 640, 96, 64
MOST_PATTERNS, MOST_AWARDS = 255, 2  # ways in which the boxes of a round win from a meter, and kinds of its awards
MOST_OWN, NOT_PLAYED = 192, 255  # states of a wager on the cards of its own box; those that leave play as it is
BEFORE_CARDS, NO_BLACKJACK, IN_PLAY = 0, 1, 2
MOST_DEALER = 24  # cards of the dealer; he stands on 17, so no more than 17 aces and what they are drawn to

# What is counted besides outcomes.
BOXES_SPLIT, SPLITS, DEALER_BLACKJACKS, ROUNDS, SHOES, CARDS_DEALT = 0, 1, 2, 3, 4, 5
COUNTS = 6

BUSTED = 0xFFFF  # no hand: one card too many
RANK_MASK, SUIT_BITS, SUIT_MASK = np.uint8(15), np.uint8(4), np.uint8(3)
RANK_BITS, SUIT_SHIFT, FACE_SHIFT, IDENTITY = (
    15,
    4,
    6,
    0xCF,
)  # a card: rank from the ace, suit, and which ten-point card


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
    A wager on the cards of its own box (`side_own`) steps through those that count, the card of a double if
    `own_doubles`, and `side_end` has the row of a state; `own_side` is which one is staked, `own_plan` what is decided
    in its states against each up card, and `own_open` says in which of them another card can matter. Rows that win from
    a meter have their `side_percent`. What the awards of a round are one after the other is a pattern: `award_next`
    leads from one to the next by the kind of award, which is the `award_kind` of a percentage, and `award_cents` is the
    last award of a pattern; hands that bust may come first (`award_at_once`). All results of rounds are counted by
    pattern, `used` places apart.

    A poker hand has the last place among the side wagers (`poker_side`), with all of its wagers together. One that is a
    `second_part` of the round is bet on or folded by `poker_first` and `poker_second`, and `poker_rows` is its row;
    they are by whether all cards have one suit and by their ranks, an ace first, the community cards before the own
    ones. From `poker_folds` on there are rows of folds.

    In a `contest` with the dealer a poker hand is folded by `folds`, by up card and first cards, before he looks. All
    cards of the box make it, or its `FIRST_TWO`; the dealer plays with one of the `qualifying` cards, bits by height,
    or a pair if `pair_qualifies`. What is then decided for both hands is in `joint_plan`, by up card and the hand,
    which is `joint_start` of its first cards and `joint_next` of what a card makes of it; all by rank, an ace first.

    Where a box has two `spots`, `switch` says whether their second cards are switched, by up card and the first and
    second cards of both; a switched blackjack is a hand of `switched_class`.

    Where a box has three `first_cards`, they are split three ways: `above` says what is done with those that pass 21,
    by up card and ranks, and `first_21` which hands are a 21 that is paid at once (1) or may be declined (2). It is
    declined before the look for a blackjack if `early`, and then `lost_21` is what it comes to against one; `spared` is
    what first cards above 21 do, if that is not all of the wager. Hands of a split get a card each before the first of
    them is played if `dealt_at_once`. `side_insures` is a wager beside a main one that has not been paid yet.

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
    split_suits: Bytes
    split_hands: Bytes
    switch: Bytes
    above: Bytes
    first_21: Bytes
    first_cards: int
    early: int
    lost_21: int
    spared: int
    dealt_at_once: int
    class_of: Bytes
    bust_class: int
    blackjack_class: int
    bust_end: int
    whole_sides: int
    poker_side: int
    second_part: int
    poker_folds: int
    poker_first: Bytes
    poker_second: Bytes
    poker_rows: Bytes
    contest: int
    qualifying: int
    pair_qualifies: int
    folds: Bytes
    joint_start: Shorts
    joint_next: Shorts
    joint_plan: Bytes
    spots: int
    switched_class: int
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
    own_side: int
    own_doubles: int
    own_plan: Bytes
    own_open: Bytes
    side_percent: Bytes
    award_kind: Bytes
    award_next: Bytes
    award_cents: Ints
    award_at_once: int
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


MOST_CLASSES, MOST_CODES, MOST_SECTIONS, MOST_BOXES = 128, 256, 60, 7
HANDS = len(all_hands())
ENDS = BLACKJACK + 1
WHOLE, SPLIT_ACES = 0, 1  # rows of the plan
PLANS = SPLIT_ACES + RANKS

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
        ("switch", "u1", (RANKS, RANKS, RANKS, RANKS, RANKS)),
        ("above", "u1", (RANKS, RANKS, RANKS, RANKS)),
        ("first_21", "u1", HANDS),
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
        ("own_plan", "u1", (KINDS, MOST_OWN)),
        ("own_open", "u1", MOST_OWN),
        ("side_percent", "u1", (MOST_SIDES, MOST_ROWS)),
        ("award_kind", "u1", 101),
        ("award_next", "u1", (MOST_PATTERNS, MOST_AWARDS)),
        ("award_cents", "i8", MOST_PATTERNS),
        ("side_end", "u1", (MOST_SIDES, MOST_STATES, 2)),
        ("side_when", "u1", MOST_SIDES),
        ("side_blackjacks", "u1", MOST_SIDES),
        ("side_insures", "u1", MOST_SIDES),
        ("side_spins", "u1", (MOST_SIDES, MOST_ROWS)),
        ("wheel", "i8", (MOST_SIDES, MOST_SECTIONS)),
        ("sections", "i8", MOST_SIDES),
        ("first_section", "i8", MOST_SIDES),
        ("poker_first", "u1", (2, *(ALL_RANKS,) * 3)),
        ("poker_second", "u1", (2, *(ALL_RANKS,) * 4)),
        ("poker_rows", "u1", (2, *(ALL_RANKS,) * 5)),
        ("folds", "u1", (ALL_RANKS,) * 3),
        ("joint_start", "u2", (ALL_RANKS, ALL_RANKS)),
        ("joint_next", "u2", (MOST_JOINT, ALL_RANKS)),
        ("joint_plan", "u1", (ALL_RANKS, MOST_JOINT)),
        ("bins", "i8", WAGERS + 2),
        ("units", "i8", WAGERS + 1),
        ("side_step", "u2", (MOST_SIDES, MOST_STATES, KINDS)),
        *(
            (name, "i8")
            for name in (
                "whole",
                "bust_class",
                "blackjack_class",
                "bust_end",
                "whole_sides",
                "poker_side",
                "second_part",
                "poker_folds",
                "contest",
                "qualifying",
                "pair_qualifies",
                "spots",
                "switched_class",
                "first_cards",
                "early",
                "lost_21",
                "spared",
                "dealt_at_once",
                "surrendered",
                "peeks",
                "hole_first",
                "second_if_needed",
                "pairs_by_rank",
                "boxes",
                "sides",
                "own_side",
                "own_doubles",
                "award_at_once",
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
    those of the second begin at `OTHER_SPOT`. Of each hand there are its first card, its `second` one if that is dealt
    before its turn, its doubles, and what it came to: an outcome's code, or while it waits for the dealer -1 minus its
    class; of the hand that is played just now there is more in `at`. `dealer` are the dealer's cards, and `active` says
    which boxes have a hand in play when all have acted. `poker_row` is the row of each box's poker hand; `poker_cards`
    were dealt to such hands, in this order, and `own_cards` has them by box; `seen` and `paired` are the cards of a box
    that count at poker, as bits by their height. `own` is the state of a wager on the cards of each box, `busted` says
    that its one hand is bust, and `award` what it won from a meter, in cents. `rows` are what side wagers came to,
    `NO_ROW` where there is none.

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
    own: Shorts
    busted: Bytes
    award: Ints
    poker_row: Bytes
    seen: Shorts
    paired: Shorts
    poker_cards: Bytes
    own_cards: Bytes
    shoe: Bytes
    drawn: Bytes
    decisions: Shorts
    label: Bytes


# The shoe: cards left and drawn, positions that wait in `ahead` and how many of them are used, swaps, whether it is a
# shoe of the round's own, whether room for swaps, all cards or the shoe ran out, and cards drawn in rounds before.
LEFT, DRAWN, READY, USED, SWAPPED, OWN, FULL, VOID, EXHAUSTED, RACK = range(10)
# The dealer's cards and end; the hand in play: its multiset, cards, suit if it is only one, first and second card.
UP, SECOND, FINAL, HAND, HELD, SUIT, ONE_CARD, TWO_CARD = range(10, 18)
# Whether notes are kept, decisions noted, the dealer's cards, whether the box has switched, its next hand's number,
# and whether a hand waits that depends on how the dealer ends.
# PATTERN is how the boxes have won from a meter, POKER_DEALT how many cards poker hands have got, JOINT
# the hand in play by its ranks.
NOTED, DECIDED, DEALT_TO_DEALER, SWITCHED, NEXT_LABEL, WAITS, PATTERN, POKER_DEALT, JOINT = range(18, 27)
SLOTS = 27
NO_ROW = 255

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
    ("first", "u1", MOST_HANDS),
    ("second", "u1", MOST_HANDS),
    ("doubles", "u1", (MOST_BOXES, MOST_HANDS)),
    ("waiting", "u1", MOST_HANDS),
    ("rows", "u1", (MOST_BOXES, MOST_SIDES)),
    ("sections", "u1", MOST_BOXES),
    ("dealer", "u1", MOST_DEALER),
    ("active", "u1", MOST_BOXES),
    ("own", "i2", MOST_BOXES),
]
BEHIND = [
    ("shoe", "u1", MOST_CARDS),
    ("drawn", "u1", 2 * MOST_CARDS),
    ("decisions", "i2", (1024, 3)),
    ("label", "u1", MOST_HANDS),
    ("award", "i8", MOST_BOXES),
    ("busted", "u1", MOST_BOXES),
    ("poker_row", "u1", MOST_BOXES),
    ("poker_cards", "u1", MOST_BOXES * OWN_CARDS),
    ("seen", "u2", MOST_BOXES),
    ("paired", "u2", MOST_BOXES),
    ("own_cards", "u1", (MOST_BOXES, OWN_CARDS)),
]
ROUND = np.dtype(STATE_OF_ROUND + BEHIND, align=True)


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
