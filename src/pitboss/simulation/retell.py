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
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Request, Shuffle, Spin, Window
from pitboss.core.wagering import PlaceWager
from pitboss.games.blackjack.intents import Bet, Fold, Insure, Rescue
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Box, HandId, Player, Wager
from pitboss.money import Cents
from pitboss.shoe.stack import Stack
from pitboss.simulation import codes, records
from pitboss.simulation.compiled import Compiled, card_of
from pitboss.simulation.programmes import blackjack
from pitboss.simulation.retold import NoSuchRound, Retold, refusing
from pitboss.tables.answering import (
    Answers,
    at,
    claiming,
    closing_empty,
    drive,
    first,
    from_meter,
    from_shoe,
    knowing,
    one_by_one,
    shuffling,
    to,
)
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
    people, stack = _People(compiled, dealt), Stack(dealt.cards)
    display = at_seed(compiled.rules.meter)
    display.shown = Shown(micro(compiled.meter or Cents(0)), Micro(0))

    def second_part(_: Shuffle) -> tuple[Card, ...]:
        assert not stack.cards, "cards of the first part are left over"
        return dealt.second_part

    wheel = to(Spin, lambda spin: dealt.sections[spin.hand.box - 1])
    devices = first(from_shoe(stack), wheel, shuffling(stack, second_part), from_meter(display))
    return drive(Runner(compiled.game.rules), first(people.answers(), devices, refusing(people.known))), stack


class _People:
    """Everybody at the table, who do what the kernel did."""

    def __init__(self, compiled: Compiled, dealt: Dealt) -> None:
        self.stakes, self.boxes = compiled.stakes, range(1, compiled.boxes + 1)
        self.in_order = compiled.rules.betting.in_order(compiled.stakes)
        self.known = frozenset(compiled.decisions.values())
        decided = dealt.decisions.items()
        self.taken = {hand: deque(each for each in taken if each not in AT_POKER) for hand, taken in decided}
        self.at_poker = {hand: deque(each for each in taken if each in AT_POKER) for hand, taken in decided}
        insurance = compiled.rules.insurance
        self.insurance = None if insurance is None else insurance.wager.id
        self.placed_late = {side.id for side in compiled.rules.sides if side.late is not None}
        self.late = self._late(compiled.rules.sides, dealt.nets)
        self.uninsured = deque(self.boxes if self.insurance in self.stakes else ())
        self.insured = [bool(self.insurance is not None and nets[self.insurance]) for nets in dealt.nets]

    def answers(self) -> Answers[Round[BlackjackRules]]:
        return first(
            one_by_one(self._bets()),
            claiming,
            knowing(self.known, self._decide),
            at(Occasion.INSURANCE, self._insure),
            at(Occasion.LATE_WAGER, lambda _played, _window: next(self.late, None)),
            at(Occasion.RESCUE, self._rescue),
            closing_empty,
        )

    def _late(self, sides: Iterable[SideWager], nets: Sequence[Mapping[Wager, Cents]]) -> Iterator[Answer]:
        """Wagers that are placed when cards lie, on the boxes on which the kernel had them: none of them can push."""
        for side in sides:
            for box in self.boxes if side.late is not None and side.id in self.stakes else ():
                if nets[box - 1][side.id]:
                    verb = next(iter(side.late.terms if side.late is not None else ()))
                    yield Act(player_of(box), HandId(Box(box), 1), verb(self.stakes[side.id]))

    def _bets(self) -> Iterator[Answer]:
        """The wagers of each box, what another one needs before it."""
        for box in self.boxes:
            for wager in self.in_order:
                if wager != self.insurance and wager not in self.placed_late:
                    yield Act(player_of(box), HandId(Box(box), 1), PlaceWager(wager, self.stakes[wager]))
        yield Close()

    def _decide(self, _: object, request: Request) -> Answer | None:
        """What was decided next on this hand; the last intent of a double is the full amount."""
        if not isinstance(request, Decide | Offer):
            return None
        option = self._next(request.hand, request.options)
        return Decline() if option is None else Act(request.player, request.hand, option.intents[-1])

    def _next(self, hand: HandId, options: Sequence[Option]) -> Option | None:
        """The option that was taken next on this hand, if one was.

        What the kernel decides where nothing is left to decide, the table does not ask: it is left over.
        """
        poker = any(option.verb in AT_POKER for option in options)
        taken = (self.at_poker if poker else self.taken).get(hand)
        found = next((each for each in options if taken and each.verb is taken[0]), None)
        if taken and found is not None:
            taken.popleft()
        return found

    def _insure(self, t: Round[BlackjackRules], window: Window) -> Answer | None:
        """Every box that may be insured is: a 21 that has been paid may not."""
        while self.uninsured:
            box = self.uninsured.popleft()
            assert self.insurance is not None
            act = Act(player_of(box), HandId(Box(box), 1), Insure(self.stakes[self.insurance]))
            if self.insured[box - 1]:
                return act
            refusal = t.refuses(window, act)
            assert refusal is not None, "the table would have insured what the kernel did not"
        return None

    def _rescue(self, _played: object, _window: Window) -> Answer | None:
        """Where doubled hands are rescued once all have acted (S11)."""
        for hand, taken in self.taken.items():
            if taken and taken[0] is Rescue:
                taken.popleft()
                return Act(player_of(hand.box), hand, Rescue())
        return None


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
