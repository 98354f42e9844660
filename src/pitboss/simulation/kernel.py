"""Rounds played by tables: integers only, one look-up a decision, no memory taken in the loop.

`play_round` plays any round that the rules know: several boxes, all wagers, any number of splits, from a fresh shoe
or on from the last round.
"""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.generator import CARDS, WHEEL, Number, begin, below, three_below
from pitboss.simulation.layout import (
    ALL_ROUNDS,
    AT_HOLE,
    AT_UP,
    AWARD,
    BLACKJACK,
    BORN_OF_SPLIT,
    BOXES_SPLIT,
    BUSTED,
    BY_SUIT,
    CARDS_DEALT,
    DEALER_BLACKJACKS,
    DECIDED,
    DONE,
    DOUBLE,
    DRAWN,
    ENVIED,
    EXHAUSTED,
    FINAL,
    FIRST_OF_SPLIT,
    FIRST_SIDE,
    HIT,
    IDENTITY,
    LEFT,
    MAIN,
    MIXED,
    NO_CARD,
    NO_SUIT,
    PLAIN,
    RACK,
    RANK_BITS,
    RANKS,
    READY,
    RESCUE,
    ROUNDS,
    SECOND,
    SHOES,
    SPADE,
    SPADES,
    SPLIT,
    SPLITS,
    STAND,
    SUIT_SHIFT,
    SUITED,
    SURRENDER,
    TOGETHER,
    UP,
    USED,
    WAGERS,
    Counts,
    Ints,
    Table,
    Tables,
)


@njit(cache=True, inline="always")
def begin_shoe(t: Table, tables: Tables, number: Number, seed: Number) -> None:
    begin(t.stream, number, seed, CARDS)
    if tables.spins:
        begin(t.wheel, number, seed, WHEEL)
    t.at[LEFT] = tables.whole
    t.at[DRAWN] = 0
    t.at[READY] = 0
    t.at[USED] = 0
    t.at[RACK] = 0
    t.at[EXHAUSTED] = 0


@njit(cache=True)
def draw(t: Table) -> Number:
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
def next_card(t: Table, tables: Tables) -> Number:
    if t.at[LEFT] == 0:
        reshuffle_rack(t, tables.whole)
    return draw(t)


@njit(cache=True)
def reshuffle_rack(t: Table, size: Number) -> None:
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
def rank_of(card: Number) -> Number:
    return card & RANK_BITS


@njit(cache=True, inline="always")
def suit_of(card: Number) -> Number:
    return (card >> SUIT_SHIFT) & 3


@njit(cache=True, inline="always")
def decide(t: Table, box: Number, number: Number, decision: Number) -> None:
    """Notes a decision, so that the round can be told again."""
    at = t.at[DECIDED]
    t.decisions[at, 0] = box
    t.decisions[at, 1] = number
    t.decisions[at, 2] = decision
    t.at[DECIDED] = at + 1


@njit(cache=True)
def start_hand(t: Table, tables: Tables, box: Number, number: Number, card: Number) -> None:
    t.first[box, number] = card
    t.hand[box, number] = tables.two[rank_of(card), RANKS]
    t.cards[box, number] = 1
    t.suit[box, number] = suit_of(card)
    t.doubles[box, number] = 0


@njit(cache=True)
def add_card(t: Table, tables: Tables, box: Number, number: Number, card: Number) -> Number:
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
def kind_of(t: Table, box: Number, number: Number) -> Number:
    """Whether a hand is of one suit, and of spades."""
    suit = t.suit[box, number]
    if suit == NO_SUIT:
        return MIXED
    return SPADES if suit == SPADE else SUITED


@njit(cache=True)
def wait(t: Table, tables: Tables, box: Number, number: Number) -> None:
    """A hand that stands waits for the dealer."""
    t.outcome[box, number] = -1 - np.int64(tables.class_of[kind_of(t, box, number), t.hand[box, number]])


@njit(cache=True)
def choose(t: Table, tables: Tables, box: Number, number: Number, hands: Number) -> Number:
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
def may_split(t: Table, tables: Tables, box: Number, number: Number, hands: Number) -> Number:
    """Whether there is room for a hand more, and the two cards are a pair where pairs are by rank (S07)."""
    first, second = np.int64(t.first[box, number]), np.int64(t.second[box, number])
    if tables.pairs_by_rank and (first & IDENTITY) != (second & IDENTITY):
        return False
    return hands < np.int64(tables.split_hands[rank_of(first), rank_of(t.at[UP])])


@njit(cache=True)
def play_box(t: Table, tables: Tables, box: Number) -> Number:
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
def double(t: Table, tables: Tables, box: Number, number: Number, split: Number) -> None:
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
            t.outcome[box, number] = tables.rescued[1 if split else 0, doubles]
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
def undecided(t: Table, tables: Tables, box: Number) -> Number:
    """Whether a hand of this box depends on how the dealer ends."""
    split = 1 if t.hands[box] > 1 else 0
    for number in range(t.hands[box]):
        outcome = np.int64(t.outcome[box, number])
        if outcome < 0 and not tables.decided[split, 1 if t.doubles[box, number] else 0, -1 - outcome]:
            return True
    return False


@njit(cache=True)
def second_card_matters(t: Table, tables: Tables) -> Number:
    """Whether something depends on a second card that has not been dealt (S14)."""
    up = rank_of(t.at[UP])
    may_be = tables.completes[up] < RANKS
    for side in range(tables.sides):
        if tables.side_late[side] and is_placed(t, tables, side):
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
def end_of_dealer(t: Table, tables: Tables) -> Number:
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
    return state - DONE if state >= DONE else np.int64(0)


