"""The hands of a box, played one after the other by the plan.

Only one hand is played at a time, and what is known of it lies in slots of the round. Of a hand that waits for its turn
there is its first card, and of one that is finished its doubles and what it came to.
"""

from __future__ import annotations

import numpy as np

from pitboss.analysis.compiling import njit
from pitboss.simulation.codes import (
    ALL_OF_BOX,
    ALL_RANKS,
    AT_THIRD,
    BLACKJACK,
    BORN_OF_SPLIT,
    BUSTED,
    BY_SUIT,
    DECIDED,
    DECLINABLE,
    DOUBLE,
    HAND,
    HELD,
    HIT,
    IDENTITY,
    JOINT,
    KEEP,
    MAIN,
    MIXED,
    NEXT_LABEL,
    NO_ROW,
    NO_SUIT,
    NOT_PLAYED,
    NOTED,
    ONE_CARD,
    OTHER_SPOT,
    PAIRED,
    RANKS,
    RESCUE,
    SPADE,
    SPADES,
    SPLIT,
    SPLIT_ACES,
    STAND,
    SUIT,
    SUITED,
    SURRENDER,
    SWITCH,
    SWITCHED,
    TWO_CARD,
    UP,
    WAITS,
    WHOLE,
)
from pitboss.simulation.generator import Number
from pitboss.simulation.pieces.drawing import exact_rank, height, next_card, plan_of_first, rank_of, suit_of
from pitboss.simulation.records import Round, Tables


@njit(cache=True, inline="always")
def note(t: Round, box: Number, number: Number, decision: Number) -> None:
    """Notes a decision, so that the round can be told again."""
    if t.at[NOTED]:
        at = t.at[DECIDED]
        t.decisions[at, 0] = box
        t.decisions[at, 1] = t.label[number]
        t.decisions[at, 2] = decision
        t.at[DECIDED] = at + 1


@njit(cache=True, inline="always")
def take_up(t: Round, tables: Tables, card: Number) -> None:
    """A hand of one card is played now."""
    t.at[ONE_CARD] = card
    t.at[HAND] = tables.two[rank_of(card), RANKS]
    t.at[HELD] = 1
    t.at[SUIT] = suit_of(card)


@njit(cache=True, inline="always")
def count_own(t: Round, tables: Tables, box: Number, card: Number) -> None:
    """A card that counts for the wager on the cards of its own box."""
    if tables.own.side:
        t.own.state[box] = tables.side_step[tables.own.side - 1, t.own.state[box], tables.kind[card]]


@njit(cache=True)
def count_at_poker(t: Round, box: Number, card: Number) -> None:
    """A card that counts for the poker hand of its box."""
    bit = 1 << height(card)
    t.contest.paired[box] |= t.contest.seen[box] & bit
    t.contest.seen[box] |= bit


@njit(cache=True)
def add_card(t: Round, tables: Tables, card: Number) -> Number:
    """Adds a card to the hand in play: the number of what it makes, or -1 minus the class of a bust."""
    before = np.int64(t.at[HAND])
    now = np.int64(tables.after[before, rank_of(card)])
    if t.at[HELD] == 1:
        t.at[TWO_CARD] = card
    t.at[HELD] += 1
    if t.at[SUIT] != suit_of(card):
        t.at[SUIT] = NO_SUIT
    if now == BUSTED:
        total = np.int64(tables.hard[before]) + rank_of(card) + 1
        return -1 - (tables.bust_class + total - 22)
    t.at[HAND] = now
    return now


@njit(cache=True)
def draw_to(t: Round, tables: Tables, box: Number, counts: Number) -> Number:
    """A card from the shoe for the hand in play; if it does not pass 21, it may count for the wager on its box too."""
    card = next_card(t, tables)
    made = add_card(t, tables, card)
    if counts and made >= 0:
        count_own(t, tables, box, card)
    if tables.contest.cards:
        if tables.contest.cards == ALL_OF_BOX:
            count_at_poker(t, box, card)
        if counts:
            t.at[JOINT] = tables.contest.next[t.at[JOINT], exact_rank(card)]
    return made


@njit(cache=True, inline="always")
def kind_of_suits(t: Round) -> Number:
    """Whether the hand in play is of one suit, and of spades."""
    suit = t.at[SUIT]
    if suit == NO_SUIT:
        return MIXED
    return SPADES if suit == SPADE else SUITED


@njit(cache=True, inline="always")
def finish(t: Round, tables: Tables, box: Number, number: Number, kind: Number, split: Number) -> None:
    """A hand of this class waits for the dealer; he has to draw if it depends on how he ends."""
    t.outcome[box, number] = -1 - kind
    if not tables.decided[1 if split else 0, 1 if t.doubles[box, number] else 0, kind]:
        t.at[WAITS] = 1


