"""One round of a simulation dealt again, by the kernel and by the table's own procedures.

The kernel notes its cards and decisions as it goes. Put to the core as answers, they make the same round, with every
settlement under its clause; the nets of both must be the same to the cent.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.cards import Card
from pitboss.core.driver import Runner
from pitboss.core.kinds import Occasion
from pitboss.core.meter import Micro, Shown, at_seed, micro
from pitboss.core.options import Intent, Option
from pitboss.core.requests import (
    Act,
    Answer,
    Close,
    Decide,
    Decline,
    GameOver,
    KeyAward,
    LockMeter,
    Offer,
    Request,
    Shuffle,
    Shuffled,
    Spin,
    Window,
)
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import (
    Bet,
    Fold,
    Insure,
    Rescue,
    Show,
)
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Box, HandId, Player, Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.simulation import codes, records
from pitboss.simulation.compiled import Compiled, card_of
from pitboss.simulation.programmes import blackjack
from pitboss.simulation.retold import NoSuchRound, Retold
from pitboss.simulation.sides import NotSimulated
from pitboss.wagers.side import SideWager

AT_POKER = (Bet, Fold)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the kernel did in one round: cards in their order, decisions by hand, wheel sections, and nets by box.

    `reshuffled` says that the shoe ran out in it, and `second_part` are the cards of a poker hand after the blackjack.
    """

    cards: tuple[Card, ...]
    decisions: Mapping[HandId, tuple[type[Intent], ...]]
    sections: tuple[int, ...]
    nets: tuple[Mapping[Wager, Cents], ...]
    reshuffled: bool
    second_part: tuple[Card, ...] = ()


def deal_again(compiled: Compiled, seed: int, number: int, round_of_shoe: int | None = None) -> Dealt | None:
    """Round `number`, or a round of shoe `number`, counted from 1; nothing where that shoe has no such round."""
    tables = compiled.tables
    table, counts = records.new_round(noted=True), records.new_counts(tables)
    if round_of_shoe is None:
        blackjack.play_fresh(table, tables, number, np.uint64(seed))
        first = 0
    else:
        if blackjack.play_shoe(table, tables, counts, number, np.uint64(seed), round_of_shoe) < round_of_shoe:
            return None
        first = int(table.at[codes.RACK])
    return _noted(compiled, table, first)


def _noted(compiled: Compiled, table: records.Round, first: int) -> Dealt:
    decisions: defaultdict[HandId, list[type[Intent]]] = defaultdict(list)
    for box, hand, decision in table.decisions[: table.at[codes.DECIDED]].tolist():
        decisions[HandId(Box(box + 1), hand + 1)].append(compiled.decisions[decision])
    return Dealt(
        cards=tuple(card_of(int(code)) for code in table.drawn[first : table.at[codes.DRAWN]]),
        decisions={hand: tuple(taken) for hand, taken in decisions.items()},
        sections=tuple(int(each) for each in table.sections[: compiled.boxes]),
        nets=tuple(_nets(compiled, table, box) for box in range(compiled.boxes)),
        reshuffled=bool(table.at[codes.EXHAUSTED]),
        second_part=tuple(card_of(int(code)) for code in table.poker.cards[: table.at[codes.POKER_DEALT]]),
    )


def _nets(compiled: Compiled, table: records.Round, box: int) -> dict[Wager, Cents]:
    units, nets = compiled.tables.units, {}
    for number, wager in compiled.wagers:
        award = int(table.meter.award[box]) if number == compiled.awarded else 0
        nets[wager] = Cents(int(table.nets[box, number]) * int(units[number]) + award)
    return nets


def player_of(box: int) -> Player:
    return Player(f"box{box}")


def through_the_core(compiled: Compiled, dealt: Dealt) -> tuple[Runner[BlackjackRules], Stack]:
    """The same cards and the same decisions at the table, a person on each box."""
    runner: Runner[BlackjackRules] = Runner(compiled.game.rules)
    people = _People(compiled, dealt)
    for act in people.bets():
        _accept(runner, act)
    while runner.pending is not None:
        _accept(runner, people.answer(runner.pending, runner))
    return runner, people.stack


def _accept(runner: Runner[BlackjackRules], answer: Answer) -> None:
    refusal = runner.answer(answer)
    assert refusal is None, f"{answer} was refused: {refusal}"


