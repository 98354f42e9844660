"""What wagers come to: rows of one table, looked up."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    AT_HOLE,
    AT_THIRD,
    AT_UP,
    AWARD,
    BEFORE_CARDS,
    BLACKJACK,
    BORN_OF_SPLIT,
    BUSTED,
    DEALT_TO_DEALER,
    DECLINABLE,
    ENVIED,
    FINAL,
    FIRST_OF_SPLIT,
    FIRST_SIDE,
    IN_PLAY,
    MAIN,
    NO_ROW,
    OTHER_SPOT,
    PAID,
    PATTERN,
    PLAIN,
    SECOND,
    STAND,
    UP,
    WAGERS,
)
from pitboss.simulation.generator import Number, below
from pitboss.simulation.pieces.drawing import plan_of_first, rank_of
from pitboss.simulation.records import Round, Tables


@njit(cache=True)
def clear(t: Round, tables: Tables) -> None:
    """Nothing has been won or lost yet."""
    for box in range(tables.boxes):
        t.sections[box] = 0
        for wager in range(WAGERS):
            t.nets[box, wager] = 0


@njit(cache=True)
def call_off(t: Round, tables: Tables) -> None:
    """The round is void: all wagers go back, and no hand came to anything."""
    clear(t, tables)
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            t.hands[box, spot] = 0
        for side in range(tables.sides):
            t.rows[box, side] = NO_ROW


@njit(cache=True)
def settle_main(t: Round, tables: Tables, final: Number) -> None:
    """Every hand gets its outcome; the awards for suited sevens come with it."""
    for box in range(tables.boxes):
        for spot in range(tables.spots):
            hands, first, bearer = t.hands[box, spot], spot * OTHER_SPOT, t.bearer[box, spot]
            for number in range(first, first + hands):
                place = PLAIN if hands == 1 else FIRST_OF_SPLIT if number == bearer else BORN_OF_SPLIT
                settle_hand(t, tables, box, number, place, final)


@njit(cache=True)
def settle_hand(t: Round, tables: Tables, box: Number, number: Number, place: Number, final: Number) -> None:
    outcome = np.int64(t.outcome[box, number])
    if outcome < 0:
        doubles = np.int64(t.doubles[box, number])
        if tables.awarded[place, doubles, -1 - outcome] and rank_of(t.at[UP]) == tables.award_up:
            pay_award(t, tables, box)
        outcome = np.int64(tables.code[place, doubles, -1 - outcome, final])
    elif outcome == tables.surrendered and final == BLACKJACK:
        outcome = np.int64(tables.surrender_lost[place])
    t.outcome[box, number] = outcome
    t.nets[box, MAIN] += tables.nets[MAIN, outcome]


@njit(cache=True)
def pay_award(t: Round, tables: Tables, box: Number) -> None:
    """A fixed sum to the hand, and one to everybody else at the table: each time, or once in all (S16)."""
    t.nets[box, AWARD] += tables.own_award
    for other in range(tables.boxes):
        if other != box and not (tables.others_once and t.sections[other] == ENVIED):
            t.nets[other, AWARD] += tables.others_award
            t.sections[other] = ENVIED if tables.others_once else t.sections[other]


@njit(cache=True)
def is_paid_first(t: Round, tables: Tables, box: Number) -> Number:
    """Whether three first cards are a 21 that is paid before anybody insures: it must be, or is not declined."""
    two = tables.two[rank_of(t.dealt[box, 0]), rank_of(t.dealt[box, 1])]
    hand = tables.after[two, rank_of(t.dealt[box, AT_THIRD])]
    if hand == BUSTED:
        return False
    if tables.three.first_21[hand] == DECLINABLE:
        return tables.three.early == 1 and plan_of_first(t, tables, box, np.int64(hand)) == STAND
    return tables.three.first_21[hand] == PAID


@njit(cache=True, inline="always")
def is_placed(t: Round, tables: Tables, side: Number, box: Number) -> Number:
    """Whether a side wager is placed: it is staked, and offered against the up card and on this box."""
    if tables.stakes[FIRST_SIDE + side] == 0 or not tables.side_offered[side, tables.kind[t.at[UP]]]:
        return False
    if tables.first_cards > 2 and tables.side_insures[side] and is_paid_first(t, tables, box):
        return False
    when = tables.side_when[side]
    if when != BEFORE_CARDS and t.at[FINAL] == BLACKJACK:
        return False
    return when != IN_PLAY or t.active[box] > 1 or (t.active[box] == 1 and tables.side_blackjacks[side] == 1)


@njit(cache=True)
def whole_row(t: Round, tables: Tables, side: Number) -> Number:
    """The row that the dealer's hand makes: each of its cards leads to the next state."""
    state = np.int64(0)
    for at in range(t.at[DEALT_TO_DEALER]):
        state = np.int64(tables.side_step[side, state, tables.kind[t.dealer[at]]])
    bust = tables.bust_end <= t.at[FINAL] < BLACKJACK
    return np.int64(tables.side_end[side, state, 1 if bust else 0])


