"""The records of ways of playing, as the kernel reads and keeps them: one nested in `TABLES` for each way.

A record is all zeros in a game that does not have its way. A way whose rounds have a state of their own nests a record
in `ROUND` too.
"""

from __future__ import annotations

from typing import Protocol

from pitboss.simulation.codes import (
    ALL_RANKS,
    CLASSES_OF_SEEN,
    HANDS,
    KINDS,
    MOST_AWARDS,
    MOST_BOXES,
    MOST_CHOICES,
    MOST_JOINT,
    MOST_OWN,
    MOST_PATTERNS,
    MOST_SPLIT_ROWS,
    OWN_CARDS,
    RANKS,
    SEEN_OF_BOX,
    TURNS,
    Bytes,
    Ints,
    Shorts,
)


class SwitchTables(Protocol):
    """Two spots of a box: whether their second cards are switched, by up card and the first and second cards of both.

    A switched blackjack is a hand of the class `made_21`.
    """

    plan: Bytes
    made_21: int


SWITCH = [("plan", "u1", (RANKS,) * 5), ("made_21", "i8")]


class ThreeTables(Protocol):
    """Three first cards, which may be split three ways.

    `above` says what is done with those that pass 21, by up card and ranks, and `first_21` which hands are a 21 that is
    paid at once (1) or may be declined (2). It is declined before the look for a blackjack if `early`, and then
    `lost_21` is what it comes to against one; `spared` is what first cards above 21 do, if that is not all of the
    wager. Hands of a split get a card each before the first of them is played if `dealt_at_once`.
    """

    above: Bytes
    first_21: Bytes
    early: int
    lost_21: int
    spared: int
    dealt_at_once: int


THREE = [
    ("above", "u1", (RANKS,) * 4),
    ("first_21", "u1", HANDS),
    *((name, "i8") for name in ("early", "lost_21", "spared", "dealt_at_once")),
]


class OwnTables(Protocol):
    """A wager on the cards of its own box: which `side` is staked, counted from 1, and how its hands are played.

    `plan` has what is decided in its states against each up card, `NOT_PLAYED` where it is decided already, and `open`
    says in which of them another card can matter. The card of a double counts if `doubles`.
    """

    side: int
    doubles: int
    plan: Bytes
    open: Bytes


OWN = [("side", "i8"), ("doubles", "i8"), ("plan", "u1", (KINDS, MOST_OWN)), ("open", "u1", MOST_OWN)]


class MeterTables(Protocol):
    """A meter of which rows win a percentage.

    What the awards of a round are one after the other is a pattern: `next` leads from one to the next by the kind of
    award, which is the `kind` of a percentage, and `cents` is the last award of a pattern. Hands that bust may come
    first (`at_once`).
    """

    kind: Bytes
    next: Bytes
    cents: Ints
    at_once: int


METER = [
    ("kind", "u1", 101),
    ("next", "u1", (MOST_PATTERNS, MOST_AWARDS)),
    ("cents", "i8", MOST_PATTERNS),
    ("at_once", "i8"),
]


class PokerTables(Protocol):
    """A poker hand after the blackjack hand, if the game `deals` one.

    It is bet on or folded by `first` and `second`, and `rows` is its row; they are by whether all cards have one suit
    and by their ranks, an ace first, the community cards before the own ones. From `folds` on there are rows of folds.
    """

    deals: int
    folds: int
    first: Bytes
    second: Bytes
    rows: Bytes


POKER = [
    ("deals", "i8"),
    ("folds", "i8"),
    *((name, "u1", (2, *(ALL_RANKS,) * cards)) for name, cards in (("first", 3), ("second", 4), ("rows", 5))),
]


class ContestTables(Protocol):
    """A poker hand of the cards of a box against the dealer's, folded by `folds`, by up card and first cards.

    All cards of the box make it, or its first two, as `cards` says; the dealer plays with one of the `qualifying`
    cards, bits by height, or a pair if `pair_qualifies`. What is then decided for both hands is in `plan`, by up card
    and the hand, which is `start` of its first cards and `next` of what a card makes of it; all by rank, an ace first.

    After a split it goes by turn, which is how many hands there are and how many wait, and by the class of what is seen
    of the box (`kind`). `pattern` is by up card, turn and the hand, whose `row` is by the value of the pair; `again` by
    up card, value and turn. Both are rows of `choice`, two bits for each class.
    """

    cards: int
    qualifying: int
    pair_qualifies: int
    folds: Bytes
    start: Shorts
    next: Shorts
    plan: Bytes
    kind: Bytes
    row: Shorts
    pattern: Shorts
    again: Shorts
    choice: Bytes


CONTEST = [
    ("cards", "i8"),
    ("qualifying", "i8"),
    ("pair_qualifies", "i8"),
    ("folds", "u1", (ALL_RANKS,) * 3),
    ("start", "u2", (ALL_RANKS, ALL_RANKS)),
    ("next", "u2", (MOST_JOINT, ALL_RANKS)),
    ("plan", "u1", (ALL_RANKS, MOST_JOINT)),
    ("kind", "u1", SEEN_OF_BOX),
    ("row", "i2", (RANKS, HANDS)),
    ("pattern", "u2", (ALL_RANKS, TURNS, MOST_SPLIT_ROWS)),
    ("again", "u2", (ALL_RANKS, RANKS, TURNS)),
    ("choice", "u1", (MOST_CHOICES, CLASSES_OF_SEEN // 4)),
]

TABLES_OF_PARTS = [
    ("switch", SWITCH),
    ("three", THREE),
    ("own", OWN),
    ("meter", METER),
    ("contest", CONTEST),
    ("poker", POKER),
]


class OwnRound(Protocol):
    """By box: the state of the wager on its cards, and whether its one hand is bust."""

    state: Shorts
    busted: Bytes


class MeterRound(Protocol):
    """By box: what it won from the meter, in cents."""

    award: Ints


class ContestRound(Protocol):
    """By box: its cards that count at poker, and those that are paired, as bits by their height."""

    seen: Shorts
    paired: Shorts


class PokerRound(Protocol):
    """By box: the row of its poker hand. `cards` were dealt to such hands, in this order, and `own` has them by box."""

    row: Bytes
    cards: Bytes
    own: Bytes


ROUND_OF_PARTS = [
    ("own", [("state", "i2", MOST_BOXES), ("busted", "u1", MOST_BOXES)]),
    ("meter", [("award", "i8", MOST_BOXES)]),
    ("contest", [("seen", "u2", MOST_BOXES), ("paired", "u2", MOST_BOXES)]),
    (
        "poker",
        [
            ("row", "u1", MOST_BOXES),
            ("cards", "u1", MOST_BOXES * OWN_CARDS),
            ("own", "u1", (MOST_BOXES, OWN_CARDS)),
        ],
    ),
]