class _People:
    """Everybody at the table, who do what the kernel did, and the shoe that deals what it dealt."""

    def __init__(self, compiled: Compiled, dealt: Dealt) -> None:
        self.stakes, self.boxes, self.sections = compiled.stakes, range(1, compiled.boxes + 1), dealt.sections
        self.in_order = compiled.rules.betting.in_order(compiled.stakes)
        self.known = frozenset(compiled.decisions.values())
        self.stack = Stack(dealt.cards)
        self.second_part = dealt.second_part
        self.meter = at_seed(compiled.rules.meter)
        self.meter.shown = Shown(micro(compiled.meter or Cents(0)), Micro(0))
        decided = dealt.decisions.items()
        self.taken = {hand: deque(each for each in taken if each not in AT_POKER) for hand, taken in decided}
        self.at_poker = {hand: deque(each for each in taken if each in AT_POKER) for hand, taken in decided}
        insurance = compiled.rules.insurance
        self.insurance = None if insurance is None else insurance.wager.id
        self.placed_late = {side.id for side in compiled.rules.sides if side.late is not None}
        self.late: deque[Answer] = deque(self._late(compiled.rules.sides, dealt.nets))
        self.uninsured = deque(self.boxes if self.insurance in self.stakes else ())
        self.insured = [bool(self.insurance is not None and nets[self.insurance]) for nets in dealt.nets]

    def _late(self, sides: Iterable[SideWager], nets: Sequence[Mapping[Wager, Cents]]) -> Iterator[Answer]:
        """Wagers that are placed when cards lie, on the boxes on which the kernel had them: none of them can push."""
        for side in sides:
            for box in self.boxes if side.late is not None and side.id in self.stakes else ():
                if nets[box - 1][side.id]:
                    verb = next(iter(side.late.terms if side.late is not None else ()))
                    yield Act(player_of(box), HandId(Box(box), 1), verb(self.stakes[side.id]))

    def bets(self) -> Iterator[Answer]:
        """The wagers of each box, what another one needs before it."""
        for box in self.boxes:
            for wager in self.in_order:
                if wager != self.insurance and wager not in self.placed_late:
                    yield Act(player_of(box), HandId(Box(box), 1), PlaceWager(wager, self.stakes[wager]))
        yield Close()

    def answer(self, request: Request, runner: Runner[BlackjackRules]) -> Answer:
        match request:
            case Offer(player, hand, (Option(verb=verb),)) if verb is Show:
                return Act(player, hand, Show())
            case Decide(player, hand, options) | Offer(player, hand, options):
                option = self._next(hand, options)
                return Decline() if option is None else Act(player, hand, option.intents[-1])
            case Window():
                return self._in_window(runner, request)
            case Spin(hand):
                return self.sections[hand.box - 1]
            case Shuffle():
                assert not self.stack.cards, "cards of the first part are left over"
                self.stack.load(self.second_part)
                return Shuffled()
            case LockMeter() | KeyAward() | GameOver():
                return self.meter.answer(request)
        return self.stack.answer(request)

    def _in_window(self, runner: Runner[BlackjackRules], window: Window) -> Answer:
        match window:
            case Window(Occasion.INSURANCE):
                return self._insure(runner, window)
            case Window(Occasion.LATE_WAGER):
                return self.late.popleft() if self.late else Close()
            case Window(Occasion.RESCUE):
                return self._rescue()
            case Window(verbs=()):
                return Close()
        raise NotSimulated(f"the table opens a window for {window.occasion}, which the kernel does not know")

    def _next(self, hand: HandId, options: Sequence[Option]) -> Option | None:
        """The option that was taken next on this hand; the last intent of a double is the full amount.

        What the kernel decides where nothing is left to decide, the table does not ask: it is left over. A verb that
        the kernel never decides is refused: to decline it would make both agree on a game that is not this one.
        """
        for option in options:
            if option.verb not in self.known:
                raise NotSimulated(f"the table offers {option.verb.verb!r}, which the kernel does not decide")
        poker = any(option.verb in AT_POKER for option in options)
        taken = (self.at_poker if poker else self.taken).get(hand)
        found = next((each for each in options if taken and each.verb is taken[0]), None)
        if taken and found is not None:
            taken.popleft()
        return found

    def _insure(self, runner: Runner[BlackjackRules], window: Window) -> Answer:
        """Every box that may be insured is: a 21 that has been paid may not."""
        while self.uninsured:
            box = self.uninsured.popleft()
            assert self.insurance is not None
            act = Act(player_of(box), HandId(Box(box), 1), Insure(self.stakes[self.insurance]))
            if self.insured[box - 1]:
                return act
            refusal = runner.round.refuses(window, act)
            assert refusal is not None, "the table would have insured what the kernel did not"
        return Close()

    def _rescue(self) -> Answer:
        """Where doubled hands are rescued once all have acted (S11)."""
        for hand, taken in self.taken.items():
            if taken and taken[0] is Rescue:
                taken.popleft()
                return Act(player_of(hand.box), hand, Rescue())
        return Close()


def nets_of(runner: Runner[BlackjackRules], compiled: Compiled) -> tuple[Mapping[Wager, Cents], ...]:
    """What each wager of each box came to at the table."""
    found = [{wager: Cents(0) for _, wager in compiled.wagers} for _ in range(compiled.boxes)]
    for key, settled in runner.round.layout.settlements.items():
        box = int(str(key.player).removeprefix("box")) - 1
        wager = compiled.counted_as.get(key.wager, key.wager)
        found[box][wager] = Cents(found[box][wager] + settled.net)
    return tuple(found)


def retell(compiled: Compiled, seed: int, number: int, round_of_shoe: int | None = None) -> Retold:
    """Deal round `number`, or a round of shoe `number`, by the kernel and then by the table.

    Raises `NoSuchRound`, and `NotSimulated` if the table asks for what the kernel does not decide.
    """
    dealt = deal_again(compiled, seed, number, round_of_shoe)
    if dealt is None:
        raise NoSuchRound("that shoe reaches its cut card before")
    if dealt.reshuffled:
        raise NoSuchRound("the shoe ran out in this round and was reshuffled, which the notation cannot tell yet")
    runner, stack = through_the_core(compiled, dealt)
    return Retold(dealt.nets, nets_of(runner, compiled), runner, stack)
