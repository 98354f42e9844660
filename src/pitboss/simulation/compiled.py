"""A game, its stakes and a plan of play, compiled into the tables of the kernel.

Every figure is asked of the compiled rules, as the table itself asks them; nothing about odds, limits or thresholds is
written here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import gcd
from typing import Any, cast

import numpy as np

from pitboss.analysis.drawing.outcomes import DOUBLES
from pitboss.analysis.drawing.tables import RANKS, all_hands, best_total, hands, numbers
from pitboss.analysis.drawing.terms import Terms, rank_of
from pitboss.cards import STANDARD_DECK, Card, Rank, Suit
from pitboss.core.options import Intent
from pitboss.games.blackjack.intents import DoubleDown, Hit, Rescue, Split, Stand, Surrender
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished
from pitboss.games.registry import Family
from pitboss.ids import Wager
from pitboss.money import ZERO, Cents, spoken
from pitboss.simulation import codes
from pitboss.simulation.codes import (
    AWARD,
    BUSTED,
    BY_SUIT,
    DONE,
    FIRST_SIDE,
    MAIN,
    MOST_CODES,
    MOST_ROWS,
    TOGETHER,
    WAGERS,
    Bytes,
    Ints,
    Shorts,
)
from pitboss.simulation.endings import NUMBER, ORDER, Ending, Endings
from pitboss.simulation.parts.part import KernelPart, Setting
from pitboss.simulation.parts.registry import parts_of
from pitboss.simulation.plans import Plan, pair_of_tens, suit_hands
from pitboss.simulation.programme import BLACKJACK as BLACKJACK_PROGRAMME
from pitboss.simulation.programme import Named
from pitboss.simulation.records import TABLES, Tables
from pitboss.simulation.sides import NotSimulated, Row, SideTables, made_rows, number_of, rows_of, side_tables
from pitboss.simulation.states import fill_states
from pitboss.wagers.fixed_award import Envy

FACES = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
DRAWING: Mapping[int, type[Intent]] = {
    codes.STAND: Stand,
    codes.HIT: Hit,
    codes.DOUBLE: DoubleDown,
    codes.SURRENDER: Surrender,
    codes.SPLIT: Split,
    codes.RESCUE: Rescue,
}
"""The decisions of every game in which hands are drawn."""


def code_of(card: Card) -> int:
    """A card as the kernel has it: rank from the ace in four bits, suit in two, which ten-point card in two."""
    face = FACES.index(card.rank) if card.rank in FACES else 0
    return rank_of(card) | SUITS.index(card.suit) << 4 | face << 6


@cache
def card_of(code: int) -> Card:
    rank = FACES[code >> 6] if code & 15 == RANKS - 1 else list(Rank)[code & 15]
    return Card(rank, SUITS[code >> 4 & 3])


@dataclass
class Compiled:
    """Everything that a simulation of one game at these stakes needs; a meter shows the same at every lock."""

    game: Family
    plan: Plan
    stakes: Mapping[Wager, Cents]
    boxes: int = 1
    meter: Cents | None = None
    name: str = BLACKJACK_PROGRAMME
    draws: bool = True

    def __post_init__(self) -> None:
        if self.meter is None and self.game.rules.meter is not None:
            self.meter = self.game.rules.meter.seed
        self.terms = Terms(self.game)
        self.rules: BlackjackRules = self.game.rules
        self.sides = self.rules.sides
        self.endings = Endings(self.terms)
        self.surrendered = self.endings.number(Ending("surrendered", Fraction(-1, 2), 1))
        self.surrender_lost = self._surrender_lost()
        doubles = list(enumerate(DOUBLES))
        self.rescued = [
            [
                self.endings.number(Ending(f"rescued{more}", Fraction(-1), self.terms.stake(times), split))
                for times, more in doubles
            ]
            for split in (False, True)
        ]
        setting = Setting(self.terms, self.stakes, self.boxes, self.meter, self.plan.ways, self.endings)
        self.parts = parts_of(setting)
        self.tables = self._tables()

    def _surrender_lost(self) -> list[int]:
        """What a surrendered hand comes to against a dealer's blackjack, by its place in the box."""
        lost = self.endings.number(Ending("surrendered to a dealer blackjack", Fraction(-1), 1))
        if self.rules.surrender is None or not self.rules.surrender.original_only:
            return [lost] * 3
        returned = Ending("surrendered and returned", Fraction(0), 1, split=True)
        return [lost, lost, self.endings.number(returned)]

    def _awards(self) -> tuple[Cents, Cents]:
        """The award of a hand at this stake, and of everybody else at the table (S16)."""
        award, stake = self.rules.award, self.stakes[self.rules.played]
        if award is None:
            return ZERO, ZERO
        prize = award.prize(stake)
        return ZERO if prize is None else prize.amount, award.to_others(stake)

    def _dealer(self) -> Bytes:
        """From up card and second card, or from a state and a card, to a state; ends lie from `DONE` on."""
        waiting = [tuple(int(each == rank) for each in range(RANKS)) for rank in range(RANKS)]
        known: dict[tuple[int, bool], int] = {}
        dealer = self.rules.dealer
        rows: list[list[int]] = []
        for hand in waiting:
            row = []
            for rank in range(RANKS):
                more = tuple(count + (each == rank) for each, count in enumerate(hand))
                total, soft = best_total(more)
                if not dealer.draws(total, soft):
                    row.append(DONE + total - dealer.stands)
                    continue
                if (total, soft) not in known:
                    known[total, soft] = len(waiting)
                    waiting.append(more)
                row.append(known[total, soft])
            rows.append(row)
        return np.array(rows, dtype=np.uint8)

    @property
    def wagers(self) -> tuple[tuple[int, Wager], ...]:
        """The wagers that are counted, each with its number: the main one, side wagers, and the fixed award."""
        sides = [(FIRST_SIDE + place, side.id) for place, side in enumerate(self.sides)]
        poker = [] if self._poker is None else [(self._poker_number, self._poker_wager)]
        award = [] if self.rules.award is None else [(AWARD, self.rules.award.wager)]
        return ((MAIN, self.rules.played), *sides, *poker, *award)

    @property
    def _poker(self) -> KernelPart | None:
        """The part that has a poker hand, if the game has one."""
        return next((part for part in self.parts if part.wager is not None), None)

    @property
    def _poker_number(self) -> int:
        return FIRST_SIDE + len(self.sides)

    @property
    def _poker_wager(self) -> Wager:
        """The wager under which all wagers on a poker hand are counted."""
        assert self._poker is not None
        assert self._poker.wager is not None
        return self._poker.wager

    @property
    def _poker_rows(self) -> tuple[Row, ...]:
        return () if self._poker is None else tuple(self._poker.rows)

    @property
    def counted_as(self) -> dict[Wager, Wager]:
        """Wagers that are counted under another, on which they are placed."""
        return {later: part.wager for part in self.parts if part.wager is not None for later in part.later}

    @property
    def decisions(self) -> dict[int, type[Intent]]:
        """The intent of each decision that the kernel makes in this game."""
        return {**DRAWING, **{code: intent for part in self.parts for code, intent in part.decisions.items()}}

    @cached_property
    def unit(self) -> Fraction:
        """The greatest part of the main wager of which all nets of hands are multiples."""
        nets = [ending.net for ending in self.endings.numbers]
        least = 1
        for net in nets:
            least = least * net.denominator // gcd(least, net.denominator)
        return Fraction(gcd(*(int(net * least) for net in nets)), least)

    def _tables(self) -> Tables:
        by_end = self.endings.codes()
        cents = self.unit * self.stakes[self.rules.played]
        if cents.denominator != 1:
            raise NotSimulated(
                f"a main wager of {spoken(self.stakes[self.rules.played])} cannot be paid in whole cents"
            )
        if self.rules.betting.payout_limit is not None:
            raise NotSimulated("a house with a payout limit per hand is not simulated; leave payout_limit out")
        nets = np.array([int(each.net / self.unit) for each in self.endings.numbers], dtype=np.int64)
        shared = [side.id for side in self.sides if side.together is not None and self.stakes.get(side.id)]
        if shared and self.boxes > 1:
            raise NotSimulated(f"what several boxes share of the most that is paid on {shared[0]} is not simulated")
        side = side_tables(self.sides, self.stakes, self.rules.betting.chip)
        steps = self._steps(int(cents), side)
        all_nets = np.zeros((WAGERS, MOST_CODES), dtype=np.int64)
        all_nets[MAIN, : len(nets)] = nets
        for at in range(len(self.sides)):
            all_nets[FIRST_SIDE + at, :MOST_ROWS] = side.nets[at] // max(1, steps[FIRST_SIDE + at])
        for number, row in enumerate(self._poker_rows):
            all_nets[self._poker_number, number] = row.net // max(1, steps[self._poker_number])
            side.offered[len(self.sides)] = 1
        own, others = (each // max(1, steps[AWARD]) for each in self._awards())
        bins, units = self._bins(steps, all_nets, own + self.boxes * others)
        rules, tens = self.rules, pair_of_tens(self.terms)
        record: Any = np.zeros(1, dtype=TABLES).view(np.recarray)[0]
        _fill(
            record,
            shoe=np.array([code_of(card) for card in self.game.shoe], dtype=np.uint8),
            whole=len(self.game.shoe),
            two=NUMBER[self._two()],
            after=np.where(hands().after < 0, BUSTED, NUMBER[hands().after])[ORDER],
            hard=np.array([sum(count * (rank + 1) for rank, count in enumerate(hand)) for hand in all_hands()])[ORDER],
            plan=np.concatenate((self._plan_by_suit()[np.newaxis], self.plan.split_plan))[..., ORDER],
            suit_row=self._suit_row()[ORDER],
            suit_plan=self.plan.suit_plan,
            split_suits=self.plan.split_suits,
            split_hands=self.plan.split_hands,
            first_cards=self.terms.first_cards,
            spots=rules.betting.spots,
            class_of=self.endings.class_of[:, ORDER],
            bust_class=self.endings.classes[Finished(22, 3, False), None],
            blackjack_class=self.endings.classes[Finished(21, 2, True), None],
            bust_end=22 - rules.dealer.stands,
            whole_sides=bool((side.whole * (self._stakes()[FIRST_SIDE:AWARD] > 0)).any()),
            code=by_end,
            awarded=self.endings.awarded(),
            decided=self.endings.decided(),
            nets=all_nets,
            surrendered=self.surrendered,
            surrender_lost=np.array(self.surrender_lost, dtype=np.int16),
            rescued=np.array(self.rescued, dtype=np.int16),
            completes=np.array([RANKS - 1, *([RANKS] * (RANKS - 2)), 0], dtype=np.uint8),
            dealer=self._dealer(),
            peeks=rules.dealing.check is not None,
            hole_first=rules.dealing.hole_card,
            second_if_needed=rules.dealer.second_card_if_needed,
            pairs_by_rank=self.terms.by_rank and not self.terms.parts,
            pair_of_tens=-1 if tens is None else NUMBER[numbers()[tens]],
            unlike=self.plan.unlike,
            boxes=self.boxes,
            stakes=self._stakes(),
            kind=_kinds(),
            sides=len(self.sides) + (self._poker is not None),
            poker_side=0 if self._poker is None else 1 + len(self.sides),
            used=int(bins[-1]) // len(self.awards),
            spins=bool(side.spins.any()),
            **{name: table for name, table in side.named().items() if name != "side_nets"},
            award_up=0 if rules.award is None else rank_of(Card(rules.award.against, Suit.SPADES)),
            own_award=own,
            others_award=others,
            others_once=rules.award is not None and rules.award.envy is Envy.ONCE,
            bins=bins,
            units=units,
            behind=0 if rules.shoe.behind is None else rules.shoe.behind,
        )
        for part in self.parts:
            _fill(record[part.name], **part.record)
        fill_states(record)
        return cast("Tables", record)

    def _stakes(self) -> Ints:
        stakes = np.zeros(WAGERS, dtype=np.int64)
        for number, wager in self.wagers:
            stakes[number] = self.stakes.get(wager, 0)
        return stakes

    def _two(self) -> Shorts:
        """The hand of two ranks; in the last column that of one card alone."""
        found = np.zeros((RANKS, RANKS + 1), dtype=np.int16)
        for one in range(RANKS):
            alone = tuple(int(each == one) for each in range(RANKS))
            found[one, RANKS] = numbers()[alone]
            for other in range(RANKS):
                both = tuple(count + (each == other) for each, count in enumerate(alone))
                found[one, other] = numbers()[both]
        return found

    def _suit_row(self) -> Shorts:
        rows = np.full(len(all_hands()), -1, dtype=np.int16)
        for row, hand in enumerate(suit_hands(self.terms)):
            rows[numbers()[hand]] = row
        return rows

    def _plan_by_suit(self) -> Bytes:
        """The plan, with a mark on finished hands whose suits say what they are paid."""
        plan = self.plan.plan.copy()
        for hand in suit_hands(self.terms):
            made = self.terms.completed(hand)
            assert made is not None
            assert np.all(plan[0, :, numbers()[hand]] == BY_SUIT), "suits pay, so they must be looked at from the start"
            plan[:, :, numbers()[made[1]]] = BY_SUIT
        return plan

    def _steps(self, cents: int, side: SideTables) -> dict[int, int]:
        """How many cents a step of each wager is; 0 of one that comes to nothing."""
        steps = {MAIN: cents}
        for at in range(len(self.sides)):
            steps[FIRST_SIDE + at] = gcd(*map(int, side.nets[at]))
        if self._poker is not None:
            steps[self._poker_number] = gcd(*(row.net for row in self._poker_rows))
        steps[AWARD] = gcd(*self._awards())
        steps[TOGETHER] = gcd(*steps.values())
        return steps

    def _bins(self, steps: Mapping[int, int], nets: Ints, awards: int) -> tuple[Ints, Ints]:
        """Room for every result that a round can have, by wager and together."""
        reach = {wager: self.boxes * int(np.abs(nets[wager]).max()) for wager in steps if wager != TOGETHER}
        hands = max([int(self.plan.split_hands.max()), *(part.most_hands for part in self.parts)])
        reach[MAIN] *= hands * self.rules.betting.spots
        reach[AWARD] = self.boxes * awards
        reach[TOGETHER] = sum(each * steps[wager] for wager, each in reach.items()) // steps[TOGETHER]
        bins, units, used = np.full(WAGERS + 2, -1, dtype=np.int64), np.ones(WAGERS + 1, dtype=np.int64), 0
        for wager, step in steps.items():
            if step:
                units[wager] = step
                bins[wager] = used + reach[wager]
                used += 2 * reach[wager] + 1
        bins[-1] = used * len(self.awards)
        return bins, units

    @property
    def spots(self) -> int:
        return self.rules.betting.spots

    @property
    def awarded(self) -> int:
        """The number of the wager that wins from a meter; -1 if none does."""
        return max((part.awarded for part in self.parts), default=-1)

    def placed_sometimes(self, number: int) -> bool:
        at = number - FIRST_SIDE
        return 0 <= at < len(self.sides) and (self.sides[at].against is not None or self.sides[at].late is not None)

    def outcomes(self, number: int) -> list[Named]:
        """Every way in which a wager can end; what a wheel decides has the rows of its sections instead."""
        if number == MAIN:
            return [
                Named(code, each.name, float(each.net), each.staked, each.split, each.bonus)
                for each, code in self.endings.numbers.items()
            ]
        if number == AWARD:
            return []
        if number == self._poker_number:
            whole = self.stakes[self._poker_wager]
            return [Named(code, row.name, row.net / whole) for code, row in enumerate(self._poker_rows)]
        side = self.sides[number - FIRST_SIDE]
        awards = {percent: cents for part in self.parts for percent, cents in part.award_of.items()}
        stake, made, percents = self.stakes[side.id], made_rows(side), self.tables.side_percent[number - FIRST_SIDE]
        return [
            Named(code, row.name, (row.net + awards.get(int(percents[code]), 0)) / stake)
            for code, row in enumerate(rows_of(side, stake, self.rules.betting.chip))
            if code >= len(made) or side.spin(made[code]) is None
        ]

    @property
    def awards(self) -> tuple[int, ...]:
        """What the boxes of a round win from a meter together, by pattern; one of nothing for other games."""
        return next((part.awards for part in self.parts if part.awarded >= 0), (0,))


def _kinds() -> Bytes:
    """The place of each card, as the kernel has it, in the tables of side wagers."""
    kinds = np.zeros(256, dtype=np.uint8)
    for card in STANDARD_DECK:
        kinds[code_of(card)] = number_of(card)
    return kinds


def _fill(record: Any, **values: Any) -> None:
    """Puts values into a record; arrays may be smaller than the room that is left for them."""
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            place = getattr(record, name)
            assert all(has <= room for has, room in zip(value.shape, place.shape, strict=True)), name
            place[tuple(slice(has) for has in value.shape)] = value
        else:
            setattr(record, name, int(value))
