"""Pai Jack: a packet of five cards to every box and to the dealer from one deck, each set by a plan and compared.

A packet is the multiset of what its cards count. The plan says what it comes to, so a round is ten cards, two lookups
of packets and one of the settlement; the wager on the packet itself is a lookup by the cards that matter to it.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    CARDS_DEALT,
    FIRST_SIDE,
    MAIN,
    MOST_CODES,
    ROUNDS,
    TOGETHER,
    WAGERS,
    Bytes,
    Ints,
    Shorts,
)
from pitboss.simulation.generator import CARDS, STATE, Number, Words, begin, three_below
from pitboss.simulation.records import Counts

DECK, PACKET, CLASSES = 52, 5, 10
MOST_BOXES, MOST_PACKETS, MOST_ENDS = 9, 2048, 256
MATTERING = 20  # cards that can matter to the wager on a packet


class PacketTables(Protocol):
    """A game of packets, its plan and its stakes, laid out by `PACKET_TABLES`.

    `points` is what each card counts, `number` the packet of five such, `mine` and `theirs` what a packet comes to as
    the plan and as the dealer sets it, `row` the row of the settlement by both. `matters` is the bit of a card in what
    the wager on the packet looks at, and `bonus` its row by these bits. `nets`, `bins` and `units` are as in `Tables`.
    """

    points: Bytes
    number: Shorts
    mine: Bytes
    theirs: Bytes
    row: Bytes
    matters: Ints
    bonus: Bytes
    nets: Ints
    stakes: Ints
    bins: Ints
    units: Ints
    boxes: int
    used: int


PACKET_TABLES = np.dtype(
    [
        ("points", "u1", DECK),
        ("number", "u2", (CLASSES,) * PACKET),
        ("mine", "u1", MOST_PACKETS),
        ("theirs", "u1", MOST_PACKETS),
        ("row", "u1", (MOST_ENDS, MOST_ENDS)),
        ("matters", "i8", DECK),
        ("bonus", "u1", 1 << MATTERING),
        ("nets", "i4", (WAGERS, MOST_CODES)),
        ("stakes", "i8", WAGERS),
        ("bins", "i8", WAGERS + 2),
        ("units", "i8", WAGERS + 1),
        ("boxes", "i8"),
        ("used", "i8"),
    ],
    align=True,
)


class PacketRound(Protocol):
    """A round as it is played: the deck, the cards as they came, and the rows of each box."""

    stream: Words
    ahead: Ints
    deck: Bytes
    drawn: Bytes
    decided: Bytes
    beside: Bytes


PACKET_ROUND = np.dtype(
    [
        ("stream", "u8", STATE),
        ("ahead", "i8", 3),
        ("deck", "u1", DECK),
        ("drawn", "u1", DECK + 3),
        ("decided", "u1", MOST_BOXES),
        ("beside", "u1", MOST_BOXES),
    ],
    align=True,
)


def new_packet_round() -> PacketRound:
    record: Any = np.zeros(1, dtype=PACKET_ROUND).view(np.recarray)[0]
    return cast("PacketRound", record)


@njit(cache=True)
def deal(t: PacketRound, cards: Number) -> None:
    """So many cards of a whole deck; each leaves its place to the last that is left."""
    for each in range(DECK):
        t.deck[each] = each
    left = DECK
    for first in range(0, cards, 3):
        three_below(t.stream, left, t.ahead)
        for at in range(3):
            place = t.ahead[at]
            left -= 1
            t.drawn[first + at] = t.deck[place]
            t.deck[place] = t.deck[left]


@njit(cache=True, inline="always")
def packet_at(t: PacketRound, tables: PacketTables, first: Number) -> Number:
    """The packet of five cards from this one on."""
    one, two = tables.points[t.drawn[first]], tables.points[t.drawn[first + 1]]
    three, four = tables.points[t.drawn[first + 2]], tables.points[t.drawn[first + 3]]
    return np.int64(tables.number[one, two, three, four, tables.points[t.drawn[first + 4]]])


@njit(cache=True)
def play_packets(t: PacketRound, tables: PacketTables, number: Number, seed: Number) -> None:
    """One round: what becomes of every box, as rows of the settlement and of the wager on the packet."""
    begin(t.stream, number, seed, CARDS)
    deal(t, PACKET * (tables.boxes + 1))
    dealer = tables.theirs[packet_at(t, tables, PACKET * tables.boxes)]
    for box in range(tables.boxes):
        t.decided[box] = tables.row[tables.mine[packet_at(t, tables, PACKET * box)], dealer]
        seen = np.int64(0)
        for at in range(PACKET * box, PACKET * (box + 1)):
            seen |= tables.matters[t.drawn[at]]
        t.beside[box] = tables.bonus[seen]


@njit(cache=True)
def count_packets(t: PacketRound, tables: PacketTables, counts: Counts) -> None:
    main, side = np.int64(0), np.int64(0)
    for box in range(tables.boxes):
        counts.rows[MAIN, t.decided[box]] += 1
        main += np.int64(tables.nets[MAIN, t.decided[box]])
        if tables.stakes[FIRST_SIDE]:
            counts.rows[FIRST_SIDE, t.beside[box]] += 1
            side += np.int64(tables.nets[FIRST_SIDE, t.beside[box]])
    counts.results[tables.bins[MAIN] + main] += 1
    if tables.stakes[FIRST_SIDE]:
        counts.results[tables.bins[FIRST_SIDE] + side] += 1
    together = main * tables.units[MAIN] + side * tables.units[FIRST_SIDE]
    counts.results[tables.bins[TOGETHER] + together // tables.units[TOGETHER]] += 1


@njit(cache=True, nogil=True)
def packet_rounds(
    t: PacketRound, tables: PacketTables, counts: Counts, first: Number, count: Number, seed: Number
) -> None:
    """So many rounds, each from a whole deck."""
    for number in range(first, first + count):
        play_packets(t, tables, number, seed)
        count_packets(t, tables, counts)
    counts.more[ROUNDS] += count
    counts.more[CARDS_DEALT] += count * PACKET * (tables.boxes + 1)
