"""An option lists its ways or says what it takes: what it names passes, and one step beyond is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from conformance.suite import GAMES, Drive, any_game, shoe
from pitboss.core.options import Intent, Option, Refusal, Taken, Takes
from pitboss.core.requests import Answer
from pitboss.core.rules import RoundContext
from pitboss.core.wagering import PlaceWager, Withdraw
from pitboss.ids import Box, HandId, Player
from pitboss.money import Cents, plain
from pitboss.tables.conduct import MENU
from pitboss.tables.intents import BuyChips, Sit
from table.driving import watched


def said(option: Option, takes: Takes, number: int) -> Intent:
    """The option with this number, as somebody would write it."""
    words = [takes.word] if takes.word else []
    words += ["ann"] if takes.kind is Taken.PLAYER else []
    words += [plain(Cents(number))] if takes.kind is Taken.CENTS else []
    words += [str(number)] if takes.kind is Taken.CARDS else []
    intent = option.verb.read(words)
    assert intent is not None
    return intent


def beyond(takes: Takes) -> Iterator[int]:
    """One step under the least, and one over the most."""
    if takes.kind is not Taken.PLAYER:
        yield takes.least - takes.step
    if takes.most is not None:
        yield takes.most + takes.step


def check(option: Option) -> None:
    taken = option.takes
    assert option.intents or taken, f"{option.verb.verb} is offered with no way to use it"
    for intent in option.intents:
        assert option.refuses(intent) is None, intent
    for takes in taken:
        assert takes.most is None or takes.most >= takes.least, takes
        for number in (takes.least, takes.most or takes.least):
            assert option.refuses(said(option, takes, number)) is None, (takes, number)
        for number in beyond(takes):
            assert option.refuses(said(option, takes, number)) is not None, (takes, number)
        if takes.kind is Taken.CENTS and takes.step > 1 and takes.least != takes.most:
            assert option.refuses(said(option, takes, takes.least + takes.step // 2)) is not None, takes


class Asked(Drive):
    """A round in which every rule is asked about every verb before each answer."""

    options = 0

    def accept(self, answer: Answer) -> None:
        self.every_ruling()
        super().accept(answer)

    def every_ruling(self) -> None:
        round_ = self.runner.round
        hands = [*round_.layout.order, HandId(Box(1), 1)]
        players = {*round_.layout.players(), Player("stranger")}
        for verb in self.game.rules.menu if round_.layout.betting_closed else (PlaceWager, Withdraw):
            for player in players:
                for hand in hands:
                    ruling = round_.ruling(verb, player, hand)
                    if not isinstance(ruling, Refusal):
                        check(ruling)
                        self.options += 1


@pytest.mark.parametrize("name", GAMES)
def test_what_an_option_names_passes_and_nothing_beyond_it(name: str) -> None:
    rulebook, settings = GAMES[name]
    for seed in range(3):
        generator = random.Random(f"{name} {seed}")
        playing = any_game(rulebook, settings)
        asked = Asked(playing, generator, shoe(playing, generator, rich=seed == 0), 0.0, RoundContext(live=bool(seed)))
        asked.play()
        assert asked.options >= 8


def test_what_is_asked_between_rounds_passes_too() -> None:
    table = watched("spanish21-ma")
    for verb in (Sit, BuyChips):
        ruling = MENU[verb](table.table.runner.table, Player("ann"), HandId(Box(1), 1))
        assert isinstance(ruling, Option)
        check(ruling)
        if verb is Sit:
            table.sit(("ann", 1))
