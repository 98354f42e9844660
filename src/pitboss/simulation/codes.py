"""What the numbers of the kernel mean: decisions, cards, ends, wagers, slots of a round, and how much room there is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.drawing.tables import all_hands

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]

RANKS, ALL_RANKS = 10, 13  # of cards that count the same ten may be four
HANDS = len(all_hands())
KINDS = 64  # room for the 52 kinds of card
MOST_BOXES = 7
MOST_JOINT = 4096  # hands below 21 by their ranks
MOST_SPLIT_ROWS, MOST_CHOICES = 7424, 8192  # hands of a split that are decided on, and ways to decide by what is seen
SEEN_OF_BOX, CLASSES_OF_SEEN, TURNS = 16384, 256, 9  # what may be seen of a box, its classes, and turns of a split
PAIRED = 1 << ALL_RANKS  # from here on a number of what is seen of a box has a pair
MOST_OWN, NOT_PLAYED = 192, 255  # states of a wager on the cards of its own box; those that leave play as it is
MOST_PATTERNS, MOST_AWARDS = 255, 2  # ways in which the boxes of a round win from a meter, and kinds of its awards
OWN_CARDS = 3  # of a poker hand beside the community cards

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
ALL_ROUNDS = 1_000_000
PLAIN, FIRST_OF_SPLIT, BORN_OF_SPLIT = 0, 1, 2
MOST_HANDS = 8  # of a box; no plan splits further
OTHER_SPOT = 4  # where the hands of a second spot begin; each of two is split into four at most
MOST_CARDS = 416
MOST_SWAPS = 32
SHORT, AHEAD = 12, 8  # cards of the fast path, and those that are dealt before anything is decided

# Wagers are rows of one table, of their stakes and of what is counted: the main one, side wagers, and the fixed award.
MOST_SIDES = 6
MAIN, FIRST_SIDE, AWARD = 0, 1, 1 + MOST_SIDES
WAGERS = AWARD + 1
TOGETHER = WAGERS

# Side wagers: where they see a card, how many, and how many states and rows one may have; 52 kinds of card.
AT_FIRST, AT_SECOND, AT_OTHER_FIRST, AT_OTHER_SECOND, AT_UP, AT_HOLE = 0, 1, 2, 3, 4, 5
AT_THIRD = AT_OTHER_FIRST  # a box has a third card or a second spot
PAID, DECLINABLE = 1, 2  # kinds of a 21 with three first cards
ALL_OF_BOX, FIRST_TWO = 1, 2  # which cards make the poker hand of a box that meets the dealer's
BOTH_WIN, NOT_QUALIFIED, BEATS_NATURAL, TIED, LOST_TO_NATURAL, FOLDED, BOTH_LOSE = range(7)  # and what it comes to
MOST_SEEN, MOST_STATES, MOST_ROWS = 5, 640, 96
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

MOST_CLASSES, MOST_CODES, MOST_SECTIONS = 128, 256, 60
ENDS = BLACKJACK + 1
WHOLE, SPLIT_ACES = 0, 1  # rows of the plan
PLANS = SPLIT_ACES + RANKS

# States of the fast path: a hand that draws, by its doubles; from `OVER` on one that waits, by its doubles and class;
# then one that was rescued, by its doubles, one that was surrendered, and one that must go the full programme.
OVER = 3 * HANDS
RESCUED = 3 * MOST_CLASSES
SURRENDERED, LONG_WAY = RESCUED + 3, RESCUED + 4
MOST_OVER = LONG_WAY + 1
SUITS = 0xFFFE  # two first cards whose suits matter
NO_CODE = 255

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