@njit(cache=True)
def wait(t: Round, tables: Tables, box: Number, number: Number, split: Number) -> None:
    """The hand in play stands; a switched blackjack is none."""
    kind = np.int64(tables.class_of[kind_of_suits(t), t.at[HAND]])
    if t.at[SWITCHED] and kind == tables.blackjack_class:
        kind = np.int64(tables.switch.made_21)
    finish(t, tables, box, number, kind, split)


@njit(cache=True)
def planned(t: Round, tables: Tables, box: Number) -> Number:
    """What the plan says of the hand in play, which was neither split nor doubled, for the main wager alone."""
    if t.at[HELD] == tables.first_cards:
        return plan_of_first(t, tables, box, np.int64(t.at[HAND]))
    return np.int64(tables.plan[WHOLE, 0, rank_of(np.int64(t.at[UP])), np.int64(t.at[HAND])])


@njit(cache=True)
def seen_of_box(t: Round, box: Number) -> Number:
    """The number of what is seen of a box: its single ranks, or its best pair and the single ranks above it."""
    seen, paired = np.int64(t.contest.seen[box]), np.int64(t.contest.paired[box])
    if paired == 0:
        return seen
    above = 0
    while paired > 1:
        paired >>= 1
        above += 1
    return PAIRED + (1 << (ALL_RANKS - 1 - above)) + (seen >> (above + 1))


@njit(cache=True)
def choose_after_split(t: Round, tables: Tables, box: Number, hands: Number, waiting: Number) -> Number:
    """What the plan for both hands says of a hand that a split has made, while so many others wait."""
    up, pair = exact_rank(np.int64(t.at[UP])), rank_of(np.int64(t.at[ONE_CARD]))
    kind, turn = np.int64(tables.contest.kind[seen_of_box(t, box)]), hands * (hands - 1) // 2 - 1 + waiting
    shift = 2 * (kind & 3)
    if t.at[HELD] == 2 and pair == rank_of(np.int64(t.at[TWO_CARD])) and is_pair(t, tables):
        again = np.int64(tables.contest.again[up, pair, turn])
        if (np.int64(tables.contest.choice[again, kind >> 2]) >> shift) & 3:
            return SPLIT
    row = np.int64(tables.contest.row[pair, np.int64(t.at[HAND])])
    pattern = np.int64(tables.contest.pattern[up, turn, row])
    return (np.int64(tables.contest.choice[pattern, kind >> 2]) >> shift) & 3


@njit(cache=True)
def choose(t: Round, tables: Tables, box: Number, hands: Number, waiting: Number) -> Number:
    """What the plan says of the hand in play, which has not been doubled, while so many others wait."""
    if hands > 1 and tables.contest.cards == ALL_OF_BOX and t.poker.row[box] == NO_ROW:
        return choose_after_split(t, tables, box, hands, waiting)
    hand, up_card = np.int64(t.at[HAND]), np.int64(t.at[UP])
    up, two = rank_of(up_card), t.at[HELD] == 2
    pair, second, kind = rank_of(np.int64(t.at[ONE_CARD])), rank_of(np.int64(t.at[TWO_CARD])), kind_of_suits(t)
    as_it_is = np.int64(tables.plan[SPLIT_ACES + pair, 0, up, hand])
    if hands > 1:
        if two and pair == second and may_split(t, tables, hands):
            return SPLIT
        return HIT if two and tables.split_suits[pair, up, second, kind] else as_it_is
    decision = planned(t, tables, box)
    if tables.contest.cards == ALL_OF_BOX and t.poker.row[box] == NO_ROW:
        decision = np.int64(tables.contest.plan[exact_rank(up_card), t.at[JOINT]])
    if tables.own.side:
        for_both = np.int64(tables.own.plan[tables.kind[up_card], t.own.state[box]])
        decision = decision if for_both == NOT_PLAYED else for_both
    if decision == SPLIT:
        return SPLIT if may_split(t, tables, hands) else as_it_is
    if decision != BY_SUIT:
        return decision
    if not two:
        return STAND
    same = 1 if kind != MIXED and suit_of(up_card) == t.at[SUIT] else 0
    return np.int64(tables.suit_plan[up, tables.suit_row[hand], kind, same])


@njit(cache=True)
def is_pair(t: Round, tables: Tables) -> Number:
    """Whether two cards of one value are a pair where pairs are by rank (S07)."""
    first, second = np.int64(t.at[ONE_CARD]), np.int64(t.at[TWO_CARD])
    return not tables.pairs_by_rank or (first & IDENTITY) == (second & IDENTITY)


