"""A game, its stakes and a plan of play, compiled into the tables of the kernel.

Every figure is asked of the compiled rules, as the table itself asks them; nothing about odds, limits or thresholds is
written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import gcd
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.family.outcomes import DOUBLES, outcome_name
from pitboss.analysis.family.tables import RANKS, Multiset, all_hands, best_total, hands, numbers
from pitboss.analysis.family.terms import Terms, rank_of
from pitboss.analysis.hold_em import PokerHands
from pitboss.cards import STANDARD_DECK, Card, Rank, Suit, cards
from pitboss.core.kinds import Outcome
from pitboss.core.meter import Display, Micro, Shown, micro
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.settlement import Finished, HandToPay, Verdict
from pitboss.games.registry import Family
from pitboss.ids import Wager
from pitboss.money import ZERO, Cents, spoken
from pitboss.payouts import Jackpot
from pitboss.poker.two_cards import best_two, height
from pitboss.rules.contest import Contest
from pitboss.simulation.layout import (
    ALL_OF_BOX,
    AWARD,
    BLACKJACK,
    BORN_OF_SPLIT,
    BUSTED,
    BY_SUIT,
    DECLINABLE,
    DONE,
    ENDS,
    FIRST_SIDE,
    FIRST_TWO,
    MAIN,
    MOST_AWARDS,
    MOST_CODES,
    MOST_PATTERNS,
    MOST_ROWS,
    PAID,
    PLAIN,
    TABLES,
    TOGETHER,
    WAGERS,
    Bytes,
    Ints,
    Shorts,
    Tables,
)
from pitboss.simulation.plans import KINDS, Plan, suit_hands
from pitboss.simulation.programme import BLACKJACK as BLACKJACK_PROGRAMME
from pitboss.simulation.programme import Named
from pitboss.simulation.sides import (
    NotSimulated,
    Row,
    SideTables,
    made_rows,
    number_of,
    own_states,
    rows_of,
    side_tables,
)
from pitboss.simulation.states import fill_states
from pitboss.wagers.fixed_award import Envy
from pitboss.wagers.side import OwnHand, SideWager

FACES = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
SWITCHED_21 = Finished(21, 2, blackjack=False, switched=True)
BUSTS = 10  # a bust may be 22 to 31

# The kernel counts hands from the shortest on, so that those of most rounds lie close together in memory.
ORDER = np.argsort(hands().size, kind="stable")
NUMBER = np.argsort(ORDER)


def code_of(card: Card) -> int:
    """A card as the kernel has it: rank from the ace in four bits, suit in two, which ten-point card in two."""
    face = FACES.index(card.rank) if card.rank in FACES else 0
    return rank_of(card) | SUITS.index(card.suit) << 4 | face << 6


@cache
def card_of(code: int) -> Card:
    rank = FACES[code >> 6] if code & 15 == RANKS - 1 else list(Rank)[code & 15]
    return Card(rank, SUITS[code >> 4 & 3])


@dataclass(frozen=True, slots=True)
class Ending:
    """One way for a hand to end: what it is called, its net and what was staked on it, in first wagers."""

    name: str
    net: Fraction
    staked: int
    split: bool = False
    bonus: bool = False


@dataclass
class Endings:
    """The ways in which hands end, numbered as they are met."""

    found: dict[Ending, int] = field(default_factory=dict)

    def number(self, ending: Ending) -> int:
        return self.found.setdefault(ending, len(self.found))


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
        self.endings = Endings()
        self.surrendered = self.endings.number(Ending("surrendered", Fraction(-1, 2), 1))
        self.surrender_lost = self._surrender_lost()
        doubles = list(enumerate(DOUBLES))
        self.rescued = [
            [
                self.endings.number(Ending(f"rescued{more}", Fraction(-1), self.terms.stake(at), split))
                for at, more in doubles
            ]
            for split in (False, True)
        ]
        surrender, first_21 = self.rules.surrender, self.rules.drawing.first_21
        self.spared = self.lost_21 = 0
        if surrender is not None and surrender.spared:
            self.spared = self.endings.number(Ending("half lost to a dealer blackjack", Fraction(-1, 2), 1))
        if first_21 is not None and first_21.before_check:
            self.lost_21 = self.endings.number(Ending("dealer blackjack", Fraction(-1), 1))
        self.tables = self._tables()

    def _surrender_lost(self) -> list[int]:
        """What a surrendered hand comes to against a dealer's blackjack, by its place in the box."""
        lost = self.endings.number(Ending("surrendered to a dealer blackjack", Fraction(-1), 1))
        if self.rules.surrender is None or not self.rules.surrender.original_only:
            return [lost] * 3
        returned = Ending("surrendered and returned", Fraction(0), 1, split=True)
        return [lost, lost, self.endings.number(returned)]

    @cached_property
    def classes(self) -> dict[tuple[Finished, str | None], int]:
        """Hands that settlement cannot tell apart, a split hand taken as any other; busts by their total."""
        found: dict[tuple[Finished, str | None], int] = {}
        for kind in KINDS:
            for hand in all_hands():
                found.setdefault(self._class_key(hand, kind), len(found))
        found[SWITCHED_21, None] = len(found)
        for total in range(22, 22 + BUSTS):
            found[Finished(total, 3, False), None] = len(found)
        return found

    def _class_key(self, hand: Multiset, kind: str) -> tuple[Finished, str | None]:
        total, _ = best_total(hand)
        count = min(sum(hand), 3)
        row = self.terms.premium(hand, kind) if sum(hand) >= 3 else None
        return Finished(total, count, total == 21 and count == 2), row

    def _class_of(self) -> Bytes:
        return np.array(
            [[self.classes[self._class_key(hand, kind)] for hand in all_hands()] for kind in KINDS], dtype=np.uint8
        )

    def _priced(self, key: tuple[Finished, str | None], doubles: int, *, split: bool) -> HandToPay:
        finished, row = key
        whole = finished._replace(blackjack=finished.blackjack and not split, switched=finished.switched and not split)
        return HandToPay(whole, doubles > 0, split, row)

    def _codes(self) -> Bytes:
        codes = np.zeros((3, len(DOUBLES), len(self.classes), ENDS), dtype=np.uint8)
        for (place, doubles), key in ((each, key) for each in np.ndindex(3, len(DOUBLES)) for key in self.classes):
            for end in range(ENDS):
                ending = self._ending(key, place, doubles, end)
                codes[place, doubles, self.classes[key], end] = self.endings.number(ending)
        assert len(self.endings.found) < 256
        return codes

    def _ending(self, key: tuple[Finished, str | None], place: int, doubles: int, end: int) -> Ending:
        """How a finished hand ends against one end of the dealer's."""
        dealer = Finished(21, 2, True) if end == BLACKJACK else Finished(self.rules.dealer.stands + end, 3, False)
        priced = self._priced(key, doubles, split=place != PLAIN)
        verdict = self.rules.settlement.verdict(priced, dealer)
        stake = self.terms.stake(doubles)
        bust = key[0].total > 21
        final = self.terms.blackjack if end == BLACKJACK else 0
        name = "bust" if bust and verdict.outcome is Outcome.LOSE else outcome_name(self.terms, priced, verdict, final)
        net = self._net(verdict, stake)
        if verdict.outcome is Outcome.LOSE and end == BLACKJACK and not (bust and self.rules.settlement.busts_lost):
            net, name = (Fraction(0), "returned") if place == BORN_OF_SPLIT else (Fraction(-1), "dealer blackjack")
        bonus = name == (key[1] or "").replace("_", " ")
        return Ending(name + DOUBLES[doubles], net, stake, place != PLAIN, bonus)

    def _net(self, verdict: Verdict, stake: int) -> Fraction:
        match verdict.outcome:
            case Outcome.PUSH:
                return Fraction(0)
            case Outcome.LOSE:
                return Fraction(-stake)
        assert verdict.odds is not None
        odds = Fraction(verdict.odds.pays, verdict.odds.to)
        if verdict.added_odds is not None:
            return odds + (stake - 1) * Fraction(verdict.added_odds.pays, verdict.added_odds.to)
        return stake * odds

    def _decided(self) -> Bytes:
        decided = np.zeros((2, 2, len(self.classes)), dtype=np.uint8)
        for key, number in self.classes.items():
            for split, doubled in np.ndindex(2, 2):
                priced = self._priced(key, doubled, split=bool(split))
                decided[split, doubled, number] = self.rules.settlement.decided(priced)
        return decided

    def _awarded(self) -> Bytes:
        """The hands that earn the fixed award, neither doubled nor split; they always win against its up card."""
        awarded = np.zeros((3, len(DOUBLES), len(self.classes)), dtype=np.uint8)
        rows = frozenset() if self.rules.award is None else self.rules.award.rows
        for (_, row), number in self.classes.items():
            awarded[PLAIN, 0, number] = row in rows
        return awarded

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
        sides = [(FIRST_SIDE + at, side.id) for at, side in enumerate(self.sides)]
        poker = [] if self.poker_wager is None else [(FIRST_SIDE + len(sides), self.poker_wager)]
        award = [] if self.rules.award is None else [(AWARD, self.rules.award.wager)]
        return ((MAIN, self.rules.played), *sides, *poker, *award)

    @property
    def poker_wager(self) -> Wager | None:
        """The wager under which all wagers on a poker hand are counted, if the game has one."""
        if self.rules.contest is not None:
            return self.rules.contest.ante
        return None if self.rules.poker is None else self.rules.poker.wager

    @property
    def counted_as(self) -> dict[Wager, Wager]:
        """Wagers that are counted under another, on which they are placed."""
        poker, contest = self.rules.poker, self.rules.contest
        if contest is not None:
            return {contest.bet: contest.ante}
        return {} if poker is None else dict.fromkeys(poker.wagers, poker.wager)

    @cached_property
    def poker_rows(self) -> list[Row]:
        """Every way in which a poker hand ends, with the net of all its wagers: rows of the pay table, none, folds."""
        part, stake = self.rules.poker, self.stakes.get(self.poker_wager or Wager(""), ZERO)
        if self.rules.contest is not None:
            return contest_rows(self.rules.contest, stake)
        if part is None:
            return []
        whole = len(part.wagers)
        paid = [Row(pays.says, whole * pays.odds.winnings(stake)) for pays in part.pays.values()]
        folds = [Row(f"a fold at card {step}", -step * stake) for step in range(1, whole)]
        return [*paid, Row("no row", -whole * stake), *folds]

    def _poker_tables(self) -> dict[str, Any]:
        """How a poker hand after the blackjack or beside it is played and paid."""
        if self.rules.contest is not None:
            names = ("folds", "joint_start", "joint_next", "joint_plan")
            plan = {name: getattr(self.plan, name) for name in names}
            return {**qualifying(self.rules.contest), **plan}
        if self.rules.poker is None:
            return {}
        rows = PokerHands(self.rules.poker, self.game.shoe).rows
        folds = len(self.rules.poker.pays) + 1
        plan = {"poker_first": self.plan.poker_first, "poker_second": self.plan.poker_second}
        return {"second_part": 1, "poker_folds": folds, "poker_rows": rows.astype(np.uint8), **plan}

    @cached_property
    def unit(self) -> Fraction:
        """The greatest part of the main wager of which all nets of hands are multiples."""
        nets = [ending.net for ending in self.endings.found]
        least = 1
        for net in nets:
            least = least * net.denominator // gcd(least, net.denominator)
        return Fraction(gcd(*(int(net * least) for net in nets)), least)

    def _tables(self) -> Tables:
        codes = self._codes()
        cents = self.unit * self.stakes[self.rules.played]
        if cents.denominator != 1:
            raise NotSimulated(
                f"a main wager of {spoken(self.stakes[self.rules.played])} cannot be paid in whole cents"
            )
        if self.rules.betting.payout_limit is not None:
            raise NotSimulated("a house with a payout limit per hand is not simulated; leave payout_limit out")
        nets = np.array([int(each.net / self.unit) for each in self.endings.found], dtype=np.int64)
        shared = [side.id for side in self.sides if side.together is not None and self.stakes.get(side.id)]
        if shared and self.boxes > 1:
            raise NotSimulated(f"what several boxes share of the most that is paid on {shared[0]} is not simulated")
        side = side_tables(self.sides, self.stakes, self.rules.betting.chip)
        steps = self._steps(int(cents), side)
        all_nets = np.zeros((WAGERS, MOST_CODES), dtype=np.int64)
        all_nets[MAIN, : len(nets)] = nets
        for at in range(len(self.sides)):
            all_nets[FIRST_SIDE + at, :MOST_ROWS] = side.nets[at] // max(1, steps[FIRST_SIDE + at])
        poker = FIRST_SIDE + len(self.sides)
        for row, each in enumerate(self.poker_rows):
            all_nets[poker, row] = each.net // max(1, steps[poker])
            side.offered[len(self.sides)] = 1
        own, others = (each // max(1, steps[AWARD]) for each in self._awards())
        bins, units = self._bins(steps, all_nets, own + self.boxes * others)
        rules = self.rules
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
            switch=self.plan.switch,
            above=self.plan.above,
            first_21=self._first_21()[ORDER],
            first_cards=self.terms.first_cards,
            early=bool(self.lost_21),
            lost_21=self.lost_21,
            spared=self.spared,
            dealt_at_once=rules.splitting is not None and rules.splitting.dealt_at_once,
            spots=rules.betting.spots,
            switched_class=self.classes[SWITCHED_21, None],
            class_of=self._class_of()[:, ORDER],
            bust_class=self.classes[Finished(22, 3, False), None],
            blackjack_class=self.classes[Finished(21, 2, True), None],
            bust_end=22 - rules.dealer.stands,
            whole_sides=bool((side.whole * (self._stakes()[FIRST_SIDE:AWARD] > 0)).any()),
            code=codes,
            awarded=self._awarded(),
            decided=self._decided(),
            nets=all_nets,
            surrendered=self.surrendered,
            surrender_lost=np.array(self.surrender_lost, dtype=np.int16),
            rescued=np.array(self.rescued, dtype=np.int16),
            completes=np.array([RANKS - 1, *([RANKS] * (RANKS - 2)), 0], dtype=np.uint8),
            dealer=self._dealer(),
            peeks=rules.dealing.check is not None,
            hole_first=rules.dealing.hole_card,
            second_if_needed=rules.dealer.second_card_if_needed,
            pairs_by_rank=rules.splitting is not None and rules.splitting.by_rank,
            boxes=self.boxes,
            stakes=self._stakes(),
            kind=_kinds(),
            sides=len(self.sides) + (self.poker_wager is not None),
            poker_side=1 + len(self.sides) if self.poker_wager is not None else 0,
            **self._poker_tables(),
            own_side=1 + self._own if self._own is not None else 0,
            own_doubles=self._own is not None and _own_of(self.sides[self._own]).doubles,
            own_plan=self.plan.own,
            own_open=self._own_open(),
            **self._patterns.named(),
            award_at_once=rules.meter is not None and rules.meter.at_once,
            used=int(bins[-1]) // len(self._patterns.awards),
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
        fill_states(record)
        return cast("Tables", record)

    @property
    def _own(self) -> int | None:
        """Which staked wager is one on the cards of its own box."""
        found = [at for at, side in enumerate(self.sides) if side.own is not None and self.stakes.get(side.id)]
        assert len(found) <= 1, "a box has one wager on its own cards"
        return found[0] if found else None

    def _own_open(self) -> Bytes:
        """In which states of a wager on the cards of its own box another card can matter."""
        if self._own is None:
            return np.zeros(1, dtype=np.uint8)
        steps = own_states(_own_of(self.sides[self._own])).steps
        return np.array([(steps[state] != state).any() for state in range(len(steps))], dtype=np.uint8)

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

    def _first_21(self) -> Bytes:
        """Which hands are a first 21 that is paid at once, or that may be declined."""
        rule = self.rules.drawing.first_21
        found = np.zeros(len(all_hands()), dtype=np.uint8)
        for number, hand in enumerate(all_hands() if rule is not None else ()):
            this = self.terms.situation(hand)
            if rule is not None and rule.made_by(this):
                found[number] = DECLINABLE if rule.may_be_declined(this) else PAID
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
        if self.poker_wager is not None:
            steps[FIRST_SIDE + len(self.sides)] = gcd(*(row.net for row in self.poker_rows))
        steps[AWARD] = gcd(*self._awards())
        steps[TOGETHER] = gcd(*steps.values())
        return steps

    def _bins(self, steps: Mapping[int, int], nets: Ints, awards: int) -> tuple[Ints, Ints]:
        """Room for every result that a round can have, by wager and together."""
        reach = {wager: self.boxes * int(np.abs(nets[wager]).max()) for wager in steps if wager != TOGETHER}
        reach[MAIN] *= int(self.plan.split_hands.max()) * self.rules.betting.spots
        reach[AWARD] = self.boxes * awards
        reach[TOGETHER] = sum(each * steps[wager] for wager, each in reach.items()) // steps[TOGETHER]
        bins, units, used = np.full(WAGERS + 2, -1, dtype=np.int64), np.ones(WAGERS + 1, dtype=np.int64), 0
        for wager, step in steps.items():
            if step:
                units[wager] = step
                bins[wager] = used + reach[wager]
                used += 2 * reach[wager] + 1
        bins[-1] = used * len(self._patterns.awards)
        return bins, units

    @cached_property
    def _patterns(self) -> Patterns:
        percents: tuple[int, ...] = ()
        if self._own is not None:
            side = self.sides[self._own]
            percents = tuple(sorted({pays.percent for pays in side.pays.values() if isinstance(pays, Jackpot)}))
        meter = self.rules.meter
        if not percents or meter is None:
            return Patterns((), ((),), (0,))
        return patterns(percents, self.boxes, Display(Shown(micro(self.meter or meter.seed), Micro(0)), meter.seed))

    def award_of(self, percent: int) -> int:
        """What one award of the meter is, in cents."""
        way = (percent,)
        return self._patterns.totals[self._patterns.awards.index(way)] if way in self._patterns.awards else 0

    @property
    def spots(self) -> int:
        return self.rules.betting.spots

    @property
    def awarded(self) -> int:
        """The number of the wager that wins from a meter, if one does."""
        return -1 if self._own is None else FIRST_SIDE + self._own

    def placed_sometimes(self, number: int) -> bool:
        at = number - FIRST_SIDE
        return 0 <= at < len(self.sides) and (self.sides[at].against is not None or self.sides[at].late is not None)

    def outcomes(self, number: int) -> list[Named]:
        """Every way in which a wager can end; what a wheel decides has the rows of its sections instead."""
        if number == MAIN:
            return [
                Named(code, each.name, float(each.net), each.staked, each.split, each.bonus)
                for each, code in self.endings.found.items()
            ]
        if number == AWARD:
            return []
        if number == FIRST_SIDE + len(self.sides):
            whole = self.stakes[self.poker_wager or Wager("")]
            return [Named(code, row.name, row.net / whole) for code, row in enumerate(self.poker_rows)]
        side = self.sides[number - FIRST_SIDE]
        stake, made, percents = self.stakes[side.id], made_rows(side), self.tables.side_percent[number - FIRST_SIDE]
        return [
            Named(code, row.name, (row.net + self.award_of(int(percents[code]))) / stake)
            for code, row in enumerate(rows_of(side, stake, self.rules.betting.chip))
            if code >= len(made) or side.spin(made[code]) is None
        ]

    @property
    def awards(self) -> tuple[int, ...]:
        """What the boxes of a round win from a meter together, by pattern; one of nothing for other games."""
        return self._patterns.totals


def contest_rows(contest: Contest, stake: Cents) -> list[Row]:
    """What ante and bet come to together, in the order of their numbers; all of it is asked of hands that are so."""
    aces, kings, low, natural = (cards(each) for each in ("Ac Ad", "Kc Qd", "2c 3d", "Ac Kd"))
    met = [
        ("ante and bet win", aces, kings, False),
        ("the dealer does not qualify", aces, low, False),
        ("the ante beats a dealer natural", aces, natural, True),
        ("a tie", kings, kings, False),
        ("the ante loses to a dealer natural", low, natural, True),
        ("a fold", None, None, False),
        ("ante and bet lose", low, kings, False),
    ]

    def net(own: Sequence[Card] | None, dealer: Sequence[Card] | None, *, natural: bool) -> int:
        if own is None or dealer is None:
            return -stake
        decided, found = contest.decide(best_two(own), dealer, natural=natural), 0
        for each, pays in zip(decided, (contest.ante_pays, contest.bet_pays), strict=True):
            found += {Outcome.WIN: pays.odds.winnings(stake), Outcome.LOSE: -stake, Outcome.PUSH: 0}[each.outcome]
        return found

    return [Row(name, net(own, dealer, natural=has)) for name, own, dealer, has in met]


def qualifying(contest: Contest) -> dict[str, int]:
    """With which cards the dealer plays, as bits by their height, and whether a pair is enough."""
    bits, two, three = 0, *cards("2c 3c")
    for card in STANDARD_DECK:
        other = three if card.rank is two.rank else two
        bits |= contest.qualifies((card, other)) << height(card.rank) - height(two.rank)
    kind = FIRST_TWO if contest.first_two else ALL_OF_BOX
    return {"contest": kind, "qualifying": bits, "pair_qualifies": contest.qualifies((two, two))}


class Patterns(NamedTuple):
    """Ways in which the boxes of a round win from a meter, one award after the other; the first is none of them.

    `awards` are the percentages of each way, `totals` what they come to in cents.
    """

    percents: tuple[int, ...]
    awards: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]

    def named(self) -> dict[str, NDArray[np.generic]]:
        """The tables of the kernel."""
        number = {each: at for at, each in enumerate(self.awards)}
        kind, following = np.zeros(101, dtype=np.uint8), np.zeros((len(number), MOST_AWARDS), dtype=np.uint8)
        for at, percent in enumerate(self.percents):
            kind[percent] = at
            for way in self.awards:
                following[number[way], at] = number.get((*way, percent), 0)
        last = [
            total - self.totals[number[way[:-1]]] if way else 0
            for way, total in zip(self.awards, self.totals, strict=True)
        ]
        return {"award_kind": kind, "award_next": following, "award_cents": np.array(last, dtype=np.int64)}


def patterns(percents: tuple[int, ...], boxes: int, display: Display) -> Patterns:
    """Every sequence of awards, and what it takes out of a meter that begins so."""
    awards: list[tuple[int, ...]] = [()]
    for way in awards:
        awards += [(*way, percent) for percent in percents] if len(way) < boxes else []
    assert len(awards) <= MOST_PATTERNS, "the kernel has no room for so many awards of a round"
    return Patterns(percents, tuple(awards), tuple(sum(display.paid(way)) for way in awards))


def _own_of(side: SideWager) -> OwnHand:
    assert side.own is not None
    return side.own


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
