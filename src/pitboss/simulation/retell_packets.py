"""One round of a simulated Pai Jack dealt again, by its kernel and by the table's own procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.analysis.pai_jack import points_of
from pitboss.cards import STANDARD_DECK, Card
from pitboss.core.driver import Runner
from pitboss.core.options import Intent
from pitboss.core.procedure import Round
from pitboss.core.requests import Act, Answer, Close
from pitboss.core.wagering import PlaceWager
from pitboss.games.colorado.pai_jack_rules import DeclareBust, HouseWay, SetHand
from pitboss.ids import Box, HandId, Player, Wager
from pitboss.money import Cents
from pitboss.rules.setting import Setting
from pitboss.shoe.stack import Stack
from pitboss.simulation.codes import FIRST_SIDE, MAIN
from pitboss.simulation.packets import CompiledPackets
from pitboss.simulation.programmes.packets import PACKET, new_packet_round, play_packets
from pitboss.simulation.retold import NoSuchRound, Retold, refusing
from pitboss.tables.answering import by_policy, closing_empty, drive, first, from_shoe, knowing, one_by_one

DECISIONS = frozenset({SetHand, HouseWay, DeclareBust})


@dataclass(frozen=True, slots=True)
class DealtPackets:
    """What the kernel did in one round: the cards in their order, and the nets of every box."""

    cards: tuple[Card, ...]
    nets: tuple[Mapping[Wager, Cents], ...]


def deal_retell_packets(compiled: CompiledPackets, seed: int, number: int) -> DealtPackets:
    table = new_packet_round()
    play_packets(table, compiled.tables, number, np.uint64(seed))
    drawn = table.drawn[: PACKET * (compiled.boxes + 1)]
    rows = [{MAIN: int(table.decided[at]), FIRST_SIDE: int(table.beside[at])} for at in range(compiled.boxes)]
    return DealtPackets(
        tuple(STANDARD_DECK[int(each)] for each in drawn), tuple(_nets(compiled, each) for each in rows)
    )


def _nets(compiled: CompiledPackets, rows: Mapping[int, int]) -> dict[Wager, Cents]:
    tables = compiled.tables
    return {
        wager: Cents(int(tables.nets[number, rows[number]]) * int(tables.units[number]))
        for number, wager in compiled.wagers
        if compiled.stakes.get(wager)
    }


def packets_through_the_core(compiled: CompiledPackets, dealt: DealtPackets) -> tuple[Runner[Any], Stack]:
    """The same cards at the table, where everybody sets as the plan does."""
    stack = Stack(dealt.cards)

    def choose(t: Round[Any], hand: HandId, _: object) -> Intent:
        return _set(compiled, t.hand(hand).cards)

    people = first(one_by_one(_bets(compiled)), knowing(DECISIONS, by_policy(choose)), closing_empty)
    return drive(Runner(compiled.rules), first(people, from_shoe(stack), refusing(DECISIONS))), stack


def _bets(compiled: CompiledPackets) -> Iterator[Answer]:
    for box in range(1, compiled.boxes + 1):
        for wager, amount in compiled.stakes.items():
            yield Act(Player(f"box{box}"), HandId(Box(box), 1), PlaceWager(wager, amount))
    yield Close()


def _set(compiled: CompiledPackets, cards: list[Card]) -> SetHand | DeclareBust:
    """As the plan sets cards that count so much; which of equal ones goes where is nothing to it."""
    way = compiled.plan.get(points_of(cards))
    if way is None:
        return DeclareBust()
    left, low = list(cards), []
    for points in way.low:
        card = next(each for each in left if each.points == points)
        left.remove(card)
        low.append(card)
    return SetHand(Setting(tuple(low), tuple(left)))


def packet_nets(runner: Runner[Any], compiled: CompiledPackets) -> tuple[Mapping[Wager, Cents], ...]:
    """What each wager of each box came to at the table."""
    found = [dict.fromkeys(compiled.stakes, Cents(0)) for _ in range(compiled.boxes)]
    for key, settled in runner.round.layout.settlements.items():
        found[key.hand.box - 1][key.wager] = settled.net
    return tuple(found)


def retell_packets(compiled: CompiledPackets, seed: int, number: int, round_of_shoe: int | None = None) -> Retold:
    """Deal round `number` by the kernel and then by the table; raise `NoSuchRound` for a round of a shoe."""
    if round_of_shoe is not None:
        raise NoSuchRound("every round of packets has a deck of its own")
    dealt = deal_retell_packets(compiled, seed, number)
    runner, stack = packets_through_the_core(compiled, dealt)
    return Retold(dealt.nets, packet_nets(runner, compiled), runner, stack)