@njit(cache=True)
def may_split(t: Round, tables: Tables, hands: Number) -> Number:
    """Whether there is room for a hand more, and the two cards are a pair."""
    first, up = rank_of(np.int64(t.at[ONE_CARD])), rank_of(np.int64(t.at[UP]))
    return is_pair(t, tables) and hands < np.int64(tables.split_hands[first, up])


@njit(cache=True)
def double(t: Round, tables: Tables, box: Number, number: Number, split: Number) -> None:
    """A card for each double, until the plan stands or gives the doubles up."""
    up, doubles = rank_of(np.int64(t.at[UP])), 0
    row = SPLIT_ACES + rank_of(np.int64(t.at[ONE_CARD])) if split else WHOLE
    while True:
        doubles += 1
        t.doubles[box, number] = doubles
        made = draw_to(t, tables, box, not split and tables.own.doubles)
        if made < 0:
            t.own.busted[box] = not split
            finish(t, tables, box, number, -1 - made, split)
            return
        then = np.int64(tables.plan[row, doubles, up, made])
        if then == RESCUE:
            note(t, box, number, RESCUE)
            t.outcome[box, number] = tables.rescued[1 if split else 0, doubles]
            return
        if then != DOUBLE:
            wait(t, tables, box, number, split)
            return
        note(t, box, number, DOUBLE)


@njit(cache=True)
def switch_or_keep(t: Round, tables: Tables, box: Number) -> None:
    """Whether the second cards of the two spots change places."""
    one, two = rank_of(np.int64(t.dealt[box, 0])), rank_of(np.int64(t.dealt[box, 1]))
    other_one, other_two = rank_of(np.int64(t.dealt[box, 2])), rank_of(np.int64(t.dealt[box, 3]))
    t.at[SWITCHED] = tables.switch.plan[rank_of(np.int64(t.at[UP])), one, two, other_one, other_two]
    note(t, box, 0, SWITCH if t.at[SWITCHED] else KEEP)
    if t.at[SWITCHED]:
        card = t.dealt[box, 1]
        t.dealt[box, 1] = t.dealt[box, 3]
        t.dealt[box, 3] = card


@njit(cache=True)
def begin_box(t: Round, tables: Tables, box: Number) -> None:
    """The hands of a box are known by their numbers, those of splits by the next that is free."""
    t.at[SWITCHED] = 0
    for spot in range(tables.spots):
        t.label[spot * OTHER_SPOT] = spot
        t.doubles[box, spot * OTHER_SPOT] = 0
        t.hands[box, spot] = 1
        t.bearer[box, spot] = spot * OTHER_SPOT
    t.at[NEXT_LABEL] = tables.spots


@njit(cache=True)
def play_box(t: Round, tables: Tables, box: Number) -> None:
    """All decisions on one box."""
    begin_box(t, tables, box)
    if tables.spots > 1:
        switch_or_keep(t, tables, box)
    for spot in range(tables.spots):
        play_spot(t, tables, box, spot)


@njit(cache=True)
def lay_first_cards(t: Round, tables: Tables, box: Number, spot: Number) -> Number:
    """The first cards of a spot are in play: the hand that they make, or less than nothing if they pass 21."""
    t.own.state[box] = 0
    t.own.busted[box] = 0
    for at in range(2):
        count_own(t, tables, box, np.int64(t.dealt[box, 2 * spot + at]))
    if tables.contest.cards:
        t.contest.seen[box], t.contest.paired[box] = 0, 0
        for at in range(2):
            count_at_poker(t, box, np.int64(t.dealt[box, at]))
        one, two = exact_rank(np.int64(t.dealt[box, 0])), exact_rank(np.int64(t.dealt[box, 1]))
        t.at[JOINT] = tables.contest.start[one, two]
    take_up(t, tables, np.int64(t.dealt[box, 2 * spot]))
    made = add_card(t, tables, np.int64(t.dealt[box, 2 * spot + 1]))
    if tables.first_cards > 2:
        made = add_card(t, tables, np.int64(t.dealt[box, AT_THIRD]))
        if made >= 0 and keeps_21(t, tables, box):
            note(t, box, 0, KEEP)
    return made


@njit(cache=True)
def keeps_21(t: Round, tables: Tables, box: Number) -> Number:
    """Whether the hand in play is a first 21 that is declined before the dealer looks."""
    hand = np.int64(t.at[HAND])
    declines = plan_of_first(t, tables, box, hand) != STAND
    return tables.three.early == 1 and tables.three.first_21[hand] == DECLINABLE and declines


@njit(cache=True)
def choose_above(t: Round, tables: Tables, box: Number) -> Number:
    """What the plan says of three first cards that pass 21."""
    one, two = rank_of(np.int64(t.dealt[box, 0])), rank_of(np.int64(t.dealt[box, 1]))
    return np.int64(
        tables.three.above[rank_of(np.int64(t.at[UP])), one, two, rank_of(np.int64(t.dealt[box, AT_THIRD]))]
    )