@njit(cache=True)
def side_row(t: Round, tables: Tables, box: Number, side: Number) -> Number:
    """The row that a side wager makes: each card that it sees leads to the next state, the last one to a row."""
    if tables.side_whole[side]:
        return whole_row(t, tables, side)
    if side == tables.poker_side - 1:
        return np.int64(t.poker.row[box])
    if tables.side_own[side]:
        return np.int64(tables.side_end[side, t.own.state[box], 0])
    state = np.int64(0)
    for at in range(tables.side_seen[side]):
        place = tables.side_places[side, at]
        if place == AT_UP:
            card = np.int64(t.at[UP])
        elif place == AT_HOLE:
            card = np.int64(t.at[SECOND])
        else:
            card = np.int64(t.dealt[box, place])
        state = np.int64(tables.side_step[side, state, tables.kind[card]])
    return state


@njit(cache=True)
def earns_spin(t: Round, tables: Tables, box: Number) -> Number:
    """Whether a side wager of this box waits for the wheel."""
    for side in range(tables.sides):
        if is_placed(t, tables, side, box) and tables.side_spins[side, side_row(t, tables, box, side)]:
            return True
    return False


@njit(cache=True)
def settle_sides(t: Round, tables: Tables) -> None:
    """Every side wager that is placed."""
    for box in range(tables.boxes):
        for side in range(tables.sides):
            t.rows[box, side] = NO_ROW
            if is_placed(t, tables, side, box):
                row = side_row(t, tables, box, side)
                if tables.side_spins[side, row]:
                    row = spin(t, tables, box, side)
                t.nets[box, FIRST_SIDE + side] = tables.nets[FIRST_SIDE + side, row]
                t.rows[box, side] = row
    if tables.own.side:
        win_from_meter(t, tables)


@njit(cache=True)
def win_from_meter(t: Round, tables: Tables) -> None:
    """Hands that win a share of a meter, one after the other: from the dealer's right, those that bust maybe first."""
    t.at[PATTERN] = 0
    for box in range(tables.boxes):
        t.meter.award[box] = 0
        if tables.meter.at_once and t.own.busted[box]:
            award(t, tables, box)
    for box in range(tables.boxes - 1, -1, -1):
        if not (tables.meter.at_once and t.own.busted[box]):
            award(t, tables, box)


@njit(cache=True)
def award(t: Round, tables: Tables, box: Number) -> None:
    side = tables.own.side - 1
    row = np.int64(t.rows[box, side])
    percent = 0 if row == NO_ROW else np.int64(tables.side_percent[side, row])
    if percent:
        pattern = np.int64(tables.meter.next[t.at[PATTERN], tables.meter.kind[percent]])
        t.at[PATTERN] = pattern
        t.meter.award[box] = tables.meter.cents[pattern]


@njit(cache=True)
def spin(t: Round, tables: Tables, box: Number, side: Number) -> Number:
    """The row of the section on which the wheel stops; these rows come behind those that cards make."""
    last = tables.sections[side] - 1
    ticket = below(t.wheel, tables.wheel[side, last])
    section = 0
    while ticket >= tables.wheel[side, section]:
        section += 1
    t.sections[box] = section + 1
    return tables.first_section[side] + section