@njit(cache=True)
def settle_main(t: Table, tables: Tables, final: Number) -> None:
    """Every hand gets its outcome; the awards for suited sevens come with it."""
    for box in range(tables.boxes):
        hands = t.hands[box]
        for number in range(hands):
            outcome = np.int64(t.outcome[box, number])
            if outcome < 0:
                place = PLAIN if hands == 1 else FIRST_OF_SPLIT if number == 0 else BORN_OF_SPLIT
                doubles = np.int64(t.doubles[box, number])
                if tables.awarded[place, doubles, -1 - outcome] and rank_of(t.at[UP]) == tables.award_up:
                    pay_award(t, tables, box)
                outcome = np.int64(tables.code[place, doubles, -1 - outcome, final])
            elif outcome == tables.surrendered and final == BLACKJACK:
                outcome = np.int64(tables.surrender_lost)
            t.outcome[box, number] = outcome
            t.nets[box, MAIN] += tables.net[outcome]


@njit(cache=True)
def pay_award(t: Table, tables: Tables, box: Number) -> None:
    """A fixed sum to the hand, and one to everybody else at the table: each time, or once in all (S16)."""
    t.nets[box, AWARD] += tables.own_award
    for other in range(tables.boxes):
        if other != box and not (tables.others_once and t.sections[other] == ENVIED):
            t.nets[other, AWARD] += tables.others_award
            t.sections[other] = ENVIED if tables.others_once else t.sections[other]


@njit(cache=True, inline="always")
def is_placed(t: Table, tables: Tables, side: Number) -> Number:
    """Whether a side wager is placed in this round: it is staked, and offered against the up card."""
    return tables.stakes[FIRST_SIDE + side] > 0 and tables.side_offered[side, tables.kind[t.at[UP]]]


@njit(cache=True)
def side_row(t: Table, tables: Tables, box: Number, side: Number) -> Number:
    """The row that a side wager makes: each card that it sees leads to the next state, the last one to a row."""
    state = np.int64(0)
    for at in range(tables.side_seen[side]):
        place = tables.side_places[side, at]
        if place == AT_UP:
            card = t.at[UP]
        elif place == AT_HOLE:
            card = t.at[SECOND]
        else:
            card = np.int64(t.dealt[box, place])
        state = np.int64(tables.side_step[side, state, tables.kind[card]])
    return state


@njit(cache=True)
def earns_spin(t: Table, tables: Tables, box: Number) -> Number:
    """Whether a side wager of this box waits for the wheel."""
    for side in range(tables.sides):
        if is_placed(t, tables, side) and tables.side_spins[side, side_row(t, tables, box, side)]:
            return True
    return False


@njit(cache=True)
def settle_sides(t: Table, tables: Tables, rows: Ints) -> None:
    """Every side wager that is placed; `rows` counts what each came to."""
    for box in range(tables.boxes):
        for side in range(tables.sides):
            if is_placed(t, tables, side):
                row = side_row(t, tables, box, side)
                if tables.side_spins[side, row]:
                    row = spin(t, tables, box, side)
                t.nets[box, FIRST_SIDE + side] = tables.side_nets[side, row]
                rows[FIRST_SIDE + side, row] += 1


@njit(cache=True)
def spin(t: Table, tables: Tables, box: Number, side: Number) -> Number:
    """The row of the section on which the wheel stops; these rows come behind those that cards make."""
    last = tables.sections[side] - 1
    ticket = below(t.wheel, tables.wheel[side, last])
    section = 0
    while ticket >= tables.wheel[side, section]:
        section += 1
    t.sections[box] = section + 1
    return tables.first_section[side] + section


@njit(cache=True)
def play_round(t: Table, tables: Tables, counts: Counts) -> None:
    """One round on what is left of the shoe, from the deal to the settlement, counted."""
    t.at[DECIDED] = 0
    for box in range(tables.boxes):
        t.sections[box] = 0
        for wager in range(WAGERS):
            t.nets[box, wager] = 0
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
    settle_sides(t, tables, counts.rows)
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
    count_results(t, tables, counts)


@njit(cache=True)
def count_results(t: Table, tables: Tables, counts: Counts) -> None:
    """Counts what a round came to, by wager and together."""
    together = 0
    for wager in range(WAGERS):
        if tables.bins[wager] >= 0:
            total = 0
            for box in range(tables.boxes):
                total += t.nets[box, wager]
            together += total * (tables.unit if wager == MAIN else 1)
            counts.results[tables.bins[wager] + total // tables.units[wager]] += 1
    counts.results[tables.bins[TOGETHER] + together // tables.units[TOGETHER]] += 1


@njit(cache=True)
def play_fresh(t: Table, tables: Tables, counts: Counts, number: Number, seed: Number) -> None:
    """Round `number` from a fresh shoe; its cards stay on the table."""
    begin_shoe(t, tables, number, seed)
    play_round(t, tables, counts)


@njit(cache=True)
def play_alone(t: Table, tables: Tables, counts: Counts, number: Number, seed: Number) -> None:
    """Round `number` from a fresh shoe, whose cards are then put back."""
    play_fresh(t, tables, counts, number, seed)
    counts.more[CARDS_DEALT] += t.at[DRAWN]
    put_back(t)


@njit(cache=True)
def play_shoe(t: Table, tables: Tables, counts: Counts, number: Number, seed: Number, rounds: Number) -> Number:
    """A shoe to its cut card, or so many rounds of it; how many rounds were played."""
    for each in range(tables.whole):
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
def whole_shoes(t: Table, tables: Tables, counts: Counts, first: Number, count: Number, seed: Number) -> None:
    """So many shoes, each dealt to its cut card."""
    for number in range(first, first + count):
        play_shoe(t, tables, counts, number, seed, ALL_ROUNDS)