@njit(cache=True)
def split_off(t: Round, box: Number, card: Number, number: Number, place: Number) -> None:
    """A hand that begins with this card waits on the stack."""
    t.first[number] = card
    t.doubles[box, number] = 0
    t.label[number] = t.at[NEXT_LABEL]
    t.at[NEXT_LABEL] += 1
    t.waiting[place] = number


@njit(cache=True)
def part(t: Round, tables: Tables, box: Number, hands: Number, waiting: Number) -> None:
    """Three first cards become three hands, of which the second is played before the third."""
    split_off(t, box, np.int64(t.at[TWO_CARD]), hands, waiting + 1)
    split_off(t, box, np.int64(t.dealt[box, AT_THIRD]), hands + 1, waiting)
    if tables.three.dealt_at_once:
        for number in range(hands - 1, hands + 2):
            t.second[number] = next_card(t, tables)


@njit(cache=True)
def give_second(t: Round, tables: Tables, box: Number, number: Number, hands: Number) -> None:
    """A hand of a split gets its second card, unless that lies there already."""
    dealt = tables.three.dealt_at_once and hands > 1
    card = np.int64(t.second[number]) if dealt else next_card(t, tables)
    add_card(t, tables, card)
    if tables.contest.cards == ALL_OF_BOX:
        count_at_poker(t, box, card)


@njit(cache=True, inline="always")
def beats_blackjack(t: Round, tables: Tables, box: Number, number: Number) -> Number:
    """Whether a hand of a split that is finished wins against a blackjack that nobody has looked for (S02)."""
    kind = -1 - np.int64(t.outcome[box, number])
    if kind < 0:
        return False
    ending = np.int64(tables.code[BORN_OF_SPLIT, np.int64(t.doubles[box, number]), kind, BLACKJACK])
    return tables.nets[MAIN, ending] > 0


@njit(cache=True, inline="always")
def pass_on(t: Round, tables: Tables, box: Number, spot: Number, number: Number, then: Number) -> None:
    """The next hand of the box bears the original wager, if one that has borne it wins against a blackjack."""
    if t.bearer[box, spot] == number and beats_blackjack(t, tables, box, number):
        t.bearer[box, spot] = then


@njit(cache=True)
def play_spot(t: Round, tables: Tables, box: Number, spot: Number) -> None:
    """All decisions on one spot.

    The hands of a split wait on a stack: the left one is finished first, whatever it is split into.
    """
    hands, waiting, number = 1, 0, spot * OTHER_SPOT
    above = lay_first_cards(t, tables, box, spot) < 0
    while True:
        if t.at[HELD] == 1:
            give_second(t, tables, box, number, hands)
        decision = choose_above(t, tables, box) if above else choose(t, tables, box, hands, waiting)
        above = False
        note(t, box, number, decision)
        if decision == SPLIT:
            if tables.first_cards > 2:
                part(t, tables, box, hands, waiting)
            else:
                split_off(t, box, np.int64(t.at[TWO_CARD]), spot * OTHER_SPOT + hands, waiting)
            waiting += tables.first_cards - 1
            hands += tables.first_cards - 1
            take_up(t, tables, np.int64(t.at[ONE_CARD]))
            continue
        if decision == HIT:
            made = draw_to(t, tables, box, hands == 1)
            if made >= 0:
                continue
            t.own.busted[box] = hands == 1
            finish(t, tables, box, number, -1 - made, hands > 1)
        elif decision == SURRENDER:
            t.outcome[box, number] = tables.surrendered
        elif decision == DOUBLE:
            double(t, tables, box, number, hands > 1)
        else:
            wait(t, tables, box, number, hands > 1)
        if waiting == 0:
            t.hands[box, spot] = hands
            return
        waiting -= 1
        then = np.int64(t.waiting[waiting])
        pass_on(t, tables, box, spot, number, then)
        number = then
        take_up(t, tables, np.int64(t.first[number]))


@njit(cache=True)
def leave_box(t: Round, tables: Tables, box: Number) -> None:
    """Nothing is decided on the cards of a box: the dealer has a blackjack."""
    begin_box(t, tables, box)
    for spot in range(tables.spots):
        made = lay_first_cards(t, tables, box, spot)
        if made < 0 and tables.three.spared:
            t.outcome[box, 0] = tables.three.spared
        elif made < 0:
            finish(t, tables, box, 0, -1 - made, False)
        elif tables.first_cards > 2 and keeps_21(t, tables, box):
            t.outcome[box, 0] = tables.three.lost_21
        else:
            wait(t, tables, box, spot * OTHER_SPOT, False)
